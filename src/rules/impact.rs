//! What a finding costs: a price in CPU and time, a consequence that no number fits, or why neither is known.
//!
//! The numbers come from later stages; here is their form, and what follows from a rule alone.

use super::{Check, Cost, Finding, Rule, Severity};
use serde::Serialize;
use std::borrow::Cow;
use std::cmp::Ordering;

/// How a finding is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// In numbers.
    Scored,
    /// Something saturates, so that times have no limit.
    Saturated,
    /// By a consequence.
    Consequence,
    /// Not at all; the reason is given.
    None,
}

/// What the numbers rest on, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PriceBasis {
    /// Measured.
    Calibrated,
    /// Computed from measurements.
    Derived,
    /// Measured on another machine, release or product.
    Borrowed,
    /// Taken for granted.
    Assumed,
    /// There are no numbers.
    None,
}

impl PriceBasis {
    /// The name that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calibrated => "calibrated",
            Self::Derived => "derived",
            Self::Borrowed => "borrowed",
            Self::Assumed => "assumed",
            Self::None => "none",
        }
    }
}

/// A number with its bounds; a bound that does not exist, because something saturates there, is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Range {
    /// Lower bound.
    pub low: Option<f64>,
    /// Best value.
    pub mid: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
}

/// What a finding adds to the response of the transactions that it touches, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ResponseCost {
    /// Median.
    pub p50: Range,
    /// 95th percentile.
    pub p95: Range,
}

/// What a finding costs. Positive numbers are what its fix saves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// How it is priced.
    pub status: Status,
    /// CPU of a task of the transactions that it touches, in microseconds.
    pub cpu_us_per_tran: Option<Range>,
    /// CPU in percent of an engine, at the rate of the workload.
    pub cpu_percent_of_engine: Option<Range>,
    /// Response of the transactions that it touches.
    pub response_ms: Option<ResponseCost>,
    /// refused-at-startup, command-rejected, abend, data-at-risk, security or queueing.
    pub consequence: Option<&'static str>,
    /// What the numbers rest on.
    pub basis: PriceBasis,
    /// Rows of the evidence.
    pub evidence: Vec<Cow<'static, str>>,
    /// What has been taken for granted.
    pub assumptions: Vec<Cow<'static, str>>,
    /// How the price comes about, or why there is none.
    pub why: Cow<'static, str>,
    /// Tasks per second of the transactions that it touches, where a workload says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_per_s: Option<f64>,
    /// The first of the transactions that it touches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transactions: Vec<String>,
    /// The edits whose effect this is: `TYPE.NAME.ATTRIBUTE=VALUE`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<String>,
}

impl Impact {
    /// No price, and why.
    pub fn none(why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: Status::None,
            cpu_us_per_tran: None,
            cpu_percent_of_engine: None,
            response_ms: None,
            consequence: None,
            basis: PriceBasis::None,
            evidence: Vec::new(),
            assumptions: Vec::new(),
            why: why.into(),
            rate_per_s: None,
            transactions: Vec::new(),
            edits: Vec::new(),
        }
    }

    fn consequence(what: &'static str, why: &'static str) -> Self {
        Self { status: Status::Consequence, consequence: Some(what), ..Self::none(why) }
    }

    /// CPU of a task in microseconds, the best value; what `--fail-over` and `--sort impact` go by.
    pub fn cpu_us(&self) -> Option<f64> {
        self.cpu_us_per_tran?.mid
    }

    /// Orders by price: what saturates before what the workload gives numbers for, before what is priced for a task taken
    /// for granted, before consequences, before what has no price. Numbers go by [`Self::lost_ms`], then by CPU of a
    /// task. The greater is the dearer.
    pub fn by_price(&self, other: &Self) -> Ordering {
        let rank = |impact: &Self| match impact.status {
            Status::None => 0,
            Status::Consequence => 1,
            Status::Scored if impact.cpu_percent_of_engine.is_none() => 2,
            Status::Scored => 3,
            Status::Saturated => 4,
        };
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.lost_ms().total_cmp(&other.lost_ms()))
            .then_with(|| mid(self.cpu_us_per_tran).total_cmp(&mid(other.cpu_us_per_tran)))
    }

    /// Milliseconds that tasks lose in a second, at best values: the rate times CPU and P95 of a task, or else the CPU of
    /// the region. Where no workload gives the rate, one task in a second.
    pub fn lost_ms(&self) -> f64 {
        let p95 = mid(self.response_ms.map(|response| response.p95));
        let of_tasks = self.rate_per_s.unwrap_or(1.0) * (mid(self.cpu_us_per_tran) * 1e-3 + p95);
        if of_tasks == 0.0 { mid(self.cpu_percent_of_engine) * 10.0 } else { of_tasks }
    }

    /// The price of a finding: as it was computed, or what follows from its rule.
    pub fn of<'f>(finding: &'f Finding, rule: &Rule) -> Cow<'f, Self> {
        match finding.impact.as_deref() {
            Some(impact) => Cow::Borrowed(impact),
            None => Cow::Owned(Self::unpriced(finding, rule)),
        }
    }

    /// What is said of a finding that no stage has priced.
    pub fn unpriced(finding: &Finding, rule: &Rule) -> Self {
        match rule.check {
            Check::Declared(declaration) => match declaration.cost {
                Cost::Consequence { what, cure: "" } => {
                    Self::consequence(what, "the consequence is the cost")
                }
                Cost::Consequence { what, cure } => Self::consequence(what, cure),
                Cost::None(why) => Self::none(why),
                Cost::WhatIf | Cost::Formula { .. } => {
                    Self::none("no region installs what the finding is about, so that nothing runs it")
                }
            },
            Check::Native => match (rule.applies_to, finding.severity) {
                ("SIT", Severity::Error) => Self::consequence(
                    "refused-at-startup",
                    "CICS does not take it; PARMERR says what happens then",
                ),
                (_, Severity::Error) => Self::consequence(
                    "command-rejected",
                    "DFHCSDUP rejects the command, and executes nothing but LIST after it",
                ),
                _ => Self::none(
                    "it changes nothing in what a task costs, or what it changes cannot be told from the definitions",
                ),
            },
        }
    }
}

/// The best value; 0 where there is none.
fn mid(range: Option<Range>) -> f64 {
    range.and_then(|range| range.mid).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(cpu_us: f64, p95_ms: f64, rate_per_s: Option<f64>) -> Impact {
        let range = |mid| Range { low: Some(mid), mid: Some(mid), high: Some(mid) };
        Impact {
            status: Status::Scored,
            cpu_us_per_tran: Some(range(cpu_us)),
            cpu_percent_of_engine: rate_per_s.map(|rate| range(cpu_us * rate * 1e-4)),
            response_ms: Some(ResponseCost { p50: range(0.0), p95: range(p95_ms) }),
            rate_per_s,
            ..Impact::none("")
        }
    }

    #[test]
    fn the_dearest_is_what_tasks_lose_most_by() {
        let wait = scored(0.0, 400.0, Some(10.0));
        let cpu = scored(20.0, 0.1, Some(100.0));
        let seldom = scored(200.0, 1.0, Some(0.01));
        let inferred = scored(900.0, 500.0, None);
        let refused = Impact { status: Status::Consequence, ..Impact::none("") };
        let full = Impact { status: Status::Saturated, ..scored(0.0, 0.0, Some(1.0)) };
        let mut all = [&refused, &inferred, &seldom, &wait, &full, &cpu];
        all.sort_by(|a, b| b.by_price(a));
        assert_eq!(all, [&full, &wait, &cpu, &seldom, &inferred, &refused]);
    }
}
