//! The types of expressions, and what the catalogue says of an attribute or parameter.

use crate::catalog::{Domain, Shape, ValueType};

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// true or false.
    Bool,
    /// A number; a size in bytes.
    Number,
    /// A time, in milliseconds.
    Time,
    /// A text.
    Text,
}

impl Base {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::Time => "a time",
            Self::Text => "a text",
        }
    }
}

/// The type of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Ty {
    /// What it is.
    pub base: Base,
    /// The values that it can have, where it is an attribute or a parameter.
    pub domain: Option<&'static Domain>,
}

impl PartialEq for Ty {
    fn eq(&self, other: &Self) -> bool {
        let place = |ty: &Self| ty.domain.map(std::ptr::from_ref);
        self.base == other.base && place(self) == place(other)
    }
}

impl Ty {
    pub(super) const BOOL: Self = Self { base: Base::Bool, domain: None };
    pub(super) const NUMBER: Self = Self { base: Base::Number, domain: None };
    pub(super) const TIME: Self = Self { base: Base::Time, domain: None };
    pub(super) const TEXT: Self = Self { base: Base::Text, domain: None };

    /// The type of an attribute or parameter with this domain.
    pub(in crate::rules) fn of(domain: &'static Domain) -> Self {
        Self { base: base(domain), domain: Some(domain) }
    }

    /// Whether it is a number or a time that may be a word instead.
    pub(super) fn has_words(self) -> bool {
        matches!(self.base, Base::Number | Base::Time)
            && self.domain.is_some_and(|d| words(d).next().is_some())
    }
}

/// The words that a value may be, those of other releases included.
pub(super) fn words(domain: &'static Domain) -> impl Iterator<Item = &'static str> {
    let known = domain.values.iter().chain(domain.special).chain(domain.obsolete_values).copied();
    known.chain(domain.later_values.iter().map(|(word, _)| *word))
}

/// Whether a value is one of the words, and nothing else.
pub(super) fn is_closed(domain: &Domain) -> bool {
    matches!(domain.value_type, ValueType::Enum | ValueType::YesNo) && !domain.open_values
}

fn base(domain: &Domain) -> Base {
    match (domain.value_type, domain.shape) {
        (ValueType::Integer | ValueType::Time, Shape::Parts) => Base::Text,
        (ValueType::Integer | ValueType::Time, Shape::Mmss | Shape::Hhmmss | Shape::Hhmm) => Base::Time,
        (ValueType::Integer | ValueType::Time | ValueType::Storage, _) => Base::Number,
        _ => Base::Text,
    }
}

/// A number, size or time as it is written, in its unit; a time of a shape in milliseconds.
pub(super) fn number(domain: &Domain, text: &str) -> Option<i64> {
    let (digits, factor) = match (domain.value_type, text.as_bytes().last()) {
        (ValueType::Storage, Some(b'K' | b'k')) => (text.get(..text.len() - 1)?, 1 << 10),
        (ValueType::Storage, Some(b'M' | b'm')) => (text.get(..text.len() - 1)?, 1 << 20),
        (ValueType::Storage, Some(b'G' | b'g')) => (text.get(..text.len() - 1)?, 1 << 30),
        _ => (text, 1),
    };
    let number = digits_to_number(digits)?;
    match domain.shape {
        Shape::Mmss => (number / 100 * 60 + number % 100).checked_mul(1_000),
        Shape::Hhmmss => {
            (number / 10_000 * 3_600 + number / 100 % 100 * 60 + number % 100).checked_mul(1_000)
        }
        Shape::Hhmm => (number / 100 * 60 + number % 100).checked_mul(60_000),
        _ => number.checked_mul(factor),
    }
}

/// Decimal digits, at most 15 of them (no attribute has more), with a sign before them or none.
pub(super) fn digits_to_number(digits: &str) -> Option<i64> {
    let (negative, digits) = match digits.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        all => (false, all),
    };
    if digits.is_empty() || digits.len() > 15 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
    Some(if negative { -number } else { number })
}

/// A time in milliseconds as an attribute or parameter of this domain takes it; `None` where it cannot.
pub(in crate::rules) fn written(domain: &Domain, number: i64) -> Option<String> {
    let seconds = number / 1_000;
    let whole_seconds = number % 1_000 == 0 && number >= 0;
    match domain.shape {
        Shape::Mmss if whole_seconds => Some(format!("{}{:02}", seconds / 60, seconds % 60)),
        Shape::Hhmmss if whole_seconds => {
            Some(format!("{}{:02}{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60))
        }
        Shape::Hhmm if whole_seconds && seconds % 60 == 0 => {
            Some(format!("{}{:02}", seconds / 3_600, seconds / 60 % 60))
        }
        Shape::Mmss | Shape::Hhmmss | Shape::Hhmm => None,
        _ if domain.value_type == ValueType::Storage => Some(size(number)),
        _ => Some(number.to_string()),
    }
}

/// A size in the greatest unit that it is a multiple of.
fn size(bytes: i64) -> String {
    for (unit, letter) in [(1 << 30, 'G'), (1 << 20, 'M'), (1 << 10, 'K')] {
        if bytes != 0 && bytes % unit == 0 {
            return format!("{}{letter}", bytes / unit);
        }
    }
    bytes.to_string()
}
