//! Rule files to static tables: `rules/checks/<area>/<name>.toml` to `rules.rs` (the registry and one constant a
//! rule) and `rule_tests.rs` (one test case a rule).
//!
//! Every file is checked here, so a rule without words, references or tests does not compile. What its expressions say
//! is checked by the loader (`cicslint rules check`, and `cargo test`).

use super::wire::{self, CostFile, ExpectedFile, Problem, RuleFile, TestFile};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The registry: `rules.rs`.
pub(crate) fn registry(rules: &Path) -> Result<String, String> {
    load(rules).and_then(|rules| tables(&rules).map_err(|e| e.to_string()))
}

/// One test function a rule: `rule_tests.rs`.
pub(crate) fn test_cases(rules: &Path) -> Result<String, String> {
    load(rules).and_then(|rules| cases(&rules).map_err(|e| e.to_string()))
}

/// A rule file, and where it was read.
struct Loaded {
    path: PathBuf,
    file: RuleFile,
}

/// Reads every rule file below `checks`, by code.
fn load(rules: &Path) -> Result<Vec<Loaded>, String> {
    let mut by_code: BTreeMap<String, Loaded> = BTreeMap::new();
    let mut words: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut problems = String::new();
    for path in toml_files(&rules.join("checks"))? {
        let at = |problem: String| format!("{}: {problem}", path.display());
        let text = fs::read_to_string(&path).map_err(|e| at(e.to_string()))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = match wire::parse(&text, &stem) {
            Ok(file) => file,
            Err(found) => {
                for problem in found {
                    problems.push_str(&placed(&path, &text, &problem));
                }
                continue;
            }
        };
        for word in [&file.code, &file.name].into_iter().chain(&file.renamed) {
            if let Some(other) = words.insert(word.get_ref().clone(), path.clone()) {
                let message = format!("{} is also the code or name of {}", word.get_ref(), other.display());
                problems.push_str(&placed(&path, &text, &Problem::at(word.span(), message)));
            }
        }
        by_code.insert(file.code.get_ref().clone(), Loaded { path, file });
    }
    for Loaded { path, file } in by_code.values() {
        for code in file.test.iter().flat_map(|test| &test.get_ref().also) {
            if !by_code.contains_key(code.get_ref()) {
                let message = format!("also = {:?} is the code of no rule", code.get_ref());
                let text = fs::read_to_string(path).unwrap_or_default();
                problems.push_str(&placed(path, &text, &Problem::at(code.span(), message)));
            }
        }
    }
    if problems.is_empty() { Ok(by_code.into_values().collect()) } else { Err(problems) }
}

/// A problem with its file, line and column, on a line of its own.
fn placed(path: &Path, text: &str, problem: &Problem) -> String {
    let before = problem.span.as_ref().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let help = problem.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    format!("{}:{line}:{column}: {}{help}\n", path.display(), problem.message)
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

/// The registry, and a constant for each rule.
fn tables(rules: &[Loaded]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "/// Every rule, by code.\npub(super) static RULES: [Rule; {}] = [", rules.len())?;
    for Loaded { file, .. } in rules {
        write_rule(&mut out, file)?;
    }
    writeln!(out, "];\n")?;
    writeln!(out, "/// The rules by name, for code that reports their findings.\npub mod ids {{")?;
    writeln!(out, "    use super::RuleId;")?;
    for (index, Loaded { file, .. }) in rules.iter().enumerate() {
        writeln!(out, "    /// {}: {}", file.code.get_ref(), file.title.get_ref().trim())?;
        writeln!(out, "    pub const {}: RuleId = RuleId({index});", constant(file.name.get_ref()))?;
    }
    writeln!(out, "}}")?;
    Ok(out)
}

fn write_rule(out: &mut String, file: &RuleFile) -> std::fmt::Result {
    writeln!(out, "    Rule {{")?;
    for (field, value) in [
        ("code", &file.code),
        ("name", &file.name),
        ("title", &file.title),
        ("releases", &file.releases),
        ("applies_to", &file.applies_to),
        ("message", &file.message),
        ("help", &file.help),
        ("explain", &file.explain),
    ] {
        writeln!(out, "        {field}: {:?},", value.get_ref().trim())?;
    }
    writeln!(out, "        category: {:?},", file.category.word())?;
    writeln!(out, "        persona: {:?},", file.persona.word())?;
    writeln!(out, "        severity: Severity::{:?},", file.severity)?;
    writeln!(out, "        confidence: Confidence::{:?},", file.confidence)?;
    writeln!(out, "        refs: &{:?},", file.refs.get_ref())?;
    writeln!(out, "        since: {:?},", trimmed(file.since.as_ref()))?;
    writeln!(out, "        preview: {},", file.preview)?;
    writeln!(out, "        deprecated: {:?},", trimmed(file.deprecated.as_ref()))?;
    let renamed: Vec<&String> = file.renamed.iter().map(Spanned::get_ref).collect();
    writeln!(out, "        renamed: &{renamed:?},")?;
    writeln!(out, "        origin: None,")?;
    match &file.fix {
        Some(fix) => writeln!(out, "        fix: Some(Safety::{:?}),", fix.get_ref().safety)?,
        None => writeln!(out, "        fix: None,")?,
    }
    write_check(out, file)?;
    writeln!(out, "        tests: &[")?;
    for test in &file.test {
        write_test(out, test.get_ref())?;
    }
    writeln!(out, "        ],\n    }},")
}

fn trimmed(text: Option<&Spanned<String>>) -> &str {
    text.map_or("", |text| text.get_ref().trim())
}

fn write_check(out: &mut String, file: &RuleFile) -> std::fmt::Result {
    if file.is_native() {
        return writeln!(out, "        check: Check::Native,");
    }
    let unknown = file.unknown.as_ref().map_or(wire::Unknown::Skip, |unknown| *unknown.get_ref());
    writeln!(out, "        check: Check::Declared(&Declaration {{")?;
    writeln!(out, "            unknown: Unknown::{unknown:?},")?;
    writeln!(out, "            when: {:?},", trimmed(file.when.as_ref()))?;
    writeln!(out, "            check: {:?},", file.check.get_ref().trim())?;
    let at = file.at.iter().flat_map(|at| &at.get_ref().0).map(|place| place.get_ref().trim());
    writeln!(out, "            at: &{:?},", at.collect::<Vec<_>>())?;
    let related = file.related.iter().map(|one| (one.at.get_ref().trim(), one.message.get_ref().trim()));
    writeln!(out, "            related: &{:?},", related.collect::<Vec<_>>())?;
    match &file.fix {
        None => writeln!(out, "            fix: None,")?,
        Some(fix) => {
            let fix = fix.get_ref();
            let set: Vec<(&str, &str)> =
                fix.set.iter().map(|(name, value)| (name.get_ref().trim(), value.get_ref().trim())).collect();
            let remove: Vec<&str> = fix.remove.iter().map(|name| name.get_ref().trim()).collect();
            writeln!(
                out,
                "            fix: Some(FixTemplate {{ safety: Safety::{:?}, set: &{set:?}, remove: &{remove:?} }}),",
                fix.safety
            )?;
        }
    }
    writeln!(out, "            cost: {},", cost(file.cost.as_ref().map(Spanned::get_ref)))?;
    writeln!(out, "        }}),")
}

/// The price of a rule as an expression of Rust.
fn cost(cost: Option<&CostFile>) -> String {
    let Some(cost) = cost else { return "Cost::None(\"\")".to_owned() };
    if cost.what_if.is_some() {
        "Cost::WhatIf".to_owned()
    } else if let Some(what) = cost.consequence {
        format!("Cost::Consequence {{ what: {:?}, cure: {:?} }}", what.word(), trimmed(cost.cure.as_ref()))
    } else if let Some(per) = cost.per {
        let (low, high) = cost.range.as_ref().map_or((1.0, 1.0), |range| *range.get_ref());
        let evidence = cost.evidence.as_ref().map(|rows| rows.get_ref().as_slice()).unwrap_or_default();
        format!(
            "Cost::Formula {{ per: {:?}, cpu_us: {:?}, latency_us: {:?}, range: ({low:?}, {high:?}), evidence: &{evidence:?} }}",
            per.word(),
            trimmed(cost.cpu_us.as_ref()),
            trimmed(cost.latency_us.as_ref()),
        )
    } else {
        format!("Cost::None({:?})", trimmed(cost.none.as_ref()))
    }
}

fn write_test(out: &mut String, test: &TestFile) -> std::fmt::Result {
    let inputs = test.inputs();
    let (kind, input) = inputs.first().copied().unwrap_or_default();
    let latin1 = test.encoding == Some(wire::TestEncoding::Latin1);
    let sit = inputs.get(1).map_or("", |(_, sit)| sit);
    writeln!(
        out,
        "            RuleTest {{ kind: {kind:?}, latin1: {latin1}, whole: {}, input: {input:?}, sit: {sit:?}, expect: &[",
        test.whole
    )?;
    for ExpectedFile { at, severity, says } in &test.expect.0 {
        let severity = severity.map_or("None".to_owned(), |s| format!("Some(Severity::{s:?})"));
        let says = says.as_deref().unwrap_or("");
        writeln!(out, "                Expected {{ at: {at:?}, severity: {severity}, says: {says:?} }},")?;
    }
    let also: Vec<&String> = test.also.iter().map(Spanned::get_ref).collect();
    writeln!(out, "            ], also: &{also:?} }},")
}

/// `unknown-attribute` to `UNKNOWN_ATTRIBUTE`.
fn constant(name: &str) -> String {
    name.to_ascii_uppercase().replace('-', "_")
}

/// One test function a rule, for `tests/rules.rs`.
fn cases(rules: &[Loaded]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    for Loaded { file, .. } in rules {
        let (code, name) = (file.code.get_ref(), file.name.get_ref());
        let function = format!("{}_{}", code.to_ascii_lowercase(), name.replace('-', "_"));
        writeln!(out, "#[test]\nfn {function}() {{\n    check_rule({code:?});\n}}")?;
    }
    Ok(out)
}
