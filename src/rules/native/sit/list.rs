//! Values that are lists of operands, as the `parts` of the catalogue describe them.

use super::Given;
use super::numbers;
use super::value::Word;
use crate::catalog::{Basis, Chars, Part, Shape};
use crate::rules::{Severity, Sink, ids};
use std::ops::Range;

/// The characters of names: A-Z 0-9 $ @ #.
pub(super) const NATIONAL: Chars =
    Chars::Set { ascii: bits(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$@#"), beyond: "" };

/// The characters of generic names: + and * as well.
const GENERIC: Chars = Chars::Set { ascii: bits(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$@#+*"), beyond: "" };

const fn bits(characters: &[u8]) -> u128 {
    let mut set = 0;
    let mut n = 0;
    while n < characters.len() {
        set |= 1 << characters[n];
        n += 1;
    }
    set
}

/// Checks a composite value.
pub(super) fn check(given: &Given<'_>, text: &str, value: &Word<'_>, sink: &mut Sink<'_>) {
    let domain = &given.parameter.domain;
    let operands = Word::operands(text, given, given.setting.value.unwrap_or_default());
    if let [only] = operands.as_slice()
        && domain.special.iter().any(|word| only.is(word))
    {
        return;
    }
    let most = match domain.shape {
        Shape::Repeated(most) | Shape::Pairs(most) => usize::from(most),
        _ => domain.parts.len(),
    };
    match operands.get(most) {
        Some(second) if most == 1 => sink.report(given.too_many(value, second)),
        Some(surplus) => {
            let message = format!("{} takes at most {}", given.name, spell(most));
            let span = if surplus.text.is_empty() { value.span } else { surplus.span };
            sink.report(
                given.finding(ids::SIT_VALUE_FORM, span, domain.basis, message).help(given.written()),
            );
        }
        None => {}
    }
    for (n, operand) in operands.iter().take(most).enumerate() {
        if operand.text.is_empty() {
            continue;
        }
        match (domain.shape, domain.parts) {
            (Shape::Pairs(_), [name, text, ..]) => check_pair(given, operand, name, text, sink),
            (Shape::Repeated(_), [part, ..]) => check_part(given, operand, part, sink),
            (_, parts) => {
                if let Some(part) = parts.get(n) {
                    check_part(given, operand, part, sink);
                }
            }
        }
    }
}

/// `name='text'`
fn check_pair(given: &Given<'_>, operand: &Word<'_>, name: &Part, text: &Part, sink: &mut Sink<'_>) {
    match operand.split_at_equals() {
        Some((left, right)) => {
            check_part(given, &left, name, sink);
            check_part(given, &right, text, sink);
        }
        None => {
            let message = format!("{} takes program='text'", given.name);
            report_form(given, operand, message, sink);
        }
    }
}

fn report_form(given: &Given<'_>, word: &Word<'_>, message: String, sink: &mut Sink<'_>) {
    let basis = given.parameter.domain.basis;
    sink.report(given.finding(ids::SIT_VALUE_FORM, word.span, basis, message).help(given.written()));
}

fn check_part(given: &Given<'_>, word: &Word<'_>, part: &Part, sink: &mut Sink<'_>) {
    match (word.unquoted(), part.text_length) {
        (Some(inner), Some(most)) => too_long(given, word, inner.length(), most, sink),
        (Some(inner), None) => {
            sink.report(given.form_warning(word, "apostrophes"));
            check_bare(given, &inner, part, sink);
        }
        (None, _) => check_bare(given, word, part, sink),
    }
}

/// Checks an operand that has no apostrophes.
fn check_bare(given: &Given<'_>, word: &Word<'_>, part: &Part, sink: &mut Sink<'_>) {
    if part.words.iter().any(|allowed| word.is(allowed)) {
        return;
    }
    match (numbers::number(&word.text), part.range) {
        (Some(number), Some(range)) => check_range(given, word, part, number, range, sink),
        _ if part.name_length.is_some() => check_name(given, word, part, sink),
        (None, Some(_)) => {
            let words = match part.words {
                [] => String::new(),
                words => format!(", or {}", alternatives(words)),
            };
            given.report_not_a_number(word, &format!("decimal digits alone{words}"), sink);
        }
        _ if part.text_length.is_some() => {
            let message = format!("the {} of {} stands between apostrophes", part.name, given.name);
            report_form(given, word, message, sink);
        }
        _ => {
            let message = format!("{} is no {} of {}", word.text, part.name, given.name);
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_NOT_ALLOWED, word.span, basis, message);
            sink.report(finding.help(format!("it takes {}", alternatives(part.words))));
        }
    }
}

fn check_range(
    given: &Given<'_>,
    word: &Word<'_>,
    part: &Part,
    number: i64,
    (min, max): (i64, i64),
    sink: &mut Sink<'_>,
) {
    if (min..=max).contains(&number) {
        return;
    }
    let words = if part.words.is_empty() { String::new() } else { part.words.join(", ") + ", or " };
    let message = format!("the {} of {} must be {words}{min} to {max}", part.name, given.name);
    let basis = given.parameter.domain.basis;
    let finding = given.finding(ids::SIT_NUMBER_OUT_OF_RANGE, word.span, basis, message);
    // Components have trace levels of their own, and the manuals differ in how many.
    let trace = given.name.starts_with("SPCTR") || given.name.starts_with("STNTR");
    let finding = if trace { finding.severity(Severity::Warning) } else { finding };
    sink.report(finding.help(given.written()));
}

fn check_name(given: &Given<'_>, word: &Word<'_>, part: &Part, sink: &mut Sink<'_>) {
    too_long(given, word, word.text.chars().count(), part.name_length.unwrap_or(8), sink);
    let allowed = if part.generic { GENERIC } else { NATIONAL };
    if let Some(bad) = foreign(&word.text, allowed) {
        sink.report(given.foreign_character(word, bad, &show_chars(allowed), Basis::Memory));
    }
}

fn too_long(given: &Given<'_>, word: &Word<'_>, length: usize, most: u32, sink: &mut Sink<'_>) {
    if length > most as usize {
        let message = format!("{} takes {most} characters here; this has {length}", given.name);
        let basis = given.parameter.domain.basis;
        let finding = given.finding(ids::SIT_VALUE_TOO_LONG, word.span, basis, message);
        sink.report(finding.help(given.written()));
    }
}

/// The first character of `text` that is not in `allowed`, letters in any case.
pub(super) fn foreign(text: &str, allowed: Chars) -> Option<Range<usize>> {
    let Chars::Set { ascii, beyond } = allowed else { return None };
    let fits = |c: char| match u32::from(c.to_ascii_uppercase()) {
        code @ 0..128 => ascii >> code & 1 == 1 || ascii >> u32::from(c) & 1 == 1,
        _ => beyond.contains(c),
    };
    let (at, bad) = text.char_indices().find(|(_, c)| !fits(*c))?;
    Some(at..at + bad.len_utf8())
}

/// A set of characters in words: `A-Z 0-9 $ @ #`.
pub(super) fn show_chars(allowed: Chars) -> String {
    let Chars::Set { ascii, beyond } = allowed else { return "any character".to_owned() };
    let mut shown = Vec::new();
    let mut rest = ascii;
    for (first, last) in [(b'A', b'Z'), (b'A', b'F'), (b'a', b'z'), (b'0', b'9')] {
        let all = (first..=last).fold(0_u128, |set, c| set | 1 << c);
        if rest & all == all {
            shown.push(format!("{}-{}", char::from(first), char::from(last)));
            rest &= !all;
        }
    }
    // The national characters in the order in which IBM's manuals name them.
    let single = b"$@#".iter().copied().chain((0..128).filter(|code| !b"$@#".contains(code)));
    let single = single.filter(|code| rest >> code & 1 == 1).map(|code| match code {
        b' ' => "blank".to_owned(),
        _ => char::from(code).to_string(),
    });
    shown.extend(single);
    shown.extend(beyond.chars().map(String::from));
    shown.join(" ")
}

/// `A, B or C`
pub(super) fn alternatives(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn spell(count: usize) -> String {
    let words =
        ["no operand", "one operand", "two operands", "three operands", "four operands", "five operands"];
    words.get(count).map_or_else(|| format!("{count} operands"), |word| (*word).to_owned())
}
