//! Text from outside, made safe to show.
//!
//! Decks, file names and messages that quote them may hold control characters. A terminal would obey them, and
//! XML 1.0 has no way to write them, so they are replaced by pictures of themselves.

use std::borrow::Cow;

/// `text` with every character that a terminal might obey, line ends among them, replaced. Tabs stay.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    replace(text, |c| c == '\t')
}

/// As [`visible`], but line feeds stay too.
pub(super) fn visible_lines(text: &str) -> Cow<'_, str> {
    replace(text, |c| matches!(c, '\t' | '\n'))
}

fn replace(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Bytes of printable ASCII decide nearly every text.
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) || !text.chars().any(|c| is_unsafe(c) && !keep(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_unsafe(c) && !keep(c) { picture(c) } else { c }).collect())
}

/// Controls, and the marks that reorder or hide text.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
        || matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

fn picture(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        _ => '\u{FFFD}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_unsafe_is_replaced() {
        let table = [
            ("DEFINE FILE(F)", "DEFINE FILE(F)"),
            ("Größe\t€ – 日本", "Größe\t€ – 日本"),
            ("\x1B[31mred\x07", "␛[31mred␇"),
            ("a\0b\x7Fc\u{85}d\u{9B}", "a␀b␡c\u{FFFD}d\u{FFFD}"),
            ("a\u{202E}b\u{200B}", "a\u{FFFD}b\u{FFFD}"),
            ("one\r\ntwo", "one␍␊two"),
        ];
        for (text, shown) in table {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_lines("one\ntwo\x1B"), "one\ntwo␛");
    }
}
