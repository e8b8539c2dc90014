//! Candidates from programs of the workload: those that make Db2 calls and are not threadsafe, and those that it links to
//! in another region.

use super::Change;
use super::candidates::{Candidate, View};
use crate::rules::Confidence;

/// The rule that finds quasi-reentrant programs where the definitions say that they use Db2, and the value that it sets.
const THREADSAFE: &str = "PGM014 CONCURRENCY=THREADSAFE";

/// Adds programs of transactions that make Db2 calls under the workload, whatever the definitions say of Db2: to the
/// candidate of the rule that finds the others, or as one of their own.
pub(super) fn add_db2_programs(view: View<'_, '_>, suppressed: &[Change], candidates: &mut Vec<Candidate>) {
    let mut changes: Vec<(String, Change)> = Vec::new();
    for transaction in view.base.workload.transaction.iter().filter(|t| t.sql_calls > 0.0) {
        let id = transaction.id.to_uppercase();
        let named = transaction.program.as_ref().map(|program| program.to_uppercase());
        let program = named
            .or_else(|| view.configuration.get("TRANSACTION", &id, "PROGRAM").map(str::to_owned))
            .unwrap_or_else(|| id.clone());
        let value = |attribute| view.configuration.get("PROGRAM", &program, attribute);
        let quasirent = value("CONCURRENCY") == Some("QUASIRENT")
            && value("JVM") != Some("YES")
            && value("REMOTESYSTEM").is_none()
            && !program.starts_with("DFH");
        // One that the region does not install has no definition to change.
        if !quasirent || view.pricer.definition("PROGRAM", &program).is_none() {
            continue;
        }
        let change = view.change(("PROGRAM", &program, "CONCURRENCY"), "THREADSAFE".to_owned());
        let is_known = |known: &Change| known.is_of_same(&change);
        let found = candidates.iter().any(|candidate| candidate.changes.iter().any(is_known));
        let known = found || suppressed.iter().any(is_known) || changes.iter().any(|(_, own)| is_known(own));
        if !known {
            changes.push((id, change));
        }
    }
    if changes.is_empty() {
        return;
    }
    let why = format!(
        "the workload says that {} Db2 calls: QUASIRENT changes to an open TCB and back to the QR TCB for each",
        match changes.as_slice() {
            [(id, _)] => format!("{id} makes"),
            all => format!("{} make", all.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", ")),
        }
    );
    let at = candidates.iter().position(|candidate| candidate.key == THREADSAFE);
    let mut candidate = match at {
        Some(at) => candidates.remove(at),
        None => {
            let mut new = Candidate::new(THREADSAFE.to_owned(), String::new());
            new.confidence = Confidence::Medium;
            new.requires.push(
                "the program and all it calls were found to be threadsafe; begin with the busiest ones"
                    .to_owned(),
            );
            new.sources.push("CICS TS 5.4: Threadsafe programs".to_owned());
            new
        }
    };
    candidate.because(&why);
    changes.into_iter().for_each(|(_, change)| candidate.change(change));
    candidate.title.clear();
    candidates.insert(at.unwrap_or(candidates.len()), candidate.named());
}

/// Candidates from programs that the workload links to in another region.
pub(super) fn from_links(view: View<'_, '_>) -> Vec<Candidate> {
    let links = view.base.workload.transaction.iter().flat_map(|t| &t.link);
    let mut programs: Vec<String> = links.map(|link| link.program.to_uppercase()).collect();
    programs.sort();
    programs.dedup();
    let remote = programs.iter().filter_map(|program| {
        let system = view.configuration.get("PROGRAM", program, "REMOTESYSTEM")?;
        let why = format!("each call of {program} goes to {system} and back, and waits there");
        let mut candidate = Candidate::new(format!("local {program}"), why);
        candidate.title = format!("PROGRAM {program}: run it here instead of in {system}");
        candidate.confidence = Confidence::Medium;
        candidate.requires.push(format!(
            "{program}, and all that it reads, can be used from this region: its files, tables and security"
        ));
        candidate.sources.push("CICS TS 5.4: PROGRAM, REMOTESYSTEM".to_owned());
        candidate.change(view.change(("PROGRAM", program, "REMOTESYSTEM"), String::new()));
        Some(candidate)
    });
    remote.collect()
}
