//! Runs every `[[test]]` of every rule file: one test case a rule. `cicslint rules test` does the same.

#![expect(clippy::unwrap_used, reason = "a test")]

use cicslint::lint::rule_tests::{test_rule, try_input};
use cicslint::rules::{self, RuleId};
use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/rule_tests.rs"));

/// Runs the tests of one rule and shows every failure.
fn check_rule(code: &str) {
    let id = rules::by_code(code).unwrap();
    let rule = rules::rule(id);
    let mut failures = String::new();
    for failure in test_rule(id) {
        for problem in failure.problems {
            writeln!(failures, "test {}: {problem}", failure.test).unwrap();
        }
        let test = &rule.tests[failure.test - 1];
        writeln!(failures, "  input:\n{}{}", test.input, test.sit).unwrap();
    }
    for safety in fixes(id).into_iter().filter(|safety| rule.fix != Some(*safety)) {
        writeln!(failures, "it makes a {safety:?} fix, and the file says {:?}", rule.fix).unwrap();
    }
    if DOCUMENTED.contains(&&rule.code[..3]) {
        for message in messages(id).iter().filter(|message| !fits(rule.message, message)) {
            writeln!(failures, "the file documents another message than {message:?}").unwrap();
        }
    }
    assert!(failures.is_empty(), "{code} {}\n{failures}", rule.name);
}

/// Areas of native rules whose files document every form of their messages.
const DOCUMENTED: [&str; 6] = ["CSD", "NAM", "RDO", "REC", "REF", "SYM"];

/// The safety of the edits that its findings bring.
fn fixes(id: RuleId) -> Vec<rules::Safety> {
    let findings = rules::rule(id).tests.iter().flat_map(|test| try_input(id, test).unwrap().findings);
    findings
        .filter(|finding| finding.rule == id.index())
        .filter_map(|f| f.fix)
        .map(|fix| fix.safety)
        .collect()
}

/// What the rule says in its tests.
fn messages(id: RuleId) -> Vec<String> {
    let findings = rules::rule(id).tests.iter().flat_map(|test| try_input(id, test).unwrap().findings);
    findings.filter(|finding| finding.rule == id.index()).map(|finding| finding.message).collect()
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

/// The build reads the rule files; the loader of a site's own rules reads them alike, and types their expressions.
#[test]
fn every_declared_rule_loads_as_it_was_built() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/checks");
    let mut declared = 0;
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry.unwrap().into_path();
        let Some(id) = path.file_stem().and_then(|stem| rules::by_name(stem.to_str()?)) else { continue };
        let built = *rules::rule(id);
        if !path.is_file() || built.check == rules::Check::Native {
            continue;
        }
        declared += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let loaded = rules::site::parse(&path, &text).unwrap();
        let wanted = rules::Rule { origin: loaded.origin, ..built };
        assert_eq!(format!("{loaded:?}"), format!("{wanted:?}"));
    }
    assert_eq!(declared, rules::built_in().iter().filter(|rule| rule.check != rules::Check::Native).count());
}
