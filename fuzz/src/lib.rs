//! What every target asks of what it is given: each span lies in the text, on borders of characters.

use cicslint::rules::native::{CheckOptions, check_commands, check_jcl, check_readonly, check_sit};
use cicslint::rules::{Finding, Selection, Sink};
use cicslint::syntax::jcl::{Input, Jcl, Part};
use cicslint::syntax::symbols::Symbols;
use cicslint::syntax::{Commands, Problem, SitSource, csdup};
use cicslint::text::Span;

/// Panics where `span` does not fit `text`.
pub fn fits(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} does not fit a text of {} bytes", text.len());
}

/// Panics where a span of `problems` does not fit `text`.
pub fn problems_fit(text: &str, problems: &[Problem]) {
    for problem in problems {
        fits(text, problem.span);
        if let Some(related) = problem.related {
            fits(text, related);
        }
    }
}

/// Panics where a span of `commands` does not fit `text`.
pub fn commands_fit(text: &str, commands: &Commands) {
    for command in &commands.commands {
        fits(text, command.span);
        fits(text, command.word);
        for operand in commands.operands(command) {
            fits(text, operand.key);
            if let Some(value) = operand.value() {
                fits(text, value);
            }
        }
    }
    commands.comments.iter().for_each(|comment| fits(text, *comment));
    problems_fit(text, &commands.problems);
}

/// Panics where a span of `source` does not fit `text`.
pub fn source_fits(text: &str, source: &SitSource) {
    for setting in &source.settings {
        fits(text, setting.name);
        if let Some(value) = setting.value {
            fits(text, value);
        }
    }
    source.comments.iter().for_each(|comment| fits(text, *comment));
    problems_fit(text, &source.problems);
}

/// Runs `check` with every rule on, and looks at the findings.
pub fn findings_fit(text: &str, check: impl FnOnce(&mut Sink<'_>)) -> Vec<Finding> {
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    check(&mut sink);
    let findings = sink.into_findings();
    for finding in &findings {
        fits(text, finding.span);
        finding.related.iter().for_each(|related| fits(text, related.span));
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            fits(text, edit.span);
        }
        assert!(!finding.message.is_empty());
    }
    findings
}

/// Parses and checks the commands in `range` of `text`.
pub fn check_deck(text: &str, range: Span, sink: &mut Sink<'_>) -> Commands {
    let commands = csdup::parse(text, range, csdup::Options::default());
    commands_fit(text, &commands);
    check_commands(text, std::slice::from_ref(&commands), &CheckOptions::default(), sink);
    commands
}

/// Checks a job with the input of its steps.
pub fn check_job(text: &str, jcl: &Jcl, sink: &mut Sink<'_>) {
    problems_fit(text, &jcl.problems);
    check_jcl(text, jcl, sink);
    for part in &jcl.parts {
        match part {
            Part::Csdup(step) => {
                for input in &step.sysin {
                    if let Input::Instream(range) = input {
                        fits(text, *range);
                        let commands = check_deck(text, *range, sink);
                        check_readonly(step, text, &commands, sink);
                    }
                }
            }
            Part::Sit(step) => {
                for source in &step.sources {
                    source_fits(text, source);
                    check_sit(text, source, Symbols::NONE, sink);
                }
            }
        }
    }
}
