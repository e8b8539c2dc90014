//! Candidates from limits that are lower than what they have to hold, those of a group together.

use super::candidates::{Candidate, View, parts, push_new};
use super::data::knob;
use super::{Change, knobs, partners};
use crate::model::compare::Solved;
use crate::model::demand::{Demand, demands};
use crate::rules::Confidence;
use std::collections::BTreeMap;

/// The candidates of all groups.
pub(super) fn from_limits(view: View<'_, '_>, solved: &Solved) -> Vec<Candidate> {
    let Ok(Ok(demands)) = demands(solved.built()) else { return Vec::new() };
    let mut groups: BTreeMap<&str, Candidate> = BTreeMap::new();
    for demand in &demands {
        let Some(knob) = knob(&demand.setting) else { continue };
        let (kind, name, attribute) = parts(&demand.setting);
        let given = view.configuration.get(kind, name, attribute);
        let Some(value) = knobs::recommended(knob, demand, given) else { continue };
        let to = knobs::written(knob, value, given);
        let candidate = groups
            .entry(&knob.group)
            .or_insert_with(|| Candidate::new(format!("limit {}", knob.group), String::new()));
        candidate.change(view.change((kind, name, attribute), to));
        knob.requires.iter().for_each(|text| push_new(&mut candidate.requires, text.clone()));
        push_new(&mut candidate.sources, knob.source.clone());
        candidate.because(&arithmetic(demand, value));
        if let Some(note) = storage(demand, value) {
            candidate.notes.push(note);
            candidate.confidence = Confidence::Low;
        }
    }
    together(view, &mut groups);
    let with_partners = groups.into_values().map(|mut candidate| {
        partners::add(view, &mut candidate);
        candidate.named()
    });
    with_partners.collect()
}

/// Joins the groups of tasks and of threads where more threads are wanted than MXT lets tasks in: no more can be held, and
/// CICS warns of TCBLIMIT above its open TCBs.
fn together(view: View<'_, '_>, groups: &mut BTreeMap<&str, Candidate>) {
    let Some(mxt) = view.number("SIT", "", "MXT") else { return };
    let more = |change: &Change| change.to.parse::<u32>().is_ok_and(|threads| threads > mxt);
    let threads = groups.get("db2-threads").is_some_and(|threads| threads.changes.iter().any(more));
    let raises = groups.get("tasks").is_some_and(|tasks| tasks.changes.iter().any(|c| c.attribute == "MXT"));
    if threads
        && raises
        && let Some(threads) = groups.remove("db2-threads")
        && let Some(tasks) = groups.get_mut("tasks")
    {
        *tasks = tasks.clone().with(&threads);
    }
}

/// So much of the 2 GB below the bar is seldom free for the EDSAs of a region, in megabytes. From memory.
const SELDOM_FREE_MB: u32 = 1_200;

/// What is to be said of an EDSALIM that a region may not have room for.
fn storage(demand: &Demand, value: u32) -> Option<String> {
    (demand.setting == "SIT.EDSALIM" && value > SELDOM_FREE_MB).then(|| {
        format!(
            "EDSALIM={value}M is {:.1} of the 2 GB that an address space has below the bar, of which z/OS, Db2 threads and \
             LSR buffers take their part: few regions have so much; what this one has, REGION and IEFUSI say and the decks do \
             not",
            f64::from(value) / 1_024.0
        )
    })
}

/// How a recommended value comes about.
fn arithmetic(demand: &Demand, value: u32) -> String {
    let peak = match demand.peak_factor > 1.0 {
        true => format!(" x {:.2} in a burst", demand.peak_factor),
        false => String::new(),
    };
    if demand.setting == "SIT.EDSALIM" {
        return format!(
            "SIT.EDSALIM: it holds the storage of {} tasks, and {:.0} are to be in the region: {value}M in proportion",
            demand.capacity,
            demand.needed(),
        );
    }
    format!(
        "{}: {:.1}/s x {:.1} ms held{peak} = {:.1} in use, and room for their spread: {:.0}, rounded to {value}",
        demand.setting,
        demand.rate,
        demand.hold_s * 1e3,
        demand.peak(),
        demand.needed(),
    )
}
