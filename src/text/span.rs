//! A range of the text of a [`Source`](super::Source).

use std::ops::Range;

/// A half-open range of byte offsets into the text of one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span of `range`. Offsets beyond `u32` are cut off; sources of that size are never built.
    pub fn of(range: Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds nothing.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text under the span, or the empty string when the span does not fit `text`.
    pub fn of_text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// The first character under the span.
    pub fn first_character(self, text: &str) -> Self {
        let first = self.of_text(text).chars().next().map_or(0, char::len_utf8);
        Self { start: self.start, end: self.start + first as u32 }
    }

    /// The last character under the span.
    pub fn last_character(self, text: &str) -> Self {
        let last = self.of_text(text).chars().next_back().map_or(0, char::len_utf8);
        Self { start: self.end - last as u32, end: self.end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The number of a file in one run, in the order in which files are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);
