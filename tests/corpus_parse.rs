//! The decks of the corpus: every command is read, and printing and reading back changes nothing.
//!
//! The corpus stands beside the project, in `../shared/corpus`; without it these tests say so and pass.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test")]

use cicslint::syntax::csdup::{self, Options};
use cicslint::syntax::{Commands, Verb};
use cicslint::text::Span;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Deck, resource type, the count of INDEX.tsv, the count that is read, and why they differ.
const DIFFERENCES: &[(&str, &str, usize, usize, &str)] = &[];

/// A row of INDEX.tsv.
struct Row {
    file: String,
    definitions: BTreeMap<String, usize>,
    others: BTreeMap<String, usize>,
}

fn corpus() -> Option<(PathBuf, Vec<Row>)> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    let Ok(index) = std::fs::read_to_string(folder.join("INDEX.tsv")) else {
        eprintln!("skipped: no corpus at {}", folder.display());
        return None;
    };
    let rows = index.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields.get(3) == Some(&"csdup")).then(|| Row {
            file: fields[0].to_owned(),
            definitions: counts(fields.get(4).unwrap_or(&"")),
            others: counts(fields.get(5).unwrap_or(&"")),
        })
    });
    Some((folder.to_owned(), rows.collect()))
}

/// `A=1;B=2` as a map.
fn counts(field: &str) -> BTreeMap<String, usize> {
    field
        .split(';')
        .filter_map(|pair| pair.rsplit_once('='))
        .map(|(name, count)| (name.to_owned(), count.parse().unwrap()))
        .collect()
}

fn read(folder: &Path, file: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(folder.join(file)).unwrap()).into_owned()
}

fn parse(text: &str) -> Commands {
    csdup::parse(text, Span::of(0..text.len()), Options::default())
}

/// A command without its spans: verb, word, and operands with their joined values.
type Plain = (Verb, String, Vec<(String, Option<String>)>);

fn plain(text: &str, commands: &Commands) -> Vec<Plain> {
    let of = |command| {
        commands
            .operands(command)
            .iter()
            .map(|operand| {
                let value = operand.value().map(|value| csdup::value_text(text, value).into_owned());
                (operand.key.of_text(text).to_owned(), value)
            })
            .collect()
    };
    commands
        .commands
        .iter()
        .map(|command| (command.verb, command.word.of_text(text).to_owned(), of(command)))
        .collect()
}

#[test]
fn counts_agree_with_the_index() {
    let Some((folder, rows)) = corpus() else { return };
    assert!(rows.len() > 30, "{} decks", rows.len());
    let mut differences = Vec::new();
    for row in &rows {
        let text = read(&folder, &row.file);
        let commands = parse(&text);
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for command in &commands.commands {
            let kind = commands.operands(command).first();
            let kind = kind.map_or("", |operand| operand.key.of_text(&text)).to_uppercase();
            let key = match command.verb {
                Verb::Define => kind,
                verb => csdup::verbs::name(verb).to_owned(),
            };
            *found.entry(key.clone()).or_default() += 1;
        }
        let mut expected = row.others.clone();
        expected.extend(row.definitions.clone().into_iter().filter(|(kind, _)| !kind.contains(':')));
        for kind in found.keys().chain(expected.keys()).collect::<std::collections::BTreeSet<_>>() {
            let (expected, found) =
                (expected.get(kind).copied().unwrap_or(0), found.get(kind).copied().unwrap_or(0));
            if expected != found {
                differences.push((row.file.clone(), kind.clone(), expected, found));
            }
        }
    }
    let explained: Vec<_> = DIFFERENCES
        .iter()
        .map(|&(file, kind, expected, found, _)| (file.to_owned(), kind.to_owned(), expected, found))
        .collect();
    assert_eq!(differences, explained);
}

#[test]
fn printing_and_reading_back_changes_nothing() {
    let Some((folder, rows)) = corpus() else { return };
    for row in &rows {
        let text = read(&folder, &row.file);
        let commands = parse(&text);
        let printed: String =
            commands.commands.iter().map(|command| csdup::print(&text, &commands, command)).collect();
        let again = parse(&printed);
        assert_eq!(again.problems, [], "{}:\n{printed}", row.file);
        assert_eq!(plain(&printed, &again), plain(&text, &commands), "{}", row.file);
    }
}

/// What the parser itself finds wrong in the corpus, by deck and kind: a parenthesis in column 72 (decks that
/// EXTRACT wrote, or placeholders longer than what they stand for), text beyond it for the same reason, and a tab.
const PROBLEMS: &[(&str, &str, usize)] = &[
    ("aws-samples__aws-mainframe-modernization-carddemo/app/csd/CARDDEMO.CSD", "Column72 \")\"", 8),
    ("cicsdev__cics-java-liberty-loans-and-scoring/etc/DFHCSDSC.txt", "Tab \"\\t\"", 1),
    ("walmart__zECS/Source/CSDZC##.rdo", "Column72 \")\"", 2),
    ("walmart__zECS/Source/CSDZECSN.rdo", "TextBeyondColumn71 \"P)\"", 1),
    ("walmart__zECS/Source/CSDZECSR.rdo", "Column72 \")\"", 1),
    ("walmart__zECS/Source/CSDZECSS.rdo", "TextBeyondColumn71 \"TP)\"", 1),
    ("walmartlabs__zFAM/Source/CSDFA##.rdo", "Column72 \")\"", 2),
    ("walmartlabs__zFAM/Source/CSDZFAMN.rdo", "TextBeyondColumn71 \"P)\"", 1),
    ("walmartlabs__zFAM/Source/CSDZFAMR.rdo", "Column72 \")\"", 1),
    ("walmartlabs__zFAM/Source/CSDZFAMS.rdo", "TextBeyondColumn71 \"TP)\"", 1),
];

#[test]
fn problems_are_those_known() {
    let Some((folder, rows)) = corpus() else { return };
    let mut found: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in &rows {
        let text = read(&folder, &row.file);
        for problem in parse(&text).problems {
            let what = format!("{:?} {:?}", problem.kind, problem.span.of_text(&text));
            *found.entry((row.file.clone(), what)).or_default() += 1;
        }
    }
    let known =
        PROBLEMS.iter().map(|&(file, what, count)| ((file.to_owned(), what.to_owned()), count)).collect();
    assert_eq!(found, known);
}
