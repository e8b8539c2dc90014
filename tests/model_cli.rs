//! `cicslint model` from the command line: what it refuses, what it tells, and how its tables look.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Ran, cicslint, folder, run};
use std::path::{Path, PathBuf};

const TASK: &str = "[[transaction]]\nid = 'PAY1'\nrate_per_s = 50.0\nprogram = 'P1'\ncpu_us = 1000.0\nmemory_31_kb = 100.0\n";

const DECK: &str = "DEFINE PROGRAM(PAYPGM1) GROUP(G) CONCURRENCY(THREADSAFE)\n\
                    DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAYPGM1)\n\
                    DEFINE TRANSACTION(PAY2) GROUP(G) PROGRAM(PAYPGM1)\n\
                    DEFINE FILE(ACCTS) GROUP(G)\n\
                    DEFINE TCPIPSERVICE(HTTPS) GROUP(G) PORTNUMBER(443)\n\
                    ADD GROUP(G) LIST(L)\n";

/// A folder with a workload.
fn with(name: &str, workload: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let path = folder.join("workload.toml");
    std::fs::write(&path, workload).unwrap();
    (folder, path)
}

fn model(what: &str, workload: &Path, rest: &[&str]) -> Ran {
    run(cicslint().args(["model", what]).args(rest).arg("--workload").arg(workload))
}

#[test]
fn faults_of_a_workload_are_told_with_its_file_line_and_cure() {
    let (_, path) = with("model_faults", &format!("[region]\n'SIT.MXT' = 2001\n{TASK}"));
    for command in ["solve", "simulate"] {
        let ran = model(command, &path, &[]);
        assert_eq!(ran.code, 2);
        let says = "workload.toml: line 2: region: SIT.MXT=2001: the number is not between 10 and 2000";
        assert!(ran.err.replace("\n  │ ", " ").contains(says), "{}", ran.err);
    }
    let (_, path) = with(
        "model_faults_2",
        &format!("{TASK}rate_per_s = 1\n").replace("= 50.0", "= 1e12").replace("rate_per_s = 1\n", ""),
    );
    let ran = model("solve", &path, &[]);
    assert!(ran.err.contains("1,000,000,000"), "{}", ran.err);
}

#[test]
fn edits_and_sweeps_take_what_cics_takes() {
    let (_, path) = with("model_edits", TASK);
    for (command, given, says) in [
        ("whatif", "SIT.MXT=-5", "not a whole number between 10 and 2000"),
        ("whatif", "SIT.MXT=1e9", "not a whole number between 10 and 2000"),
        ("whatif", "SIT.MXT=5", "the number is not between 10 and 2000"),
        ("whatif", "SIT.ICVR=1000", "the model does not know SIT ICVR: no task is taken to run away"),
        ("whatif", "DB2ENTRY.E.PROTECTNUM=5", "the model does not know DB2ENTRY PROTECTNUM"),
        ("whatif", "URIMAP.U.ANALYZER=YES", "the model does not know URIMAP ANALYZER"),
        ("whatif", "LSRPOOL.L.INDEX4K=50", "the model does not know LSRPOOL INDEX4K: index buffers"),
        ("whatif", "CONNECTION.C.ACCESSMETHOD=XCF", "not a value that CICS takes"),
        ("sweep", "SIT.MXT=10..50:0", "the step is 0"),
        ("sweep", "SIT.MXT=0..20:10", "SIT.MXT=0: the number is not between 10 and 2000"),
        ("sweep", "SIT.MXT=1900..2100:100", "SIT.MXT=2100: the number is not between"),
        ("sweep", "SIT.MXT=500..50:50", "exchange them"),
        ("sweep", "SIT.EDSALIM=100..700:100", "plain numbers are bytes"),
        ("sweep", "SIT.EDSALIM=10M..70M:10M", "the size is not between 64M and 2047M"),
    ] {
        let ran = model(command, &path, &[given]);
        assert_eq!(ran.code, 2, "{given}: {}", ran.out);
        let err = ran.err.replace("\n  │ ", " ");
        assert!(err.contains(says), "{command} {given} says {err}");
    }
    let ran = model("sweep", &path, &["SIT.EDSALIM=100M..700M:200M"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for says in
        ["100M", "300M", "700M", "plain numbers are bytes", "(low to high)", "assumed", "Taken for granted"]
    {
        assert!(ran.out.contains(says), "{says} is not in {}", ran.out);
    }
}

#[test]
fn a_change_that_moves_no_response_says_what_it_moves() {
    let (_, path) = with("model_nothing", TASK);
    let said = |edit: &str| model("whatif", &path, &[edit]).out;
    let mxt = said("SIT.MXT=100");
    assert!(mxt.contains("No response changes; MXT: ") && mxt.contains(" % in use instead of "), "{mxt}");
    assert!(said("SIT.MXT=250").contains("Nothing changes: the setting counts, and makes no difference"));
    assert!(
        said("FILE.F9.STRINGS=5")
            .contains("Nothing changes: no transaction of this workload uses what was edited.")
    );
    let statistics = said("SIT.STATRCD=ON");
    assert!(statistics.contains("No response changes; CPU of the region itself: "), "{statistics}");
    let cpu = said("PROGRAM.P1.CONCURRENCY=REQUIRED");
    assert!(cpu.contains("Taken for granted") && cpu.contains(" to "), "{cpu}");
    assert!(!cpu.contains("Nothing changes") && !cpu.contains("No response changes"), "{cpu}");
}

#[test]
fn decks_give_masks_their_transactions_and_tell_of_what_they_do_not_define() {
    let (folder, path) = with(
        "model_masks",
        "[[transaction]]\nid = 'PAY*'\nrate_per_s = 50.0\ncpu_us = 100.0\nsql_calls = 3.0\nfile = [{ name = 'ACCTZ', reads = 1.0 }]\n\
         link = [{ program = 'PAYPGM2' }, { program = 'PAYPGM1' }]\nweb = { tcpipservice = 'HTTP' }\n\
         [[transaction]]\nid = 'PAX1'\nrate_per_s = 1.0\n",
    );
    let deck = folder.join("deck.csd");
    std::fs::write(&deck, DECK).unwrap();
    std::fs::write(folder.join("region.sit"), "GRPLIST=L,MXT=90\n").unwrap();
    let decks = [deck.to_str().unwrap().to_owned(), folder.join("region.sit").to_str().unwrap().to_owned()];
    let decks: Vec<&str> = decks.iter().map(String::as_str).collect();
    for (command, more) in [
        ("solve", None),
        ("whatif", Some("SIT.MXT=100")),
        ("sweep", Some("SIT.MXT=90..91")),
        ("simulate", None),
    ] {
        let mut rest: Vec<&str> = more.into_iter().chain(decks.iter().copied()).collect();
        if command == "simulate" {
            rest.extend(["--arrivals", "2000"]);
        }
        let ran = model(command, &path, &rest);
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
        for says in [
            "PAY* of the workload stands for PAY1 and 1 more",
            "no transaction PAX1 (did you mean PAY1?)",
            "no PROGRAM PAYPGM2 (did you mean PAYPGM1?)",
            "no FILE ACCTZ (did you mean ACCTS?)",
            "no TCPIPSERVICE HTTP (did you mean HTTPS?)",
        ] {
            assert!(ran.err.contains(says), "{command}: {says} is not in {}", ran.err);
        }
    }
    let solved = model("solve", &path, &decks).out;
    // THREADSAFE, as the definitions say of the program of PAY1.
    assert!(solved.contains("PROGRAM.PAYPGM1.CONCURRENCY") && solved.contains("THREADSAFE"), "{solved}");
    // Without decks there is nothing to be missed, and what [region] sets is there.
    assert_eq!(model("solve", &path, &[]).err, "");
}

#[test]
fn tables_of_many_transactions_stay_within_a_line() {
    let tasks: String = (0..60)
        .map(|n| format!("[[transaction]]\nid = 'T{n:03}'\nrate_per_s = 2.0\ncpu_us = 100.0\nsql_calls = 1.0\nsql_elapsed_ms = 1.0\n"))
        .collect();
    let (_, path) = with("model_wide", &tasks);
    for (command, rest) in [
        ("solve", &[][..]),
        ("whatif", &["SIT.MXT=10"]),
        ("sweep", &["SIT.MXT=50..60:10"]),
        ("simulate", &["--arrivals", "2000", "--distribution"]),
    ] {
        let ran = model(command, &path, rest);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let widest = ran.out.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 150, "{command}: {widest}");
        assert!(ran.out.contains("T059"), "{}", ran.out);
    }
}

#[test]
fn a_task_without_a_rate_is_simulated_and_followed_too() {
    let text = format!(
        "{TASK}[[transaction]]\nid = 'PAY2'\ncpu_us = 1000\nlink = [{{ program = 'FAR', wait_ms = 5 }}]\n\
         [region]\nPROGRAM.FAR.REMOTESYSTEM = 'SYSB'\nCONNECTION.SYSB.ACCESSMETHOD = 'VTAM'\n\
         SESSIONS.SYSB.MAXIMUM = '(10,5)'\n"
    );
    let (_, path) = with("model_seldom", &text);
    for (command, rest) in [
        ("solve", &[][..]),
        ("whatif", &["SESSIONS.SYSB.MAXIMUM=(20,5)"]),
        ("sweep", &["SESSIONS.SYSB.MAXIMUM=5..6"]),
        ("simulate", &["--arrivals", "1000"]),
    ] {
        let ran = model(command, &path, rest);
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
        assert!(
            !ran.out.contains("SATURATED") && !ran.out.contains("NaN") && !ran.out.contains("inf"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn check_and_advise_tell_what_the_model_takes_for_granted() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/06_mobile_api");
    let text = std::fs::read_to_string(example.join("workload.toml")).unwrap();
    let half: Vec<&str> = text.lines().filter(|line| !line.starts_with("burst_length_s")).collect();
    let (_, path) = with("model_granted", &half.join("\n"));
    for command in ["check", "advise"] {
        let ran = run(cicslint().arg(command).arg(&example).arg("--workload").arg(&path));
        let says = "no bursts, and waits too short: peak_factor counts with burst_length_s only";
        assert!(ran.err.contains(says) || ran.out.contains(says), "{command}: {}{}", ran.err, ran.out);
    }
}

#[test]
fn a_plot_of_sizes_has_them_as_they_are_written() {
    let (folder, path) = with("model_plot", TASK);
    let svg = folder.join("plot.svg");
    let ran = model("sweep", &path, &["SIT.EDSALIM=100M..700M:100M", "--svg", svg.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(svg).unwrap();
    assert!(text.contains(">200M<") && !text.contains("00000000<"), "{text}");
}
