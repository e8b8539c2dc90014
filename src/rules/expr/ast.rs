//! An expression as it is written.

use super::value::{Arithmetic, Comparison};
use std::ops::Range;

/// One part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Ast<'t> {
    pub(super) span: Range<usize>,
    pub(super) kind: Kind<'t>,
    /// How many parts stand in each other, from this one down.
    pub(super) depth: usize,
}

/// A word with its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    pub(super) span: Range<usize>,
    pub(super) text: &'t str,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'t> {
    Number(i64),
    Real(f64),
    /// In milliseconds.
    Time(i64),
    Text(&'t str),
    Bool(bool),
    List(Vec<Ast<'t>>),
    /// `attr.strings`
    Path(Vec<Word<'t>>),
    /// `model.` and the name of a constant.
    Constant(Word<'t>),
    Call(Call<'t>),
    Not(Box<Ast<'t>>),
    Negative(Box<Ast<'t>>),
    Binary(Operator, Box<Ast<'t>>, Box<Ast<'t>>),
    Choice(Box<Ast<'t>>, Box<Ast<'t>>, Box<Ast<'t>>),
}

#[derive(Clone, Debug)]
pub(super) struct Call<'t> {
    pub(super) name: Word<'t>,
    pub(super) arguments: Vec<Argument<'t>>,
    /// The attribute behind the parenthesis: `ref(..).execkey`.
    pub(super) field: Option<Word<'t>>,
}

/// `FILE.strings where attr.status == "ENABLED"`
#[derive(Clone, Debug)]
pub(super) struct Argument<'t> {
    pub(super) value: Ast<'t>,
    pub(super) condition: Option<Ast<'t>>,
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
