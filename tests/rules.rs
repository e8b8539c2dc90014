//! Runs every `[[test]]` of every rule file: one test case a rule.
//!
//! The findings of the rule itself must be exactly those that the test expects, in the order of the text; of other
//! rules only those under `also` may fire, so that one fault never shows as a cascade.

#![expect(clippy::unwrap_used, reason = "a test")]

use cicslint::config::Config;
use cicslint::lint::lint_source;
use cicslint::rules::{self, Finding, RuleTest, Selection};
use cicslint::syntax::Kind;
use cicslint::text::{ReadOptions, Source};
use std::fmt::Write as _;

mod region_rules;

include!(concat!(env!("OUT_DIR"), "/rule_tests.rs"));

/// Runs the tests of one rule and shows every failure.
fn check_rule(code: &str) {
    let id = rules::by_code(code).unwrap();
    let mut failures = String::new();
    for (number, test) in rules::rule(id).tests.iter().enumerate() {
        let (text, findings) = match rules::rule(id).applies_to {
            "CSD" | "REGION" => region_rules::run(rules::rule(id), test),
            _ => run(test),
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

/// The text as the checks saw it, and what the linter finds in it with every rule on, by place.
fn run(test: &RuleTest) -> (String, Vec<Finding>) {
    let bytes = if test.latin1 {
        test.input.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
    } else {
        test.input.as_bytes().to_vec()
    };
    let source = Source::from_bytes("test", bytes, &ReadOptions::default()).unwrap();
    let kind = match test.kind {
        "csdup" => Kind::Csdup,
        "jcl" => Kind::Jcl,
        "sit" => Kind::Sit,
        "sit-macro" => Kind::SitMacro,
        "listing" => Kind::Listing,
        other => panic!("{other} is no kind of input"),
    };
    let config = Config { rules: Selection::everything(), ..Config::default() };
    let findings = lint_source(&source, kind, &config).findings;
    (source.text().to_owned(), findings)
}

/// Areas whose files document every form of their messages.
const DOCUMENTED: [&str; 6] = ["CSD", "NAM", "RDO", "REC", "REF", "SYM"];

/// Whether `message` is one of the lines of `template`, where `{word}` stands for any text.
fn fits(template: &str, message: &str) -> bool {
    template.lines().any(|line| {
        let mut parts = line.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text));
        let Some(mut rest) = message.strip_prefix(parts.next().unwrap_or("")) else { return false };
        let mut open = false;
        for part in parts {
            open = true;
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
            open &= part.is_empty();
        }
        open || rest.is_empty()
    })
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
    for finding in &own {
        let template = rules::all()[rule as usize].message;
        if DOCUMENTED.contains(&&rules::all()[rule as usize].code[..3]) && !fits(template, &finding.message) {
            problems.push(format!("the file documents another message than {:?}", finding.message));
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
