//! The numbers of the model: published tables, constants with their ranges and sources, machines.
//!
//! All of it is text in the program and read on first use, so that a run which asks the model nothing pays nothing.

pub mod constants;
pub mod evidence;
pub mod machines;

use serde::{Deserialize, Serialize};

/// How far a number can be trusted; the order is from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Measured, on a machine of the kind or as a property that does not depend on one.
    Calibrated,
    /// Computed from such measurements.
    Derived,
    /// Measured on another machine, release or product.
    Borrowed,
    /// A choice without a source.
    Assumed,
}

impl Basis {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Calibrated => "calibrated",
            Basis::Derived => "derived",
            Basis::Borrowed => "borrowed",
            Basis::Assumed => "assumed",
        }
    }
}

/// A number with its bounds: `low <= mid <= high`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Default)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Best value.
    pub mid: f64,
    /// Upper bound.
    pub high: f64,
}

impl Interval {
    /// A number known exactly.
    pub fn exact(value: f64) -> Self {
        Interval { low: value, mid: value, high: value }
    }

    /// Bounds put in order around a value.
    pub fn around(low: f64, mid: f64, high: f64) -> Self {
        Interval { low: low.min(high).min(mid), mid, high: high.max(low).max(mid) }
    }

    /// Multiplied by a number that is not negative.
    pub fn times(self, factor: f64) -> Self {
        Interval { low: self.low * factor, mid: self.mid * factor, high: self.high * factor }
    }

    /// The sum of both, bound by bound.
    pub fn plus(self, other: Interval) -> Self {
        Interval { low: self.low + other.low, mid: self.mid + other.mid, high: self.high + other.high }
    }
}
