//! The words, numbers, texts and signs of an expression, as the grammar cuts them.

use super::error::ExprError;
use pest::Parser;
use std::ops::Range;

#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/expr.pest"]
    pub struct ExprParser;
}

use grammar::{ExprParser, Rule};

/// What a lexeme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Word,
    Number,
    Text,
    Sign,
}

/// One lexeme.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'t> {
    pub(super) form: Form,
    pub(super) text: &'t str,
    pub(super) start: usize,
}

impl Lexeme<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.end()
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Cuts an expression.
pub(super) fn lexemes(text: &str) -> Result<Vec<Lexeme<'_>>, ExprError> {
    let stray = |at: usize| {
        let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let character = text.get(at..at + length).unwrap_or("");
        ExprError::new(at..at + length, format!("`{character}` has no meaning in an expression"))
    };
    let pairs = ExprParser::parse(Rule::lexemes, text).map_err(|error| match error.location {
        pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => stray(at),
    })?;
    let mut lexemes = Vec::with_capacity(16);
    for pair in pairs {
        let form = match pair.as_rule() {
            Rule::word => Form::Word,
            Rule::number => Form::Number,
            Rule::text => Form::Text,
            Rule::sign => Form::Sign,
            Rule::EOI => break,
            _ => return Err(stray(pair.as_span().start())),
        };
        let span = pair.as_span();
        lexemes.push(Lexeme { form, text: span.as_str(), start: span.start() });
    }
    Ok(lexemes)
}
