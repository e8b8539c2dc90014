//! What full limits save at the QR TCB: tasks that they keep outside don't queue there.

use super::digest::index;
use super::layers::Layers;
use super::parameters::{Cause, Parameters};
use crate::model::kernel::quantity;

impl Layers<'_> {
    /// How much of its wait for the QR TCB each transaction keeps, given that full pools keep tasks away from it.
    pub(super) fn pool_relief(&self, parameters: &Parameters) -> Vec<f64> {
        let mut keep = vec![1.0; self.digests.len()];
        for (p, limit) in self.pools.iter().enumerate().take(parameters.pools.len()) {
            if limit.relief <= 1e-12 {
                continue;
            }
            let (mut rate, mut waits) = (0.0, 0.0);
            for (r, digest) in self.digests.iter().enumerate() {
                for hold in digest.holds.iter().filter(|hold| hold.pool == p) {
                    rate += self.rates[r] * hold.takes;
                    waits += self.rates[r] * hold.work.visits * self.arrivals.mean(self.qr.wait[r]);
                }
            }
            if waits <= 0.0 {
                continue;
            }
            let all = self.digests.iter().zip(&self.rates).enumerate();
            let all: f64 =
                all.map(|(r, (d, rate))| rate * d.work.visits * self.arrivals.mean(self.qr.wait[r])).sum();
            let gone = (limit.relief * rate / waits).min(1.0);
            let outside =
                if all > waits { (limit.relief_of_others * rate / (all - waits)).min(1.0) } else { 0.0 };
            for (keep, digest) in keep.iter_mut().zip(self.digests) {
                let inside: f64 = digest.holds.iter().filter(|h| h.pool == p).map(|h| h.work.visits).sum();
                let visits = digest.work.visits;
                if visits > 0.0 {
                    let less = inside * gone + quantity(visits - inside) * outside;
                    *keep *= (1.0 - less / visits).max(0.0);
                }
            }
        }
        keep
    }

    /// Shortens the waits for the QR TCB by what a class keeps away from it: for its own tasks and for the others.
    pub(super) fn relieve_by_class(&mut self, parameters: &Parameters, k: usize) {
        let limit = self.classes[k];
        if limit.relief <= 1e-12 {
            return;
        }
        let (mut rate, mut waits) = (0.0, [0.0; 2]);
        for (r, transaction) in parameters.transactions.iter().enumerate() {
            let wait = self.arrivals.mean(self.phases[r].map(|p| p.causes[index(Cause::Qr)]));
            let own = usize::from(transaction.class == Some(k));
            waits[own] += self.rates[r] * wait;
            rate += own as f64 * self.rates[r];
        }
        let gain = [limit.relief_of_others, limit.relief].map(|gain| gain * rate);
        let keep = [0, 1].map(|i| if waits[i] > 0.0 { (1.0 - gain[i] / waits[i]).max(0.0) } else { 1.0 });
        for (transaction, phases) in parameters.transactions.iter().zip(&mut self.phases) {
            let keep = keep[usize::from(transaction.class == Some(k))];
            phases.iter_mut().for_each(|phase| phase.relieve(keep));
        }
    }
}
