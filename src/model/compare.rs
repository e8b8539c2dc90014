//! What a change makes of a region: both solved at the lower, middle and upper bound, and the difference taken bound by
//! bound, so that what both have in common cancels.

use std::collections::BTreeMap;

use super::answer::{Bounded, NoAnswer};
use super::data::{Basis, Interval};
use super::solve::parameters::{Act, CpuPart, Parameters, Transaction};
use super::solve::{Answer, Point, Response, solve_point};
use super::workload::{Bound, Built, Configuration, UsedSetting, Workload, build};

/// A region solved at its three bounds, in the order low, mid, high.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    built: [Built; 3],
    points: [Point; 3],
}

impl Solved {
    /// Solves a region under a workload.
    pub fn new(region: &str, workload: &Workload, configuration: &Configuration) -> Result<Self, NoAnswer> {
        let at = |bound| -> Result<(Built, Point), NoAnswer> {
            let built = build(region, workload, configuration, bound)?;
            let point = solve_point(&built.parameters)?;
            Ok((built, point))
        };
        let ((a, low), (b, mid), (c, high)) = (at(Bound::Low)?, at(Bound::Mid)?, at(Bound::High)?);
        Ok(Self { built: [a, b, c], points: [low, mid, high] })
    }

    /// The parameters at the best values.
    pub fn parameters(&self) -> &Parameters {
        &self.built[1].parameters
    }

    /// The region as it was built at the best values.
    pub fn built(&self) -> &Built {
        &self.built[1]
    }

    /// The answers: low, mid, high.
    pub fn points(&self) -> &[Point; 3] {
        &self.points
    }

    /// The answer at the best values.
    pub fn mid(&self) -> &Point {
        &self.points[1]
    }

    /// The settings that the answer rests on.
    pub fn settings(&self) -> &[UsedSetting] {
        &self.built[1].settings
    }

    /// What is full, if the region has no steady state at the best values.
    pub fn full(&self) -> Option<&str> {
        self.points[1].full.as_ref().map(|(what, _)| what.as_str())
    }

    /// What is full at the best values, be it for the whole region or for the transactions of one class.
    pub fn saturates(&self) -> Option<&str> {
        let point = self.mid();
        self.full().or_else(|| point.resources.iter().find(|r| r.saturated).map(|r| r.name.as_str()))
    }

    /// The largest share of the rates, all alike, at which nothing saturates: 1 where nothing does at the rates given.
    /// To a thousandth, at the best values.
    pub fn holds(&self) -> f64 {
        self.holds_at(Bound::Mid)
    }

    /// The same at one end of the bounds.
    pub fn holds_at(&self, bound: Bound) -> f64 {
        let at = match bound {
            Bound::Low => 0,
            Bound::Mid => 1,
            Bound::High => 2,
        };
        if !self.points[at].saturated() {
            return 1.0;
        }
        let rests = |share: f64| {
            let mut less = self.built[at].parameters.clone();
            less.transactions.iter_mut().for_each(|transaction| transaction.rate *= share);
            solve_point(&less).is_ok_and(|point| !point.saturated())
        };
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > 1e-3 {
            let middle = (low + high) / 2.0;
            if rests(middle) { low = middle } else { high = middle }
        }
        low
    }
}

/// What a change gains: before less after, so that more is better.
#[derive(Debug, Clone, PartialEq)]
pub struct Gain {
    /// The transactions that the change touches.
    pub touched: Vec<String>,
    /// How many of them run in a second.
    pub rate: f64,
    /// CPU of one of them, in microseconds: the mean by rate.
    pub cpu_us: Interval,
    /// CPU of all, and of the region itself, in percent of an engine.
    pub percent_of_engine: Interval,
    /// Median response of those touched, in milliseconds: the mean by rate. Nothing where either saturates.
    pub p50_ms: Bounded,
    /// 95th percentile likewise.
    pub p95_ms: Bounded,
    /// How far the CPU can be trusted: the worst basis of what changes.
    pub basis: Basis,
    /// The evidence rows of what changes.
    pub evidence: Vec<String>,
}

/// What going from `before` to `after` gains; both have the same transactions.
pub fn gain(before: &Solved, after: &Solved) -> Gain {
    let touched = touched(before, after);
    let rates: Vec<f64> = before.parameters().transactions.iter().map(|t| t.rate).collect();
    let rate: f64 = touched.iter().map(|i| rates[*i]).sum();
    let mut sum = Sum::default();
    let (mut each, mut all) = (Interval::default(), Interval::default());
    for (i, (b, a)) in
        before.parameters().transactions.iter().zip(&after.parameters().transactions).enumerate()
    {
        let saved = sum.difference(&b.cpu, &a.cpu).times(1e6);
        if touched.contains(&i) {
            each = each.plus(saved.times(share(rates[i], rate, touched.len())));
        }
        all = all.plus(saved.times(rates[i] * 1e-4));
    }
    let idle = sum.difference(&before.parameters().idle_cpu, &after.parameters().idle_cpu).times(100.0);
    let spread = super::workload::RATE_SPREAD;
    let ends = [
        all.low * (1.0 - spread),
        all.low * (1.0 + spread),
        all.high * (1.0 - spread),
        all.high * (1.0 + spread),
    ];
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let percent = Interval::around(low, all.mid, high).plus(idle);
    let response = |of: fn(&Response) -> f64| {
        let at = |bound: usize| {
            let mean = |solved: &Solved| {
                let answers = touched.iter().map(|i| (rates[*i], &solved.points[bound].transactions[*i]));
                answers
                    .map(|(r, answer)| {
                        Some(of(answer.response.as_ref()?) * 1e3 * share(r, rate, touched.len()))
                    })
                    .sum::<Option<f64>>()
            };
            Some(mean(before)? - mean(after)?)
        };
        let (low, mid, high) = (at(0), at(1), at(2));
        let least = low.into_iter().chain(mid).chain(high).reduce(f64::min);
        // Where the upper end saturates there is no upper bound.
        let most = high.and(mid).and(low.into_iter().chain(mid).chain(high).reduce(f64::max));
        Bounded { low: mid.and(least), mid, high: most }
    };
    Gain {
        touched: touched.iter().map(|i| before.parameters().transactions[*i].id.clone()).collect(),
        rate,
        cpu_us: each,
        percent_of_engine: percent,
        p50_ms: response(|r| r.p50),
        p95_ms: response(|r| r.p95),
        basis: sum.basis.unwrap_or(Basis::Derived),
        evidence: sum.evidence,
    }
}

/// A transaction's share of a mean by rate; all alike where none runs.
fn share(rate: f64, all: f64, count: usize) -> f64 {
    if all > 0.0 { rate / all } else { 1.0 / count.max(1) as f64 }
}

/// Differences of CPU, and what they rest on.
#[derive(Default)]
pub(super) struct Sum {
    basis: Option<Basis>,
    evidence: Vec<String>,
}

impl Sum {
    /// The worst basis and the evidence rows of all that differed.
    pub(super) fn rests_on(self) -> (Option<Basis>, Vec<String>) {
        (self.basis, self.evidence)
    }

    /// Before less after, part by part: a part that does not change cancels, whatever its bounds.
    pub(super) fn difference(&mut self, before: &[CpuPart], after: &[CpuPart]) -> Interval {
        let mut parts: BTreeMap<&str, (Interval, Vec<&CpuPart>)> = BTreeMap::new();
        for (part, sign) in before.iter().map(|p| (p, 1.0)).chain(after.iter().map(|p| (p, -1.0))) {
            let (sum, from) = parts.entry(part.name).or_default();
            let Interval { low, mid, high } = part.seconds;
            *sum = Interval {
                low: sum.low + sign * low,
                mid: sum.mid + sign * mid,
                high: sum.high + sign * high,
            };
            from.push(part);
        }
        let mut all = Interval::default();
        for (difference, from) in parts.into_values() {
            let Interval { low, mid, high } = difference;
            if low.abs().max(mid.abs()).max(high.abs()) <= 1e-12 {
                continue;
            }
            all = all.plus(Interval::around(low, mid, high));
            for part in from {
                self.basis = self.basis.max(Some(part.basis));
                for row in part
                    .evidence
                    .iter()
                    .filter(|row| !self.evidence.contains(row))
                    .cloned()
                    .collect::<Vec<_>>()
                {
                    self.evidence.push(row);
                }
            }
        }
        all
    }
}

/// The transactions that a change touches: those that do something else, or that use a limit which changes; failing
/// those, all whose response changes.
fn touched(before: &Solved, after: &Solved) -> Vec<usize> {
    let (b, a) = (before.parameters(), after.parameters());
    let whole = b.mxt != a.mxt || b.engines != a.engines || b.ageing != a.ageing;
    let changed = |i: &usize| {
        let (x, y) = (&b.transactions[*i], &a.transactions[*i]);
        let class = |p: &Parameters, t: &Transaction| t.class.and_then(|c| p.classes.get(c).cloned());
        whole
            || x.cpu != y.cpu
            || x.priority != y.priority
            || class(b, x) != class(a, y)
            || steps(b, x) != steps(a, y)
    };
    let count = b.transactions.len().min(a.transactions.len());
    let direct: Vec<usize> = (0..count).filter(changed).collect();
    if !direct.is_empty() {
        return direct;
    }
    let mean = |solved: &Solved, i: usize| {
        let answer: &Answer = &solved.mid().transactions[i];
        answer.response.map(|r| r.mean)
    };
    (0..count).filter(|i| mean(before, *i) != mean(after, *i)).collect()
}

/// What a transaction does, with the pools by name and size.
fn steps<'p>(parameters: &'p Parameters, transaction: &'p Transaction) -> Vec<(f64, Step<'p>)> {
    let pool = |place: usize| parameters.pools.get(place).map(|pool| (pool.name.as_str(), pool.capacity));
    let each = transaction.path.iter().flat_map(|block| block.acts.iter().map(move |act| (block.times, act)));
    each.map(|(times, act)| {
        let step = match act {
            Act::Take { pool: place } => Step::Take(pool(*place)),
            Act::Give { pool: place } => Step::Give(pool(*place)),
            Act::Qr { .. } | Act::Open { .. } | Act::Delay { .. } => Step::Time(*act),
        };
        (times, step)
    })
    .collect()
}

#[derive(PartialEq)]
enum Step<'p> {
    Take(Option<(&'p str, u32)>),
    Give(Option<(&'p str, u32)>),
    Time(Act),
}
