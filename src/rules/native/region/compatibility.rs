//! Compatibility groups (DFHCOMPx): a region that shares the CSD of a higher release installs them behind all others;
//! those for regions of a lower release than 5.4 have no place in a region of 5.4.

use super::Checker;
use crate::csd::{Place, Standing, Sym};
use crate::region::InstalledGroup;
use crate::rules::{Finding, PlacedSink, ids};
use crate::text::Span;

/// Groups that a region of 5.4 installs, in this order, where its CSD is of a higher release.
const FOR_5_4: [(&str, &[&str]); 3] =
    [("6.1", &["DFHCOMPJ"]), ("6.2", &["DFHCOMPJ"]), ("6.3", &["DFHCOMPK", "DFHCOMPJ"])];

/// Groups for regions of the named release or a lower one.
const FOR_LOWER: [(&str, &str); 7] = [
    ("DFHCOMPC", "3.1"),
    ("DFHCOMPD", "3.2"),
    ("DFHCOMPE", "4.1"),
    ("DFHCOMPF", "4.2"),
    ("DFHCOMPG", "5.1"),
    ("DFHCOMPH", "5.2"),
    ("DFHCOMPI", "5.3"),
];

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    if checker.region.takes_every_group() {
        return;
    }
    not_last(checker, sink);
    of_lower_releases(checker, sink);
    missing(checker, sink);
}

fn place(checker: &Checker<'_>, group: &InstalledGroup) -> Option<Place> {
    Some(checker.decks.place_of(group.added_by?))
}

/// They belong at the end, so that they win over what they stand in for.
fn not_last(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let supplied = checker.decks.supplied();
    let is_compatibility =
        |group: Sym| supplied.group(group).is_some_and(|entry| entry.standing == Standing::Compatibility);
    let groups = checker.installed.groups();
    let Some(last) = groups.iter().rposition(|group| !is_compatibility(group.name)) else { return };
    for group in groups[..last].iter().filter(|group| is_compatibility(group.name)) {
        let Some(place) = place(checker, group) else { continue };
        let (name, behind) = (checker.decks.text(group.name), checker.decks.text(groups[last].name));
        let message = format!("group {name} is installed before group {behind}");
        let help =
            "put compatibility groups behind all others: they replace IBM definitions for a lower release";
        sink.report(
            place,
            Finding::new(ids::COMPATIBILITY_GROUP_NOT_LAST, Span::default(), message).help(help),
        );
    }
}

/// A region of 5.4 would get definitions of a lower release.
fn of_lower_releases(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    for group in checker.installed.groups() {
        let name = checker.decks.text(group.name);
        let found = FOR_LOWER.iter().find(|(known, _)| *known == name);
        let (Some((_, release)), Some(place)) = (found, place(checker, group)) else { continue };
        let message = format!("group {name} replaces IBM's definitions by those of release {release}");
        let help = "leave it to the lists of regions of that release";
        sink.report(
            place,
            Finding::new(ids::COMPATIBILITY_GROUPS_WRONG, Span::default(), message).help(help),
        );
    }
}

/// The CSD is of a higher release, and the groups that keep the region's own definitions are not installed.
fn missing(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let Some(release) = checker.region.csd_release() else { return };
    let Some((_, needed)) = FOR_5_4.iter().find(|(known, _)| *known == release) else { return };
    let groups = checker.installed.groups();
    let there = |name: &str| groups.iter().any(|group| checker.decks.text(group.name) == name);
    let lacking: Vec<&str> = needed.iter().copied().filter(|name| !there(name)).collect();
    let at = checker.region.lists().iter().rev().find_map(|list| list.place);
    let at = at.or_else(|| groups.iter().rev().find_map(|group| place(checker, group)));
    let (false, Some(at)) = (lacking.is_empty(), at) else { return };
    let message =
        format!("the CSD is of release {release}, and the lists do not hold {}", lacking.join(" and "));
    let help = format!("add {} behind all other groups", needed.join(", then "));
    sink.report(at, Finding::new(ids::COMPATIBILITY_GROUPS_WRONG, Span::default(), message).help(help));
}
