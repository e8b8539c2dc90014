//! Parameters that are given twice in one source. CICS takes the last value that it reads; only INITPARM merges the
//! parameters of different programs.

use super::Given;
use super::value::Word;
use crate::rules::{Finding, Safety, Severity, Sink, ids};
use crate::syntax::{SitSource, edit, sit};
use crate::text::Span;
use std::collections::HashMap;

/// Reports every parameter that was given before.
pub(super) fn check(text: &str, source: &SitSource, given: &[Given<'_>], sink: &mut Sink<'_>) {
    let mut before: HashMap<&str, &Given<'_>> = HashMap::new();
    let mut programs: HashMap<String, (Span, String)> = HashMap::new();
    for one in given {
        if &*one.name == "INITPARM" {
            check_initparm(text, one, &mut programs, sink);
            continue;
        }
        if let Some(earlier) = before.insert(&one.name, one) {
            report(text, source, earlier, one, sink);
        }
    }
}

fn report(text: &str, source: &SitSource, earlier: &Given<'_>, one: &Given<'_>, sink: &mut Sink<'_>) {
    let value = |given: &Given<'_>| {
        let value = given.setting.value;
        value.map_or(String::new(), |value| sit::value_text(text, given.form, value).into_owned())
    };
    let (was, is) = (value(earlier), value(one));
    let name = &one.name;
    let finding = if was == is {
        Finding::new(
            ids::DUPLICATE_PARAMETER,
            one.span(),
            format!("{name} is given again, with the same value as before"),
        )
        .severity(Severity::Advice)
        .edits(Safety::Safe, edit::remove_parameter(text, source, one.setting.name.start))
    } else {
        let message = format!("{name} is given again: CICS takes {}, not {}", brief(&is), brief(&was));
        Finding::new(ids::DUPLICATE_PARAMETER, one.span(), message)
    };
    sink.report(
        finding
            .help(format!("keep one {name}"))
            .related(earlier.span(), "given here first")
            .attribute(name.clone()),
    );
}

/// `value` on one line and not too long.
fn brief(value: &str) -> String {
    let line = value.lines().next().unwrap_or("").trim_end();
    if line.is_empty() {
        return "its default".to_owned();
    }
    let short: String = line.chars().take(40).collect();
    if short.len() == line.len() && line.len() == value.trim_end().len() { short } else { short + "..." }
}

fn check_initparm(
    text: &str,
    one: &Given<'_>,
    programs: &mut HashMap<String, (Span, String)>,
    sink: &mut Sink<'_>,
) {
    let Some(span) = one.setting.value else { return };
    for operand in Word::operands(text, one, span) {
        let Some((program, parameter)) = operand.split_at_equals() else { continue };
        let (place, parameter) = (operand.span, parameter.text.into_owned());
        let program = program.text.trim().to_ascii_uppercase();
        if program.is_empty() {
            continue;
        }
        if let Some((first, was)) = programs.insert(program.clone(), (place, parameter.clone())) {
            let severity = if was == parameter { Severity::Advice } else { Severity::Warning };
            let message = format!("INITPARM is given again for {program}: CICS takes this one");
            sink.report(
                Finding::new(ids::DUPLICATE_PARAMETER, place, message)
                    .severity(severity)
                    .help(format!("keep one parameter for {program}"))
                    .related(first, "given here first")
                    .attribute("INITPARM"),
            );
        }
    }
}
