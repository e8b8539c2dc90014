//! What requests cost by the way they go: TCBs, files, mirrors, web connections.

#![allow(clippy::unwrap_used, reason = "a test: answers of good workloads")]

use cicslint::model::answer::{Outcome, solve};
use cicslint::model::workload::{Configuration, read};

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

const SQL: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 400.0\nprogram = 'P1'\ncpu_us = 1500.0\nsql_calls = 3.0\n\
                   sql_elapsed_ms = 4.0\nmemory_31_kb = 1000.0\n[[transaction]]\nid = 'T2'\nrate_per_s = 100.0\n\
                   program = 'P2'\ncpu_us = 1000.0\n";

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
            "[machine]\nmodel = 'deck-2006'\n[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
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
fn more_requests_never_take_load_off_the_qr_tcb() {
    let kinds: [&[&str]; 8] = [
        &["FILE.F.LSRPOOLNUM=1"],
        &["FILE.F.LSRPOOLNUM=NONE"],
        &["FILE.F.RLSACCESS=YES"],
        &["FILE.F.TABLE=USER"],
        &["FILE.F.TABLE=CF"],
        &["FILE.F.REMOTESYSTEM=SYSB", "CONNECTION.SYSB.ACCESSMETHOD=XM"],
        &["FILE.F.REMOTESYSTEM=SYSB", "CONNECTION.SYSB.ACCESSMETHOD=VTAM"],
        &["FILE.F.REMOTESYSTEM=SYSB", "IPCONN.SYSB.SENDCOUNT=100"],
    ];
    for concurrency in ["QUASIRENT", "THREADSAFE", "REQUIRED"] {
        for (only, kind) in ["YES", "NO"].iter().flat_map(|only| kinds.map(|kind| (only, kind))) {
            let settings = [format!("PROGRAM.P1.CONCURRENCY={concurrency}"), format!("SIT.FCQRONLY={only}")];
            let settings: Vec<&str> =
                settings.iter().map(String::as_str).chain(kind.iter().copied()).collect();
            for requests in ["reads", "updates", "browse_records"] {
                let busy = |count: u32| {
                    let text = format!(
                        "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 9000.0\nsql_calls = 4.0\n\
                         file = [{{ name = 'F', {requests} = {count}.0 }}]"
                    );
                    outcome(&text, &settings)
                        .resources
                        .iter()
                        .find(|r| r.name == "QR TCB")
                        .unwrap()
                        .utilisation
                };
                let all = [0, 1, 10, 100, 1_000].map(busy);
                let rises = all.windows(2).all(|pair| pair[1] >= pair[0] - 1e-12);
                assert!(rises, "{settings:?} {requests}: {all:?}");
            }
        }
    }
}

#[test]
fn requests_that_go_back_to_the_qr_tcb_spend_their_cpu_there() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 100.0\nqr_cpu_us = 0.0\nsql_calls = 1.0\n\
                file = [{ name = 'F', reads = 1000.0 }]";
    let busy = |settings: &[&str]| {
        outcome(text, settings).resources.iter().find(|r| r.name == "QR TCB").unwrap().utilisation
    };
    let [required, threadsafe] = ["REQUIRED", "THREADSAFE"].map(|c| format!("PROGRAM.P1.CONCURRENCY={c}"));
    for (settings, own) in [
        (vec![required.as_str()], true),
        (vec![&required, "FILE.F.LSRPOOLNUM=NONE", "SIT.FCQRONLY=NO"], true),
        (vec![&required, "SIT.FCQRONLY=NO"], false),
        (vec![&threadsafe], true),
        (vec!["PROGRAM.P1.CONCURRENCY=QUASIRENT"], true),
    ] {
        let busy = busy(&settings);
        assert_eq!(busy > 0.002, own, "{settings:?}: {busy}");
    }
}

#[test]
fn links_to_other_regions_are_threadsafe_over_ipic_alone() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
                link = [{ program = 'P2', calls = 5.0, cpu_us = 1.0 }]";
    let required = "PROGRAM.P1.CONCURRENCY=REQUIRED";
    for (settings, wanted) in [
        (vec![required, "PROGRAM.P2.REMOTESYSTEM=SYSB"], 6.0 + 2.0 * 5.0),
        (vec![required, "PROGRAM.P2.REMOTESYSTEM=SYSB", "CONNECTION.SYSB.ACCESSMETHOD=VTAM"], 16.0),
        (vec![required, "PROGRAM.P2.REMOTESYSTEM=SYSB", "IPCONN.SYSB.SENDCOUNT=10"], 6.0),
        (vec![required, "PROGRAM.P2.CONCURRENCY=QUASIRENT"], 16.0),
        (vec![required, "PROGRAM.P2.CONCURRENCY=THREADSAFE"], 6.0),
    ] {
        let o = outcome(text, &settings);
        let got = o.transactions[0].cpu_parts_us.get("tcb switches").map_or(0.0, |part| part.mid) / 2.2;
        assert!((got - wanted).abs() < 1e-9, "{settings:?}: {got} switches");
    }
}

fn in_use(outcome: &Outcome, name: &str) -> f64 {
    outcome.resources.iter().find(|r| r.name == name).unwrap().utilisation
}

#[test]
fn a_browse_keeps_its_string_until_it_ends() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 0.5\nprogram = 'P1'\ncpu_us = 10.0\n\
                file = [{ name = 'F', browse_records = 40000.0, intervals = 10000 }]";
    for pool in ["FILE.F.LSRPOOLNUM=NONE", "FILE.F.LSRPOOLNUM=1"] {
        let o = outcome(text, &[pool, "FILE.F.STRINGS=2", "FILE.F.DATABUFFERS=50", "LSRPOOL.1.STRINGS=2"]);
        let t = o.transaction("T1").unwrap();
        let wait = t.waits_ms.get("string").copied().unwrap_or(0.0);
        let browse = 0.5 * (t.response_ms.mean.mid.unwrap() - wait) * 1e-3;
        let name = if pool.ends_with("NONE") { "FILE F" } else { "LSRPOOL 1" };
        let strings = in_use(&o, name) * 2.0;
        // What the task does before and after is not part of it.
        assert!(strings > 0.7 * browse && strings <= browse, "{pool}: {strings} of {browse}");
    }
}

#[test]
fn a_browse_reads_nothing_from_disk_where_the_pool_holds_the_file() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 0.1\nprogram = 'P1'\ncpu_us = 10.0\n\
                file = [{ name = 'F', browse_records = 4000.0, intervals = 5000 }]";
    let io = |buffers: u32| {
        let o = outcome(text, &[&format!("LSRPOOL.1.DATA4K={buffers}")]);
        o.transaction("T1").unwrap().waits_ms.get("io").copied().unwrap_or(0.0)
    };
    let all = [50, 400, 2_000, 4_000, 5_000].map(io);
    assert!(all.windows(2).all(|pair| pair[1] <= pair[0]) && all[0] > 100.0 && all[4] == 0.0, "{all:?}");
}

#[test]
fn updates_of_a_table_that_cics_maintains_go_to_its_file_too() {
    let text = "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
                file = [{ name = 'F', reads = 10.0, updates = 10.0 }]";
    let of = |table: &str| {
        let o = outcome(text, &[&format!("FILE.F.TABLE={table}")]);
        (cpu(&o, "T1"), o.transaction("T1").unwrap().waits_ms.get("io").copied().unwrap_or(0.0))
    };
    let (user, cics, none) = (of("USER"), of("CICS"), of("NO"));
    assert!(user.1 == 0.0 && cics.1 > 0.0 && cics.1 < none.1, "{user:?} {cics:?} {none:?}");
    assert!(user.0 < cics.0, "{user:?} {cics:?}");
}

#[test]
fn mirrors_stay_by_the_mrolrm_of_their_own_region_and_over_mro_alone() {
    let reads = |more: &str| {
        format!(
            "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\nprogram = 'P1'\ncpu_us = 10.0\n\
             file = [{{ name = 'F', reads = 10.0{more} }}]"
        )
    };
    let gains = |text: &str, settings: &[&str]| {
        let with = |mrolrm: &str| cpu(&outcome(text, &[settings, &[mrolrm]].concat()), "T1");
        with("SIT.MROLRM=NO") - with("SIT.MROLRM=YES")
    };
    let shipped = reads(", shipped_from = 'SYSB'");
    assert!(gains(&shipped, &["CONNECTION.SYSB.ACCESSMETHOD=XM"]) > 1.0);
    assert_eq!(gains(&shipped, &["CONNECTION.SYSB.ACCESSMETHOD=VTAM"]), 0.0);
    assert_eq!(gains(&shipped, &["IPCONN.SYSB.SENDCOUNT=10"]), 0.0);
    assert_eq!(gains(&reads(""), &["FILE.F.REMOTESYSTEM=SYSB"]), 0.0);
}

#[test]
fn batches_fill_by_what_all_transactions_send() {
    let one = |id: &str, rate: f64| {
        format!(
            "[[transaction]]\nid = '{id}'\nrate_per_s = {rate:.1}\nprogram = 'P1'\ncpu_us = 10.0\nlink = [{{ program = 'P2', cpu_us = 1.0 }}]\n"
        )
    };
    let remote = "PROGRAM.P2.REMOTESYSTEM=SYSB";
    let delay = |text: &str| {
        let with = |batch: &str| {
            outcome(text, &[remote, batch]).transaction("T1").unwrap().response_ms.mean.mid.unwrap()
        };
        with("SIT.MROBTCH=3") - with("SIT.MROBTCH=1")
    };
    let alone = delay(&one("T1", 10.0));
    let among = delay(&format!("{}{}", one("T1", 10.0), one("T2", 90.0)));
    assert!((alone - 200.0).abs() < 1.0 && (among - 20.0).abs() < 1.0, "{alone} {among}");
}
