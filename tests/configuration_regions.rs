//! `[[region]]`: what it makes of decks and SIT sources, and how it is refused.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Ran, cicslint, folder, run};
use std::path::PathBuf;

/// The files of one case, by path; `cicslint.toml` among them.
type Files<'a> = &'a [(&'a str, &'a str)];

fn written(name: &str, files: Files<'_>) -> PathBuf {
    let folder = folder(&format!("regions_{name}"));
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// `file:line code severity message` of each finding, and how it ended.
fn findings(name: &str, files: Files<'_>, arguments: &[&str]) -> (Vec<String>, Ran) {
    let folder = written(name, files);
    let ran = run(cicslint().current_dir(&folder).args(["check", "--format", "concise"]).args(arguments));
    let lines = ran.out.lines().filter(|line| line.contains('[')).map(str::to_owned).collect();
    (lines, ran)
}

const DECK: &str = "\
DEFINE PROGRAM(P1) GROUP(G1)
DEFINE PROGRAM(P2) GROUP(G2)
DEFINE TRANSACTION(T001) GROUP(G1) PROGRAM(P2)
ADD GROUP(G1) LIST(LA)
ADD GROUP(G1) LIST(LB)
ADD GROUP(G2) LIST(LB)
";

#[test]
fn a_bad_region_is_refused_with_its_place() {
    let good = "csd = ['d.csd']\n";
    let cases: &[(&str, &[&str])] = &[
        ("csd = ['d.csd', 'nothere.csd']\n", &["there is no file nothere.csd", "cicslint.toml:3:17"]),
        ("csd = ['*.cs']\n", &["*.cs matches no file", "cicslint.toml:3:8"]),
        ("csd = ['d.csd']\nsit = ['x.sit']\n", &["there is no file x.sit", "cicslint.toml:4:8"]),
        ("csds = ['d.csd']\n", &["unknown field `csds`", "cicslint.toml:3:1"]),
        ("", &["neither sit nor csd", "cicslint.toml:2:8"]),
        (
            "csd = ['d.csd']\n[[region]]\nname = 'R1'\ncsd = ['d.csd']\n",
            &["two regions R1", "cicslint.toml:5:8"],
        ),
        ("csd = ['d.csd']\nlists = ['A', 'B', 'C', 'D', 'E']\n", &["5 lists", "four", "cicslint.toml:4:30"]),
        ("csd = ['d.csd']\nlists = ['TOOLONGNAME']\n", &["no name of a list", "cicslint.toml:4:10"]),
        ("csd = ['d.csd']\nlists = []\n", &["no list is named"]),
        ("csd = ['d.csd']\nrelease = '5.2'\n", &["release 5.2 is not known", "cicslint.toml:4:11"]),
        ("csd = ['d.csd']\ncsd-release = '5.2'\n", &["release 5.2", "too old", "cicslint.toml:4:15"]),
        ("csd = ['d.csd']\nworkload = 'w.toml'\n", &["there is no file w.toml", "cicslint.toml:4:12"]),
        ("csd = ['']\n", &["an empty path"]),
    ];
    for (number, (text, says)) in cases.iter().enumerate() {
        let config = format!("[[region]]\nname = 'r1'\n{text}");
        let files = [("d.csd", DECK), ("cicslint.toml", config.as_str())];
        let (_, ran) = findings(&format!("bad{number}"), &files, &["."]);
        assert_eq!(ran.code, 2, "{text}");
        for part in *says {
            assert!(ran.err.contains(part), "{text} does not say {part:?}:\n{}", ran.err);
        }
    }
    let config = format!("[[region]]\nname = 'r1'\n{good}");
    let files = [("d.csd", DECK), ("cicslint.toml", config.as_str())];
    let (_, ran) = findings("bad_name", &files, &["--region", "r2"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is no region r2") && ran.err.contains("one region, r1"), "{}", ran.err);
}

#[test]
fn each_region_installs_its_own_lists() {
    let config = "[[region]]\nname = 'RA'\ncsd = ['d.csd']\nlists = ['LA']\ncomplete = true\n
[[region]]\nname = 'RB'\ncsd = ['d.csd']\nlists = ['LB']\ncomplete = true\n";
    let files = [("d.csd", DECK), ("cicslint.toml", config)];
    let (all, _) = findings("own_lists", &files, &["."]);
    assert_eq!(
        all,
        [
            "./d.csd:3:44: warning[REF801] PROGRAM P2 is not installed: no list of this region holds its group (region RA)"
        ]
    );
    let (of_rb, ran) = findings("own_lists", &files, &["--region", "rb"]);
    assert_eq!((of_rb.len(), ran.code), (0, 0), "{of_rb:?}");
}

#[test]
fn a_file_alone_is_seen_in_its_region() {
    let config = "[[region]]\nname = 'RA'\ncsd = ['d.csd', 'more/*.csd']\ncomplete = true\n";
    let more =
        "DEFINE TRANSACTION(T002) GROUP(G3) PROGRAM(P1)\nDEFINE TRANSACTION(T003) GROUP(G3) PROGRAM(P9)\n";
    let files = [("d.csd", DECK), ("more/m.csd", more), ("cicslint.toml", config)];
    let (found, ran) = findings("alone", &files, &["more/m.csd"]);
    assert_eq!(found, ["more/m.csd:2:44: advice[REF801] PROGRAM P9 is not defined"]);
    assert!(ran.out.contains("in 1 of 1 file (2 definitions)"), "{}", ran.out);
}

#[test]
fn without_a_configuration_one_sit_belongs_to_the_decks_and_several_stand_alone() {
    let one = [("d.csd", DECK), ("a.sit", "DB2CONN=YES,\nMXT=100\n")];
    let (found, ran) = findings("one_sit", &one, &["."]);
    assert_eq!(found, ["./a.sit:1:9: advice[REF823] DB2CONN=YES, but no DB2CONN is installed"]);
    assert!(!ran.err.contains("note:"), "{}", ran.err);
    let two = [("d.csd", DECK), ("a.sit", "DB2CONN=YES,\nMXT=100\n"), ("b.sit", "MXT=200\n")];
    let (_, ran) = findings("two_sits", &two, &["."]);
    assert!(
        ran.err.contains("note: 2 SITs (./a.sit, ./b.sit)") && ran.err.contains("[[region]]"),
        "{}",
        ran.err
    );
}

#[test]
fn a_csd_of_a_higher_release_needs_its_compatibility_groups() {
    let config =
        "[[region]]\nname = 'RA'\ncsd = ['d.csd']\nsit = ['a.sit']\ncsd-release = '6.1'\ncomplete = true\n";
    let sit = "GRPLIST=(DFHLIST,LB),\nSTART=AUTO\n";
    let files = [("d.csd", DECK), ("a.sit", sit), ("cicslint.toml", config)];
    let (found, _) = findings("csd_release", &files, &["."]);
    let message = "the CSD is of release 6.1, and the lists do not hold DFHCOMPJ";
    assert_eq!(found, [format!("./a.sit:1:18: warning[REF836] {message}")]);
    let deck = format!("{DECK}ADD GROUP(DFHCOMPJ) LIST(LB)\n");
    let files = [("d.csd", deck.as_str()), ("a.sit", sit), ("cicslint.toml", config)];
    assert_eq!(findings("csd_release_good", &files, &["."]).0, Vec::<String>::new());
}

#[test]
fn files_that_do_not_do_what_they_are_named_for_are_said() {
    let config = "[[region]]\nname = 'RA'\ncsd = ['a.sit']\nsit = ['d.csd']\n";
    let files = [("d.csd", DECK), ("e.csd", DECK), ("a.sit", "MXT=100\n"), ("cicslint.toml", config)];
    let (_, ran) = findings("wrong_files", &files, &["."]);
    for says in
        ["a.sit: csd of region RA names it, and it holds no deck", "no SIT source", "e.csd: no [[region]]"]
    {
        assert!(ran.err.contains(says), "{says}: {}", ran.err);
    }
}

#[test]
fn a_list_that_no_deck_makes_is_said() {
    let config = "[[region]]\nname = 'RA'\ncsd = ['d.csd']\nlists = ['LA', 'LX']\n";
    let (_, ran) = findings("no_list", &[("d.csd", DECK), ("cicslint.toml", config)], &["."]);
    assert!(
        ran.err.contains("note: no deck makes a list LX, which the configuration names for region RA"),
        "{}",
        ran.err
    );
    let files = [("d.csd", DECK), ("a.sit", "GRPLIST=LA,\nMXT=100\n")];
    let (_, ran) = findings("not_followed", &files, &["."]);
    assert!(ran.err.contains("note: GRPLIST is not followed"), "{}", ran.err);
}

#[test]
fn what_a_definition_is_by_itself_belongs_to_no_region() {
    let deck = format!("{DECK}DEFINE PROGRAM(P3) GROUP(G2) API(OPENAPI) CONCURRENCY(QUASIRENT)\n");
    let config = "[[region]]\nname = 'RA'\ncsd = ['d.csd']\nlists = ['LA']\n
[[region]]\nname = 'RB'\ncsd = ['d.csd']\nlists = ['LB']\n";
    let files = [("d.csd", deck.as_str()), ("cicslint.toml", config)];
    let folder = written("no_region", &files);
    let ran = run(cicslint().current_dir(&folder).args(["check", "--format", "jsonl", "--only", "PGM"]));
    let finding: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!((&finding["line"], &finding["region"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert!(finding["message"].as_str().unwrap().contains("P3"), "{finding}");
}
