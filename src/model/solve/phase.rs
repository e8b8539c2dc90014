//! The time of a transaction in one phase of arrivals: what it is made of, and how it spreads.

use super::digest::index;
use super::parameters::{CAUSES, Cause};
use super::qr::Backlog;
use crate::model::kernel::percentile::Gamma;
use crate::model::kernel::quantity;

/// One phase of a transaction's time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Phase {
    /// Waits and delays by cause, in seconds.
    pub causes: [f64; CAUSES.len()],
    /// Time in the region without the outer limits.
    pub inside: f64,
    /// What full limits have taken off it.
    pub relieved: f64,
    /// Variance of that, the QR TCB apart.
    pub variance: f64,
    /// Variance of the visits to the QR TCB.
    pub qr_variance: f64,
    /// What of both is the backlog of bursts, for the whole task.
    pub backlog: Backlog,
}

impl Phase {
    /// Lets the wait for the QR TCB be `keep` times as long: a limit keeps others out.
    pub(super) fn relieve(&mut self, keep: f64) {
        let wait = &mut self.causes[index(Cause::Qr)];
        let gone = *wait * (1.0 - keep);
        *wait -= gone;
        self.inside -= gone;
        self.relieved += gone;
        self.qr_variance *= keep * keep;
        self.backlog.wait *= keep;
        self.backlog.variance *= keep * keep;
    }

    /// The time inside, and its variance, of those who meet no backlog of bursts, and what it adds for the others.
    pub(super) fn parts(&self) -> ([f64; 2], [f64; 3]) {
        let Backlog { share, wait, variance } = self.backlog;
        if share <= 0.0 || wait <= 0.0 {
            return ([self.inside, self.spread()], [0.0; 3]);
        }
        let mean = quantity(self.inside - share * wait);
        let rest = quantity(self.spread() - self.backlog.spread());
        ([mean, rest], [share, wait, variance])
    }

    /// The wait for the QR TCB without the backlog of bursts.
    pub(super) fn qr_wait(&self) -> f64 {
        let Backlog { share, wait, .. } = self.backlog;
        quantity(self.causes[index(Cause::Qr)] - share * wait)
    }

    /// The time inside without the wait for the QR TCB, on which the task's own bursts have this variance.
    pub(super) fn work(&self, on_qr: f64) -> Gamma {
        Gamma::fit(self.inside - self.causes[index(Cause::Qr)], self.variance + on_qr)
    }

    /// Variance of the time inside.
    pub(super) fn spread(&self) -> f64 {
        self.variance + self.qr_variance
    }
}
