//! What each byte of a deck is.

/// A blank, a line end, a tab or any other control character: it separates words.
const BLANK: u8 = 1;
/// Part of a keyword or a command word. Every byte of a character beyond ASCII is.
const WORD: u8 = 2;
/// A parenthesis.
const PAREN: u8 = 4;
/// Stands nowhere outside a value: comma, semicolon, equals sign, quotes, asterisk.
const STRAY: u8 = 8;

/// The class of each byte.
static CLASS: [u8; 256] = {
    let mut table = [WORD; 256];
    let mut byte = 0;
    while byte < 0x80 {
        table[byte] = match byte as u8 {
            0..=b' ' | 0x7f => BLANK,
            b'(' | b')' => PAREN,
            b',' | b';' | b'=' | b'\'' | b'"' | b'*' => STRAY,
            _ => WORD,
        };
        byte += 1;
    }
    table
};

/// Whether `byte` separates words.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    CLASS[byte as usize] == BLANK
}

/// Whether `byte` may stand in a word.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    CLASS[byte as usize] == WORD
}

/// Whether `byte` is a parenthesis.
#[inline]
pub(super) fn is_parenthesis(byte: u8) -> bool {
    CLASS[byte as usize] == PAREN
}

/// The first offset at or after `from` that holds no blank.
#[inline]
pub(super) fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && is_blank(bytes[at]) {
        at += 1;
    }
    at
}

/// The first offset at or after `from` that is not part of a word.
#[inline]
pub(super) fn skip_word(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && is_word(bytes[at]) {
        at += 1;
    }
    at
}

/// `from..to` without the blanks at its two ends. Where all is blank, the empty range at `from`.
#[inline]
pub(super) fn trim(bytes: &[u8], from: usize, to: usize) -> (usize, usize) {
    let (mut start, mut end) = (from, to);
    while start < end && is_blank(bytes[start]) {
        start += 1;
    }
    if start == end {
        return (from, from);
    }
    while is_blank(bytes[end - 1]) {
        end -= 1;
    }
    (start, end)
}
