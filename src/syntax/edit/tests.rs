#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::syntax::{csdup as parser, sit as sit_parser};
use crate::text::{ReadOptions, Source, Span};

/// The text after the edits, or why there are none.
fn after(text: &str, edits: Edits) -> String {
    match edits {
        Err(why) => format!("refused: {why}"),
        Ok(edits) => {
            let source = Source::from_bytes("t", text.into(), &ReadOptions::default()).unwrap();
            String::from_utf8(source.edited(&edits).unwrap()).unwrap()
        }
    }
}

fn command(text: &str) -> Span {
    let commands = parser::parse(text, Span::of(0..text.len()), parser::Options::default());
    commands.commands.last().unwrap().span
}

fn replace(text: &str, old: &str, new: &str) -> String {
    let at = text.find(old).unwrap();
    after(text, replace_in_command(text, command(text), Span::of(at..at + old.len()), new))
}

fn insert(text: &str, keyword: &str, value: &str) -> String {
    after(text, insert_operand(text, command(text), keyword, value, false))
}

fn remove(text: &str, keyword: &str) -> String {
    after(text, remove_operand(text, command(text), text.find(keyword).unwrap() as u32))
}

/// A record with something in columns 73 to 80.
fn card(text: &str) -> String {
    format!("{text:<72}00010000\n")
}

#[test]
fn a_value_is_replaced_and_sequence_numbers_stay() {
    assert_eq!(
        replace("DEFINE FILE(A) GROUP(B) STRINGS(4)\n", "4", "10"),
        "DEFINE FILE(A) GROUP(B) STRINGS(10)\n"
    );
    let text = card("DEFINE FILE(A) GROUP(B) STRINGS(4) ADD(YES)");
    assert_eq!(replace(&text, "4", "10"), card("DEFINE FILE(A) GROUP(B) STRINGS(10) ADD(YES)"));
    let text = card("DEFINE FILE(A) GROUP(B) STRINGS(10)");
    assert_eq!(replace(&text, "10", "4"), card("DEFINE FILE(A) GROUP(B) STRINGS(4)"));
    let text = format!("{:<80}\n", "DEFINE FILE(A) GROUP(B) STRINGS(4)");
    assert_eq!(replace(&text, "4", "10"), format!("{:<80}\n", "DEFINE FILE(A) GROUP(B) STRINGS(10)"));
}

#[test]
fn where_a_record_has_no_room_the_command_goes_on_in_the_next() {
    let text = "DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) DATALOCATION(ANY) CONC(A) B(C)\n";
    let cut = "DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) DATALOCATION(ANY)\n       CONC(THREADSAFE) B(C)\n";
    assert_eq!(replace(text, "(A)", "(THREADSAFE)"), cut);
    let text = format!("ADD GROUP(A)\nDEFINE PROGRAM(B)\n   GROUP(C)\n{text}");
    let cut = "ANY)\n   CONC(THREADSAFE) B(C)\n";
    assert!(replace(&text, "(A) B", "(THREADSAFE) B").ends_with(cut), "as far in as others");
    let text = card("DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) DATALOCATION(ANY) CONC(A) B(C)");
    let cut =
        card("DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) DATALOCATION(ANY)") + "       CONC(THREADSAFE) B(C)\n";
    assert_eq!(replace(&text, "(A)", "(THREADSAFE)"), cut);
    let text = format!("DEFINE PROGRAM(A) GROUP(B)\n  DESCRIPTION({:50}) C(D)\n", "x");
    assert_eq!(replace(&text, "x", &"y".repeat(9)), "refused: the record has no room for it");
}

#[test]
fn operands_are_added_as_the_others_stand() {
    for (text, expected) in [
        ("DEFINE PROGRAM(A) GROUP(B)\n", "DEFINE PROGRAM(A) GROUP(B) CONCURRENCY(THREADSAFE)\n"),
        ("define program(a) group(b)", "define program(a) group(b) concurrency(threadsafe)"),
        (
            "DEFINE PROGRAM(A)\r\n   GROUP(B)\r\n   API(CICSAPI)\r\nADD GROUP(B) LIST(C)\r\n",
            "DEFINE PROGRAM(A)\r\n   GROUP(B)\r\n   API(CICSAPI)\r\n   CONCURRENCY(THREADSAFE)\r\nADD GROUP(B) LIST(C)\r\n",
        ),
        (
            "DEFINE PROGRAM(A) GROUP(B)\n  API(CICSAPI) STATUS(ENABLED)\n",
            "DEFINE PROGRAM(A) GROUP(B)\n  API(CICSAPI) STATUS(ENABLED) CONCURRENCY(THREADSAFE)\n",
        ),
        (
            "DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) LANGUAGE(COBOL) DATALOC(ANY)\n",
            "DEFINE PROGRAM(PAYROLL1) GROUP(PAYROLL) LANGUAGE(COBOL) DATALOC(ANY)\n       CONCURRENCY(THREADSAFE)\n",
        ),
        (
            "DEFINE PROGRAM(A) GROUP(B) X(\n  Y )\n",
            "DEFINE PROGRAM(A) GROUP(B) X(\n  Y ) CONCURRENCY(THREADSAFE)\n",
        ),
    ] {
        let text_of_first = text.split("ADD GROUP").next().unwrap();
        let command = command(text_of_first);
        let edits = insert_operand(text, command, "CONCURRENCY", "THREADSAFE", false);
        assert_eq!(after(text, edits), expected);
    }
    let text = card("DEFINE PROGRAM(A) GROUP(B)");
    assert_eq!(insert(&text, "API", "OPENAPI"), card("DEFINE PROGRAM(A) GROUP(B) API(OPENAPI)"));
    let text = [card("DEFINE PROGRAM(A)"), card("       GROUP(B)")].concat();
    assert_eq!(insert(&text, "API", "OPENAPI"), format!("{text}       API(OPENAPI)\n"));
}

#[test]
fn operands_are_taken_out_with_their_blanks_or_records() {
    for (text, expected) in [
        ("DEFINE FILE(A) GROUP(B) PASSWORD(X) ADD(YES)\n", "DEFINE FILE(A) GROUP(B) ADD(YES)\n"),
        ("DEFINE FILE(A) GROUP(B) PASSWORD(X)\n", "DEFINE FILE(A) GROUP(B)\n"),
        ("DEFINE FILE(A) GROUP(B)\n  PASSWORD(X)\n  ADD(YES)\n", "DEFINE FILE(A) GROUP(B)\n  ADD(YES)\n"),
        ("DEFINE FILE(A) GROUP(B)\n  PASSWORD(X)  ADD(YES)\n", "DEFINE FILE(A) GROUP(B)\n  ADD(YES)\n"),
        ("DEFINE FILE(A) GROUP(B)\n  PASSWORD(X)", "DEFINE FILE(A) GROUP(B)"),
        ("DEFINE FILE(A) GROUP(B)\n  PASSWORD(\n X)\n ADD(YES)\n", "DEFINE FILE(A) GROUP(B)\n ADD(YES)\n"),
        ("DEFINE FILE(A) GROUP(B) PASSWORD(\n X)\n", "refused: it goes on over several records"),
    ] {
        assert_eq!(remove(text, "PASSWORD"), expected);
    }
    let text = card("DEFINE FILE(A) GROUP(B) PASSWORD(X) ADD(YES)");
    assert_eq!(remove(&text, "PASSWORD"), card("DEFINE FILE(A) GROUP(B) ADD(YES)"));
}

fn sysin(text: &str) -> SitSource {
    sit_parser::parse_sysin(text, Span::of(0..text.len()))
}

fn assembler(text: &str) -> SitSource {
    sit_parser::parse_macro(text, Span::of(0..text.len()))
}

use crate::syntax::SitSource;

#[test]
fn parameters_of_sysin() {
    for (text, expected) in [
        ("SIT=6$\nSEC=NO\n", "SIT=6$\nSEC=NO\nMXT=5\n"),
        ("SIT=6$,\nSEC=NO,\n.END\n", "SIT=6$,\nSEC=NO,\nMXT=5,\n.END\n"),
        ("SIT=6$,\nSEC=NO\n.END\n", "SIT=6$,\nSEC=NO,\nMXT=5\n.END\n"),
        ("SIT=6$,SEC=NO\n", "SIT=6$,SEC=NO,MXT=5\n"),
        ("SIT=6$,SEC=NO,.END\n", "SIT=6$,SEC=NO,MXT=5,.END\n"),
        ("SIT=6$,     table\nSEC=NO      security\n", "SIT=6$,     table\nSEC=NO,     security\nMXT=5\n"),
        ("* nothing\n.END\n", "refused: there is no parameter behind which it could stand"),
    ] {
        assert_eq!(after(text, insert_parameter(text, &sysin(text), "MXT", "5")), expected);
    }
    for (text, expected) in [
        ("SIT=6$\nSEC=NO\nMXT=5\n", "SIT=6$\nMXT=5\n"),
        ("SIT=6$,\nSEC=NO,   no security\nMXT=5\n", "SIT=6$,\nMXT=5\n"),
        ("SIT=6$,SEC=NO,MXT=5\n", "SIT=6$,MXT=5\n"),
        ("SIT=6$,SEC=NO\n", "SIT=6$\n"),
    ] {
        let at = text.find("SEC").unwrap() as u32;
        assert_eq!(after(text, remove_parameter(text, &sysin(text), at)), expected);
    }
    let text = "MXT=5,      tasks\n";
    let value = Span::new(4, 5);
    assert_eq!(after(text, replace_parameter(text, &sysin(text), value, "500")), "MXT=500,    tasks\n");
}

#[test]
fn parameters_of_the_macro() {
    let record = |text: &str, mark: &str| format!("{text:<71}{mark}\n");
    let text = [
        record("         DFHSIT TYPE=CSECT,", "X"),
        record("               SEC=NO,        remark", "X"),
        "               MXT=5\n         END DFHSITBA\n".to_owned(),
    ]
    .concat();
    let added = after(&text, insert_parameter(&text, &assembler(&text), "ISC", "YES"));
    let expected = text.replace(
        "               MXT=5\n",
        &(record("               MXT=5,", "X") + "               ISC=YES\n"),
    );
    assert_eq!(added, expected);
    let source = assembler(&added);
    assert_eq!(source.settings.len(), 4);
    assert_eq!(after(&added, remove_parameter(&added, &source, added.find("ISC").unwrap() as u32)), text);
    let at = text.find("SEC=").unwrap() as u32;
    let removed = after(&text, remove_parameter(&text, &assembler(&text), at));
    assert_eq!(removed, text.replace(&record("               SEC=NO,        remark", "X"), ""));
    let value = text.find("NO,").unwrap();
    let replaced = replace_parameter(&text, &assembler(&text), Span::of(value..value + 2), "YES");
    assert_eq!(after(&text, replaced), text.replace("SEC=NO,        ", "SEC=YES,       "));
}
