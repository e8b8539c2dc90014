//! Inputs that are no text: recognised by their first bytes, or by the control characters they are full of.

use super::ebcdic;
use super::{Encoding, ReadError};

/// How much of an input is looked at.
const SAMPLE: usize = 8192;

const MAGICS: &[(usize, &[u8], &str)] = &[
    (0, b"\x7FELF", "an ELF program"),
    (0, b"PK\x03\x04", "a ZIP archive"),
    (0, b"PK\x05\x06", "a ZIP archive"),
    (0, b"\x1F\x8B", "gzip data"),
    (0, b"\x1F\x9D", "compress (.Z) data"),
    (0, b"BZh", "bzip2 data"),
    (0, b"\xFD7zXZ\0", "xz data"),
    (0, b"\x28\xB5\x2F\xFD", "zstandard data"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (0, b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (0, b"\xFF\xD8\xFF", "a JPEG image"),
    (0, b"GIF8", "a GIF image"),
    (0, b"%PDF-", "a PDF document"),
    (0, b"\xCA\xFE\xBA\xBE", "a Java class"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a Microsoft Office document"),
    // TRANSMIT output: a length, a flag byte, then INMR01 in EBCDIC.
    (2, b"\xC9\xD5\xD4\xD9\xF0\xF1", "a TSO TRANSMIT (XMI) file"),
    (257, b"ustar", "a tar (pax) archive"),
    (0, b"070707", "a cpio (pax) archive"),
    (0, b"070701", "a cpio archive"),
];

/// Refuses what its first bytes show to be no text that is read here.
pub(super) fn refuse_by_magic(bytes: &[u8]) -> Result<(), ReadError> {
    let is_there =
        |&&(at, magic, _): &&(usize, &[u8], &str)| bytes.get(at..).is_some_and(|b| b.starts_with(magic));
    if let Some((_, _, what)) = MAGICS.iter().find(is_there) {
        return Err(ReadError::Binary(what));
    }
    match wide(bytes) {
        Some(what) => Err(ReadError::Unsupported(what)),
        None => Ok(()),
    }
}

/// UTF-16 and UTF-32, by byte order mark or by every second byte being NUL.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => return Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => return Some("UTF-16"),
        _ => {}
    }
    let sample = &bytes[..bytes.len().min(SAMPLE) & !3];
    if sample.len() < 8 {
        return None;
    }
    let mut nul = [0usize; 4];
    for group in sample.chunks_exact(4) {
        for (count, &byte) in nul.iter_mut().zip(group) {
            *count += usize::from(byte == 0);
        }
    }
    let groups = sample.len() / 4;
    // Nine of ten NUL, one of ten NUL.
    let empty = nul.map(|n| n * 10 >= groups * 9);
    let full = nul.map(|n| n * 10 <= groups);
    match (empty, full) {
        ([false, true, true, true], [true, ..]) | ([true, true, true, false], [.., true]) => Some("UTF-32"),
        ([false, true, false, true], [true, _, true, _])
        | ([true, false, true, false], [_, true, _, true]) => Some("UTF-16"),
        _ => None,
    }
}

/// Refuses an input whose beginning is full of control characters when it is read as `encoding`.
pub(super) fn refuse_by_controls(bytes: &[u8], encoding: Encoding) -> Result<(), ReadError> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let character = |b: u8| match ebcdic::page(encoding) {
        Some(page) => page[usize::from(b)],
        // The bytes above ASCII are letters of several bytes in UTF-8, and control characters up to 0x9F in Latin-1.
        None if encoding == Encoding::Utf8 && !b.is_ascii() => 'x',
        None => char::from(b),
    };
    let controls = sample
        .iter()
        .map(|&b| character(b))
        .filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0B' | '\x0C' | '\x1A' | '\u{85}'))
        .count();
    if controls >= 8 && controls * 10 >= sample.len() {
        return Err(ReadError::Binary("more than one in ten of its first characters is a control character"));
    }
    Ok(())
}
