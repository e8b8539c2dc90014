//! A gain of the model as the impact of a finding.

use super::numbers::range;
use crate::model::compare::{Gain, Solved};
use crate::model::data::{Basis, Interval};
use crate::model::workload::Workload;
use crate::rules::{Impact, PriceBasis, ResponseCost, Status};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What the figures of a workload rest on.
pub(super) fn assumptions(workload: &Workload, touched: &[String]) -> Vec<Cow<'static, str>> {
    let mut all =
        vec![Cow::Borrowed("rates and CPU within 10 % either way where the workload gives no bounds")];
    if workload.arrivals.burst_length_s.is_none() {
        all.push(Cow::Borrowed("no bursts: the workload gives no burst_length_s"));
    }
    let like = workload.transaction.iter().filter(|t| touched.contains(&t.id)).filter_map(|t| {
        let archetype = t.archetype.as_deref()?;
        Some(Cow::Owned(format!("{} is taken to be like {archetype}", t.id)))
    });
    all.extend(like.take(4));
    all
}

/// Why the response of these transactions is not predicted, on either side of a change.
pub(super) fn not_predicted(solved: [&Solved; 2], touched: &[String]) -> BTreeSet<Cow<'static, str>> {
    let of = |side: &Solved, id: &String| side.built().not_predicted.get(id).copied();
    let each = touched.iter().flat_map(|id| solved.map(|side| of(side, id)));
    each.flatten().map(Cow::Borrowed).collect()
}

/// The least change in the share of its work that a region can do which counts.
const LEAST_HELD: f64 = 0.002;

/// A gain as an impact. Where something saturates, only what changes how much of the work can be done is called so; the
/// rest keeps its CPU, and has times only where those it touches have any.
pub(super) fn scored(gain: &Gain, before: &Solved, after: &Solved, edits: &str) -> Impact {
    let response = ResponseCost { p50: range(gain.p50_ms), p95: range(gain.p95_ms) };
    let difference = || format!("the model as it is, less the model with {edits}");
    let felt = !gain.touched.is_empty() || gain.percent_of_engine != Interval::default();
    let (status, why) = match (before.saturates(), after.saturates()) {
        _ if !felt => (Status::Scored, format!("no transaction of the workload feels {edits}")),
        (None, None) => (Status::Scored, difference()),
        (Some(was), is) => {
            let (held, holds) = (before.holds(), after.holds());
            let part = |share: f64| match (share * 100.0).floor() {
                0.0 => "less than 1 % of the rates".to_owned(),
                percent => format!("{percent} % of the rates"),
            };
            match (is, (holds - held).abs() >= LEAST_HELD) {
                (None, _) => (
                    Status::Saturated,
                    format!(
                        "{was} saturates: the region keeps up with {} at most; with {edits} with all",
                        part(held)
                    ),
                ),
                (Some(_), true) if holds > held => (
                    Status::Saturated,
                    format!(
                        "{was} saturates: the region keeps up with {} at most; with {edits} with {}, and more is needed",
                        part(held),
                        part(holds)
                    ),
                ),
                (Some(is), true) => (
                    Status::Saturated,
                    format!(
                        "{was} saturates: the region keeps up with {} at most; with {edits} {is} leaves {}",
                        part(held),
                        part(holds)
                    ),
                ),
                (Some(_), false) => (
                    Status::Scored,
                    format!(
                        "{}; {was} saturates with it and without: the region keeps up with {} at most",
                        difference(),
                        part(held)
                    ),
                ),
            }
        }
        (None, Some(is)) => (
            Status::Saturated,
            format!("{is} would saturate with {edits}, which alone is no cure at this load"),
        ),
    };
    let moves = response.p50.mid.is_some_and(|ms| ms.abs() > 1e-6)
        || response.p95.mid.is_some_and(|ms| ms.abs() > 1e-6);
    let basis = match (gain.basis, moves) {
        (Basis::Calibrated, false) => PriceBasis::Calibrated,
        (Basis::Calibrated | Basis::Derived, _) => PriceBasis::Derived,
        (Basis::Borrowed, _) => PriceBasis::Borrowed,
        (Basis::Assumed, _) => PriceBasis::Assumed,
    };
    Impact {
        status,
        cpu_us_per_tran: Some(gain.cpu_us.into()),
        cpu_percent_of_engine: Some(gain.percent_of_engine.into()),
        response_ms: (status == Status::Scored).then_some(response),
        consequence: (status == Status::Saturated).then_some("queueing"),
        basis,
        evidence: gain.evidence.iter().cloned().map(Cow::Owned).collect(),
        ..Impact::none(why)
    }
}
