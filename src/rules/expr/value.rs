//! Values, and what the operators make of them.
//!
//! A value that is not known makes the result unknown, unless the result is the same whatever the value is. So
//! nothing here is ever wrong about what is not known; it says less at most.

use std::cmp::Ordering;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nobody can say.
    Unknown,
    /// There is none, and no default.
    Absent,
    /// True or false.
    Bool(bool),
    /// A number, a size in bytes, or a time in milliseconds.
    Number(i64),
    /// A number that is this or more.
    AtLeast(i64),
    /// A number with a fraction; only in formulas of costs.
    Real(f64),
    /// A word, a name or a text.
    Text(&'a str),
}

use Value::{Absent, AtLeast, Bool, Number, Real, Text, Unknown};

/// The operators that make a number of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// The remainder.
    Rest,
    CeilDiv,
    Min,
    Max,
}

/// The operators that compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl<'a> Value<'a> {
    /// Whether it is known to be true.
    pub fn is_true(self) -> bool {
        self == Bool(true)
    }

    /// `!`.
    pub(super) fn not(self) -> Self {
        match self {
            Bool(value) => Bool(!value),
            _ => Unknown,
        }
    }

    /// Unary minus.
    pub(super) fn negative(self) -> Self {
        match self {
            Number(number) => number.checked_neg().map_or(Unknown, Number),
            Real(number) => Real(-number),
            _ => Unknown,
        }
    }

    /// `&&`, where neither is known to be false beforehand.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Bool(false), _) | (_, Bool(false)) => Bool(false),
            (Bool(true), Bool(true)) => Bool(true),
            _ => Unknown,
        }
    }

    /// `||`.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Bool(true), _) | (_, Bool(true)) => Bool(true),
            (Bool(false), Bool(false)) => Bool(false),
            _ => Unknown,
        }
    }

    /// `has(x)`.
    pub(super) fn has(self) -> Self {
        match self {
            Unknown => Unknown,
            Absent => Bool(false),
            _ => Bool(true),
        }
    }

    /// `== "WORD"`.
    #[inline]
    pub(super) fn is_word(self, word: &str) -> Self {
        match self {
            Text(text) => Bool(text == word),
            Unknown => Unknown,
            _ => Bool(false),
        }
    }

    /// A comparison.
    #[inline]
    pub(super) fn compare(self, how: Comparison, other: Self) -> Self {
        if let (Number(a), Number(b)) = (self, other) {
            return Bool(how.holds(a.cmp(&b)));
        }
        self.compare_others(how, other)
    }

    fn compare_others(self, how: Comparison, other: Self) -> Self {
        match (self, other) {
            (Absent, _) | (_, Absent) => match how {
                Comparison::Equal => Bool(false),
                Comparison::Unequal => Bool(true),
                _ => Unknown,
            },
            (Unknown, _) | (_, Unknown) => Unknown,
            (Text(a), Text(b)) => match how {
                Comparison::Equal => Bool(a == b),
                Comparison::Unequal => Bool(a != b),
                _ => Unknown,
            },
            (Text(_), _) | (_, Text(_)) => match how {
                // A word beside a number: it is another value, and no less and no more.
                Comparison::Equal => Bool(false),
                Comparison::Unequal => Bool(true),
                _ => Unknown,
            },
            (Bool(a), Bool(b)) => Bool(how.holds(a.cmp(&b))),
            (AtLeast(least), Number(b)) => at_least(least, how, b),
            (Number(a), AtLeast(least)) => at_least(least, how.turned(), a),
            (AtLeast(_), AtLeast(_)) => Unknown,
            (a, b) => match (a.real(), b.real()) {
                (Some(a), Some(b)) => a.partial_cmp(&b).map_or(Unknown, |ordering| Bool(how.holds(ordering))),
                _ => Unknown,
            },
        }
    }

    /// Arithmetic on whole numbers; division rounds down.
    #[inline]
    pub(super) fn calculate(self, how: Arithmetic, other: Self) -> Self {
        match (self, other) {
            (Number(a), Number(b)) => how.of(a, b).map_or(Unknown, Number),
            (AtLeast(a), Number(b)) => match how {
                Arithmetic::Min if b <= a => Number(b),
                Arithmetic::Rest => Unknown,
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::CeilDiv if b < 0 => Unknown,
                _ => how.of(a, b).map_or(Unknown, AtLeast),
            },
            (Number(a), AtLeast(b)) => match how {
                Arithmetic::Min if a <= b => Number(a),
                Arithmetic::Multiply if a < 0 => Unknown,
                Arithmetic::Add | Arithmetic::Multiply | Arithmetic::Min | Arithmetic::Max => {
                    how.of(a, b).map_or(Unknown, AtLeast)
                }
                _ => Unknown,
            },
            (AtLeast(a), AtLeast(b)) => match how {
                Arithmetic::Multiply if a < 0 || b < 0 => Unknown,
                Arithmetic::Add | Arithmetic::Multiply | Arithmetic::Min | Arithmetic::Max => {
                    how.of(a, b).map_or(Unknown, AtLeast)
                }
                _ => Unknown,
            },
            (Real(_), _) | (_, Real(_)) => self.calculate_exactly(how, other),
            _ => Unknown,
        }
    }

    /// Arithmetic of formulas, with fractions.
    pub(super) fn calculate_exactly(self, how: Arithmetic, other: Self) -> Self {
        let (Some(a), Some(b)) = (self.real(), other.real()) else { return Unknown };
        let result = match how {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Divide => a / b,
            Arithmetic::Rest => a % b,
            Arithmetic::CeilDiv => (a / b).ceil(),
            Arithmetic::Min => a.min(b),
            Arithmetic::Max => a.max(b),
        };
        if result.is_finite() { Real(result) } else { Unknown }
    }

    /// The number with its fraction, where it is a number that is known.
    pub fn real(self) -> Option<f64> {
        match self {
            Number(number) => Some(number as f64),
            Real(number) => Some(number),
            _ => None,
        }
    }
}

/// A number that is `least` or more, compared with `b`.
fn at_least<'a>(least: i64, how: Comparison, b: i64) -> Value<'a> {
    match how {
        Comparison::More if least > b => Bool(true),
        Comparison::AtLeast if least >= b => Bool(true),
        Comparison::Less if least >= b => Bool(false),
        Comparison::AtMost if least > b => Bool(false),
        Comparison::Equal if least > b => Bool(false),
        Comparison::Unequal if least > b => Bool(true),
        _ => Unknown,
    }
}

impl Comparison {
    #[inline]
    pub(super) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::Unequal => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::More => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
        }
    }

    /// The same with its sides exchanged.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Equal | Self::Unequal => self,
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
        }
    }

    /// As it is written.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl Arithmetic {
    #[inline]
    pub(super) fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => floor_div(a, b),
            Self::Rest => a.checked_sub(floor_div(a, b)?.checked_mul(b)?),
            Self::CeilDiv => floor_div(a, b)?.checked_add(i64::from(a % b != 0)),
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
        }
    }

    /// As it is written, where it is an operator.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Rest => "%",
            Self::CeilDiv => "ceil_div",
            Self::Min => "min2",
            Self::Max => "max2",
        }
    }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_up = a % b != 0 && (a < 0) != (b < 0);
    quotient.checked_sub(i64::from(rounded_up))
}
