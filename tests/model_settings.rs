//! Every setting that the model takes moves its answer, and in the right direction.

#![allow(clippy::unwrap_used, reason = "a test: answers of good workloads")]

mod workloads;

use cicslint::model::answer::{Outcome, solve};
use cicslint::model::workload::{Configuration, MAPPED, read};
use std::collections::BTreeSet;
use workloads::{MIRROR, REST, RETURNING, SQL, UPDATES, WEB};

/// SQL calls of a transaction whose program only its definition names.
const UNNAMED: &str =
    "[[transaction]]\nid = 'T1'\nrate_per_s = 400.0\ncpu_us = 1500.0\nsql_calls = 3.0\nsql_elapsed_ms = 4.0";

/// The attributes of LSRPOOL that count data buffers, and the sizes of these.
const BUFFERS: [(&str, u32); 11] = [
    ("DATA512", 512),
    ("DATA1K", 1_024),
    ("DATA2K", 2_048),
    ("DATA4K", 4_096),
    ("DATA8K", 8_192),
    ("DATA12K", 12_288),
    ("DATA16K", 16_384),
    ("DATA20K", 20_480),
    ("DATA24K", 24_576),
    ("DATA28K", 28_672),
    ("DATA32K", 32_768),
];

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
        (SQL, vec![], "SIT.MAXOPENTCBS=8", "SIT.MAXOPENTCBS=200", mean),
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
        (
            UNNAMED,
            vec!["PROGRAM.P3.CONCURRENCY=THREADSAFE"],
            "TRANSACTION.T1.PROGRAM=P2",
            "TRANSACTION.T1.PROGRAM=P3",
            mean,
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
        (MIRROR, vec![], "SIT.MROLRM=NO", "SIT.MROLRM=YES", cpu),
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
    let mut seen: BTreeSet<String> = BTreeSet::new();
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
            seen.insert(format!("{kind}.{}", key.rsplit('.').next().unwrap()));
        }
    }
    // Buffers of each size, for a file whose intervals are of that size.
    for (attribute, bytes) in BUFFERS {
        let workload =
            REST.replace("intervals = 10000", &format!("intervals = 10000\ninterval_bytes = {bytes}"));
        let with =
            |buffers: u32| mean(&outcome(&workload, &[&format!("LSRPOOL.1.{attribute}={buffers}")]), "");
        assert!(with(5_000) < with(10), "{attribute}");
        seen.insert(format!("LSRPOOL.{attribute}"));
    }
    let mapped = MAPPED.iter().flat_map(|(kind, all)| all.iter().map(move |one| format!("{kind}.{one}")));
    let missing: Vec<String> = mapped.filter(|key| !seen.contains(key)).collect();
    assert!(missing.is_empty(), "no case moves {missing:?}");
}

#[test]
fn an_edit_without_a_value_takes_a_setting_away() {
    let remote = ["PROGRAM.FAR.REMOTESYSTEM=SYSB"];
    let taken_away = [remote[0], "PROGRAM.FAR.REMOTESYSTEM="];
    assert_eq!(outcome(REST, &taken_away), outcome(REST, &[]));
    assert!(cpu(&outcome(REST, &remote), "T1") > cpu(&outcome(REST, &taken_away), "T1"));
    // It counts before what the workload sets, as every edit does.
    let set = format!("{REST}[region]\n'PROGRAM.FAR.REMOTESYSTEM' = 'SYSB'\n");
    assert_eq!(outcome(&set, &taken_away[1..]), outcome(REST, &[]));
}
