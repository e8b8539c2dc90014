//! The prices of what is found in regions: each finding in the first region that has it.

use super::resolve::RunRegions;
use crate::region::{Region, Regions};
use crate::rules::declared::Kit;
use crate::rules::{self, Finding, Impact, Placed, Rule};
use crate::score::Pricer;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A definition that many regions may install is looked for in so many of them.
const MOST_LOOKED_AT: usize = 64;

/// Prices findings; `alone` is the region where there is but one. What the user should know of the workloads is added
/// to the notes.
pub(super) fn price(
    run: &RunRegions,
    regions: &Regions<'_>,
    alone: Option<&Region>,
    placed: &mut [Placed],
    notes: &mut Vec<String>,
) {
    let all = rules::all();
    let mut by_region: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut anywhere: Vec<usize> = Vec::new();
    for (place, Placed { finding, .. }) in placed.iter().enumerate() {
        if !Pricer::prices(Rule::of(finding, all)) {
            continue;
        }
        match region_of(run, finding) {
            Some(number) => by_region.entry(number).or_default().push(place),
            None => anywhere.push(place),
        }
    }
    if by_region.is_empty() && anywhere.is_empty() {
        return;
    }
    if !anywhere.is_empty() {
        for number in 0..run.inputs.len().min(MOST_LOOKED_AT) {
            by_region.entry(number).or_default();
        }
    }
    for (number, places) in by_region {
        if places.is_empty() && anywhere.is_empty() {
            continue;
        }
        let Some(input) = run.inputs.get(number) else { continue };
        let own;
        let region = match alone {
            Some(region) => region,
            None => {
                own = regions.resolve(input);
                &own
            }
        };
        let kit = Kit::new(region.installed(), all.len());
        let workload = run.workloads.get(number).and_then(Option::as_deref);
        let pricer = Pricer::new(&kit, (&run.decks, region), all, workload);
        let name = region.name();
        for place in places {
            placed[place].finding.impact =
                pricer.impact(&placed[place].finding).map(|i| said_of(i, run, name));
        }
        anywhere.retain(|place| {
            let finding = &mut placed[*place].finding;
            let installs = finding.resource.as_ref().is_none_or(|id| pricer.installs(id));
            if installs {
                finding.impact = pricer.impact(finding).map(|impact| said_of(impact, run, name));
            }
            !installs
        });
        let about = if name.is_empty() { String::new() } else { format!("{name}: ") };
        notes.extend(pricer.notes().into_iter().map(|note| format!("{about}{note}")));
    }
}

/// Which region a price is of, where there are several.
fn said_of(impact: Arc<Impact>, run: &RunRegions, name: &str) -> Arc<Impact> {
    if run.inputs.len() < 2 || name.is_empty() {
        return impact;
    }
    let mut impact = Arc::unwrap_or_clone(impact);
    impact.assumptions.push(format!("in region {name}").into());
    Arc::new(impact)
}

/// The region in which a finding is priced, where the finding or the run says it.
pub(super) fn region_of(run: &RunRegions, finding: &Finding) -> Option<usize> {
    let named = finding.regions.as_deref().and_then(|regions| {
        let first = regions.names.first()?;
        run.inputs.iter().position(|input| *input.name == **first)
    });
    named.or_else(|| (run.inputs.len() == 1).then_some(0))
}
