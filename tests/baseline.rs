//! Baselines: what was there before fails no run, and a baseline only shrinks.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Ran, cicslint, folder, run};
use std::path::{Path, PathBuf};

/// Transactions with a priority out of range.
fn deck(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("DEFINE TRANSACTION({name}) GROUP(PAY) PROGRAM(P) PRIORITY(999)\n"))
        .collect()
}

struct Site(PathBuf);

impl Site {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let site = Self(folder(&format!("baseline_{name}")));
        files.iter().for_each(|(path, text)| site.write(path, text));
        site
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn check(&self, arguments: &[&str], path: &str) -> Ran {
        run(cicslint()
            .current_dir(&self.0)
            .args(["check", "--format", "concise", "--only", "RDO,SUP,unknown-command"])
            .args(arguments)
            .arg(path))
    }

    /// The exit code with the baseline, and how many findings are shown and hidden.
    fn with_baseline(&self) -> (i32, usize, String) {
        let ran = self.check(&["--baseline", "base.json"], "decks");
        let shown = ran.out.lines().filter(|line| line.contains("[RDO")).count();
        (ran.code, shown, ran.err)
    }

    fn baseline(&self) -> String {
        std::fs::read_to_string(self.0.join("base.json")).unwrap()
    }
}

const WRITE: &[&str] = &["--write-baseline", "base.json"];

#[test]
fn what_was_there_fails_no_run_and_what_is_new_does() {
    let site = Site::new("new", &[("decks/pay.csd", &deck(&["AAA1", "AAA2", "AAA3"]))]);
    let written = site.check(WRITE, "decks");
    assert_eq!((written.code, written.err.as_str()), (0, "note: base.json: written with 3 findings\n"));
    assert_eq!(site.with_baseline(), (0, 0, String::new()));
    // Other lines, another order, another folder: still the same findings.
    std::fs::remove_file(site.0.join("decks/pay.csd")).unwrap();
    site.write("decks/new/pay.csd", &format!("* a comment\n\n{}", deck(&["AAA3", "AAA1", "AAA2"])));
    assert_eq!(site.with_baseline(), (0, 0, String::new()));
    site.write("decks/new/pay.csd", &deck(&["AAA1", "AAA2", "AAA3", "BBB1"]));
    assert_eq!(site.with_baseline(), (1, 1, String::new()));
}

#[test]
fn what_is_gone_is_said_and_a_baseline_only_shrinks() {
    let site = Site::new("shrinks", &[("decks/pay.csd", &deck(&["AAA1", "AAA2", "AAA3"]))]);
    site.check(WRITE, "decks");
    site.write("decks/pay.csd", &deck(&["AAA1", "AAA2", "BBB1"]));
    let (code, shown, said) = site.with_baseline();
    assert_eq!((code, shown), (1, 1));
    assert!(said.contains("1 entry matches nothing") && said.contains("AAA3"), "{said}");

    let rewritten = site.check(WRITE, "decks");
    assert_eq!(rewritten.code, 1);
    for part in ["holds 2 findings", "1 entry taken out", "1 new finding not added"] {
        assert!(rewritten.err.contains(part), "{part}: {}", rewritten.err);
    }
    assert!(!site.baseline().contains("AAA3") && !site.baseline().contains("BBB1"));
    assert_eq!(site.with_baseline().0, 1);

    let added = site.check(&[WRITE, &["--baseline-add"]].concat(), "decks");
    assert_eq!(added.code, 0, "{}", added.err);
    assert!(site.baseline().contains("BBB1"));
    // Written again it is the same, byte by byte.
    let before = site.baseline();
    site.check(WRITE, "decks");
    assert_eq!(site.baseline(), before);
}

#[test]
fn files_that_are_not_linted_keep_their_entries() {
    let site = Site::new("part", &[("decks/a.csd", &deck(&["AAA1"])), ("decks/b.csd", &deck(&["BBB1"]))]);
    site.check(WRITE, "decks");
    let part = site.check(&["--baseline", "base.json"], "decks/a.csd");
    assert_eq!((part.code, part.err.as_str()), (0, ""));
    site.check(WRITE, "decks/a.csd");
    assert!(site.baseline().contains("AAA1") && site.baseline().contains("BBB1"));
    // A file that is no more has no findings.
    std::fs::remove_file(site.0.join("decks/b.csd")).unwrap();
    site.check(WRITE, "decks/a.csd");
    assert!(site.baseline().contains("AAA1") && !site.baseline().contains("BBB1"));
}

#[test]
fn what_was_not_looked_for_is_kept() {
    let site = Site::new("looked", &[("decks/a.csd", &deck(&["AAA1"]))]);
    site.check(WRITE, "decks");
    let before = site.baseline();
    site.write("decks/a.csd", "DEFINE PROGRAM(P) GROUP(PAY)\n");
    let direct = |narrow: &[&str]| {
        run(cicslint().current_dir(&site.0).arg("check").args(narrow).args(WRITE).arg("decks"))
    };
    for narrow in
        [&["--only", "SIT"][..], &["--ignore", "RDO107"], &["--profile", "security"], &["--kind", "csdup"]]
    {
        let ran = direct(narrow);
        assert!(ran.err.contains("1 entry kept that this run did not look for"), "{narrow:?}: {}", ran.err);
        assert_eq!(site.baseline(), before, "{narrow:?}");
    }
    assert!(direct(&[]).err.contains("1 entry taken out"));
    assert!(!site.baseline().contains("AAA1"));
}

#[test]
fn entries_that_no_run_can_have_written_are_refused() {
    let site = Site::new("forged", &[("decks/a.csd", &format!("DEFNE X\n{}", deck(&["AAA1", "AAA2"])))]);
    site.check(WRITE, "decks");
    let good = site.baseline();
    let entry = good.lines().find(|line| line.contains("AAA1")).unwrap();
    let twice = good.replace(entry, &format!("{entry}\n{entry}"));
    for (text, part) in [
        (good.replace("\"AAA2\"", "\"AAA3\""), "does not agree"),
        (good.replace("DEFNE X", "DEFNE Y"), "does not agree"),
        (good.replacen("RDO107", "RDO170", 1), "no rule"),
        (good.replacen("\"count\":1", "\"count\":0", 1), "counts 0"),
        (twice, "stands twice"),
    ] {
        assert_ne!(text, good, "{part}");
        site.write("base.json", &text);
        let ran = site.check(&["--baseline", "base.json"], "decks");
        assert_eq!(ran.code, 2, "{part}");
        assert!(ran.err.contains(part) && ran.err.contains("base.json:"), "{part}: {}", ran.err);
    }
}

#[test]
fn equal_findings_are_counted() {
    let site = Site::new("equal", &[("decks/pay.csd", &deck(&["AAA1", "AAA1"]))]);
    site.check(WRITE, "decks");
    assert!(site.baseline().contains("\"count\":2"), "{}", site.baseline());
    assert_eq!(site.with_baseline().0, 0);
    site.write("decks/pay.csd", &deck(&["AAA1", "AAA1", "AAA1"]));
    assert_eq!((site.with_baseline().0, site.with_baseline().1), (1, 1));
    site.write("decks/pay.csd", &deck(&["AAA1"]));
    assert!(site.with_baseline().2.contains("1 entry"));
    site.check(WRITE, "decks");
    assert!(site.baseline().contains("\"count\":1"), "{}", site.baseline());
}

#[test]
fn findings_about_no_definition_are_known_by_their_line() {
    let site = Site::new("line", &[("decks/pay.csd", "DEFNE PROGRAM(A) GROUP(B)\nADD GROUP(B) LIST(L)\n")]);
    site.check(WRITE, "decks");
    assert_eq!(site.with_baseline().0, 0);
    site.write("decks/pay.csd", "* moved\nADD GROUP(B) LIST(L)\n  defne   PROGRAM(A) GROUP(B)\n");
    assert_eq!(site.with_baseline().0, 0);
    site.write("decks/pay.csd", "DEFNE PROGRAM(Z) GROUP(B)\n");
    assert_eq!(site.with_baseline().0, 1);
}

#[test]
fn comments_come_first_and_faults_of_suppressions_are_never_in_a_baseline() {
    let text = format!(
        "* cicslint: ignore[RDO107] reason='x'\n{}* cicslint: ignore[RDO109] reason='x'\n{}",
        deck(&["AAA1"]),
        deck(&["AAA2"])
    );
    let site = Site::new("first", &[("decks/pay.csd", &text)]);
    let written = site.check(WRITE, "decks");
    assert_eq!(written.code, 1, "{}", written.out);
    assert!(written.out.contains("SUP901"), "{}", written.out);
    assert!(!site.baseline().contains("AAA1") && !site.baseline().contains("SUP901"), "{}", site.baseline());
}

#[test]
fn a_baseline_that_cannot_be_used_is_refused() {
    let site = Site::new("refused", &[("decks/pay.csd", &deck(&["AAA1"]))]);
    let missing = site.check(&["--baseline", "none.json"], "decks");
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("none.json"), "{}", missing.err);
    for (text, part) in [
        ("{\n  \"version\": 1,\n  \"finding\": []\n}\n", "base.json:3"),
        ("{ \"version\": 9, \"findings\": [] }", "version 9"),
        ("", "no baseline"),
    ] {
        site.write("base.json", text);
        let ran = site.check(&["--baseline", "base.json"], "decks");
        assert_eq!(ran.code, 2, "{text}");
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    let alone = site.check(&["--baseline-add"], "decks");
    assert_eq!(alone.code, 2);
}

#[test]
fn sarif_says_what_is_new() {
    let site = Site::new("sarif", &[("decks/pay.csd", &deck(&["AAA1"]))]);
    site.check(WRITE, "decks");
    site.write("decks/pay.csd", &deck(&["AAA1", "BBB1"]));
    let path = Path::new("decks");
    let ran = run(cicslint()
        .current_dir(&site.0)
        .args(["check", "--format", "sarif", "--only", "RDO107", "--baseline", "base.json"])
        .arg(path));
    let log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let states: Vec<&str> = log["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["baselineState"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["unchanged", "new"]);
    assert_eq!(log["runs"][0]["results"][0]["suppressions"][0]["kind"], "external");
}
