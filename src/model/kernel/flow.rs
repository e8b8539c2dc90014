//! The flow-equivalent server: an admission limit in front of a network whose speed depends on how many are inside.
//!
//! Source: Chandy, Herzog and Woo (1975), with Lazowska et al. section 9.3 for memory constraints: the inside is
//! solved closed for each population and stands in for one server of that speed; arrivals beyond the limit wait, and
//! beyond a second limit are lost (PURGETHRESH, abend AKCC).

use super::{Settled, quantity, saturated};

/// An admission limit and what is behind it, at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Mean wait at the limit, in seconds, over those let in.
    pub wait_s: f64,
    /// Mean time inside, in seconds.
    pub inside_s: f64,
    /// The share of arrivals that wait.
    pub waiting: f64,
    /// Mean number waiting.
    pub queued: f64,
    /// Mean number inside.
    pub inside: f64,
    /// The share of arrivals that is lost.
    pub lost: f64,
}

/// Solves the limit: `speed` yields the throughput with 1, 2, ... tasks inside, its length being the limit.
///
/// `purge` is the number of waiters at which further arrivals are lost. Without it an arrival rate at or above the
/// full speed is saturated.
pub fn gate(rate: f64, speed: impl IntoIterator<Item = f64>, purge: Option<u32>) -> Settled<Gate> {
    let rate = quantity(rate);
    let nothing = Gate { wait_s: 0.0, inside_s: 0.0, waiting: 0.0, queued: 0.0, inside: 0.0, lost: 0.0 };
    // Sums relative to the current term, so that neither overflow nor underflow matters.
    let (mut sum, mut weighted) = (1.0, 0.0);
    let (mut last, mut limit, mut slowest) = (0.0, 0.0, f64::MAX);
    let mut term = 1.0;
    for x in speed {
        let x = quantity(x).max(1e-300);
        term *= (rate / x).min(1e100);
        limit += 1.0;
        sum += term;
        weighted += limit * term;
        last = x;
        slowest = if limit == 1.0 { x } else { slowest };
        if term > 1e100 || sum > 1e100 {
            (sum, weighted, term) = (sum * 1e-100, weighted * 1e-100, term * 1e-100);
        }
    }
    if rate == 0.0 {
        let inside_s = if slowest < f64::MAX { 1.0 / slowest } else { 0.0 };
        return Settled::Steady(Gate { inside_s, ..nothing });
    }
    let r = if last > 0.0 { (rate / last).min(1e100) } else { 1e100 };
    let (tail, tail_queue, end) = match purge {
        None if r >= 1.0 => return saturated(rate - last),
        None => (term * r / (1.0 - r), term * r / ((1.0 - r) * (1.0 - r)), 0.0),
        Some(room) => waiting_room(term, r, room),
    };
    let total = sum + tail;
    let lost = end / total;
    let accepted = rate * (1.0 - lost);
    let inside = (weighted + limit * tail) / total;
    let queued = tail_queue / total;
    if accepted <= 0.0 {
        return Settled::Steady(Gate { lost: 1.0, ..nothing });
    }
    let waiting = ((term + tail - end) / total / (1.0 - lost)).clamp(0.0, 1.0);
    let waiting = if limit == 0.0 { 1.0 } else { waiting };
    Settled::Steady(Gate {
        wait_s: queued / accepted,
        inside_s: inside / accepted,
        waiting,
        queued,
        inside,
        lost,
    })
}

/// Sums over a waiting room of `room` places: probability, mean queue, and the probability of the last place (or of
/// the full inside, when there is no room), relative to the same scale as `term`.
fn waiting_room(term: f64, r: f64, room: u32) -> (f64, f64, f64) {
    let (mut tail, mut queue, mut end) = (0.0, 0.0, term);
    for k in 1..=room {
        end *= r;
        tail += end;
        queue += f64::from(k) * end;
        if end < 1e-18 * (tail + term) {
            return (tail, queue, end);
        }
        if tail > 1e140 {
            // Far beyond saturation: all but the last places are empty of meaning.
            return (tail, queue, end);
        }
    }
    (tail, queue, end)
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::super::erlang::{mmc, mmck};
    use super::super::mva::{Station, one_server, throughput};
    use super::*;

    #[test]
    fn pure_delay_inside_is_erlangs_queue() {
        let speed = (1..=12).map(|n| f64::from(n) / 0.1);
        let g = gate(100.0, speed.clone(), None).steady().unwrap();
        let q = mmc(100.0, 0.1, 12).steady().unwrap();
        close(g.wait_s, q.wait_s, 1e-9);
        close(g.waiting, q.waiting, 1e-9);
        close(g.inside_s, 0.1, 1e-9);
        for purge in [0, 1, 7, 200] {
            let g = gate(130.0, speed.clone(), Some(purge)).steady().unwrap();
            let q = mmck(130.0, 0.1, 12, 12 + purge);
            close(g.lost, q.lost, 1e-9);
            close(g.wait_s, q.wait_s, 1e-9);
        }
    }

    #[test]
    fn a_limit_that_never_binds_leaves_the_open_queue() {
        let g = gate(400.0, one_server(0.002, 0.03, 400), None).steady().unwrap();
        close(g.inside_s, 0.002 / 0.2 + 0.03, 1e-6);
        assert!(g.wait_s < 1e-9);
    }

    #[test]
    fn too_small_a_limit_is_saturated_with_the_missing_rate() {
        let x = throughput(&[Station { demand_s: 0.001, servers: 1 }], 0.1, 20);
        let Settled::Saturated { excess_per_s } = gate(250.0, x.iter().copied(), None) else {
            panic!("not saturated")
        };
        close(excess_per_s, 250.0 - x[19], 1e-9);
        assert!(gate(1.0, [], None).is_saturated());
        assert!(!gate(0.0, [], None).is_saturated());
    }

    #[test]
    fn large_limits_do_not_overflow() {
        let g = gate(1_900.0, (1..=2_000).map(f64::from), None).steady().unwrap();
        close(g.inside_s, 1.0, 1e-9);
        assert!(g.wait_s.is_finite() && g.waiting < 1.0);
        let lost = gate(4_000.0, (1..=2_000).map(f64::from), Some(5_000)).steady().unwrap().lost;
        close(lost, 0.5, 1e-3);
    }
}
