//! Whether a value is one that CICS accepts.
//!
//! [`Domain::check`] answers for a value as it stands between the parentheses of an attribute, or behind the `=`
//! of a SIT parameter (with its own parentheses and apostrophes). It allocates nothing.
//!
//! What is not known is not complained of: blanks may stand beside the commas of a list, and the case of a value never makes it wrong, since CICS folds it where the case is not kept.

mod form;
mod operands;
#[cfg(test)]
mod tests;

use super::types::{Basis, Chars, Domain, Shape, ValueType};

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// There is none.
    Empty,
    /// It is none of the words allowed.
    NotOneOf,
    /// It begins exactly one of the words allowed. IBM's panels accept that; whether DFHCSDUP does in every case
    /// was not seen, so it is never an error.
    Abbreviated(&'static str),
    /// A word that was allowed once.
    ObsoleteValue(&'static str),
    /// A word that a later release allows.
    OnlyInLaterRelease {
        /// The word.
        value: &'static str,
        /// The release.
        release: &'static str,
    },
    /// It must be a number (or one of the words allowed beside it).
    NotANumber {
        /// Where the first character stands that is no digit.
        offset: usize,
    },
    /// A number that is too small or too great.
    OutOfRange {
        /// The number; `i64::MAX` where it has too many digits.
        number: i64,
        /// Least number allowed.
        min: Option<i64>,
        /// Greatest number allowed.
        max: Option<i64>,
        /// Which operand of a list; empty where it is no list.
        part: &'static str,
    },
    /// A number that is kept for CICS itself.
    Reserved {
        /// The number.
        number: i64,
    },
    /// A number that CICS rounds.
    NotAMultiple {
        /// The number (in bytes, for a size).
        number: i64,
        /// What it should be a multiple of.
        of: i64,
    },
    /// Too many characters.
    TooLong {
        /// How many there are.
        length: usize,
        /// How many there may be.
        max: u32,
    },
    /// A character that is not allowed.
    BadCharacter {
        /// Where it stands.
        offset: usize,
        /// The character.
        character: char,
    },
    /// A blank inside a value that may hold none.
    Blank {
        /// Where it stands.
        offset: usize,
    },
    /// It has not the form that it must have; the text says which.
    WrongForm(&'static str),
}

impl Violation {
    /// Whether only the last numbers of a list are missing, which was not seen to be refused.
    pub fn is_short(&self) -> bool {
        matches!(self, Self::WrongForm(operands::FEWER))
    }
}

impl Domain {
    /// Whether CICS accepts `value`.
    pub fn check(&self, value: &str) -> Result<(), Violation> {
        let inner = if self.quoted { operands::unwrapped(value) } else { value };
        let checked = self.check_inner(inner);
        match checked {
            Ok(()) => Ok(()),
            Err(violation) => Err(moved(violation, offset_in(value, inner))),
        }
    }

    /// The word that a value in capitals begins, where it takes words alone and this is the beginning of just one.
    pub fn written_out(&self, value: &str) -> Option<&'static str> {
        let words_alone = matches!(self.value_type, ValueType::Enum | ValueType::YesNo);
        if !words_alone || self.values.contains(&value) {
            return None;
        }
        match self.check_inner(value) {
            Err(Violation::Abbreviated(word)) => Some(word),
            _ => None,
        }
    }

    /// How sure the fact is that `violation` breaks.
    pub fn basis_of(&self, violation: &Violation) -> Basis {
        match violation {
            Violation::BadCharacter { .. } | Violation::Blank { .. } => self.chars_basis,
            // that DFHCSDUP or CICS refuses it was not seen
            Violation::Abbreviated(_) => Basis::Memory,
            Violation::WrongForm(operands::FEWER | form::SECONDS | form::MINUTES) => Basis::Memory,
            _ => self.basis,
        }
    }

    fn check_inner(&self, value: &str) -> Result<(), Violation> {
        if value.is_empty() {
            return Err(Violation::Empty);
        }
        match self.value_type {
            ValueType::Enum | ValueType::YesNo => self.word(value).unwrap_or(Err(Violation::NotOneOf)),
            ValueType::ReadOnly => Ok(()),
            ValueType::Keyword => Err(Violation::WrongForm("it takes no value")),
            ValueType::Integer | ValueType::Time | ValueType::Storage => self.number(value),
            ValueType::List | ValueType::Composite => self.operands(value),
            _ => self.text(value),
        }
    }

    /// Whether any word has a meaning of its own.
    fn has_words(&self) -> bool {
        let known =
            self.values.len() + self.special.len() + self.obsolete_values.len() + self.later_values.len();
        known > 0
    }

    /// The answer where `value` is a word that the domain knows, or the beginning of one.
    fn word(&self, value: &str) -> Option<Result<(), Violation>> {
        let same = |word: &&&str| word.eq_ignore_ascii_case(value);
        if self.values.iter().chain(self.special).any(|word| word.eq_ignore_ascii_case(value)) {
            return Some(Ok(()));
        }
        if let Some(word) = self.obsolete_values.iter().find(same) {
            return Some(Err(Violation::ObsoleteValue(word)));
        }
        if let Some((value, release)) =
            self.later_values.iter().find(|(word, _)| word.eq_ignore_ascii_case(value))
        {
            return Some(Err(Violation::OnlyInLaterRelease { value, release }));
        }
        let begins =
            |word: &&&str| word.get(..value.len()).is_some_and(|start| start.eq_ignore_ascii_case(value));
        let closed = !matches!(
            self.value_type,
            ValueType::Name | ValueType::UserId | ValueType::String | ValueType::Suffix | ValueType::Pattern
        );
        // SIT operands have no abbreviations, and a name is a name
        if self.quoted || !closed {
            return None;
        }
        let mut begun = self.values.iter().chain(self.special).filter(begins);
        match (begun.next(), begun.next()) {
            (Some(word), None) => Some(Err(Violation::Abbreviated(word))),
            _ => None,
        }
    }

    /// A number, a time or a size.
    fn number(&self, value: &str) -> Result<(), Violation> {
        if let Some(answer) =
            self.word(value).filter(|answer| !matches!(answer, Err(Violation::Abbreviated(_))))
        {
            return answer;
        }
        if self.shape == Shape::Parts {
            return self.operands(value);
        }
        let size = self.value_type == ValueType::Storage;
        let (digits, factor) = if size { form::size(value) } else { (value, 1) };
        let number = match form::decimal(digits) {
            Ok(number) => number.saturating_mul(factor),
            Err(violation) => return self.word(value).unwrap_or(Err(violation)),
        };
        if self.special.iter().any(|word| form::decimal(word) == Ok(number)) {
            return Ok(());
        }
        let (min, max) = (self.min, self.max);
        if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
            return Err(Violation::OutOfRange { number, min, max, part: "" });
        }
        if self.excluded.contains(&number) {
            return Err(Violation::Reserved { number });
        }
        form::time(self.shape, number)?;
        match self.multiple_of {
            Some(of) if number % of != 0 => Err(Violation::NotAMultiple { number, of }),
            _ => Ok(()),
        }
    }

    /// A name or a text.
    fn text(&self, value: &str) -> Result<(), Violation> {
        if let Some(answer) = if self.has_words() { self.word(value) } else { None } {
            return answer;
        }
        if self.quoted && value.starts_with('\'') {
            return self.length(operands::quoted_length(value));
        }
        self.characters(value)?;
        // no text has more characters than bytes
        if self.length(value.len()).is_err() {
            self.length(value.chars().count())?;
        }
        match self.shape {
            Shape::DsName => form::data_set_name(value),
            _ => Ok(()),
        }
    }

    fn length(&self, length: usize) -> Result<(), Violation> {
        match self.max_length {
            Some(max) if length > max as usize => Err(Violation::TooLong { length, max }),
            _ => Ok(()),
        }
    }

    fn characters(&self, value: &str) -> Result<(), Violation> {
        if self.value_type == ValueType::Hex {
            return form::hex(value);
        }
        let blanks = matches!(self.value_type, ValueType::String) && self.chars == Chars::Any;
        if let Chars::Any = self.chars {
            let blank = value.find(' ').filter(|_| !blanks);
            return blank.map_or(Ok(()), |offset| Err(Violation::Blank { offset }));
        }
        let body = match self.shape {
            Shape::Generic => value.strip_suffix('*').unwrap_or(value),
            _ => value,
        };
        if self.chars.allow_all(body.as_bytes()) {
            return Ok(());
        }
        match body.char_indices().find(|(_, character)| !self.chars.allow(*character)) {
            None => Ok(()),
            Some((offset, ' ')) => Err(Violation::Blank { offset }),
            Some((offset, character)) => Err(Violation::BadCharacter { offset, character }),
        }
    }
}

impl Chars {
    /// Whether `text` is ASCII and each of its characters is allowed: the usual case, told at a byte a step.
    fn allow_all(&self, text: &[u8]) -> bool {
        let Chars::Set { ascii, .. } = self else { return true };
        let halves = [*ascii as u64, (*ascii >> 64) as u64];
        let has = |byte: u8| halves[usize::from(byte >> 6 & 1)] >> (byte & 63) & 1 != 0;
        text.iter().all(|&byte| byte.is_ascii() && (has(byte) || has(byte.to_ascii_uppercase())))
    }

    /// Whether `character` is allowed. A small letter is, where the capital is: CICS folds it, or keeps it.
    ///
    /// `^` stands for `¬`: the same EBCDIC code (X'5F' of 037 and 1047) becomes the one or the other when a deck
    /// is brought to ASCII. In the same way the codes of `$`, `@` and `#` (X'5B', X'7C', X'7B') become other
    /// characters under national code pages: `£` in the United Kingdom, `§` in Germany, `Å` in Denmark, ...
    pub fn allow(&self, character: char) -> bool {
        let Chars::Set { ascii, beyond } = self else { return true };
        let has = |character: char| match u32::from(character) {
            code @ 0..=127 => ascii & (1 << code) != 0,
            _ => beyond.contains(character),
        };
        let national =
            || matches!(character, '£' | '§' | 'à' | 'À' | 'Å' | 'Æ' | 'Ø' | 'Ä' | 'Ö' | 'Ñ') && has('$');
        has(character) || has(character.to_ascii_uppercase()) || (character == '^' && has('¬')) || national()
    }
}

/// The same violation, with its place counted from `by` bytes further left.
fn moved(violation: Violation, by: usize) -> Violation {
    match violation {
        Violation::NotANumber { offset } => Violation::NotANumber { offset: offset + by },
        Violation::BadCharacter { offset, character } => {
            Violation::BadCharacter { offset: offset + by, character }
        }
        Violation::Blank { offset } => Violation::Blank { offset: offset + by },
        other => other,
    }
}

/// Where `inner`, a part of `outer`, begins in it.
fn offset_in(outer: &str, inner: &str) -> usize {
    (inner.as_ptr() as usize).saturating_sub(outer.as_ptr() as usize)
}
