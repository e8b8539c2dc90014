//! A gain of the model as the impact of a finding.

use super::numbers::range;
use crate::model::compare::{Gain, Solved};
use crate::model::data::Basis;
use crate::model::workload::Workload;
use crate::rules::{Impact, PriceBasis, ResponseCost, Status};
use std::borrow::Cow;

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

/// A gain as an impact.
pub(super) fn scored(gain: &Gain, before: &Solved, after: &Solved, edits: &str) -> Impact {
    let response = ResponseCost { p50: range(gain.p50_ms), p95: range(gain.p95_ms) };
    let full = |solved: &Solved| {
        let name = solved.full().map(str::to_owned);
        name.or_else(|| solved.mid().resources.iter().find(|r| r.saturated).map(|r| r.name.clone()))
    };
    let (status, why) = match (full(before), full(after)) {
        (None, None) => (Status::Scored, format!("the model as it is, less the model with {edits}")),
        (Some(what), None) => (
            Status::Saturated,
            format!(
                "{what} saturates: more work comes than it can do, and the backlog grows; with {edits} it holds"
            ),
        ),
        (Some(what), Some(_)) => {
            (Status::Saturated, format!("{what} saturates, and more than {edits} is needed to keep up"))
        }
        (None, Some(what)) => (
            Status::Saturated,
            format!("{what} would saturate with {edits}, which alone is no cure at this load"),
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
