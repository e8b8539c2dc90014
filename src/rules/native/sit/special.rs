//! What single parameters want beyond type, limits and operands.

use super::value::{self, Value, operands, unquoted};
use super::{Given, numbers};
use crate::catalog::Basis;
use crate::rules::{Severity, Sink, ids};
use crate::syntax::SitForm;
use std::ops::Range;

/// Parameters whose value is a few bare characters.
const BARE: [&str; 6] = ["FLDSEP", "FLDSTRT", "PGCHAIN", "PGCOPY", "PGPURGE", "PGRET"];

/// Parameters whose value begins with a letter (where the page was read).
const LETTER_FIRST: [(&str, Basis); 3] =
    [("GRNAME", Basis::OtherRelease), ("SECPRFX", Basis::Page), ("UOWNETQL", Basis::Page)];

/// Checks what is special about the parameter. True: there is nothing to check beyond that.
pub(super) fn check(given: &Given<'_>, value: &Value<'_>, sink: &mut Sink<'_>) -> bool {
    let name = given.parameter.name;
    let whole = value::trim(&value.text, 0..value.text.len());
    let word = &value.text[whole.clone()];
    if BARE.contains(&name) {
        check_bare(given, value, whole, sink);
        return true;
    }
    if let Some((_, basis)) = LETTER_FIRST.iter().find(|(parameter, _)| *parameter == name) {
        first_letter(given, value, whole.clone(), *basis, sink);
    }
    match name {
        "GMTEXT" if unquoted(word).is_none() && !word.starts_with('\'') => {
            report_form(given, value, whole, "the text of GMTEXT stands between apostrophes", sink);
            true
        }
        "PRGDLAY" if given.is_override() && word.len() < 4 && numbers::number(word).is_some() => {
            let message = "PRGDLAY as an override has exactly four digits";
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, value.span(whole), basis, message.to_owned());
            sink.report(finding.help(format!("Write PRGDLAY={word:0>4}")));
            true
        }
        "SUFFIX" if ["NO", "DY"].iter().any(|reserved| reserved.eq_ignore_ascii_case(word)) => {
            report_form(given, value, whole, &format!("the suffix {word} is reserved"), sink);
            true
        }
        "SRT" if given.is_override() && word.eq_ignore_ascii_case("YES") => {
            wrong_source(given, value, whole, "SRT=YES may stand in the DFHSIT macro only", "Write SRT=1$", sink);
            true
        }
        "START" if !given.is_override() => check_start(given, value, sink),
        "EODI" => check_eodi(given, value, whole, sink),
        "CSDDSN" => {
            check_data_set(given, value, whole, sink);
            false
        }
        "VTPREFIX" => {
            check_vtprefix(given, value, whole, sink);
            true
        }
        "TD" => {
            compare(given, value, (0, 1), "strings", "buffers", sink);
            false
        }
        "TS" => {
            compare(given, value, (1, 2), "strings", "buffers", sink);
            false
        }
        "RAPOOL" => {
            compare(given, value, (0, 1), "value2", "value1", sink);
            false
        }
        _ => false,
    }
}

fn report_form(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, message: &str, sink: &mut Sink<'_>) {
    let basis = given.parameter.domain.basis;
    let finding = given.finding(ids::SIT_VALUE_FORM, value.span(range), basis, message.to_owned());
    sink.report(finding.help(given.written()));
}

fn wrong_source(
    given: &Given<'_>,
    value: &Value<'_>,
    range: Range<usize>,
    message: &str,
    help: &str,
    sink: &mut Sink<'_>,
) {
    let basis = given.parameter.domain.basis;
    let finding = given.finding(ids::WRONG_SOURCE, value.span(range), basis, message.to_owned());
    sink.report(finding.help(help));
}

/// Separators and paging commands: quoted in the macro (FLDSEP, FLDSTRT), never quoted in an override.
fn check_bare(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
    let word = &value.text[range.clone()];
    let separator = given.name.starts_with("FLD");
    let inner = unquoted(word);
    if given.is_override() {
        if inner.is_some() {
            let message = format!("{} as an override is written without apostrophes", given.name);
            report_form(given, value, range, &message, sink);
            return;
        }
    } else if separator {
        match inner {
            Some(inner) => given.check_length(value, range, inner, sink),
            None => {
                let message = format!("{} in the DFHSIT macro is written with apostrophes", given.name);
                let basis = given.parameter.domain.basis;
                let finding = given.finding(ids::SIT_VALUE_FORM, value.span(range), basis, message);
                sink.report(finding.severity(Severity::Warning).help(given.written()));
            }
        }
        return;
    }
    let forbidden: &[char] = match (separator, given.is_override()) {
        (true, _) => &['(', ')', '\'', '=', ',', ' '],
        (false, true) => &['(', ')', '\'', '=', ' '],
        (false, false) => &['(', ')', '\''],
    };
    if let Some((at, bad)) = word.char_indices().find(|(_, c)| forbidden.contains(c)) {
        let bad = range.start + at..range.start + at + bad.len_utf8();
        let shown: Vec<_> = forbidden.iter().map(|c| if *c == ' ' { "blank".to_owned() } else { c.to_string() }).collect();
        let allowed = format!("any character but {}", shown.join(" "));
        sink.report(given.foreign_character(value, bad, &allowed, given.parameter.domain.basis));
        return;
    }
    given.check_length(value, range, word, sink);
}

fn first_letter(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, basis: Basis, sink: &mut Sink<'_>) {
    let Some(first) = value.text[range.clone()].chars().next() else { return };
    // Other first characters than digits are looked at with the rest of the name.
    if first.is_ascii_digit() {
        let message = format!("{} begins with a letter", given.name);
        let place = value.span(range.start..range.start + 1);
        sink.report(
            given.finding(ids::SIT_CHARACTER_NOT_ALLOWED, place, basis, message).help(given.written()),
        );
    }
}

/// In the macro START takes no second operand.
fn check_start(given: &Given<'_>, value: &Value<'_>, sink: &mut Sink<'_>) -> bool {
    let ranges = operands(&value.text).ranges;
    let all = ranges.iter().find(|range| value.text[(*range).clone()].eq_ignore_ascii_case("ALL"));
    if let Some(all) = all {
        let message = "START=(...,ALL) may not stand in the DFHSIT macro";
        wrong_source(given, value, all.clone(), message, "Give it in PARM or SYSIN", sink);
    }
    all.is_some()
}

/// Two hexadecimal digits, 01 to FF.
fn check_eodi(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) -> bool {
    let word = &value.text[range.clone()];
    let basis = given.parameter.domain.basis;
    if let Some((at, bad)) = word.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let bad = range.start + at..range.start + at + bad.len_utf8();
        sink.report(given.foreign_character(value, bad, "two hexadecimal digits, 01 to FF", basis));
        return true;
    }
    if word.len() < 2 || word == "00" {
        report_form(given, value, range, "EODI takes two hexadecimal digits, 01 to FF", sink);
        return true;
    }
    false
}

/// A data set name: qualifiers of 1 to 8 characters, each beginning with a letter or a national character. CICS finds
/// out when it allocates the data set, so it is a warning.
fn check_data_set(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
    let word = &value.text[range.clone()];
    let (name, mut start) = unquoted(word).map_or((word, range.start), |inner| (inner, range.start + 1));
    for qualifier in name.split('.') {
        let place = start..start + qualifier.len();
        start = place.end + 1;
        let length = qualifier.chars().count();
        let digit_first = qualifier.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let good = (1..=8).contains(&length)
            && !digit_first
            && qualifier.chars().all(|c| c.is_ascii_alphanumeric() || "$@#-".contains(c));
        if !good {
            let message = format!("{qualifier} is no qualifier of a data set name");
            let help = "A qualifier has 1 to 8 characters (A-Z 0-9 $ @ # -) and begins with none of 0-9 and -";
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, value.span(place), basis, message);
            sink.report(finding.severity(Severity::Warning).help(help));
            return;
        }
    }
}

fn check_vtprefix(given: &Given<'_>, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
    let word = unquoted(&value.text[range.clone()]).unwrap_or(&value.text[range.clone()]);
    given.check_length(value, range.clone(), word, sink);
    const FORBIDDEN: &[char] = &['+', '-', '*', '<', '>', '=', '{', '}', ' '];
    if let Some((at, bad)) = value.text[range.clone()].char_indices().find(|(_, c)| FORBIDDEN.contains(c)) {
        let bad = range.start + at..range.start + at + bad.len_utf8();
        let allowed = "any character but + - * < > = { } and blank";
        sink.report(given.foreign_character(value, bad, allowed, given.parameter.domain.basis));
    }
}

/// Two numbers of which the one named first may not be above the other. What CICS does then is documented for RAPOOL
/// only (it takes the smaller one), so it is a warning.
fn compare(
    given: &Given<'_>,
    value: &Value<'_>,
    (limit, limited): (usize, usize),
    what: &str,
    than: &str,
    sink: &mut Sink<'_>,
) {
    let ranges = operands(&value.text).ranges;
    let number = |n: usize| ranges.get(n).and_then(|range| numbers::number(&value.text[range.clone()]));
    let (Some(most), Some(number), Some(range)) = (number(limit), number(limited), ranges.get(limited)) else {
        return;
    };
    // TS=(,0) means that there is no auxiliary storage at all. A number that no value allows is reported as such.
    let allowed = given.parameter.domain.parts.get(limited).and_then(|part| part.range);
    if number > most && most > 0 && allowed.is_none_or(|(min, max)| (min..=max).contains(&number)) {
        let message = format!("{what} of {} may not be above {than} ({most})", given.name);
        let basis = given.parameter.domain.basis;
        let finding = given.finding(ids::SIT_NUMBER_OUT_OF_RANGE, value.span(range.clone()), basis, message);
        sink.report(finding.severity(Severity::Warning).help(given.written()));
    }
}

/// What can be said only of several parameters of one source.
pub(super) fn check_together(text: &str, form: SitForm, given: &[Given<'_>], sink: &mut Sink<'_>) {
    if form != SitForm::Macro {
        return;
    }
    let last = |name: &str| given.iter().rev().find(|one| one.parameter.name == name);
    let Some((suffix, span)) = last("SUFFIX").and_then(|one| Some((one, one.setting.value?))) else { return };
    let word = span.of_text(text);
    let starter = last("STARTER").and_then(|one| one.setting.value);
    let is_starter = starter.is_some_and(|value| value.of_text(text).trim().eq_ignore_ascii_case("YES"));
    if word.contains(['$', '#']) && !is_starter {
        let message = format!("a table with the suffix {word} is assembled with STARTER=YES only");
        let basis = suffix.parameter.domain.basis;
        sink.report(
            suffix
                .finding(ids::SIT_VALUE_FORM, span, basis, message)
                .help("Choose a suffix without $ and #; those of IBM's samples have them"),
        );
    }
}
