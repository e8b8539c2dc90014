//! A resource that a task keeps while it does other work: a DB2 thread, a VSAM string, a session, a place under MXT.
//!
//! Simultaneous possession by the method of layers (Jacobson and Lazowska 1982; Rolia and Sevcik 1995): the time a
//! resource is held is what the layers below make of it, and it limits how many tasks there are in those layers. The
//! work below that queues at a shared server (the QR TCB) is solved closed for every number of holders, with the rest
//! of the load on that server taken out of its speed, so that a limit which never binds leaves the open queue exactly.

use super::flow::{Gate, gate};
use super::mva::{one_server, one_server_at};
use super::{Settled, quantity, saturated};

/// What a task does while it holds the resource.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holding {
    /// Service at the shared server while holding, in seconds.
    pub server_s: f64,
    /// Load on that server from everybody else, as a fraction of it.
    pub background: f64,
    /// All other time while holding: I/O, DB2, other TCBs, waits for inner resources.
    pub other_s: f64,
    /// Squared coefficient of variation of the whole holding time.
    pub variation: f64,
    /// The same of the service at the shared server alone, summed over the visits of one holding.
    pub server_variation: f64,
}

impl Holding {
    /// How much longer the wait is than with exponential holding, as in Allen-Cunneen: (1 + c²) / 2.
    ///
    /// Where the limit is full because of delays, c² is that of the holding time. Where it is full because the shared
    /// server is, the backlog is one of work for that server: holding times are long then, but vary together, and c² is
    /// that of the work. In between the two are mixed by how busy the server is with the limit full.
    pub fn spread(&self, capacity: u32) -> f64 {
        let free = 1.0 - quantity(self.background);
        let server = quantity(self.server_s);
        let busy = if server > 0.0 && free > 0.0 {
            let demand = server / free;
            (one_server_at(demand, self.other_s, capacity) * demand).min(1.0)
        } else {
            0.0
        };
        let variation = busy * quantity(self.server_variation) + (1.0 - busy) * quantity(self.variation);
        (1.0 + variation) / 2.0
    }
}

/// The wait for a resource of `capacity` that is held at `rate`; `purge` as in [`gate`].
pub fn wait_for(rate: f64, capacity: u32, holding: Holding, purge: Option<u32>) -> Settled<Gate> {
    let rate = quantity(rate);
    let free = 1.0 - quantity(holding.background);
    let server = quantity(holding.server_s);
    let other = quantity(holding.other_s);
    if free <= 0.0 && server > 0.0 {
        return saturated(rate);
    }
    let server = if server > 0.0 { server / free } else { 0.0 };
    if let Some(open) = never_binds(rate, capacity, server, other) {
        return Settled::Steady(open);
    }
    let factor = if capacity == 0 { 1.0 } else { holding.spread(capacity) };
    gate(rate, one_server(server, other, capacity), purge).map(|g| Gate {
        wait_s: g.wait_s * factor,
        queued: g.queued * factor,
        ..g
    })
}

/// The open result, where the number of holders stays eight standard deviations below the capacity.
fn never_binds(rate: f64, capacity: u32, server: f64, other: f64) -> Option<Gate> {
    let load = rate * server;
    if load >= 1.0 || capacity == 0 {
        return None;
    }
    let inside_s = server / (1.0 - load) + other;
    let inside = rate * inside_s;
    // Variance of the number inside: Poisson for the delay, geometric for the server.
    let spread = (rate * other + load / ((1.0 - load) * (1.0 - load))).sqrt();
    let geometric = if load > 0.0 { -36.0 / load.ln() } else { 0.0 };
    (f64::from(capacity) > inside + 8.0 * spread + geometric + 8.0).then_some(Gate {
        wait_s: 0.0,
        inside_s,
        waiting: 0.0,
        queued: 0.0,
        inside,
        lost: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::super::erlang::mmc;
    use super::*;

    fn holding(server_s: f64, background: f64, other_s: f64) -> Holding {
        Holding { server_s, background, other_s, variation: 1.0, server_variation: 1.0 }
    }

    #[test]
    fn without_a_server_it_is_erlangs_queue() {
        let g = wait_for(100.0, 12, holding(0.0, 0.9, 0.1), None).steady().unwrap();
        close(g.wait_s, mmc(100.0, 0.1, 12).steady().unwrap().wait_s, 1e-9);
        let half = wait_for(100.0, 12, Holding { variation: 0.0, ..holding(0.0, 0.0, 0.1) }, None);
        close(half.steady().unwrap().wait_s, g.wait_s / 2.0, 1e-9);
    }

    #[test]
    fn a_limit_that_never_binds_leaves_the_open_server_whatever_the_background() {
        // Server busy 0.5 by others and 0.3 by us: residence of our 1 ms is 1 / (1 - 0.8) = 5 ms.
        for capacity in [150, 2_000] {
            let g = wait_for(300.0, capacity, holding(0.001, 0.5, 0.01), None).steady().unwrap();
            close(g.inside_s, 0.015, 1e-6);
        }
    }

    #[test]
    fn a_full_server_or_too_few_places_are_saturated() {
        assert!(wait_for(300.0, 500, holding(0.001, 0.8, 0.0), None).is_saturated());
        assert!(wait_for(300.0, 2, holding(0.001, 0.0, 0.1), None).is_saturated());
        assert!(wait_for(10.0, 0, holding(0.0, 0.0, 0.1), None).is_saturated());
        assert!(wait_for(10.0, 5, holding(0.1, 1.0, 0.1), None).is_saturated());
        assert!(!wait_for(300.0, 2, holding(0.001, 0.0, 0.1), Some(3)).is_saturated());
    }

    #[test]
    fn more_places_never_wait_longer() {
        let mut before = f64::MAX;
        for capacity in 10..80 {
            let g = wait_for(400.0, capacity, holding(0.002, 0.0, 0.01), None);
            let Settled::Steady(g) = g else { continue };
            assert!(g.wait_s + g.inside_s <= before * (1.0 + 1e-9), "{capacity}: {g:?}");
            before = g.wait_s + g.inside_s;
        }
    }
}
