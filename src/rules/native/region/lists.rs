//! Lists that no deck makes, groups that no deck fills.

use super::Checker;
use crate::csd::{Sym, is_symbolic};
use crate::rules::{Finding, PlacedSink, Severity, ids};
use crate::text::Span;

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    if !checker.region.takes_every_group() {
        missing_lists(checker, sink);
    }
    missing_groups(checker, sink);
}

/// GRPLIST names a list that is not there.
fn missing_lists(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    for list in checker.region.lists().iter().filter(|list| list.lists.is_empty()) {
        let Some(place) = list.place else { continue };
        let (severity, help) = match list.missing {
            true => (Severity::Warning, "make the list (ADD), or correct the name"),
            false => (
                Severity::Advice,
                "make the list (ADD), unless the CSD holds it where these decks do not show it",
            ),
        };
        let help = match list.written.as_str() {
            "NO" => "GRPLIST=NO means a list of the name NO",
            _ => help,
        };
        let message = format!("no deck makes a list {}", list.written);
        let finding = Finding::new(ids::MISSING_LIST, Span::default(), message).help(help).severity(severity);
        sink.report(place, finding.attribute("GRPLIST"));
    }
}

/// A list holds a group that nobody fills.
fn missing_groups(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let csd = checker.installed.csd();
    let supplied = checker.decks.supplied();
    let mut lists: Vec<Sym> = csd.list_names().collect();
    // Lists that the region does not install may be those of other regions.
    let region = checker.region;
    if !region.takes_every_group() {
        lists.retain(|list| region.lists().iter().any(|used| used.lists.contains(list)));
    }
    lists.sort_by_key(|list| checker.decks.text(*list));
    for list in lists {
        let Some(known) = csd.list(list) else { continue };
        for group in known.groups() {
            let name = checker.decks.text(group);
            if csd.group(group).is_some() || supplied.has_group(group) || is_ibm(name) || is_symbolic(name) {
                continue;
            }
            let Some(step) = known.added_by(group) else { continue };
            let gone = csd.lacks(group);
            let message = match gone {
                true => format!("group {name} in list {} holds nothing", checker.decks.text(list)),
                false => format!("no deck defines anything in group {name}"),
            };
            let (severity, help) = match gone {
                true => (Severity::Warning, "define its resources, or REMOVE it from the list"),
                false => (
                    Severity::Advice,
                    "define its resources, unless the CSD holds them where these decks do not show it",
                ),
            };
            let finding =
                Finding::new(ids::MISSING_GROUP, Span::default(), message).help(help).severity(severity);
            sink.report(checker.decks.place_of(step), finding);
        }
    }
}

fn is_ibm(name: &str) -> bool {
    name.starts_with("DFH") || name.starts_with("EYU") || name.starts_with("CEE")
}
