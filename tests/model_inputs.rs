//! Workload files that say what cannot be: each is refused with its line, its cause and its cure, and all faults at once.

#![allow(clippy::unwrap_used, reason = "a test: answers of good workloads")]

use cicslint::model::answer::{Outcome, solve, what_if};
use cicslint::model::workload::{Configuration, MAPPED, Refused, UNMODELLED, archetypes, read};

const TASK: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 10.0\ncpu_us = 100.0\n";

fn refused(text: &str) -> String {
    read(text).map_or_else(|refused| refused.to_string(), |_| format!("{text} was accepted"))
}

fn outcome(text: &str) -> Outcome {
    solve("TEST", &read(text).unwrap(), &Configuration::default()).unwrap()
}

/// What is added to a transaction of four lines, and what is said of it.
#[test]
fn what_a_transaction_may_not_say_is_refused_with_line_cause_and_cure() {
    for (added, says) in [
        (
            "cpu_within_percent = 200",
            "line 5: transaction T1: cpu_within_percent = 200 is more than 100; give a percentage",
        ),
        ("cpu_within_percent = -1", "cpu_within_percent = -1 is less than 0"),
        ("ziip_percent = 150", "ziip_percent = 150 is more than 100"),
        ("cpu_in_db2_percent = 101", "cpu_in_db2_percent = 101 is more than 100"),
        (
            "qr_cpu_us = 101.0",
            "line 5: transaction T1: qr_cpu_us = 101 is more than cpu_us = 100, of which it is a part; cpu_us",
        ),
        (
            "terminal = 'vtam'",
            "line 5: transaction T1: terminal = \"vtam\" is none of none, sna, telnet; write one of these",
        ),
        ("terminal = 'telnte'", "did you mean `telnet`?"),
        ("measured_concurrency = 'THREADSAVE'", "did you mean `THREADSAFE`?"),
        ("sql_calls = nan", "sql_calls = NaN is not a number; give a number from 0 to 1,000,000,000"),
        ("sql_calls = -inf", "sql_calls = -inf is less than 0"),
        ("sql_elapsed_ms = 1e12", "sql_elapsed_ms = 1e12 is more than 1,000,000,000"),
        ("exci = { by = 'comarea', bytes = 5 }", "did you mean `commarea`?"),
        ("exci = { by = 'channel', bytes = -5 }", "transaction T1: exci.bytes = -5 is less than 0"),
        (
            "[[transaction.link]]\nprogram = 'P'\ncalls = -2",
            "line 7: transaction T1: link to P: calls = -2 is less than 0",
        ),
        (
            "[[transaction.file]]\nname = 'F'\nintervals = 0",
            "line 7: transaction T1: file F: intervals = 0 is less than 1; a file has",
        ),
        (
            "file = [{ name = 'F', interval_bytes = 40000 }]",
            "interval_bytes = 40000 is no size of a control interval; VSAM has 512 to 8,192",
        ),
        ("file = [{ name = 'F', interval_bytes = 0 }]", "interval_bytes = 0 is no size"),
        ("file = [{ name = 'F', interval_bytes = 9216 }]", "interval_bytes = 9216 is no size"),
        ("file = [{ name = 'F', records_per_interval = 0 }]", "records_per_interval = 0 is less than 1"),
        ("file = [{ name = 'F', skew = 11 }]", "skew = 11 is more than 10"),
        ("file = [{ name = 'F', reads = nan }]", "file F: reads = NaN is not a number"),
        (
            "web = { }",
            "line 5: transaction T1: web.tls is not known; give tls (none, cics or at-tls), or the tcpipservice",
        ),
        ("web = { tls = 'ssl' }", "web.tls = \"ssl\" is none of none, cics, at-tls"),
        (
            "web = { tls = 'cics', new_connection_percent = 160 }",
            "new_connection_percent = 160 is more than 100",
        ),
        (
            "web = { tls = 'cics', new_connection_percent = 100, resumed_percent = 80, full_handshake_percent = 80 }",
            "resumed_percent and full_handshake_percent are 160 % together; a request has one handshake at most",
        ),
        (
            "web = { tls = 'none', new_connection_percent = 100, full_handshake_percent = 5 }",
            "are 5 % together, and tls = \"none\" makes no handshakes; take the handshakes away, or say who encrypts",
        ),
        (
            "web = { tls = 'cics', resumed_percent = 30 }",
            "are 30 % together, and only 0 % of the requests open a connection; a handshake belongs to a new connection",
        ),
        (
            "[[transaction]]\nid = 'T1'",
            "line 6: transaction T1 is there twice, first in line 2; give each an id of its own",
        ),
        (
            "[[transaction]]\nid = 't1'",
            "line 6: transaction t1, first in line 2, is there in another case, which the model",
        ),
    ] {
        let text = refused(&format!("{TASK}{added}\n"));
        assert!(text.contains(says), "{added}\n  gives {text}\n  not   {says}");
        assert!(text.starts_with("line ") && text.contains("; "), "{added}: no line or no cure in {text}");
    }
}

#[test]
fn what_the_rest_of_a_workload_may_not_say_is_refused_with_line_cause_and_cure() {
    for (head, says) in [
        (
            "[machine]\nbusy_by_others_percent = 100",
            "line 2: machine.busy_by_others_percent is a share of the engines, and their number is not given; give machine.engines as well",
        ),
        (
            "[machine]\nengines = 4\nbusy_by_others_percent = 101",
            "line 3: machine.busy_by_others_percent = 101 is more than 100",
        ),
        ("[machine]\nengines = 0", "machine.engines = 0 leaves nothing to run on"),
        ("[machine]\nhealth_check_every_min = 0", "health_check_every_min = 0 is less than 1"),
        (
            "[arrivals]\npeak_factor = 0.5\nburst_length_s = 1",
            "line 2: arrivals.peak_factor = 0.5 is less than 1; a burst has more than the mean rate",
        ),
        ("[arrivals]\nquiet_factor = 1.5", "quiet_factor = 1.5 is more than 1"),
        ("[arrivals]\nburst_length_s = 0", "burst_length_s = 0 is less than"),
        ("[region]\n'SIT.MTX' = 5", "line 2: region: SIT.MTX"),
        ("[region.SIT]\nMXT = 50\nICVR = 5", "line 3: region: SIT.ICVR: the model does not know SIT ICVR"),
        (
            "[[partner]]\nname = 'B'\nsystem_image = 'far'",
            "line 3: partner B: system_image = \"far\" is none of same, other",
        ),
        (
            "[[partner]]\nname = 'B'\nsystem_image = 'same'\n[[partner]]\nname = 'b'\nsystem_image = 'other'",
            "line 5: partner \"B\" is empty or there twice",
        ),
    ] {
        let text = refused(&format!("{head}\n{TASK}"));
        assert!(text.contains(says), "{head}\n  gives {text}\n  not   {says}");
    }
}

#[test]
fn all_faults_are_told_at_once_in_the_order_of_the_file() {
    let text = format!("[arrivals]\npeak_factor = 0.1\n{TASK}ziip_percent = 150\ncpu_within_percent = 101\n");
    let Err(Refused::Faults(faults)) = read(&text) else { panic!("it was accepted") };
    assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(2), Some(7), Some(8)]);
    assert!(faults.iter().all(|fault| !fault.cure.is_empty()), "{faults:?}");
}

#[test]
fn numbers_at_the_border_are_taken() {
    for added in [
        "cpu_within_percent = 100\nziip_percent = 100\ncpu_in_db2_percent = 0",
        "qr_cpu_us = 100.0",
        "terminal = 'SNA'",
        "terminal = ''",
        "file = [{ name = 'F', interval_bytes = 512, intervals = 1, records_per_interval = 1 }]",
        "file = [{ name = 'F', interval_bytes = 32768, skew = 0 }]",
        "file = [{ name = 'F', interval_bytes = 10240 }]",
        "web = { tls = 'at-tls', new_connection_percent = 50, resumed_percent = 25, full_handshake_percent = 25 }",
        // SOCKETCLOSE of the service may make all connections new.
        "web = { tcpipservice = 'S', resumed_percent = 100 }",
    ] {
        assert!(read(&format!("{TASK}{added}\n")).is_ok(), "{added}");
    }
    assert!(
        read(&format!("[arrivals]\npeak_factor = 1\nquiet_factor = 1\nburst_length_s = 0.1\n{TASK}")).is_ok()
    );
}

#[test]
fn half_of_a_burst_is_no_burst_and_the_answer_says_so() {
    let plain = outcome(TASK);
    for (arrivals, says) in [
        ("peak_factor = 1.5", "peak_factor counts with burst_length_s only"),
        ("burst_length_s = 0.2", "burst_length_s counts with peak_factor only"),
        ("quiet_factor = 0.5", "quiet_factor counts with peak_factor and burst_length_s only"),
    ] {
        let with = outcome(&format!("[arrivals]\n{arrivals}\n{TASK}"));
        assert_eq!(with.transactions, plain.transactions);
        assert!(with.assumptions.iter().any(|text| text.contains(says)), "{:?}", with.assumptions);
    }
    let whole = outcome(&format!("[arrivals]\npeak_factor = 1.5\nburst_length_s = 0.2\n{TASK}"));
    assert!(whole.assumptions.iter().all(|text| !text.contains("counts with")));
}

#[test]
fn a_task_without_a_rate_never_meets_itself() {
    let none = outcome(&TASK.replace("10.0", "0.0"));
    assert!(!none.saturated);
    let (alone, met) = (none.transaction("T1").unwrap(), outcome(TASK));
    let mean = alone.response_ms.mean.mid.unwrap();
    assert!((mean - 0.1).abs() < 1e-3 && mean <= met.mean_ms().unwrap(), "{mean}");
    assert_eq!(alone.rate, 0.0);
    assert_eq!(none.mean_ms(), Some(mean));
    // Beside others it waits as they do, and keeps none of them waiting.
    let beside = outcome(&format!("{TASK}[[transaction]]\nid = 'T2'\ncpu_us = 100.0\n"));
    assert!(beside.transaction("T2").unwrap().response_ms.mean.mid.unwrap() >= mean);
    let of_t1 = |o: &Outcome| o.transaction("T1").unwrap().response_ms.mean.mid.unwrap();
    assert!((of_t1(&beside) / of_t1(&met) - 1.0).abs() < 1e-4);
    // All archetypes have an answer without a rate, and with all their limits.
    for name in archetypes::names() {
        let o = outcome(&format!("[[transaction]]\nid = 'T1'\narchetype = '{name}'\n"));
        assert!(!o.saturated, "{name}");
    }
}

#[test]
fn a_task_that_does_nothing_rests_on_nothing() {
    let json: serde_json::Value =
        serde_json::from_str(&outcome("[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\n").to_json()).unwrap();
    assert_eq!(json["transactions"][0]["basis"], "assumed");
}

#[test]
fn mro_takes_xcf_to_a_partner_on_another_image() {
    let task = format!("{TASK}link = [{{ program = 'FAR', calls = 2.0, wait_ms = 5.0 }}]\n");
    let settings = |method: &str| {
        let mut c = Configuration::default();
        c.edit("PROGRAM.FAR.REMOTESYSTEM=SYSB").unwrap();
        c.edit(&format!("CONNECTION.SYSB.ACCESSMETHOD={method}")).unwrap();
        c
    };
    let hop = |image: &str, method: &str| {
        let text = format!("{image}{task}");
        let o = solve("R", &read(&text).unwrap(), &settings(method)).unwrap();
        let waits = &o.transactions[0].waits_ms;
        assert!((waits["remote_program"] - 10.0).abs() < 1e-9, "{waits:?}");
        waits["hop"]
    };
    let partner = |image: &str| format!("[[partner]]\nname = 'sysb'\nsystem_image = '{image}'\n");
    for method in ["IRC", "XM"] {
        assert_eq!(hop("", method), hop(&partner("same"), method));
        assert!(hop(&partner("other"), method) > 2.0 * hop("", method), "{method}");
    }
    assert_eq!(hop(&partner("other"), "VTAM"), hop("", "VTAM"));
    let said = solve("R", &read(&task).unwrap(), &settings("XCF")).unwrap_err().to_string();
    assert!(said.contains("system_image is \"other\""), "{said}");
}

#[test]
fn what_the_model_does_not_know_is_said_by_name() {
    let docs = std::fs::read_to_string("docs/model.md").unwrap();
    for (kind, attribute, why) in UNMODELLED {
        let of_kind = MAPPED.iter().find(|(mapped, _)| mapped == kind);
        assert!(
            of_kind.is_none_or(|(_, all)| !all.contains(attribute)),
            "{kind}.{attribute} is in the model"
        );
        let key = if *kind == "SIT" { format!("SIT.{attribute}") } else { format!("{kind}.X.{attribute}") };
        let said = Configuration::default().edit(&format!("{key}=1")).unwrap_err().to_string();
        assert!(said.contains(&format!("the model does not know {kind} {attribute}: {why}")), "{said}");
        let documented = docs.contains(&format!("`{kind}.{attribute}`"));
        assert!(
            documented || attribute.starts_with("INDEX"),
            "docs/model.md does not list {kind}.{attribute}"
        );
    }
}

#[test]
fn differences_have_bounds_and_what_they_rest_on() {
    let text = format!("{TASK}sql_calls = 3.0\nsql_elapsed_ms = 2.0\nprogram = 'P1'\n");
    let workload = read(&text).unwrap();
    let edits = ["PROGRAM.P1.CONCURRENCY=THREADSAFE".to_owned()];
    let w = what_if("R", &workload, &Configuration::default(), &edits).unwrap();
    let d = &w.differences[0];
    let (before, after) = (&w.before.transactions[0], &w.after.transactions[0]);
    assert!((d.cpu_us.mid - (after.cpu_us.mid - before.cpu_us.mid)).abs() < 1e-9);
    assert!(d.cpu_us.low <= d.cpu_us.mid && d.cpu_us.mid <= d.cpu_us.high && d.cpu_us.high < 0.0, "{d:?}");
    assert!(d.mean_ms.low <= d.mean_ms.mid && d.mean_ms.mid <= d.mean_ms.high, "{d:?}");
    assert_eq!(d.basis.map(|basis| basis.name()), Some("calibrated"));
    assert!(d.evidence.iter().any(|row| row.starts_with("8-13")), "{d:?}");
    let same = what_if("R", &workload, &Configuration::default(), &["SIT.MXT=250".to_owned()]).unwrap();
    assert_eq!(same.differences[0].basis, None);
}

#[test]
fn a_full_db2entry_overflows_to_the_pool_unless_it_says_otherwise() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\nsql_calls = 3.0\nsql_elapsed_ms = 10.0\ncpu_us = 100.0\n";
    let of = |settings: &[&str]| {
        let mut c = Configuration::default();
        c.edit("DB2ENTRY.E.TRANSID=T1").unwrap();
        c.edit("DB2ENTRY.E.THREADLIMIT=5").unwrap();
        settings.iter().for_each(|setting| c.edit(setting).unwrap());
        let o = solve("R", &read(text).unwrap(), &c).unwrap();
        let threads = o.resources.iter().find(|r| r.name == "DB2ENTRY E").map(|r| r.capacity);
        let said: Vec<String> = o.assumptions.into_iter().filter(|text| text.contains("Db2 pool")).collect();
        (threads, said)
    };
    assert_eq!(of(&[]), (Some(8.0), vec![]));
    let (none, said) = of(&["DB2ENTRY.E.TRANSID=T9"]);
    assert_eq!(none, None);
    assert!(said[0].contains("no DB2CONN THREADLIMIT is given (CICS has 3 then)"), "{said:?}");
    let plain = solve("R", &read(text).unwrap(), &Configuration::default()).unwrap().assumptions;
    assert!(
        plain.iter().any(|text| text.contains("no DB2CONN TCBLIMIT is given (CICS has 12 then)")),
        "{plain:?}"
    );
    assert_eq!(of(&["DB2CONN.THREADLIMIT=20"]), (Some(25.0), vec![]));
    assert_eq!(of(&["DB2ENTRY.E.THREADWAIT=POOL", "DB2CONN.THREADLIMIT=20"]).0, Some(25.0));
    let threads = |wait: &str| {
        let mut c = Configuration::default();
        for setting in ["DB2ENTRY.E.TRANSID=T1", "DB2ENTRY.E.THREADLIMIT=50", "DB2CONN.THREADLIMIT=20"] {
            c.edit(setting).unwrap();
        }
        c.edit(&format!("DB2ENTRY.E.THREADWAIT={wait}")).unwrap();
        solve("R", &read(text).unwrap(), &c).unwrap()
    };
    let waits =
        |o: &Outcome| o.assumptions.iter().any(|text| text.contains("with THREADWAIT(NO) they are abended"));
    assert!(waits(&threads("NO")) && !waits(&threads("YES")));
}
