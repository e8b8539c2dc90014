//! What the text of a SIT source itself is guilty of.

use crate::rules::{Finding, RuleId, Severity, Sink, ids};
use crate::syntax::{Problem, ProblemKind, SitForm, SitSource};

/// Reports the problems that the parser found.
pub(super) fn check(text: &str, source: &SitSource, sink: &mut Sink<'_>) {
    for problem in &source.problems {
        if let Some(finding) = finding(text, source.form, problem) {
            sink.report(finding);
        }
    }
}

fn finding(text: &str, form: SitForm, problem: &Problem) -> Option<Finding> {
    let excerpt = || brief(problem.span.of_text(text));
    let new = |id: RuleId, message: String, help: &str| Some(Finding::new(id, problem.span, message).help(help));
    match problem.kind {
        ProblemKind::UnclosedQuote => new(
            ids::UNCLOSED_QUOTE,
            "this apostrophe is never closed, so the text swallows what follows".to_owned(),
            "Close it; an apostrophe inside the text is doubled",
        ),
        ProblemKind::UnclosedParenthesis => new(
            ids::SIT_UNCLOSED_PARENTHESIS,
            "this parenthesis is never closed, so the list swallows what follows".to_owned(),
            "Close it behind the last operand",
        ),
        ProblemKind::StrayParenthesis => new(
            ids::NOT_A_SETTING,
            "this parenthesis closes none".to_owned(),
            "Remove it, or open one before the first operand",
        )
        .map(|finding| in_macro(form, finding)),
        ProblemKind::NotASetting | ProblemKind::StrayText | ProblemKind::ValueWithoutKeyword => new(
            ids::NOT_A_SETTING,
            format!("{} is no parameter: CICS expects NAME=value", excerpt()),
            "A comment has an asterisk in column 1; a remark follows a parameter after a blank",
        )
        .map(|finding| in_macro(form, finding)),
        ProblemKind::TextAfterEnd => new(
            ids::TEXT_AFTER_END,
            "CICS reads nothing after .END, so this has no effect".to_owned(),
            "Put .END behind it, or remove it",
        ),
        ProblemKind::MissingComma => new(
            ids::MISSING_COMMA,
            format!("{} follows a blank, so it is a remark and has no effect", excerpt()),
            "Put a comma before it, or give it a record of its own",
        ),
        ProblemKind::SplitOperand => new(
            ids::SPLIT_OPERAND,
            "a value goes on in the next record only in a list, straight after a comma".to_owned(),
            "Write the value in one record, or break the list after a comma",
        ),
        ProblemKind::ParmTooLong => new(
            ids::PARM_TOO_LONG,
            "PARM holds more than 100 characters".to_owned(),
            "Leave SYSIN in PARM and move the other parameters to the SYSIN data set",
        ),
        ProblemKind::MacroContinuationColumn => new(
            ids::MACRO_CONTINUATION_COLUMN,
            "a continued line of the macro begins in column 16 (recalled)".to_owned(),
            "Begin the text in column 16",
        ),
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
