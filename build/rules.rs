//! Rule files to static tables: `rules/checks/<area>/<name>.toml` to `rules.rs` (the registry and one constant a
//! rule) and `rule_tests.rs` (one test case a rule).
//!
//! Every file is checked here, so a rule without words, references or tests does not compile.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const CATEGORIES: [&str; 9] = [
    "syntax",
    "correctness",
    "reference",
    "performance",
    "storage",
    "recovery",
    "security",
    "migration",
    "style",
];
const PERSONAS: [&str; 3] = ["regular", "pedantic", "auditor"];
const HEADINGS: [&str; 4] = ["## What it checks", "## Why", "## Example", "## Instead"];

/// A rule file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    code: String,
    name: String,
    title: String,
    category: String,
    severity: Severity,
    confidence: Confidence,
    #[serde(default = "regular")]
    persona: String,
    releases: String,
    applies_to: String,
    check: Check,
    message: String,
    help: String,
    refs: Vec<String>,
    explain: String,
    #[serde(default)]
    test: Vec<TestFile>,
}

fn regular() -> String {
    "regular".to_owned()
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Advice,
    Warning,
    Error,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Confidence {
    Low,
    Medium,
    High,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Check {
    Native,
}

/// One `[[test]]`: exactly one of the inputs, or a deck and the SIT overrides of its region.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TestFile {
    deck: Option<String>,
    jcl: Option<String>,
    sit: Option<String>,
    sit_macro: Option<String>,
    listing: Option<String>,
    /// `utf-8` (the default) or `latin-1`: how the input is written before it is read.
    encoding: Option<String>,
    expect: Expect,
    /// Codes of other rules that have to fire beside it.
    #[serde(default)]
    also: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expect {
    Word(String),
    One(Expected),
    Many(Vec<Expected>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    at: String,
    severity: Option<Severity>,
    /// A part of the message or of the help.
    says: Option<String>,
}

/// The registry: `rules.rs`.
pub(crate) fn registry(rules: &Path) -> Result<String, String> {
    load(rules).and_then(|rules| tables(&rules).map_err(|e| e.to_string()))
}

/// One test function a rule: `rule_tests.rs`.
pub(crate) fn test_cases(rules: &Path) -> Result<String, String> {
    load(rules).and_then(|rules| cases(&rules).map_err(|e| e.to_string()))
}

/// Reads every rule file below `checks`, by code.
fn load(rules: &Path) -> Result<Vec<RuleFile>, String> {
    let mut by_code = BTreeMap::new();
    let mut names: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in toml_files(&rules.join("checks"))? {
        let at = |problem: String| format!("{}: {problem}", path.display());
        let text = fs::read_to_string(&path).map_err(|e| at(e.to_string()))?;
        let rule: RuleFile = toml::from_str(&text).map_err(|e| at(e.to_string()))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        validate(&rule, &stem).map_err(at)?;
        if let Some(other) = names.insert(rule.name.clone(), path.clone()) {
            return Err(at(format!("the name {} is also that of {}", rule.name, other.display())));
        }
        if let Some((other, _)) = by_code.insert(rule.code.clone(), (path.clone(), rule)) {
            return Err(at(format!("its code is also that of {}", other.display())));
        }
    }
    let rules: Vec<RuleFile> = by_code.into_values().map(|(_, rule)| rule).collect();
    check_also(&rules)?;
    Ok(rules)
}

/// The `.toml` files below `folder`, in order.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let at = |e: std::io::Error| format!("{}: {e}", folder.display());
        for entry in fs::read_dir(&folder).map_err(at)? {
            let path = entry.map_err(at)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What the schema alone cannot say.
fn validate(rule: &RuleFile, stem: &str) -> Result<(), String> {
    let code = rule.code.as_bytes();
    let code_form = code.len() == 6
        && code[..3].iter().all(u8::is_ascii_uppercase)
        && code[3..].iter().all(u8::is_ascii_digit);
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let release = |part: &str| {
        let number = part.trim().trim_start_matches(['>', '<', '=']);
        number.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok())
    };
    ensure(code_form, || format!("code {:?} is not three capitals and three digits", rule.code))?;
    ensure(!rule.name.is_empty() && rule.name.chars().all(kebab), || {
        format!("name {:?} is not kebab-case", rule.name)
    })?;
    ensure(rule.name == stem, || format!("name {:?} is not the name of the file", rule.name))?;
    ensure(CATEGORIES.contains(&rule.category.as_str()), || {
        format!("category {:?} is none of {}", rule.category, CATEGORIES.join(", "))
    })?;
    ensure(PERSONAS.contains(&rule.persona.as_str()), || {
        format!("persona {:?} is none of {}", rule.persona, PERSONAS.join(", "))
    })?;
    ensure(rule.releases.split(',').all(release), || {
        format!("releases {:?} is no list of comparisons such as \">=4.1\"", rule.releases)
    })?;
    ensure(!rule.title.trim().is_empty() && !rule.title.ends_with('.'), || {
        "title is empty, or ends in a full stop".to_owned()
    })?;
    ensure(!rule.message.trim().is_empty(), || "message is empty".to_owned())?;
    ensure(!rule.help.trim().is_empty(), || "help is empty".to_owned())?;
    ensure(!rule.refs.is_empty(), || "refs is empty: say where it was learnt".to_owned())?;
    validate_explain(&rule.explain)?;
    validate_tests(&rule.test)
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// The headings stand in their order, each with words below it.
fn validate_explain(explain: &str) -> Result<(), String> {
    let mut rest = explain;
    for (n, heading) in HEADINGS.iter().enumerate() {
        let at = rest.find(heading).ok_or(format!("explain lacks {heading:?} (or it is out of order)"))?;
        rest = &rest[at + heading.len()..];
        let body = match HEADINGS.get(n + 1) {
            Some(next) => rest.split(next).next().unwrap_or(rest),
            None => rest,
        };
        ensure(!body.trim().is_empty(), || format!("explain says nothing under {heading:?}"))?;
    }
    Ok(())
}

fn validate_tests(tests: &[TestFile]) -> Result<(), String> {
    let mut firing = 0;
    let mut passing = 0;
    for (n, test) in tests.iter().enumerate() {
        let n = n + 1;
        let inputs = inputs(test);
        let region = inputs.len() == 2 && test.deck.is_some() && test.sit.is_some();
        ensure(inputs.len() == 1 || region, || {
            format!("test {n} needs one of deck, jcl, sit, sit_macro, listing, or deck and sit")
        })?;
        ensure(matches!(test.encoding.as_deref(), None | Some("utf-8" | "latin-1")), || {
            format!("test {n}: encoding is utf-8 or latin-1")
        })?;
        match &test.expect {
            Expect::Word(word) if word == "pass" => passing += 1,
            Expect::Word(word) => {
                return Err(format!("test {n}: expect {word:?} is neither \"pass\" nor a table"));
            }
            Expect::One(_) => firing += 1,
            Expect::Many(all) if all.is_empty() => return Err(format!("test {n}: write expect = \"pass\"")),
            Expect::Many(_) => firing += 1,
        }
    }
    ensure(firing > 0, || "no test in which it fires".to_owned())?;
    ensure(passing > 0, || "no test in which it is silent".to_owned())
}

/// (kind, text) of each input of a test.
fn inputs(test: &TestFile) -> Vec<(&'static str, &str)> {
    [
        ("csdup", &test.deck),
        ("jcl", &test.jcl),
        ("sit", &test.sit),
        ("sit-macro", &test.sit_macro),
        ("listing", &test.listing),
    ]
    .into_iter()
    .filter_map(|(kind, text)| text.as_deref().map(|text| (kind, text)))
    .collect()
}

/// Each code under `also` is that of a rule.
fn check_also(rules: &[RuleFile]) -> Result<(), String> {
    for rule in rules {
        for code in rule.test.iter().flat_map(|test| &test.also) {
            if !rules.iter().any(|other| other.code == *code) {
                return Err(format!("rule {}: also = {code:?} is the code of no rule", rule.code));
            }
        }
    }
    Ok(())
}

/// The registry, and a constant for each rule.
fn tables(rules: &[RuleFile]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "/// Every rule, by code.\npub(super) static RULES: [Rule; {}] = [", rules.len())?;
    for rule in rules {
        writeln!(out, "    Rule {{")?;
        for (field, value) in [
            ("code", &rule.code),
            ("name", &rule.name),
            ("title", &rule.title),
            ("category", &rule.category),
            ("persona", &rule.persona),
            ("releases", &rule.releases),
            ("applies_to", &rule.applies_to),
            ("message", &rule.message),
            ("help", &rule.help),
        ] {
            writeln!(out, "        {field}: {:?},", value.trim())?;
        }
        writeln!(out, "        explain: {:?},", rule.explain.trim())?;
        writeln!(out, "        severity: Severity::{:?},", rule.severity)?;
        writeln!(out, "        confidence: Confidence::{:?},", rule.confidence)?;
        writeln!(out, "        check: Check::{:?},", rule.check)?;
        writeln!(out, "        refs: &{:?},", rule.refs)?;
        writeln!(out, "        tests: &[")?;
        for test in &rule.test {
            write_test(&mut out, test)?;
        }
        writeln!(out, "        ],\n    }},")?;
    }
    writeln!(out, "];\n")?;
    writeln!(out, "/// The rules by name, for code that reports their findings.\npub mod ids {{")?;
    writeln!(out, "    use super::RuleId;")?;
    for (index, rule) in rules.iter().enumerate() {
        writeln!(out, "    /// {}: {}", rule.code, rule.title)?;
        writeln!(out, "    pub const {}: RuleId = RuleId({index});", constant(&rule.name))?;
    }
    writeln!(out, "}}")?;
    Ok(out)
}

fn write_test(out: &mut String, test: &TestFile) -> std::fmt::Result {
    let inputs = inputs(test);
    let (kind, input) = inputs.first().copied().unwrap_or_default();
    let expected: &[Expected] = match &test.expect {
        Expect::Word(_) => &[],
        Expect::One(one) => std::slice::from_ref(one),
        Expect::Many(many) => many,
    };
    let latin1 = test.encoding.as_deref() == Some("latin-1");
    let sit = inputs.get(1).map_or("", |(_, sit)| sit);
    writeln!(
        out,
        "            RuleTest {{ kind: {kind:?}, latin1: {latin1}, input: {input:?}, sit: {sit:?}, expect: &["
    )?;
    for one in expected {
        let severity = one.severity.map_or("None".to_owned(), |s| format!("Some(Severity::{s:?})"));
        let says = one.says.as_deref().unwrap_or("");
        writeln!(
            out,
            "                Expected {{ at: {:?}, severity: {severity}, says: {says:?} }},",
            one.at
        )?;
    }
    writeln!(out, "            ], also: &{:?} }},", test.also)?;
    Ok(())
}

/// `unknown-attribute` to `UNKNOWN_ATTRIBUTE`.
fn constant(name: &str) -> String {
    name.to_ascii_uppercase().replace('-', "_")
}

/// One test function a rule, for `tests/rules.rs`.
fn cases(rules: &[RuleFile]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    for rule in rules {
        let function = format!("{}_{}", rule.code.to_ascii_lowercase(), rule.name.replace('-', "_"));
        writeln!(out, "#[test]\nfn {function}() {{\n    check_rule({:?});\n}}", rule.code)?;
    }
    Ok(out)
}
