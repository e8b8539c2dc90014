//! The examples do what their pages say.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{folder, ran};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The console sessions in the pages of the project and of the examples.
#[test]
fn pages_show_what_the_command_prints() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("examples/*/README.md")
        .case("docs/fixes.md")
        .case("docs/prices.md")
        .case("tests/cmd/*.toml")
        .default_bin_name("cicslint")
        .register_bin("cicslint", Path::new(env!("CARGO_BIN_EXE_cicslint")));
}

#[cfg(unix)]
#[test]
fn the_pipeline_step_keeps_its_reports_and_fails_by_exit_code() {
    let reports = folder("example_02_reports");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/02_ci");
    let ran = ran(Command::new(example.join("ci.sh"))
        .env("CICSLINT", env!("CARGO_BIN_EXE_cicslint"))
        .env("REPORTS", &reports)
        .output()
        .unwrap());
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let expected = std::fs::read_to_string(example.join("expected.txt")).unwrap();
    assert_eq!(ran.out, expected);

    let read = |name: &str| -> Value {
        serde_json::from_str(&std::fs::read_to_string(reports.join(name)).unwrap()).unwrap()
    };
    let json = read("cicslint.json");
    assert_eq!(json["version"], 1);
    assert_eq!(json["summary"]["errors"], 1);
    assert_eq!(json["findings"][0]["impact"]["status"], "none");
    let sarif = read("cicslint.sarif");
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(
        sarif["runs"][0]["results"].as_array().map(Vec::len),
        json["findings"].as_array().map(Vec::len)
    );
}

#[test]
fn a_baseline_takes_in_what_is_old_and_only_shrinks() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/05_baseline");
    let copy = folder("example_05");
    std::fs::create_dir(copy.join("decks")).unwrap();
    let deck = std::fs::read_to_string(example.join("decks/applications.csd")).unwrap();
    std::fs::write(copy.join("decks/applications.csd"), &deck).unwrap();
    let write = || {
        let mut command = common::cicslint();
        command.current_dir(&copy).args(["check", "decks", "--write-baseline", "baseline.json"]);
        common::run(&mut command)
    };
    let first = write();
    assert_eq!((first.code, first.err.as_str()), (0, "note: baseline.json: written with 100 findings\n"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&copy.join("baseline.json")), read(&example.join("baseline.json")));

    std::fs::write(copy.join("decks/applications.csd"), deck.replace(" EXTSEC(YES)", "")).unwrap();
    let second = write();
    assert_eq!(second.code, 0, "{}", second.out);
    let said = "note: baseline.json: holds 80 findings\nnote: baseline.json: 20 entries taken out\n";
    assert_eq!(second.err, said);
}
