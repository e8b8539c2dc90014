//! Bytes to text, where the text is not the bytes themselves.

use super::Encoding;
use super::ebcdic;
use super::records::{RecordFormat, Records};

/// The text of `bytes` (from `from` on), every line end a `\n`. `None` when it would be 4 GiB or more.
pub(super) fn decode(bytes: &[u8], from: usize, encoding: Encoding, format: RecordFormat) -> Option<String> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 64);
    for record in Records::new(bytes, from, encoding, format) {
        append(&mut text, &bytes[record.start..record.end], encoding);
        if record.ended {
            text.push('\n');
        }
        if u32::try_from(text.len()).is_err() {
            return None;
        }
    }
    Some(text)
}

fn append(text: &mut String, record: &[u8], encoding: Encoding) {
    if let Some(page) = ebcdic::page(encoding) {
        text.extend(record.iter().map(|&b| page[usize::from(b)]));
    } else if encoding == Encoding::Latin1 {
        text.extend(record.iter().map(|&b| char::from(b)));
    } else {
        // The whole was valid UTF-8 and is cut at line ends or between ASCII characters only.
        text.push_str(&String::from_utf8_lossy(record));
    }
}
