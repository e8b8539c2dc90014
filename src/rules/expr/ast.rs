//! An expression as it is written.

use super::value::{Arithmetic, Comparison};
use std::ops::Range;

/// One part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Ast {
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    /// How many parts stand in each other, from this one down.
    pub(super) depth: usize,
}

/// A word with its place.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    pub(super) text: String,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(i64),
    Real(f64),
    /// In milliseconds.
    Time(i64),
    Text(String),
    Bool(bool),
    List(Vec<Ast>),
    /// `attr.strings`
    Path(Vec<Word>),
    /// `model.` and the name of a constant.
    Constant(Word),
    Call(Call),
    Not(Box<Ast>),
    Negative(Box<Ast>),
    Binary(Operator, Box<Ast>, Box<Ast>),
    Choice(Box<Ast>, Box<Ast>, Box<Ast>),
}

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) name: Word,
    pub(super) arguments: Vec<Argument>,
    /// The attribute behind the parenthesis: `ref(..).execkey`.
    pub(super) field: Option<Word>,
}

/// `FILE.strings where attr.status == "ENABLED"`
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) value: Ast,
    pub(super) condition: Option<Ast>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Compare(Comparison),
    In,
    Calculate(Arithmetic),
}

impl Operator {
    /// Those that bind more tightly have a greater number.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) | Self::In => COMPARISON,
            Self::Calculate(Arithmetic::Add | Arithmetic::Subtract) => 4,
            Self::Calculate(_) => 5,
        }
    }

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Compare(how) => how.sign(),
            Self::In => "in",
            Self::Calculate(how) => how.sign(),
        }
    }
}

/// The precedence of comparisons, which do not chain.
pub(super) const COMPARISON: u8 = 3;
