//! Workload files, and settings that move the model the right way.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test: answers of good workloads"
)]

mod workloads;

use cicslint::model::answer::{Outcome, solve, sweep, what_if};
use cicslint::model::solve::solve_point;
use cicslint::model::workload::{Bound, Configuration, Refused, archetypes, build, read};
use workloads::{REST, SQL};

fn outcome(workload: &str, settings: &[&str]) -> Outcome {
    let mut configuration = Configuration::default();
    for setting in settings {
        configuration.edit(setting).unwrap();
    }
    solve("TEST", &read(workload).unwrap(), &configuration).unwrap()
}

fn cpu(outcome: &Outcome, id: &str) -> f64 {
    outcome.transaction(id).unwrap().cpu_us.mid
}

#[test]
fn unknown_fields_are_refused_with_a_suggestion() {
    for (text, near) in [
        ("[[transaction]]\nid = 'A'\nrate_per_sec = 1", "rate_per_s"),
        ("[machine]\nmodle = 'x'", "model"),
        ("[[transaction]]\nid = 'A'\n[[transaction.file]]\nname = 'F'\nread = 1", "reads"),
    ] {
        let Err(Refused::Form(message)) = read(text) else { panic!("{text} was accepted") };
        assert!(message.contains(&format!("did you mean `{near}`?")), "{message}");
    }
    let e = read("[[transaction]]\nid = 'A'\narchetype = 'rwt'").unwrap_err();
    assert!(e.to_string().contains("did you mean `rtw`?"), "{e}");
    assert!(read("[[transaction]]\nid = 'A'\ncpu_us = -1").is_err());
    assert!(read("[[transaction]]\nid = 'A'\ncpu_us = nan").is_err());
    assert!(read("nonsense").is_err());
}

#[test]
fn unknown_settings_are_refused_with_a_suggestion() {
    let mut c = Configuration::default();
    let message = |e: Refused| e.to_string();
    assert!(message(c.edit("PROGRAM.P1.CONCURENCY=THREADSAFE").unwrap_err()).contains("`CONCURRENCY`"));
    assert!(message(c.edit("SIT.MTX=5").unwrap_err()).contains("`MXT`"));
    assert!(message(c.edit("PROGRAMM.P1.API=CICSAPI").unwrap_err()).contains("`PROGRAM`"));
    assert!(c.edit("MXT").is_err());
    c.edit("SIT.MXT=many").unwrap();
    let workload = read("[[transaction]]\nid = 'A'\nrate_per_s = 1.0\ncpu_us = 100.0").unwrap();
    assert!(solve("R", &workload, &c).is_err());
}

#[test]
fn every_archetype_reads_and_solves() {
    for name in archetypes::names() {
        let text = format!("[[transaction]]\nid = 'T1'\narchetype = '{name}'\nrate_per_s = 0.01");
        let o = outcome(&text, &[]);
        let t = o.transaction("T1").unwrap();
        assert!(!o.saturated, "{name}");
        assert!(t.cpu_us.mid > 0.0, "{name}");
        assert!(t.cpu_us.low <= t.cpu_us.mid && t.cpu_us.mid <= t.cpu_us.high, "{name}");
        assert!(!t.evidence.is_empty(), "{name}");
        let r = t.response_ms.mean;
        assert!(r.low <= r.mid && r.mid <= r.high, "{name}: {r:?}");
    }
}

#[test]
fn archetypes_cost_what_was_measured() {
    for (name, concurrency, us) in [
        ("dsw-static", "QUASIRENT", 617.0),
        ("rtw", "THREADSAFE", 1328.0),
        ("osgi", "THREADSAFE", 4080.0),
        ("asgs", "REQUIRED", 184.0),
        ("asgx", "REQUIRED", 140.0),
        ("web-persistent", "QUASIRENT", 318.0),
        ("web-new-connection", "QUASIRENT", 375.0),
        ("web-tls", "QUASIRENT", 339.0),
        ("web-resumed", "QUASIRENT", 505.0),
        ("web-full-handshake", "QUASIRENT", 652.0),
        ("web-at-tls", "QUASIRENT", 315.0),
    ] {
        let text =
            format!("[[transaction]]\nid = 'T1'\narchetype = '{name}'\nrate_per_s = 1.0\nprogram = 'P1'");
        let o = outcome(&text, &[&format!("PROGRAM.P1.CONCURRENCY={concurrency}")]);
        let got = cpu(&o, "T1");
        assert!((got / us - 1.0).abs() < 0.015, "{name}: {got} against {us}");
    }
}

#[test]
fn the_definition_names_the_program_where_the_workload_does_not() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\ncpu_us = 1000.0\nsql_calls = 3.0\nsql_elapsed_ms = 1.0";
    let settings = ["PROGRAM.P3.CONCURRENCY=REQUIRED", "TRANSACTION.T1.PROGRAM=P3"];
    assert!(outcome(text, &settings).resources[0].utilisation < outcome(text, &[]).resources[0].utilisation);
}

#[test]
fn a_saturated_region_is_named_and_has_no_response() {
    let o = outcome(SQL, &["SIT.MXT=3"]);
    assert!(o.saturated);
    assert_eq!(o.bottleneck.as_deref(), Some("MXT"));
    assert_eq!(o.transactions[0].response_ms.mean.mid, None);
    assert!(o.transactions[0].cpu_us.mid > 0.0);
    let json: serde_json::Value = serde_json::from_str(&o.to_json()).unwrap();
    assert!(json["transactions"][0]["response_ms"]["p95"]["mid"].is_null());
    assert_eq!(json["transactions"][0]["basis"], "assumed");
}

#[test]
fn what_if_and_sweep_follow_a_setting() {
    let workload = read(SQL).unwrap();
    let none = Configuration::default();
    let w = what_if("R", &workload, &none, &["PROGRAM.P1.CONCURRENCY=THREADSAFE".to_owned()]).unwrap();
    assert!(w.after.mean_ms().unwrap() < w.before.mean_ms().unwrap());
    let steps = sweep("R", &workload, &none, "SIT.MXT=10..60:10").unwrap().steps;
    assert_eq!(steps.iter().map(|s| s.value).collect::<Vec<_>>(), [10, 20, 30, 40, 50, 60]);
    let means: Vec<f64> = steps.iter().filter_map(|s| s.outcome.mean_ms()).collect();
    assert!(means.windows(2).all(|w| w[1] <= w[0] * 1.000_001), "{means:?}");
    assert!(sweep("R", &workload, &none, "SIT.MXT=60..10").is_err());
    assert!(sweep("R", &workload, &none, "SIT.MXT").is_err());
}

#[test]
fn built_parameters_are_fit_at_every_bound() {
    for bound in [Bound::Low, Bound::Mid, Bound::High] {
        for text in [SQL, REST] {
            let built = build("R", &read(text).unwrap(), &Configuration::default(), bound).unwrap();
            assert!(solve_point(&built.parameters).is_ok());
        }
    }
}
