//! Whether two sides can be compared, and whether a word is one that the other side can have.

use super::super::ast::{Ast, Kind};
use super::super::error::ExprError;
use super::super::types::{self, Base, Ty};
use crate::catalog::{self, Domain, Violation};
use std::ops::Range;

type Side<'a> = (&'a Ast<'a>, Ty);

/// Whether two values can be equal.
pub(super) fn comparable(left: Side<'_>, right: Side<'_>) -> Result<(), ExprError> {
    for ((ast, _), (_, other)) in [(left, right), (right, left)] {
        if let (Kind::Text(word), Some(domain)) = (&ast.kind, other.domain) {
            return check_word(&ast.span, word, other, domain);
        }
    }
    match (left.1.base, right.1.base) {
        (a, b) if a == b => Ok(()),
        // A text that is not known yet, beside a number that may be a word.
        (Base::Text, _) if right.1.has_words() => Ok(()),
        (_, Base::Text) if left.1.has_words() => Ok(()),
        (Base::Number, Base::Time) | (Base::Time, Base::Number) => Err(number_and_time(left, right)),
        (a, b) => {
            let problem = format!("{} cannot be compared with {}", a.words(), b.words());
            let error = ExprError::new(right.0.span.clone(), problem);
            Err(match (&left.0.kind, &right.0.kind) {
                (Kind::Text(text), _) | (_, Kind::Text(text)) if text.parse::<i64>().is_ok() => {
                    error.help(format!("write {text} without quotes"))
                }
                (_, Kind::Number(number)) if a == Base::Text => {
                    error.help(format!("write \"{number}\", or number(..) on the left"))
                }
                _ => error,
            })
        }
    }
}

/// A number stands beside a time.
pub(super) fn number_and_time(left: Side<'_>, right: Side<'_>) -> ExprError {
    let (time, number) = if left.1.base == Base::Time { (left, right) } else { (right, left) };
    match (&number.0.kind, &time.0.kind) {
        (_, Kind::Time(milliseconds)) => {
            let error = ExprError::new(time.0.span.clone(), "this is a time, and the other side is a number");
            error.help(format!("the attribute or parameter is a plain number: write {milliseconds}"))
        }
        (Kind::Number(_), _) => {
            let error =
                ExprError::new(number.0.span.clone(), "this is a number, and the other side is a time");
            error.help("write times as 30s, 5m, 1h or 250ms")
        }
        _ => ExprError::new(number.0.span.clone(), "this is a number, and the other side is a time"),
    }
}

/// Whether a word can be the value of an attribute or parameter of this domain.
pub(in crate::rules) fn check_word(
    span: &Range<usize>,
    word: &str,
    ty: Ty,
    domain: &'static Domain,
) -> Result<(), ExprError> {
    let lower = !domain.mixed_case && word.bytes().any(|byte| byte.is_ascii_lowercase());
    if lower {
        let error = ExprError::new(span.clone(), "CICS folds the value to capitals, so it is never this");
        return Err(error.help(format!("write \"{}\"", word.to_ascii_uppercase())));
    }
    let known = || types::words(domain);
    if known().any(|known| known == word) {
        return Ok(());
    }
    if matches!(ty.base, Base::Number | Base::Time) || types::is_closed(domain) {
        return Err(not_one_of(span, word, ty, domain));
    }
    if domain.quoted {
        return Ok(()); // SIT operands: parts of a list may be compared
    }
    match domain.check(word) {
        Err(Violation::TooLong { max, .. }) => {
            let problem = format!("the value has at most {max} characters, so it is never this");
            Err(ExprError::new(span.clone(), problem))
        }
        Err(Violation::BadCharacter { character, .. }) => {
            let problem = format!("the value cannot hold {character:?}, so it is never this");
            let error = ExprError::new(span.clone(), problem);
            Err(if matches!(character, '*' | '+') { error.help("masks are for matches(..)") } else { error })
        }
        _ => Ok(()),
    }
}

fn not_one_of(span: &Range<usize>, word: &str, ty: Ty, domain: &'static Domain) -> ExprError {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> =
        types::words(domain).filter(|word| ty.base == Base::Text || !is_number(word)).collect();
    let list = words.join(", ");
    let problem = match (ty.base, words.is_empty()) {
        (Base::Text, _) => format!("{word:?} is none of its values: {list}"),
        (base, true) => format!("{word:?} is a text, and the other side is {}", base.words()),
        (base, false) => {
            format!("{word:?} is none of the words that it may be beside {}: {list}", base.words())
        }
    };
    let error = ExprError::new(span.clone(), problem);
    match (ty.base, types::number(domain, word)) {
        (Base::Number, Some(_)) => return error.help(format!("write {word} without quotes")),
        (Base::Time, Some(time)) => return error.help(format!("write {}s", time / 1_000)),
        _ => {}
    }
    let begins = || words.iter().copied().find(|known| known.starts_with(word) && !word.is_empty());
    let near = catalog::nearest(word, words.iter().copied()).or_else(begins);
    error.suggest(near.map(|near| format!("\"{near}\"")))
}

/// `workload` and `model` are for formulas.
pub(super) fn only_in_cost(span: &Range<usize>, what: &str) -> ExprError {
    ExprError::new(span.clone(), format!("`{what}.` is known in the formulas of [cost] only"))
}
