//! Archetypes where they are not solved as they were measured, machines by name, and responses that are not predicted:
//! each says so.

#![allow(clippy::unwrap_used, reason = "a test: answers of good workloads")]

mod common;

use cicslint::model::answer::{Outcome, solve};
use cicslint::model::data::Basis;
use cicslint::model::data::constants::{self, Constant};
use cicslint::model::data::machines;
use cicslint::model::workload::{Configuration, archetypes, read};
use common::{cicslint, folder, run};
use std::collections::BTreeSet;
use std::path::Path;

fn outcome(workload: &str, settings: &[&str]) -> Outcome {
    let mut configuration = Configuration::default();
    settings.iter().for_each(|setting| configuration.edit(setting).unwrap());
    solve("TEST", &read(workload).unwrap(), &configuration).unwrap()
}

fn like(archetype: &str, rate: f64, more: &str) -> String {
    format!(
        "{more}[[transaction]]\nid = 'T1'\nprogram = 'P1'\nrate_per_s = {rate:?}\narchetype = '{archetype}'\n"
    )
}

fn says(outcome: &Outcome, what: &str) -> bool {
    outcome.assumptions.iter().any(|line| line.contains(what))
}

#[test]
fn what_to_know_of_an_archetype_is_said_with_every_answer() {
    for name in archetypes::names() {
        let answer = outcome(&like(name, 0.01, ""), &[]);
        for note in archetypes::notes(name) {
            assert!(says(&answer, note.trim_end_matches('.')), "{name}: {note}");
        }
    }
    // Runs of several regions put on one QR TCB saturate it: they must say why.
    for (name, rate) in [("dsw-static", 2_039.0), ("dsw-dynamic", 12_119.0), ("dsw-http", 1_180.0)] {
        let answer = outcome(&like(name, rate, ""), &[]);
        assert!(answer.saturated && says(&answer, "all regions of the run together"), "{name}");
    }
}

#[test]
fn the_relational_workload_rests_at_its_measured_rate_and_says_what_is_assumed() {
    for concurrency in ["QUASIRENT", "THREADSAFE"] {
        let setting = format!("PROGRAM.P1.CONCURRENCY={concurrency}");
        let answer = outcome(&like("rtw", 1_242.0, ""), &[&setting]);
        assert!(!answer.saturated && says(&answer, "Assumed"), "{concurrency}");
    }
    let busy = |concurrency: &str| {
        let setting = format!("PROGRAM.P1.CONCURRENCY={concurrency}");
        outcome(&like("rtw", 1_000.0, ""), &[&setting]).resources[0].utilisation
    };
    assert!(busy("THREADSAFE") < 0.2 * busy("QUASIRENT"));
}

#[test]
fn another_concurrency_than_the_measured_one_is_told_of_and_no_longer_calibrated() {
    for (name, cpu) in [("asgs", 184.0), ("asgx", 140.0)] {
        let as_measured = outcome(&like(name, 1.0, ""), &["PROGRAM.P1.CONCURRENCY=REQUIRED"]);
        let t = &as_measured.transactions[0];
        assert!((t.cpu_us.mid - cpu).abs() < 0.5 && t.basis == Basis::Calibrated, "{name}: {t:?}");
        assert!(!says(&as_measured, "was measured with CONCURRENCY"));
        let otherwise = outcome(&like(name, 1.0, ""), &[]);
        let t = &otherwise.transactions[0];
        assert!(t.cpu_us.mid < cpu && t.basis != Basis::Calibrated, "{name}: {t:?}");
        assert!(says(&otherwise, "was measured with CONCURRENCY(REQUIRED); here it is solved as QUASIRENT"));
    }
}

#[test]
fn files_that_were_remote_or_shared_and_are_solved_as_local_ones_are_told_of() {
    for (name, setting) in [
        ("function-shipping-direct", "FILE.FSFILE.REMOTESYSTEM=SYSB"),
        ("function-shipping-browse", "FILE.FSFILE.REMOTESYSTEM=SYSB"),
        ("rls-update", "FILE.RLSFILE.RLSACCESS=YES"),
    ] {
        assert!(says(&outcome(&like(name, 0.01, ""), &[]), "it is solved as a local file"), "{name}");
        assert!(!says(&outcome(&like(name, 0.01, ""), &[setting]), "it is solved as a local file"), "{name}");
    }
}

#[test]
fn a_response_with_handshakes_is_marked_and_contains_what_was_measured() {
    for (name, least, most) in [("web-resumed", 2.0, 3.0), ("web-full-handshake", 6.0, 11.0)] {
        for rate in [417.0, 1_000.0] {
            let answer = outcome(&like(name, rate, ""), &[]);
            let t = &answer.transactions[0];
            let mean = t.response_ms.mean;
            assert!(t.response_not_predicted.is_some(), "{name}");
            assert!(mean.low.unwrap() <= least && mean.high.unwrap() >= most, "{name}: {mean:?}");
            let json: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
            assert!(json["transactions"][0]["response_not_predicted"].is_string());
        }
    }
    for name in ["web-persistent", "web-new-connection", "web-tls", "web-at-tls", "dsw-static"] {
        let answer = outcome(&like(name, 1.0, ""), &[]);
        assert!(answer.transactions[0].response_not_predicted.is_none(), "{name}");
        assert!(!answer.to_json().contains("response_not_predicted"), "{name}");
    }
    assert!(says(&outcome(&like("web-tls", 1.0, ""), &[]), "TCP/IP stack"));
    assert!(says(&outcome(&like("exci-channel", 1.0, ""), &[]), "of the client and of the region together"));
    // An S8 TCB is held for all of a handshake: one is not enough for a thousand of them a second, nor for two hundred.
    for (rate, full) in [(1_000.0, true), (200.0, true), (50.0, false)] {
        let answer = outcome(&like("web-full-handshake", rate, ""), &["SIT.MAXSSLTCBS=1"]);
        assert_eq!(answer.saturated, full, "{rate}");
    }
}

#[test]
fn a_machine_that_is_named_has_its_engines_and_ziips() {
    let capacity = |answer: &Outcome, name: &str| {
        answer.resources.iter().find(|resource| resource.name == name).map(|resource| resource.capacity)
    };
    for machine in machines::all() {
        let text = like("osgi", 0.001, &format!("[machine]\nmodel = '{}'\n", machine.id));
        let answer = outcome(&text, &[]);
        assert_eq!(capacity(&answer, "engines"), Some(f64::from(machine.engines)), "{}", machine.id);
        let ziips = (machine.ziips > 0).then_some(f64::from(machine.ziips));
        assert_eq!(capacity(&answer, "zIIPs"), ziips, "{}", machine.id);
    }
    // Of the measured machine with one zIIP, the highest rate of 8-12 takes most, and it still rests.
    let measured = outcome(&like("osgi", 779.0, "[machine]\nmodel = '2964-704'\n"), &[]);
    assert!(!measured.saturated);
    let engines = measured.resources.iter().find(|resource| resource.name == "engines").unwrap();
    assert!((0.6..1.0).contains(&engines.utilisation), "{engines:?}");
    let own = outcome(&like("osgi", 1.0, "[machine]\nmodel = '2964-704'\nengines = 5\nziips = 0\n"), &[]);
    assert_eq!((capacity(&own, "engines"), capacity(&own, "zIIPs")), (Some(5.0), None));
    assert_eq!(capacity(&outcome(&like("osgi", 1.0, ""), &[]), "engines"), None);
    // What others take is a share of the model's engines too.
    let busy = |percent: &str| {
        let more = format!("[machine]\nmodel = '2964-704'\nbusy_by_others_percent = {percent}\n");
        outcome(&like("osgi", 100.0, &more), &[]).transactions[0].response_ms.mean.mid.unwrap()
    };
    assert!(busy("80") > busy("0"));
}

#[test]
fn the_command_prints_what_it_marks() {
    let path = folder("model_measured").join("workload.toml");
    std::fs::write(&path, like("web-full-handshake", 100.0, "")).unwrap();
    let solved = run(cicslint().args(["model", "solve", "--workload"]).arg(&path)).out;
    let line = solved.lines().find(|line| line.trim_start().starts_with("T1")).unwrap();
    assert_eq!(line.matches(" *").count(), 3, "{line}");
    assert!(solved.contains("* Not predicted: the response of T1."), "{solved}");
    let changed = run(cicslint().args(["model", "whatif", "SIT.SSLDELAY=0", "--workload"]).arg(&path)).out;
    assert!(changed.contains("Not predicted: the response of T1."), "{changed}");
    let swept =
        run(cicslint().args(["model", "sweep", "SIT.MAXSSLTCBS=8..32:8", "--workload"]).arg(&path)).out;
    assert!(swept.contains("Not predicted: the response of T1."), "{swept}");
    let report = run(cicslint().args(["model", "validate"])).out;
    for part in [
        "From beginning to end",
        "shape from",
        "8-1, 8-5, 8-6",
        "Fitted above in a form of their own",
        "zIIP",
    ] {
        assert!(report.contains(part), "{part}");
    }
    let one = run(cicslint().args(["model", "validate", "--table", "nsr-direct"])).out;
    assert!(one.contains("nsr-direct response ms, solved") && one.contains("RDIR"), "{one}");
}

/// The text of all sources under a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, text),
            false => text.push_str(&std::fs::read_to_string(path).unwrap_or_default()),
        }
    }
}

/// A constant is taken by the model or stands in an archetype; of the others the page says what they are for.
#[test]
fn constants_that_are_no_part_of_an_answer_are_named_on_the_page() {
    let mut taken = String::new();
    for folder in ["src/model/workload", "rules/checks", "rules/model/workloads"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut taken);
    }
    let page = include_str!("../docs/model.md");
    let (_, rest) = page.split_once("Some are no part of an answer.").unwrap();
    let named: BTreeSet<&str> = rest.split("\n\n").next().unwrap().split('`').skip(1).step_by(2).collect();
    let is_taken = |c: &Constant| {
        let archetype = match c.id.rsplit_once('.') {
            Some((name @ ("dsw-static" | "dsw-dynamic" | "dsw-http" | "rtw" | "osgi"), "cpu")) => {
                Some((name, "cpu_us", 1.0))
            }
            Some(("liberty", "cpu")) => Some(("liberty-jdbc-vsam", "cpu_us", 1.0)),
            Some(("liberty", "ziip")) => Some(("liberty-jdbc-vsam", "ziip_percent", 100.0)),
            Some(("osgi", "ziip")) => Some(("osgi", "ziip_percent", 100.0)),
            Some(("nsr", "direct-io-wait")) => Some(("vsam-direct", "direct_io_us", 1.0)),
            _ => None,
        };
        match archetype {
            Some((name, field, scale)) => {
                let text = archetypes::text(name).unwrap();
                let number = |rest: &str| {
                    let digits = rest.trim_start_matches([' ', '=']);
                    let end = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
                    digits[..end].parse::<f64>().ok()
                };
                let value = text.split_once(&format!("{field} ")).and_then(|(_, rest)| number(rest));
                assert!(
                    value.is_some_and(|v| (v - c.value * scale).abs() < 1e-6),
                    "{}: {value:?} in {name}",
                    c.id
                );
                true
            }
            // EXCI constants are put together of their parts.
            None => taken.contains(&c.id) || c.id.starts_with("exci."),
        }
    };
    let others: BTreeSet<&str> = constants::all().filter(|c| !is_taken(c)).map(|c| c.id.as_str()).collect();
    assert_eq!(named, others);
}
