//! A workload as a region has it: an entry whose identifier is a mask stands for the transactions that it takes.

use super::runs::Runs;
use crate::csd::{is_generic, matches};
use crate::model::workload::Workload;

/// The workload, with each mask replaced by the first transaction of the decks that it takes and that has no entry of its
/// own; and what the user should know of that.
pub(super) fn matched(workload: &Workload, runs: &Runs) -> (Workload, Vec<String>) {
    let mut matched = workload.clone();
    let mut notes = Vec::new();
    let own: Vec<String> = workload.transaction.iter().map(|t| t.id.to_uppercase()).collect();
    let mut unknown: Vec<String> = Vec::new();
    for transaction in &mut matched.transaction {
        let id = transaction.id.to_uppercase();
        if !is_generic(&id) {
            if !runs.transactions().contains(&id) {
                unknown.push(id);
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
    if let [first, others @ ..] = unknown.as_slice() {
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        notes.push(format!(
            "the region installs no transaction {first}{more} of the workload: what its definition says is not known"
        ));
    }
    (matched, notes)
}
