//! Every finding has an impact that says something.

use crate::common::{cicslint, run, shared};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Looks at every finding of a run; how many there were, and how many of them had numbers.
fn look(arguments: &[&str], paths: &[PathBuf]) -> (usize, usize) {
    let mut command = cicslint();
    command.args(["check", "--format", "json", "--profile", "strict"]).args(arguments).args(paths);
    let ran = run(&mut command);
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{paths:?}: {}", ran.err));
    let mut scored = 0;
    let findings = report["findings"].as_array().unwrap();
    for finding in findings {
        let (impact, code) = (&finding["impact"], &finding["code"]);
        let word =
            |field: &str| impact[field].as_str().unwrap_or_else(|| panic!("{code} has no {field}: {impact}"));
        assert!(!word("why").is_empty(), "{code} says nothing: {impact}");
        let numbers = ["cpu_us_per_tran", "cpu_percent_of_engine", "response_ms"];
        let has = numbers.iter().any(|field| !impact[field].is_null());
        match (word("status"), word("basis")) {
            ("scored", basis) => {
                assert!(has && basis != "none", "{code}: {impact}");
                scored += 1;
            }
            ("saturated", basis) => assert_ne!(basis, "none", "{code}: {impact}"),
            ("consequence", _) => assert!(impact["consequence"].is_string(), "{code}: {impact}"),
            ("none", basis) => assert!(!has && basis == "none", "{code}: {impact}"),
            (other, _) => panic!("{code}: {other}"),
        }
    }
    (findings.len(), scored)
}

#[test]
fn of_the_examples() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut total = 0;
    for entry in std::fs::read_dir(&examples).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            total += look(&[], &[path]).0;
        }
    }
    assert!(total > 50, "{total} findings in the examples");
}

#[test]
fn of_the_corpus() {
    let Some(corpus) = shared("corpus") else { return };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let files = index.lines().skip(1).filter_map(|row| Some(corpus.join(row.split('\t').next()?)));
    let (mut total, mut scored) = (0, 0);
    for file in files {
        let (findings, with_numbers) = look(&[], &[file]);
        (total, scored) = (total + findings, scored + with_numbers);
    }
    println!("{total} findings in the corpus, {scored} of them with numbers");
    assert!(total > 0);
}
