//! The QR TCB: how long a visit waits, for each priority, in bursts and between them.

use super::digest::Digest;
use crate::model::kernel::Settled;
use crate::model::kernel::bursts::{Burst, Phases, queue};
use crate::model::kernel::single::{Stream, by_priority, in_order, memory_s, utilisation};

/// The QR TCB at rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Qr {
    pub busy: f64,
    /// Mean wait of a visit, for each transaction and phase, in seconds.
    pub wait: Vec<[f64; 2]>,
    /// Variance of that wait.
    pub variance: Vec<[f64; 2]>,
    /// How long the queue remembers its length, in seconds.
    pub memory: f64,
}

/// Arrivals in phases; without bursts everything is in the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arrivals {
    pub burst: Option<Burst>,
    /// The share of arrivals in each phase.
    pub share: [f64; 2],
}

impl Arrivals {
    pub(super) fn of(burst: Option<Burst>) -> Self {
        let phases = burst.and_then(|b| b.phases(1.0));
        let share = phases.map_or([1.0, 0.0], |p| p.arrivals());
        Arrivals { burst: burst.filter(|_| phases.is_some()), share }
    }

    pub(super) fn phases(&self, rate: f64) -> Option<Phases> {
        self.burst.and_then(|b| b.phases(rate))
    }

    pub(super) fn mean(&self, by_phase: [f64; 2]) -> f64 {
        self.share[0] * by_phase[0] + self.share[1] * by_phase[1]
    }
}

/// Solves the QR TCB for transactions at these rates; `stretch` is how much longer bursts take for want of engines.
pub(super) fn solve(
    digests: &[Digest],
    rates: &[f64],
    priorities: &[u8],
    ageing: f64,
    stretch: f64,
    arrivals: &Arrivals,
) -> Settled<Qr> {
    let streams: Vec<Stream> = digests
        .iter()
        .zip(rates)
        .zip(priorities)
        .map(|((digest, rate), priority)| stream(digest, *rate, *priority, stretch))
        .collect();
    let busy = utilisation(&streams);
    let same = priorities.windows(2).all(|w| w[0] == w[1]);
    in_order(&streams).and_then(|common| {
        let each = if same || ageing >= 1.0 {
            Settled::Steady(vec![common; streams.len()])
        } else {
            by_priority(&streams, ageing)
        };
        each.and_then(|each| {
            let visits: f64 = streams.iter().map(|s| s.rate).sum();
            let mean_visit = if visits > 0.0 { busy / visits } else { 0.0 };
            // The wait of an M/M/1 queue has variance W² (2 - ρ) / ρ.
            let spread = if busy > 0.0 { (2.0 - busy) / busy } else { 0.0 };
            let extra = match bursts(digests, rates, stretch, arrivals) {
                None => Settled::Steady(([0.0; 2], [0.0; 2])),
                Some(extra) => extra,
            };
            extra.map(|(mean, variance)| Qr {
                busy,
                wait: each
                    .iter()
                    .map(|w| {
                        let share = if common > 0.0 { w / common } else { 1.0 };
                        [0, 1].map(|j| (w + mean[j] * share).max(0.0))
                    })
                    .collect(),
                variance: each.iter().map(|w| [0, 1].map(|j| w * w * spread + variance[j])).collect(),
                memory: memory_s(mean_visit, busy),
            })
        })
    })
}

fn stream(digest: &Digest, rate: f64, priority: u8, stretch: f64) -> Stream {
    let work = digest.work;
    let visits = work.visits;
    if visits <= 0.0 {
        return Stream { rate: 0.0, service_s: 0.0, variation: 1.0, priority };
    }
    let mean = work.qr_s / visits;
    // Visits are exponential, each about its own mean.
    let second = 2.0 * work.qr_squares / visits;
    let variation = if mean > 0.0 { second / (mean * mean) - 1.0 } else { 1.0 };
    Stream { rate: rate * visits, service_s: mean * stretch, variation, priority }
}

/// What bursts add to the wait of a visit, and to its variance, in each phase.
type Extra = Settled<([f64; 2], [f64; 2])>;

/// The work waiting under alternating rates, beyond that under the mean rate, turned into waits of visits.
///
/// Tasks come back to the queue, so that it shares the server among them nearly evenly: the queue is longer than the
/// work divided by a whole task's service, by 2 / (1 + cv²) of that service (the mean of what is left of a task).
fn bursts(digests: &[Digest], rates: &[f64], stretch: f64, arrivals: &Arrivals) -> Option<Extra> {
    let rate: f64 = rates.iter().sum();
    let phases = arrivals.phases(rate)?;
    let mean = |f: fn(&Digest) -> f64| {
        digests.iter().zip(rates).map(|(d, r)| r * f(d)).sum::<f64>() / rate.max(1e-300)
    };
    let service = mean(|d| d.work.qr_s) * stretch;
    let visits = mean(|d| d.work.visits);
    if service <= 0.0 || visits <= 0.0 {
        return None;
    }
    let second = mean(|d| d.work.qr_squares + d.work.qr_s * d.work.qr_s) * stretch * stretch;
    let remaining = second / (2.0 * service * service);
    let plain = Phases { rate: [rate, rate], ends: phases.ends };
    let extra = queue(&phases, [service, service], 1).and_then(|with| {
        queue(&plain, [service, service], 1).map(|without| {
            let factor = 1.0 / (remaining * visits);
            let wait = [0, 1].map(|j| (with.wait_by_phase_s[j] - without.wait_by_phase_s[j]) * factor);
            let variance = [0, 1].map(|j| {
                ((with.variance_by_phase[j] - without.variance_by_phase[j]) * factor * factor).max(0.0)
            });
            (wait, variance)
        })
    });
    Some(extra)
}
