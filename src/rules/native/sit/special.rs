//! What single parameters want beyond type, limits and operands.

use super::value::Word;
use super::{Given, numbers};
use crate::catalog::Basis;
use crate::rules::{Severity, Sink, ids};
use crate::syntax::SitForm;

/// Parameters whose value is a few bare characters.
const BARE: [&str; 6] = ["FLDSEP", "FLDSTRT", "PGCHAIN", "PGCOPY", "PGPURGE", "PGRET"];

/// Parameters whose value begins with a letter (where the page was read).
const LETTER_FIRST: [(&str, Basis); 3] =
    [("GRNAME", Basis::OtherRelease), ("SECPRFX", Basis::Page), ("UOWNETQL", Basis::Page)];

/// Checks what is special about the parameter. True: there is nothing to check beyond that.
pub(super) fn check(given: &Given<'_>, text: &str, value: &Word<'_>, sink: &mut Sink<'_>) -> bool {
    let name = given.parameter.name;
    if BARE.contains(&name) {
        check_bare(given, value, sink);
        return true;
    }
    if let Some((_, basis)) = LETTER_FIRST.iter().find(|(parameter, _)| *parameter == name) {
        first_letter(given, value, *basis, sink);
    }
    match name {
        "GMTEXT" if !value.text.starts_with('\'') => {
            report_form(given, value, "the text of GMTEXT stands between apostrophes", sink);
            true
        }
        "PRGDLAY"
            if given.is_override() && value.text.len() < 4 && numbers::number(&value.text).is_some() =>
        {
            let message = "PRGDLAY as an override has exactly four digits";
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, value.span, basis, message.to_owned());
            sink.report(finding.help(format!("write PRGDLAY={:0>4}", value.text)));
            true
        }
        "SUFFIX" if ["NO", "DY"].iter().any(|reserved| value.is(reserved)) => {
            report_form(given, value, &format!("the suffix {} is reserved", value.text), sink);
            true
        }
        "SRT" if given.is_override() && value.is("YES") => {
            wrong_source(given, value, "SRT=YES may stand in the DFHSIT macro only", "write SRT=1$", sink);
            true
        }
        "START" if !given.is_override() => check_start(given, text, sink),
        "EODI" => check_eodi(given, value, sink),
        "CSDDSN" => {
            check_data_set(given, value, sink);
            false
        }
        "VTPREFIX" => {
            check_vtprefix(given, value, sink);
            true
        }
        "TD" => {
            compare(given, text, (0, 1), "strings", "buffers", sink);
            false
        }
        "TS" => {
            compare(given, text, (1, 2), "strings", "buffers", sink);
            false
        }
        "RAPOOL" => {
            compare(given, text, (0, 1), "value2", "value1", sink);
            false
        }
        _ => false,
    }
}

fn report_form(given: &Given<'_>, word: &Word<'_>, message: &str, sink: &mut Sink<'_>) {
    let basis = given.parameter.domain.basis;
    let finding = given.finding(ids::SIT_VALUE_FORM, word.span, basis, message.to_owned());
    sink.report(finding.help(given.written()));
}

fn wrong_source(given: &Given<'_>, word: &Word<'_>, message: &str, help: &str, sink: &mut Sink<'_>) {
    let basis = given.parameter.domain.basis;
    sink.report(given.finding(ids::WRONG_SOURCE, word.span, basis, message.to_owned()).help(help));
}

/// Separators and paging commands: quoted in the macro (FLDSEP, FLDSTRT), never quoted in an override.
fn check_bare(given: &Given<'_>, word: &Word<'_>, sink: &mut Sink<'_>) {
    let separator = given.name.starts_with("FLD");
    match (given.is_override(), separator, word.unquoted()) {
        (true, _, Some(_)) => {
            let message = format!("{} as an override is written without apostrophes", given.name);
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, word.span, basis, message);
            sink.report(finding.help("write the characters alone; a blank cannot be given in an override"));
            return;
        }
        (false, true, Some(inner)) => {
            given.check_length(word, &inner, sink);
            return;
        }
        (false, true, None) => {
            let message = format!("{} in the DFHSIT macro is written with apostrophes", given.name);
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, word.span, basis, message);
            sink.report(finding.severity(Severity::Warning).help(given.written()));
            return;
        }
        _ => {}
    }
    let forbidden: &[char] = match (separator, given.is_override()) {
        (true, _) => &['(', ')', '\'', '=', ',', ' '],
        (false, true) => &['(', ')', '\'', '=', ' '],
        (false, false) => &['(', ')', '\''],
    };
    if !report_forbidden(given, word, forbidden, sink) {
        given.check_length(word, word, sink);
    }
}

/// Reports the first character of `word` that is one of `forbidden`, if there is one.
fn report_forbidden(given: &Given<'_>, word: &Word<'_>, forbidden: &[char], sink: &mut Sink<'_>) -> bool {
    let Some((at, bad)) = word.text.char_indices().find(|(_, c)| forbidden.contains(c)) else { return false };
    let shown = forbidden.iter().map(|c| if *c == ' ' { "blank".to_owned() } else { c.to_string() });
    let allowed = format!("any character but {}", shown.collect::<Vec<_>>().join(" "));
    let basis = given.parameter.domain.basis;
    sink.report(given.foreign_character(word, at..at + bad.len_utf8(), &allowed, basis));
    true
}

fn first_letter(given: &Given<'_>, word: &Word<'_>, basis: Basis, sink: &mut Sink<'_>) {
    // Other first characters than digits are looked at with the rest of the name.
    if word.text.starts_with(|first: char| first.is_ascii_digit()) {
        let message = format!("{} begins with a letter", given.name);
        let finding = given.finding(ids::SIT_CHARACTER_NOT_ALLOWED, word.at(0..1), basis, message);
        sink.report(finding.help(given.written()));
    }
}

/// In the macro START takes no second operand.
fn check_start(given: &Given<'_>, text: &str, sink: &mut Sink<'_>) -> bool {
    let operands = Word::operands(text, given, given.setting.value.unwrap_or_default());
    let all = operands.iter().find(|operand| operand.is("ALL"));
    if let Some(all) = all {
        let message = "START=(...,ALL) may not stand in the DFHSIT macro";
        wrong_source(given, all, message, "give it in PARM or SYSIN", sink);
    }
    all.is_some()
}

/// Two hexadecimal digits, 01 to FF.
fn check_eodi(given: &Given<'_>, word: &Word<'_>, sink: &mut Sink<'_>) -> bool {
    if let Some((at, bad)) = word.text.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let basis = given.parameter.domain.basis;
        let allowed = "two hexadecimal digits, 01 to FF";
        sink.report(given.foreign_character(word, at..at + bad.len_utf8(), allowed, basis));
        return true;
    }
    let bad = word.text.len() < 2 || word.is("00");
    if bad {
        report_form(given, word, "EODI takes two hexadecimal digits, 01 to FF", sink);
    }
    bad
}

/// A data set name: qualifiers of 1 to 8 characters, each beginning with a letter or a national character. CICS finds
/// out when it allocates the data set, so it is a warning.
fn check_data_set(given: &Given<'_>, word: &Word<'_>, sink: &mut Sink<'_>) {
    let bare = word.unquoted();
    let name = bare.as_ref().unwrap_or(word);
    let mut start = 0;
    for qualifier in name.text.split('.') {
        let place = start..start + qualifier.len();
        start = place.end + 1;
        let good = (1..=8).contains(&qualifier.chars().count())
            && !qualifier.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && qualifier.chars().all(|c| c.is_ascii_alphanumeric() || "$@#-".contains(c));
        if !good {
            let message = format!("{qualifier} is no qualifier of a data set name");
            let help =
                "a qualifier has 1 to 8 characters (A-Z 0-9 $ @ # -) and begins with none of 0-9 and -";
            let basis = given.parameter.domain.basis;
            let finding = given.finding(ids::SIT_VALUE_FORM, name.at(place), basis, message);
            sink.report(finding.severity(Severity::Warning).help(help));
            return;
        }
    }
}

fn check_vtprefix(given: &Given<'_>, word: &Word<'_>, sink: &mut Sink<'_>) {
    let bare = word.unquoted();
    let bare = bare.as_ref().unwrap_or(word);
    given.check_length(word, bare, sink);
    report_forbidden(given, bare, &['+', '-', '*', '<', '>', '=', '{', '}', ' '], sink);
}

/// Two numbers of which the one named first may not be above the other. What CICS does then is documented for RAPOOL
/// only (it takes the smaller one), so it is a warning.
fn compare(
    given: &Given<'_>,
    text: &str,
    (limit, limited): (usize, usize),
    what: &str,
    than: &str,
    sink: &mut Sink<'_>,
) {
    let operands = Word::operands(text, given, given.setting.value.unwrap_or_default());
    let number = |n: usize| operands.get(n).and_then(|operand| numbers::number(&operand.text));
    let (Some(most), Some(number), Some(operand)) = (number(limit), number(limited), operands.get(limited))
    else {
        return;
    };
    // TS=(,0) means that there is no auxiliary storage at all. A number that no value allows is reported as such.
    let allowed = given.parameter.domain.parts.get(limited).and_then(|part| part.range);
    if number > most && most > 0 && allowed.is_none_or(|(min, max)| (min..=max).contains(&number)) {
        let message = format!("{what} of {} may not be above {than} ({most})", given.name);
        let basis = given.parameter.domain.basis;
        let finding = given.finding(ids::SIT_NUMBER_OUT_OF_RANGE, operand.span, basis, message);
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
                .help("choose a suffix without $ and #; those of IBM's samples have them"),
        );
    }
}
