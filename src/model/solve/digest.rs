//! What the solver needs of a transaction's path: sums over visits, apart for the time that each pool is held.

use super::parameters::{Act, CAUSES, Cause, Parameters, Transaction};

/// Sums over some stretch of a path.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Work {
    /// Visits to the QR TCB.
    pub visits: f64,
    /// Seconds on it.
    pub qr_s: f64,
    /// Sum of squared mean visits: half their second moment.
    pub qr_squares: f64,
    /// Seconds on open TCBs.
    pub open_s: f64,
    /// Seconds of delay.
    pub delay_s: f64,
    /// Variance of the open and delay stages.
    pub variance: f64,
}

impl Work {
    fn add(&mut self, act: &Act, times: f64) {
        match *act {
            Act::Qr { seconds } => {
                self.visits += times;
                self.qr_s += times * seconds;
                self.qr_squares += times * seconds * seconds;
            }
            Act::Open { seconds } => {
                self.open_s += times * seconds;
                self.variance += times * seconds * seconds;
            }
            Act::Delay { seconds, .. } => {
                self.delay_s += times * seconds;
                self.variance += times * seconds * seconds;
            }
            Act::Take { .. } | Act::Give { .. } => {}
        }
    }
}

/// The time one pool is held.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hold {
    pub pool: usize,
    /// Takes for each transaction.
    pub takes: f64,
    /// What is done meanwhile, for all takes together.
    pub work: Work,
    /// Other pools taken meanwhile, and how often.
    pub inner: Vec<(usize, f64)>,
}

/// A transaction's path, summed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Digest {
    pub work: Work,
    pub delays: [f64; CAUSES.len()],
    pub holds: Vec<Hold>,
}

pub(super) fn index(cause: Cause) -> usize {
    cause as usize
}

pub(super) fn digest(transaction: &Transaction) -> Digest {
    let mut out = Digest { work: Work::default(), delays: [0.0; CAUSES.len()], holds: Vec::new() };
    let mut held: Vec<usize> = Vec::new();
    for block in &transaction.path {
        for act in &block.acts {
            out.work.add(act, block.times);
            match *act {
                Act::Delay { cause, seconds } => out.delays[index(cause)] += block.times * seconds,
                Act::Take { pool } => {
                    for outer in &held {
                        note_inner(&mut out.holds[*outer], pool, block.times);
                    }
                    held.push(hold_of(&mut out.holds, pool, block.times));
                    continue;
                }
                Act::Give { pool } => held.retain(|h| out.holds[*h].pool != pool),
                _ => {}
            }
            for h in &held {
                out.holds[*h].work.add(act, block.times);
            }
        }
    }
    out
}

fn hold_of(holds: &mut Vec<Hold>, pool: usize, times: f64) -> usize {
    if let Some(at) = holds.iter().position(|hold| hold.pool == pool) {
        holds[at].takes += times;
        return at;
    }
    holds.push(Hold { pool, takes: times, work: Work::default(), inner: Vec::new() });
    holds.len() - 1
}

fn note_inner(hold: &mut Hold, pool: usize, times: f64) {
    match hold.inner.iter_mut().find(|(inner, _)| *inner == pool) {
        Some((_, n)) => *n += times,
        None => hold.inner.push((pool, times)),
    }
}

/// The pools from the innermost outwards, and whether some are taken inside one another both ways.
pub(super) fn order(parameters: &Parameters, digests: &[Digest]) -> (Vec<usize>, bool) {
    let n = parameters.pools.len();
    let mut needs = vec![Vec::new(); n];
    for hold in digests.iter().flat_map(|d| &d.holds) {
        for (inner, _) in &hold.inner {
            if !needs[hold.pool].contains(inner) {
                needs[hold.pool].push(*inner);
            }
        }
    }
    let mut order = Vec::with_capacity(n);
    let mut done = vec![false; n];
    loop {
        let ready: Vec<usize> =
            (0..n).filter(|p| !done[*p] && needs[*p].iter().all(|inner| done[*inner])).collect();
        if ready.is_empty() {
            break;
        }
        ready.iter().for_each(|p| done[*p] = true);
        order.extend(ready);
    }
    let cyclic = order.len() < n;
    order.extend((0..n).filter(|p| !done[*p]));
    (order, cyclic)
}
