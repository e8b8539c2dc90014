//! A site's own rules: begun, checked, tested and run; refused when anything is wrong with them.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Ran, cicslint, folder, run};
use serde_json::Value;
use std::path::PathBuf;

struct Site(PathBuf);

impl Site {
    /// A site with one deck and one rule, `XNA001 payroll-programs`, which its configuration names.
    fn new(name: &str) -> Self {
        let site = Self(folder(&format!("site_rules_{name}")));
        site.write("decks/pay.csd", "DEFINE PROGRAM(ORD01) GROUP(PAY) DESCRIPTION(ORDERS)\n");
        let made = site.run(&["rules", "new", "naming/payroll-programs"]);
        assert_eq!(made.code, 0, "{}", made.err);
        assert!(made.out.contains("rule-dirs = [\"rules\"]"), "{}", made.out);
        site.write("cicslint.toml", "rule-dirs = ['rules']\n");
        site
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn change(&self, old: &str, new: &str) {
        let path = self.0.join("rules/naming/payroll-programs.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{old}");
        std::fs::write(path, text.replacen(old, new, 1)).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        run(cicslint().current_dir(&self.0).args(arguments))
    }

    /// The codes that `check` reports.
    fn codes(&self, arguments: &[&str]) -> Vec<String> {
        let ran = self.run(&[&["check", "--format", "jsonl"], arguments, &["decks"]].concat());
        assert!(ran.code < 2, "{}", ran.err);
        let code =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["code"].as_str().unwrap().to_owned();
        ran.out.lines().map(code).collect()
    }
}

/// What was said, without the lines of the box and the breaks of lines.
fn said(ran: &Ran) -> String {
    ran.err.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_new_rule_loads_passes_its_tests_and_runs() {
    let site = Site::new("new");
    let checked = site.run(&["rules", "check"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, "1 rule with 2 tests: no faults\n"));
    let tested = site.run(&["rules", "test", "rules"]);
    assert_eq!((tested.code, tested.out.as_str()), (0, "1 rule with 2 tests: all pass\n"));
    assert_eq!(site.codes(&[]), ["XNA001"]);
    assert_eq!(site.codes(&["--ignore", "payroll-programs"]), [""; 0]);
    assert_eq!(site.codes(&["--only", "XNA"]), ["XNA001"]);
    let explained = site.run(&["explain", "XNA001"]);
    assert!(
        explained.out.contains("It is a rule of the site") && explained.out.contains("## Cost"),
        "{}",
        explained.out
    );
    let listed: Value = serde_json::from_str(&site.run(&["rules", "list", "--format", "json"]).out).unwrap();
    let own = listed["rules"].as_array().unwrap().iter().find(|rule| rule["code"] == "XNA001").unwrap();
    assert_eq!(own["path"], "./rules/naming/payroll-programs.toml");
    // The folder of rules holds no decks.
    let whole = site.run(&["check", "--format", "concise", "."]);
    assert!(!whole.out.contains("skipped") && whole.err.is_empty(), "{}{}", whole.out, whole.err);
    // It is not there where nobody names its folder.
    std::fs::remove_file(site.0.join("cicslint.toml")).unwrap();
    assert_eq!(site.codes(&[]), [""; 0]);
    assert_eq!(site.codes(&["--rules-dir", "rules"]), ["XNA001"]);
    let again = site.run(&["rules", "new", "naming/payroll-programs"]);
    assert_eq!(again.code, 2);
    assert!(said(&again).contains("already"), "{}", again.err);
}

#[test]
fn a_rule_that_does_not_load_stops_every_run() {
    // what is replaced, by what, where it is told, what is told
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("check = '!", "chekc = '!", ":9:1", &["chekc", "did you mean `check`?"]),
        ("matches(name", "mathces(name", ":9:11", &["mathces", "did you mean matches"]),
        (
            "!matches(name, \"PAY*\")",
            "attr.langauge == \"COBOL\"",
            ":9:15",
            &["LANGAUGE", "did you mean language?"],
        ),
        ("!matches(name, \"PAY*\")", "attr.reload == \"YESS\"", ":9:25", &["YESS", "did you mean \"YES\"?"]),
        ("at = \"name\"", "at = \"attr.foo\"", ":10:12", &["FOO"]),
        ("PROGRAM {name} does", "PROGRAM {nam} does", ":11:21", &["nam"]),
        ("\"PROGRAM\"", "\"PROGRAMM\"", ":8:14", &["did you mean PROGRAM?"]),
        ("XNA001", "RDO101", ":1:8", &["already the code", "begin with X"]),
        ("check = '!matches(name, \"PAY*\")'", "check = \"native\"", ":9:9", &["cannot be native"]),
        ("\"high\"", "\"hihg\"", ":6:14", &["did you mean `high`?"]),
        ("none = \"a name costs nothing when tasks run\"", "what_if = \"fix\"", ":31:1", &["needs a [fix]"]),
    ];
    for (number, (old, new, place, parts)) in cases.iter().enumerate() {
        let site = Site::new(&format!("bad_{number}"));
        site.change(old, new);
        for arguments in [
            &["check", "decks"][..],
            &["rules", "check"],
            &["rules", "test", "rules"],
            &["explain", "RDO101"],
        ] {
            let ran = site.run(arguments);
            assert_eq!(ran.code, 2, "{new} {arguments:?}: {}{}", ran.out, ran.err);
            let said = said(&ran);
            let place = format!("payroll-programs.toml{place}]");
            for part in parts.iter().chain([&place.as_str()]) {
                assert!(said.contains(part), "{new} {arguments:?}: {part} is missing in\n{}", ran.err);
            }
        }
    }
}

#[test]
fn every_fault_of_every_file_is_told() {
    let site = Site::new("all_faults");
    site.change("PROGRAM {name} does", "PROGRAM {nam} does");
    site.change("choose a name", "choose {a} name");
    site.run(&["rules", "new", "limits/other", "--dir", "rules"]);
    site.write("rules/limits/broken.toml", "code = ");
    let ran = site.run(&["rules", "check", "rules"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err.matches("payroll-programs.toml:").count(), 4, "{}", ran.err);
    assert_eq!(ran.err.matches("broken.toml:").count(), 2, "{}", ran.err);
}

#[test]
fn failing_tests_of_rules_are_shown() {
    let site = Site::new("failing");
    site.change(
        "expect = { at = \"ORD01\", severity = \"warning\"",
        "expect = { at = \"PAY\", severity = \"error\"",
    );
    let ran = site.run(&["rules", "test", "rules"]);
    assert_eq!(ran.code, 1);
    for part in ["XNA001 payroll-programs", "test 1 fails", "expected \"PAY\" underlined, error", "1 fail"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let json: Value =
        serde_json::from_str(&site.run(&["rules", "test", "rules", "--format", "json"]).out).unwrap();
    assert_eq!((&json["rules"], &json["tests"]), (&Value::from(1), &Value::from(2)));
    assert_eq!(json["failed"][0]["code"], "XNA001");
}

#[test]
fn a_rule_may_be_in_preview_go_away_or_have_another_name_now() {
    let site = Site::new("lifecycle");
    site.change("releases =", "preview = true\nreleases =");
    assert!(!site.codes(&["--select", "all"]).contains(&"XNA001".to_owned()));
    assert!(!site.codes(&["--profile", "strict"]).contains(&"XNA001".to_owned()));
    assert_eq!(site.codes(&["--select", "XNA001"]), ["XNA001"]);

    site.change("preview = true", "deprecated = \"use XNA002\"\nrenamed = [\"XNA777\", \"old-name\"]");
    assert_eq!(site.codes(&["--only", "old-name"]), ["XNA001"]);
    let named = site.run(&["check", "--only", "XNA001", "decks"]);
    assert!(named.err.contains("note: XNA001 payroll-programs is deprecated: use XNA002"), "{}", named.err);

    site.change("deprecated = \"use XNA002\"\n", "");
    let named = site.run(&["check", "--only", "XNA777", "decks"]);
    assert!(named.err.contains("note: XNA777 is now XNA001 payroll-programs"), "{}", named.err);
    site.write("cicslint.toml", "rule-dirs = ['rules']\nignore = ['old-name']\n");
    let ignored = site.run(&["check", "decks"]);
    assert_eq!(ignored.code, 0);
    assert!(ignored.err.contains("cicslint.toml: old-name is now XNA001"), "{}", ignored.err);
    let taken = site.run(&["rules", "new", "naming/old-name"]);
    assert_eq!(taken.code, 2, "{}", taken.out);
}

#[test]
fn profiles_choose_the_rules() {
    let site = Site::new("profiles");
    site.change("releases =", "persona = \"pedantic\"\nreleases =");
    assert_eq!(site.codes(&[]), [""; 0]);
    assert!(site.codes(&["--profile", "strict"]).contains(&"XNA001".to_owned()));
    site.write("cicslint.toml", "rule-dirs = ['rules']\nprofile = 'strict'\n");
    assert!(site.codes(&[]).contains(&"XNA001".to_owned()));
    assert!(!site.codes(&["--profile", "recommended"]).contains(&"XNA001".to_owned()));
    site.change("\"style\"", "\"security\"");
    assert!(site.codes(&["--profile", "security"]).contains(&"XNA001".to_owned()));
    for (config, place) in
        [("profile = 'strickt'", "cicslint.toml:1"), ("rule-dirs = ['none']", "cicslint.toml:1")]
    {
        site.write("cicslint.toml", config);
        let ran = site.run(&["check", "decks"]);
        assert_eq!(ran.code, 2);
        assert!(said(&ran).contains(place), "{}", ran.err);
    }
    std::fs::remove_file(site.0.join("cicslint.toml")).unwrap();
    assert_eq!(site.run(&["check", "--profile", "strickt", "decks"]).code, 2);
}

#[test]
fn the_rule_in_the_documentation_loads_and_passes_its_tests() {
    let page = include_str!("../docs/rule-files.md");
    let rule = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let site = Site(folder("site_rules_documentation"));
    site.write("rules/openapi-with-quasirent.toml", rule);
    let ran = site.run(&["rules", "test", "rules"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "1 rule with 2 tests: all pass\n"), "{}", ran.err);
}

#[test]
fn a_folder_without_rules_is_refused_and_capitals_in_the_ending_do_not_matter() {
    let site = Site::new("no_rules");
    std::fs::create_dir_all(site.0.join("none")).unwrap();
    let ran = site.run(&["check", "decks", "--rules-dir", "none"]);
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("there is no rule file"), "{}", ran.err);
    let rules = site.0.join("rules/naming");
    std::fs::rename(rules.join("payroll-programs.toml"), rules.join("payroll-programs.TOML")).unwrap();
    let ran = site.run(&["rules", "test", "rules"]);
    assert!(ran.code == 0 && ran.out.starts_with("1 rule"), "{}{}", ran.out, ran.err);
}
