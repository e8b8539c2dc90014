//! The value of a parameter, or one operand of it, as CICS reads it.

use super::Given;
use crate::syntax::sit;
use crate::text::Span;
use std::borrow::Cow;
use std::ops::Range;

/// A value or an operand, and its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    /// What CICS reads: joined, where it is broken over records.
    pub(super) text: Cow<'a, str>,
    /// Where it stands.
    pub(super) span: Span,
}

impl<'a> Word<'a> {
    /// The word at `span` of `text`, without the blanks at its ends.
    pub(super) fn new(text: &'a str, given: &Given<'_>, span: Span) -> Self {
        let word = given.symbols.resolve(sit::value_text(text, given.form, span));
        let blanks = word.len() - word.trim_start().len();
        Self { text: word, span }.part(blanks, |rest| rest.trim_end().len())
    }

    /// The operands of the value at `span`; an omitted one is empty.
    pub(super) fn operands(text: &'a str, given: &Given<'_>, span: Span) -> Vec<Self> {
        sit::operands(text, given.form, span).map(|operand| Self::new(text, given, operand)).collect()
    }

    /// Where `range` of it stands: exactly, where it is written as it is read, else the whole of it.
    pub(super) fn at(&self, range: Range<usize>) -> Span {
        match self.text {
            Cow::Borrowed(_) => {
                let start = self.span.start;
                Span::new(start + range.start as u32, start + range.end as u32)
            }
            Cow::Owned(_) => self.span,
        }
    }

    /// What stands between its apostrophes, where it has any.
    pub(super) fn unquoted(&self) -> Option<Self> {
        let quoted = self.text.len() >= 2 && self.text.starts_with('\'') && self.text.ends_with('\'');
        quoted.then(|| self.part(1, |rest| rest.len() - 1))
    }

    /// What stands on both sides of the first equals sign.
    pub(super) fn split_at_equals(&self) -> Option<(Self, Self)> {
        let equals = self.text.find('=')?;
        Some((self.part(0, |_| equals), self.part(equals + 1, str::len)))
    }

    /// The part from `start` on, of the length that `length` gives for the rest.
    fn part(&self, start: usize, length: impl Fn(&str) -> usize) -> Self {
        let end = start + length(&self.text[start..]);
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
            Cow::Owned(text) => Cow::Owned(text[start..end].to_owned()),
        };
        Self { text, span: self.at(start..end) }
    }

    /// Whether it is `word`, in any case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// How many characters it has: two apostrophes stand for one.
    pub(super) fn length(&self) -> usize {
        self.text.chars().count() - self.text.matches("''").count()
    }
}
