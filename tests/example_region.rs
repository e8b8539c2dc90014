//! The region of `examples/03_region`: values that were worked out by hand, with where each comes from.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{cicslint, run};
use serde_json::Value;

/// Parameter, value, origin, line of the file that gives it (0 for none).
const SIT: &[(&str, &str, &str, u64)] = &[
    ("APPLID", "CICSPAYA", "sit-macro", 3),
    ("SYSIDNT", "PAYA", "sit-macro", 4),
    ("MXT", "250", "sysin", 9),
    ("EDSALIM", "500M", "sit-macro", 6),
    ("ICVR", "5000", "sit-macro", 7),
    ("GRPLIST", "(DFHLIST,PAYLIST,PAYTOOLS)", "sysin", 8),
    ("START", "COLD", "parm", 4),
    ("SIT", "P1", "parm", 4),
    ("DB2CONN", "YES", "sysin", 10),
    ("STATINT", "003000", "sysin", 12),
    ("MNPER", "ON", "sysin", 14),
    ("MNEXC", "OFF", "default", 0),
    ("MAXOPENTCBS", "532", "derived", 9),
    ("MAXXPTCBS", "250", "derived", 9),
    ("INITPARM", "(DFHDBCON='00,DBCON1',PAY90000='REGION=A')", "sysin", 13),
    ("PGAIPGM", "INACTIVE", "default", 0),
    ("CSDBUFND", "7", "derived", 0),
];

/// Type, name, group that wins, attribute, value, origin, line.
const ATTRIBUTES: &[(&str, &str, &str, &str, &str, &str, u64)] = &[
    // Explicit values and defaults.
    ("TRANSACTION", "PAY1", "PAYCORE", "PROGRAM", "PAY00100", "explicit", 16),
    ("TRANSACTION", "PAY1", "PAYCORE", "TRANCLASS", "PAYCLASS", "explicit", 17),
    ("TRANSACTION", "PAY1", "PAYCORE", "PRIORITY", "100", "explicit", 17),
    ("TRANSACTION", "PAY1", "PAYCORE", "SPURGE", "YES", "default", 0),
    ("TRANSACTION", "PAY1", "PAYCORE", "TASKDATALOC", "ANY", "default", 0),
    ("TRANSACTION", "PAY6", "PAYCORE", "TASKDATALOC", "BELOW", "explicit", 27),
    ("TRANSACTION", "PAY4", "PAYCORE", "DTIMOUT", "0030", "explicit", 23),
    ("TRANSACTION", "PAY4", "PAYCORE", "PROFILE", "DFHCICST", "default", 0),
    ("TRANSACTION", "PAYL", "PAYCORE", "TRANCLASS", "PAYBATCH", "explicit", 25),
    ("TRANCLASS", "PAYCLASS", "PAYBASE", "MAXACTIVE", "60", "explicit", 2),
    ("TRANCLASS", "PAYCLASS", "PAYBASE", "PURGETHRESH", "120", "explicit", 3),
    ("TRANCLASS", "PAYBATCH", "PAYBASE", "PURGETHRESH", "NO", "default", 0),
    ("PROFILE", "PAYPROF", "PAYBASE", "RTIMOUT", "30", "explicit", 5),
    // USERDEFINE takes what it does not give from USER of group USERDEF.
    ("PROGRAM", "PAY00100", "PAYCORE", "CONCURRENCY", "THREADSAFE", "user-default", 4),
    ("PROGRAM", "PAY00100", "PAYCORE", "LANGUAGE", "COBOL", "user-default", 3),
    ("PROGRAM", "PAY00300", "PAYCORE", "CONCURRENCY", "REQUIRED", "explicit", 7),
    ("PROGRAM", "PAY00500", "PAYCORE", "RESIDENT", "YES", "explicit", 9),
    ("PROGRAM", "PAY00500", "PAYCORE", "DATALOCATION", "ANY", "user-default", 4),
    ("PROGRAM", "PAY90000", "PAYCORE", "CONCURRENCY", "QUASIRENT", "default", 0),
    ("PROGRAM", "PAY90000", "PAYCORE", "EXECKEY", "CICS", "explicit", 11),
    // ALTER: a generic name, and a null value that puts the default back.
    ("PROGRAM", "PAYWEB01", "PAYWEB", "DATALOCATION", "BELOW", "altered", 8),
    ("PROGRAM", "PAYWEB02", "PAYWEB", "DATALOCATION", "BELOW", "altered", 8),
    ("PROGRAM", "PAYWEB01", "PAYWEB", "CONCURRENCY", "THREADSAFE", "explicit", 9),
    ("TRANSACTION", "PAY2", "PAYCORE", "RUNAWAY", "SYSTEM", "default", 0),
    // COPY, then ALTER of the copy, which is installed after the original.
    ("TRANSACTION", "PAYT", "PAYTOOL2", "TRANCLASS", "PAYBATCH", "altered", 9),
    ("TRANSACTION", "PAYT", "PAYTOOL2", "PROGRAM", "PAYTOOL1", "explicit", 6),
    // Of two definitions of one name: the later, but the first of a FILE that is enabled.
    ("PROGRAM", "PAY00400", "PAYTOOL", "API", "OPENAPI", "explicit", 3),
    ("FILE", "PAYACCT", "PAYCORE", "DSNAME", "PAY.PROD.ACCOUNT", "explicit", 28),
    ("FILE", "PAYACCT", "PAYCORE", "LSRPOOLNUM", "2", "explicit", 29),
    // Defaults that depend on another attribute.
    ("FILE", "PAYRATE", "PAYCORE", "LSRPOOLNUM", "NONE", "derived", 32),
    ("FILE", "PAYHIST", "PAYCORE", "LSRPOOLNUM", "1", "default", 0),
    ("FILE", "PAYHIST", "PAYCORE", "REMOTENAME", "PAYHIST", "derived", 0),
    ("PROGRAM", "PAYREM", "PAYCORE", "TRANSID", "CSMI", "derived", 0),
    ("DB2TRAN", "PAY1", "PAYDB2", "TRANSID", "PAY1", "derived", 0),
    ("DB2TRAN", "PAY2TRAN", "PAYDB2", "TRANSID", "PAY2", "explicit", 7),
    ("URIMAP", "PAYURI", "PAYWEB", "TRANSACTION", "CPIH", "derived", 7),
    ("TCPIPSERVICE", "PAYHTTPS", "PAYWEB", "TRANSACTION", "CWXN", "derived", 3),
    ("DB2ENTRY", "PAYENT", "PAYDB2", "THREADLIMIT", "60", "explicit", 4),
    ("DB2CONN", "PAYDB2", "PAYDB2", "TCBLIMIT", "120", "explicit", 2),
    ("DB2CONN", "PAYDB2", "PAYDB2", "MSGQUEUE1", "CSMT", "explicit", 3),
    ("LSRPOOL", "PAYPOOL2", "PAYBASE", "SHARELIMIT", "50", "default", 0),
    ("LSRPOOL", "PAYPOOL2", "PAYBASE", "MAXKEYLENGTH", "24", "explicit", 7),
    ("TSMODEL", "PAYTS", "PAYBASE", "PREFIX", "PAY", "explicit", 11),
];

/// Type, name, group, and the groups of the definitions that do not count because of it.
const SHADOWS: &[(&str, &str, &str, &str, &str)] = &[
    ("PROGRAM", "PAY00400", "PAYTOOL", "PROGRAM", "PAYCORE"),
    ("TRANSACTION", "PAYT", "PAYTOOL2", "TRANSACTION", "PAYTOOL"),
    ("FILE", "PAYACCT", "PAYCORE", "FILE", "PAYTOOL"),
    ("PROGRAM", "PAYTOOL1", "PAYTOOL", "MAPSET", "PAYTOOL"),
];

fn region(arguments: &[&str]) -> Value {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/03_region");
    let ran = run(cicslint().args(["region", "--format", "json", example]).args(arguments));
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

fn definition<'a>(region: &'a Value, kind: &str, name: &str) -> &'a Value {
    let all = region["definitions"].as_array().unwrap();
    let mut found = all.iter().filter(|definition| definition["type"] == kind && definition["name"] == name);
    let one = found.next().unwrap_or_else(|| panic!("{kind} {name} is not installed"));
    assert!(found.next().is_none(), "{kind} {name} is there twice");
    one
}

fn assert_value(what: &str, value: &Value, expected: (&str, &str, u64)) {
    let line = value["location"]["line"].as_u64().unwrap_or(0);
    let got = (value["value"].as_str().unwrap_or("-"), value["from"].as_str().unwrap_or("-"), line);
    assert_eq!(got, expected, "{what}");
}

#[test]
fn every_value_is_as_worked_out_by_hand() {
    let region = region(&[]);
    for (name, value, from, line) in SIT {
        assert_value(name, &region["sit"][name], (value, from, *line));
    }
    for (kind, name, group, attribute, value, from, line) in ATTRIBUTES {
        let definition = definition(&region, kind, name);
        assert_eq!(definition["group"], *group, "{kind} {name}");
        let what = format!("{kind} {name} {attribute}");
        assert_value(&what, &definition["attributes"][attribute], (value, from, *line));
    }
}

#[test]
fn it_says_what_does_not_count_and_what_is_installed() {
    let region = region(&[]);
    for (kind, name, group, loser, of_group) in SHADOWS {
        let definition = definition(&region, kind, name);
        assert_eq!(definition["group"], *group, "{kind} {name}");
        let shadow = &definition["shadows"][0];
        assert_eq!(
            (&shadow["type"], &shadow["group"]),
            (&(*loser).into(), &(*of_group).into()),
            "{kind} {name}"
        );
    }
    assert_eq!(region["counts"]["shadowed"], SHADOWS.len());
    assert_eq!((&region["complete"], &region["every_group"]), (&true.into(), &false.into()));
    let names: Vec<&str> =
        region["lists"].as_array().unwrap().iter().map(|list| list["written"].as_str().unwrap()).collect();
    assert_eq!(names, ["DFHLIST", "PAYLIST", "PAYTOOLS"]);
    let groups: Vec<&str> = region["groups"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|group| group["list"] != "DFHLIST")
        .map(|group| group["name"].as_str().unwrap())
        .collect();
    assert_eq!(groups, ["PAYBASE", "PAYCORE", "PAYDB2", "PAYWEB", "PAYTOOL", "PAYTOOL2"]);
}

#[test]
fn filters_show_what_they_say() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let region = region(arguments);
        region["definitions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| d["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&["--type", "tranclass"]), ["PAYBATCH", "PAYCLASS"]);
    assert_eq!(names(&["--type", "FILE,LSRPOOL", "--name", "pay+++T"]), ["PAYACCT", "PAYHIST"]);
    assert_eq!(names(&["--type", "SIT"]), Vec::<String>::new());
    let changed = region(&["--changed", "--name", "PAY00500"]);
    let attributes = changed["definitions"][0]["attributes"].as_object().unwrap();
    assert_eq!(attributes.keys().collect::<Vec<_>>(), ["CONCURRENCY", "LANGUAGE", "RESIDENT"]);
    assert!(changed["sit"].as_object().unwrap().is_empty());
    assert!(names(&["--supplied"]).len() > 500);
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/03_region");
    for (arguments, says) in [
        (&["--type", "PROGRAN"][..], "did you mean PROGRAM?"),
        (&["--region", "CICSPAYB"][..], "there is no region CICSPAYB"),
    ] {
        let ran = run(cicslint().args(["region", example]).args(arguments));
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains(says), "{arguments:?}: {}", ran.err);
    }
}
