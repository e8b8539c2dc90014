//! Bytes to text, where the text is not the bytes themselves.

use super::Encoding;
use super::ebcdic::{self, Page};
use super::records::{RecordFormat, Records};

/// A text and where each of its lines starts in the original.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) starts: Vec<u32>,
}

/// The text of `bytes` (from `from` on), every line end a `\n`. `None` when it would be 4 GiB or more.
pub(super) fn decode(bytes: &[u8], from: usize, encoding: Encoding, format: RecordFormat) -> Option<Decoded> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 64);
    let mut starts = Vec::with_capacity(bytes.len() / 64);
    for record in Records::new(bytes, from, encoding, format) {
        starts.push(record.start as u32);
        append(&mut text, &bytes[record.start..record.end], encoding);
        if record.ended {
            text.push('\n');
        }
        if u32::try_from(text.len()).is_err() {
            return None;
        }
    }
    Some(Decoded { text, starts })
}

/// Bytes that are decoded at a time.
const CHUNK: usize = 128;
/// Stands for a character that is not ASCII.
const OTHER: u8 = 0x80;

fn append(text: &mut String, record: &[u8], encoding: Encoding) {
    match (ebcdic::page(encoding), encoding) {
        (Some(page), _) => record.chunks(CHUNK).for_each(|chunk| append_ebcdic(text, chunk, page)),
        // The whole was valid UTF-8 and is cut at line ends or between ASCII characters only.
        (None, Encoding::Utf8) => text.push_str(&String::from_utf8_lossy(record)),
        (None, _) => match std::str::from_utf8(record) {
            Ok(record) if record.is_ascii() => text.push_str(record),
            _ => text.extend(record.iter().map(|&b| char::from(b))),
        },
    }
}

/// Appends at most [`CHUNK`] bytes: at once where all of them are ASCII characters, as nearly always.
fn append_ebcdic(text: &mut String, chunk: &[u8], page: &Page) {
    let mut buffer = [0; CHUNK];
    let mut all = 0;
    for (to, &from) in buffer.iter_mut().zip(chunk) {
        let character = page[usize::from(from)];
        *to = if character.is_ascii() { character as u8 } else { OTHER };
        all |= *to;
    }
    match std::str::from_utf8(&buffer[..chunk.len().min(CHUNK)]) {
        Ok(ascii) if all < OTHER => text.push_str(ascii),
        _ => text.extend(chunk.iter().map(|&b| page[usize::from(b)])),
    }
}
