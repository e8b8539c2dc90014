//! Results with bounds: a region solved, compared with a change, or followed over a range of values.
//!
//! Every region is solved three times, with all that is uncertain at its lower, middle and upper bound: rates within
//! 10 %, CPU within what the workload says, constants within their range, bursts milder and stronger. CPU alone does not
//! depend on the queues and is bounded by its parts. Response times are estimates of the model: no published
//! measurement shows response against load, so they are never better than derived.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::Solved;
use super::data::{Basis, Interval};
use super::difference::{Difference, differences};
use super::solve::parameters::{CAUSES, Parameters};
use super::solve::{Answer, Point};
pub use super::sweep::{Range, Step, Sweep, sweep};
use super::validate::{Remark, remarks};
use super::workload::{Configuration, Refused, SELDOM, UsedSetting, Workload};

/// Bounds of a time; nothing where it has no limit because something is saturated.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Bounded {
    /// Lower bound.
    pub low: Option<f64>,
    /// Best value.
    pub mid: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
}

/// Response of a transaction, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct ResponseMs {
    /// Mean.
    pub mean: Bounded,
    /// Median.
    pub p50: Bounded,
    /// 95th percentile.
    pub p95: Bounded,
}

/// A transaction.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TransactionOutcome {
    /// Its identifier.
    pub id: String,
    /// Arrivals per second.
    pub rate: f64,
    /// The share abended because its class was full (AKCC).
    pub lost: f64,
    /// CPU of a task, in microseconds.
    pub cpu_us: Interval,
    /// The same by what it is spent on.
    pub cpu_parts_us: BTreeMap<&'static str, Interval>,
    /// Response.
    pub response_ms: ResponseMs,
    /// Why that is not predicted, but made of times as they were measured once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_not_predicted: Option<&'static str>,
    /// Waits and delays, at the best values, in milliseconds.
    pub waits_ms: BTreeMap<&'static str, f64>,
    /// How far the CPU can be trusted: the worst of its parts.
    pub basis: Basis,
    /// The evidence rows.
    pub evidence: Vec<String>,
}

/// A resource.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResourceOutcome {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    /// How many there are.
    pub capacity: f64,
    /// The share in use.
    pub utilisation: f64,
    /// Mean number waiting.
    pub queue: f64,
    /// Whether more is asked than it can give.
    pub saturated: bool,
}

/// A region, solved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    /// The version of this form.
    pub version: u32,
    /// The region.
    pub region: String,
    /// Whether anything saturates at the best values.
    pub saturated: bool,
    /// What saturates first, if anything.
    pub bottleneck: Option<String>,
    /// Transactions, in their order.
    pub transactions: Vec<TransactionOutcome>,
    /// Resources, the QR TCB first.
    pub resources: Vec<ResourceOutcome>,
    /// CPU of the region itself, whatever runs in it, in percent of an engine, by part.
    pub region_cpu_percent: BTreeMap<&'static str, Interval>,
    /// The settings that the answer rests on.
    pub settings: Vec<UsedSetting>,
    /// What has been taken for granted.
    pub assumptions: Vec<String>,
    /// Errors of the sources that the evidence comes from.
    pub remarks: Vec<Remark>,
}

impl Outcome {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// A transaction by its identifier.
    pub fn transaction(&self, id: &str) -> Option<&TransactionOutcome> {
        self.transactions.iter().find(|t| t.id == id)
    }

    /// Mean response over all transactions, by rate, at the best values; nothing if any saturates.
    pub fn mean_ms(&self) -> Option<f64> {
        let rate: f64 = self.transactions.iter().map(|t| t.rate).sum();
        // Where none has a rate, all count alike.
        let weight = |t: &TransactionOutcome| {
            if rate > 0.0 { t.rate / rate } else { 1.0 / self.transactions.len() as f64 }
        };
        self.transactions.iter().map(|t| t.response_ms.mean.mid.map(|m| m * weight(t))).sum()
    }
}

/// Why the model gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The workload or a setting was refused.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The numbers make no sense.
    #[error(transparent)]
    Unfit(#[from] super::solve::Unfit),
}

const ASSUMPTIONS: [&str; 4] = [
    "rates within 10 % either way",
    "exponential bursts and delays",
    "response times are model estimates, checked against simulation and not against hardware",
    "TCB switches of THREADSAFE programs as if their calls were evenly mixed",
];

/// Solves a region under a workload.
pub fn solve(region: &str, workload: &Workload, configuration: &Configuration) -> Result<Outcome, NoAnswer> {
    Ok(outcome(region, &Solved::new(region, workload, configuration)?))
}

/// What has been solved, in the form of a result.
pub fn outcome(region: &str, solved: &Solved) -> Outcome {
    let parameters = solved.parameters();
    let [low, mid, high] = solved.points();
    let transactions: Vec<TransactionOutcome> = parameters
        .transactions
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let three = [low, mid, high].map(|point| &point.transactions[i]);
            let not_predicted = solved.built().not_predicted.get(&t.id).copied();
            TransactionOutcome { response_not_predicted: not_predicted, ..transaction(t, three) }
        })
        .collect();
    let remarks = remarks_on(&transactions);
    let mut resources: Vec<ResourceOutcome> = mid
        .resources
        .iter()
        .map(|r| ResourceOutcome {
            name: r.name.clone(),
            kind: r.kind,
            capacity: r.capacity,
            utilisation: r.utilisation,
            queue: r.queue,
            saturated: r.saturated,
        })
        .collect();
    resources.extend(solved.built().ziips.map(|(split, count)| ResourceOutcome {
        name: "zIIPs".to_owned(),
        kind: "engine",
        capacity: f64::from(count),
        utilisation: split.ziip / f64::from(count),
        queue: 0.0,
        saturated: false,
    }));
    Outcome {
        version: 1,
        region: region.to_owned(),
        saturated: mid.saturated(),
        bottleneck: bottleneck(mid),
        transactions,
        resources,
        region_cpu_percent: region_cpu(parameters),
        settings: solved.settings().to_vec(),
        assumptions: ASSUMPTIONS
            .iter()
            .map(|text| (*text).to_owned())
            .chain(solved.built().notes.clone())
            .collect(),
        remarks,
    }
}

/// The errors of the sources that touch the evidence of these transactions.
fn remarks_on(transactions: &[TransactionOutcome]) -> Vec<Remark> {
    let rows = || transactions.iter().flat_map(|t| &t.evidence);
    let touched = |remark: &Remark| rows().any(|row| row.split(':').next() == Some(remark.touches));
    remarks().into_iter().filter(touched).collect()
}

fn region_cpu(parameters: &Parameters) -> BTreeMap<&'static str, Interval> {
    parameters.idle_cpu.iter().map(|part| (part.name, part.seconds.times(100.0))).collect()
}

/// What is full, or else the fullest resource.
pub fn bottleneck(point: &Point) -> Option<String> {
    if let Some((what, _)) = &point.full {
        return Some(what.clone());
    }
    point.resources.iter().max_by(|a, b| a.utilisation.total_cmp(&b.utilisation)).map(|r| r.name.clone())
}

fn transaction(
    parameters: &super::solve::parameters::Transaction,
    [low, mid, high]: [&Answer; 3],
) -> TransactionOutcome {
    let ms = |f: fn(&super::solve::Response) -> f64| {
        let at = |answer: &Answer| answer.response.as_ref().map(|r| f(r) * 1e3);
        let (low, mid, high) = (at(low), at(mid), at(high));
        // Bounds belong together: a region may be a little slower at its "low" end where fewer tasks share it.
        let least = low.into_iter().chain(mid).reduce(f64::min);
        let most = high.map(|h| mid.map_or(h, |m| m.max(h)));
        Bounded { low: least, mid, high: most }
    };
    let mut parts: BTreeMap<&'static str, Interval> = BTreeMap::new();
    let mut cpu = Interval::default();
    // Nothing rests on nothing.
    let mut basis = if parameters.cpu.is_empty() { Basis::Assumed } else { Basis::Calibrated };
    let mut evidence: Vec<String> = Vec::new();
    for part in &parameters.cpu {
        let us = part.seconds.times(1e6);
        cpu = cpu.plus(us);
        let sum = parts.entry(part.name).or_default();
        *sum = sum.plus(us);
        basis = basis.max(part.basis);
        for row in &part.evidence {
            if !evidence.contains(row) {
                evidence.push(row.clone());
            }
        }
    }
    let waits = mid.response.map_or_else(BTreeMap::new, |r| {
        let each = CAUSES.iter().zip(r.causes).filter(|(_, seconds)| *seconds > 0.0);
        each.map(|(cause, seconds)| (cause.name(), seconds * 1e3)).collect()
    });
    TransactionOutcome {
        id: mid.id.clone(),
        rate: if mid.rate > SELDOM { mid.rate } else { 0.0 },
        lost: mid.lost,
        cpu_us: cpu,
        cpu_parts_us: parts,
        response_ms: ResponseMs { mean: ms(|r| r.mean), p50: ms(|r| r.p50), p95: ms(|r| r.p95) },
        response_not_predicted: None,
        waits_ms: waits,
        basis,
        evidence,
    }
}

/// A region before and after a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WhatIf {
    /// The version of this form.
    pub version: u32,
    /// The edits, as given.
    pub edits: Vec<String>,
    /// Without them.
    pub before: Outcome,
    /// With them.
    pub after: Outcome,
    /// The difference that they make to each transaction.
    pub differences: Vec<Difference>,
}

impl WhatIf {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Solves a region with and without some edits (`TYPE.NAME.ATTRIBUTE=VALUE`).
pub fn what_if(
    region: &str,
    workload: &Workload,
    configuration: &Configuration,
    edits: &[String],
) -> Result<WhatIf, NoAnswer> {
    let before = Solved::new(region, workload, configuration)?;
    let after = Solved::new(region, workload, &edited(configuration, edits)?)?;
    let differences = differences(&before, &after);
    let (before, after) = (outcome(region, &before), outcome(region, &after));
    Ok(WhatIf { version: 1, edits: edits.to_vec(), before, after, differences })
}

/// Applies edits over the configuration; they count before what the workload sets.
pub(super) fn edited(configuration: &Configuration, edits: &[String]) -> Result<Configuration, Refused> {
    let mut configuration = configuration.clone();
    edits.iter().try_for_each(|edit| configuration.edit(edit))?;
    Ok(configuration)
}
