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

    /// Orders by price: what saturates before what costs CPU at the workload's rate, before CPU of a task, before time,
    /// before consequences, before what has no price. The greater is the dearer.
    pub fn by_price(&self, other: &Self) -> Ordering {
        let rank = |impact: &Self| match impact.status {
            Status::None => 0,
            Status::Consequence => 1,
            Status::Scored => 2,
            Status::Saturated => 3,
        };
        let mid = |range: Option<Range>| range.and_then(|range| range.mid).unwrap_or(0.0);
        rank(self)
            .cmp(&rank(other))
            .then_with(|| mid(self.cpu_percent_of_engine).total_cmp(&mid(other.cpu_percent_of_engine)))
            .then_with(|| mid(self.cpu_us_per_tran).total_cmp(&mid(other.cpu_us_per_tran)))
            .then_with(|| {
                let p95 = |impact: &Self| mid(impact.response_ms.map(|response| response.p95));
                p95(self).total_cmp(&p95(other))
            })
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
