//! Records, and what stands beyond column 71 of one.
//!
//! DFHCSDUP reads columns 1 to 71 of each record. Column 72 may hold `*`, which continues a value in column 1
//! of the next record; columns 73 to 80 may hold sequence numbers. Columns count characters.

use super::bytes::{is_blank, is_parenthesis};
use crate::syntax::ProblemKind;
use std::ops::Range;

/// Columns of a record that DFHCSDUP reads.
pub(super) const READ_COLUMNS: usize = 71;
/// Columns 73 to 80.
const SEQUENCE_COLUMNS: usize = 8;

/// The records of a text, as ranges without their line ends.
#[derive(Clone, Debug)]
pub(super) struct Records<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Records<'t> {
    /// The records of `text[range]`.
    pub(super) fn new(text: &'t str, range: Range<usize>) -> Self {
        Self { text, at: range.start, end: range.end }
    }
}

impl Iterator for Records<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        let bytes = &self.text.as_bytes()[start..self.end];
        let mut length = match memchr::memchr(b'\n', bytes) {
            Some(length) => {
                self.at = start + length + 1;
                length
            }
            None => {
                self.at = self.end;
                bytes.len()
            }
        };
        if length > 0 && bytes[length - 1] == b'\r' {
            length -= 1;
        }
        Some(start..start + length)
    }
}

/// How a record ends, seen from column 71.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// How many bytes of the record are read.
    pub(super) kept: usize,
    /// Whether `*` in column 72 continues an open value.
    pub(super) continued: bool,
    /// What is wrong, and where (bytes of the record).
    pub(super) fault: Option<(ProblemKind, Range<usize>)>,
}

/// Looks at the end of `record`. `open` says whether a value is open at the byte it is given, the end of
/// column 71; it is asked only where the record has text beyond.
pub(super) fn tail(record: &str, open: impl FnOnce(usize) -> bool) -> Tail {
    let whole = Tail { kept: record.len(), continued: false, fault: None };
    if record.len() <= READ_COLUMNS {
        return whole;
    }
    let text = trim_end(record);
    let Some(cut) = column(text, READ_COLUMNS) else { return whole };
    beyond(text, cut, open(cut))
}

/// The end of a record that has text at or beyond column 72, which begins at `cut`.
fn beyond(text: &str, cut: usize, open: bool) -> Tail {
    let mut rest = text[cut..].chars();
    let Some(mark) = rest.next() else { return Tail { kept: cut, continued: false, fault: None } };
    let rest = rest.as_str();
    let after = text.len() - rest.len();
    let long = column(rest, SEQUENCE_COLUMNS).is_some();
    let joined = text[..cut].bytes().next_back().is_some_and(|byte| !is_blank(byte));
    let parenthesis = rest.bytes().any(is_parenthesis);

    let meant = || {
        let from = cut + (text.len() - cut - text[cut..].trim_start().len());
        let fault = Some((ProblemKind::TextBeyondColumn71, from..text.len()));
        Tail { kept: text.len(), continued: false, fault }
    };
    let dropped = |fault| Tail { kept: cut, continued: false, fault };
    if long || parenthesis {
        return meant();
    }
    if mark.is_whitespace() || (mark as u32) < 0x20 {
        return if open && reads_as_text(rest) { meant() } else { dropped(None) };
    }
    if mark == '*' {
        return match open {
            true => Tail { kept: cut, continued: true, fault: None },
            false => dropped(Some((ProblemKind::ContinuationOfNothing, cut..after))),
        };
    }
    if !rest.trim().is_empty() && !is_sequence(rest) {
        return meant();
    }
    let fault = Some((ProblemKind::Column72, cut..after));
    let kept = if joined || matches!(mark, '(' | ')') { after } else { cut };
    Tail { kept, continued: false, fault }
}

/// Whether columns 73 to 80 look like words of the open value rather than a sequence number or a change mark,
/// which hold a digit or a national character.
fn reads_as_text(rest: &str) -> bool {
    let rest = rest.trim();
    rest.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '-' | '\''))
        && rest.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// Whether columns 73 to 80 look like a sequence number behind a mark in column 72.
fn is_sequence(rest: &str) -> bool {
    rest.bytes().any(|b| b.is_ascii_digit())
        && rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'@' | b'#' | b'$'))
}

/// The byte at which the character after `count` characters begins, or `None` where there is none.
pub(super) fn column(text: &str, count: usize) -> Option<usize> {
    match text.as_bytes().get(..=count) {
        None => None,
        Some(head) if head.is_ascii() => Some(count),
        Some(_) => text.char_indices().nth(count).map(|(at, _)| at),
    }
}

/// Whether `record`, whose first character is at `first`, is a comment: an asterisk in column 1, or one that stands
/// first in the record. Where the record before is `continued`, only column 1 counts.
#[inline]
pub(super) fn is_comment(record: &str, first: usize, continued: bool) -> bool {
    record.as_bytes().get(first) == Some(&b'*') && (first == 0 || !continued)
}

/// Whether `record`, whose first character is at `first`, is a directive of a template (`{% if x %}`, `{# note #}`).
#[inline]
pub(super) fn is_directive(record: &str, first: usize, continued: bool) -> bool {
    let bytes = &record.as_bytes()[first..];
    !continued && (bytes.starts_with(b"{%") || bytes.starts_with(b"{#"))
}

/// `record` without the blanks at its end.
pub(super) fn trim_end(record: &str) -> &str {
    let mut end = record.len();
    while end > 0 && is_blank(record.as_bytes()[end - 1]) {
        end -= 1;
    }
    &record[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ProblemKind::{Column72, ContinuationOfNothing, TextBeyondColumn71};

    /// Column 71, what stands beyond, whether a value is open; how many of the columns beyond are read, whether
    /// the value is continued, and the problem.
    type Case = (char, &'static str, bool, usize, bool, Option<ProblemKind>);

    #[test]
    fn ends_of_records() {
        let cases: [Case; 18] = [
            (' ', "         ", false, 9, false, None),
            (')', " 00010000", false, 0, false, None),
            ('x', " 00010000", true, 0, false, None),
            (' ', " @P1A", true, 0, false, None),
            (' ', " NEW", false, 0, false, None),
            (' ', " <===", false, 0, false, None),
            ('x', " and so", true, 7, false, Some(TextBeyondColumn71)),
            ('x', " Y(1)", false, 5, false, Some(TextBeyondColumn71)),
            ('x', "*", true, 0, true, None),
            ('x', "*00010000", true, 0, true, None),
            ('x', "*)", true, 2, false, Some(TextBeyondColumn71)),
            (')', "*", false, 0, false, Some(ContinuationOfNothing)),
            ('x', ")", true, 1, false, Some(Column72)),
            ('x', "y00010000", true, 1, false, Some(Column72)),
            (' ', "X", false, 0, false, Some(Column72)),
            (' ', "X00010000", false, 0, false, Some(Column72)),
            ('x', "yz", true, 2, false, Some(TextBeyondColumn71)),
            (' ', "          X", false, 11, false, Some(TextBeyondColumn71)),
        ];
        for (last, beyond, open, read, continued, problem) in cases {
            for first in ["a", "\u{e9}"] {
                let record = format!("{first}{}{last}{beyond}", " ".repeat(69));
                let tail = tail(&record, |column| {
                    assert_eq!(column, record.len() - beyond.len());
                    open
                });
                let kept = tail.kept - (record.len() - beyond.len());
                let kind = tail.fault.map(|(kind, _)| kind);
                assert_eq!(
                    (kept, tail.continued, kind),
                    (read, continued, problem),
                    "{last}{beyond:?} {open}"
                );
            }
        }
    }

    #[test]
    fn records_end_at_line_ends() {
        let text = "a\r\n\nb\rc\nd";
        let records: Vec<&str> = Records::new(text, 0..text.len()).map(|record| &text[record]).collect();
        assert_eq!(records, ["a", "", "b\rc", "d"]);
    }
}
