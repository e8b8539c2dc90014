//! The value of a parameter as CICS reads it, and the operands in it.
//!
//! A value may be broken over records. The checks read it joined; [`Value::span`] leads a place of the joined text
//! back to the source.

use crate::text::Span;
use std::borrow::Cow;
use std::ops::Range;

/// A value, joined.
#[derive(Debug)]
pub(super) struct Value<'a> {
    /// What CICS reads.
    pub(super) text: Cow<'a, str>,
    /// The whole of it in the source.
    pub(super) whole: Span,
    /// The parts of the source that were joined, with the offset of each in `text`; none when the source is read as
    /// it stands.
    pieces: Vec<(usize, Span)>,
}

impl<'a> Value<'a> {
    /// Joins `pieces` of `text`.
    pub(super) fn join(text: &'a str, pieces: &[Span]) -> Self {
        match *pieces {
            [] => Self { text: Cow::Borrowed(""), whole: Span::default(), pieces: Vec::new() },
            [one] => Self { text: Cow::Borrowed(one.of_text(text)), whole: one, pieces: Vec::new() },
            [first, .., last] => {
                let mut joined = String::new();
                let mut seams = Vec::with_capacity(pieces.len());
                for piece in pieces {
                    seams.push((joined.len(), *piece));
                    joined.push_str(piece.of_text(text));
                }
                Self { text: joined.into(), whole: first.to(last), pieces: seams }
            }
        }
    }

    /// Where `range` of the joined text stands in the source.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        if range.is_empty() { Span::new(start, start) } else { Span::new(start, self.place(range.end, true)) }
    }

    /// The place of `offset` of the joined text. At a seam it is the end of the piece before for the end of a
    /// range, else the start of the piece after.
    fn place(&self, offset: usize, end: bool) -> u32 {
        let after = self.pieces.partition_point(|(start, _)| if end { *start < offset } else { *start <= offset });
        match after.checked_sub(1).and_then(|n| self.pieces.get(n)) {
            Some((start, piece)) => piece.start + (offset - start) as u32,
            None => self.whole.start + offset as u32,
        }
    }
}

/// What a value is made of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Operands {
    /// It stands in parentheses.
    pub(super) list: bool,
    /// The operands, blanks next to them left out; an omitted one is empty.
    pub(super) ranges: Vec<Range<usize>>,
}

/// Takes `text` apart at its top-level commas, within the parentheses around it, if any. Commas in apostrophes or in
/// inner parentheses separate nothing. Whatever is unbalanced was reported by the parser, and is read leniently.
pub(super) fn operands(text: &str) -> Operands {
    let trimmed = trim(text, 0..text.len());
    let list = text[trimmed.clone()].starts_with('(');
    let mut inner = trimmed;
    if list {
        inner.start += 1;
    }
    let mut ranges = Vec::new();
    let mut start = inner.start;
    let mut end = inner.end;
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate().take(inner.end).skip(inner.start) {
        match byte {
            b'\'' => quoted = !quoted,
            _ if quoted => {}
            b'(' => depth += 1,
            b')' if depth == 0 && list => {
                end = at;
                break;
            }
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                ranges.push(trim(text, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    ranges.push(trim(text, start..end.max(start)));
    Operands { list, ranges }
}

/// `range` without the blanks at its ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}

/// What stands between the apostrophes of `text`, where it is quoted.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('\'')?.strip_suffix('\'')
}

/// How many characters a quoted text has: two apostrophes stand for one.
pub(super) fn length(text: &str) -> usize {
    text.chars().count() - text.matches("''").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_taken_apart_at_top_level_commas() {
        let cases: &[(&str, bool, &[&str])] = &[
            ("YES", false, &["YES"]),
            ("", false, &[""]),
            ("(YES)", true, &["YES"]),
            ("()", true, &[""]),
            ("(COLD,,5)", true, &["COLD", "", "5"]),
            ("( A , B )", true, &["A", "B"]),
            ("(P='a,b',Q='c''),(')", true, &["P='a,b'", "Q='c''),('"]),
            ("((A,B),C)", true, &["(A,B)", "C"]),
            ("A,B", false, &["A", "B"]),
            ("(A,B", true, &["A", "B"]),
            ("(A)B", true, &["A"]),
            ("'a,b'", false, &["'a,b'"]),
            ("(é,ü)", true, &["é", "ü"]),
        ];
        for (text, list, expected) in cases {
            let Operands { list: is_list, ranges } = operands(text);
            let found: Vec<_> = ranges.into_iter().map(|range| &text[range]).collect();
            assert_eq!((is_list, found.as_slice()), (*list, *expected), "{text}");
        }
    }

    #[test]
    fn places_of_a_joined_value_lead_back_to_the_source() {
        let text = "X=(AB,   remark\n  CD)\n";
        let value = Value::join(text, &[Span::new(2, 6), Span::new(18, 21)]);
        assert_eq!(value.text, "(AB,CD)");
        let found: Vec<_> =
            operands(&value.text).ranges.into_iter().map(|range| value.span(range).of_text(text)).collect();
        assert_eq!(found, ["AB", "CD"]);
        assert_eq!(value.span(0..7), Span::new(2, 21));
    }

    #[test]
    fn many_open_parentheses_take_linear_time() {
        let text = "(".repeat(200_000);
        assert_eq!(operands(&text).ranges.len(), 1);
        assert_eq!(operands(&",".repeat(200_000)).ranges.len(), 200_001);
    }
}
