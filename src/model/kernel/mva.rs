//! Closed networks: the throughput with 1, 2, ... n tasks inside.
//!
//! The exact result of mean value analysis with load-dependent stations (Reiser and Lavenberg 1980), computed by
//! convolution of positive terms (Buzen 1973) in logarithms. The usual recursion subtracts nearly equal numbers close
//! to saturation and goes wrong from a few hundred tasks on; here nothing is ever subtracted.

use super::erlang::erlang_b;
use super::quantity;

/// A station of a closed network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// Visits times service, in seconds.
    pub demand_s: f64,
    /// How many tasks it serves at a time.
    pub servers: u32,
}

/// Throughput per second with 1..=`population` tasks, `think_s` outside of all stations.
///
/// Empty demands everywhere leave nothing to limit the throughput: the answer is then the largest number.
pub fn throughput(stations: &[Station], think_s: f64, population: u32) -> Vec<f64> {
    let n = population as usize;
    let mut g = think_terms(quantity(think_s), n);
    for station in stations {
        convolve(&mut g, *station);
    }
    (1..=n).map(|k| (g[k - 1] - g[k]).exp().min(f64::MAX)).collect()
}

/// Mean number of tasks at each station with `population` tasks inside.
pub fn queue_lengths(stations: &[Station], think_s: f64, population: u32) -> Vec<f64> {
    let n = population as usize;
    let all = {
        let mut g = think_terms(quantity(think_s), n);
        for station in stations {
            convolve(&mut g, *station);
        }
        g
    };
    (0..stations.len())
        .map(|i| {
            let mut rest = think_terms(quantity(think_s), n);
            for (j, station) in stations.iter().enumerate() {
                if j != i {
                    convolve(&mut rest, *station);
                }
            }
            let terms = station_terms(stations[i], n);
            (0..=n).map(|k| k as f64 * (terms[k] + rest[n - k] - all[n]).exp()).sum()
        })
        .collect()
}

/// Logarithms of Z^j / j!.
fn think_terms(think: f64, n: usize) -> Vec<f64> {
    let ln = think.ln();
    let mut terms = Vec::with_capacity(n + 1);
    terms.push(0.0);
    for j in 1..=n {
        let before: f64 = terms[j - 1];
        terms.push(if think == 0.0 { f64::NEG_INFINITY } else { before + ln - (j as f64).ln() });
    }
    terms
}

/// Logarithms of the station's terms: D^j over the product of min(k, servers).
fn station_terms(station: Station, n: usize) -> Vec<f64> {
    let ln = quantity(station.demand_s).ln();
    let servers = station.servers.max(1) as usize;
    let mut terms = vec![0.0; n + 1];
    for j in 1..=n {
        terms[j] = terms[j - 1] + ln - (j.min(servers) as f64).ln();
    }
    terms
}

/// Adds one station to the normalising constants.
fn convolve(g: &mut [f64], station: Station) {
    let demand = quantity(station.demand_s);
    if demand == 0.0 {
        return;
    }
    let servers = station.servers.max(1) as usize;
    let step = (demand / servers as f64).ln();
    if servers == 1 {
        for k in 1..g.len() {
            g[k] = log_add(g[k], step + g[k - 1]);
        }
        return;
    }
    // With fewer than `servers` tasks each has its own server; from there on the terms are geometric, so that their
    // sum needs one step each.
    let terms = station_terms(station, servers.min(g.len() - 1));
    let old = g.to_vec();
    let mut tail = f64::NEG_INFINITY;
    for k in 1..g.len() {
        let mut sum = f64::NEG_INFINITY;
        for j in 0..servers.min(k + 1) {
            sum = log_add(sum, terms[j] + old[k - j]);
        }
        tail += step;
        if k >= servers {
            tail = log_add(tail, terms[servers] + old[k - servers]);
        }
        g[k] = log_add(sum, tail);
    }
}

fn log_add(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// The case of one server and a delay, in closed form: X(n) = (1 - B(n, Z/D)) / D for 1..=`population`.
///
/// The machine-repair model: the server idles as often as Erlang's loss formula loses.
pub fn one_server(demand_s: f64, think_s: f64, population: u32) -> impl Iterator<Item = f64> {
    let (demand, think) = (quantity(demand_s), quantity(think_s));
    let a = if demand > 0.0 { think / demand } else { 0.0 };
    let mut b = 1.0;
    (1..=population).map(move |n| {
        if demand == 0.0 {
            return if think > 0.0 { f64::from(n) / think } else { f64::MAX };
        }
        b = a * b / (f64::from(n) + a * b);
        (1.0 - b) / demand
    })
}

/// Throughput of [`one_server`] at one population.
pub fn one_server_at(demand_s: f64, think_s: f64, population: u32) -> f64 {
    let (demand, think) = (quantity(demand_s), quantity(think_s));
    if population == 0 {
        return 0.0;
    }
    if demand == 0.0 {
        return if think > 0.0 { f64::from(population) / think } else { f64::MAX };
    }
    (1.0 - erlang_b(population, think / demand)) / demand
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    /// The textbook recursion with marginal probabilities, good for small populations.
    fn recursion(stations: &[Station], think: f64, n: usize) -> Vec<f64> {
        let mut p: Vec<Vec<f64>> = stations.iter().map(|_| vec![1.0]).collect();
        let mut out = vec![];
        for k in 1..=n {
            let r: f64 = stations
                .iter()
                .zip(&p)
                .map(|(s, p)| {
                    (1..=k)
                        .map(|j| s.demand_s * j as f64 / j.min(s.servers as usize) as f64 * p[j - 1])
                        .sum::<f64>()
                })
                .sum();
            let x = k as f64 / (r + think);
            for (s, p) in stations.iter().zip(&mut p) {
                let mut next = vec![0.0];
                for j in 1..=k {
                    next.push(s.demand_s * x / j.min(s.servers as usize) as f64 * p[j - 1]);
                }
                next[0] = 1.0 - next.iter().sum::<f64>();
                *p = next;
            }
            out.push(x);
        }
        out
    }

    #[test]
    fn equals_the_published_solver_and_the_recursion() {
        let net = [Station { demand_s: 0.0016, servers: 1 }, Station { demand_s: 0.036, servers: 10 }];
        let x = throughput(&net, 0.05, 40);
        // LINE 3.0.8 exact MVA: 277.7682.
        close(x[39], 277.7682, 1e-6);
        for (a, b) in x.iter().zip(recursion(&net, 0.05, 12)) {
            close(*a, b, 1e-9);
        }
    }

    #[test]
    fn stays_true_near_saturation_with_thousands_of_tasks() {
        let net = [Station { demand_s: 0.001, servers: 1 }, Station { demand_s: 0.4, servers: 405 }];
        let x = throughput(&net, 1.0, 2_000);
        assert!(x.windows(2).all(|w| w[1] >= w[0] * (1.0 - 1e-12)), "throughput grows");
        assert!(x.iter().all(|x| *x <= 1_000.0 * (1.0 + 1e-9)));
        close(x[1_999], 1_000.0, 1e-3);
        let total: f64 = queue_lengths(&net, 1.0, 2_000).iter().sum();
        close(total + x[1_999], 2_000.0, 1e-6);
    }

    #[test]
    fn one_server_and_a_delay_agree_with_the_general_solution() {
        let x = throughput(&[Station { demand_s: 0.002, servers: 1 }], 0.08, 300);
        for (n, (a, b)) in x.iter().zip(one_server(0.002, 0.08, 300)).enumerate() {
            close(b, *a, 1e-9);
            close(one_server_at(0.002, 0.08, n as u32 + 1), b, 1e-12);
        }
    }

    #[test]
    fn empty_networks_do_not_fail() {
        assert_eq!(throughput(&[], 0.0, 2).len(), 2);
        close(throughput(&[], 0.5, 3)[2], 6.0, 1e-12);
        assert!(throughput(&[Station { demand_s: f64::NAN, servers: 0 }], 1.0, 1)[0].is_finite());
    }
}
