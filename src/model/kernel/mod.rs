//! The mathematics of the model: pure functions over plain numbers, usable on their own.
//!
//! Seconds and events per second everywhere; a utilisation is a fraction of one server. Every answer is finite: a
//! queue that can't keep up is [`Settled::Saturated`], never an infinity or a not-a-number. Inputs that make no sense
//! (negative, not a number) count as zero, so a caller that has checked its input gets the textbook result and one
//! that has not gets no panic.

pub mod async_api;
pub mod buffers;
pub mod bursts;
pub mod erlang;
pub mod flow;
pub mod mva;
pub mod open;
pub mod overheads;
pub mod paths;
pub mod percentile;
pub mod possession;
pub mod single;
pub mod switches;

/// The state a queue settles into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Settled<T> {
    /// A steady state exists, and this describes it.
    Steady(T),
    /// More comes in than can be served.
    Saturated {
        /// How fast the backlog grows, per second.
        excess_per_s: f64,
    },
}

impl<T> Settled<T> {
    /// The steady state, if there is one.
    pub fn steady(self) -> Option<T> {
        match self {
            Settled::Steady(value) => Some(value),
            Settled::Saturated { .. } => None,
        }
    }

    /// Whether more comes in than can be served.
    pub fn is_saturated(&self) -> bool {
        matches!(self, Settled::Saturated { .. })
    }

    /// The same state, described otherwise.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Settled<U> {
        match self {
            Settled::Steady(value) => Settled::Steady(change(value)),
            Settled::Saturated { excess_per_s } => Settled::Saturated { excess_per_s },
        }
    }

    /// A further question about the steady state.
    pub fn and_then<U>(self, next: impl FnOnce(T) -> Settled<U>) -> Settled<U> {
        match self {
            Settled::Steady(value) => next(value),
            Settled::Saturated { excess_per_s } => Settled::Saturated { excess_per_s },
        }
    }
}

/// A saturated state; an excess that can't be told counts as the largest number.
pub(crate) fn saturated<T>(excess_per_s: f64) -> Settled<T> {
    Settled::Saturated {
        excess_per_s: if excess_per_s.is_finite() { excess_per_s.max(0.0) } else { f64::MAX },
    }
}

/// A quantity that can't be negative: what is not a number or below zero counts as zero.
pub(crate) fn quantity(x: f64) -> f64 {
    if x > 0.0 { x.min(1e150) } else { 0.0 }
}

#[cfg(test)]
pub(crate) mod close {
    /// Fails unless `a` is within a relative `tolerance` of `b`.
    #[track_caller]
    pub(crate) fn close(a: f64, b: f64, tolerance: f64) {
        let scale = b.abs().max(1e-12);
        assert!((a - b).abs() <= tolerance * scale, "{a} is not within {tolerance} of {b}");
    }
}
