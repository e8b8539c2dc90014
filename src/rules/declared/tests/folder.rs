//! The tests of the rule files below the folder that RULES_TO_TRY names, for whoever writes rules.

use super::file::rule;
use super::found;
use crate::rules::expr::tests::site;
use crate::rules::{Rule, Severity};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    entries
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect()
}

/// What is expected and what is found, where they differ.
fn difference(rule: &Rule, test: &Table) -> Option<String> {
    let text = |key: &str| test.get(key).and_then(Value::as_str).unwrap_or("");
    let (deck, sit) = (text("deck"), text("sit"));
    let whole = test.get("whole").and_then(Value::as_bool).unwrap_or(false);
    let decks: &[&str] = if deck.is_empty() { &[] } else { &[deck] };
    let site = site(decks, sit, whole);
    let found = found(rule, &site);
    let expected: Vec<&Table> = match test.get("expect") {
        Some(Value::Table(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_table).collect(),
        _ => Vec::new(),
    };
    let shown: Vec<String> = found
        .iter()
        .map(|placed| {
            let text = if (placed.file.0 as usize) < decks.len() { deck } else { sit };
            let finding = &placed.finding;
            let at = finding.span.of_text(text);
            format!(
                "{:?} at {at:?}: {} / {}",
                finding.severity,
                finding.message,
                finding.help.as_deref().unwrap_or("")
            )
        })
        .collect();
    let fits = |shown: &String, expected: &&Table| {
        let string = |key: &str| expected.get(key).and_then(Value::as_str).unwrap_or("");
        let severity = match string("severity") {
            "error" => Some(Severity::Error),
            "warning" => Some(Severity::Warning),
            "advice" => Some(Severity::Advice),
            _ => None,
        };
        shown.contains(&format!("at {:?}:", string("at")))
            && shown.contains(string("says"))
            && severity.is_none_or(|severity| shown.starts_with(&format!("{severity:?}")))
    };
    let same = shown.len() == expected.len()
        && expected.iter().all(|expected| shown.iter().any(|shown| fits(shown, expected)));
    (!same).then(|| format!("expected {expected:#?}\nfound {shown:#?}"))
}

#[test]
fn the_tests_of_rule_files() {
    let Some(folder) = std::env::var_os("RULES_TO_TRY") else { return };
    let (mut tests, mut failed) = (0, Vec::new());
    for path in files(Path::new(&folder)) {
        let Ok(table) = toml::from_str::<Table>(&std::fs::read_to_string(&path).unwrap()) else { continue };
        if table.get("check").and_then(Value::as_str).is_none_or(|check| check == "native") {
            continue;
        }
        let rule = rule(&table);
        for (n, test) in table.get("test").and_then(Value::as_array).into_iter().flatten().enumerate() {
            tests += 1;
            if let Some(difference) = test.as_table().and_then(|test| difference(&rule, test)) {
                failed.push(format!("{} test {}: {difference}", path.display(), n + 1));
            }
        }
    }
    assert!(tests > 0, "no tests below {folder:?}");
    assert!(failed.is_empty(), "{} of {tests} tests:\n{}", failed.len(), failed.join("\n\n"));
}
