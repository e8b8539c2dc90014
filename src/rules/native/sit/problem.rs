//! What the text of a SIT source itself is guilty of.

use super::placeholder;
use crate::catalog::{self, Lookup, SitParameter};
use crate::rules::{Finding, RuleId, Severity, Sink, ids};
use crate::syntax::{Problem, ProblemKind, SitForm, SitSource};

/// Reports the problems that the parser found.
pub(super) fn check(text: &str, source: &SitSource, sink: &mut Sink<'_>) {
    for problem in &source.problems {
        // What a placeholder will be is not known; that it is left over is said elsewhere.
        let unread = matches!(problem.kind, ProblemKind::NotASetting | ProblemKind::SplitOperand);
        if unread && placeholder::is_unknown(source.form, problem.span.of_text(text)) {
            continue;
        }
        if let Some(finding) = finding(text, source.form, problem) {
            sink.report(finding);
        }
    }
}

fn finding(text: &str, form: SitForm, problem: &Problem) -> Option<Finding> {
    let new =
        |id: RuleId, message: String, help: &str| Some(Finding::new(id, problem.span, message).help(help));
    match problem.kind {
        ProblemKind::UnclosedQuote => new(
            ids::UNCLOSED_QUOTE,
            "this apostrophe is never closed, so the text swallows what follows".to_owned(),
            "close it; an apostrophe inside the text is doubled",
        ),
        ProblemKind::UnclosedParenthesis => new(
            ids::SIT_UNCLOSED_PARENTHESIS,
            "this parenthesis is never closed, so the list swallows what follows".to_owned(),
            "close it behind the last operand",
        ),
        ProblemKind::StrayParenthesis => new(
            ids::NOT_A_SETTING,
            "this parenthesis closes none".to_owned(),
            "remove it, or open one before the first operand",
        )
        .map(|finding| in_macro(form, finding)),
        ProblemKind::NotASetting | ProblemKind::StrayText | ProblemKind::ValueWithoutKeyword => {
            Some(in_macro(form, not_a_setting(text, problem)))
        }
        ProblemKind::TextAfterEnd => new(
            ids::TEXT_AFTER_END,
            "CICS reads nothing after .END, so this has no effect".to_owned(),
            "put .END behind it, or remove it",
        ),
        ProblemKind::MissingComma => missing_comma(text, form, problem),
        ProblemKind::SplitOperand => new(
            ids::SPLIT_OPERAND,
            "a value goes on in the next record only in a list, straight after a comma".to_owned(),
            "write the value in one record, or break the list after a comma",
        ),
        ProblemKind::ParmTooLong => new(
            ids::PARM_TOO_LONG,
            "PARM holds more than 100 characters".to_owned(),
            "leave SYSIN in PARM and move the other parameters to the SYSIN data set",
        ),
        ProblemKind::MacroContinuationColumn => new(
            ids::MACRO_CONTINUATION_COLUMN,
            "a continued line of the macro begins in column 16 (recalled)".to_owned(),
            "begin the text in column 16",
        ),
        _ => None,
    }
}

/// Text that is no NAME=value; perhaps the name of a parameter without its value.
fn not_a_setting(text: &str, problem: &Problem) -> Finding {
    let word = problem.span.of_text(text);
    if let Some(parameter) = parameter(word) {
        return Finding::new(
            ids::SIT_VALUE_MISSING,
            problem.span,
            format!("{} has no value", parameter.name),
        )
        .help(format!("its form is {}", parameter.syntax))
        .attribute(parameter.name);
    }
    let message = format!("{} is no parameter: CICS expects NAME=value", brief(word));
    Finding::new(ids::NOT_A_SETTING, problem.span, message)
        .help("a comment has an asterisk in column 1; a remark follows a parameter after a blank")
}

/// A parameter that follows another after a blank. In SYSIN and in the macro it is a remark, where its name is that of
/// a parameter; other remarks may well hold an equals sign.
fn missing_comma(text: &str, form: SitForm, problem: &Problem) -> Option<Finding> {
    let words = problem.span.of_text(text);
    let name = words.split(['=', ' ']).next().unwrap_or(words);
    let (message, help) = match form {
        SitForm::Sysin | SitForm::Macro => {
            parameter(name)?;
            let message = format!("{name} stands after a blank, so it is a remark and has no effect");
            let help = if form == SitForm::Macro {
                "put a comma behind the operand before it"
            } else {
                "put a comma before it, or give it a record of its own"
            };
            (message, help)
        }
        SitForm::Parm | SitForm::Console => {
            (format!("there is no comma before {}", brief(words)), "put a comma between the parameters")
        }
    };
    Some(Finding::new(ids::MISSING_COMMA, problem.span, message).help(help))
}

/// The parameter whose full name is `word`.
fn parameter(word: &str) -> Option<&'static SitParameter> {
    match catalog::sit_parameter(word) {
        Lookup::Full(parameter) => Some(parameter),
        _ => None,
    }
}

/// In macro source the assembler speaks, not CICS: at worst a warning.
fn in_macro(form: SitForm, finding: Finding) -> Finding {
    if form == SitForm::Macro { finding.severity(Severity::Warning) } else { finding }
}

/// The first words of `text`, on one line.
fn brief(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim();
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() { short + "..." } else { short }
}
