//! What a change makes of each transaction: the differences of its CPU and response, bound by bound, so that what both
//! sides have in common cancels; and what the differences rest on.

use serde::Serialize;

use super::answer::Bounded;
use super::compare::{Solved, Sum};
use super::data::{Basis, Interval};
use super::solve::Response;

/// The difference that a change makes to a transaction: after less before.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The transaction.
    pub id: String,
    /// CPU of a task, in microseconds.
    pub cpu_us: Interval,
    /// Mean response, in milliseconds. Nothing where either side saturates.
    pub mean_ms: Bounded,
    /// Median likewise.
    pub p50_ms: Bounded,
    /// 95th percentile likewise.
    pub p95_ms: Bounded,
    /// How far the difference of CPU can be trusted: the worst basis of the parts that change; nothing where none does.
    pub basis: Option<Basis>,
    /// The evidence rows of these parts.
    pub evidence: Vec<String>,
}

/// The differences from `before` to `after`, transaction by transaction; both have the same ones.
pub fn differences(before: &Solved, after: &Solved) -> Vec<Difference> {
    let both = before.parameters().transactions.iter().zip(&after.parameters().transactions);
    let each = both.enumerate().map(|(i, (b, a))| {
        let mut sum = Sum::default();
        let cpu_us = sum.difference(&a.cpu, &b.cpu).times(1e6);
        let of = |of: fn(&Response) -> f64| response(before, after, i, of);
        let (basis, evidence) = sum.rests_on();
        Difference {
            id: b.id.clone(),
            cpu_us,
            mean_ms: of(|r| r.mean),
            p50_ms: of(|r| r.p50),
            p95_ms: of(|r| r.p95),
            basis,
            evidence,
        }
    });
    each.collect()
}

fn response(before: &Solved, after: &Solved, i: usize, of: fn(&Response) -> f64) -> Bounded {
    let ms = |solved: &Solved, bound: usize| {
        let answer = solved.points().get(bound)?.transactions.get(i)?;
        answer.response.as_ref().map(|r| of(r) * 1e3)
    };
    let at = |bound: usize| Some(ms(after, bound)? - ms(before, bound)?);
    let (low, mid, high) = (at(0), at(1), at(2));
    let all = || low.into_iter().chain(mid).chain(high);
    // Where one side saturates at the dearer end there is no bound: towards more where it is the changed one.
    let open = |side: &Solved| ms(side, 2).is_none();
    Bounded {
        low: mid.and(if open(before) { None } else { all().reduce(f64::min) }),
        mid,
        high: mid.and(if open(after) { None } else { all().reduce(f64::max) }),
    }
}
