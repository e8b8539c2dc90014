//! Arrivals that come in bursts: two rates that alternate, and queues that feel them.
//!
//! The queue with two alternating Poisson rates (MMPP/M/c) is solved exactly as a quasi-birth-death process
//! (M. Neuts, "Matrix-Geometric Solutions in Stochastic Models", 1981; logarithmic reduction by Latouche and Ramaswami
//! 1993). It needs no case distinction: with long mild bursts it becomes the mixture of two queues, with overload in
//! the burst it becomes the fluid queue, both of which are here too as the simple forms a person can check.

use super::erlang::mmc;
use super::{Settled, quantity, saturated};

type M = [[f64; 2]; 2];
type V = [f64; 2];

/// How arrivals burst.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Burst {
    /// Rate in a burst over the mean rate; one or less for none.
    pub peak_factor: f64,
    /// Rate between bursts over the mean rate, below one.
    pub quiet_factor: f64,
    /// Mean length of a burst, in seconds; the single length matters as much as the factor.
    pub length_s: f64,
}

/// Two alternating rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phases {
    /// Arrivals per second between bursts and in them.
    pub rate: V,
    /// How often per second each phase ends.
    pub ends: V,
}

impl Burst {
    /// The share of the time that is burst.
    pub fn share(&self) -> f64 {
        let (high, low) = (quantity(self.peak_factor), quantity(self.quiet_factor).min(1.0));
        if high <= 1.0 || low >= 1.0 { 0.0 } else { (1.0 - low) / (high - low) }
    }

    /// The two rates that average to `rate`, if there are bursts at all.
    pub fn phases(&self, rate: f64) -> Option<Phases> {
        let (share, length) = (self.share(), quantity(self.length_s));
        if share <= 0.0 || share >= 1.0 || length <= 0.0 {
            return None;
        }
        let rate = quantity(rate);
        let rates = [rate * quantity(self.quiet_factor), rate * self.peak_factor];
        Some(Phases { rate: rates, ends: [share / (length * (1.0 - share)), 1.0 / length] })
    }
}

impl Phases {
    /// The share of time in each phase.
    pub fn time(&self) -> V {
        let sum = self.ends[0] + self.ends[1];
        if sum > 0.0 { [self.ends[1] / sum, self.ends[0] / sum] } else { [1.0, 0.0] }
    }

    /// The mean rate.
    pub fn mean(&self) -> f64 {
        let t = self.time();
        t[0] * self.rate[0] + t[1] * self.rate[1]
    }

    /// The share of arrivals in each phase.
    pub fn arrivals(&self) -> V {
        let (t, mean) = (self.time(), self.mean());
        if mean <= 0.0 { t } else { [t[0] * self.rate[0] / mean, t[1] * self.rate[1] / mean] }
    }
}

/// A queue under two alternating rates, at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Modulated {
    /// Mean wait over all arrivals, in seconds.
    pub wait_s: f64,
    /// Mean wait of those who come between bursts and in them.
    pub wait_by_phase_s: V,
    /// Variance of the wait in each phase.
    pub variance_by_phase: V,
    /// The share of arrivals in each phase.
    pub arrivals: V,
    /// The share of each phase's arrivals that wait.
    pub waiting: V,
    /// Mean number in service.
    pub inside: f64,
}

/// MMPP/M/c: the exact wait under two alternating rates, with a service time for each phase.
pub fn queue(phases: &Phases, service_s: V, servers: u32) -> Settled<Modulated> {
    let service = service_s.map(|s| quantity(s).max(1e-12));
    let speeds: Vec<V> = (1..=servers).map(|n| service.map(|s| f64::from(n) / s)).collect();
    at_speeds(phases, &speeds)
}

/// The same with a flow-equivalent server: `speeds` are its throughputs with 1, 2, ... inside, for each phase.
pub fn at_speeds(phases: &Phases, speeds: &[V]) -> Settled<Modulated> {
    let lambda = [quantity(phases.rate[0]), quantity(phases.rate[1])];
    let ends = [quantity(phases.ends[0]), quantity(phases.ends[1])];
    let time = phases.time();
    let full = speeds.last().copied().unwrap_or([0.0; 2]);
    let capacity = time[0] * full[0] + time[1] * full[1];
    let mean = time[0] * lambda[0] + time[1] * lambda[1];
    if mean >= capacity && mean > 0.0 {
        return saturated(mean - capacity);
    }
    let arrivals = phases.arrivals();
    let calm = Modulated {
        wait_s: 0.0,
        wait_by_phase_s: [0.0; 2],
        variance_by_phase: [0.0; 2],
        arrivals,
        waiting: [0.0; 2],
        inside: 0.0,
    };
    if mean == 0.0 {
        return Settled::Steady(calm);
    }
    let up = diagonal(lambda);
    let down = |level: usize| diagonal(level.checked_sub(1).map_or([0.0; 2], |n| speeds[n]));
    let local = |level: usize| -> M {
        let d = down(level);
        [[-ends[0] - lambda[0] - d[0][0], ends[0]], [ends[1], -ends[1] - lambda[1] - d[1][1]]]
    };
    let servers = speeds.len();
    let r = rate_matrix(&up, &local(servers), &down(servers));
    // Below the servers every level has its own matrix, found from the top down.
    let mut steps = vec![r];
    for level in (1..servers).rev() {
        let above = steps[steps.len() - 1];
        let inner = add(&local(level), &mul(&above, &down(level + 1)));
        steps.push(mul(&up, &inverse(&negate(&inner))));
    }
    let first = steps[steps.len() - 1];
    let zero = add(&local(0), &mul(&first, &down(1)));
    // The row vector that the singular matrix maps to nothing.
    let mut pi = [zero[1][0].abs(), zero[0][0].abs()];
    let mut below: V = [0.0; 2];
    let mut inside = 0.0;
    for (level, step) in steps.iter().rev().enumerate() {
        below = [below[0] + pi[0], below[1] + pi[1]];
        inside += level as f64 * (pi[0] + pi[1]);
        pi = row(&pi, step);
        let size = below[0] + below[1];
        if !(1e-200..=1e200).contains(&size) {
            below = below.map(|x| x / size);
            pi = pi.map(|x| x / size);
            inside /= size;
        }
    }
    let mut out = waits(calm, below, pi, &r, full.map(|x| 1.0 / x.max(1e-12)));
    let n = inverse(&[[1.0 - r[0][0], -r[0][1]], [-r[1][0], 1.0 - r[1][1]]]);
    let above = row(&pi, &n);
    let busy = above[0] + above[1];
    out.inside = (inside + servers as f64 * busy) / (below[0] + below[1] + busy);
    Settled::Steady(out)
}

/// Turns the state probabilities into waits: `below` the servers, `full` with all busy and nobody waiting.
fn waits(calm: Modulated, below: V, full: V, r: &M, step: V) -> Modulated {
    let n = inverse(&[[1.0 - r[0][0], -r[0][1]], [-r[1][0], 1.0 - r[1][1]]]);
    // Sums over k = 0, 1, ... waiting: probability, first and second factorial moments of k + 1.
    let p0 = row(&full, &n);
    let p1 = row(&p0, &n);
    let p2 = row(&p1, &n);
    let mut out = calm;
    for j in 0..2 {
        let total = below[j] + p0[j];
        if total <= 0.0 {
            continue;
        }
        let mean = p1[j] * step[j] / total;
        // E[(k+1)(k+2)] = 2 * p2 for a matrix-geometric tail.
        let second = 2.0 * p2[j] * step[j] * step[j] / total;
        out.wait_by_phase_s[j] = mean.max(0.0);
        out.variance_by_phase[j] = (second - mean * mean).max(0.0);
        out.waiting[j] = (p0[j] / total).clamp(0.0, 1.0);
    }
    out.wait_s = out.arrivals[0] * out.wait_by_phase_s[0] + out.arrivals[1] * out.wait_by_phase_s[1];
    out
}

/// The rate matrix R of the levels above the servers, by logarithmic reduction.
fn rate_matrix(up: &M, local: &M, down: &M) -> M {
    let inv = inverse(&negate(local));
    let (mut h, mut l) = (mul(&inv, up), mul(&inv, down));
    let (mut g, mut t) = (l, h);
    for _ in 0..60 {
        let u = add(&mul(&h, &l), &mul(&l, &h));
        let inv = inverse(&[[1.0 - u[0][0], -u[0][1]], [-u[1][0], 1.0 - u[1][1]]]);
        h = mul(&inv, &mul(&h, &h));
        l = mul(&inv, &mul(&l, &l));
        let change = mul(&t, &l);
        g = add(&g, &change);
        t = mul(&t, &h);
        if change.iter().flatten().all(|x| x.abs() < 1e-15) {
            break;
        }
    }
    mul(up, &inverse(&negate(&add(local, &mul(up, &g)))))
}

fn diagonal(v: V) -> M {
    [[v[0], 0.0], [0.0, v[1]]]
}

fn negate(a: &M) -> M {
    [[-a[0][0], -a[0][1]], [-a[1][0], -a[1][1]]]
}

fn add(a: &M, b: &M) -> M {
    [[a[0][0] + b[0][0], a[0][1] + b[0][1]], [a[1][0] + b[1][0], a[1][1] + b[1][1]]]
}

fn mul(a: &M, b: &M) -> M {
    let cell = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
    [[cell(0, 0), cell(0, 1)], [cell(1, 0), cell(1, 1)]]
}

fn row(v: &V, a: &M) -> V {
    [v[0] * a[0][0] + v[1] * a[1][0], v[0] * a[0][1] + v[1] * a[1][1]]
}

fn inverse(a: &M) -> M {
    let det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    let det = if det.abs() < 1e-280 { 1e-280 } else { det };
    [[a[1][1] / det, -a[0][1] / det], [-a[1][0] / det, a[0][0] / det]]
}

/// The simple form for mild bursts: each phase a queue of its own, mixed by arrivals. Saturated if a phase is.
pub fn mixture(phases: &Phases, service_s: f64, servers: u32) -> Settled<f64> {
    let share = phases.arrivals();
    mmc(phases.rate[0], service_s, servers).and_then(|low| {
        mmc(phases.rate[1], service_s, servers).map(|high| share[0] * low.wait_s + share[1] * high.wait_s)
    })
}

/// The simple form for overload in the burst: a fluid that fills at (ρ-1) for a burst of fixed length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fluid {
    /// Mean wait of those who come in the burst, in seconds.
    pub mean_wait_s: f64,
    /// Wait at the end of the burst.
    pub peak_wait_s: f64,
    /// How long it takes to drain afterwards.
    pub drain_s: f64,
}

/// Overload `burst_load` (above one) for `length_s`, then `quiet_load`. Nothing waits at a load up to one.
pub fn fluid(burst_load: f64, quiet_load: f64, length_s: f64) -> Settled<Fluid> {
    let (over, length) = (quantity(quantity(burst_load) - 1.0), quantity(length_s));
    if quiet_load >= 1.0 {
        return saturated(quiet_load - 1.0);
    }
    let peak_wait_s = over * length;
    let drain_s = peak_wait_s / (1.0 - quantity(quiet_load));
    Settled::Steady(Fluid { mean_wait_s: peak_wait_s / 2.0, peak_wait_s, drain_s })
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn equal_rates_are_the_plain_queue() {
        for servers in [1, 2, 10, 200] {
            let rate = 0.85 * f64::from(servers) / 0.01;
            let phases = Phases { rate: [rate, rate], ends: [3.0, 7.0] };
            let q = queue(&phases, [0.01, 0.01], servers).steady().unwrap();
            let plain = mmc(rate, 0.01, servers).steady().unwrap();
            close(q.wait_s, plain.wait_s, 1e-6);
            close(q.waiting[0], plain.waiting, 1e-6);
        }
        // Variance of the M/M/1 wait: rho (2 - rho) / (mu (1 - rho))^2.
        let q = queue(&Phases { rate: [70.0, 70.0], ends: [1.0, 1.0] }, [0.01, 0.01], 1).steady().unwrap();
        close(q.variance_by_phase[1], 0.7 * 1.3 / (30.0 * 30.0), 1e-6);
        close(q.inside, 0.7, 1e-6);
    }

    #[test]
    fn long_mild_bursts_are_a_mixture_and_short_ones_average_out() {
        let burst = Burst { peak_factor: 1.4, quiet_factor: 0.8, length_s: 10_000.0 };
        let phases = burst.phases(500.0).unwrap();
        close(phases.mean(), 500.0, 1e-12);
        let q = queue(&phases, [0.001, 0.001], 1).steady().unwrap();
        close(q.wait_s, mixture(&phases, 0.001, 1).steady().unwrap(), 1e-2);
        let quick = Burst { length_s: 1e-6, ..burst }.phases(500.0).unwrap();
        let q = queue(&quick, [0.001, 0.001], 1).steady().unwrap();
        close(q.wait_s, mmc(500.0, 0.001, 1).steady().unwrap().wait_s, 1e-2);
    }

    #[test]
    fn overload_in_the_burst_is_the_fluid_queue() {
        // Exponential burst lengths: twice the mean wait of a fixed length in the burst, and the drain counts too.
        let burst = Burst { peak_factor: 1.5, quiet_factor: 0.5, length_s: 5.0 };
        let phases = burst.phases(80_000.0).unwrap();
        let q = queue(&phases, [1e-5, 1e-5], 1).steady().unwrap();
        let f = fluid(1.2, 0.4, 5.0).steady().unwrap();
        assert!(q.wait_by_phase_s[1] > 1.5 * f.mean_wait_s && q.wait_by_phase_s[1] < 4.0 * f.mean_wait_s);
        close(f.drain_s, 5.0 / 3.0, 1e-12);
    }

    #[test]
    fn burst_length_matters_as_much_as_the_peak() {
        // The mobile API case: 1,200 and 2,800 a second, 0.456 ms each; the mean rate alone gives 2.1 ms.
        let s = 0.82 / 1800.0;
        let wait = |length_s| {
            let burst = Burst { peak_factor: 2800.0 / 1800.0, quiet_factor: 1200.0 / 1800.0, length_s };
            queue(&burst.phases(1800.0).unwrap(), [s, s], 1).steady().unwrap().wait_s
        };
        assert!(wait(0.0001) < 0.0025);
        assert!(wait(0.1) > 0.030 && wait(0.3) > 0.090);
    }

    #[test]
    fn nonsense_is_calm_and_too_much_is_saturated() {
        assert!(Burst { peak_factor: f64::NAN, quiet_factor: 0.5, length_s: 1.0 }.phases(5.0).is_none());
        assert!(Burst { peak_factor: 1.0, quiet_factor: 1.0, length_s: 1.0 }.phases(5.0).is_none());
        let phases = Phases { rate: [900.0, 1_200.0], ends: [1.0, 1.0] };
        assert!(queue(&phases, [0.001, 0.001], 1).is_saturated());
        assert!(queue(&phases, [0.001, 0.001], 0).is_saturated());
        assert_eq!(
            queue(&Phases { rate: [0.0; 2], ends: [0.0; 2] }, [0.0; 2], 3).steady().unwrap().wait_s,
            0.0
        );
    }
}
