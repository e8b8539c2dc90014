//! What findings say, where they stand, how bad they are.

use super::file::rule_of;
use super::found;
use crate::rules::Severity;
use crate::rules::expr::tests::site;
use std::fmt::Write as _;

/// The findings of a rule (its fields beside `code` and `title`) in decks and SIT overrides, as text.
fn findings(fields: &str, decks: &[&str], sit: &str) -> String {
    let rule = rule_of(&format!("code = \"XXX001\"\ntitle = \"A title\"\n{fields}"));
    let site = site(decks, sit, false);
    let mut out = String::new();
    for placed in found(&rule, &site) {
        let of = |file: crate::text::FileId| decks.get(file.0 as usize).copied().unwrap_or(sit);
        let finding = &placed.finding;
        let at = finding.span.of_text(of(placed.file));
        let attribute = finding.attribute.as_deref().unwrap_or("-");
        let _ =
            writeln!(out, "{:?} {}@{at:?} {attribute}: {}", finding.severity, placed.file.0, finding.message);
        if let Some(help) = &finding.help {
            let _ = writeln!(out, "  help: {help}");
        }
        for related in &finding.related {
            let file = related.file.unwrap();
            let _ = writeln!(out, "  {}@{:?}: {}", file.0, related.span.of_text(of(file)), related.message);
        }
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            let _ = writeln!(out, "  {:?} -> {:?}", edit.span.of_text(of(placed.file)), edit.text);
        }
    }
    out
}

#[test]
fn a_finding_says_where_and_what() {
    let rule = r#"
        applies_to = "FILE"
        check = 'attr.databuffers < attr.strings + 1'
        at = ["attr.databuffers", "attr.strings"]
        message = "FILE {name} of {group}: DATABUFFERS({attr.databuffers}) with STRINGS({attr.strings})"
        help = "at least {attr.strings + 1}, {{so}} says {type}"
        [fix]
        safety = "safe"
        set = { DATABUFFERS = "{attr.strings + 1}" }
    "#;
    let deck = "DEFINE FILE(F1) GROUP(G) STRINGS(5) DATABUFFERS(5)\nDEFINE FILE(F2) GROUP(G) STRINGS(5)
DEFINE FILE(F3) GROUP(G) STRINGS(5) DATABUFFERS(6)\n";
    assert_eq!(
        findings(rule, &[deck], ""),
        "\
Error 0@\"5\" DATABUFFERS: FILE F1 of G: DATABUFFERS(5) with STRINGS(5)
  help: at least 6, {so} says FILE
  \"5\" -> \"6\"
Error 0@\"5\" STRINGS: FILE F2 of G: DATABUFFERS(2) with STRINGS(5)
  help: at least 6, {so} says FILE
  \"\" -> \" DATABUFFERS(6)\"
"
    );
}

#[test]
fn places() {
    for (place, expected) in [
        ("name", "0@\"T1\" -"),
        ("group", "0@\"g1\" GROUP"),
        ("attr.program", "0@\"P1\" PROGRAM"),
        ("attr.twasize", "0@\"T1\" TWASIZE"),
        ("sit.mxt", "1@\"50\" MXT"),
        ("ref(attr.program)", "0@\"P1\" -"),
        ("ref(attr.program).concurrency", "0@\"REQUIRED\" CONCURRENCY"),
        ("first(PROGRAM where attr.concurrency == 'REQUIRED')", "0@\"P1\" -"),
        ("first(PROGRAM.concurrency where name == this.program)", "0@\"REQUIRED\" CONCURRENCY"),
        ("first(PROGRAM where name == 'NONE')", "0@\"T1\" -"),
    ] {
        let rule = format!("applies_to = 'TRANSACTION'\ncheck = 'true'\nat = \"{place}\"\nmessage = 'm'");
        let deck =
            "DEFINE TRANSACTION(T1) GROUP(g1) PROGRAM(P1)\nDEFINE PROGRAM(P1) GROUP(G1) CONCURRENCY(REQUIRED)
ADD GROUP(G1) LIST(L)\n";
        let said = findings(&rule, &[deck], "MXT=50,GRPLIST=L\n");
        assert!(said.contains(&format!("{expected}: m")), "{place}: {said}");
    }
}

#[test]
fn the_value_that_counts_is_underlined() {
    let rule =
        "applies_to = 'PROGRAM'\ncheck = 'attr.execkey == \"CICS\"'\nat = 'attr.execkey'\nmessage = '{name}'";
    let decks = [
        "DEFINE PROGRAM(P1) GROUP(G1) EXECKEY(CICS)\nDEFINE PROGRAM(P2) GROUP(G1) EXECKEY(CICS)
DEFINE PROGRAM(P3) GROUP(G1)\n",
        "ALTER PROGRAM(P1) GROUP(G1) EXECKEY(USER)\nALTER PROGRAM(P3) GROUP(G1) EXECKEY(cics)\n",
    ];
    assert_eq!(
        findings(rule, &decks, ""),
        // P3 rests on two decks that merely stand together.
        "Error 0@\"CICS\" EXECKEY: P2\nWarning 1@\"cics\" EXECKEY: P3\n"
    );
}

#[test]
fn rules_about_the_sit_and_the_region() {
    let rule = r#"
        applies_to = "SIT"
        check = 'sit.mxt > 100 && sit.edsalim < 2G'
        at = ["sit.edsalim", "sit.mxt"]
        message = "MXT={sit.mxt}, EDSALIM={sit.edsalim}, {sit.mxt * 2}"
        related = [ { at = "sit.mxt", message = "here" } ]
        [fix]
        safety = "review"
        set = { EDSALIM = "{max2(sit.edsalim * 2, 1G)}" }
    "#;
    assert_eq!(
        findings(rule, &[], "MXT=150,EDSALIM=300M\n"),
        "Error 0@\"300M\" EDSALIM: MXT=150, EDSALIM=300M, 300\n  0@\"150\": here\n  \"300M\" -> \"1G\"\n"
    );
    assert_eq!(
        findings(rule, &[], "MXT=150\n"),
        "Error 0@\"150\" MXT: MXT=150, EDSALIM=800M, 300\n  0@\"150\": here\n  \"\" -> \"\\nEDSALIM=1600M\"\n"
    );
    assert_eq!(findings(rule, &["DEFINE PROGRAM(P) GROUP(G)\n"], ""), "");
    let rule = "applies_to = 'REGION'\ncheck = 'count(FILE) > 1'\nat = 'first(FILE where true)'
message = 'Region {region.name} has {count(FILE)} files'";
    let deck = "DEFINE FILE(F1) GROUP(G)\nDEFINE FILE(F2) GROUP(G)\n";
    assert_eq!(findings(rule, &[deck], ""), "Error 0@\"F1\" -: Region TEST has at least 2 files\n");
}

#[test]
fn what_rests_on_a_sit_and_a_deck_that_merely_stand_together_is_a_warning() {
    let rule = "applies_to = 'TRANCLASS'\ncheck = 'attr.maxactive > sit.mxt'\nmessage = '{name}'";
    let deck = "DEFINE TRANCLASS(C1) GROUP(G) MAXACTIVE(90)\nADD GROUP(G) LIST(L)\n";
    assert_eq!(findings(rule, &[deck], "MXT=50,GRPLIST=L\n"), "Warning 0@\"C1\" -: C1\n");
    assert_eq!(findings(rule, &[deck], "MXT=95,GRPLIST=L\n"), "");
    assert_eq!(findings(rule, &[deck], ""), "");
}

#[test]
fn what_is_not_known_is_reported_where_the_rule_asks_for_it() {
    let rule = "applies_to = 'TRANCLASS'\nunknown = 'report'\nwhen = 'attr.maxactive > 1'
check = 'attr.maxactive > sit.mxt'\nmessage = '{name}'";
    let deck = "DEFINE TRANCLASS(C1) GROUP(G) MAXACTIVE(90)\nDEFINE TRANCLASS(C2) GROUP(G) MAXACTIVE(1)\n";
    let said = findings(rule, &[deck], "");
    assert_eq!(
        said,
        "Advice 0@\"C1\" -: it cannot be known whether this applies: \"A title\"; MXT is not known (no SIT source is \
         given)\n"
    );
}

#[test]
fn a_fix_is_only_made_where_it_changes_this_definition_alone() {
    let rule = "applies_to = 'PROGRAM'\ncheck = 'attr.reload == \"YES\"'\nmessage = '{name}'
[fix]\nsafety = 'safe'\nset = { RELOAD = 'NO' }";
    for (deck, edits) in [
        ("DEFINE PROGRAM(P) GROUP(G) RELOAD(YES)\n", 1),
        ("DEFINE PROGRAM(P) GROUP(G)\nALTER PROGRAM(P) GROUP(G) RELOAD(YES)\n", 1),
        ("DEFINE PROGRAM(P) GROUP(G)\nALTER PROGRAM(*) GROUP(G) RELOAD(YES)\n", 0),
        ("DEFINE PROGRAM(USER) GROUP(USERDEF) RELOAD(YES)\nUSERDEFINE PROGRAM(P) GROUP(G)\n", 1),
    ] {
        let said = findings(rule, &[deck], "");
        assert_eq!(said.matches("->").count(), edits, "{deck}{said}");
    }
}

#[test]
fn a_rule_is_no_worse_than_it_says() {
    let rule = "applies_to = 'PROGRAM'\nseverity = 'advice'\ncheck = 'true'\nmessage = 'm'";
    let rule = rule_of(&format!("code = 'XXX001'\ntitle = 't'\n{rule}"));
    let found = found(&rule, &site(&["DEFINE PROGRAM(P) GROUP(G)\n"], "", false));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].finding.severity, Severity::Advice);
}
