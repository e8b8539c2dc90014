//! One deck in many physical forms gives the same findings at the corresponding places.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use cicslint::text::{Encoding, ReadOptions, Source};
use common::{cicslint, folder, run};
use serde_json::Value;
use std::collections::HashMap;

const DECK: &str = "\
* A deck with a fault of each sort
DEFINE PROGRAM(PAY01) GROUP(PAY) LANGUAGE(KOBOL)
       DESCRIPTION(Payroll (main))
DEFINE TRANSACTION(PAY1) GROUP(PAY)
       PROGRAM(PAY01) PRIORITY(999)
       SPURGE(YES) SPURGE(NO)
DEFINE TRANCLASS(PAYCLASS) GROUP(PAY)
DEFNE FILE(PAYFILE) GROUP(PAY)
DEFINE FILE(PAYFILE2) GROUP(PAY) DSNAME(PAY.PROD.FILE
ADD GROUP(PAY) LIST(PAYLIST)
";

/// Characters to bytes of an EBCDIC code page, found by decoding each byte.
fn encoder(encoding: Encoding) -> HashMap<char, u8> {
    let options = ReadOptions { encoding: Some(encoding) };
    let mut map = HashMap::new();
    for byte in 0x40..=0xffu8 {
        let source = Source::from_bytes("byte", vec![byte], &options).unwrap();
        if let Some(character) = source.text().chars().next() {
            map.insert(character, byte);
        }
    }
    map.insert(' ', 0x40);
    map
}

fn ebcdic(text: &str, encoding: Encoding, line_end: &[u8]) -> Vec<u8> {
    let map = encoder(encoding);
    text.lines()
        .flat_map(|line| line.chars().map(|c| map[&c]).chain(line_end.iter().copied()).collect::<Vec<_>>())
        .collect()
}

fn fixed(text: &str) -> String {
    text.lines().map(|line| format!("{line:<80}")).collect()
}

/// code, line, column, end line, end column and message of each finding, and the bytes that it underlines.
fn findings(name: &str, bytes: &[u8]) -> Vec<String> {
    let path = folder(&format!("encodings_{name}")).join("deck.csd");
    std::fs::write(&path, bytes).unwrap();
    let ran = run(cicslint().args(["check", "--format", "json", "--fail-on", "never"]).arg(&path));
    assert_eq!(ran.code, 0, "{name}: {}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let length = bytes.len() as u64;
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let location = &finding["location"];
            let end = location["offset"].as_u64().unwrap() + location["length"].as_u64().unwrap();
            assert!(end <= length, "{name}: a finding lies outside the file: {finding}");
            let [line, column, end_line, end_column] =
                ["line", "column", "end_line", "end_column"].map(|field| location[field].as_u64().unwrap());
            format!("{} {line}:{column}-{end_line}:{end_column} {}", finding["code"], finding["message"])
        })
        .collect()
}

#[test]
fn the_form_of_the_file_does_not_change_what_is_found() {
    let plain = findings("lf", DECK.as_bytes());
    assert!(plain.len() >= 6, "{plain:#?}");
    let forms: &[(&str, Vec<u8>)] = &[
        ("crlf", DECK.replace('\n', "\r\n").into_bytes()),
        ("bom", format!("\u{feff}{DECK}").into_bytes()),
        ("no_last_newline", DECK.trim_end().as_bytes().to_vec()),
        ("nel", DECK.replace('\n', "\u{85}").into_bytes()),
        ("fixed80", fixed(DECK).into_bytes()),
        ("ebcdic_037_nel", ebcdic(DECK, Encoding::Ibm037, &[0x15])),
        ("ebcdic_1047_lf", ebcdic(DECK, Encoding::Ibm1047, &[0x25])),
        ("ebcdic_500_crlf", ebcdic(DECK, Encoding::Ibm500, &[0x0d, 0x25])),
        ("ebcdic_273_nel", ebcdic(DECK, Encoding::Ibm273, &[0x15])),
        ("ebcdic_1140_nel", ebcdic(DECK, Encoding::Ibm1140, &[0x15])),
        ("ebcdic_037_fixed80", ebcdic(&fixed(DECK), Encoding::Ibm037, &[])),
    ];
    for (name, bytes) in forms {
        assert_eq!(findings(name, bytes), plain, "{name}");
    }
}
