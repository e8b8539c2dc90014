//! Findings with the arithmetic of their prices.

use super::collect::collect;
use super::plan::Plan;
use super::price::region_of;
use super::run::{FileResult, Run, all_files, check_regions, in_pool};
use super::suppress;
use crate::region::Regions;
use crate::rules::declared::Kit;
use crate::rules::{self, Finding, Fingerprint, fingerprints};
use crate::score::{Explanation, Pricer};
use crate::text::Source;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The finding that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By what it is known from run to run.
    Fingerprint(Fingerprint),
    /// By its file, line and perhaps column.
    Place(PathBuf, u32, Option<u32>),
}

/// A finding, and how its price comes about.
#[derive(Debug)]
pub struct Explained {
    /// The finding.
    pub finding: Finding,
    /// By which it is known.
    pub fingerprint: Fingerprint,
    /// The file that it stands in.
    pub source: Arc<Source>,
    /// The region that it is priced in; empty where that has no name.
    pub region: String,
    /// Its price with the arithmetic, where it has one.
    pub explanation: Option<Explanation>,
}

/// Lints everything in `plan`, and explains the findings that are asked about.
pub fn explained(plan: &Plan, wanted: &Wanted) -> (Run, Vec<Explained>) {
    in_pool(plan, || {
        let mut results = all_files(plan);
        let (notes, run) = check_regions(plan, &mut results);
        let configs = suppress::apply(plan, &mut results);
        let regions = Regions::new(&run.decks, &run.inputs);
        let mut found = Vec::new();
        for result in &results {
            let FileResult::Linted(linted) = result else { continue };
            let findings = &linted.findings.findings;
            let prints = fingerprints(&linted.source, findings, rules::all());
            for (finding, fingerprint) in findings.iter().zip(prints) {
                if !is_wanted(finding, fingerprint, &linted.source, wanted) {
                    continue;
                }
                let candidates: Vec<usize> = match region_of(&run, finding) {
                    Some(number) => vec![number],
                    None => (0..run.inputs.len()).collect(),
                };
                let mut explained = Explained {
                    finding: finding.clone(),
                    fingerprint,
                    source: Arc::clone(&linted.source),
                    region: String::new(),
                    explanation: None,
                };
                for number in candidates {
                    let region = regions.resolve(&run.inputs[number]);
                    let kit = Kit::new(region.installed(), rules::all().len());
                    let workload = run.workloads.get(number).and_then(Option::as_deref);
                    let pricer = Pricer::new(&kit, (&run.decks, &region), rules::all(), workload);
                    if finding.resource.as_ref().is_none_or(|id| pricer.installs(id)) {
                        region.name().clone_into(&mut explained.region);
                        explained.explanation = pricer.explain(finding);
                        break;
                    }
                }
                found.push(explained);
            }
        }
        let mut run = collect(plan, results, configs);
        run.outcome.notes = notes;
        (run, found)
    })
}

fn is_wanted(finding: &Finding, fingerprint: Fingerprint, source: &Source, wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Fingerprint(print) => *print == fingerprint,
        Wanted::Place(path, line, column) => {
            let place = source.locate(finding.span);
            let on_line = (place.line..=place.end_line).contains(line);
            on_line && column.is_none_or(|column| place.column == column) && same_file(path, source.name())
        }
    }
}

fn same_file(path: &Path, name: &str) -> bool {
    path == Path::new(name)
        || matches!((path.canonicalize(), Path::new(name).canonicalize()), (Ok(a), Ok(b)) if a == b)
}
