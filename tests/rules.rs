//! Runs every `[[test]]` of every rule file: one test case a rule.
//!
//! The findings of the rule itself must be exactly those that the test expects, in the order of the text; of other
//! rules only those under `also` may fire, so that one fault never shows as a cascade.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::csd::{Deck, DeckOrigin, Decks};
use cicslint::region::{RegionInput, Regions, SitInput};
use cicslint::rules::PlacedSink;
use cicslint::rules::native::{
    CheckOptions, check_commands, check_csd, check_jcl, check_readonly, check_region, check_sit, check_text,
};
use cicslint::rules::{self, Finding, RuleTest, Selection, Severity, Sink};
use cicslint::syntax::jcl::{self, CsdupStep, Input, Part};
use cicslint::syntax::{csdup, sit};
use cicslint::text::{FileId, ReadOptions, Source, Span};
use std::fmt::Write as _;
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/rule_tests.rs"));

/// Runs the tests of one rule and shows every failure.
fn check_rule(code: &str) {
    let id = rules::by_code(code).unwrap();
    let mut failures = String::new();
    for (number, test) in rules::rule(id).tests.iter().enumerate() {
        let Some((text, findings)) = run(id.index(), test) else {
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
fn run(id: u16, test: &RuleTest) -> Option<(String, Vec<Finding>)> {
    if matches!(rules::all()[usize::from(id)].applies_to, "CSD" | "REGION") {
        return Some(run_region(test));
    }
    let bytes = if test.latin1 {
        test.input.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
    } else {
        test.input.as_bytes().to_vec()
    };
    let source = Source::from_bytes("test", bytes, &ReadOptions::default()).unwrap();
    let text = source.text();
    let all = Span::of(0..text.len());
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    check_text(&source, &mut sink);
    match test.kind {
        "csdup" => check_deck(text, all, None, &mut sink),
        "sit" => check_sit(text, &sit::parse_sysin(text, all), &mut sink),
        "sit-macro" => check_sit(text, &sit::parse_macro(text, all), &mut sink),
        "jcl" => check_job(text, &mut sink),
        _ => return None,
    }
    let findings = sink.into_findings();
    Some((text.to_owned(), findings))
}

/// The deck and the SIT overrides as one text, and what is found in them as those of one region.
fn run_region(test: &RuleTest) -> (String, Vec<Finding>) {
    let bytes = [test.input, test.sit].concat().into_bytes();
    let source = Arc::new(Source::from_bytes("test", bytes, &ReadOptions::default()).unwrap());
    let (text, file) = (source.text(), FileId(0));
    let deck = Span::of(0..test.input.len());
    let commands = csdup::parse(text, deck, csdup::Options::default());
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    check_commands(text, &commands, &CheckOptions::default(), &mut sink);
    let mut findings = sink.into_findings();
    let mut decks = Decks::new();
    let mut deck = Deck::new(file, Arc::clone(&source), &commands, DeckOrigin::Commands);
    deck.mark_refused(findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.span));
    let mut input =
        RegionInput { name: "TEST".to_owned(), decks: vec![decks.add(deck)], ..RegionInput::default() };
    if !test.sit.is_empty() {
        let settings = Arc::new(sit::parse_sysin(text, Span::of(test.input.len()..text.len())));
        input.sit.push(SitInput { file, source: Arc::clone(&source), settings });
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    let mut sink = PlacedSink::new(&selection);
    check_csd(&decks, region.csd(), &mut sink);
    check_region(&decks, &region, &mut sink);
    findings.extend(sink.into_placed().into_iter().map(|placed| placed.finding));
    (text.to_owned(), findings)
}

fn check_deck(text: &str, range: Span, step: Option<&CsdupStep>, sink: &mut Sink<'_>) {
    let commands = csdup::parse(text, range, csdup::Options::default());
    let compat = step.and_then(|step| step.compat);
    check_commands(text, &commands, &CheckOptions { compat, ..CheckOptions::default() }, sink);
    if let Some(step) = step {
        check_readonly(step, text, &commands, sink);
    }
}

fn check_job(text: &str, sink: &mut Sink<'_>) {
    let job = jcl::parse(text);
    check_jcl(text, &job, sink);
    for part in &job.parts {
        match part {
            Part::Csdup(step) => {
                for input in &step.sysin {
                    if let Input::Instream(range) = input {
                        check_deck(text, *range, Some(step), sink);
                    }
                }
            }
            Part::Sit(step) => {
                for source in &step.sources {
                    check_sit(text, source, sink);
                }
            }
        }
    }
}

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
        if !fits(template, &finding.message) {
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
