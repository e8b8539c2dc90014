//! An attribute that nobody gives acts as its default in CICS.
//!
//! For every setting of the model the answer without it is the answer with the default of the catalogue; the exceptions
//! are those of which nothing can be taken for granted, and docs/model.md lists them.

#![allow(clippy::unwrap_used, reason = "a test: answers of good workloads")]

mod workloads;

use cicslint::catalog;
use cicslint::model::answer::{Outcome, solve};
use cicslint::model::workload::{Configuration, MAPPED, read};
use workloads::{REST, RETURNING, SQL, UPDATES, WEB};

/// Settings that act otherwise where they are not given, and why.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("SIT.SYSTR", "whether the CPU of the workload was measured with trace is not known without a SIT"),
    ("SIT.STNTR", "the same"),
    ("SIT.EDSALIM", "a limit that nobody gives is none"),
    ("DB2CONN.TCBLIMIT", "the same"),
    ("DB2CONN.THREADLIMIT", "the same, and the answer says so"),
    ("IPCONN.SENDCOUNT", "an IPCONN is there where anything is said of it"),
    ("CONNECTION.ACCESSMETHOD", "a region of which nothing is known is taken to be reached by MRO"),
];

/// A name of each type that the workloads use.
fn name_of(kind: &str) -> &'static str {
    match kind {
        "PROGRAM" => "P1.",
        "TRANSACTION" => "T1.",
        "TRANCLASS" => "C.",
        "FILE" => "F1.",
        "LSRPOOL" => "1.",
        "DB2ENTRY" | "DB2TRAN" => "E.",
        "JVMSERVER" => "J.",
        "CONNECTION" | "SESSIONS" | "IPCONN" => "SYSB.",
        "TCPIPSERVICE" => "S.",
        _ => "",
    }
}

fn outcome(workload: &str, settings: &[&str]) -> Outcome {
    let mut configuration = Configuration::default();
    settings.iter().for_each(|setting| configuration.edit(setting).unwrap());
    solve("TEST", &read(workload).unwrap(), &configuration).unwrap()
}

fn default_of(kind: &str, attribute: &str) -> Option<&'static str> {
    if kind == "SIT" {
        return catalog::sit_parameter(attribute).found().unwrap().default;
    }
    catalog::resource_type(kind).found().unwrap().attribute(attribute).found().unwrap().default
}

#[test]
fn what_is_not_given_acts_as_its_default() {
    // What makes the settings count.
    let contexts: [&[&str]; 9] = [
        &[],
        &["SIT.MN=ON", "SIT.STATRCD=ON", "SIT.SYSTR=ON", "SIT.TRANISO=YES", "SIT.AUXTR=OFF"],
        &["SIT.MN=ON", "SIT.MNPER=ON", "SIT.SYSTR=ON", "SIT.INTTR=OFF"],
        &["PROGRAM.P1.API=OPENAPI", "TRANCLASS.C.MAXACTIVE=9", "TRANSACTION.T1.TRANCLASS=C"],
        &["DB2ENTRY.E.TRANSID=T1", "DB2ENTRY.E.THREADLIMIT=9", "DB2CONN.THREADLIMIT=9", "SIT.PRTYAGE=100"],
        &["DB2ENTRY.E.TRANSID=T1", "DB2CONN.THREADLIMIT=20", "TRANSACTION.T2.PRIORITY=9"],
        &["PROGRAM.P1.JVM=YES", "PROGRAM.P1.JVMSERVER=J"],
        &["FILE.F1.LSRPOOLNUM=NONE", "PROGRAM.P1.CONCURRENCY=REQUIRED"],
        &["PROGRAM.FAR.REMOTESYSTEM=SYSB", "FILE.F1.REMOTESYSTEM=SYSB", "PROGRAM.P1.CONCURRENCY=THREADSAFE"],
    ];
    let mut compared = 0;
    for (kind, attributes) in MAPPED {
        for attribute in *attributes {
            let setting = format!("{kind}.{attribute}");
            if EXCEPTIONS.iter().any(|(exception, _)| *exception == setting) {
                continue;
            }
            let Some(default) = default_of(kind, attribute).filter(|default| !default.is_empty()) else {
                continue;
            };
            let key = format!("{kind}.{}{attribute}", name_of(kind));
            for context in
                contexts.iter().filter(|all| !all.iter().any(|s| s.starts_with(&format!("{key}="))))
            {
                for (n, workload) in [SQL, REST, UPDATES, WEB, RETURNING].iter().enumerate() {
                    let given = format!("{key}={default}");
                    let with: Vec<&str> = context.iter().copied().chain([given.as_str()]).collect();
                    let (with, without) = (outcome(workload, &with), outcome(workload, context));
                    let same = with.transactions == without.transactions
                        && with.resources == without.resources
                        && with.region_cpu_percent == without.region_cpu_percent;
                    assert!(same, "{given} differs from none, with {context:?}, workload {n}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
    let docs = std::fs::read_to_string("docs/model.md").unwrap();
    for (setting, _) in EXCEPTIONS {
        let attribute = setting.rsplit('.').next().unwrap();
        let section = docs.split("## What is not given").nth(1).and_then(|rest| rest.split("\n## ").next());
        assert!(section.unwrap().contains(attribute), "docs/model.md does not list {setting}");
    }
}
