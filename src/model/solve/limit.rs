//! Limits: how long tasks wait for a place in a pool, under MXT or in a class, and what that saves inside.

use super::layers::Layers;
use crate::model::kernel::bursts::at_speeds;
use crate::model::kernel::mva::one_server;
use crate::model::kernel::possession::{Holding, wait_for};
use crate::model::kernel::{Settled, quantity};

/// A limit at rest: its wait in each phase.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Limit {
    pub wait: [f64; 2],
    pub waiting: [f64; 2],
    /// Seconds by which the limit shortens the time on the QR TCB inside, because it keeps others out.
    pub relief: f64,
    /// The same for those who don't need the limit, summed over them, for each task that does.
    pub relief_of_others: f64,
    /// The share of the holding time that is spent at the QR TCB: that much of the wait goes with its queue.
    pub at_qr: f64,
    pub utilisation: f64,
    pub queued: f64,
    pub lost: f64,
    pub excess: Option<f64>,
}

/// What is held, averaged over the transactions that hold it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    pub rate: f64,
    pub server: f64,
    pub other: f64,
    /// Holding time in each phase, and its second moment overall.
    pub hold: [f64; 2],
    pub second: f64,
    /// Second moment of the time on the QR TCB while holding.
    pub server_second: f64,
    /// Variance of it within each kind of task, by rate.
    pub squares: f64,
    /// Time waiting for the QR TCB while holding, without what bursts add to it.
    pub queued: f64,
}

impl Mean {
    /// Adds `rate` holders, each with `server` on the QR TCB, `hold` in all, `mean` without what bursts add to it, and a
    /// variance.
    pub(super) fn add(&mut self, rate: f64, server: [f64; 3], hold: [f64; 2], mean: f64, variance: f64) {
        let [server, squares, queued] = server;
        self.queued += rate * queued;
        self.rate += rate;
        self.squares += rate * squares;
        self.server_second += rate * (squares + server * server);
        self.server += rate * server;
        self.hold[0] += rate * hold[0];
        self.hold[1] += rate * hold[1];
        self.other += rate * mean;
        self.second += rate * (variance + mean * mean);
    }

    /// Divides by the rate; `other` becomes what is left when the open queue at the server is taken out.
    fn finish(mut self, busy: f64, squares: f64) -> (Mean, [f64; 2]) {
        if self.rate <= 0.0 {
            return (self, [1.0; 2]);
        }
        let n = self.rate;
        let mean = self.other / n;
        let variation = if mean > 0.0 { (self.second / n / (mean * mean) - 1.0).max(0.0) } else { 1.0 };
        self.server /= n;
        let work = if self.server > 0.0 {
            (self.server_second / n / (self.server * self.server) - 1.0).max(0.0)
        } else {
            1.0
        };
        self.hold = self.hold.map(|h| h / n);
        let queueing = if busy < 1.0 { self.server / (1.0 - busy) } else { 0.0 };
        // Visits of unequal length queue longer than that. What the holders do to one another by it is no delay that goes
        // on beside: it is in the spread of their work. With more than a quarter of it taken out, a higher limit could
        // seem to make a region slower, or bursts to make it faster (tests/model_properties.rs).
        let own = if squares > 0.0 { (self.squares / squares).min(1.0) } else { 0.0 };
        let uneven = UNEVEN * own * quantity(self.queued / n - (queueing - self.server));
        self.other = quantity(mean - queueing - uneven);
        (self, [variation, work])
    }
}

/// The part of the queueing for want of equal visits that is not taken for a delay.
const UNEVEN: f64 = 0.25;

impl Layers<'_> {
    /// A limit that outer limits keep from ever binding.
    pub(super) fn unlimited(&self, mean: Mean, capacity: u32) -> Limit {
        let held = self.arrivals.mean(mean.hold);
        let utilisation = if capacity > 0 { (held / f64::from(capacity)).min(1.0) } else { 0.0 };
        Limit { utilisation, ..Limit::default() }
    }

    /// The wait for a limit that is held as `mean` says.
    pub(super) fn limit(&self, mean: Mean, capacity: u32, purge: Option<u32>) -> Limit {
        let (mean, [variation, server_variation]) = mean.finish(self.qr.busy, self.qr.squares);
        if mean.rate <= 0.0 {
            return Limit::default();
        }
        let hold = self.arrivals.mean(mean.hold);
        let plain = mean.other + if self.qr.busy < 1.0 { mean.server / (1.0 - self.qr.busy) } else { 0.0 };
        let background = quantity(self.qr.busy - mean.rate * mean.server);
        // Visits of others between one's own spread the work further: fully if nothing held them back, not at all if they
        // queued with the holders alone; half of it is between.
        let others = quantity(self.qr.squares - mean.squares);
        let disturbed = if mean.server > 0.0 && background < 1.0 {
            others / (mean.server * (1.0 - background))
        } else {
            0.0
        };
        let holding = Holding {
            server_s: mean.server,
            background,
            other_s: mean.other,
            variation,
            server_variation: server_variation + disturbed,
        };
        let gate = match wait_for(mean.rate, capacity, holding, purge) {
            Settled::Steady(gate) => gate,
            Settled::Saturated { excess_per_s } => {
                return Limit { excess: Some(excess_per_s), utilisation: 1.0, ..Limit::default() };
            }
        };
        let utilisation = if capacity > 0 { (gate.inside / f64::from(capacity)).min(1.0) } else { 1.0 };
        let mut limit = Limit {
            wait: [gate.wait_s; 2],
            waiting: [gate.waiting; 2],
            relief: quantity(plain - gate.inside_s),
            relief_of_others: 0.0,
            at_qr: if hold > 0.0 { (1.0 - mean.other / hold).clamp(0.0, 1.0) } else { 0.0 },
            utilisation,
            queued: gate.queued,
            lost: gate.lost,
            excess: None,
        };
        let binds = gate.wait_s > 0.0 || self.arrivals.burst.is_some();
        let spread = if binds { holding.spread(capacity) } else { 1.0 };
        self.in_bursts(&mut limit, &mean, holding.background, capacity, spread);
        // A limit can't save more inside than it costs outside. The wait was scaled by the spread of the holding time and
        // what it saves was not: half of the room between them, as it was before scaling, is kept.
        let scaled = self.arrivals.mean(limit.wait);
        let before = scaled / spread;
        let part = if before > 0.0 { (limit.relief / before).min(1.0) } else { 0.0 };
        limit.relief = limit.relief.min(scaled * (1.0 + part) / 2.0);
        // With fewer holders at the QR TCB there are fewer of the others too, by the product form of that queue. Not all
        // of what is left of the wait is saved again; and what bursts pile up is not in balance, so that it says nothing.
        let background = holding.background.min(1.0);
        if background < 1.0 && self.arrivals.burst.is_none() {
            let others = limit.relief * background / (1.0 - background);
            limit.relief_of_others = others.min(0.9 * quantity(scaled - limit.relief));
        }
        limit
    }

    /// The wait for an outer limit, over tasks that wait for inner ones; `inner` is the sum of those waits over all
    /// arrivals, in each phase, for the pools that only these tasks use.
    ///
    /// The waits for inner pools were found without the outer limit. With it, tasks wait outside for what they would
    /// have waited for inside: the sum of both is hardly more than the larger one. So the outer limit is solved without
    /// the inner waits, and the two are joined as the sides of a right angle (exact when either is nothing).
    pub(super) fn outer_limit(
        &self,
        mean: Mean,
        inner: [f64; 2],
        capacity: u32,
        purge: Option<u32>,
    ) -> Limit {
        let all = self.arrivals.mean(inner);
        if all <= 0.0 || mean.rate <= 0.0 {
            return self.limit(mean, capacity, purge);
        }
        let keep = quantity(1.0 - all / mean.other);
        let free = Mean {
            other: mean.other * keep,
            hold: [0, 1].map(|j| quantity(mean.hold[j] - inner[j])),
            second: mean.second * keep * keep,
            ..mean
        };
        let mut limit = self.limit(free, capacity, purge);
        let before = self.arrivals.mean(limit.wait);
        for (wait, inner) in limit.wait.iter_mut().zip(inner) {
            let inner = inner / mean.rate;
            *wait = wait.hypot(inner) - inner;
        }
        // What the limit saves inside shrinks with it.
        let after = self.arrivals.mean(limit.wait);
        let part = if before > 0.0 { after / before } else { 1.0 };
        limit.relief *= part;
        limit.relief_of_others *= part;
        limit
    }

    /// Waits of one transaction for those pools, in each phase.
    pub(super) fn pool_waits(&self, transaction: usize, which: impl Fn(usize) -> bool) -> [f64; 2] {
        let holds = self.digests[transaction].holds.iter().filter(|h| which(h.pool));
        holds.fold([0.0; 2], |sum, h| {
            let wait = self.pools[h.pool].wait;
            [0, 1].map(|j| sum[j] + h.takes * wait[j])
        })
    }

    /// Replaces the wait by that of both phases, where arrivals burst.
    fn in_bursts(&self, limit: &mut Limit, mean: &Mean, background: f64, capacity: u32, spread: f64) {
        let Some(phases) = self.arrivals.phases(mean.rate) else { return };
        let hold = self.arrivals.mean(mean.hold);
        let most = phases.rate[1] * mean.hold[1].max(mean.hold[0]);
        if limit.lost > 0.0 || f64::from(capacity) > most + 10.0 * most.sqrt() + 10.0 {
            return;
        }
        let free = (1.0 - background).max(1e-9);
        let speeds: Vec<[f64; 2]> =
            one_server(mean.server / free, mean.other, capacity).map(|x| [x, x]).collect();
        match at_speeds(&phases, &speeds) {
            Settled::Steady(with) => {
                limit.wait = with.wait_by_phase_s.map(|w| w * spread);
                limit.waiting = with.waiting;
                limit.queued = mean.rate * with.wait_s * spread;
                limit.relief = quantity(hold - with.inside / mean.rate);
            }
            Settled::Saturated { excess_per_s } => limit.excess = Some(excess_per_s),
        }
    }
}

/// Variance of a wait that is nothing or, for a share of tasks, exponential.
pub(super) fn waiting_variance(wait: f64, waiting: f64) -> f64 {
    if waiting <= 0.0 || wait <= 0.0 { 0.0 } else { wait * wait * (2.0 / waiting - 1.0) }
}
