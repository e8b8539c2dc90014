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
    let decoder = Decoder::new(encoding);
    for record in Records::new(bytes, from, encoding, format) {
        starts.push(record.start as u32);
        decoder.append(&mut text, &bytes[record.start..record.end]);
        if record.ended {
            text.push('\n');
        }
        if u32::try_from(text.len()).is_err() {
            return None;
        }
    }
    Some(Decoded { text, starts })
}

/// How the bytes of a record become characters.
enum Decoder {
    Utf8,
    Latin1,
    Ebcdic { page: &'static Page, ascii: [u8; 256] },
}

/// Bytes that are decoded at a time.
const CHUNK: usize = 128;
/// Stands for a character that is not ASCII.
const OTHER: u8 = 0x80;

impl Decoder {
    fn new(encoding: Encoding) -> Self {
        match (ebcdic::page(encoding), encoding) {
            (Some(page), _) => {
                Self::Ebcdic { page, ascii: page.map(|c| if c.is_ascii() { c as u8 } else { OTHER }) }
            }
            (None, Encoding::Utf8) => Self::Utf8,
            (None, _) => Self::Latin1,
        }
    }

    fn append(&self, text: &mut String, record: &[u8]) {
        match self {
            // The whole was valid UTF-8 and is cut at line ends or between ASCII characters only.
            Self::Utf8 => text.push_str(&String::from_utf8_lossy(record)),
            Self::Latin1 => match std::str::from_utf8(record) {
                Ok(record) if record.is_ascii() => text.push_str(record),
                _ => text.extend(record.iter().map(|&b| char::from(b))),
            },
            Self::Ebcdic { page, ascii } => {
                let mut buffer = [0; CHUNK];
                for chunk in record.chunks(CHUNK) {
                    let buffer = &mut buffer[..chunk.len()];
                    let mut all = 0;
                    for (to, &from) in buffer.iter_mut().zip(chunk) {
                        *to = ascii[usize::from(from)];
                        all |= *to;
                    }
                    match std::str::from_utf8(buffer) {
                        Ok(chunk) if all < OTHER => text.push_str(chunk),
                        _ => text.extend(chunk.iter().map(|&b| page[usize::from(b)])),
                    }
                }
            }
        }
    }
}
