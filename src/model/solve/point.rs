//! The answer for one set of parameters: numbers without bounds.

use super::digest::{Digest, digest, index};
use super::layers::{self, Full, Layers};
use super::parameters::{CAUSES, Cause, Parameters, Unfit};
use crate::model::kernel::percentile::{Gamma, apart_from_waiting, behind_a_gate, mixture_quantiles};

/// Response of a transaction, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 95th percentile.
    pub p95: f64,
    /// Waits and delays, in the order of [`CAUSES`].
    pub causes: [f64; CAUSES.len()],
}

/// A transaction in the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Its identifier.
    pub id: String,
    /// Arrivals per second.
    pub rate: f64,
    /// The share abended for want of a place (AKCC).
    pub lost: f64,
    /// CPU seconds on the QR TCB and elsewhere.
    pub cpu: (f64, f64),
    /// Its response; nothing where it saturates.
    pub response: Option<Response>,
}

/// A resource in the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// `tcb`, `engine`, `limit`, `class` or what a wait for it is called.
    pub kind: &'static str,
    /// How many there are.
    pub capacity: f64,
    /// The share in use.
    pub utilisation: f64,
    /// Mean number waiting.
    pub queue: f64,
    /// Whether more is asked than it can give.
    pub saturated: bool,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What is full, if the whole region has no steady state, and how fast its backlog grows per second.
    pub full: Option<(String, f64)>,
    /// Transactions, in their order.
    pub transactions: Vec<Answer>,
    /// Resources.
    pub resources: Vec<Resource>,
}

impl Point {
    /// Whether anything is saturated.
    pub fn saturated(&self) -> bool {
        self.full.is_some() || self.transactions.iter().any(|t| t.response.is_none())
    }

    /// Mean response over all transactions, by rate.
    pub fn mean_response(&self) -> Option<f64> {
        let rate: f64 = self.transactions.iter().map(|t| t.rate * (1.0 - t.lost)).sum();
        let sum: Option<f64> =
            self.transactions.iter().map(|t| t.response.map(|r| r.mean * t.rate * (1.0 - t.lost))).sum();
        sum.map(|sum| if rate > 0.0 { sum / rate } else { 0.0 })
    }
}

/// Solves a region for exactly these parameters.
pub fn solve_point(parameters: &Parameters) -> Result<Point, Unfit> {
    parameters.check()?;
    let digests: Vec<Digest> = parameters.transactions.iter().map(digest).collect();
    Ok(match layers::solve(parameters, &digests) {
        Ok(layers) => steady(parameters, &layers),
        Err(full) => full_point(parameters, full),
    })
}

fn full_point(parameters: &Parameters, full: Full) -> Point {
    let transactions = parameters
        .transactions
        .iter()
        .map(|t| Answer { id: t.id.clone(), rate: t.rate, lost: 0.0, cpu: t.cpu_seconds(), response: None })
        .collect();
    let resource = Resource {
        name: full.what.clone(),
        kind: "full",
        capacity: 0.0,
        utilisation: 1.0,
        queue: 0.0,
        saturated: true,
    };
    Point { full: Some((full.what, full.excess_per_s)), transactions, resources: vec![resource] }
}

fn steady(parameters: &Parameters, layers: &Layers<'_>) -> Point {
    let transactions = parameters
        .transactions
        .iter()
        .enumerate()
        .map(|(r, t)| {
            let class = t.class.map(|k| layers.classes[k]);
            let saturated = t.class.is_some_and(|k| layers.full_classes[k].is_some());
            Answer {
                id: t.id.clone(),
                rate: t.rate,
                lost: class.map_or(0.0, |c| c.lost),
                cpu: t.cpu_seconds(),
                response: (!saturated).then(|| response(parameters, layers, r)),
            }
        })
        .collect();
    Point { full: None, transactions, resources: resources(parameters, layers) }
}

fn response(parameters: &Parameters, layers: &Layers<'_>, r: usize) -> Response {
    let class = parameters.transactions[r].class.map(|k| layers.classes[k]).unwrap_or_default();
    let mut causes = [0.0; CAUSES.len()];
    let mut mean = 0.0;
    let mut parts = [(0.0, Gamma::fit(0.0, 0.0)); 32];
    let mut used = 0;
    // The chance that a task finds the QR TCB free at each of its visits.
    let work = layers.digests[r].work;
    let free = layers.never_queues(r);
    let own = work.qr_squares * layers.stretch * layers.stretch;
    for (j, phase) in layers.phases[r].iter().enumerate() {
        let share = layers.arrivals.share[j];
        if share <= 0.0 {
            continue;
        }
        for (sum, cause) in causes.iter_mut().zip(phase.causes) {
            *sum += share * cause;
        }
        for hold in &layers.digests[r].holds {
            let wait = hold.takes * layers.pools[hold.pool].wait[j];
            causes[index(parameters.pools[hold.pool].cause)] += share * wait;
        }
        causes[index(Cause::Mxt)] += share * layers.mxt.wait[j];
        causes[index(Cause::Tranclass)] += share * class.wait[j];
        mean += share * (phase.inside + layers.mxt.wait[j] + class.wait[j]);
        let ([inside, spread], [meeting, backlog, variance]) = phase.parts();
        let bursts = [(1.0 - meeting, [0.0; 2]), (meeting, [backlog, variance])];
        for (met, [more, wider]) in bursts.into_iter().filter(|(met, _)| *met > 0.0) {
            let all = Gamma::fit(inside + more, spread + wider);
            // Who meets the backlog of a burst waits, sure enough.
            let free = if more > 0.0 { 0.0 } else { free };
            for (alone, inside) in apart_from_waiting(all, free, phase.work(own), phase.qr_wait()) {
                for (weight, part) in behind_a_gate(inside, layers.mxt.waiting[j], layers.mxt.wait[j]) {
                    for (outer, whole) in behind_a_gate(part, class.waiting[j], class.wait[j]) {
                        if alone * weight * outer > 0.0 {
                            parts[used] = (share * met * alone * weight * outer, whole);
                            used += 1;
                        }
                    }
                }
            }
        }
    }
    let parts = &parts[..used];
    let [p50, p95] = mixture_quantiles(parts, [0.5, 0.95]);
    Response { mean, p50, p95, causes }
}

fn resources(parameters: &Parameters, layers: &Layers<'_>) -> Vec<Resource> {
    let waits: f64 = layers
        .digests
        .iter()
        .zip(&layers.rates)
        .enumerate()
        .map(|(r, (d, rate))| rate * d.work.visits * layers.arrivals.mean(layers.qr.wait[r]))
        .sum();
    let mut out = vec![Resource {
        name: "QR TCB".to_owned(),
        kind: "tcb",
        capacity: 1.0,
        utilisation: layers.qr.busy,
        queue: waits,
        saturated: false,
    }];
    if let Some(engines) = parameters.engines {
        out.push(Resource {
            name: "engines".to_owned(),
            kind: "engine",
            capacity: f64::from(engines.count),
            utilisation: layers.engines_busy,
            queue: 0.0,
            saturated: false,
        });
    }
    let limit = |name: &str, kind, capacity: u32, limit: &super::limit::Limit| Resource {
        name: name.to_owned(),
        kind,
        capacity: f64::from(capacity),
        utilisation: limit.utilisation,
        queue: limit.queued,
        saturated: limit.excess.is_some(),
    };
    if let Some(mxt) = parameters.mxt {
        out.push(limit("MXT", "limit", mxt, &layers.mxt));
    }
    let mut full = layers.full_classes.iter();
    for (class, at) in parameters.classes.iter().zip(&layers.classes) {
        out.push(limit(&class.name, "class", class.limit, at));
        if let (Some(last), Some(Some(_))) = (out.last_mut(), full.next()) {
            last.saturated = true;
            last.utilisation = 1.0;
        }
    }
    for (pool, at) in parameters.pools.iter().zip(&layers.pools) {
        out.push(limit(&pool.name, pool.cause.name(), pool.capacity, at));
    }
    out
}
