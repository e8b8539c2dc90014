//! Suppressions in comments and in the configuration: what they hide, what stays in JSON and SARIF, and what is said of
//! those that are wrong.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{cicslint, folder, run};
use serde_json::Value;
use std::path::{Path, PathBuf};

const BAD: &str = "DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(PAY01) PRIORITY(999)\n";

/// A folder with these files.
fn site(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(&format!("suppression_{name}"));
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// The exit code and the findings, `CODE` or `CODE by whom`, in order.
fn check(path: &Path, arguments: &[&str]) -> (i32, Vec<String>) {
    let ran = run(cicslint()
        .args(["check", "--format", "jsonl", "--only", "RDO107,RDO109,REF801,SUP,SIT503,JCL601"])
        .args(arguments)
        .arg(path));
    assert!(ran.code < 2, "{}{}", ran.out, ran.err);
    let shown = ran.out.lines().map(|line| {
        let finding: Value = serde_json::from_str(line).unwrap();
        let code = finding["code"].as_str().unwrap();
        match finding["suppressed"]["by"].as_str() {
            Some(by) => format!("{code} {by}"),
            None => code.to_owned(),
        }
    });
    (ran.code, shown.collect())
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn comments_hide_what_they_name_and_nothing_else() {
    // the text, the exit code, the findings
    let two = format!(
        "{}{}",
        BAD.replace("PRIORITY(999)", "PRIORITY(999) RUNAWAY(5100)"),
        BAD.replace("PAY1", "PAY2")
    );
    let cases: &[(&str, String, i32, &[&str])] = &[
        ("deck", format!("* cicslint: ignore[RDO107] reason='x'\n{BAD}"), 0, &["RDO107 comment"]),
        (
            "next_command_only",
            format!("* cicslint: ignore[RDO107] reason='x'\n{two}"),
            1,
            &["RDO107 comment", "RDO109", "RDO107"],
        ),
        (
            "two_directives",
            format!("* cicslint: ignore[RDO107] reason='x'\n* why\n\n* CICSLINT: IGNORE(RDO109) REASON='Y'\n{two}"),
            1,
            &["RDO107 comment", "RDO109 comment", "RDO107"],
        ),
        (
            "file",
            format!("* cicslint: ignore-file[number-out-of-range, RDO109] reason='x'\n{two}"),
            0,
            &["RDO107 comment", "RDO109 comment", "RDO107 comment"],
        ),
        (
            "region",
            format!("* cicslint: ignore[REF801] reason='x'\n{}", BAD.replace("999", "99")),
            0,
            &["REF801 comment"],
        ),
        ("sit", "* cicslint: ignore[SIT503] reason='x'\nMXT=100000,\nEDSALIM=1M\n".to_owned(), 1, &["SIT503 comment", "SIT503"]),
        (
            "instream",
            format!("//J JOB 1\n//S EXEC PGM=DFHCSDUP\n//* cicslint: ignore[RDO107] reason='x'\n//SYSIN DD *\n{two}/*\n"),
            1,
            &["RDO107 comment", "RDO109", "RDO107 comment"],
        ),
        (
            "jcl_statement",
            "//J JOB 1\n//* cicslint: ignore[JCL601] reason='x'\n//S EXEC PGM=DFHCSDUP\n//SYSIN DD DSN=A.B,DISP=SHR\n".to_owned(),
            1,
            &["SUP901", "JCL601"],
        ),
        (
            "inside",
            format!("DEFINE PROGRAM(P) GROUP(PAY)\n* cicslint: ignore[RDO107] reason='x'\n  LANGUAGE(COBOL)\n{BAD}"),
            1,
            &["SUP903", "RDO107"],
        ),
        (
            "unknown_rule",
            format!("* cicslint: ignore[RDO170] reason='x'\n{BAD}"),
            1,
            &["SUP902", "RDO107"],
        ),
    ];
    for (name, text, code, expected) in cases {
        let folder = site(name, &[("pay", text)]);
        let mut got = check(&folder, &[]);
        got.1.retain(|finding| finding != "REF801");
        assert_eq!(got, (*code, strings(expected)), "{name}: {text}");
    }
}

#[test]
fn a_suppression_ends_with_its_day() {
    let deck = format!("* cicslint: ignore[RDO107] until=2027-06-30 reason='PTF ordered'\n{BAD}");
    let folder = site("until", &[("pay", &deck)]);
    let own = |arguments: &[&str]| -> Vec<String> {
        check(&folder, arguments).1.into_iter().filter(|finding| finding != "REF801").collect()
    };
    assert_eq!(own(&["--today", "2027-06-30"]), ["RDO107 comment"]);
    assert_eq!(own(&["--today", "2027-07-01"]), ["SUP904", "RDO107"]);
    let wrong = run(cicslint().args(["check", "--today", "30.06.2027"]).arg(&folder));
    assert_eq!(wrong.code, 2);
    let ran = run(cicslint().args(["check", "--format", "json", "--today", "2027-06-30"]).arg(&folder));
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let findings = document["findings"].as_array().unwrap();
    let suppressed = findings.iter().find(|finding| finding["code"] == "RDO107").unwrap();
    assert_eq!(
        suppressed["suppressed"],
        serde_json::json!({ "by": "comment", "reason": "PTF ordered", "until": "2027-06-30" })
    );
    assert_eq!(document["summary"]["suppressed"], 1);
    assert_eq!(document["summary"]["errors"], 0);
}

#[test]
fn people_are_shown_the_count_only() {
    let folder = site("people", &[("pay", &format!("* cicslint: ignore[RDO107] reason='x'\n{BAD}"))]);
    for format in ["text", "concise", "github", "gitlab", "junit", "checkstyle"] {
        let ran = run(cicslint().args(["check", "--ignore", "REF801", "--format", format]).arg(&folder));
        assert_eq!(ran.code, 0, "{format}: {}", ran.out);
        assert!(!ran.out.contains("RDO107"), "{format}: {}", ran.out);
    }
    let text = run(cicslint().args(["check", "--ignore", "REF801", "--statistics"]).arg(&folder)).out;
    assert!(text.contains("; 1 suppressed") && text.contains("by a comment"), "{text}");
}

#[test]
fn the_configuration_hides_by_rule_definition_and_file() {
    let deck = [BAD, &BAD.replace("PAY1", "ORD1").replace("(PAY)", "(ORD)")].concat();
    // the entry, the findings in old/pay and pay (ORD1 and PAY1 each)
    let open = "RDO107";
    let hidden = "RDO107 config";
    let cases: &[(&str, [&str; 4])] = &[
        ("type = 'TRANSACTION'", [hidden; 4]),
        ("type = 'TRANS*'", [hidden; 4]),
        ("type = 'PROGRAM'", [open; 4]),
        ("name = 'PAY+'", [hidden, open, hidden, open]),
        ("name = 'pay*'", [hidden, open, hidden, open]),
        ("group = 'O*'", [open, hidden, open, hidden]),
        ("name = 'PAY*'\ngroup = 'ORD'", [open; 4]),
        ("path = ['old']", [hidden, hidden, open, open]),
        ("path = ['**/pay.csd']\nname = 'ORD1'", [open, hidden, open, hidden]),
        ("name = '*'\nuntil = 2999", [open; 4]),
    ];
    for (entry, expected) in cases {
        let entry = entry.replace("until = 2999", "until = '2000-01-01'");
        let config = format!("[[suppress]]\nrules = ['RDO107']\n{entry}\nreason = 'x'\n");
        let folder =
            site("entries", &[("cicslint.toml", &config), ("old/pay.csd", &deck), ("pay.csd", &deck)]);
        let (_, mut got) = check(&folder, &[]);
        got.retain(|finding| finding.starts_with("RDO107"));
        assert_eq!(got, expected, "{entry}");
    }
}

#[test]
fn entries_that_hide_nothing_or_have_ended_are_findings_in_the_configuration() {
    let config = "[[suppress]]\nrules = ['RDO107']\nname = 'NONE*'\n\n[[suppress]]\nrules = ['RDO']\ntype = 'FILE'\n\
                  until = '2026-01-31'\n\n[[suppress]]\nrules = ['RDO107']\ngroup = 'PAY'\n";
    let folder = site("faults", &[("cicslint.toml", config), ("decks/pay.csd", BAD)]);
    let concise = |path: &Path| {
        run(cicslint()
            .args(["check", "--format", "concise", "--ignore", "REF801", "--today", "2026-02-01"])
            .arg(path))
    };
    let whole = concise(&folder);
    assert_eq!(whole.code, 1);
    let lines: Vec<&str> = whole.out.lines().collect();
    assert!(lines[0].contains("cicslint.toml:1:1: warning[SUP901]"), "{}", whole.out);
    assert!(lines[1].contains("cicslint.toml:8:9: warning[SUP904]"), "{}", whole.out);
    assert!(
        lines[2].contains("2 warnings in 1 of 2 files") && lines[2].contains("1 suppressed"),
        "{}",
        whole.out
    );
    // What was not looked at is not known to be needless.
    let part = concise(&folder.join("decks"));
    assert!(!part.out.contains("SUP901") && part.out.contains("SUP904"), "{}", part.out);
}

#[test]
fn a_bad_entry_is_refused_with_its_place() {
    let cases: &[(&str, &[&str])] = &[
        ("rules = ['RDO107']", &["about everything", "cicslint.toml:1"]),
        ("rules = []\nname = 'X'", &["names no rules", "cicslint.toml:2"]),
        ("rules = ['RDO170']\nname = 'X'", &["did you mean", "cicslint.toml:2"]),
        ("rules = ['RDO107']\nname = 'X'\nuntil = 'soon'", &["no day", "cicslint.toml:4"]),
        ("rules = ['RDO107']\ntype = 'TRANSACTON'", &["did you mean TRANSACTION?", "cicslint.toml:3"]),
        ("rules = ['RDO107']\nname = ''", &["name is empty", "cicslint.toml:3"]),
        ("rules = ['RDO107']\ngroup = ' '", &["group is empty", "cicslint.toml:3"]),
        ("rules = ['RDO107']\nnam = 'X'", &["nam", "cicslint.toml:3"]),
        ("rules = ['RDO107']\npath = ['a[']", &["glob", "cicslint.toml:3"]),
    ];
    for (entry, parts) in cases {
        let folder = site("bad", &[("cicslint.toml", &format!("[[suppress]]\n{entry}\n")), ("pay.csd", BAD)]);
        let ran = run(cicslint().arg("check").arg(&folder));
        assert_eq!(ran.code, 2, "{entry}: {}{}", ran.out, ran.err);
        let said = ran.err.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        for part in *parts {
            assert!(said.contains(part), "{entry}: {part} is missing in\n{}", ran.err);
        }
    }
}

#[test]
fn a_fix_takes_the_needless_rule_out() {
    let deck = format!(
        "* cicslint: ignore[RDO109, RDO107, SIT503] reason='x'\n{BAD}* cicslint: ignore[RDO107]\n* cicslint: reason='y'\nADD GROUP(PAY) LIST(L)\n"
    );
    let folder = site("fix", &[("pay", &deck)]);
    let ran = run(cicslint().args(["check", "--format", "json", "--only", "RDO,SIT,SUP901"]).arg(&folder));
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let mut edits: Vec<(usize, usize)> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["code"] == "SUP901")
        .map(|finding| {
            let place = &finding["fix"]["edits"][0]["location"];
            (place["offset"].as_u64().unwrap() as usize, place["length"].as_u64().unwrap() as usize)
        })
        .collect();
    edits.sort_unstable();
    let mut mended = deck.clone();
    for (offset, length) in edits.into_iter().rev() {
        mended.replace_range(offset..offset + length, "");
    }
    assert_eq!(mended, format!("* cicslint: ignore[RDO107] reason='x'\n{BAD}ADD GROUP(PAY) LIST(L)\n"));
}

#[test]
fn a_rule_about_the_region_is_not_needless_where_the_region_was_not_seen() {
    let deck = format!("* cicslint: ignore[REF801, RDO109] reason='x'\n{}", BAD.replace("999", "99"));
    let other = "DEFINE PROGRAM(PAY01) GROUP(PAY)\n";
    let folder = site("alone", &[("pay.csd", &deck), ("program.csd", other)]);
    let needless = |path: &Path| {
        let ran =
            run(cicslint().args(["check", "--format", "jsonl", "--only", "REF801,RDO109,SUP901"]).arg(path));
        ran.out.matches("SUP901").count()
    };
    assert_eq!(needless(&folder), 2);
    assert_eq!(needless(&folder.join("pay.csd")), 1);
}
