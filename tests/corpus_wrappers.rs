//! Real decks: every file gets its kind, and every DFHCSDUP step its input.
//!
//! The corpus is not part of the repository; where it is absent the tests say so and pass.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use cicslint::syntax::jcl::{self, Input, Part};
use cicslint::syntax::kind::{Kind, recognise};
use cicslint::syntax::{ProblemKind, SitForm, listing, sit};
use cicslint::text::Span;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    if path.is_dir() {
        return Some(path.to_owned());
    }
    eprintln!("skipped: {} is absent", path.display());
    None
}

/// The text of a file; bytes that are not UTF-8 are read as Latin-1.
fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
    }
}

/// The rows of the index: file, kind, definitions by type.
fn index(corpus: &Path) -> Vec<(String, String, String)> {
    let rows = read(&corpus.join("INDEX.tsv"));
    rows.lines()
        .skip(1)
        .map(|row| {
            let fields: Vec<&str> = row.split('\t').collect();
            (fields[0].to_owned(), fields[3].to_owned(), fields[4].to_owned())
        })
        .collect()
}

/// Files whose kind is not the one that the index gives, and why.
const OTHER_KINDS: [(&str, Option<Kind>, &str); 2] = [
    ("IBM__Bank-of-Z/.setup/zconfig/cics-region.yaml", None, "YAML that names SIT parameters, no overrides"),
    (
        "cicsdev__cics-banking-sample-application-cbsa/etc/install/base/installjcl/CICSTS56.jcl",
        Some(Kind::Jcl),
        "the start-up procedure, whose SYSIN is another member",
    ),
];

#[test]
fn kinds() {
    let Some(corpus) = corpus() else { return };
    let rows = index(&corpus);
    assert!(rows.len() > 80);
    for (file, kind, _) in rows {
        let expected = match kind.as_str() {
            "csdup" => Some(Kind::Csdup),
            "csdup-in-jcl" => Some(Kind::Jcl),
            "sit-sysin" => Some(Kind::Sit),
            _ => None,
        };
        let expected =
            OTHER_KINDS.iter().find(|(other, ..)| *other == file).map_or(expected, |(_, other, _)| *other);
        let text = read(&corpus.join(&file));
        assert_eq!(recognise(&file, &text), expected, "{file}");
        // The name only settles doubts, and there is none here: DFH$SIP1.jcl is SIT, for one.
        assert_eq!(recognise("-", &text), expected, "{file} without its name");
    }
}

/// Counts `DEFINE type(` in columns that DFHCSDUP reads, by the plainest means: words.
fn definitions(data: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in data.lines().filter(|line| !line.starts_with('*')) {
        let mut words = line.split_whitespace();
        if words.next().is_some_and(|word| word.eq_ignore_ascii_case("DEFINE")) {
            let kind = words.next().unwrap_or("").split('(').next().unwrap_or("").to_ascii_uppercase();
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    counts
}

/// Jobs whose commands are elsewhere in at least one step, so that the index counts no definition in them.
const DRIVERS: [&str; 14] = [
    "IBM__dbb/WaziDeploy/zDeploy/deployment-configuration/templates/cics_csd_dfhcsdup.jcl.j2",
    "cicsdev__cics-banking-sample-application-cbsa/etc/install/base/installjcl/CBSACSD.jcl",
    "walmart__zECS/JCL/CSDZECS.jcl",
    "walmart__zECS/JCL/CSDZECSN.jcl",
    "walmart__zECS/JCL/CSDZECSR.jcl",
    "walmart__zECS/JCL/CSDZECSS.jcl",
    "walmart__zECS/JCL/DEFEXPR.jcl",
    "walmart__zECS/JCL/DEFZC##.jcl",
    "walmartlabs__zFAM/JCL/CSDZFAM.jcl",
    "walmartlabs__zFAM/JCL/CSDZFAMN.jcl",
    "walmartlabs__zFAM/JCL/CSDZFAMR.jcl",
    "walmartlabs__zFAM/JCL/CSDZFAMS.jcl",
    "walmartlabs__zFAM/JCL/DEFCI.jcl",
    "walmartlabs__zFAM/JCL/DEFEXPR.jcl",
];

#[test]
fn commands_in_jcl() {
    let Some(corpus) = corpus() else { return };
    let mut carriers = 0;
    for (file, kind, expected) in index(&corpus) {
        if kind != "csdup-in-jcl" {
            continue;
        }
        let text = read(&corpus.join(&file));
        let jcl = jcl::parse(&text);
        let driver = DRIVERS.contains(&file.as_str()) || file == "walmartlabs__zFAM/JCL/DEFFA##.jcl";
        let mut found = BTreeMap::new();
        let mut elsewhere = 0;
        assert!(!jcl.parts.is_empty(), "{file}");
        for part in &jcl.parts {
            assert!(matches!(part, Part::Csdup(_)), "{file}");
            for input in part.sysin() {
                match input {
                    Input::Elsewhere(_) => elsewhere += 1,
                    Input::Instream(range) => {
                        for (kind, count) in definitions(range.of_text(&text)) {
                            *found.entry(kind).or_insert(0) += count;
                        }
                    }
                }
            }
        }
        let found: Vec<String> = found.iter().map(|(kind, count)| format!("{kind}={count}")).collect();
        assert_eq!(found.join(";"), expected, "{file}");
        assert_eq!(elsewhere > 0, driver, "{file}");
        carriers += usize::from(!driver);
        // No fault but input that is not there: all of this JCL runs.
        assert!(jcl.problems.iter().all(|problem| problem.kind == ProblemKind::InputElsewhere), "{file}");
        assert_eq!(jcl.problems.len(), elsewhere, "{file}");
    }
    assert_eq!(carriers, 11);
}

#[test]
fn start_up_procedure() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("cicsdev__cics-banking-sample-application-cbsa/etc/install/base/installjcl");
    let text = read(&folder.join("CICSTS56.jcl"));
    let jcl = jcl::parse(&text);
    let [Part::Sit(part)] = &jcl.parts[..] else { panic!("{:?}", jcl.parts) };
    let settings: Vec<_> =
        part.sources[0].settings.iter().map(|setting| setting.name.of_text(&text)).collect();
    assert_eq!(settings, ["START", "SYSIN"]);
    assert_eq!(part.sources[0].form, SitForm::Parm);
    let faults: Vec<_> = jcl.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(faults, [ProblemKind::InputElsewhere]);
    assert_eq!(jcl.symbols.len(), 10);
    assert_eq!(jcl.steps.len(), 7);

    let text = read(&folder.join("DFH$SIP1.jcl"));
    let source = sit::parse_sysin(&text, Span::of(0..text.len()));
    // The index counts lines with a parameter; here the record `.END` is one more.
    assert_eq!(source.settings.len(), 52 + 1);
    assert_eq!(source.problems, []);
}

/// The sample report, row by row as it is expected.
#[test]
fn sample_listing() {
    let Some(corpus) = corpus() else { return };
    let facts = corpus.with_file_name("facts");
    let text = read(&facts.join("sample-listing.txt"));
    assert_eq!(recognise("sample-listing.txt", &text), Some(Kind::Listing));
    let listing = listing::parse(&text, Span::of(0..text.len()));
    assert_eq!(listing.problems, []);
    let definitions = &listing.definitions;
    let rows: Vec<String> = definitions
        .commands
        .iter()
        .zip(&listing.headed_by)
        .map(|(command, heading)| {
            let text_of = |index: usize| {
                let operand = definitions.operands[index];
                (operand.key.of_text(&text), operand.value().unwrap().of_text(&text))
            };
            let first = command.first as usize;
            let (kind, name) = text_of(first);
            let ("GROUP", group) = text_of(first + 1) else { panic!("{kind} {name}") };
            let protected = if listing.groups[heading.unwrap()].protected { "Y" } else { "N" };
            let mut attributes = Vec::new();
            for index in first + 2..first + command.count as usize {
                let headings = listing.sections.iter().filter(|section| section.operand == index);
                attributes.extend(headings.map(|section| format!("{}:", section.heading.of_text(&text))));
                let (key, value) = text_of(index);
                attributes.push(format!("{key}={value}"));
            }
            format!("{group}\t{protected}\t{kind}\t{name}\t{}", attributes.join(";"))
        })
        .collect();
    let expected = read(&facts.join("sample-listing.expected.tsv"));
    let expected: Vec<&str> = expected.lines().filter(|row| !row.starts_with('#')).collect();
    assert_eq!(rows, expected);
    let lists: Vec<(&str, usize)> =
        listing.lists.iter().map(|list| (list.name.of_text(&text), list.groups.len())).collect();
    assert_eq!(lists, [("APPLIST1", 3)]);
}
