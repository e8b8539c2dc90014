//! One small outcome in every format, and the promises that formats make.

use super::*;
use crate::lint::{LintedFile, SkipReason, Skipped, Statistics};
use crate::rules::{
    Confidence, Edit, Finding, Fix, Impact, PriceBasis, Range, Related, ResourceId, ResponseCost, Rule,
    Safety, Severity, Status, Suppressed, SuppressedBy,
};
use crate::text::{Encoding, FileId, ReadOptions, Source, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

const fn rule(code: &'static str, name: &'static str, title: &'static str, severity: Severity) -> Rule {
    Rule {
        code,
        name,
        title,
        category: "correctness",
        severity,
        confidence: Confidence::High,
        persona: "regular",
        releases: ">=4.1",
        applies_to: "DECK",
        check: crate::rules::Check::Native,
        message: "",
        help: "",
        refs: &["CICS TS 5.4: DFHCSDUP"],
        explain: "What it checks: a value.\n\nWhy: CICS refuses it.",
        since: "0.1",
        preview: false,
        deprecated: "",
        renamed: &[],
        origin: None,
        fix: None,
        tests: &[],
    }
}

pub(super) static RULES: [Rule; 4] = [
    rule("RDO106", "value-not-allowed", "A value that the attribute does not take", Severity::Error),
    rule("RDO105", "duplicate-attribute", "An attribute given twice", Severity::Warning),
    rule("NAM303", "ibm-program-name", "A program name that IBM reserves", Severity::Advice),
    rule("CSD009", "unclosed-parenthesis", "A parenthesis that is not closed", Severity::Error),
];

const DECK: &str = "\
* Größe – prüfen \u{1B}[31m
 DEFINE PROGRAM(DFHX) GROUP(SHOP) DESCRIPTION(Prüfung für Größe)
        CONCURRENCY(THREADSAVE)
        LANGUAGE(COBOL)
        STATUS(ENABLED)
        RELOAD(NO)
        LANGUAGE(PLI)
 ADD GROUP(SHOP) LIST(L1)
";

pub(super) fn source(name: &str, bytes: &[u8], encoding: Option<Encoding>) -> Source {
    Source::from_bytes(name, bytes.to_vec(), &ReadOptions { encoding }).unwrap()
}

/// The span of the `nth` (from 0) `needle`.
pub(super) fn at(source: &Source, needle: &str, nth: usize) -> Span {
    let (start, _) = source.text().match_indices(needle).nth(nth).unwrap();
    Span::of(start..start + needle.len())
}

pub(super) fn finding(rule: u16, message: &str, span: Span) -> Finding {
    Finding {
        rule,
        severity: RULES[usize::from(rule)].severity,
        confidence: Confidence::High,
        message: message.to_owned(),
        help: None,
        span,
        related: Vec::new(),
        resource: None,
        attribute: None,
        fix: None,
        unfixed: None,
        regions: None,
        impact: None,
        suppressed: None,
    }
}

fn shop_program(group: &str) -> Option<ResourceId> {
    Some(ResourceId { kind: "PROGRAM".into(), name: "DFHX".into(), group: Some(group.into()) })
}

/// A price in CPU and time.
fn priced() -> Impact {
    let range = |low, mid, high| Range { low: Some(low), mid: Some(mid), high };
    Impact {
        status: Status::Scored,
        cpu_us_per_tran: Some(range(14.0, 21.0, Some(30.0))),
        cpu_percent_of_engine: Some(range(2.3, 3.78, Some(5.9))),
        response_ms: Some(ResponseCost { p50: range(1.0, 4.2, Some(9.0)), p95: range(9.0, 38.0, None) }),
        basis: PriceBasis::Derived,
        evidence: vec!["8-13".into()],
        assumptions: vec!["rates within 10 % either way".into()],
        rate_per_s: Some(1_800.0),
        transactions: vec!["SHOP".to_owned()],
        edits: vec!["PROGRAM.DFHX.LANGUAGE=COBOL".to_owned()],
        ..Impact::none("the model as it is, less the model with PROGRAM.DFHX.LANGUAGE=COBOL")
    }
}

fn utf8_file() -> LintedFile {
    let source = source("./decks/shop, old.csd", DECK.as_bytes(), None);
    let value = at(&source, "THREADSAVE", 0);
    let name = Finding {
        help: Some("choose a name that does not begin with DFH".to_owned()),
        related: vec![Related {
            message: "the same program is defined here".to_owned(),
            file: Some(FileId(1)),
            span: Span::new(8, 21),
        }],
        resource: shop_program("SHOP"),
        ..finding(2, "program DFHX has a name that IBM reserves", at(&source, "DFHX", 0))
    };
    let concurrency = Finding {
        help: Some("QUASIRENT, THREADSAFE or REQUIRED".to_owned()),
        resource: shop_program("SHOP"),
        attribute: Some("CONCURRENCY".into()),
        fix: Some(Fix {
            safety: Safety::Safe,
            edits: vec![Edit { span: value, text: "THREADSAFE".to_owned() }],
        }),
        ..finding(0, "THREADSAVE is no value of CONCURRENCY: 100 % <\"wrong\"> & 'odd'", value)
    };
    let twice = Finding {
        help: Some("remove one of them".to_owned()),
        related: vec![Related {
            message: "given first here".to_owned(),
            file: None,
            span: at(&source, "LANGUAGE(COBOL)", 0),
        }],
        resource: shop_program("SHOP"),
        attribute: Some("LANGUAGE".into()),
        impact: Some(Arc::new(priced())),
        ..finding(1, "LANGUAGE is given twice: the last one counts", at(&source, "LANGUAGE(PLI)", 0))
    };
    let agreed = Finding {
        suppressed: Some(Box::new(Suppressed {
            by: SuppressedBy::Comment,
            reason: Some("agreed & \"signed\"".to_owned()),
            until: "2027-06-30".parse().ok(),
        })),
        ..finding(1, "RELOAD is given twice", at(&source, "RELOAD(NO)", 0))
    };
    let known = Finding {
        suppressed: Some(Box::new(Suppressed { by: SuppressedBy::Baseline, reason: None, until: None })),
        ..finding(1, "STATUS is given twice", at(&source, "STATUS(ENABLED)", 0))
    };
    LintedFile { source: source.into(), findings: vec![name, concurrency, known, agreed, twice] }
}

/// A deck of records of 80 bytes in EBCDIC; its parenthesis stays open over two lines.
fn ebcdic_file() -> LintedFile {
    let bytes: Vec<u8> = [" DEFINE PROGRAM(DFHX) GROUP(OTHER", "        LANGUAGE(COBOL)"]
        .iter()
        .flat_map(|line| format!("{line:<80}").into_bytes())
        .map(|byte| match byte {
            b' ' => 0x40,
            b'(' => 0x4D,
            b')' => 0x5D,
            b'A'..=b'I' => byte - b'A' + 0xC1,
            b'J'..=b'R' => byte - b'J' + 0xD1,
            b'S'..=b'Z' => byte - b'S' + 0xE2,
            _ => unreachable!(),
        })
        .collect();
    let source = source("decks/old.ebcdic", &bytes, None);
    let open = at(&source, "(OTHER", 0).start;
    let span = Span::new(open, source.text().trim_end().len() as u32);
    let findings = vec![
        finding(3, "the parenthesis is not closed", span),
        finding(3, "the parenthesis is not closed\nat all", at(&source, "(", 2)),
    ];
    LintedFile { source: source.into(), findings }
}

pub(super) fn outcome() -> Outcome {
    let counts = |items: &[(&str, u64)]| -> BTreeMap<String, u64> {
        items.iter().map(|&(name, n)| (name.to_owned(), n)).collect()
    };
    Outcome {
        files: vec![utf8_file(), ebcdic_file()],
        skipped: vec![
            Skipped {
                path: "decks/logo.png".to_owned(),
                named: false,
                reason: SkipReason::Binary("it is a PNG picture".to_owned()),
            },
            Skipped {
                path: "decks/locked.csd".to_owned(),
                named: false,
                reason: SkipReason::Unreadable("Permission denied (os error 13)".to_owned()),
            },
        ],
        notes: Vec::new(),
        statistics: Statistics {
            files: 5,
            definitions: counts(&[("PROGRAM", 112), ("TRANSACTION", 9)]),
            commands: counts(&[("ADD", 1)]),
            sit_parameters: counts(&[("SYSIN", 31), ("PARM", 2)]),
            bytes: 12_345,
        },
        has_baseline: true,
    }
}

pub(super) fn render(format: Format, outcome: &Outcome, context: &Context<'_>) -> String {
    let mut out = Vec::new();
    write(format, outcome, context, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_format() {
    let outcome = outcome();
    for format in Format::ALL {
        let shown = render(format, &outcome, &Context::plain(&RULES));
        let shown = shown.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        insta::assert_snapshot!(format.name(), shown);
    }
}

#[test]
fn colours_and_statistics() {
    let outcome = outcome();
    let context = Context { color: true, width: 60, ..Context::plain(&RULES) };
    insta::assert_snapshot!("text_in_colour", render(Format::Text, &outcome, &context).replace('\x1B', "␛"));
    insta::assert_snapshot!(
        "concise_in_colour",
        render(Format::Concise, &outcome, &context).replace('\x1B', "␛")
    );
    let mut out = Vec::new();
    write_statistics(&outcome, &context, &mut out).unwrap();
    insta::assert_snapshot!("statistics", String::from_utf8(out).unwrap());
}

#[test]
fn nothing_found() {
    let outcome =
        Outcome { statistics: Statistics { files: 1, ..Statistics::default() }, ..Outcome::default() };
    let shown: Vec<String> = Format::ALL
        .into_iter()
        .map(|format| format!("--- {format}\n{}", render(format, &outcome, &Context::plain(&[]))))
        .collect();
    insta::assert_snapshot!("nothing_found", shown.concat().replace(env!("CARGO_PKG_VERSION"), "[VERSION]"));
}
