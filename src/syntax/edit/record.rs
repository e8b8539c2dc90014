//! One record: its columns, and a replacement in it that leaves the columns beyond where they are.

use super::{Edits, Refused};
use crate::syntax::lines::{column_offset, trim_end};
use crate::text::{Edit, Span};

/// A replacement would cross a record end.
pub(super) const SEVERAL_RECORDS: Refused = Refused("it goes on over several records");
/// A replacement would run beyond the last column.
pub(super) const TOO_LONG: Refused = Refused("the record has no room for it");
/// No record: looking for its ends would take too long.
const NO_RECORD: Refused = Refused("the line is too long for a record");
/// The longest line that is edited, in bytes.
const LONGEST: usize = 1024;
/// A tab makes columns uncertain.
const TAB: Refused = Refused("the record holds a tab");

/// A record of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'t> {
    pub(super) text: &'t str,
    /// The record without its line end.
    pub(super) line: Span,
    /// Where the columns end that are read.
    pub(super) field_end: u32,
    /// The last column that is read.
    columns: usize,
}

impl<'t> Record<'t> {
    /// The record that holds the byte at `at`, of which `columns` are read.
    pub(super) fn at(text: &'t str, at: u32, columns: usize) -> Result<Self, Refused> {
        let bytes = text.as_bytes();
        let at = (at as usize).min(bytes.len());
        let (first, last) = (at.saturating_sub(LONGEST), (at + LONGEST).min(bytes.len()));
        let start = match memchr::memrchr(b'\n', &bytes[first..at]) {
            Some(end) => first + end + 1,
            None if first == 0 => 0,
            None => return Err(NO_RECORD),
        };
        let end = match memchr::memchr(b'\n', &bytes[at..last]) {
            Some(end) => at + end,
            None if last == bytes.len() => last,
            None => return Err(NO_RECORD),
        };
        let end = if end > start && bytes[end - 1] == b'\r' { end - 1 } else { end };
        let line = Span::of(start..end);
        Ok(Self { text, line, field_end: column_offset(text, line, columns + 1), columns })
    }

    /// The whole record with its line end.
    pub(super) fn whole(&self) -> Span {
        let after = self.text.as_bytes().get(self.line.end as usize..).unwrap_or_default();
        let next =
            memchr::memchr(b'\n', after).map_or(self.text.len() as u32, |at| self.line.end + at as u32 + 1);
        if next == self.line.end && self.line.start > 0 {
            // The last record of a text that ends without a line end.
            let before = &self.text[..self.line.start as usize];
            let start = before.strip_suffix('\n').map_or(before, |b| b.strip_suffix('\r').unwrap_or(b)).len();
            return Span::new(start as u32, self.line.end);
        }
        Span::new(self.line.start, next)
    }

    /// What is read of it, without the blanks at its end.
    pub(super) fn field(&self) -> Span {
        trim_end(self.text, Span::new(self.line.start, self.field_end))
    }

    /// The blanks that the record begins with.
    pub(super) fn indent(&self) -> &'t str {
        let field = self.field().of_text(self.text);
        &field[..field.len() - field.trim_start_matches(' ').len()]
    }

    /// The line end of the text here.
    pub(super) fn line_end(&self) -> &'static str {
        let ends_in_cr = |at: usize| at > 0 && self.text.as_bytes()[at - 1] == b'\r';
        let after = self.text.as_bytes().get(self.line.end as usize..).unwrap_or_default();
        let crlf = match after {
            [] => self.line.start > 1 && ends_in_cr(self.line.start as usize - 1),
            _ => after[0] == b'\r',
        };
        if crlf { "\r\n" } else { "\n" }
    }

    /// The columns of `text`, had it to stand in a record alone.
    pub(super) fn fits(&self, text: &str) -> bool {
        text.chars().count() <= self.columns
    }

    /// Whether the columns beyond those that are read hold anything, be it blanks that fill the record up.
    fn is_filled_up(&self) -> bool {
        let line = self.line.of_text(self.text);
        self.field_end < self.line.end || (line.ends_with(' ') && line.chars().count() == self.columns)
    }

    /// Puts `by` in place of `span`, and keeps what stands beyond the columns that are read where it is. `remark` are
    /// blanks further on that may give or take the difference.
    pub(super) fn replace_before(&self, span: Span, by: &str, remark: Option<Span>) -> Edits {
        let width = |text: &str| text.chars().count();
        let (old, new) = (width(span.of_text(self.text)), width(by));
        match remark {
            Some(blanks) if old < new && new - old < blanks.len() && span.end <= blanks.start => {
                let taken = Span::new(blanks.start, blanks.start + (new - old) as u32);
                Ok(merged(span, by, taken, ""))
            }
            Some(blanks) if old > new && span.end <= blanks.start => {
                let at = Span::new(blanks.start, blanks.start);
                Ok(merged(span, by, at, &" ".repeat(old - new)))
            }
            _ => self.replace(span, by),
        }
    }

    /// Puts `by` in place of `span`, and keeps what stands beyond the columns that are read where it is.
    pub(super) fn replace(&self, span: Span, by: &str) -> Edits {
        if span.start < self.line.start || span.end > self.field_end {
            return Err(SEVERAL_RECORDS);
        }
        if self.line.of_text(self.text).contains('\t') && self.is_filled_up() {
            return Err(TAB);
        }
        let field = self.field();
        let rest = Span::new(span.end, field.end.max(span.end));
        let width = |span: Span| span.of_text(self.text).chars().count();
        let before = width(Span::new(self.line.start, span.start));
        let length = before + by.chars().count() + width(rest);
        if length > self.columns {
            return Err(TOO_LONG);
        }
        let edit = Edit { span, text: by.to_owned() };
        let (old, new) = (width(span), by.chars().count());
        if !self.is_filled_up() || old == new {
            return Ok(vec![edit]);
        }
        let gap = rest.end;
        Ok(match new > old {
            true => merged(span, by, Span::new(gap, gap + (new - old) as u32), ""),
            false => merged(span, by, Span::new(gap, gap), &" ".repeat(old - new)),
        })
    }

    /// Cuts the record in two: up to `first_end` it stays, from `second` on it goes into a new record behind
    /// `indent`. `by` goes in place of `span`, which lies in one of the two. What stands beyond the columns that are
    /// read stays with the first.
    pub(super) fn cut(
        &self,
        first_end: u32,
        second: u32,
        indent: &str,
        span: Span,
        by: &str,
    ) -> Option<Edit> {
        let part = |from: u32, to: u32| {
            if span.start < from || span.end > to {
                return Span::new(from, to).of_text(self.text).to_owned();
            }
            let (head, tail) = (Span::new(from, span.start), Span::new(span.end, to));
            format!("{}{by}{}", head.of_text(self.text), tail.of_text(self.text))
        };
        let first = part(self.line.start, first_end);
        let second = format!("{indent}{}", part(second, self.field().end));
        if !self.fits(&first) || !self.fits(&second) {
            return None;
        }
        let beyond = Span::new(self.field_end, self.line.end).of_text(self.text);
        let fill = if beyond.is_empty() { 0 } else { self.columns - first.chars().count() };
        let text = format!("{first}{}{beyond}{}{second}", " ".repeat(fill), self.line_end());
        // What does not change at the start is left out of the edit.
        let same = text.bytes().zip(self.line.of_text(self.text).bytes()).take_while(|(a, b)| a == b).count();
        let same = (0..=same).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let span = Span::new(self.line.start + same as u32, self.line.end);
        Some(Edit { span, text: text[same..].to_owned() })
    }
}

/// Two edits, or one where they touch.
fn merged(span: Span, by: &str, then: Span, fill: &str) -> Vec<Edit> {
    if then.start == span.end {
        return vec![Edit { span: Span::new(span.start, then.end), text: format!("{by}{fill}") }];
    }
    vec![Edit { span, text: by.to_owned() }, Edit { span: then, text: fill.to_owned() }]
}
