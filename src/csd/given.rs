//! The attributes that commands give, packed: a site's decks hold millions of them.
//!
//! An attribute takes one word of eight bytes, and one more behind it where its value is a name. A command keeps the
//! range of its words ([`GivenRange`](super::GivenRange)); [`GivenIter`] reads them, from either end.

use super::names::Sym;
use super::vocabulary::AttributeId;
use crate::text::Span;

/// One attribute that a command gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Which.
    pub attribute: AttributeId,
    /// `KEYWORD()`: the default is put back.
    pub null: bool,
    /// The value, as it stands in the text. Of one that is longer than any that CICS takes, its first 65,535 bytes.
    pub span: Span,
    /// The value as a name, folded, where the attribute takes names; [`Sym::NONE`] elsewhere.
    pub name: Sym,
}

/// One word: a value, or the name that the value before it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Where the value begins, or the number of the name.
    start: u32,
    length: u16,
    /// The attribute, or [`NAME`].
    tag: u16,
}

/// Marks a word that is a name.
const NAME: u16 = u16::MAX;

/// Adds an attribute to `words`.
pub(super) fn push(words: &mut Vec<Word>, attribute: AttributeId, span: Span, name: Sym) {
    let length = u16::try_from(span.len()).unwrap_or(u16::MAX);
    words.push(Word { start: span.start, length, tag: attribute.0 });
    if !name.is_none() {
        words.push(Word { start: name.index() as u32, length: 0, tag: NAME });
    }
}

/// Gives the names among `words` other numbers: `map` has one for each of now.
pub(super) fn renumber(words: &mut [Word], map: &[Sym]) {
    for word in words.iter_mut().filter(|word| word.tag == NAME) {
        if let Some(name) = map.get(word.start as usize) {
            word.start = name.index() as u32;
        }
    }
}

/// The attributes of one command, in order.
#[derive(Clone, Debug, Default)]
pub struct GivenIter<'a> {
    words: &'a [Word],
}

impl<'a> GivenIter<'a> {
    pub(super) fn new(words: &'a [Word]) -> Self {
        Self { words }
    }

    fn read(value: Word, name: Option<Word>) -> Given {
        let span = Span::new(value.start, value.start + u32::from(value.length));
        Given {
            attribute: AttributeId(value.tag),
            null: value.length == 0,
            span,
            name: name.map_or(Sym::NONE, |name| Sym::of_index(name.start)),
        }
    }
}

impl Iterator for GivenIter<'_> {
    type Item = Given;

    fn next(&mut self) -> Option<Given> {
        let (value, rest) = self.words.split_first()?;
        match rest.split_first() {
            Some((name, rest)) if name.tag == NAME => {
                self.words = rest;
                Some(Self::read(*value, Some(*name)))
            }
            _ => {
                self.words = rest;
                Some(Self::read(*value, None))
            }
        }
    }
}

impl DoubleEndedIterator for GivenIter<'_> {
    fn next_back(&mut self) -> Option<Given> {
        let (last, rest) = self.words.split_last()?;
        if last.tag != NAME {
            self.words = rest;
            return Some(Self::read(*last, None));
        }
        let (value, rest) = rest.split_last()?;
        self.words = rest;
        Some(Self::read(*value, Some(*last)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_from_either_end() {
        assert_eq!(size_of::<Word>(), 8);
        let given = |attribute, start, length, name| Given {
            attribute: AttributeId(attribute),
            null: length == 0,
            span: Span::new(start, start + length),
            name,
        };
        let all = [
            given(3, 10, 4, Sym::NONE),
            given(7, 20, 8, Sym::of_index(41)),
            given(8, 30, 0, Sym::NONE),
            given(9, 40, 2, Sym::of_index(0)),
        ];
        let mut words = Vec::new();
        for one in &all {
            push(&mut words, one.attribute, one.span, one.name);
        }
        assert_eq!(words.len(), 6);
        assert!(GivenIter::new(&words).eq(all));
        assert!(GivenIter::new(&words).rev().eq(all.into_iter().rev()));
        renumber(&mut words, &[Sym::of_index(5)]);
        assert_eq!(GivenIter::new(&words).next_back().map(|given| given.name), Some(Sym::of_index(5)));
    }
}
