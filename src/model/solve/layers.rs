//! The solver: from the innermost resource outwards, each layer's time becoming the next one's holding time.
//!
//! Engines stretch bursts of CPU; the QR TCB queues them; pools are held over what is inside; MXT over everything;
//! transaction classes over that. Arrivals lost to PURGETHRESH, or kept out by a saturated class, lower the rates of
//! all inner layers, so the whole is repeated until the rates stand still.

use super::digest::{Digest, Hold, index, order};
use super::limit::{Limit, Mean, waiting_variance};
use super::parameters::{Cause, Parameters};
use super::phase::Phase;
use super::qr::{self, Arrivals, Backlog, Qr};
use crate::model::kernel::overheads::engine_stretch;
use crate::model::kernel::percentile::visits_variance;
use crate::model::kernel::{Settled, quantity};

/// A region at rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layers<'a> {
    pub digests: &'a [Digest],
    pub arrivals: Arrivals,
    pub qr: Qr,
    pub stretch: f64,
    pub engines_busy: f64,
    pub pools: Vec<Limit>,
    pub mxt: Limit,
    pub classes: Vec<Limit>,
    /// Excess of the classes that can't keep up, even where their reduced rate fits.
    pub full_classes: Vec<Option<f64>>,
    /// Rates after losses.
    pub rates: Vec<f64>,
    /// For each transaction, both phases.
    pub phases: Vec<[Phase; 2]>,
}

/// Who uses a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Users {
    None,
    /// The tasks of one class alone.
    Class(usize),
    /// Tasks of several classes, or of none.
    Several,
}

/// What keeps a region from a steady state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Full {
    pub what: String,
    pub excess_per_s: f64,
}

pub(super) fn solve<'a>(parameters: &Parameters, digests: &'a [Digest]) -> Result<Layers<'a>, Full> {
    let mut rates: Vec<f64> = parameters.transactions.iter().map(|t| t.rate).collect();
    let mut kept = vec![1.0; parameters.classes.len()];
    let mut full = vec![None; parameters.classes.len()];
    // With nothing lost the first pass is the last.
    for _ in 0..40 {
        let mut layers = pass(parameters, digests, &rates)?;
        let mut moved = 0.0_f64;
        for (k, class) in layers.classes.iter().enumerate() {
            let offered: f64 = arrivals_of(parameters, k);
            let excess = class.excess.unwrap_or(0.0);
            if class.excess.is_some() {
                let before: f64 = full[k].unwrap_or(0.0);
                full[k] = Some(before + excess);
            }
            // A saturated class lets through what it can; a purged one what it does not lose.
            let want = if class.excess.is_some() {
                (kept[k] * (1.0 - excess / (kept[k] * offered).max(1e-300))).max(0.0)
            } else if class.lost > 0.0 {
                1.0 - class.lost
            } else {
                kept[k]
            };
            let next = if class.excess.is_some() { want } else { (kept[k] + want) / 2.0 };
            moved = moved.max((next - kept[k]).abs());
            kept[k] = next;
        }
        if moved < 1e-6 {
            layers.full_classes = full;
            return Ok(layers);
        }
        for (t, rate) in parameters.transactions.iter().zip(&mut rates) {
            *rate = t.rate * t.class.map_or(1.0, |k| kept[k]);
        }
    }
    let mut layers = pass(parameters, digests, &rates)?;
    layers.full_classes = full;
    Ok(layers)
}

/// The most tasks that can be active at a time among those that `count`, by their classes and by MXT.
fn most_active(parameters: &Parameters, counts: impl Fn(usize) -> bool) -> u64 {
    let mut seen = vec![false; parameters.classes.len()];
    let mut by_class = Some(0_u64);
    for (r, transaction) in parameters.transactions.iter().enumerate() {
        if !counts(r) {
            continue;
        }
        match transaction.class {
            None => by_class = None,
            Some(class) if !seen[class] => {
                seen[class] = true;
                by_class = by_class.map(|sum| sum + u64::from(parameters.classes[class].limit));
            }
            Some(_) => {}
        }
    }
    by_class.unwrap_or(u64::MAX).min(parameters.mxt.map_or(u64::MAX, u64::from))
}

fn arrivals_of(parameters: &Parameters, class: usize) -> f64 {
    parameters.transactions.iter().filter(|t| t.class == Some(class)).map(|t| t.rate).sum()
}

fn pass<'a>(parameters: &Parameters, digests: &'a [Digest], rates: &[f64]) -> Result<Layers<'a>, Full> {
    let full = |what: &str, excess_per_s| Full { what: what.to_owned(), excess_per_s };
    let cpu: f64 = digests.iter().zip(rates).map(|(d, r)| r * (d.work.qr_s + d.work.open_s)).sum();
    let (stretch, engines_busy) = match parameters.engines {
        None => (1.0, 0.0),
        Some(engines) => {
            let own = (cpu - engines.on_ziips).max(0.0);
            let busy = (own + engines.used_by_others) / f64::from(engines.count.max(1));
            match engine_stretch(engines.count, busy) {
                Settled::Steady(stretch) => (stretch, busy),
                Settled::Saturated { .. } => {
                    let rate: f64 = rates.iter().sum();
                    return Err(full("engines", rate * (1.0 - 1.0 / busy.max(1.0))));
                }
            }
        }
    };
    let priorities: Vec<u8> = parameters.transactions.iter().map(|t| t.priority).collect();
    let arrivals = Arrivals::of(parameters.burst);
    let qr = match qr::solve(digests, rates, &priorities, parameters.ageing, stretch, &arrivals) {
        Settled::Steady(qr) => qr,
        Settled::Saturated { excess_per_s } => return Err(full("QR TCB", excess_per_s)),
    };
    let mut layers = Layers {
        digests,
        arrivals,
        qr,
        stretch,
        engines_busy,
        pools: vec![Limit::default(); parameters.pools.len()],
        mxt: Limit::default(),
        classes: vec![Limit::default(); parameters.classes.len()],
        full_classes: vec![None; parameters.classes.len()],
        rates: rates.to_vec(),
        phases: vec![[Phase::default(); 2]; digests.len()],
    };
    layers.solve_pools(parameters)?;
    layers.time_inside(parameters);
    layers.solve_mxt(parameters)?;
    layers.solve_classes(parameters);
    Ok(layers)
}

impl Layers<'_> {
    /// Time of some stretch of work in each phase, without waits for pools: QR visits, CPU, delays.
    fn time_of(&self, transaction: usize, work: &super::digest::Work) -> [f64; 2] {
        // A task comes to the QR TCB first, and holds nothing then but what it holds all the time.
        let whole = work.visits >= self.digests[transaction].work.visits;
        let less = if whole { 0.0 } else { self.qr.of_first[transaction] };
        let wait = self.qr.wait[transaction].map(|wait| quantity(wait - less));
        let fixed = (work.qr_s + work.open_s) * self.stretch + work.delay_s;
        [fixed + work.visits * wait[0], fixed + work.visits * wait[1]]
    }

    /// Time on the QR TCB in some stretch of work, its variance, and the wait for it without what bursts add.
    fn server(&self, transaction: usize, work: &super::digest::Work) -> [f64; 3] {
        let wait = quantity(self.arrivals.mean(self.qr.wait[transaction]) - self.qr.surplus[transaction]);
        [work.qr_s * self.stretch, work.qr_squares * self.stretch * self.stretch, work.visits * wait]
    }

    /// Variance of the visits to the QR TCB in some stretch of work, in each phase.
    fn qr_variance(&self, transaction: usize, work: &super::digest::Work) -> [f64; 2] {
        if work.visits <= 0.0 {
            return [0.0; 2];
        }
        let visit = work.qr_squares * self.stretch * self.stretch / work.visits;
        // A task leaves the queue with what came during its visit: of what it met itself only that is left which comes back.
        let same = self.qr.busy + (1.0 - self.qr.busy) * self.qr.comes_back;
        let alike = same * self.remembers(transaction);
        let time = self.time_of(transaction, work);
        [0, 1].map(|j| {
            let wait = self.qr.variance[transaction];
            let apart = time[j] / work.visits;
            let burst = self.qr.backlog[transaction][j].spread();
            visits_variance(work.visits, visit + wait, wait, alike)
                + visits_variance(work.visits, burst, burst, self.burst_alike(apart))
        })
    }

    /// How much the queue for the QR TCB is as it was when the task left it, at its next visit.
    fn remembers(&self, transaction: usize) -> f64 {
        let memory = self.qr.memory[transaction];
        match memory > 0.0 {
            true => self.digests[transaction].gaps.mean(|away| (-away / memory).exp()),
            false => 0.0,
        }
    }

    /// How much what a burst has piled up is the same at visits so far apart.
    fn burst_alike(&self, apart_s: f64) -> f64 {
        if self.qr.burst_memory > 0.0 { (-quantity(apart_s) / self.qr.burst_memory).exp() } else { 0.0 }
    }

    /// The chance that a task finds the QR TCB free at each of its visits. The queue remembers its length, so that one
    /// that finds it free is likely to do so again.
    pub(super) fn never_queues(&self, transaction: usize) -> f64 {
        let work = &self.digests[transaction].work;
        if work.visits <= 0.0 {
            return 1.0;
        }
        let free = (1.0 - self.qr.busy).max(0.0);
        let same = self.remembers(transaction);
        free.powf(work.visits.min(1.0)) * (same + (1.0 - same) * free).powf((work.visits - 1.0).max(0.0))
    }

    /// The backlog of bursts over all visits of a task.
    fn backlog(&self, transaction: usize, work: &super::digest::Work, phase: usize) -> Backlog {
        let Backlog { share, wait, variance } = self.qr.backlog[transaction][phase];
        let apart = self.time_of(transaction, work)[phase] / work.visits.max(1.0);
        let variance = visits_variance(work.visits, variance, variance, self.burst_alike(apart));
        Backlog { share, wait: work.visits * wait, variance }
    }

    /// Waits for inner pools during a hold, in each phase, for all its takes.
    fn inner_waits(&self, hold: &Hold) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for (pool, times) in &hold.inner {
            let limit = self.pools[*pool];
            sum = [sum[0] + times * limit.wait[0], sum[1] + times * limit.wait[1]];
        }
        sum
    }

    fn solve_pools(&mut self, parameters: &Parameters) -> Result<(), Full> {
        let (order, cyclic) = order(parameters, self.digests);
        let turns = if cyclic { 40 } else { 1 };
        for _ in 0..turns {
            let mut moved = 0.0_f64;
            for pool in &order {
                let before = self.pools[*pool];
                let mut limit = self.pool(parameters, *pool)?;
                if cyclic {
                    limit.wait = [0, 1].map(|j| (limit.wait[j] + before.wait[j]) / 2.0);
                }
                moved = moved.max((limit.wait[0] - before.wait[0]).abs());
                self.pools[*pool] = limit;
            }
            if moved < 1e-9 {
                break;
            }
        }
        Ok(())
    }

    fn pool(&self, parameters: &Parameters, pool: usize) -> Result<Limit, Full> {
        let mut mean = Mean::default();
        for (r, digest) in self.digests.iter().enumerate() {
            for hold in digest.holds.iter().filter(|hold| hold.pool == pool && hold.takes > 0.0) {
                let (time, inner) = (self.time_of(r, &hold.work), self.inner_waits(hold));
                let n = hold.takes;
                let each = [0, 1].map(|j| (time[j] + inner[j]) / n);
                let spread = self.arrivals.mean(self.qr_variance(r, &hold.work)) + hold.work.variance;
                let variance = spread / n;
                let [service, squares, queued] = self.server(r, &hold.work);
                let server = [service / n, squares / n, queued / n];
                let surplus = hold.work.visits * self.qr.surplus[r] / n;
                let plain = quantity(self.arrivals.mean(each) - surplus);
                mean.add(self.rates[r] * n, server, each, plain, variance);
            }
        }
        let named = &parameters.pools[pool];
        let holds = |r: usize| self.digests[r].holds.iter().any(|hold| hold.pool == pool);
        if most_active(parameters, holds) <= u64::from(named.capacity) {
            return Ok(self.unlimited(mean, named.capacity));
        }
        let limit = self.limit(mean, named.capacity, None);
        match limit.excess {
            Some(excess_per_s) => Err(Full { what: named.name.clone(), excess_per_s }),
            None => Ok(limit),
        }
    }

    /// Time in the region, once the pools are known.
    fn time_inside(&mut self, parameters: &Parameters) {
        let keep = self.pool_relief(parameters);
        for (r, keep) in keep.iter().enumerate() {
            let digest = &self.digests[r];
            let work = digest.work;
            let mut phases = [Phase::default(); 2];
            let qr_variance = self.qr_variance(r, &work);
            for (j, phase) in phases.iter_mut().enumerate() {
                phase.causes = digest.delays;
                let cpu = work.qr_s + work.open_s;
                let qr_wait = work.visits * self.qr.wait[r][j];
                phase.qr_variance = qr_variance[j];
                phase.backlog = self.backlog(r, &work, j);
                phase.variance = work.variance;
                for hold in &digest.holds {
                    let limit = &self.pools[hold.pool];
                    let wait = limit.wait[j];
                    phase.inside += hold.takes * wait;
                    let variance = hold.takes * waiting_variance(wait, limit.waiting[j]);
                    phase.variance +=
                        variance + 2.0 * limit.at_qr * keep * (variance * qr_variance[j]).sqrt();
                }
                phase.causes[index(Cause::Qr)] += qr_wait;
                phase.causes[index(Cause::Engine)] += cpu * (self.stretch - 1.0);
                phase.inside += qr_wait + cpu * self.stretch + work.delay_s;
                phase.relieve(*keep);
            }
            self.phases[r] = phases;
        }
    }

    fn solve_mxt(&mut self, parameters: &Parameters) -> Result<(), Full> {
        let Some(mxt) = parameters.mxt else { return Ok(()) };
        let mut mean = Mean::default();
        for (r, digest) in self.digests.iter().enumerate() {
            let each = self.phases[r].map(|phase| phase.inside + phase.relieved);
            let variance = self.arrivals.mean(self.phases[r].map(|phase| phase.spread()));
            let server = self.server(r, &digest.work);
            let plain = quantity(self.arrivals.mean(each) - digest.work.visits * self.qr.surplus[r]);
            mean.add(self.rates[r], server, each, plain, variance);
        }
        if most_active(parameters, |r| parameters.transactions[r].rate > 0.0) < u64::from(mxt) {
            // Classes keep it from ever binding.
            self.mxt = self.unlimited(mean, mxt);
            return Ok(());
        }
        let inner = self.rates.iter().enumerate().fold([0.0; 2], |sum, (r, rate)| {
            let waits = self.pool_waits(r, |_| true);
            [0, 1].map(|j| sum[j] + rate * waits[j])
        });
        self.mxt = self.outer_limit(mean, inner, mxt, None);
        if let Some(excess_per_s) = self.mxt.excess {
            return Err(Full { what: "MXT".to_owned(), excess_per_s });
        }
        if self.mxt.relief > 0.0 {
            // Fewer tasks inside means a shorter queue at the QR TCB for those who are.
            let rate: f64 = self.rates.iter().sum();
            let waits = self.phases.iter().zip(&self.rates);
            let total: f64 = waits
                .map(|(p, r)| r * self.arrivals.mean(p.map(|p| p.causes[index(Cause::Qr)])))
                .sum::<f64>()
                / rate.max(1e-300);
            let keep = if total > 0.0 { (1.0 - self.mxt.relief / total).max(0.0) } else { 1.0 };
            self.phases.iter_mut().flatten().for_each(|phase| phase.relieve(keep));
        }
        Ok(())
    }

    /// Who uses each pool.
    fn users(&self, parameters: &Parameters) -> Vec<Users> {
        let mut users = vec![Users::None; parameters.pools.len()];
        for (transaction, digest) in parameters.transactions.iter().zip(self.digests) {
            let own = transaction.class.map_or(Users::Several, Users::Class);
            for hold in &digest.holds {
                let at = &mut users[hold.pool];
                *at = if *at == Users::None || *at == own { own } else { Users::Several };
            }
        }
        users
    }

    fn solve_classes(&mut self, parameters: &Parameters) {
        let users = self.users(parameters);
        for (k, class) in parameters.classes.iter().enumerate() {
            let (mut mean, mut inner) = (Mean::default(), [0.0; 2]);
            let others = |pool: usize| users[pool] != Users::Class(k);
            for (r, transaction) in parameters.transactions.iter().enumerate() {
                if transaction.class != Some(k) {
                    continue;
                }
                let each = self.phases[r].map(|phase| phase.inside + phase.relieved);
                let each = [0, 1].map(|j| each[j] + self.mxt.wait[j]);
                let variance = self.arrivals.mean(self.phases[r].map(|phase| phase.spread()))
                    + waiting_variance(self.mxt.wait[0], self.mxt.waiting[0]);
                let server = self.server(r, &self.digests[r].work);
                let surplus = self.digests[r].work.visits * self.qr.surplus[r];
                let plain = quantity(self.arrivals.mean(each) - surplus);
                mean.add(self.rates[r], server, each, plain, variance);
                let waits = self.pool_waits(r, |pool| !others(pool));
                inner = [0, 1].map(|j| inner[j] + self.rates[r] * waits[j]);
            }
            // Purging starts from the offered rate, not from what was let in.
            let offered = arrivals_of(parameters, k);
            if class.purge.is_some() && mean.rate > 0.0 {
                let scale = offered / mean.rate;
                mean.rate *= scale;
                inner = inner.map(|w| w * scale);
                mean.server *= scale;
                mean.server_second *= scale;
                mean.squares *= scale;
                mean.queued *= scale;
                mean.other *= scale;
                mean.second *= scale;
                mean.hold = mean.hold.map(|h| h * scale);
            }
            self.classes[k] = self.outer_limit(mean, inner, class.limit, class.purge);
            self.relieve_by_class(parameters, k);
        }
    }
}
