//! One server taking turns in order of arrival or by priority: the quasi-reentrant TCB.
//!
//! Sources: Pollaczek-Khinchine for the mixed stream in order of arrival; A. Cobham, "Priority assignment in waiting
//! line problems" (1954) for non-preemptive priorities; both in Kleinrock vol. 1 and 2. Ageing (SIT PRTYAGE) lies
//! between the two, and the interpolation used here keeps Kleinrock's conservation law: the mean work waiting is that
//! of order of arrival whatever the discipline.

use super::{Settled, quantity, saturated};

/// One stream of visits to the server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stream {
    /// Visits per second.
    pub rate: f64,
    /// Mean length of a visit, in seconds.
    pub service_s: f64,
    /// Squared coefficient of variation of a visit; one for exponential.
    pub variation: f64,
    /// Priority: the larger number goes first.
    pub priority: u8,
}

impl Stream {
    /// An exponential stream without a priority.
    pub fn exponential(rate: f64, service_s: f64) -> Self {
        Stream { rate, service_s, variation: 1.0, priority: 0 }
    }

    fn load(&self) -> f64 {
        quantity(self.rate) * quantity(self.service_s)
    }

    /// Rate times the mean squared visit.
    fn residual(&self) -> f64 {
        let s = quantity(self.service_s);
        quantity(self.rate) * s * s * (1.0 + quantity(self.variation))
    }
}

/// The share of the time the server is busy; above one if it can't keep up.
pub fn utilisation(streams: &[Stream]) -> f64 {
    streams.iter().map(Stream::load).sum()
}

/// Mean wait of any visit, served in order of arrival (M/G/1).
pub fn in_order(streams: &[Stream]) -> Settled<f64> {
    let busy = utilisation(streams);
    if busy >= 1.0 {
        return saturated(excess(streams, busy));
    }
    Settled::Steady(streams.iter().map(Stream::residual).sum::<f64>() / 2.0 / (1.0 - busy))
}

/// Mean wait of each stream's visits when the larger priority goes first and nobody is interrupted.
///
/// `ageing` from 0 (pure priority) to 1 (order of arrival) moves each wait towards the common one.
pub fn by_priority(streams: &[Stream], ageing: f64) -> Settled<Vec<f64>> {
    let busy = utilisation(streams);
    if busy >= 1.0 {
        return saturated(excess(streams, busy));
    }
    let residual = streams.iter().map(Stream::residual).sum::<f64>() / 2.0;
    let common = residual / (1.0 - busy);
    let mut load = [0.0; 256];
    for stream in streams {
        load[usize::from(stream.priority)] += stream.load();
    }
    let mut wait = [0.0; 256];
    let mut above = 0.0;
    for priority in (0..256).rev() {
        let here = above + load[priority];
        wait[priority] = residual / ((1.0 - above) * (1.0 - here));
        above = here;
    }
    let pull = quantity(ageing).min(1.0);
    let each = streams.iter().map(|s| wait[usize::from(s.priority)] * (1.0 - pull) + common * pull);
    Settled::Steady(each.collect())
}

/// Visits per second beyond what fits.
fn excess(streams: &[Stream], busy: f64) -> f64 {
    let rate: f64 = streams.iter().map(|s| quantity(s.rate)).sum();
    rate * (1.0 - 1.0 / busy)
}

/// Seconds over which an M/M/1 queue forgets its length: the integral of its autocorrelation.
///
/// (1 + ρ) s / (1 - ρ)², after Morse (1955) and Whitt, "Planning queueing simulations" (1989). Two visits closer
/// than this see nearly the same queue.
pub fn memory_s(service_s: f64, utilisation: f64) -> f64 {
    let rho = quantity(utilisation).min(0.999_999);
    (1.0 + rho) * quantity(service_s) / ((1.0 - rho) * (1.0 - rho))
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn exponential_and_constant_visits_are_the_textbook_cases() {
        let w = in_order(&[Stream::exponential(0.5, 1.0)]).steady().unwrap();
        close(w, 1.0, 1e-12);
        let constant = Stream { variation: 0.0, ..Stream::exponential(0.5, 1.0) };
        close(in_order(&[constant]).steady().unwrap(), 0.5, 1e-12);
    }

    #[test]
    fn two_priorities_match_cobham_and_conserve_work() {
        let high = Stream { priority: 200, ..Stream::exponential(0.3, 1.0) };
        let low = Stream { priority: 1, ..Stream::exponential(0.2, 2.0) };
        let w = by_priority(&[high, low], 0.0).steady().unwrap();
        let residual = 0.3 + 0.2 * 4.0;
        close(w[0], residual / 0.7, 1e-12);
        close(w[1], residual / (0.7 * 0.3), 1e-12);
        let fifo = in_order(&[high, low]).steady().unwrap();
        close(0.3 * w[0] + 0.4 * w[1], 0.7 * fifo, 1e-12);
        let aged = by_priority(&[high, low], 1.0).steady().unwrap();
        close(aged[0], fifo, 1e-12);
        close(aged[1], fifo, 1e-12);
    }

    #[test]
    fn a_full_server_is_saturated() {
        assert!(in_order(&[Stream::exponential(1.0, 1.0)]).is_saturated());
        assert_eq!(in_order(&[Stream::exponential(2.0, 1.0)]), Settled::Saturated { excess_per_s: 1.0 });
        assert_eq!(by_priority(&[], 0.0), Settled::Steady(vec![]));
    }
}
