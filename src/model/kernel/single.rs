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
    pub fn residual(&self) -> f64 {
        let s = quantity(self.service_s);
        quantity(self.rate) * s * s * (1.0 + quantity(self.variation))
    }
}

/// The share of the time the server is busy; above one if it can't keep up.
pub fn utilisation(streams: &[Stream]) -> f64 {
    streams.iter().map(Stream::load).sum()
}

/// A wait: mean in seconds, and variance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Wait {
    /// Mean.
    pub mean: f64,
    /// Variance.
    pub variance: f64,
}

impl Wait {
    fn of(mean: f64, second: f64) -> Self {
        Wait { mean, variance: (second - mean * mean).max(0.0) }
    }
}

/// Wait of any visit, served in order of arrival (M/G/1).
pub fn in_order(streams: &[Stream]) -> Settled<Wait> {
    let busy = utilisation(streams);
    if busy >= 1.0 {
        return saturated(excess(streams, busy));
    }
    let (second, third) = moments(streams);
    let mean = second / 2.0 / (1.0 - busy);
    Settled::Steady(Wait::of(mean, third / 3.0 / (1.0 - busy) + 2.0 * mean * mean))
}

/// Sums of rate times the second and third moment. The third is that of a gamma distribution of the same variation.
fn moments(streams: &[Stream]) -> (f64, f64) {
    let second = streams.iter().map(Stream::residual).sum();
    let third =
        streams.iter().map(|s| s.residual() * quantity(s.service_s) * (1.0 + 2.0 * quantity(s.variation)));
    (second, third.sum())
}

/// Wait of each stream's visits when the larger priority goes first and nobody is interrupted.
///
/// The second moment after Conway, Maxwell and Miller (1967), section 8.5. `ageing` from 0 (pure priority) to 1 (order
/// of arrival) moves each wait towards the common one.
pub fn by_priority(streams: &[Stream], ageing: f64) -> Settled<Vec<Wait>> {
    in_order(streams).map(|common| {
        let (second, third) = moments(streams);
        let (mut load, mut part) = ([0.0; 256], [0.0; 256]);
        for stream in streams {
            load[usize::from(stream.priority)] += stream.load();
            part[usize::from(stream.priority)] += stream.residual();
        }
        let mut wait = [Wait::default(); 256];
        let (mut above, mut part_above) = (0.0, 0.0);
        for priority in (0..256).rev() {
            let (here, part_here) = (above + load[priority], part_above + part[priority]);
            let (a, b) = (1.0 - above, 1.0 - here);
            let moment = third / (3.0 * a * a * b)
                + second * part_here / (2.0 * a * a * b * b)
                + second * part_above / (2.0 * a * a * a * b);
            wait[priority] = Wait::of(second / (2.0 * a * b), moment);
            (above, part_above) = (here, part_here);
        }
        let pull = quantity(ageing).min(1.0);
        let each = streams.iter().map(|s| {
            let own = wait[usize::from(s.priority)];
            Wait {
                mean: own.mean * (1.0 - pull) + common.mean * pull,
                variance: own.variance * (1.0 - pull) + common.variance * pull,
            }
        });
        each.collect()
    })
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
        close(w.mean, 1.0, 1e-12);
        // Variance of the M/M/1 wait: rho (2 - rho) / (mu (1 - rho))².
        close(w.variance, 0.5 * 1.5 / 0.25, 1e-12);
        let constant = Stream { variation: 0.0, ..Stream::exponential(0.5, 1.0) };
        close(in_order(&[constant]).steady().unwrap().mean, 0.5, 1e-12);
    }

    #[test]
    fn two_priorities_match_cobham_and_conserve_work() {
        let high = Stream { priority: 200, ..Stream::exponential(0.3, 1.0) };
        let low = Stream { priority: 1, ..Stream::exponential(0.2, 2.0) };
        let w = by_priority(&[high, low], 0.0).steady().unwrap();
        let residual = 0.3 + 0.2 * 4.0;
        close(w[0].mean, residual / 0.7, 1e-12);
        close(w[1].mean, residual / (0.7 * 0.3), 1e-12);
        let fifo = in_order(&[high, low]).steady().unwrap();
        close(0.3 * w[0].mean + 0.4 * w[1].mean, 0.7 * fifo.mean, 1e-12);
        let aged = by_priority(&[high, low], 1.0).steady().unwrap();
        close(aged[0].mean, fifo.mean, 1e-12);
        close(aged[1].variance, fifo.variance, 1e-12);
        // With one priority the general formula is that of order of arrival.
        let equal = Stream { priority: 200, ..low };
        let (one, all) = (by_priority(&[high, equal], 0.0), in_order(&[high, equal]));
        close(one.steady().unwrap()[1].variance, all.steady().unwrap().variance, 1e-12);
    }

    #[test]
    fn a_full_server_is_saturated() {
        assert!(in_order(&[Stream::exponential(1.0, 1.0)]).is_saturated());
        assert_eq!(in_order(&[Stream::exponential(2.0, 1.0)]), Settled::Saturated { excess_per_s: 1.0 });
        assert_eq!(by_priority(&[], 0.0), Settled::Steady(vec![]));
    }
}
