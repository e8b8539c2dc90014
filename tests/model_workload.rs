//! Workload files, and settings that move the model the right way.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test: answers of good workloads"
)]

use cicslint::model::answer::{Outcome, solve, sweep, what_if};
use cicslint::model::solve::solve_point;
use cicslint::model::workload::{Bound, Configuration, MAPPED, Refused, archetypes, build, read};

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

const SQL: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 400.0\nprogram = 'P1'\ncpu_us = 1500.0\nsql_calls = 3.0\n\
                   sql_elapsed_ms = 4.0\nmemory_31_kb = 1000.0\n[[transaction]]\nid = 'T2'\nrate_per_s = 100.0\n\
                   program = 'P2'\ncpu_us = 1000.0\n";

/// Files, a link and a web request.
const REST: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\ncpu_us = 500.0\n\
                    memory_below_kb = 40.0\nmemory_31_kb = 800.0\n[[transaction.file]]\nname = 'F1'\nreads = 10.0\nbrowse_records = 400.0\n\
                    intervals = 10000\nskew = 0.8\n[[transaction.link]]\nprogram = 'FAR'\ncpu_us = 200.0\n\
                    [transaction.web]\ntls = 'cics'\nnew_connection_percent = 100.0\nfull_handshake_percent = 100.0\n";

/// Updates of a small file.
const UPDATES: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 200.0\nprogram = 'P1'\ncpu_us = 500.0\n\
                       [[transaction.file]]\nname = 'F1'\nupdates = 2.0\nintervals = 50\nskew = 0.5\n";

/// A web request whose service says how it comes in.
const WEB: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\n\
                   [transaction.web]\ntcpipservice = 'S'\n";

/// Web requests of clients that come back.
const RETURNING: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\n\
                         [transaction.web]\ntls = 'cics'\nnew_connection_percent = 50.0\nclient_returns_s = 100.0\n";

/// What is measured.
type Measure = fn(&Outcome, &str) -> f64;

#[test]
fn every_mapped_setting_moves_the_model_the_right_way() {
    // (workload, common settings, worse, better, what gets smaller)
    // Where a limit keeps others out, one transaction may gain what another loses: the mean of all is what counts.
    let mean: Measure = |o, _| o.mean_ms().unwrap_or(f64::MAX);
    let idle: Measure = |o, _| o.region_cpu_percent.values().map(|part| part.mid).sum();
    let of_t2: Measure = |o, _| o.transaction("T2").and_then(|t| t.response_ms.mean.mid).unwrap_or(f64::MAX);
    let cases: Vec<(&str, Vec<&str>, &str, &str, Measure)> = vec![
        (SQL, vec![], "SIT.MXT=12", "SIT.MXT=100", mean),
        (SQL, vec![], "SIT.MAXOPENTCBS=12", "SIT.MAXOPENTCBS=200", mean),
        (REST, vec![], "SIT.MAXSSLTCBS=1", "SIT.MAXSSLTCBS=32", mean),
        (SQL, vec![], "SIT.EDSALIM=15M", "SIT.EDSALIM=500M", mean),
        (SQL, vec![], "SIT.SYSTR=ON", "SIT.SYSTR=OFF", cpu),
        (SQL, vec![], "SIT.STNTR=1", "SIT.STNTR=OFF", cpu),
        (SQL, vec!["SIT.SYSTR=ON"], "SIT.INTTR=ON", "SIT.INTTR=OFF", cpu),
        (SQL, vec!["SIT.SYSTR=ON", "SIT.INTTR=OFF"], "SIT.AUXTR=ON", "SIT.AUXTR=OFF", cpu),
        (SQL, vec!["SIT.SYSTR=ON", "SIT.INTTR=OFF"], "SIT.GTFTR=ON", "SIT.GTFTR=OFF", cpu),
        (SQL, vec![], "SIT.STATRCD=ON", "SIT.STATRCD=OFF", idle),
        (SQL, vec!["SIT.STATRCD=ON"], "SIT.STATINT=000100", "SIT.STATINT=030000", idle),
        (UPDATES, vec![], "SIT.CILOCK=YES", "SIT.CILOCK=NO", mean),
        (
            REST,
            vec!["SIT.TRANISO=YES"],
            "TRANSACTION.T1.TASKDATALOC=BELOW",
            "TRANSACTION.T1.TASKDATALOC=ANY",
            cpu,
        ),
        (SQL, vec!["PROGRAM.P2.JVMSERVER=J"], "PROGRAM.P2.JVM=NO", "PROGRAM.P2.JVM=YES", mean),
        (
            SQL,
            vec!["PROGRAM.P1.JVM=YES", "JVMSERVER.J.THREADLIMIT=8"],
            "PROGRAM.P1.JVMSERVER=J",
            "PROGRAM.P1.JVMSERVER=K",
            mean,
        ),
        (
            SQL,
            vec!["PROGRAM.P1.JVM=YES", "PROGRAM.P1.JVMSERVER=J"],
            "JVMSERVER.J.THREADLIMIT=8",
            "JVMSERVER.J.THREADLIMIT=80",
            mean,
        ),
        (WEB, vec![], "TCPIPSERVICE.S.SSL=CLIENTAUTH", "TCPIPSERVICE.S.SSL=NO", cpu),
        (WEB, vec![], "TCPIPSERVICE.S.SOCKETCLOSE=000000", "TCPIPSERVICE.S.SOCKETCLOSE=NO", cpu),
        (REST, vec!["PROGRAM.P1.CONCURRENCY=REQUIRED"], "SIT.FCQRONLY=YES", "SIT.FCQRONLY=NO", cpu),
        (WEB, vec![], "TCPIPSERVICE.S.MAXPERSIST=0", "TCPIPSERVICE.S.MAXPERSIST=NO", cpu),
        (RETURNING, vec![], "SIT.SSLDELAY=10", "SIT.SSLDELAY=600", cpu),
        (SQL, vec!["PROGRAM.P1.CONCURRENCY=THREADSAFE"], "SIT.FORCEQR=YES", "SIT.FORCEQR=NO", cpu),
        (
            SQL,
            vec!["PROGRAM.P1.API=OPENAPI", "SIT.STGPROT=YES"],
            "PROGRAM.P1.EXECKEY=USER",
            "PROGRAM.P1.EXECKEY=CICS",
            cpu,
        ),
        (
            SQL,
            vec!["PROGRAM.P1.API=OPENAPI", "PROGRAM.P1.EXECKEY=USER"],
            "SIT.STGPROT=YES",
            "SIT.STGPROT=NO",
            cpu,
        ),
        (
            SQL,
            vec!["DB2TRAN.D.ENTRY=E", "DB2ENTRY.E.THREADLIMIT=40", "DB2CONN.D.THREADLIMIT=8"],
            "DB2TRAN.D.TRANSID=X*",
            "DB2TRAN.D.TRANSID=T*",
            mean,
        ),
        (
            SQL,
            vec!["DB2ENTRY.E.THREADLIMIT=40", "DB2CONN.D.THREADLIMIT=8"],
            "DB2ENTRY.E.TRANSID=T9",
            "DB2ENTRY.E.TRANSID=T1",
            mean,
        ),
        (
            REST,
            vec!["LSRPOOL.BIG.DATA4K=9000", "FILE.F1.LSRPOOLNUM=2"],
            "LSRPOOL.BIG.LSRPOOLNUM=3",
            "LSRPOOL.BIG.LSRPOOLNUM=2",
            mean,
        ),
        (
            REST,
            vec!["PROGRAM.FAR.REMOTESYSTEM=SYSB"],
            "IPCONN.SYSB.SENDCOUNT=1",
            "IPCONN.SYSB.SENDCOUNT=20",
            mean,
        ),
        (
            REST,
            vec!["FILE.F1.REMOTESYSTEM=SYSB", "SESSIONS.S.CONNECTION=SYSB"],
            "SESSIONS.S.SENDCOUNT=5",
            "SESSIONS.S.SENDCOUNT=40",
            mean,
        ),
        (
            REST,
            vec!["FILE.F1.REMOTESYSTEM=SYSB", "SESSIONS.S.SENDCOUNT=5"],
            "SESSIONS.S.CONNECTION=SYSB",
            "SESSIONS.S.CONNECTION=SYSC",
            mean,
        ),
        (SQL, vec!["SIT.MN=ON"], "SIT.MNPER=ON", "SIT.MNPER=OFF", cpu),
        (SQL, vec!["SIT.MN=ON"], "SIT.MNRES=ON", "SIT.MNRES=OFF", cpu),
        (SQL, vec!["SIT.MNPER=ON"], "SIT.MN=ON", "SIT.MN=OFF", cpu),
        (REST, vec![], "SIT.TRANISO=YES", "SIT.TRANISO=NO", cpu),
        (SQL, vec![], "PROGRAM.P1.CONCURRENCY=QUASIRENT", "PROGRAM.P1.CONCURRENCY=THREADSAFE", cpu),
        (SQL, vec![], "PROGRAM.P1.CONCURRENCY=QUASIRENT", "PROGRAM.P1.CONCURRENCY=THREADSAFE", mean),
        (SQL, vec![], "PROGRAM.P1.API=CICSAPI", "PROGRAM.P1.API=OPENAPI", mean),
        (REST, vec![], "PROGRAM.FAR.REMOTESYSTEM=SYSB", "PROGRAM.OTHER.REMOTESYSTEM=SYSB", cpu),
        (SQL, vec!["SIT.PRTYAGE=0"], "TRANSACTION.T2.PRIORITY=1", "TRANSACTION.T2.PRIORITY=200", of_t2),
        (SQL, vec!["TRANSACTION.T2.PRIORITY=200"], "SIT.PRTYAGE=1", "SIT.PRTYAGE=0", of_t2),
        (
            SQL,
            vec!["PROGRAM.PQ.CONCURRENCY=REQUIRED"],
            "DB2CONN.D.THREADLIMIT=8",
            "DB2CONN.D.THREADLIMIT=60",
            mean,
        ),
        (SQL, vec![], "DB2CONN.D.TCBLIMIT=8", "DB2CONN.D.TCBLIMIT=60", mean),
        (SQL, vec!["DB2TRAN.T1.ENTRY=E"], "DB2ENTRY.E.THREADLIMIT=8", "DB2ENTRY.E.THREADLIMIT=60", mean),
        (
            SQL,
            vec!["DB2ENTRY.E.THREADLIMIT=8", "DB2TRAN.T1.ENTRY=E", "DB2CONN.D.THREADLIMIT=40"],
            "DB2ENTRY.E.THREADWAIT=YES",
            "DB2ENTRY.E.THREADWAIT=POOL",
            mean,
        ),
        (
            SQL,
            vec!["DB2ENTRY.E.THREADLIMIT=40", "DB2CONN.D.THREADLIMIT=8"],
            "DB2TRAN.T9.ENTRY=E",
            "DB2TRAN.T1.ENTRY=E",
            mean,
        ),
        (
            SQL,
            vec!["TRANSACTION.T1.TRANCLASS=C"],
            "TRANCLASS.C.MAXACTIVE=10",
            "TRANCLASS.C.MAXACTIVE=90",
            mean,
        ),
        (
            SQL,
            vec!["TRANCLASS.C.MAXACTIVE=10"],
            "TRANSACTION.T1.TRANCLASS=C",
            "TRANSACTION.T1.TRANCLASS=D",
            mean,
        ),
        (
            SQL,
            vec!["TRANCLASS.C.MAXACTIVE=9", "TRANSACTION.T1.TRANCLASS=C"],
            "TRANCLASS.C.PURGETHRESH=NO",
            "TRANCLASS.C.PURGETHRESH=5",
            mean,
        ),
        (REST, vec!["FILE.F1.LSRPOOLNUM=NONE"], "FILE.F1.DATABUFFERS=2", "FILE.F1.DATABUFFERS=20", mean),
        (REST, vec!["FILE.F1.LSRPOOLNUM=NONE"], "FILE.F1.STRINGS=1", "FILE.F1.STRINGS=20", mean),
        (REST, vec!["LSRPOOL.1.DATA4K=9000"], "FILE.F1.LSRPOOLNUM=NONE", "FILE.F1.LSRPOOLNUM=1", mean),
        (REST, vec!["LSRPOOL.1.DATA4K=9000"], "FILE.F1.LSRPOOLID=NONE", "FILE.F1.LSRPOOLID=1", mean),
        (REST, vec![], "LSRPOOL.1.DATA4K=10", "LSRPOOL.1.DATA4K=5000", mean),
        (REST, vec![], "LSRPOOL.1.STRINGS=2", "LSRPOOL.1.STRINGS=100", mean),
        (REST, vec![], "FILE.F1.TABLE=NO", "FILE.F1.TABLE=USER", mean),
        (REST, vec![], "FILE.F1.RLSACCESS=YES", "FILE.F1.RLSACCESS=NO", cpu),
        (REST, vec!["SIT.MXT=999"], "FILE.F1.REMOTESYSTEM=SYSB", "FILE.F2.REMOTESYSTEM=SYSB", cpu),
        (REST, vec!["FILE.F1.REMOTESYSTEM=SYSB"], "SIT.MROLRM=NO", "SIT.MROLRM=YES", cpu),
        (REST, vec!["PROGRAM.FAR.REMOTESYSTEM=SYSB"], "SIT.MROBTCH=6", "SIT.MROBTCH=1", mean),
        (REST, vec!["PROGRAM.FAR.REMOTESYSTEM=SYSB", "SIT.MROBTCH=6"], "SIT.ICV=1000", "SIT.ICV=10", mean),
        (
            REST,
            vec!["PROGRAM.FAR.REMOTESYSTEM=SYSB"],
            "CONNECTION.SYSB.ACCESSMETHOD=VTAM",
            "CONNECTION.SYSB.ACCESSMETHOD=IRC",
            mean,
        ),
        (
            REST,
            vec!["PROGRAM.FAR.REMOTESYSTEM=SYSB", "CONNECTION.SYSB.ACCESSMETHOD=VTAM"],
            "SESSIONS.SYSB.MAXIMUM=1",
            "SESSIONS.SYSB.MAXIMUM=20",
            mean,
        ),
    ];
    let mut seen: Vec<String> = Vec::new();
    for (workload, common, worse, better, measure) in cases {
        let with = |setting| {
            let mut all = common.clone();
            all.push(setting);
            measure(&outcome(workload, &all), "T1")
        };
        let (a, b) = (with(worse), with(better));
        assert!(b < a, "{worse} gives {a}, {better} gives {b}");
        for setting in [worse, better] {
            let key = setting.split('=').next().unwrap();
            let kind = key.split('.').next().unwrap();
            seen.push(format!("{kind}.{}", key.rsplit('.').next().unwrap()));
        }
    }
    for (kind, attributes) in MAPPED {
        for attribute in *attributes {
            // TRANSACTION PROGRAM is in the next test.
            let sizes_alike = *kind == "LSRPOOL" && attribute.starts_with("DATA");
            let key = format!("{kind}.{attribute}");
            assert!(sizes_alike || seen.contains(&key) || key == "TRANSACTION.PROGRAM", "{key} has no test");
        }
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
