//! A workload as a region has it: an entry whose identifier is a mask stands for the transactions that it takes, and
//! what it names is there.

use super::runs::Runs;
use crate::catalog::nearest;
use crate::csd::{Decks, TypeId, is_generic, matches};
use crate::model::workload::Workload;
use crate::region::Region;
use std::collections::BTreeSet;

/// The workload as a region has it, for those who solve it without prices.
pub fn in_region(decks: &Decks, region: &Region, workload: &Workload) -> (Workload, Vec<String>) {
    matched(workload, &Runs::of(decks, region), (decks, region))
}

/// The workload, with each mask replaced by the first transaction of the decks that it takes and that has no entry of its
/// own; and what the user should know of that.
pub(super) fn matched(
    workload: &Workload,
    runs: &Runs,
    (decks, region): (&Decks, &Region),
) -> (Workload, Vec<String>) {
    let mut matched = workload.clone();
    let mut notes = Vec::new();
    let own: Vec<String> = workload.transaction.iter().map(|t| t.id.to_uppercase()).collect();
    let mut unknown: Vec<String> = Vec::new();
    for transaction in &mut matched.transaction {
        let id = transaction.id.to_uppercase();
        if !is_generic(&id) {
            let known = |name: &String| runs.transactions().contains(name);
            match (known(&transaction.id), transaction.id != id && known(&id)) {
                (false, true) => notes.push(format!(
                    "{} of the workload is taken for {id}, though CICS tells them apart",
                    transaction.id
                )),
                (false, false) => unknown.push(id),
                (true, _) => {}
            }
            continue;
        }
        let mut takes =
            runs.own_transactions().iter().filter(|name| matches(&id, name) && !own.contains(name));
        match (takes.next(), takes.count()) {
            (Some(first), more) => {
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                notes.push(format!("{id} of the workload stands for {first}{more}"));
                transaction.id.clone_from(first);
            }
            (None, _) => notes.push(format!("{id} of the workload takes no transaction of the region")),
        }
    }
    if let [first, ..] = unknown.as_slice() {
        let near = did_you_mean(first, runs.transactions().iter().map(String::as_str));
        notes.push(format!(
            "the region installs no transaction {first}{}{near} of the workload: what its definition says is not known",
            and_more(unknown.len())
        ));
    }
    let settings: Vec<(String, String)> = workload.settings().unwrap_or_default();
    let defined = |kind: &str, name: &str| {
        let start = format!("{kind}.{name}.");
        settings.iter().any(|(key, _)| key.to_uppercase().starts_with(&start))
    };
    for (kind, assumed) in [
        ("PROGRAM", "it is taken as quasi-reentrant and local, as programs are by default"),
        ("FILE", "it is taken as a local file in LSR pool 1, as files are by default"),
        ("TCPIPSERVICE", "it is taken as one without TLS, as services are by default"),
    ] {
        notes.extend(missing(&named(&matched, kind), kind, assumed, defined, (decks, region)));
    }
    (matched, notes)
}

/// What the workload names of a type, in capitals.
fn named(workload: &Workload, kind: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for t in &workload.transaction {
        match kind {
            "PROGRAM" => {
                names.extend(
                    t.program.iter().chain(t.link.iter().map(|l| &l.program)).map(|p| p.to_uppercase()),
                );
            }
            "FILE" => names.extend(t.file.iter().map(|file| file.name.to_uppercase())),
            _ => {
                let service = t.web.iter().filter_map(|web| web.tcpipservice.as_ref());
                names.extend(service.map(|name| name.to_uppercase()));
            }
        }
    }
    names
}

/// What is said of names that the region does not install and the workload does not define either.
fn missing(
    names: &BTreeSet<String>,
    kind: &str,
    assumed: &str,
    defined: impl Fn(&str, &str) -> bool,
    (decks, region): (&Decks, &Region),
) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let of = TypeId::of(kind)?;
    let definitions = region.installed().definitions();
    let known: BTreeSet<&str> = definitions
        .filter(|definition| definition.kind == of)
        .map(|definition| decks.text(definition.name))
        .collect();
    let unknown: Vec<&String> =
        names.iter().filter(|name| !known.contains(name.as_str()) && !defined(kind, name)).collect();
    let first = unknown.first()?;
    let near = did_you_mean(first, known.iter().copied());
    let more = and_more(unknown.len());
    Some(format!("the region installs no {kind} {first}{more}{near} of the workload: {assumed}"))
}

fn and_more(count: usize) -> String {
    if count > 1 { format!(" and {} more", count - 1) } else { String::new() }
}

fn did_you_mean<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    nearest(name, known).map_or(String::new(), |near| format!(" (did you mean {near}?)"))
}
