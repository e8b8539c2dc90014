//! The catalogue against decks that people and products use: whatever it complains of is in the list below, with
//! the reason. The decks are read by a few lines of this file, so that the parser plays no part.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a skipped test says so; a test may stop")]

use cicslint::catalog::{Attribute, Lookup, ResourceType, Violation, resource_type, sit_parameter};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Every complaint that is right, and why.
const EXPECTED: &[(&str, &str)] = &[(
    "FILE.LSRPOOLID: obsolete or of a later release",
    "an old spelling of LSRPOOLNUM in a deck of CBSA; see `resolved` of the entry",
)];

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(name);
    let found = path.exists();
    if !found {
        println!("skipped: {} is not there", path.display());
    }
    found.then_some(path)
}

/// `KEYWORD(value)` pairs in order; a comment record and what stands beyond column 71 are left out.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut deck = String::new();
    for line in text.lines().filter(|line| !line.starts_with('*') && !line.starts_with("//")) {
        let line: String = line.chars().take(72).collect();
        let continued = line.chars().count() == 72 && line.ends_with('*');
        deck.push_str(line.get(..line.len().min(71)).unwrap_or(&line).trim_end());
        deck.push(if continued { '\u{0}' } else { ' ' });
    }
    let deck = deck.replace('\u{0}', "");
    let mut found = Vec::new();
    let mut rest = deck.as_str();
    while let Some(open) = rest.find('(') {
        let (before, after) = rest.split_at(open);
        let before = before.trim_end();
        let start = before.rfind(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        let word = before[start.map_or(0, |at| at + 1)..].to_ascii_uppercase();
        let verb = before[..before.len() - word.len()].trim_end().rsplit(' ').next().unwrap_or_default();
        let mut depth = 0;
        let close = after.find(|character| {
            depth += match character {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        let Some(close) = close else { break };
        let value = after[1..close].trim().to_owned();
        let verb = verb.to_ascii_uppercase();
        if ["DEFINE", "DEF", "ALTER", "USERDEFINE"].contains(&verb.as_str()) {
            found.push(("DEFINE".to_owned(), String::new()));
        } else if ["ADD", "APPEND", "COPY", "DELETE", "LIST", "REMOVE"].contains(&verb.as_str()) {
            found.push(("OTHER".to_owned(), String::new()));
        }
        found.push((word, value));
        rest = &after[close + 1..];
    }
    found
}

fn is_placeholder(value: &str) -> bool {
    value.contains(['@', '<', '&', '{', '#']) && value.contains(|first: char| "@<&{#".contains(first))
}

struct Checker {
    counts: BTreeMap<String, u32>,
    complaints: BTreeMap<String, u32>,
}

impl Checker {
    fn complain(&mut self, text: String) {
        *self.complaints.entry(text).or_default() += 1;
    }

    fn name(&mut self, kind: &'static ResourceType, name: &str) {
        *self.counts.entry(kind.name.to_owned()).or_default() += 1;
        if let Err(violation) = kind.name_domain.check(name) {
            let basis = kind.name_domain.basis_of(&violation);
            self.complain(format!("{}({name}): {violation:?} [{basis:?}]", kind.name));
        }
    }

    fn attribute(&mut self, kind: &'static ResourceType, word: &str, value: &str) {
        let entry: &Attribute = match kind.attribute(word) {
            Lookup::Full(entry) | Lookup::Abbreviation(entry) => entry,
            other => {
                let shown = other.found().map(|entry| entry.name);
                self.complain(format!("{}.{word}: not a keyword ({shown:?})", kind.name));
                return;
            }
        };
        if entry.obsolete || entry.added_after.is_some() {
            self.complain(format!("{}.{word}: obsolete or of a later release", kind.name));
        }
        match entry.domain.check(value) {
            Ok(()) | Err(Violation::Empty) => {}
            Err(violation) => {
                let basis = entry.domain.basis_of(&violation);
                self.complain(format!("{}.{}({value}): {violation:?} [{basis:?}]", kind.name, entry.name));
            }
        }
    }
}

#[test]
fn the_decks_break_no_fact() {
    let Some(corpus) = shared("corpus") else { return };
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).expect("the index");
    let mut checker = Checker { counts: BTreeMap::new(), complaints: BTreeMap::new() };
    for row in index.lines().skip(1) {
        let mut columns = row.split('\t');
        let (Some(file), Some(kind)) = (columns.next(), columns.nth(2)) else { continue };
        // the decks inside README files have prose and C around them
        if !["csdup", "csdup-in-jcl"].contains(&kind) {
            continue;
        }
        let bytes = std::fs::read(corpus.join(file)).expect(file);
        let mut of: Option<&'static ResourceType> = None;
        let mut expect_type = false;
        for (word, value) in pairs(&String::from_utf8_lossy(&bytes)) {
            if word == "DEFINE" || word == "OTHER" {
                (expect_type, of) = (word == "DEFINE", None);
                continue;
            }
            if expect_type {
                expect_type = false;
                of = resource_type(&word).found();
                if let Some(kind) = of.filter(|_| !is_placeholder(&value)) {
                    checker.name(kind, &value);
                }
            } else if let Some(kind) = of.filter(|_| !is_placeholder(&value)) {
                checker.attribute(kind, &word, &value);
            }
        }
    }
    println!("{:?}", checker.counts);
    for (text, count) in &checker.complaints {
        println!("{count:4} {text}");
    }
    let unexpected: Vec<_> =
        checker.complaints.keys().filter(|text| !EXPECTED.iter().any(|(known, _)| known == text)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}

#[test]
fn the_listing_breaks_no_fact() {
    let Some(path) = shared("facts/sample-listing.expected.tsv") else { return };
    let mut checker = Checker { counts: BTreeMap::new(), complaints: BTreeMap::new() };
    for row in std::fs::read_to_string(path).expect("the listing").lines().filter(|row| !row.starts_with('#'))
    {
        let columns: Vec<_> = row.split('\t').collect();
        let [_, _, kind, name, attributes] = columns[..] else { continue };
        let Some(kind) = resource_type(kind).found() else { continue };
        checker.name(kind, name);
        for (word, value) in attributes.split(';').filter_map(|pair| pair.split_once('=')) {
            checker.attribute(kind, word, value);
        }
    }
    println!("{:?}", checker.counts);
    assert!(checker.complaints.is_empty(), "{:#?}", checker.complaints);
}

/// `NAME=value` at the beginning of a record of SYSIN, without what follows the value.
fn setting(record: &str) -> Option<(&str, &str)> {
    let (name, rest) = record.split_once('=')?;
    let plain =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let (mut depth, mut quoted) = (0, false);
    let end = rest.find(|character| {
        match character {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        !quoted && depth == 0 && (character == ' ' || character == ',')
    });
    plain.then(|| (name, &rest[..end.unwrap_or(rest.len())]))
}

#[test]
fn the_overrides_break_no_fact() {
    let Some(corpus) = shared("corpus") else { return };
    let jobs = corpus.join("cicsdev__cics-banking-sample-application-cbsa/etc/install/base/installjcl");
    let (mut count, mut complaints) = (0, Vec::new());
    for job in ["DFH$SIP1.jcl", "CICSTS56.jcl"] {
        let text = std::fs::read_to_string(jobs.join(job)).expect(job);
        for (name, value) in text.lines().filter(|line| !line.starts_with(['/', '*'])).filter_map(setting) {
            count += 1;
            match sit_parameter(name) {
                Lookup::Full(entry) => {
                    if let Err(violation) = entry.domain.check(value) {
                        complaints.push(format!("{name}={value}: {violation:?}"));
                    }
                }
                other => complaints
                    .push(format!("{name}: not a parameter ({:?})", other.found().map(|it| it.name))),
            }
        }
    }
    println!("{count} settings");
    assert!(count > 20, "{count} settings");
    assert!(complaints.is_empty(), "{complaints:#?}");
}
