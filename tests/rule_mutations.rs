//! No rule dies silently: each word of a declared rule that the language knows is misspelt in turn, and each operator
//! put in place of another. A misspelt rule is refused with the place of the slip, or fails its own tests.
//!
//! `MUTATE_RULES=DIR` looks at the rules of another folder. `cargo test --test rule_mutations -- --nocapture` shows the
//! counts, and which operators the tests of a rule do not tell from others.

#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::print_stdout, reason = "a test")]

mod mutations;

use cicslint::lint::rule_tests::{Trial, test_declared};
use cicslint::rules::{self, Check, Rule, RuleId, site};
use mutations::{Kind, Mutant, mutants};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It does not load, and the place of the slip is told.
    Refused,
    /// It does not load, and another place is told.
    Misplaced,
    /// It loads, and a test of the rule fails.
    Caught,
    /// It loads, and every test passes.
    Survived,
}

/// A declared rule with its file and its tests.
struct Subject {
    path: PathBuf,
    text: String,
    id: RuleId,
    rule: Rule,
    trials: Vec<Trial>,
}

/// The declared rules: those that come with cicslint, or those of a folder.
fn subjects() -> Vec<Subject> {
    let checks = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/checks");
    let other = std::env::var_os("MUTATE_RULES").map(PathBuf::from);
    if let Some(folder) = &other {
        site::load(folder).unwrap();
    }
    walkdir::WalkDir::new(other.as_ref().unwrap_or(&checks))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter_map(|path| {
            let id = rules::by_name(path.file_stem()?.to_str()?)?;
            let rule = *rules::rule(id);
            if rule.check == Check::Native {
                return None;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let trials = rule.tests.iter().map(|test| Trial::new(test).unwrap()).collect();
            Some(Subject { path, text, id, rule, trials })
        })
        .collect()
}

fn fate(subject: &Subject, mutant: &Mutant) -> Fate {
    match site::parse(&subject.path, &mutant.text) {
        Err(faults) => {
            let told = |at: &std::ops::Range<usize>| at.start <= mutant.at.end && mutant.at.start <= at.end;
            match faults.iter().filter_map(|fault| fault.span.as_ref()).any(told) {
                true => Fate::Refused,
                false => Fate::Misplaced,
            }
        }
        Ok(rule) => {
            let tests = subject.rule.tests.iter().zip(&subject.trials);
            let mut passes =
                tests.map(|(test, trial)| test_declared(subject.id, &rule, test, trial).is_empty());
            if passes.all(|passes| passes) { Fate::Survived } else { Fate::Caught }
        }
    }
}

#[test]
fn a_rule_that_is_misspelt_does_not_die_silently() {
    let subjects = subjects();
    let all: Vec<(&Subject, Mutant)> = subjects
        .iter()
        .flat_map(|subject| mutants(&subject.text).into_iter().map(move |m| (subject, m)))
        .collect();
    let fates: Vec<Fate> = all.par_iter().map(|(subject, mutant)| fate(subject, mutant)).collect();
    let mut counts: BTreeMap<Kind, BTreeMap<Fate, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut survivors = Vec::new();
    for ((subject, mutant), fate) in all.iter().zip(&fates) {
        *counts.entry(mutant.kind).or_default().entry(*fate).or_default() += 1;
        let shown = format!("{} {:?} {fate:?}: {}", subject.rule.code, mutant.kind, mutant.what);
        match fate {
            Fate::Survived if mutant.kind.is_slip() => wrong.push(shown),
            Fate::Misplaced => wrong.push(shown),
            Fate::Survived => survivors.push(shown),
            Fate::Refused | Fate::Caught => {}
        }
    }
    println!("{} declared rules, {} mutants", subjects.len(), all.len());
    for (kind, fates) in &counts {
        println!("  {kind:?}: {fates:?}");
    }
    survivors.iter().for_each(|line| println!("  {line}"));
    assert!(
        wrong.is_empty(),
        "{} mutants live, or are refused at another place:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
