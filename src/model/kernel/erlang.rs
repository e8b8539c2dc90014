//! Queues with several servers: Erlang's formulas, the Allen-Cunneen correction, and the queue with a limit.
//!
//! Sources: A. K. Erlang (1917) in the stable recursive form of any teletraffic text (e.g. Kleinrock, "Queueing
//! Systems" vol. 1, section 3.5); A. O. Allen, "Probability, Statistics and Queueing Theory", 2nd ed., section 5.3
//! for the Allen-Cunneen approximation; Gross and Harris, section 2.4 for the queue with a limit.

use super::{Settled, quantity, saturated};

/// A queue in front of servers, at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Queue {
    /// Mean wait before service, in seconds, over all arrivals.
    pub wait_s: f64,
    /// The share of arrivals that wait.
    pub waiting: f64,
    /// The share of the servers that is busy.
    pub utilisation: f64,
    /// Mean number waiting.
    pub queued: f64,
}

/// Erlang's loss formula: the share of arrivals that find all `servers` busy and go away.
///
/// By the recursion B(0) = 1, B(k) = a B(k-1) / (k + a B(k-1)), which neither overflows nor cancels.
pub fn erlang_b(servers: u32, offered: f64) -> f64 {
    let a = quantity(offered);
    if a == 0.0 {
        return if servers == 0 { 1.0 } else { 0.0 };
    }
    let mut b = 1.0;
    for k in 1..=servers {
        b = a * b / (f64::from(k) + a * b);
        if b < 1e-300 {
            return 0.0;
        }
    }
    b
}

/// Erlang's delay formula: the share of arrivals that wait. One where the servers can't keep up.
pub fn erlang_c(servers: u32, offered: f64) -> f64 {
    let a = quantity(offered);
    let c = f64::from(servers);
    if a >= c {
        return 1.0;
    }
    let b = erlang_b(servers, a);
    b / (1.0 - (a / c) * (1.0 - b))
}

/// M/M/c: Poisson arrivals at `rate`, exponential service of mean `service_s`.
pub fn mmc(rate: f64, service_s: f64, servers: u32) -> Settled<Queue> {
    let (rate, service) = (quantity(rate), quantity(service_s));
    let (a, c) = (rate * service, f64::from(servers));
    if a >= c && a > 0.0 {
        return saturated(rate - c / service);
    }
    if a == 0.0 {
        return Settled::Steady(Queue { wait_s: 0.0, waiting: 0.0, utilisation: 0.0, queued: 0.0 });
    }
    let waiting = erlang_c(servers, a);
    let wait_s = waiting * service / (c - a);
    Settled::Steady(Queue { wait_s, waiting, utilisation: a / c, queued: rate * wait_s })
}

/// Allen-Cunneen: the wait of a queue whose arrivals and services vary otherwise than exponentially.
///
/// `arrivals` and `services` are squared coefficients of variation (variance over squared mean). Exact for M/M/c and
/// M/G/1.
pub fn allen_cunneen(queue: Queue, arrivals: f64, services: f64) -> Queue {
    let factor = (quantity(arrivals) + quantity(services)) / 2.0;
    Queue { wait_s: queue.wait_s * factor, queued: queue.queued * factor, ..queue }
}

/// The share of arrivals to an M/M/c queue that wait longer than `longer_than_s`.
pub fn wait_tail(rate: f64, service_s: f64, servers: u32, longer_than_s: f64) -> Settled<f64> {
    mmc(rate, service_s, servers).map(|queue| {
        let service = quantity(service_s);
        if queue.waiting == 0.0 {
            return 0.0;
        }
        let spare = f64::from(servers) - quantity(rate) * service;
        queue.waiting * (-spare * quantity(longer_than_s) / service).exp()
    })
}

/// A queue that turns arrivals away once `limit` are there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LossQueue {
    /// The share of arrivals turned away.
    pub lost: f64,
    /// Mean wait of those let in, in seconds.
    pub wait_s: f64,
    /// The share of those let in that wait.
    pub waiting: f64,
    /// The share of the servers that is busy.
    pub utilisation: f64,
    /// Mean number waiting.
    pub queued: f64,
}

/// M/M/c/K: at most `limit` in the system (never fewer than the servers), the rest are lost. Always steady.
pub fn mmck(rate: f64, service_s: f64, servers: u32, limit: u32) -> LossQueue {
    let (rate, a) = (quantity(rate), quantity(rate) * quantity(service_s));
    let limit = limit.max(servers);
    let none = LossQueue { lost: 0.0, wait_s: 0.0, waiting: 0.0, utilisation: 0.0, queued: 0.0 };
    if servers == 0 {
        return LossQueue { lost: 1.0, ..none };
    }
    if a == 0.0 {
        return none;
    }
    let c = f64::from(servers);
    // Probabilities relative to "all servers busy, nobody waiting", so that nothing overflows below; above, the terms
    // grow at most geometrically and are rescaled by the largest.
    let (mut below, mut term) = (0.0, 1.0);
    for k in (1..=servers).rev() {
        term *= f64::from(k) / a;
        below += term;
        if term < 1e-18 * below {
            break;
        }
        if below > 1e280 {
            return none;
        }
    }
    let r = a / c;
    let room = f64::from(limit - servers);
    let (sum, mean, last) = geometric(r, room);
    // When r > 1 the sums are relative to the last term; bring `below` to the same scale.
    let scale = if r > 1.0 { (-room * r.ln()).exp() } else { 1.0 };
    let total = below * scale + sum;
    let lost = last / total;
    let in_rate = rate * (1.0 - lost);
    let queued = mean / total;
    let wait_s = if in_rate > 0.0 { queued / in_rate } else { 0.0 };
    let waiting = if lost < 1.0 { ((sum - last) / total / (1.0 - lost)).clamp(0.0, 1.0) } else { 0.0 };
    LossQueue { lost, wait_s, waiting, utilisation: (r * (1.0 - lost)).min(1.0), queued }
}

/// Sum of r^k and of k r^k over 0..=n, and r^n; all divided by r^n when r > 1.
fn geometric(r: f64, n: f64) -> (f64, f64, f64) {
    if (r - 1.0).abs() < 1e-9 {
        return (n + 1.0, n * (n + 1.0) / 2.0, 1.0);
    }
    if r < 1.0 {
        let last = r.powf(n);
        let sum = (1.0 - last * r) / (1.0 - r);
        let mean = r * (1.0 - (n + 1.0) * last + n * last * r) / ((1.0 - r) * (1.0 - r));
        return (sum, mean.max(0.0), last);
    }
    // Counted from the end: with q = 1/r, terms are q^j for j = n - k.
    let (sum, mean, _) = geometric(1.0 / r, n);
    (sum, (n * sum - mean).max(0.0), 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn loss_and_delay_formulas_match_printed_tables() {
        // Erlang B: 10 servers, 5 erlangs -> 0.018385; 100 servers, 84.06 erlangs -> 1 % (dimensioning tables).
        close(erlang_b(10, 5.0), 0.018_385, 1e-4);
        close(erlang_b(100, 84.064), 0.01, 1e-3);
        close(erlang_b(1, 0.5), 1.0 / 3.0, 1e-12);
        // Erlang C: one server waits with probability rho; two servers at a = 1 wait one time in three.
        close(erlang_c(1, 0.7), 0.7, 1e-12);
        close(erlang_c(2, 1.0), 1.0 / 3.0, 1e-12);
        // 20 servers, 18 erlangs: 0.550781 (delay tables).
        close(erlang_c(20, 18.0), 0.550_8, 1e-3);
    }

    #[test]
    fn one_server_is_the_mm1_queue() {
        for rho in [0.1, 0.5, 0.9, 0.99, 0.9999] {
            let q = mmc(rho / 0.002, 0.002, 1).steady().unwrap();
            close(q.wait_s, 0.002 * rho / (1.0 - rho), 1e-9);
            close(q.queued, rho * rho / (1.0 - rho), 1e-9);
        }
        close(wait_tail(500.0, 0.001, 1, 0.004).steady().unwrap(), 0.5 * (-2.0_f64).exp(), 1e-12);
    }

    #[test]
    fn too_much_is_saturated_and_nonsense_is_nothing() {
        assert_eq!(mmc(30.0, 0.1, 2), Settled::Saturated { excess_per_s: 10.0 });
        assert!(mmc(f64::INFINITY, 1.0, 5).is_saturated());
        assert_eq!(mmc(f64::NAN, 1.0, 1).steady().unwrap().wait_s, 0.0);
        assert_eq!(mmc(-1.0, 1.0, 0).steady().unwrap().wait_s, 0.0);
        assert!(mmc(1.0, 1.0, 0).is_saturated());
    }

    #[test]
    fn thousands_of_servers_do_not_overflow() {
        let q = mmc(1_980.0, 1.0, 2_000).steady().unwrap();
        assert!(q.waiting > 0.0 && q.waiting < 1.0 && q.wait_s.is_finite());
        let l = mmck(3_000.0, 1.0, 2_000, 2_500);
        close(l.lost, 1.0 / 3.0, 1e-3);
    }

    #[test]
    fn a_limit_far_away_changes_nothing_and_no_room_is_the_loss_formula() {
        let far = mmck(8.0, 1.0, 10, 2_000);
        let open = mmc(8.0, 1.0, 10).steady().unwrap();
        close(far.wait_s, open.wait_s, 1e-9);
        close(far.waiting, open.waiting, 1e-9);
        close(mmck(8.0, 1.0, 10, 10).lost, erlang_b(10, 8.0), 1e-12);
        close(mmck(12.0, 1.0, 10, 10).lost, erlang_b(10, 12.0), 1e-12);
    }

    #[test]
    fn a_queue_with_a_limit_matches_the_sums_written_out() {
        for (a, c, k) in [(0.8_f64, 1_u32, 4_u32), (1.0, 1, 5), (3.0, 2, 7), (5.0, 4, 4), (2.0, 2, 9)] {
            let p: Vec<f64> = (0..=k)
                .scan(1.0, |p, n| {
                    let here = *p;
                    *p *= a / f64::from((n + 1).min(c));
                    Some(here)
                })
                .collect();
            let total: f64 = p.iter().sum();
            let lost = p[k as usize] / total;
            let queued: f64 = (c..=k).map(|n| f64::from(n - c) * p[n as usize]).sum::<f64>() / total;
            let q = mmck(a, 1.0, c, k);
            close(q.lost, lost, 1e-9);
            close(q.queued, queued, 1e-9);
            close(q.wait_s, queued / (a * (1.0 - lost)), 1e-9);
        }
    }

    #[test]
    fn allen_cunneen_is_exact_for_constant_service_on_one_server() {
        let q = allen_cunneen(mmc(0.8, 1.0, 1).steady().unwrap(), 1.0, 0.0);
        close(q.wait_s, 0.8 / (2.0 * 0.2), 1e-12);
    }
}
