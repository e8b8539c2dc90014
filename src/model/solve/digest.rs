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

/// So many times between visits to the QR TCB are told apart; more are taken with the last.
const MOST_GAPS: usize = 8;

/// The times between a task's visits to the QR TCB, and how often each comes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Gaps {
    all: [(f64, f64); MOST_GAPS],
    used: usize,
}

impl Gaps {
    fn add(&mut self, times: f64, seconds: f64) {
        if times <= 0.0 {
            return;
        }
        if let Some(same) = self.all[..self.used].iter_mut().find(|(_, known)| *known == seconds) {
            same.0 += times;
        } else if self.used < MOST_GAPS {
            self.all[self.used] = (times, seconds);
            self.used += 1;
        } else {
            let (n, mean) = self.all[MOST_GAPS - 1];
            self.all[MOST_GAPS - 1] = (n + times, (n * mean + times * seconds) / (n + times));
        }
    }

    /// The mean over all gaps of what a value becomes in them.
    pub(super) fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let all = &self.all[..self.used];
        let n: f64 = all.iter().map(|(n, _)| n).sum();
        if n > 0.0 { all.iter().map(|(n, seconds)| n * of(*seconds)).sum::<f64>() / n } else { 0.0 }
    }
}

/// The times between visits to the QR TCB, along a path. A block that is gone through less than once counts by that share.
fn gaps(transaction: &Transaction) -> Gaps {
    let mut gaps = Gaps::default();
    let mut since: Option<f64> = None;
    for block in transaction.path.iter().filter(|block| block.times > 0.0) {
        let seconds = |act: &Act| match *act {
            Act::Open { seconds } | Act::Delay { seconds, .. } => seconds,
            _ => 0.0,
        };
        let visits = block.acts.iter().filter(|act| matches!(act, Act::Qr { .. })).count() as f64;
        let whole: f64 = block.acts.iter().map(seconds).sum();
        if visits == 0.0 {
            since = since.map(|since| since + block.times * whole);
            continue;
        }
        let first: f64 =
            block.acts.iter().take_while(|act| !matches!(act, Act::Qr { .. })).map(seconds).sum();
        if let Some(since) = since {
            gaps.add(block.times.min(1.0), since + first);
        }
        gaps.add((block.times * visits - block.times.min(1.0)).max(0.0), whole / visits);
        since =
            Some(block.acts.iter().rev().take_while(|act| !matches!(act, Act::Qr { .. })).map(seconds).sum());
    }
    gaps
}

/// A transaction's path, summed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Digest {
    pub work: Work,
    pub gaps: Gaps,
    pub delays: [f64; CAUSES.len()],
    pub holds: Vec<Hold>,
}

pub(super) fn index(cause: Cause) -> usize {
    cause as usize
}

pub(super) fn digest(transaction: &Transaction) -> Digest {
    let mut out = Digest {
        work: Work::default(),
        gaps: gaps(transaction),
        delays: [0.0; CAUSES.len()],
        holds: Vec::new(),
    };
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
