//! The QR TCB: how long a visit waits, for each priority, in bursts and between them.

use super::digest::Digest;
use crate::model::kernel::bursts::{Burst, Phases, queue};
use crate::model::kernel::single::{Stream, by_priority, in_order, memory_s, utilisation};
use crate::model::kernel::{Settled, quantity};

/// The QR TCB at rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Qr {
    pub busy: f64,
    /// Variance of all visits' service, summed over a second.
    pub squares: f64,
    /// Mean wait of a visit, for each transaction and phase, in seconds.
    pub wait: Vec<[f64; 2]>,
    /// What of it is due to the first visits, which find the queue as it is at any time. Those that come back soon don't.
    pub of_first: Vec<f64>,
    /// What of it is due to bursts, on average.
    pub surplus: Vec<f64>,
    /// Variance of that wait without the backlog of bursts.
    pub variance: Vec<f64>,
    /// The backlog of bursts, for each transaction and phase; all visits of a task share it.
    pub backlog: Vec<[Backlog; 2]>,
    /// How much of the work that is served while a visit waits comes back before the queue has forgotten it.
    pub comes_back: f64,
    /// How long the queue remembers its length, for each transaction's priority, in seconds.
    pub memory: Vec<f64>,
    /// How long what a burst has piled up stays.
    pub burst_memory: f64,
}

/// Arrivals in phases; without bursts everything is in the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arrivals {
    pub burst: Option<Burst>,
    /// The share of arrivals in each phase.
    pub share: [f64; 2],
}

impl Arrivals {
    pub(super) fn of(burst: Option<Burst>) -> Self {
        let phases = burst.and_then(|b| b.phases(1.0));
        let share = phases.map_or([1.0, 0.0], |p| p.arrivals());
        Arrivals { burst: burst.filter(|_| phases.is_some()), share }
    }

    pub(super) fn phases(&self, rate: f64) -> Option<Phases> {
        self.burst.and_then(|b| b.phases(rate))
    }

    pub(super) fn mean(&self, by_phase: [f64; 2]) -> f64 {
        self.share[0] * by_phase[0] + self.share[1] * by_phase[1]
    }
}

/// Solves the QR TCB for transactions at these rates; `stretch` is how much longer bursts take for want of engines.
pub(super) fn solve(
    digests: &[Digest],
    rates: &[f64],
    priorities: &[u8],
    ageing: f64,
    stretch: f64,
    arrivals: &Arrivals,
) -> Settled<Qr> {
    let streams: Vec<Stream> = digests
        .iter()
        .zip(rates)
        .zip(priorities)
        .map(|((digest, rate), priority)| stream(digest, *rate, *priority, stretch))
        .collect();
    let busy = utilisation(&streams);
    let same = priorities.windows(2).all(|w| w[0] == w[1]);
    in_order(&streams).and_then(|common| {
        let each = if same || ageing >= 1.0 {
            Settled::Steady(vec![common; streams.len()])
        } else {
            by_priority(&streams, ageing)
        };
        each.and_then(|each| {
            // What is left of a visit in progress, on average: long visits, however few, make the queue slow.
            let mean_visit = if busy > 0.0 { common.mean * (1.0 - busy) / busy } else { 0.0 };
            let again = coming_again(digests, &streams, common.mean, stretch);
            let comes_back = coming_back(digests, &streams, memory_s(mean_visit, busy), stretch);
            let memory = memories(&streams, mean_visit, same);
            let burst_memory = arrivals.phases(1.0).map_or(0.0, |p| 1.0 / (p.ends[0] + p.ends[1]));
            let levels = bursts_by_priority(digests, rates, priorities, ageing, stretch, arrivals);
            levels.map(|extra| {
                let mut qr = Qr {
                    busy,
                    squares: digests.iter().zip(rates).map(|(d, r)| r * d.work.qr_squares).sum::<f64>()
                        * stretch
                        * stretch,
                    surplus: extra.iter().map(|e| arrivals.mean(e.mean)).collect(),
                    comes_back,
                    wait: Vec::with_capacity(streams.len()),
                    of_first: Vec::with_capacity(streams.len()),
                    variance: Vec::with_capacity(streams.len()),
                    backlog: Vec::with_capacity(streams.len()),
                    burst_memory: burst_memory + memory_s(mean_visit, busy),
                    memory: Vec::with_capacity(streams.len()),
                };
                for (((w, digest), memory), extra) in each.iter().zip(digests).zip(&memory).zip(&extra) {
                    let until = if *memory > 0.0 { 1.0 / (1.0 / memory + again) } else { 0.0 };
                    let (own, later) = returning(w.mean, digest, busy, stretch, until);
                    qr.of_first.push(own - later);
                    let wait = [0, 1].map(|j| (own + extra.mean[j]).max(0.0));
                    // Those who come back soon wait less often rather than less long.
                    let rarer = if w.mean > 0.0 { own / w.mean } else { 1.0 };
                    let spread = quantity((w.variance + w.mean * w.mean) * rarer - own * own);
                    let calm = [own * extra.calm.mean, spread * extra.calm.variance];
                    qr.backlog.push([0, 1].map(|j| {
                        let variance = spread + extra.variance[j] - calm[1];
                        Backlog::of(quantity(wait[j] - calm[0]), quantity(variance))
                    }));
                    qr.wait.push(wait);
                    qr.variance.push(calm[1]);
                    qr.memory.push(memory * extra.calm.memory);
                }
                qr
            })
        })
    })
}

/// How often in a second a visit that has just ended comes again, weighted by how long others wait for such visits. A queue
/// whose long visits come back soon is soon as long as before.
fn coming_again(digests: &[Digest], streams: &[Stream], wait: f64, stretch: f64) -> f64 {
    let (mut all, mut sum) = (0.0, 0.0);
    for (digest, stream) in digests.iter().zip(streams) {
        let (weight, visits) = (stream.residual(), digest.work.visits);
        all += weight;
        if visits > 1.0 {
            let away = digest.gaps.mean(|away| away) * stretch + wait;
            sum += weight * (1.0 - 1.0 / visits) / away.max(1e-9);
        }
    }
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The share of visits, weighted by how long others wait for them, after which the task comes back soon.
fn coming_back(digests: &[Digest], streams: &[Stream], memory: f64, stretch: f64) -> f64 {
    let (mut all, mut sum) = (0.0, 0.0);
    for (digest, stream) in digests.iter().zip(streams) {
        let (weight, visits) = (stream.residual(), digest.work.visits);
        all += weight;
        if visits > 1.0 && memory > 0.0 {
            let kept = digest.gaps.mean(|away| (-away * stretch / memory).exp());
            sum += weight * (1.0 - 1.0 / visits) * kept;
        }
    }
    if all > 0.0 { sum / all } else { 0.0 }
}

/// How long the queue before each stream remembers its length: those of lower priority don't count, those of higher make
/// it slower.
fn memories(streams: &[Stream], mean_visit: f64, same: bool) -> Vec<f64> {
    if same {
        return vec![memory_s(mean_visit, utilisation(streams)); streams.len()];
    }
    let mut load = [0.0; 256];
    for stream in streams {
        load[usize::from(stream.priority)] += stream.rate * stream.service_s;
    }
    let mut memory = [0.0; 256];
    let mut above = 0.0;
    for (at, load) in memory.iter_mut().zip(load).rev() {
        *at = memory_s(mean_visit, above + load) / (1.0 - above).max(1e-6);
        above += load;
    }
    streams.iter().map(|s| memory[usize::from(s.priority)]).collect()
}

/// Mean wait over the visits of a task, and that of a late one, given the wait of one that comes at any time.
///
/// A task that comes back soon finds what arrived during its own visit: ρ (W + s) of work, more than usual if its
/// visits are longer than others'. Away from the queue it forgets, at the pace of the queue's memory. For equal
/// exponential visits nothing changes, as it must.
fn returning(wait: f64, digest: &Digest, busy: f64, stretch: f64, memory: f64) -> (f64, f64) {
    let work = &digest.work;
    if work.visits <= 1.0 || memory <= 0.0 {
        return (wait, wait);
    }
    let own = work.qr_s * stretch / work.visits;
    let keep = digest.gaps.mean(|away| (-away / memory).exp());
    let pace = keep * busy;
    let settled = (wait * (1.0 - keep) + pace * own) / (1.0 - pace);
    let first = (wait - settled) * (1.0 - pace.powf(work.visits)) / (work.visits * (1.0 - pace));
    (settled + first, settled)
}

fn stream(digest: &Digest, rate: f64, priority: u8, stretch: f64) -> Stream {
    let work = digest.work;
    let visits = work.visits;
    if visits <= 0.0 {
        return Stream { rate: 0.0, service_s: 0.0, variation: 1.0, priority };
    }
    let mean = work.qr_s / visits;
    // Visits are exponential, each about its own mean.
    let second = 2.0 * work.qr_squares / visits;
    let variation = if mean > 0.0 { second / (mean * mean) - 1.0 } else { 1.0 };
    Stream { rate: rate * visits, service_s: mean * stretch, variation, priority }
}

/// What bursts have piled up before a visit: nothing, or for a share of the visits about an exponential wait.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Backlog {
    /// The share of visits that meet one.
    pub share: f64,
    /// Mean wait for it, if there is one, and its variance.
    pub wait: f64,
    pub variance: f64,
}

impl Backlog {
    /// From mean and variance over all visits. A fluid that fills and drains at two speeds is exponential where there is
    /// any, whatever the phase, so that the two moments give the share; less spread than that has no empty part.
    fn of(mean: f64, variance: f64) -> Self {
        let wait = if mean > 0.0 { (variance + mean * mean) / (2.0 * mean) } else { 0.0 };
        if wait > mean {
            Backlog { share: mean / wait, wait, variance: wait * wait }
        } else {
            Backlog { share: 1.0, wait: mean, variance }
        }
    }

    /// Variance over all visits.
    pub(super) fn spread(&self) -> f64 {
        self.share * self.variance + self.share * (1.0 - self.share) * self.wait * self.wait
    }
}

/// What bursts add to a visit, in each phase.
#[derive(Debug, Clone, Copy, Default)]
struct Extra {
    /// To the mean wait.
    mean: [f64; 2],
    /// To its variance.
    variance: [f64; 2],
    /// What is left of the queue under the mean rate when nothing is piled up.
    calm: Calm,
}

/// The queue between bursts and without backlog, against that under the mean rate.
#[derive(Debug, Clone, Copy)]
struct Calm {
    mean: f64,
    variance: f64,
    memory: f64,
}

impl Default for Calm {
    fn default() -> Self {
        Calm { mean: 1.0, variance: 1.0, memory: 1.0 }
    }
}

impl Calm {
    /// By the formulas of the M/M/1 queue.
    fn of(busy: f64, quiet: f64) -> Self {
        let ratio = |f: fn(f64) -> f64| if busy > 0.0 && busy < 1.0 { f(quiet) / f(busy) } else { 1.0 };
        Calm {
            mean: ratio(|r| r / (1.0 - r)),
            variance: ratio(|r| r * (2.0 - r) / ((1.0 - r) * (1.0 - r))),
            memory: ratio(|r| (1.0 + r) / ((1.0 - r) * (1.0 - r))),
        }
    }
}

/// What bursts add for each transaction.
///
/// Visits of one priority and above are a queue of their own, as if nothing else were there. A visit waits for the work
/// that is piled up in it, and for what comes meanwhile above it: as with constant rates, where the wait of a class is
/// that of its queue served in order over 1 less the load above.
fn bursts_by_priority(
    digests: &[Digest],
    rates: &[f64],
    priorities: &[u8],
    ageing: f64,
    stretch: f64,
    arrivals: &Arrivals,
) -> Settled<Vec<Extra>> {
    if arrivals.burst.is_none() {
        return Settled::Steady(vec![Extra::default(); digests.len()]);
    }
    let all = match bursts(digests, rates, stretch, arrivals).unwrap_or(Settled::Steady(Extra::default())) {
        Settled::Steady(all) => all,
        Settled::Saturated { excess_per_s } => return Settled::Saturated { excess_per_s },
    };
    let mut levels: Vec<u8> = priorities.to_vec();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    if levels.len() < 2 || ageing >= 1.0 {
        return Settled::Steady(vec![all; digests.len()]);
    }
    let pull = quantity(ageing);
    let mut out = vec![all; digests.len()];
    let mut load_above = 0.0_f64;
    for level in levels {
        let down_to: Vec<f64> =
            rates.iter().zip(priorities).map(|(r, p)| if *p >= level { *r } else { 0.0 }).collect();
        let load: f64 = digests.iter().zip(&down_to).map(|(d, r)| r * d.work.qr_s * stretch).sum();
        let Some(Settled::Steady(here)) = bursts(digests, &down_to, stretch, arrivals) else { continue };
        let left = (1.0 - load_above).max(0.01);
        let mix = |own: f64, all: f64| own * (1.0 - pull) + all * pull;
        let mut own = Extra { calm: here.calm, ..Extra::default() };
        for j in 0..2 {
            own.mean[j] = mix(here.mean[j] / left, all.mean[j]);
            own.variance[j] = mix(here.variance[j] / (left * left), all.variance[j]);
        }
        for (at, priority) in out.iter_mut().zip(priorities) {
            if *priority == level {
                *at = own;
            }
        }
        load_above = load;
    }
    Settled::Steady(out)
}

/// The queue under alternating rates, beyond that under the mean rate.
///
/// Two things make it: the queue of each phase by itself, and the backlog that bursts pile up. They are told apart by
/// solving the queue twice, with single visits and with whole tasks as customers: the first part is proportional to
/// the customer's service, the second is not. A backlog is of tasks that come back, and is shared among them nearly
/// evenly: a visit waits the backlog of work over (visits times the mean share of a task that is left).
fn bursts(digests: &[Digest], rates: &[f64], stretch: f64, arrivals: &Arrivals) -> Option<Settled<Extra>> {
    let rate: f64 = rates.iter().sum();
    let phases = arrivals.phases(rate)?;
    let mean = |f: fn(&Digest) -> f64| {
        digests.iter().zip(rates).map(|(d, r)| r * f(d)).sum::<f64>() / rate.max(1e-300)
    };
    let service = mean(|d| d.work.qr_s) * stretch;
    let visits = mean(|d| d.work.visits).max(1.0);
    if service <= 0.0 {
        return None;
    }
    let second = mean(|d| d.work.qr_squares + d.work.qr_s * d.work.qr_s) * stretch * stretch;
    let left = (second / (2.0 * service * service) * visits).max(1.0);
    let visit = service / visits;
    let of_visits = Phases { rate: phases.rate.map(|r| r * visits), ends: phases.ends };
    let plain = Phases { rate: [rate * visits; 2], ends: phases.ends };
    let solved = queue(&of_visits, [visit; 2], 1).and_then(|single| {
        queue(&phases, [service; 2], 1)
            .and_then(|whole| queue(&plain, [visit; 2], 1).map(|plain| (single, whole, plain)))
    });
    let busy = rate * service;
    let extra = solved.map(|(single, whole, plain)| {
        let mut extra = Extra { calm: Calm::of(busy, phases.rate[0] * service), ..Extra::default() };
        for j in 0..2 {
            let (own, piled) = apart(single.wait_by_phase_s[j], whole.wait_by_phase_s[j], visits);
            extra.mean[j] = own + piled / left - plain.wait_by_phase_s[j];
            let (own, piled) =
                apart(single.variance_by_phase[j], whole.variance_by_phase[j], visits * visits);
            extra.variance[j] = own + piled / (left * left) - plain.variance_by_phase[j];
        }
        extra
    });
    Some(extra)
}

/// Solves `single = own + shared`, `whole = factor own + shared`, neither below zero.
fn apart(single: f64, whole: f64, factor: f64) -> (f64, f64) {
    if factor <= 1.0 + 1e-9 {
        return (0.0, single);
    }
    let own = ((whole - single) / (factor - 1.0)).clamp(0.0, single);
    (own, single - own)
}
