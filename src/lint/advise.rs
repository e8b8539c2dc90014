//! A tuning plan for each region of a run, from what is found in it.

use super::collect::collect;
use super::plan::Plan;
use super::resolve::RunRegions;
use super::run::{FileResult, Run, all_files, check_regions, in_pool};
use super::suppress;
use crate::region::{Region, Regions};
use crate::rules::declared::Kit;
use crate::rules::{self, Finding, fingerprints};
use crate::score::Pricer;
use crate::score::advise::{Advice, Advisable, advise};
use crate::text::{FileId, Source};
use std::sync::Arc;

/// Plans for the regions of a run.
#[derive(Debug)]
pub struct Advised {
    /// What was found.
    pub run: Run,
    /// The plan of each region, by its name, or why there is none.
    pub plans: Vec<(String, Result<Advice, String>)>,
    /// The files, by the numbers that places have.
    pub sources: Vec<Option<Arc<Source>>>,
}

/// Lints everything in `plan`, and makes a tuning plan for each region.
pub fn advised(plan: &Plan) -> Advised {
    in_pool(plan, || {
        let mut results = all_files(plan);
        let (notes, regions) = check_regions(plan, &mut results);
        let configs = suppress::apply(plan, &mut results);
        let plans = plans(&regions, &results);
        let sources = results.iter().map(|result| match result {
            FileResult::Linted(linted) => Some(Arc::clone(&linted.source)),
            FileResult::Skipped(_) => None,
        });
        let sources = sources.collect();
        let mut run = collect(plan, results, configs);
        run.outcome.notes = notes;
        run.outcome.notes.dedup();
        Advised { run, plans, sources }
    })
}

fn plans(run: &RunRegions, results: &[FileResult]) -> Vec<(String, Result<Advice, String>)> {
    let all = rules::all();
    let regions = Regions::new(&run.decks, &run.inputs);
    let each = run.inputs.iter().enumerate().map(|(number, input)| {
        let region = regions.resolve(input);
        let name = region.parameter("APPLID").value.filter(|_| region.name().is_empty());
        let name = name.map_or_else(|| region.name().to_owned(), std::borrow::Cow::into_owned);
        let kit = Kit::new(region.installed(), all.len());
        let workload = run.workloads.get(number).and_then(Option::as_deref);
        let pricer = Pricer::new(&kit, (&run.decks, &region), all, workload);
        // Two regions may define the same names, each in decks of its own.
        let decks = input.decks.iter().filter_map(|id| run.decks.deck(*id)).map(|deck| deck.file());
        let files: Vec<FileId> = decks.chain(input.sit.iter().map(|sit| sit.file)).collect();
        let mut found = Vec::new();
        for (place, result) in results.iter().enumerate() {
            let FileResult::Linted(linted) = result else { continue };
            if !files.iter().any(|file| file.0 as usize == place) {
                continue;
            }
            let findings = &linted.findings.findings;
            let prints = fingerprints(&linted.source, findings, all);
            let of_region =
                findings.iter().zip(prints).filter(|(finding, _)| concerns(finding, &region, &pricer));
            found.extend(of_region.map(|(finding, fingerprint)| Advisable { finding, fingerprint }));
        }
        let advice = advise(&pricer, &found);
        (name, advice)
    });
    each.collect()
}

/// Whether a finding is one of this region.
fn concerns(finding: &Finding, region: &Region, pricer: &Pricer<'_>) -> bool {
    let named = finding.regions.as_deref().is_none_or(|regions| {
        regions.count as usize > regions.names.len()
            || regions.names.iter().any(|name| **name == *region.name())
    });
    named && finding.resource.as_ref().is_none_or(|id| pricer.installs(id))
}
