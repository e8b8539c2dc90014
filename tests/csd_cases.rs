//! The commands of DFHCSDUP on a virtual CSD: each case is a small deck, the CSD that results, and what is refused.
//!
//! The CSD is written one line a definition or list, in order: `G1 PROGRAM(P1) LANGUAGE(COBOL)` with the attributes
//! that are given, `list L1: G1 G2`; `...` marks what may hold more than is known. A refusal is written as the
//! number of the command, what is wrong and with what, `see` the command that explains it, and `?` where the CSD is
//! not known well enough to be sure.

#![expect(clippy::unwrap_used, reason = "a test")]

use cicslint::csd::{Csd, Deck, DeckText, Decks, Refusal, StepRef};
use cicslint::syntax::csdup;
use cicslint::text::{FileId, ReadOptions, Source, Span};
use std::fmt::Write as _;
use std::sync::Arc;

/// Whether the CSD is known from the start.
#[derive(Clone, Copy)]
enum Start {
    /// It holds only what IBM supplies.
    New,
    /// It is that of a site.
    Site,
}
use Start::{New, Site};

/// name, start, deck, CSD that results, refusals
type Case = (&'static str, Start, &'static str, &'static str, &'static str);

mod csd_table;

#[test]
fn commands_do_to_the_csd_what_dfhcsdup_does() {
    let mut failures = String::new();
    for (name, start, deck, csd, refusals) in csd_table::CASES {
        let (found_csd, found_refusals) = run(*start, deck);
        if found_csd != lines(csd) || found_refusals != lines(refusals) {
            writeln!(failures, "== {name}\n{deck}\n-- CSD expected\n{}\n-- found\n{found_csd}", lines(csd))
                .unwrap();
            writeln!(failures, "-- refusals expected\n{}\n-- found\n{found_refusals}\n", lines(refusals))
                .unwrap();
        }
    }
    assert!(csd_table::CASES.len() >= 60);
    assert!(failures.is_empty(), "{failures}");
}

/// The lines without the blanks around them.
fn lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn run(start: Start, deck: &str) -> (String, String) {
    let source = Source::from_bytes("case", lines(deck).into_bytes(), &ReadOptions::default()).unwrap();
    let whole = Span::new(0, source.text().len() as u32);
    let commands = csdup::parse(source.text(), whole, csdup::Options::default());
    let mut decks = Decks::new();
    let id = decks.add(Deck::new(DeckText::new(FileId(0), Arc::new(source)), &[commands]));
    let mut csd = match start {
        New => Csd::initialized(),
        Site => Csd::unknown(),
    };
    csd.execute(&decks, id);
    let mut refusals = String::new();
    for run in csd.runs() {
        for refusal in &run.refusals {
            writeln!(refusals, "{}", show_refusal(&decks, refusal)).unwrap();
        }
        if let Some(first) = run.first_error {
            writeln!(refusals, "stops at {}, {} not run", first + 1, run.not_run).unwrap();
        }
    }
    (show(&decks, &csd), lines(&refusals))
}

fn show(decks: &Decks, csd: &Csd) -> String {
    let mut out = String::new();
    let mut names: Vec<_> = csd.group_names().map(|name| (decks.text(name), name)).collect();
    names.sort_unstable();
    for (group, name) in names {
        let known = csd.group(name).unwrap();
        for definition in known.sorted(decks) {
            let kind = definition.kind;
            write!(out, "{group} {}({})", kind.name(), decks.text(definition.name)).unwrap();
            for attribute in kind.entry().attributes {
                let id = kind.attribute(attribute.name).unwrap();
                if let Some(explicit) = definition.explicit(decks, id).filter(|explicit| !explicit.given.null)
                {
                    let value = decks.value(explicit.at.deck, kind, explicit.given);
                    write!(out, " {}({value})", attribute.name).unwrap();
                }
            }
            writeln!(out).unwrap();
        }
        if known.is_open() && matches!(known.members(), []) {
            writeln!(out, "{group} ...").unwrap();
        }
    }
    let mut names: Vec<_> = csd.list_names().map(|name| (decks.text(name), name)).collect();
    names.sort_unstable();
    for (list, name) in names {
        let groups: Vec<_> = csd.list(name).unwrap().groups().map(|group| decks.text(group)).collect();
        writeln!(out, "list {list}: {}", groups.join(" ")).unwrap();
    }
    lines(&out)
}

fn show_refusal(decks: &Decks, refusal: &Refusal) -> String {
    let mut out = format!("{} {:?}", refusal.at.step + 1, refusal.kind);
    if let Some((kind, name)) = refusal.resource {
        write!(out, " {}({})", kind.name(), decks.text(name)).unwrap();
    }
    if !refusal.group.is_none() {
        write!(out, " GROUP({})", decks.text(refusal.group)).unwrap();
    }
    if !refusal.list.is_none() {
        write!(out, " LIST({})", decks.text(refusal.list)).unwrap();
    }
    if let Some(StepRef { step, .. }) = refusal.related {
        write!(out, " see {}", step + 1).unwrap();
    }
    if !refusal.sure {
        out.push('?');
    }
    out
}
