//! Runs every `[[test]]` of every rule file: one test case a rule.
//!
//! The findings of the rule itself must be exactly those that the test expects, in the order of the text; of other
//! rules only those under `also` may fire, so that one fault never shows as a cascade.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::rules::native::{CheckOptions, check_commands};
use cicslint::rules::{self, Finding, RuleTest, Selection, Sink};
use cicslint::syntax::csdup;
use cicslint::text::Span;
use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/rule_tests.rs"));

/// Runs the tests of one rule and shows every failure.
fn check_rule(code: &str) {
    let id = rules::by_code(code).unwrap();
    let mut failures = String::new();
    for (number, test) in rules::rule(id).tests.iter().enumerate() {
        let Some((text, findings)) = run(test) else {
            println!("{code} test {}: input of kind {} cannot be read yet, skipped", number + 1, test.kind);
            continue;
        };
        let problems = compare(id.index(), test, &text, &findings);
        for problem in &problems {
            writeln!(failures, "test {}: {problem}", number + 1).unwrap();
        }
        if !problems.is_empty() {
            writeln!(failures, "  input:\n{}", test.input).unwrap();
        }
    }
    assert!(failures.is_empty(), "{code} {}\n{failures}", rules::rule(id).name);
}

/// The text as the checks saw it, and what they found, by place; `None` for inputs that cannot be read yet.
fn run(test: &RuleTest) -> Option<(String, Vec<Finding>)> {
    let text = test.input.to_owned();
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    match test.kind {
        "csdup" => {
            let commands = csdup::parse(&text, Span::of(0..text.len()), csdup::Options::default());
            check_commands(&text, &commands, &CheckOptions::default(), &mut sink);
        }
        _ => return None,
    }
    let findings = sink.into_findings();
    Some((text, findings))
}

/// What differs between the findings and what `test` expects.
fn compare(rule: u16, test: &RuleTest, text: &str, findings: &[Finding]) -> Vec<String> {
    let mut problems = Vec::new();
    let (own, others): (Vec<_>, Vec<_>) = findings.iter().partition(|finding| finding.rule == rule);
    if own.len() != test.expect.len() {
        problems.push(format!("{} findings expected, {} made", test.expect.len(), own.len()));
        problems.extend(own.iter().map(|finding| show(text, finding)));
    }
    for (expected, finding) in test.expect.iter().zip(&own) {
        let help = finding.help.as_deref().unwrap_or("");
        let says = finding.message.contains(expected.says) || help.contains(expected.says);
        let severity = expected.severity.unwrap_or(finding.severity);
        if !says || severity != finding.severity || finding.span.of_text(text) != expected.at {
            problems.push(format!("expected {expected:?}, made {}", show(text, finding)));
        }
    }
    for finding in &others {
        let code = rules::all()[finding.rule as usize].code;
        if !test.also.contains(&code) {
            problems.push(format!("another rule fires: {}", show(text, finding)));
        }
    }
    for code in test.also {
        if !others.iter().any(|finding| rules::all()[finding.rule as usize].code == *code) {
            problems.push(format!("{code} does not fire"));
        }
    }
    problems
}

fn show(text: &str, finding: &Finding) -> String {
    let code = rules::all()[finding.rule as usize].code;
    let help = finding.help.as_deref().unwrap_or("");
    let at = finding.span.of_text(text);
    format!("{code} {:?} at {at:?}: {} (help: {help})", finding.severity, finding.message)
}
