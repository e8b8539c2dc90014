//! From the files of a run to its regions, and what is found in them.
//!
//! Without `[[region]]` in a configuration all decks of a run are one CSD, in the order of their paths, and every
//! group of it is taken as installed. One SIT beside them belongs to it; of several each is checked alone.

use super::merge::Merged;
use super::plan::Plan;
use super::price::price;
use super::regions::RegionPlan;
use crate::csd::{DeckId, Decks};
use crate::region::{Gathered, Lists, Region, RegionInput, Regions, SitInput};
use crate::rules::declared::{RuleSet, Session};
use crate::rules::native::{GroupUse, check_csd, check_region};
use crate::rules::{self, Placed, PlacedSink, Selection};
use crate::score::Workload;
use rayon::prelude::*;
use std::sync::Arc;

/// The regions of a run, ready to be resolved.
#[derive(Debug, Default)]
pub struct RunRegions {
    /// All decks of the run.
    pub decks: Decks,
    /// Its regions: those of the configurations first, in their order.
    pub inputs: Vec<RegionInput>,
    /// What runs in each of them, where that is known.
    pub workloads: Vec<Option<Arc<Workload>>>,
    /// What the user should know of how they were made.
    pub notes: Vec<String>,
}

/// The decks and SIT sources of each file.
struct Files {
    decks: Vec<Vec<DeckId>>,
    sits: Vec<Vec<Vec<SitInput>>>,
    names: Vec<String>,
}

/// Makes the regions of `plan` from what its files gave, which is taken out of them. The place of a file in `files`
/// is its number in the plan.
pub(super) fn regions(plan: &Plan, files: Vec<(String, Option<Gathered>)>) -> RunRegions {
    let mut run = RunRegions::default();
    let mut given = Files { decks: Vec::new(), sits: Vec::new(), names: Vec::new() };
    let read: Vec<bool> = files.iter().map(|(_, gathered)| gathered.is_some()).collect();
    for (name, gathered) in files {
        let gathered = gathered.unwrap_or_default();
        given.decks.push(gathered.decks.into_iter().map(|deck| run.decks.add(deck)).collect());
        given.sits.push(gathered.sits);
        given.names.push(name);
    }
    let standard = plan.inputs.len();
    let mut taken = vec![false; given.names.len()];
    for region in &plan.regions {
        let (csd, sit): (Vec<usize>, Vec<usize>) =
            (region.csd(standard).collect(), region.sit(standard).collect());
        for file in csd.iter().chain(&sit) {
            if let Some(taken) = taken.get_mut(*file) {
                *taken = true;
            }
        }
        for (key, files, has) in [("csd", &csd, &has_decks as &Has), ("sit", &sit, &has_sit)] {
            for file in files {
                let what = match read.get(*file).copied().unwrap_or(false) {
                    false => "it was not read",
                    true if has(&given, *file) => continue,
                    true if key == "csd" => "it holds no deck",
                    true => "it holds no SIT source",
                };
                run.notes.push(format!(
                    "{}: {key} of region {} names it, and {what}",
                    given.names[*file], region.name
                ));
            }
        }
        run.inputs.push(configured(region, &given, &csd, &sit));
        run.workloads.push(plan.workload.clone().or_else(|| region.workload.clone()));
    }
    let reported = |file: usize| plan.reports(file) && !taken.get(file).copied().unwrap_or(false);
    let loose: Vec<usize> = (0..given.names.len()).filter(|file| reported(*file)).collect();
    if !plan.regions.is_empty() {
        let left: Vec<&str> = loose
            .iter()
            .filter(|file| has_decks(&given, **file) || has_sit(&given, **file))
            .map(|file| given.names[*file].as_str())
            .collect();
        if let [first, others @ ..] = left.as_slice() {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            run.notes.push(format!("{first}{more}: no [[region]] of the configuration names it"));
        }
    }
    add_loose(&mut run, &given, &loose);
    run.workloads.resize(run.inputs.len(), plan.workload.clone());
    run
}

type Has = dyn Fn(&Files, usize) -> bool;

fn has_decks(given: &Files, file: usize) -> bool {
    given.decks.get(file).is_some_and(|decks| !decks.is_empty())
}

fn has_sit(given: &Files, file: usize) -> bool {
    given.sits.get(file).is_some_and(|sits| !sits.is_empty())
}

fn configured(region: &RegionPlan, given: &Files, csd: &[usize], sit: &[usize]) -> RegionInput {
    let decks = csd.iter().filter_map(|file| given.decks.get(*file)).flatten().copied();
    let sits = sit.iter().filter_map(|file| given.sits.get(*file)).flatten().flatten().cloned();
    RegionInput {
        name: region.name.clone(),
        decks: decks.collect(),
        configured: true,
        whole: region.complete,
        csd_release: region.csd_release.clone(),
        sit: sits.collect(),
        lists: region.lists.clone().map_or(Lists::Grplist, Lists::Named),
    }
}

/// The files that belong to no region of a configuration.
fn add_loose(run: &mut RunRegions, given: &Files, loose: &[usize]) {
    let decks: Vec<DeckId> =
        loose.iter().filter_map(|file| given.decks.get(*file)).flatten().copied().collect();
    let sits: Vec<(usize, &Vec<SitInput>)> =
        loose.iter().flat_map(|file| given.sits[*file].iter().map(move |sit| (*file, sit))).collect();
    let region = |decks, sit| RegionInput { decks, sit, lists: Lists::EveryGroup, ..RegionInput::default() };
    match sits.as_slice() {
        [] if decks.is_empty() => {}
        [] => run.inputs.push(region(decks, Vec::new())),
        [(_, sit)] => run.inputs.push(region(decks, (*sit).clone())),
        several => {
            let names = several.iter().take(2).map(|(file, _)| given.names[*file].as_str());
            let names = names.collect::<Vec<_>>().join(", ");
            let more = if several.len() > 2 { ", ..." } else { "" };
            run.notes.push(format!(
                "{} SITs ({names}{more}): each is checked alone; [[region]] in cicslint.toml says which decks belong \
                 to which",
                several.len()
            ));
            if !decks.is_empty() {
                run.inputs.push(region(decks, Vec::new()));
            }
            run.inputs.extend(several.iter().map(|(_, sit)| region(Vec::new(), (*sit).clone())));
        }
    }
}

/// What is found in the regions, by file and place, each finding once however many regions have it. What cannot be
/// shown in a file is added to the notes.
pub(super) fn check(
    run: &RunRegions,
    selection: &Selection,
    unpriced: bool,
    notes: &mut Vec<String>,
) -> Vec<Placed> {
    let regions = Regions::new(&run.decks, &run.inputs);
    let wanted = rules::numbers().filter(|id| selection.wants(*id));
    let declared = RuleSet::new(wanted.map(|id| (id, rules::rule(id))));
    let session = Session::new(&declared, &run.decks, &PlacedSink::new(selection));
    let alone = match run.inputs.as_slice() {
        [one] => Some(regions.resolve(one)),
        _ => None,
    };
    let one = |number: usize| {
        let own;
        let region = match &alone {
            Some(region) => region,
            None => {
                own = regions.resolve(&run.inputs[number]);
                &own
            }
        };
        let mut sink = PlacedSink::new(selection);
        check_one(&run.decks, region, &session, &mut sink);
        // What a definition is by itself it is in every region.
        let mut everywhere = PlacedSink::new(selection);
        session.check_definitions(region.csd(), region.is_configured(), &mut everywhere);
        let mut groups = GroupUse::default();
        groups.add(region);
        Part {
            number,
            placed: sink.into_placed(),
            everywhere: everywhere.into_placed(),
            groups,
            notes: notes_of(&run.decks, region),
        }
    };
    let sum = match run.inputs.len() {
        0 => return Vec::new(),
        1 => Together::default().with(one(0)),
        count => (0..count)
            .into_par_iter()
            .map(one)
            .fold(Together::default, Together::with)
            .reduce(Together::default, Together::and),
    };
    notes.extend(sum.notes);
    let mut sink = PlacedSink::new(selection);
    sum.groups.report(&run.decks, &mut sink);
    let mut placed = sum.merged.into_placed(&run.inputs);
    placed.extend(sum.everywhere);
    placed.extend(sink.into_placed());
    if !unpriced {
        price(run, &regions, alone.as_ref(), &mut placed, notes);
    }
    placed
}

/// What one region gives.
struct Part {
    number: usize,
    placed: Vec<Placed>,
    everywhere: Vec<Placed>,
    groups: GroupUse,
    notes: Vec<String>,
}

/// What several regions give.
#[derive(Default)]
struct Together {
    merged: Merged,
    /// Findings that hold whatever the region.
    everywhere: Vec<Placed>,
    groups: GroupUse,
    notes: Vec<String>,
}

impl Together {
    fn with(mut self, part: Part) -> Self {
        self.merged.add(part.number, part.placed);
        self.everywhere.extend(part.everywhere);
        self.groups.absorb(part.groups);
        self.notes.extend(part.notes);
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.merged.absorb(other.merged);
        self.everywhere.extend(other.everywhere);
        self.groups.absorb(other.groups);
        self.notes.extend(other.notes);
        self
    }
}

/// What a finding cannot say, for it has no place in a file.
fn notes_of(decks: &Decks, region: &Region) -> Vec<String> {
    let mut notes = Vec::new();
    for list in region.lists().iter().filter(|list| list.lists.is_empty() && list.place.is_none()) {
        let name = region.name();
        notes.push(format!(
            "no deck makes a list {}, which the configuration names for region {name}",
            list.written
        ));
    }
    // Without a configuration GRPLIST is not followed; that matters where the decks make one of its lists.
    if region.takes_every_group() && !region.is_configured() {
        let csd = region.csd();
        let made = |(list, _): &(String, _)| {
            decks
                .names()
                .get(list)
                .is_some_and(|list| csd.list(list).is_some_and(|list| list.made_by().is_some()))
        };
        if region.sit().operands("GRPLIST").iter().any(made) {
            notes.push(
                "GRPLIST is not followed: every group counts as installed; a [[region]] in cicslint.toml ties the SIT to \
                 the decks"
                    .to_owned(),
            );
        }
    }
    notes
}

fn check_one(decks: &Decks, region: &Region, session: &Session<'_>, sink: &mut PlacedSink<'_>) {
    check_csd(decks, region, sink);
    check_region(decks, region, sink);
    session.check_region(region, sink);
}
