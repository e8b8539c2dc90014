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
fn forced_to_the_qr_tcb_is_what_is_threadsafe_and_nothing_else() {
    let cpu_of = |settings: &[&str]| cpu(&outcome(SQL, settings), "T1");
    let quasirent = cpu_of(&["PROGRAM.P1.CONCURRENCY=QUASIRENT"]);
    let forced =
        |concurrency: &str| cpu_of(&["SIT.FORCEQR=YES", &format!("PROGRAM.P1.CONCURRENCY={concurrency}")]);
    assert_eq!(forced("THREADSAFE"), quasirent);
    assert_eq!(forced("REQUIRED"), cpu_of(&["PROGRAM.P1.CONCURRENCY=REQUIRED"]));
    let java = ["PROGRAM.P1.JVM=YES", "PROGRAM.P1.CONCURRENCY=THREADSAFE"];
    assert_eq!(cpu_of(&[&java[..], &["SIT.FORCEQR=YES"]].concat()), cpu_of(&java));
}

#[test]
fn file_requests_go_back_to_the_qr_tcb_unless_they_may_run_anywhere() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
                file = [{ name = 'F', reads = 10.0, updates = 5.0 }]";
    let switches = |settings: &[&str]| {
        let o = outcome(text, settings);
        o.transactions[0].cpu_parts_us.get("tcb switches").map_or(0.0, |part| part.mid) / 2.2
    };
    let (required, no) = ("PROGRAM.P1.CONCURRENCY=REQUIRED", "SIT.FCQRONLY=NO");
    for (settings, wanted) in [
        (vec![], 0.0),
        (vec![required], 6.0 + 2.0 * 20.0),
        (vec![required, no], 6.0),
        (vec![required, no, "FILE.F.LSRPOOLNUM=NONE"], 46.0),
        (vec![required, no, "FILE.F.LSRPOOLNUM=NONE", "FILE.F.RLSACCESS=YES"], 6.0),
        (vec![required, no, "FILE.F.TABLE=USER"], 46.0),
        (vec![required, "FILE.F.REMOTESYSTEM=SYSB", no], 46.0),
        (vec![required, "FILE.F.REMOTESYSTEM=SYSB", "IPCONN.SYSB.SENDCOUNT=10"], 6.0),
    ] {
        let got = switches(&settings);
        assert!((got - wanted).abs() < 1e-9, "{settings:?}: {got} switches");
    }
}

#[test]
fn a_new_connection_with_tls_makes_a_handshake() {
    let request = |web: &str, settings: &[&str]| {
        let text = format!(
            "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\n[transaction.web]\ntcpipservice = 'S'\n{web}"
        );
        cpu(&outcome(&text, settings), "T1")
    };
    let closes = "TCPIPSERVICE.S.SOCKETCLOSE=0";
    let ssl = "TCPIPSERVICE.S.SSL=YES";
    let stays = request("", &[ssl]);
    for (web, settings, us) in [
        // Base, connection, TLS and a resumed handshake.
        ("", vec![ssl, closes], 57.2 + 108.3),
        ("full_handshake_percent = 100.0", vec![ssl, closes], 57.2 + 108.3 + 146.4),
        ("new_connection_percent = 50.0", vec![ssl], (57.2 + 108.3) / 2.0),
        ("new_connection_percent = 100.0\nresumed_percent = 100.0", vec![ssl], 57.2 + 108.3),
        ("new_connection_percent = 100.0", vec!["TCPIPSERVICE.S.SSL=NO"], 57.2 - 21.6),
    ] {
        let got = request(web, &settings) - stays;
        assert!((got - us).abs() < 1e-6, "{web} {settings:?}: {got} against {us}");
    }
}

#[test]
fn read_ahead_waits_less_for_each_read_and_key_order_hits() {
    let file = |fields: &str, settings: &[&str]| {
        let text = format!(
            "[[transaction]]\nid = 'T1'\nrate_per_s = 0.0001\nprogram = 'P1'\n[[transaction.file]]\nname = 'F'\n\
             intervals = 12500\n{fields}"
        );
        let o = outcome(&text, settings);
        o.transactions[0].waits_ms["io"]
    };
    let browse = "browse_records = 100000.0\nio_us = 317.0";
    let nsr = |buffers: u32| {
        file(
            browse,
            &["FILE.F.LSRPOOLNUM=NONE", "FILE.F.STRINGS=1", &format!("FILE.F.DATABUFFERS={buffers}")],
        )
    };
    // Published waits of the runs with 2, 5 and 10 buffers: 3.96, 1.355 and 0.394 s.
    for (buffers, seconds) in [(2, 3.963), (5, 1.355), (10, 0.394)] {
        let got = nsr(buffers) / 1e3;
        assert!((got / seconds - 1.0).abs() < 0.03, "{buffers} buffers: {got} s against {seconds}");
    }
    let direct = "reads = 100000.0\nio_us = 317.0\ndirect_io_us = 851.0";
    let own = file(direct, &["FILE.F.LSRPOOLNUM=NONE", "FILE.F.STRINGS=1"]);
    let ordered = file(&format!("{direct}\nin_key_order = true"), &["LSRPOOL.1.DATA4K=3"]);
    assert!((own - 85_100.0).abs() < 1.0 && (ordered - 12_500.0 * 0.317).abs() < 1.0, "{own}, {ordered}");
}

#[test]
fn requests_shipped_here_pay_for_their_mirrors() {
    let text = |system: &str| {
        format!(
            "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
             file = [{{ name = 'F', reads = 10.0{system} }}]"
        )
    };
    let local = cpu(&outcome(&text(""), &[]), "T1");
    let shipped = |setting| cpu(&outcome(&text(", shipped_from = 'AOR1'"), &[setting]), "T1");
    assert!((shipped("SIT.MROLRM=YES") - local - 10.0 * 18.0 - 24.8).abs() < 1e-6);
    assert!((shipped("SIT.MROLRM=NO") - local - 10.0 * (18.0 + 24.8)).abs() < 1e-6);
    assert!(shipped("CONNECTION.AOR1.ACCESSMETHOD=VTAM") > shipped("SIT.MROLRM=NO"));
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
