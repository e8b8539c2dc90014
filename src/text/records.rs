//! Where one record ends and the next begins.

use super::Encoding;
use super::ebcdic::{BLANK, CR, LF, NEL};
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};

/// How the input is cut into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// Lines, ended by LF, CRLF, CR or NEL.
    Lines,
    /// Records of 80 bytes without line ends.
    Fixed80,
}

/// The length of a record of [`RecordFormat::Fixed80`].
const RECORD: usize = 80;
/// Where the sequence number of a record begins.
const SEQUENCE: usize = 72;

/// Which bytes end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnds {
    /// LF, CRLF, CR and the two bytes of U+0085.
    Utf8,
    /// LF, CRLF and CR. 0x85 is more often the ellipsis of Windows-1252 than NEL.
    Latin1,
    /// 0x85 alone: a file of ISO 8859-1 that was converted from EBCDIC byte by byte.
    Latin1Nel,
    /// NEL, LF, CR, and CR before one of the others.
    Ebcdic,
}

impl LineEnds {
    /// The line ends of `bytes` in `encoding`.
    pub(super) fn of(encoding: Encoding, bytes: &[u8]) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8,
            Encoding::Latin1 if memchr2(b'\n', b'\r', bytes).is_none() => Self::Latin1Nel,
            Encoding::Latin1 => Self::Latin1,
            _ => Self::Ebcdic,
        }
    }

    /// The first line end at or after `from`: where it starts and where the next line starts.
    fn next(self, bytes: &[u8], from: usize) -> Option<(usize, usize)> {
        let rest = bytes.get(from..)?;
        let at = match self {
            Self::Utf8 => return next_utf8(bytes, from),
            Self::Latin1 => memchr2(b'\n', b'\r', rest)?,
            Self::Latin1Nel => memchr(0x85, rest)?,
            Self::Ebcdic => memchr3(NEL, LF, CR, rest)?,
        };
        let pair = rest[at] == CR
            && match rest.get(at + 1) {
                Some(&b'\n') => self == Self::Latin1,
                Some(&(NEL | LF)) => self == Self::Ebcdic,
                _ => false,
            };
        Some((from + at, from + at + 1 + usize::from(pair)))
    }
}

fn next_utf8(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        at += memchr3(b'\n', b'\r', 0xC2, bytes.get(at..)?)?;
        match (bytes[at], bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) | (0xC2, Some(0x85)) => return Some((at, at + 2)),
            (0xC2, _) => at += 1,
            _ => return Some((at, at + 1)),
        }
    }
}

/// One record of the original: its content, without line end or padding, and where the next one starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: usize,
    /// Whether a line end follows it. (The last line may lack one.)
    pub(super) ended: bool,
}

/// The records of an input, in order.
pub(super) struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    cut: Cut,
}

#[derive(Clone, Copy)]
enum Cut {
    Lines(LineEnds),
    Fixed { blank: u8 },
}

impl<'a> Records<'a> {
    pub(super) fn new(bytes: &'a [u8], from: usize, encoding: Encoding, format: RecordFormat) -> Self {
        let cut = match format {
            RecordFormat::Lines => Cut::Lines(LineEnds::of(encoding, bytes)),
            RecordFormat::Fixed80 => Cut::Fixed { blank: blank(encoding) },
        };
        Self { bytes, at: from, cut }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let start = self.at;
        if start >= self.bytes.len() {
            return None;
        }
        let record = match self.cut {
            Cut::Lines(ends) => match ends.next(self.bytes, start) {
                Some((end, next)) => Record { start, end, next, ended: true },
                None => Record { start, end: self.bytes.len(), next: self.bytes.len(), ended: false },
            },
            Cut::Fixed { blank } => {
                let next = (start + RECORD).min(self.bytes.len());
                let end = start + trimmed(&self.bytes[start..next], blank).len();
                Record { start, end, next, ended: true }
            }
        };
        self.at = record.next;
        Some(record)
    }
}

/// Whether a UTF-8 text has line ends other than LF and CRLF, which the parsers do not know.
pub(super) fn has_foreign_line_ends(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
        || memmem::find(bytes, "\u{85}".as_bytes()).is_some()
}

/// Whether `bytes` are records of 80 bytes without line ends.
///
/// One long line looks the same at first sight, so the last 8 columns of the records decide: in a deck they are
/// blank or hold a sequence number. They must do so in every record when the length is not a multiple of 80, and
/// in half of them when it is. EBCDIC text without a line end can hardly be anything else.
pub(super) fn is_fixed(encoding: Encoding, bytes: &[u8]) -> bool {
    if bytes.len() <= RECORD || LineEnds::of(encoding, bytes).next(bytes, 0).is_some() {
        return false;
    }
    if encoding.is_ebcdic() {
        return true;
    }
    let (mut records, mut good) = (0, 0);
    for record in bytes.chunks_exact(RECORD) {
        if encoding == Encoding::Utf8 && record[0] & 0xC0 == 0x80 {
            return false; // The cut would fall into a character.
        }
        records += 1;
        let tail = &record[SEQUENCE..];
        good += usize::from(tail.iter().all(|&b| b == b' ') || tail.iter().all(u8::is_ascii_digit));
    }
    if bytes.len().is_multiple_of(RECORD) { good * 2 >= records } else { good == records }
}

const fn blank(encoding: Encoding) -> u8 {
    if encoding.is_ebcdic() { BLANK } else { b' ' }
}

fn trimmed(record: &[u8], blank: u8) -> &[u8] {
    let end = record.iter().rposition(|&b| b != blank).map_or(0, |at| at + 1);
    &record[..end]
}
