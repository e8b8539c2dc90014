//! Rule files are refused at the right place, and `rules/rule.schema.json` says what this module accepts.

use super::types::RuleFile;
use super::{Problem, parse};
use std::path::{Path, PathBuf};

/// A declared rule without a fault, called `some-rule`.
const RULE: &str = r###"code = "XAB001"
name = "some-rule"
title = "A title"
category = "style"
severity = "warning"
confidence = "high"
releases = ">=4.1, <=6.3"
applies_to = "PROGRAM"
check = 'true'
at = "name"
related = [ { at = "group", message = "see" } ]
message = "m"
help = "h"
refs = ["r"]
explain = """
## What it checks
a
## Why
b
## Example
c
## Instead
d
## Cost
e
"""
[fix]
safety = "review"
set = { RELOAD = "NO" }
remove = ["USAGE"]
[cost]
none = "why"
[[test]]
deck = "D"
expect = { at = "P" }
[[test]]
deck = "D"
sit = "S"
whole = true
expect = "pass"
"###;

#[test]
fn what_is_wrong_with_the_form_is_told_with_its_place() {
    // what is replaced, by what, the place, a part of the message or the help
    let cases = [
        ("XAB001", "XAB01", "\"XAB01\"", "three capitals and three digits"),
        ("name = \"some-rule\"", "name = \"some_rule\"", "\"some_rule\"", "kebab-case"),
        ("name = \"some-rule\"", "name = \"other\"", "\"other\"", "some-rule.toml"),
        ("A title", "A title.", "\"A title.\"", "full stop"),
        ("\"style\"", "\"stile\"", "\"stile\"", "did you mean `style`?"),
        ("\"warning\"", "\"warn\"", "\"warn\"", "did you mean `warning`?"),
        (">=4.1, <=6.3", ">=4.1, new", "\">=4.1, new\"", "no list of comparisons"),
        ("check =", "chekc =", "chekc", "did you mean `check`?"),
        ("message = \"m\"", "message = ' '", "' '", "message is empty"),
        ("refs = [\"r\"]", "refs = []", "[]", "say where it was learnt"),
        ("at = \"name\"\n", "", "\"XAB001\"", "at is missing"),
        ("at = \"name\"", "at = []", "[]", "at is empty"),
        ("at = \"name\"", "at = 5", "5", "a place such as"),
        ("## Cost\ne\n", "", "\"\"\"\n## What", "\"## Cost\""),
        ("## Why\nb", "## Why", "\"\"\"\n## What", "nothing under \"## Why\""),
        ("[cost]\nnone = \"why\"\n", "", "\"XAB001\"", "cost is missing"),
        ("none = \"why\"", "none = \"why\"\nwhat_if = \"fix\"", "[cost]", "what_if and none are"),
        ("none = \"why\"", "per = \"transaction\"\ncpu_us = '1'", "[cost]", "range"),
        ("none = \"why\"", "consequence = \"abnd\"", "\"abnd\"", "did you mean `abend`?"),
        ("set = { RELOAD = \"NO\" }\nremove = [\"USAGE\"]\n", "", "[fix]", "changes nothing"),
        ("remove = [\"USAGE\"]", "remove = [\"RELOAD\"]", "\"RELOAD\"", "both set and removed"),
        ("expect = \"pass\"", "expect = \"fail\"", "\"fail\"", "neither"),
        ("expect = \"pass\"", "expect = []", "[]", "write expect = \"pass\""),
        ("expect = \"pass\"", "expect = { at = \"P\" }", "\"XAB001\"", "no test in which it is silent"),
        ("expect = { at = \"P\" }", "expect = { att = \"P\" }", "att", "did you mean `at`?"),
        ("expect = { at = \"P\" }", "expect = \"pass\"", "\"XAB001\"", "no test in which it fires"),
        ("sit = \"S\"", "listing = \"S\"", "[[test]]", "one of deck"),
    ];
    assert!(parse(RULE, "some-rule").is_ok());
    for (old, new, place, part) in cases {
        let text = RULE.replacen(old, new, 1);
        assert_ne!(text, RULE, "{old}");
        let problems = parse(&text, "some-rule").unwrap_err();
        let told = |Problem { span, message, help }: &Problem| {
            let at = span.clone().map_or("", |span| &text[span]);
            let help = help.as_deref().unwrap_or("");
            at.starts_with(place) && (message.contains(part) || help.contains(part))
        };
        assert!(problems.iter().any(told), "{new}: {problems:?}");
    }
}

#[test]
fn a_native_rule_has_no_fields_of_a_declared_one() {
    let text = RULE.replace("check = 'true'", "check = \"native\"");
    let problems = parse(&text, "some-rule").unwrap_err();
    for field in ["at", "related", "cost"] {
        let message = format!("a native rule has no {field}");
        assert!(problems.iter().any(|problem| problem.message == message), "{problems:?}");
    }
}

fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(RuleFile).to_value();
    schema["$comment"] =
        "Made from src/rules/wire/types.rs: UPDATE_DOCS=1 cargo test --lib rules::wire".into();
    schema
}

#[test]
fn the_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/rule.schema.json");
    let wanted = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "UPDATE_DOCS=1 cargo test --lib rules::wire writes {} anew", path.display());
}

fn rule_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rule_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_file_fits_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut files = Vec::new();
    rule_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/checks"), &mut files);
    assert!(files.len() > 100);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let value: serde_json::Value = toml::from_str(&text).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&value)
            .map(|fault| format!("{fault} at {}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let value = |text: &str| toml::from_str::<serde_json::Value>(text).unwrap();
    assert!(validator.is_valid(&value(RULE)));
    for (old, new) in [
        ("code = \"XAB001\"", "code = \"xab\""),
        ("check =", "chekc ="),
        ("\"style\"", "\"stile\""),
        ("expect = \"pass\"", "expect = \"fail\""),
        ("at = \"name\"", "at = 5"),
        ("none = \"why\"", "consequence = \"abnd\""),
    ] {
        assert!(!validator.is_valid(&value(&RULE.replacen(old, new, 1))), "{new}");
    }
}
