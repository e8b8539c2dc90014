//! The configuration file: what it does, and how it is refused.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use cicslint::config::Config;
use common::{cicslint, folder, run};
use std::path::Path;

const DECK: &str = "\
DEFINE PROGRAM(PAY01) GROUP(PAY)
DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(PAY01)
       PRIORITY(999) RUNAWAY(5100)
";

#[test]
fn the_example_in_the_documentation_is_valid() {
    let page = include_str!("../docs/configuration.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    Config::parse(Path::new("cicslint.toml"), example).unwrap();
}

/// The codes that are found with a configuration and arguments.
fn codes(name: &str, config: &str, arguments: &[&str]) -> (i32, Vec<String>) {
    let folder = folder(&format!("configuration_{name}"));
    std::fs::create_dir_all(folder.join("decks/old")).unwrap();
    std::fs::write(folder.join("cicslint.toml"), config).unwrap();
    std::fs::write(folder.join("decks/pay"), DECK).unwrap();
    std::fs::write(folder.join("decks/old/pay"), "DEFNE\n".repeat(3) + DECK).unwrap();
    let ran = run(cicslint().args(["check", "--format", "jsonl"]).args(arguments).arg(folder.join("decks")));
    let codes = ran
        .out
        .lines()
        .map(|line| {
            let finding: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {}", finding["code"].as_str().unwrap(), finding["severity"].as_str().unwrap())
        })
        .collect();
    assert!(ran.code < 2, "{}", ran.err);
    (ran.code, codes)
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn it_chooses_files_rules_and_severities() {
    let exclude = "exclude = ['decks/old/**']\n";
    /// configuration, arguments, exit code, findings
    type Case<'a> = (&'a str, &'a [&'a str], i32, &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        ("", &[], 1, &["RDO107 error", "RDO109 warning"]),
        ("ignore = ['RDO107']", &[], 1, &["RDO109 warning"]),
        ("ignore = ['RDO107']\nfail-on = 'error'", &[], 0, &["RDO109 warning"]),
        ("ignore = ['RDO1']", &["--select", "not-a-multiple"], 1, &["RDO109 warning"]),
        ("ignore = ['all']", &["--only", "RDO107"], 1, &["RDO107 error"]),
        ("[severity]\nRDO1 = 'advice'\nRDO109 = 'error'", &[], 1, &["RDO107 advice", "RDO109 error"]),
        ("[severity]\nRDO1 = 'advice'", &[], 0, &["RDO107 advice", "RDO109 advice"]),
        ("fail-on = 'never'", &[], 0, &["RDO107 error", "RDO109 warning"]),
        ("fail-on = 'never'", &["--fail-on", "advice"], 1, &["RDO107 error", "RDO109 warning"]),
    ];
    for (number, (config, arguments, code, expected)) in cases.iter().enumerate() {
        let config = if config.starts_with('[') {
            format!("{exclude}{config}")
        } else {
            format!("{config}\n{exclude}")
        };
        let (got, findings) = codes(&number.to_string(), &config, arguments);
        assert_eq!((got, findings), (*code, strings(expected)), "{config} {arguments:?}");
    }
}

#[test]
fn a_bad_one_is_refused_with_its_place() {
    let cases: &[(&str, &[&str])] = &[
        ("exclud = []", &["exclud", "include", "cicslint.toml:1"]),
        (
            "ignore = ['RDO101', 'unknown-atribute']",
            &["unknown-atribute", "did you mean", "cicslint.toml:1:21"],
        ),
        ("[severity]\nRDO107 = 'fatal'", &["fatal", "error, warning and advice", "cicslint.toml:2"]),
        ("[severity]\nNOPE = 'error'", &["NOPE", "cicslint.toml:2"]),
        ("release = '6.3'", &["6.3", "5.4"]),
        ("[kinds]\n'*.x' = 'cobol'", &["cobol", "csdup", "cicslint.toml:2"]),
        ("exclude = ['a[']", &["glob", "cicslint.toml:1"]),
        ("fail-on = 'sometimes'", &["sometimes", "cicslint.toml:1"]),
        ("ignore = [", &["cicslint.toml:1"]),
    ];
    let folder = folder("configuration_bad");
    std::fs::write(folder.join("pay.csd"), DECK).unwrap();
    for (config, parts) in cases {
        std::fs::write(folder.join("cicslint.toml"), config).unwrap();
        let ran = run(cicslint().arg("check").arg(folder.join("pay.csd")));
        assert_eq!(ran.code, 2, "{config}: {}{}", ran.out, ran.err);
        // Messages are wrapped to the width of the terminal, wherever that falls.
        let said = ran.err.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        for part in *parts {
            assert!(said.contains(part), "{config}: {part} is missing in\n{}", ran.err);
        }
    }
}

#[test]
fn symbols_give_values_to_placeholders() {
    let folder = folder("configuration_symbols");
    let deck = "DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(@PGM@) PRIORITY(@PRIO@)\n";
    std::fs::write(folder.join("pay.csd"), deck).unwrap();
    let found = |config: &str| {
        std::fs::write(folder.join("cicslint.toml"), config).unwrap();
        run(cicslint().args(["check", "--format", "concise"]).arg(folder.join("pay.csd"))).out
    };
    let unknown = found("");
    assert!(unknown.contains("SYM401") && !unknown.contains("RDO107"), "{unknown}");
    let good = found("[symbols]\n'@PGM@' = 'PAY01'\n'@PRIO@' = '100'");
    assert!(!good.contains("SYM401") && !good.contains("RDO107"), "{good}");
    let bad = found("[symbols]\n'@PGM@' = 'PAY01'\n'@PRIO@' = '999'");
    assert!(bad.contains("RDO107") && bad.contains("999"), "{bad}");
    let half = found("[symbols]\n'@PRIO@' = '999'");
    assert!(half.contains("SYM401") && half.contains("@PGM@"), "{half}");
}

/// However the user names a folder below that of the configuration.
#[test]
fn globs_hold_in_folders_below_the_configuration() {
    let folder = folder("configuration_below");
    std::fs::create_dir(folder.join("csd")).unwrap();
    std::fs::write(folder.join("cicslint.toml"), "include = [\"csd/*.csd\"]\n").unwrap();
    let deck = "DEFINE PROGRAM(P) GROUP(G) CONCURRENCY(NEVER)\n";
    std::fs::write(folder.join("csd/a.csd"), deck).unwrap();
    std::fs::write(folder.join("csd/b.txt"), deck).unwrap();
    let below = folder.join("csd");
    let absolute = below.display().to_string();
    for (from, named) in
        [(&folder, "csd"), (&folder, "./csd"), (&below, "."), (&below, "../csd"), (&below, &absolute)]
    {
        let ran = run(cicslint().current_dir(from).args(["check", "--format", "concise", named]));
        assert!(ran.out.contains("1 error in 1 of 1 file"), "{named}: {}{}", ran.out, ran.err);
    }
    let parent = folder.parent().unwrap();
    let named = format!("{}/csd", folder.file_name().unwrap().display());
    let ran = run(cicslint().current_dir(parent).args(["check", "--format", "concise", &named]));
    assert!(ran.out.contains("1 error in 1 of 1 file"), "{named}: {}{}", ran.out, ran.err);
}
