//! A region at some point of the plan: what it costs, and what keeps it back.

use super::{State, TransactionState};
use crate::model::answer::Bounded;
use crate::model::compare::Solved;
use crate::model::solve::parameters::{CAUSES, Cause};
use crate::model::solve::{Point, Response};

/// A step has to gain this share of the time of a task.
pub(super) const LEAST_SHARE: f64 = 0.005;

/// What tasks wait for is no bottleneck where it is a smaller share of their time than this.
const LEAST_WAIT: f64 = 0.02;

/// What a region costs: the share of its work that it can do, and the time and CPU of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// The share of the work at which nothing saturates: 1 where nothing does at the rates given.
    holds: f64,
    /// The share of the tasks that are abended for want of a place.
    lost: f64,
    /// Milliseconds: mean response, the mean CPU once more, and the CPU of the region itself.
    pub(super) ms: f64,
}

/// Doing a share more of the work is better than any time.
const WORK: f64 = 1e9;

/// So small a share of the tasks that are abended is left out of account.
const LEAST_LOST: f64 = 1e-3;

/// The share of all tasks that are abended for want of a place.
pub(super) fn lost(point: &Point) -> f64 {
    let rate: f64 = point.transactions.iter().map(|t| t.rate).sum();
    let lost: f64 = point.transactions.iter().map(|t| t.lost * t.rate).sum();
    if rate > 0.0 { (lost / rate).min(1.0) } else { 0.0 }
}

/// Whether so many more tasks are abended here than there that it counts.
pub(super) fn loses_more(here: f64, there: f64) -> bool {
    here >= there + LEAST_LOST
}

impl Cost {
    pub(super) fn of(solved: &Solved) -> Self {
        let point = solved.mid();
        let rate: f64 = point.transactions.iter().map(|t| t.rate).sum();
        let per_task = |sum: f64| if rate > 0.0 { sum / rate } else { sum };
        let time: f64 =
            point.transactions.iter().filter_map(|t| Some(t.response?.mean * t.rate)).sum::<f64>();
        let cpu: f64 = point.transactions.iter().map(|t| (t.cpu.0 + t.cpu.1) * t.rate).sum();
        let idle: f64 = solved.parameters().idle_cpu.iter().map(|part| part.seconds.mid).sum();
        Self { holds: solved.holds(), lost: lost(point), ms: per_task(time + cpu + idle) * 1e3 }
    }

    /// Whether nothing saturates, so that there are times.
    pub(super) fn rests(self) -> bool {
        self.holds >= 1.0
    }

    /// What it has more than another: the gain in milliseconds, or far more where more of the work is done. Of two that
    /// end a saturation the quicker one gains a little more.
    pub(super) fn less(self, other: Self) -> f64 {
        let more = (other.done() - self.done()) * WORK;
        match (self.rests(), other.rests()) {
            (true, true) if (self.lost - other.lost).abs() < LEAST_LOST => self.ms - other.ms,
            (false, true) => more + 1.0 / (1.0 + other.ms),
            _ => more,
        }
    }

    /// The share of the work that is done.
    fn done(self) -> f64 {
        self.holds * (1.0 - self.lost)
    }

    pub(super) fn least_gain(self) -> f64 {
        if self.rests() { (self.ms * LEAST_SHARE).max(1e-4) } else { self.holds * LEAST_SHARE * WORK }
    }
}

/// What is full; or else what tasks wait for the longest, if that is a part of their time that anyone would notice.
pub(super) fn bottleneck(point: &Point) -> Option<String> {
    if let Some((what, _)) = &point.full {
        return Some(what.clone());
    }
    if let Some(full) = point.resources.iter().find(|resource| resource.saturated) {
        return Some(full.name.clone());
    }
    // Tasks that wait at a time, by Little's law.
    let waiting = |cause: Cause| -> f64 {
        let at = CAUSES.iter().position(|known| *known == cause);
        let each = point.transactions.iter().filter_map(|t| Some(t.response?.causes.get(at?)? * t.rate));
        each.sum()
    };
    let all: f64 = point.transactions.iter().filter_map(|t| Some(t.response?.mean * t.rate)).sum();
    let queues = point.resources.iter().map(|resource| match resource.kind {
        "tcb" if resource.name == "QR TCB" => (resource.name.clone(), waiting(Cause::Qr)),
        "engine" => (resource.name.clone(), waiting(Cause::Engine)),
        _ => (resource.name.clone(), resource.queue),
    });
    let locks = ("intervals that other updates hold".to_owned(), waiting(Cause::Lock));
    let (name, most) = queues.chain([locks]).max_by(|a, b| a.1.total_cmp(&b.1))?;
    (most > all * LEAST_WAIT).then_some(name)
}

/// A region in short.
pub(super) fn state(solved: &Solved) -> State {
    let [low, mid, high] = solved.points();
    let rate: f64 = mid.transactions.iter().map(|t| t.rate).sum();
    let by_rate = |sum: f64| if rate > 0.0 { sum / rate } else { 0.0 };
    // Where nothing runs all count alike.
    let weight = |own: f64| if rate > 0.0 { own / rate } else { 1.0 / mid.transactions.len().max(1) as f64 };
    let weighted = |point: &Point, of: fn(&Response) -> f64| -> Option<f64> {
        let answers = point.transactions.iter().zip(&mid.transactions);
        answers.map(|(t, m)| Some(of(t.response.as_ref()?) * 1e3 * weight(m.rate))).sum()
    };
    let bounded = |of: fn(&Response) -> f64| {
        let (low, mid, high) = (weighted(low, of), weighted(mid, of), weighted(high, of));
        let least = low.into_iter().chain(mid).reduce(f64::min);
        Bounded { low: least, mid, high: high.map(|high| mid.map_or(high, |mid| mid.max(high))) }
    };
    let transactions = || mid.transactions.iter().zip(&solved.parameters().transactions);
    let seconds = |t: &crate::model::solve::parameters::Transaction| -> f64 {
        t.cpu.iter().map(|part| part.seconds.mid).sum()
    };
    let cpu: f64 = transactions().map(|(_, t)| seconds(t) * t.rate).sum();
    let idle: f64 = solved.parameters().idle_cpu.iter().map(|part| part.seconds.mid).sum();
    State {
        saturated: mid.saturated(),
        holds: solved.holds(),
        lost: lost(mid),
        bottleneck: bottleneck(mid),
        cpu_us: by_rate(cpu) * 1e6,
        percent_of_engine: (cpu + idle) * 100.0,
        p50_ms: bounded(|r| r.p50),
        p95_ms: bounded(|r| r.p95),
        transactions: transactions()
            .map(|(answer, t)| TransactionState {
                id: answer.id.clone(),
                lost: answer.lost,
                cpu_us: seconds(t) * 1e6,
                p50_ms: answer.response.map(|r| r.p50 * 1e3),
                p95_ms: answer.response.map(|r| r.p95 * 1e3),
            })
            .collect(),
    }
}
