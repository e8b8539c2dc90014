//! The fix of every rule on the inputs of its own tests: where the rule fires, the fix removes what it found. What
//! each does is shown in a snapshot, for people to judge.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use cicslint::config::Config;
use cicslint::fix::{Options, mend};
use cicslint::lint::{self, Outcome, Plan};
use cicslint::rules::{Choice, Rule, RuleId, RuleTest, Selection, Selector, built_in, rule};
use std::fmt::Write as _;
use std::path::Path;

/// The input of a test as a folder, with this rule alone: one region, where a deck has its SIT.
fn plan(folder: &Path, rule: &Rule, test: &RuleTest) -> Plan {
    let ending = match test.kind {
        "jcl" => "jcl",
        "sit" => "sysin",
        "sit-macro" => "asm",
        _ => "csd",
    };
    let input = format!("input.{ending}");
    std::fs::write(folder.join(&input), test.input).unwrap();
    let config = folder.join("cicslint.toml");
    let mut region = String::from("[kinds]\n");
    for (ending, kind) in [("csd", "csdup"), ("jcl", "jcl"), ("sysin", "sit"), ("asm", "sit-macro")] {
        writeln!(region, "\"*.{ending}\" = \"{kind}\"").unwrap();
    }
    if !test.sit.is_empty() {
        std::fs::write(folder.join("region.sysin"), test.sit).unwrap();
        let complete = test.whole;
        writeln!(region, "[[region]]\nname = \"R\"\ncomplete = {complete}").unwrap();
        writeln!(region, "csd = [\"{input}\"]\nsit = [\"region.sysin\"]").unwrap();
    }
    std::fs::write(&config, region).unwrap();
    let mut config = Config::read(&config).unwrap();
    let only = vec![Selector::parse(rule.code).unwrap()];
    config.rules = Selection::new(&Choice { only, ..Choice::default() });
    let mut plan = Plan::default();
    plan.add(folder, config);
    plan.find_regions().unwrap_or_else(|error| panic!("{}: {error:?}", rule.code));
    plan
}

/// How much the rule finds.
fn found(outcome: &Outcome, code: &str) -> usize {
    let open = outcome.files.iter().flat_map(|file| file.open());
    open.filter(|finding| rule(RuleId::of(finding)).code == code).count()
}

/// What the fix does to the first input for which the rule fires.
fn fixed(rule: &Rule) -> String {
    let folder = common::folder(&format!("fixes_rules_{}", rule.code));
    let mut shown = format!("{} {}: ", rule.code, rule.name);
    for test in rule.tests.iter().filter(|test| !test.expect.is_empty() && !test.latin1) {
        let was = found(&lint::run(&plan(&folder, rule, test)).outcome, rule.code);
        if was == 0 {
            continue;
        }
        let mended = mend(&mut plan(&folder, rule, test), Options { review: true });
        if mended.files.is_empty() {
            let why = mended.left.first().map_or("no edit", |left| left.why.as_str());
            write!(shown, "not fixed: {why}; ").unwrap();
            continue;
        }
        assert!(found(&mended.run.outcome, rule.code) < was, "{}: its fix removes nothing", rule.code);
        writeln!(shown).unwrap();
        for file in &mended.files {
            let diff = file.diff();
            let changes = diff.lines().skip(3).filter(|line| line.starts_with(['+', '-']));
            changes.for_each(|line| writeln!(shown, "  {line}").unwrap());
        }
        return shown;
    }
    shown + "\n"
}

#[test]
fn the_fix_of_every_rule() {
    let shown: String = built_in().iter().filter(|rule| rule.fix.is_some()).map(fixed).collect();
    insta::assert_snapshot!(shown);
}
