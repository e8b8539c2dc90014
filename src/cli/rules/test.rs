//! `cicslint rules test`.

use super::Form;
use crate::cli::choice;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::lint::rule_tests::{TestFailure, test_rule};
use crate::rules::{self, Rule, RuleId};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct TestArgs {
    /// Folders of rule files; without one, the rules that come with cicslint
    folders: Vec<PathBuf>,
    /// How the result is shown
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
}

#[derive(Serialize)]
struct Report {
    rules: usize,
    tests: usize,
    failed: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    code: &'static str,
    rule: &'static str,
    /// The rule file; `null` for a rule that comes with cicslint.
    path: Option<&'static str>,
    test: usize,
    problems: Vec<String>,
}

pub(super) fn run(arguments: &TestArgs) -> Result<Exit, Failure> {
    let found = match arguments.folders.as_slice() {
        [] => rules::numbers().filter(|id| rules::rule(*id).origin.is_none()).collect(),
        folders => choice::site_rules(folders)?,
    };
    if found.is_empty() {
        return Err(choice::no_site_rules());
    }
    let results: Vec<(RuleId, Vec<TestFailure>)> = found.par_iter().map(|id| (*id, test_rule(*id))).collect();
    let report = Report {
        rules: found.len(),
        tests: found.iter().map(|id| rules::rule(*id).tests.len()).sum(),
        failed: results.into_iter().flat_map(|(id, failures)| failed(rules::rule(id), failures)).collect(),
    };
    let mut out = output::standard();
    match arguments.format {
        Form::Text => write_text(&report, &mut out)?,
        Form::Json => {
            serde_json::to_writer_pretty(&mut out, &report).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(if report.failed.is_empty() { Exit::Clean } else { Exit::Findings })
}

fn failed(rule: &'static Rule, failures: Vec<TestFailure>) -> impl Iterator<Item = Failed> {
    failures.into_iter().map(|failure| Failed {
        code: rule.code,
        rule: rule.name,
        path: rule.origin,
        test: failure.test,
        problems: failure.problems,
    })
}

fn write_text(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    for failed in &report.failed {
        let path = failed.path.map_or(String::new(), |path| format!(" ({path})"));
        writeln!(out, "{} {}{path}: test {} fails", failed.code, failed.rule, failed.test)?;
        for problem in &failed.problems {
            writeln!(out, "  {problem}")?;
        }
    }
    let (rules, tests) = (output::count(report.rules, "rule"), output::count(report.tests, "test"));
    match report.failed.len() {
        0 => writeln!(out, "{rules} with {tests}: all pass"),
        failing => writeln!(out, "{rules} with {tests}: {failing} fail"),
    }
}
