//! From beginning to end: measured runs as a user would solve them, an archetype or a few lines of workload through
//! `solve`, against what was published of them.
//!
//! The other tables test formulas one at a time, some of them in a form of their own. These say what comes out of all of
//! them together; what is allowed is for the worst row.

use serde::Serialize;

use super::{Status, fit};
use crate::model::answer::{self, Outcome};
use crate::model::workload::{Configuration, read};

mod runs;

/// One row of a run, as solved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SolvedRow {
    /// Which row.
    pub label: String,
    /// What the source prints.
    pub published: f64,
    /// The lower bound of what `solve` says, where there is one.
    pub low: Option<f64>,
    /// Its best value; nothing where it saturates.
    pub solved: Option<f64>,
    /// Its upper bound.
    pub high: Option<f64>,
    /// How far off the best value is, in percent.
    pub error: f64,
}

/// A quantity of measured runs, as solved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EndToEnd {
    /// The table of the rows.
    pub id: String,
    /// What is compared.
    pub quantity: String,
    /// The rows.
    pub rows: Vec<SolvedRow>,
    /// Mean absolute error in percent.
    pub mean: f64,
    /// The worst error in percent.
    pub worst: f64,
    /// The worst that is allowed.
    pub allowed: f64,
    /// Whether it holds.
    pub status: Status,
    /// Why it is no better, where there is something to say.
    pub why: String,
}

/// What is taken from an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Quantity {
    /// Mean response in ms, less that of a part which the model does not contain.
    Response,
    /// CPU of a task in us.
    Cpu,
    /// The same without that of the mirror, which is spent in another region.
    OwnCpu,
    /// CPU of a task on the QR TCB in us.
    QrCpu,
    /// What may run on zIIPs, in percent of an engine.
    Ziip,
}

/// A run: its row, what is published of it, and how it is solved.
struct Run {
    label: String,
    published: f64,
    /// The workload file.
    workload: String,
    /// The settings of the region.
    settings: Vec<String>,
}

/// What is claimed of some runs.
struct Claim {
    id: &'static str,
    quantity: Quantity,
    /// In words.
    name: &'static str,
    allowed: f64,
    why: &'static str,
    runs: Vec<Run>,
}

/// Solves all of them.
pub(super) fn end_to_end() -> Vec<EndToEnd> {
    runs::claims().into_iter().map(compared).collect()
}

fn compared(claim: Claim) -> EndToEnd {
    let rows: Vec<SolvedRow> = claim.runs.iter().map(|run| row(claim.quantity, run)).collect();
    let errors = || rows.iter().map(|row| row.error.abs());
    let worst = errors().fold(0.0, f64::max);
    EndToEnd {
        id: claim.id.to_owned(),
        quantity: claim.name.to_owned(),
        mean: errors().sum::<f64>() / rows.len().max(1) as f64,
        worst,
        allowed: claim.allowed,
        status: if worst <= claim.allowed && !rows.is_empty() { Status::Holds } else { Status::Broken },
        why: claim.why.to_owned(),
        rows,
    }
}

fn row(quantity: Quantity, run: &Run) -> SolvedRow {
    let [low, solved, high] = outcome(run).map_or([None; 3], |outcome| of(&outcome, quantity));
    let error = solved.map_or(100.0, |solved| fit::percent(solved, run.published));
    SolvedRow { label: run.label.clone(), published: run.published, low, solved, high, error }
}

/// The answer of a run; nothing where the model refuses it, which a test keeps from happening.
fn outcome(run: &Run) -> Option<Outcome> {
    let mut configuration = Configuration::default();
    for setting in &run.settings {
        configuration.edit(setting).ok()?;
    }
    answer::solve("MEASURED", &read(&run.workload).ok()?, &configuration).ok()
}

fn of(outcome: &Outcome, quantity: Quantity) -> [Option<f64>; 3] {
    let Some(t) = outcome.transactions.first() else { return [None; 3] };
    let used = |name: &str, scale: f64| {
        let found = outcome.resources.iter().find(|resource| resource.name == name);
        let value = found.filter(|_| !outcome.saturated).map(|r| r.utilisation * r.capacity * scale);
        [None, value, None]
    };
    match quantity {
        Quantity::Response => {
            let mean = t.response_ms.mean;
            [mean.low, mean.mid, mean.high]
        }
        Quantity::Cpu => [t.cpu_us.low, t.cpu_us.mid, t.cpu_us.high].map(Some),
        Quantity::OwnCpu => {
            let mirror = t.cpu_parts_us.get("mirror").copied().unwrap_or_default();
            let (all, part) = (t.cpu_us, mirror);
            [all.low - part.low, all.mid - part.mid, all.high - part.high].map(Some)
        }
        Quantity::QrCpu if t.rate > 0.0 => used("QR TCB", 1e6 / t.rate),
        Quantity::QrCpu => [None; 3],
        Quantity::Ziip => used("zIIPs", 100.0),
    }
}
