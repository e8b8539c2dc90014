//! Values that are lists of operands, as the `parts` of the catalogue describe them.

use super::Given;
use super::numbers;
use super::value::{self, Operands, Value, operands, unquoted};
use crate::catalog::{Basis, Chars, Part, Shape};
use crate::rules::{Severity, Sink, ids};
use std::ops::Range;

/// The characters of names: A-Z 0-9 $ @ #.
pub(super) const NATIONAL: Chars = Chars::Set { ascii: bits(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$@#"), beyond: "" };

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
pub(super) fn check(given: &Given<'_>, value: &Value<'_>, sink: &mut Sink<'_>) {
    let domain = &given.parameter.domain;
    let Operands { list, ranges } = operands(&value.text);
    if let [only] = ranges.as_slice()
        && domain.special.iter().any(|word| word.eq_ignore_ascii_case(&value.text[only.clone()]))
    {
        return;
    }
    let most = match domain.shape {
        Shape::Repeated(most) | Shape::Pairs(most) => usize::from(most),
        _ => domain.parts.len(),
    };
    if let Some(surplus) = ranges.get(most) {
        let count = spell(most);
        let message = format!("{} takes at most {count}", given.name);
        let span = if surplus.is_empty() { value.whole } else { value.span(surplus.clone()) };
        sink.report(given.finding(ids::SIT_VALUE_FORM, span, domain.basis, message).help(given.written()));
    }
    let needs_list = list || ranges.len() == 1;
    if !needs_list {
        let message = format!("the operands of {} stand in parentheses", given.name);
        sink.report(given.finding(ids::SIT_VALUE_FORM, value.whole, domain.basis, message).help(given.written()));
    }
    for (n, range) in ranges.into_iter().take(most).enumerate() {
        if range.is_empty() {
            continue;
        }
        match (domain.shape, domain.parts) {
            (Shape::Pairs(_), [name, text, ..]) => check_pair(given, value, range, name, text, sink),
            (Shape::Repeated(_), [part, ..]) => check_part(given, value, range, part, sink),
            (_, parts) => {
                if let Some(part) = parts.get(n) {
                    check_part(given, value, range, part, sink);
                }
            }
        }
    }
}

/// `name='text'`
fn check_pair(
    given: &Given<'_>,
    value: &Value<'_>,
    range: Range<usize>,
    name: &Part,
    text: &Part,
    sink: &mut Sink<'_>,
) {
    let Some(equals) = value.text[range.clone()].find('=') else {
        let message = format!("{} takes program='text'", given.name);
        let basis = given.parameter.domain.basis;
        sink.report(
            given.finding(ids::SIT_VALUE_FORM, value.span(range), basis, message).help(given.written()),
        );
        return;
    };
    let left = value::trim(&value.text, range.start..range.start + equals);
    let right = value::trim(&value.text, range.start + equals + 1..range.end);
    check_part(given, value, left, name, sink);
    check_part(given, value, right, text, sink);
}

fn check_part(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, part: &Part, sink: &mut Sink<'_>) {
    let basis = given.parameter.domain.basis;
    let mut range = range;
    if let Some(inner) = unquoted(&value.text[range.clone()]) {
        if let Some(most) = part.text_length {
            too_long(given, value, range, value::length(inner), most, sink);
            return;
        }
        sink.report(given.form_warning(value, range.clone(), "apostrophes"));
        range = range.start + 1..range.start + 1 + inner.len();
    }
    let word = &value.text[range.clone()];
    if part.words.iter().any(|allowed| allowed.eq_ignore_ascii_case(word)) {
        return;
    }
    match (numbers::number(word), part.range) {
        (Some(number), Some((min, max))) => {
            if number < min || number > max {
                let words = if part.words.is_empty() { String::new() } else { part.words.join(", ") + ", or " };
                let message = format!("the {} of {} must be {words}{min} to {max}", part.name, given.name);
                let finding = given.finding(ids::SIT_NUMBER_OUT_OF_RANGE, value.span(range), basis, message);
                // Components have trace levels of their own, and the manuals differ in how many.
                let trace = given.name.starts_with("SPCTR") || given.name.starts_with("STNTR");
                let finding = if trace { finding.severity(Severity::Warning) } else { finding };
                sink.report(finding.help(given.written()));
            }
        }
        _ if part.name_length.is_some() => check_name(given, value, range, part, sink),
        (None, Some(_)) => {
            let words = if part.words.is_empty() { String::new() } else { ", or ".to_owned() + &alternatives(part.words) };
            given.report_not_a_number(value, range, &format!("decimal digits alone{words}"), sink);
        }
        _ if part.text_length.is_some() => {
            let message = format!("the {} of {} stands between apostrophes", part.name, given.name);
            sink.report(
                given.finding(ids::SIT_VALUE_FORM, value.span(range), basis, message).help(given.written()),
            );
        }
        _ => {
            let message = format!("the {} of {} is not {word}", part.name, given.name);
            let finding = given.finding(ids::SIT_VALUE_NOT_ALLOWED, value.span(range), basis, message);
            sink.report(finding.help(format!("It takes {}", alternatives(part.words))));
        }
    }
}

fn check_name(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, part: &Part, sink: &mut Sink<'_>) {
    let most = part.name_length.unwrap_or(8);
    let length = value.text[range.clone()].chars().count();
    too_long(given, value, range.clone(), length, most, sink);
    let allowed = if part.generic { GENERIC } else { NATIONAL };
    if let Some(bad) = foreign(&value.text, range, allowed) {
        sink.report(given.foreign_character(value, bad, &show_chars(allowed), Basis::Memory));
    }
}

fn too_long(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, length: usize, most: u32, sink: &mut Sink<'_>) {
    if length > most as usize {
        let message = format!("{} takes {most} characters here; this has {length}", given.name);
        let basis = given.parameter.domain.basis;
        sink.report(
            given.finding(ids::SIT_VALUE_TOO_LONG, value.span(range), basis, message).help(given.written()),
        );
    }
}

/// The first character of `range` that is not in `allowed`, letters in any case.
pub(super) fn foreign(text: &str, range: Range<usize>, allowed: Chars) -> Option<Range<usize>> {
    let Chars::Set { ascii, beyond } = allowed else { return None };
    let fits = |c: char| match u32::from(c.to_ascii_uppercase()) {
        code @ 0..128 => ascii >> code & 1 == 1 || ascii >> u32::from(c) & 1 == 1,
        _ => beyond.contains(c),
    };
    let (at, bad) = text[range.clone()].char_indices().find(|(_, c)| !fits(*c))?;
    Some(range.start + at..range.start + at + bad.len_utf8())
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
    let single = (0..128_u8).filter(|code| rest >> code & 1 == 1).map(|code| match code {
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
    let words = ["no operand", "one operand", "two operands", "three operands", "four operands", "five operands"];
    words.get(count).map_or_else(|| format!("{count} operands"), |word| (*word).to_owned())
}
