//! Lists that no deck makes, groups that no deck fills, groups that no list holds.

use super::Checker;
use crate::csd::{Place, Standing, Sym, is_symbolic};
use crate::rules::{Finding, PlacedSink, Severity, ids};
use crate::text::Span;

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    if !checker.region.takes_every_group() {
        missing_lists(checker, sink);
        groups_not_installed(checker, sink);
    }
    missing_groups(checker, sink);
    compatibility_groups(checker, sink);
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

/// A group that no list of the region holds.
fn groups_not_installed(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let all_lists_known = checker.region.lists().iter().all(|list| {
        let open = |list: &Sym| checker.installed.csd().list(*list).is_some_and(|known| known.is_open());
        !list.lists.is_empty() && !list.lists.iter().any(open)
    });
    let csd = checker.installed.csd();
    let installed: crate::csd::Set<Sym> = checker.installed.groups().iter().map(|group| group.name).collect();
    let mut groups: Vec<Sym> = csd.group_names().filter(|group| !installed.contains(group)).collect();
    groups.sort_by_key(|group| checker.decks.text(*group));
    for group in groups {
        let name = checker.decks.text(group);
        // USERDEF holds defaults for USERDEFINE and is never installed.
        let Some(step) = csd.group(group).and_then(|known| known.made_by()).filter(|_| name != "USERDEF")
        else {
            continue;
        };
        let help = match all_lists_known {
            true => "add it to a list, or delete it; it may also be installed by CEDA, or by another region",
            false => "add it to a list, unless the CSD holds such a list where these decks do not show it",
        };
        let message = format!("no list of region {} holds group {name}", checker.region.name());
        sink.report(
            place_of_group(checker, step),
            Finding::new(ids::GROUP_NOT_INSTALLED, Span::default(), message).help(help),
        );
    }
}

fn place_of_group(checker: &Checker<'_>, step: crate::csd::StepRef) -> Place {
    checker.decks.place_of(step)
}

/// DFHCOMPx groups belong at the end, so that they win over what they stand in for.
fn compatibility_groups(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let supplied = checker.decks.supplied();
    let is_compatibility =
        |group: Sym| supplied.group(group).is_some_and(|entry| entry.standing == Standing::Compatibility);
    let groups = checker.installed.groups();
    if checker.region.takes_every_group() {
        return;
    }
    let Some(last) = groups.iter().rposition(|group| !is_compatibility(group.name)) else { return };
    for group in groups[..last].iter().filter(|group| is_compatibility(group.name)) {
        let Some(step) = group.added_by else { continue };
        let (name, behind) = (checker.decks.text(group.name), checker.decks.text(groups[last].name));
        let message = format!("group {name} is installed before group {behind}");
        let help =
            "put compatibility groups behind all others: they replace IBM definitions for a lower release";
        let finding = Finding::new(ids::COMPATIBILITY_GROUP_NOT_LAST, Span::default(), message).help(help);
        sink.report(checker.decks.place_of(step), finding);
    }
}

fn is_ibm(name: &str) -> bool {
    name.starts_with("DFH") || name.starts_with("EYU") || name.starts_with("CEE")
}
