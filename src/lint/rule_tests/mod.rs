//! The tests that rule files carry: a deck, a job or a SIT source, and what the rule says of it.
//!
//! The findings of the rule itself must be exactly those that a test expects, in the order of the text. Of the other
//! rules a native one may bring only those under `also`, so that one fault never shows as a cascade; a declared one is
//! looked at alone, but its deck may have no error of vocabulary.

mod compare;
mod region;

pub use region::Trial;

use super::file::lint_source;
use crate::config::Config;
use crate::rules::{Check, Finding, Rule, RuleId, RuleTest, Selection, rule};
use crate::syntax::Kind;
use crate::text::{ReadOptions, Source};

/// A test that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFailure {
    /// Which test of the rule, from 1.
    pub test: usize,
    /// What differs from what the test expects.
    pub problems: Vec<String>,
}

/// What differs from what `test` expects of the rule `id`, a declared one, where it is as `rule` says. `trial` is the
/// input of the test.
pub fn test_declared(id: RuleId, rule: &Rule, test: &RuleTest, trial: &Trial) -> Vec<String> {
    compare::compare(id, test, &trial.run(id, rule))
}

/// What a test input gave: the text as the checks saw it, and what was found in it.
pub struct Tried {
    /// The text; a deck and the SIT overrides of its region stand behind each other.
    pub text: String,
    /// Everything that was found, by place.
    pub findings: Vec<Finding>,
}

/// Runs every test of the rule `id`.
pub fn test_rule(id: RuleId) -> Vec<TestFailure> {
    let rule = rule(id);
    let failure = |(number, test): (usize, &RuleTest)| {
        let problems = match try_input(id, test) {
            Ok(tried) => compare::compare(id, test, &tried),
            Err(problem) => vec![problem],
        };
        (!problems.is_empty()).then_some(TestFailure { test: number + 1, problems })
    };
    rule.tests.iter().enumerate().filter_map(failure).collect()
}

/// Lints the input of `test` for the rule `id`.
///
/// # Errors
/// When it cannot be read.
pub fn try_input(id: RuleId, test: &RuleTest) -> Result<Tried, String> {
    let rule = rule(id);
    match (rule.check, rule.applies_to) {
        (Check::Native, "CSD" | "REGION") => Ok(Trial::new(test)?.run(id, rule)),
        (Check::Declared(_), _) => Ok(Trial::new(test)?.run(id, rule)),
        (Check::Native, _) => try_file(test),
    }
}

/// A file by itself, with every rule on.
fn try_file(test: &RuleTest) -> Result<Tried, String> {
    let bytes = match test.latin1 {
        true => test
            .input
            .chars()
            .map(|c| u8::try_from(u32::from(c)).map_err(|_| format!("{c:?} is not in Latin-1")))
            .collect::<Result<Vec<u8>, _>>()?,
        false => test.input.as_bytes().to_vec(),
    };
    let source = read(bytes)?;
    let kind = match test.kind {
        "csdup" => Kind::Csdup,
        "jcl" => Kind::Jcl,
        "sit" => Kind::Sit,
        "sit-macro" => Kind::SitMacro,
        "listing" => Kind::Listing,
        other => return Err(format!("{other} is no kind of input")),
    };
    let config = Config { rules: Selection::everything(), ..Config::default() };
    let findings = lint_source(&source, kind, &config).findings;
    Ok(Tried { text: source.text().to_owned(), findings })
}

fn read(bytes: Vec<u8>) -> Result<Source, String> {
    Source::from_bytes("test", bytes, &ReadOptions::default())
        .map_err(|error| format!("the input cannot be read: {error}"))
}
