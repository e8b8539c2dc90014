//! What differs between the findings and what a test expects.

use super::Tried;
use crate::rules::{Check, Expected, Finding, RuleId, RuleTest, Severity, rule};
use std::fmt;

/// The differences, each in words.
pub(super) fn compare(id: RuleId, test: &RuleTest, tried: &Tried) -> Vec<String> {
    let mut problems = Vec::new();
    let (own, others): (Vec<&Finding>, Vec<&Finding>) = tried
        .findings
        .iter()
        .filter(|f| f.suppressed.is_none())
        .partition(|finding| finding.rule == id.index());
    if own.len() != test.expect.len() {
        problems.push(format!("{} findings expected, {} made", test.expect.len(), own.len()));
        problems.extend(own.iter().map(|finding| format!("made: {}", Shown { finding, text: &tried.text })));
    }
    for (expected, finding) in test.expect.iter().zip(&own) {
        if !is(expected, finding, &tried.text) {
            let shown = Shown { finding, text: &tried.text };
            problems.push(format!("expected {}; made: {shown}", Wanted(expected)));
        }
    }
    match rule(id).check {
        Check::Native => beside(test, &others, &tried.text, &mut problems),
        Check::Declared(_) => {
            for finding in others.iter().filter(|finding| finding.severity == Severity::Error) {
                let shown = Shown { finding, text: &tried.text };
                problems.push(format!("the input itself is at fault: {shown}"));
            }
        }
    }
    problems
}

fn is(expected: &Expected, finding: &Finding, text: &str) -> bool {
    let help = finding.help.as_deref().unwrap_or("");
    let says = finding.message.contains(expected.says) || help.contains(expected.says);
    let severity = expected.severity.unwrap_or(finding.severity);
    says && severity == finding.severity && finding.span.of_text(text) == expected.at
}

/// Of other rules those under `also` fire, and no others.
fn beside(test: &RuleTest, others: &[&Finding], text: &str, problems: &mut Vec<String>) {
    let code = |finding: &Finding| rule(RuleId::of(finding)).code;
    for finding in others {
        if !test.also.contains(&code(finding)) {
            problems.push(format!("another rule fires: {}", Shown { finding, text }));
        }
    }
    for wanted in test.also {
        if !others.iter().any(|finding| code(finding) == *wanted) {
            problems.push(format!("{wanted} does not fire"));
        }
    }
}

struct Wanted<'a>(&'a Expected);

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} underlined", self.0.at)?;
        if let Some(severity) = self.0.severity {
            write!(f, ", {}", severity.name())?;
        }
        if !self.0.says.is_empty() {
            write!(f, ", saying {:?}", self.0.says)?;
        }
        Ok(())
    }
}

struct Shown<'a> {
    finding: &'a Finding,
    text: &'a str,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.finding;
        let at = finding.span.of_text(self.text);
        let code = rule(RuleId::of(finding)).code;
        write!(f, "{code} {} at {at:?}: {}", finding.severity.name(), finding.message)?;
        match &finding.help {
            Some(help) => write!(f, " (help: {help})"),
            None => Ok(()),
        }
    }
}
