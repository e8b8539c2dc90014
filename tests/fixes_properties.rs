//! Properties of fixes: decks with all sorts of faults, in any layout, become decks that are read the same way but for
//! the faults, and that a second run leaves alone; edits change nothing but what they are for, in any encoding.

#![allow(clippy::unwrap_used, reason = "a test")]

use cicslint::config::Config;
use cicslint::fix::{Mended, Options, mend};
use cicslint::lint::{Plan, StandardInput};
use cicslint::rules::Selection;
use cicslint::syntax::Kind;
use cicslint::syntax::csdup;
use cicslint::text::{Edit, Encoding, ReadOptions, Source, Span};
use proptest::prelude::*;

fn mended(text: &[u8], kind: Kind) -> Mended {
    let config = Config { rules: Selection::everything(), ..Config::default() };
    let mut plan = Plan::default();
    plan.standard_input = Some(StandardInput { name: "DECK".to_owned(), bytes: Ok(text.to_vec()), config });
    plan.kind = Some(kind);
    mend(&mut plan, Options { review: true })
}

/// The text after the fixes; the same text where there are none.
fn fixed(text: &str, kind: Kind) -> String {
    let mended = mended(text.as_bytes(), kind);
    mended.files.first().map_or(text.to_owned(), |file| String::from_utf8(file.after.clone()).unwrap())
}

/// Type and name of every definition, in order.
fn names(text: &str) -> Vec<String> {
    let commands = csdup::parse(text, Span::of(0..text.len()), csdup::Options::default());
    let first = |command| commands.operands(command).first().and_then(|operand| operand.value());
    commands
        .commands
        .iter()
        .map(|command| first(command).map_or("", |name| name.of_text(text)).to_owned())
        .collect()
}

const OPERANDS: [&str; 22] = [
    "LANGUAGE(COBOL)",
    "CONCURRENCY(THREADSAFE)",
    "CONCURRENCY(QUASIRENT)",
    "API(OPENAPI)",
    "RELOAD(YES)",
    "RELOAD(YES)",
    "STATUS(ENABELD)",
    "status(enabled)",
    "STATSU(ENABLED)",
    "DATALOC(ANY)",
    "RSL(PUBLIC)",
    "USAGE(TRANSIENT)",
    "RESIDENT(YES)",
    "JVM=YES",
    "JVM()",
    "DESCRIPTION(A PROGRAM OF THE PAYROLL APPLICATION)",
    "DESCRIPTION(PAY)",
    "-",
    ",",
    "EXECKEY( CICS )",
    "Execkey(User)",
    "L(COBOL)",
];

/// Operands in records: after each one, whether the record ends.
fn layouts() -> impl Strategy<Value = String> {
    let operand = (0..OPERANDS.len(), any::<bool>(), 0..3usize);
    let command = (prop::collection::vec(operand, 0..8), 0..4usize, 0..9usize);
    (prop::collection::vec(command, 1..5), any::<bool>(), any::<bool>()).prop_map(
        |(commands, numbered, crlf)| {
            let mut lines: Vec<String> = Vec::new();
            for (number, (operands, comments, indent)) in commands.into_iter().enumerate() {
                lines.extend((0..comments / 2).map(|n| format!("* comment {n}")));
                let mut line = format!("DEFINE PROGRAM(PAY0{number}) GROUP(PAY)");
                for (operand, ends, blanks) in operands {
                    let operand = OPERANDS[operand];
                    if ends || line.len() + operand.len() + blanks + 1 > 71 {
                        lines.push(std::mem::replace(&mut line, " ".repeat(indent + 1)));
                    } else {
                        line.push_str(&" ".repeat(blanks + 1));
                    }
                    line.push_str(operand);
                }
                lines.push(line);
            }
            let end = if crlf { "\r\n" } else { "\n" };
            let line = |(number, line): (usize, String)| match numbered {
                true => format!("{line:<72}{number:08}{end}"),
                false => format!("{line}{end}"),
            };
            lines.into_iter().enumerate().map(line).collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_deck_is_fixed_once_for_all(deck in layouts()) {
        let once = fixed(&deck, Kind::Csdup);
        prop_assert_eq!(&fixed(&once, Kind::Csdup), &once);
        prop_assert_eq!(names(&once), names(&deck));
        for line in once.lines() {
            let number = line.get(72..).unwrap_or("");
            prop_assert!(line.len() <= 71 || (line.len() == 80 && number.bytes().all(|b| b.is_ascii_digit())), "{line:?}");
        }
        let ends = |text: &str| (text.matches('\n').count(), text.matches("\r\n").count());
        let (all, crlf) = ends(&once);
        prop_assert_eq!(crlf, if deck.contains("\r\n") { all } else { 0 });
        let comments = |text: &str| text.lines().filter(|line| line.starts_with('*')).count();
        prop_assert!(comments(&once) >= comments(&deck));
    }

    #[test]
    fn edits_change_nothing_else(
        text in "[A-Z() \n]{0,300}",
        places in prop::collection::vec((0usize..300, 0usize..6, "[A-Z\n]{0,5}"), 0..6),
        encoding in prop::sample::select(Encoding::ALL.to_vec()),
    ) {
        let plain = Source::from_bytes("t", text.clone().into_bytes(), &ReadOptions::default()).unwrap();
        let mut edits: Vec<Edit> = Vec::new();
        let mut places = places;
        places.sort();
        for (start, length, text) in places {
            let start = start.min(plain.text().len()) as u32;
            let end = (start as usize + length).min(plain.text().len()) as u32;
            if edits.last().is_none_or(|last| last.span.end <= start) {
                edits.push(Edit { span: Span::new(start, end), text });
            }
        }
        let mut expected = String::new();
        let mut at = 0;
        for edit in &edits {
            expected.push_str(Span::new(at, edit.span.start).of_text(&text));
            expected.push_str(&edit.text);
            at = edit.span.end;
        }
        expected.push_str(&text[at as usize..]);
        prop_assert_eq!(String::from_utf8(plain.edited(&edits).unwrap()).unwrap(), expected.clone());
        // The same through another encoding: put the whole text in by an edit, then edit that.
        let empty = Source::from_bytes("t", b"\x25".to_vec(), &ReadOptions { encoding: Some(encoding) });
        if let Ok(empty) = empty && encoding.is_ebcdic() {
            let whole = Edit { span: Span::new(0, 0), text: text.clone() };
            let bytes = empty.edited(std::slice::from_ref(&whole)).unwrap();
            let there = Source::from_bytes("t", bytes, &ReadOptions { encoding: Some(encoding) }).unwrap();
            prop_assert_eq!(there.text(), format!("{text}\n"));
            let back = there.edited(&edits).unwrap();
            let back = Source::from_bytes("t", back, &ReadOptions { encoding: Some(encoding) }).unwrap();
            prop_assert_eq!(back.text(), format!("{expected}\n"));
        }
    }
}

const PARAMETERS: [&str; 14] = [
    "SIT=6$",
    "MXT=200",
    "MXT=200",
    "SEC=NO",
    "STATINT=001500",
    "MN=ON",
    "TRTABSZ=4096",
    "GTFTR=ON",
    "STGPROT=NO",
    "MAXJVMTCBS=5",
    "XTRAN=NO",
    "MXTT=5",
    "AUXTR=ON",
    "FCQRONLY=YES",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_sit_is_fixed_once_for_all(
        chosen in prop::collection::vec((0..PARAMETERS.len(), any::<bool>(), any::<bool>()), 1..12),
        end in any::<bool>(),
    ) {
        let mut text = String::new();
        for (number, ends, remark) in chosen {
            text.push_str(PARAMETERS[number]);
            let full = text.lines().last().is_some_and(|line| line.len() > 50);
            text.push_str(match (ends || full, remark) {
                (true, true) => ",     A REMARK\n",
                (true, false) => "\n",
                (false, _) => ",",
            });
        }
        let text = if end { format!("{}\n.END\n", text.trim_end_matches([',', '\n'])) } else { text + "\n" };
        let once = fixed(&text, Kind::Sit);
        prop_assert_eq!(&fixed(&once, Kind::Sit), &once, "{}", text);
        prop_assert!(once.lines().all(|line| line.len() <= 80 || text.lines().any(|old| old == line)));
        let settings = |text: &str| cicslint::syntax::sit::parse_sysin(text, Span::of(0..text.len())).problems.len();
        prop_assert!(settings(&once) <= settings(&text), "{once}");
        prop_assert_eq!(text.contains(".END"), once.contains(".END"));
    }
}
