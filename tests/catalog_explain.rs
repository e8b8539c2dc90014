//! What `explain` says of a few things of each kind.

use cicslint::catalog::explain::explain;

fn text(thing: &str) -> String {
    match explain(thing) {
        Ok(answers) => answers.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(Some(near)) => format!("unknown; {near}?"),
        Err(None) => "unknown".to_owned(),
    }
}

#[test]
fn entries_in_words() {
    for thing in [
        "TRANSACTION.RUNAWAY",
        "TRANSACTION.DTIMOUT",
        "FILE.DSNAME",
        "TCPIPSERVICE.PROTOCOL",
        "TERMINAL.CONSOLE",
        "MXT",
        "TS",
        "SPCTRAP",
        "EDSALIM",
        "DB2CONN",
        "COPY",
        "DELETE",
    ] {
        insta::assert_snapshot!(thing, text(thing));
    }
}

#[test]
fn abbreviations_serve_and_slips_are_answered() {
    assert_eq!(text("trans.runaway"), text("TRANSACTION.RUNAWAY"));
    assert_eq!(text("TRANS.RU"), text("TRANSACTION.RUNAWAY"));
    assert_eq!(text("SI"), text("SYSIN"));
    assert_eq!(text("TRANSACTION.RUNAWY"), "unknown; TRANSACTION.RUNAWAY?");
    assert_eq!(text("TRANSACTON.RUNAWAY"), "unknown; TRANSACTION.RUNAWAY?");
    assert_eq!(text("GRPLST"), "unknown; GRPLIST?");
    assert_eq!(text("TRAN.RUN"), "unknown; TRANSACTION.RUNAWAY?");
    assert_eq!(text("PROGRAM.QQQQQ"), "unknown; PROGRAM?");
    for thing in ["T.RUN", "TRAN.", "TRAN.Q", "XX.Y", "TRANSACTON.RUNWAY", "PROGRM.Q", "F.ST"] {
        if let Err(Some(near)) = explain(thing) {
            assert!(explain(&near).is_ok(), "{thing}: {near}");
        }
    }
    // As what-if edits call it.
    assert_eq!(text("SIT.FCQRONLY"), text("FCQRONLY"));
    assert_eq!(text("sit.mxt"), text("MXT"));
    assert_eq!(text("SIT.FCQRONLI"), "unknown; SIT.FCQRONLY?");
    assert_eq!(text("SIT."), "unknown");
    assert_eq!(text(""), "unknown");
    assert_eq!(text("."), "unknown");
}

#[test]
fn every_entry_can_be_explained() {
    for kind in cicslint::catalog::types() {
        assert!(text(kind.name).contains("a resource type"));
        for entry in kind.attributes {
            let text = text(&format!("{}.{}", kind.name, entry.name));
            assert!(text.contains("value:") && text.contains("source:"), "{text}");
        }
    }
    for entry in cicslint::catalog::sit_parameters() {
        let name =
            entry.suffixes.first().map_or(entry.name.to_owned(), |suffix| entry.name.replace("xx", suffix));
        let name = if entry.name == "SKRxxxx" { "SKRPA1".to_owned() } else { name };
        assert!(text(&name).contains("may be coded in:"), "{name}");
    }
    for entry in cicslint::catalog::commands() {
        assert!(text(entry.name).contains("a command of DFHCSDUP"));
    }
}
