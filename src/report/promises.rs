//! Tests of what each format promises for any deck: valid documents, safe text, linear time.

use super::tests::{RULES, at, finding, outcome, render, source};
use super::*;
use crate::growth::assert_growth;
use crate::lint::{LintedFile, Statistics};
use crate::rules::{Finding, Related};
use crate::text::{FileId, Span};
use proptest::prelude::*;

fn one_file(text: &str, findings: impl FnOnce(&crate::text::Source) -> Vec<Finding>) -> Outcome {
    let source = source("deck.csd", text.as_bytes(), None);
    let findings = findings(&source);
    Outcome { files: vec![LintedFile { source: source.into(), findings }], ..Outcome::default() }
}

fn text_of(outcome: &Outcome) -> String {
    render(Format::Text, outcome, &Context { summary: false, ..Context::plain(&RULES) })
}

#[test]
fn sarif_is_valid_by_the_published_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schema/sarif-2.1.0-rtm.5.json");
    // The published pattern of `language`, which is not written here, has a bracket too many.
    let schema = std::fs::read_to_string(path).unwrap().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema = serde_json::from_str::<serde_json::Value>(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for outcome in [outcome(), Outcome::default()] {
        let log = serde_json::from_str(&render(Format::Sarif, &outcome, &Context::plain(&RULES))).unwrap();
        let faults: Vec<String> =
            validator.iter_errors(&log).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert_eq!(faults, [""; 0]);
    }
    let log = serde_json::json!({ "version": "2.1.0", "runs": [{ "results": [] }] });
    assert!(!validator.is_valid(&log), "a run without a tool must not pass");
}

#[test]
fn what_other_programs_must_find_in_json() {
    let outcome = outcome();
    let context = Context::plain(&RULES);
    let document: serde_json::Value =
        serde_json::from_str(&render(Format::Json, &outcome, &context)).unwrap();
    let lines: Vec<serde_json::Value> = render(Format::Jsonl, &outcome, &context)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(document["version"], 1);
    assert_eq!(document["findings"].as_array(), Some(&lines));
    for finding in &lines {
        let impact = &finding["impact"];
        let status = impact["status"].as_str().unwrap();
        assert!(["scored", "saturated", "consequence", "none"].contains(&status), "{status}");
        assert_eq!(status == "consequence", impact["consequence"].is_string());
        assert!(impact["why"].as_str().is_some_and(|why| !why.is_empty()) && impact["basis"].is_string());
    }
    let mut prints: Vec<&str> = lines.iter().filter_map(|item| item["fingerprint"].as_str()).collect();
    prints.dedup();
    assert_eq!(prints.len(), lines.len(), "findings of one key carry their ordinals");
}

#[test]
fn a_fingerprint_outlives_edits_elsewhere() {
    let print = |text: &str| {
        let outcome = one_file(text, |source| vec![finding(0, "bad", at(source, "BAD", 0))]);
        let document: serde_json::Value =
            serde_json::from_str(&render(Format::Json, &outcome, &Context::plain(&RULES))).unwrap();
        document["findings"][0]["fingerprint"].clone()
    };
    assert_eq!(print(" DEFINE X(BAD)\n"), print("* new\n\n   DEFINE  X(BAD)\n"));
    // Baselines are kept for years: the value itself must not change.
    assert_eq!(print(" DEFINE X(BAD)\n"), "e7874189a1bc6208");
}

#[test]
fn a_long_line_is_cut_around_each_place() {
    let text = format!(" DEFINE FILE(A){}FILE(B){} FILE(C)\n ADD\n", "x".repeat(500), "y".repeat(1_000_000));
    let outcome = one_file(&text, |source| {
        let related = |nth| Related { message: "here".to_owned(), file: None, span: at(source, "FILE", nth) };
        vec![Finding { related: vec![related(0), related(2)], ..finding(1, "again", at(source, "FILE", 1)) }]
    });
    let shown = text_of(&outcome);
    assert!(shown.len() < 2_000, "{} bytes", shown.len());
    insta::assert_snapshot!("long_line", shown);
}

#[test]
fn a_place_of_many_lines_shows_the_first() {
    let outcome = one_file(&" DEFINE FILE(A\n".repeat(1_000), |source| {
        let open = at(source, "(A", 2).start;
        vec![finding(3, "not closed", Span::new(open, source.text().len() as u32))]
    });
    insta::assert_snapshot!("many_lines", text_of(&outcome));
}

#[test]
fn the_ends_of_a_text() {
    let cases = [
        ("", 0, 0),
        ("\n", 0, 1),
        (" ADD\n", 5, 5),
        (" ADD", 4, 4),
        (" ADD\r\nX\r\n", 4, 6),
        ("\u{FEFF}A", 0, 9),
    ];
    let shown: Vec<String> = cases
        .into_iter()
        .map(|(text, start, end)| text_of(&one_file(text, |_| vec![finding(0, "it", Span::new(start, end))])))
        .collect();
    insta::assert_snapshot!("ends", shown.concat());
}

/// A deck of `count` definitions with a finding in each.
fn many(count: usize) -> Outcome {
    let text = " DEFINE PROGRAM(ORDERS) GROUP(SHOP)\n        LANGUAGE(COBOL) STATUS(ENABLED)\n\
                \x20       CONCURRENCY(THREADSAVE) API(CICSAPI)\n"
        .repeat(count);
    let mut outcome = one_file(&text, |source| {
        let values = source.text().match_indices("THREADSAVE");
        values
            .map(|(at, value)| Finding {
                help: Some("did you mean THREADSAFE?".to_owned()),
                ..finding(0, "THREADSAVE is no value of CONCURRENCY", Span::of(at..at + value.len()))
            })
            .collect()
    });
    outcome.statistics = Statistics { files: 1, ..Statistics::default() };
    outcome
}

#[test]
fn time_grows_with_the_findings() {
    for format in Format::ALL {
        let count = if format == Format::Text { 1_000 } else { 4_000 };
        let (small, large) = (many(count), many(2 * count));
        let render = |outcome| write(format, outcome, &Context::plain(&RULES), &mut io::sink()).unwrap();
        assert_growth(format.name(), 2.3, || render(&small), || render(&large));
    }
}

fn well_formed(xml: &str) -> Result<(), String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => return Ok(()),
            Ok(quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag)) => {
                for attribute in tag.attributes() {
                    attribute.map_err(|error| error.to_string())?;
                }
            }
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn any_deck() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[ -~]{0,12}",
        4 => Just("\n".to_owned()),
        1 => any::<char>().prop_map(String::from),
        1 => prop_oneof![Just("\u{1B}[31m"), Just("\0"), Just("\u{9B}"), Just("\t"), Just("\u{202E}"), Just("日本")]
            .prop_map(str::to_owned),
        1 => ("[a-zü]{3}", 50..200usize).prop_map(|(word, n)| word.repeat(n)),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_deck_gives_good_documents(
        deck in any_deck(),
        message in any_deck(),
        places in proptest::collection::vec(any::<(u16, u8)>(), 1..8),
    ) {
        let options = crate::text::ReadOptions::default();
        let Ok(source) = crate::text::Source::from_bytes(message.clone(), deck.into_bytes(), &options) else {
            return Ok(());
        };
        let length = source.text().len() as u32 + 3;
        let spans: Vec<Span> = places
            .into_iter()
            .map(|(start, length_of)| {
                let start = u32::from(start) % length;
                Span::new(start, start + u32::from(length_of))
            })
            .collect();
        let related = spans.iter().enumerate().map(|(at, &span)| Related {
            message: message.clone(),
            file: (at % 3 == 2).then_some(FileId(at as u32 % 2)),
            span,
        });
        let finding = Finding {
            help: Some(message.clone()),
            related: related.collect(),
            ..finding(0, &message, spans[0])
        };
        let outcome = Outcome { files: vec![LintedFile { source: source.into(), findings: vec![finding] }], ..Outcome::default() };
        let context = Context::plain(&RULES);
        for format in [Format::Text, Format::Concise] {
            let shown = render(format, &outcome, &context);
            let control = shown.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
            prop_assert_eq!(control, None, "{}", format);
        }
        prop_assert_eq!(render(Format::Concise, &outcome, &context).lines().count(), 2);
        prop_assert_eq!(render(Format::Github, &outcome, &context).split(['\n', '\r']).count(), 2);
        for format in [Format::Junit, Format::Checkstyle] {
            prop_assert_eq!(well_formed(&render(format, &outcome, &context)), Ok(()), "{}", format);
        }
        for format in [Format::Json, Format::Sarif, Format::Gitlab, Format::Jsonl] {
            let parsed = serde_json::from_str::<serde_json::Value>(&render(format, &outcome, &context));
            prop_assert!(parsed.is_ok(), "{}", format);
        }
    }
}
