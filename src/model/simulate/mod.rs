//! A discrete-event simulation of the same region that the solver solves.
//!
//! It draws every burst and delay, queues every task, and measures: no approximation but the number of tasks. Used to
//! check the solver, and by people who want the whole distribution. The same seed gives the same result everywhere.

mod random;
mod run;

use serde::Serialize;

use crate::model::solve::parameters::{CAUSES, Parameters, Unfit};

/// How much to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Seed of the first replication.
    pub seed: u64,
    /// Replications, each with a seed of its own; two at least for a confidence interval.
    pub replications: u32,
    /// Arrivals in each.
    pub arrivals: u64,
    /// Arrivals at the beginning that are not counted.
    pub warm_up: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { seed: 1, replications: 5, arrivals: 100_000, warm_up: 10_000 }
    }
}

/// A measured mean and half the width of its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Estimate {
    /// Mean over the replications.
    pub mean: f64,
    /// Half the width of the interval.
    pub half_width: f64,
}

/// A transaction as simulated; times in seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Simulated {
    /// Its identifier.
    pub id: String,
    /// Tasks counted.
    pub tasks: u64,
    /// Mean response.
    pub mean: Estimate,
    /// Median.
    pub p50: Estimate,
    /// 95th percentile.
    pub p95: Estimate,
    /// The share lost to PURGETHRESH.
    pub lost: Estimate,
    /// Waits and delays by cause, in the order of [`CAUSES`].
    pub causes: Vec<f64>,
    /// Shares of tasks by response: (upper edge, share up to it), in steps of a hundredth.
    pub distribution: Vec<(f64, f64)>,
}

/// What a simulation found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Simulation {
    /// The transactions, in their order.
    pub transactions: Vec<Simulated>,
}

/// Simulates a region. A saturated region is simulated too: its backlog grows until the arrivals end.
pub fn simulate(parameters: &Parameters, plan: Plan) -> Result<Simulation, Unfit> {
    parameters.check()?;
    if parameters.mxt == Some(0)
        || parameters.classes.iter().any(|class| class.limit == 0 && class.purge.is_none())
    {
        return Err(Unfit::Number(parameters.name.clone()));
    }
    let runs: Vec<Vec<run::Measured>> = (0..plan.replications.max(1))
        .map(|n| {
            let seed = plan.seed.wrapping_add(u64::from(n).wrapping_mul(0x9e37_79b9));
            let mut run = run::Run::new(parameters, seed, plan.arrivals, plan.warm_up.min(plan.arrivals));
            run.go();
            run.measured
        })
        .collect();
    let transactions =
        parameters.transactions.iter().enumerate().map(|(r, t)| summary(&t.id, &runs, r)).collect();
    Ok(Simulation { transactions })
}

fn summary(id: &str, runs: &[Vec<run::Measured>], r: usize) -> Simulated {
    let (mut mean, mut p50, mut p95, mut lost) = (vec![], vec![], vec![], vec![]);
    let mut all: Vec<f64> = Vec::new();
    let mut causes = vec![0.0; CAUSES.len()];
    for run in runs {
        let measured = &run[r];
        let mut sorted = measured.responses.clone();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len() as f64;
        let offered = n + measured.lost as f64;
        if offered > 0.0 {
            lost.push(measured.lost as f64 / offered);
        }
        if n > 0.0 {
            mean.push(sorted.iter().sum::<f64>() / n);
            p50.push(quantile(&sorted, 0.5));
            p95.push(quantile(&sorted, 0.95));
        }
        causes.iter_mut().zip(measured.causes).for_each(|(sum, x)| *sum += x);
        all.extend(sorted);
    }
    all.sort_by(f64::total_cmp);
    let tasks = all.len() as u64;
    causes.iter_mut().for_each(|x| *x /= tasks.max(1) as f64);
    let steps = (1..=100).map(|k| f64::from(k) / 100.0);
    let distribution = if all.is_empty() { vec![] } else { steps.map(|p| (quantile(&all, p), p)).collect() };
    Simulated {
        id: id.to_owned(),
        tasks,
        mean: estimate(&mean),
        p50: estimate(&p50),
        p95: estimate(&p95),
        lost: estimate(&lost),
        causes,
        distribution,
    }
}

/// The value below which a share `p` of sorted numbers lies.
fn quantile(sorted: &[f64], p: f64) -> f64 {
    let at = ((sorted.len() as f64 * p).ceil() as usize).clamp(1, sorted.len()) - 1;
    sorted[at]
}

/// Student's t at 97.5 % for 1 to 10 degrees of freedom; beyond that the normal's is close enough.
const T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

fn estimate(values: &[f64]) -> Estimate {
    let n = values.len() as f64;
    if values.is_empty() {
        return Estimate::default();
    }
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return Estimate { mean, half_width: f64::MAX };
    }
    let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let t = T.get(values.len() - 2).copied().unwrap_or(2.1);
    Estimate { mean, half_width: t * (variance / n).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::solve::parameters::{Act, Block, Cause, Class, Pool, Transaction};

    fn one(rate: f64, acts: Vec<Act>) -> Parameters {
        Parameters {
            name: "TEST".to_owned(),
            transactions: vec![Transaction {
                id: "T1".to_owned(),
                rate,
                class: None,
                priority: 1,
                path: vec![Block { times: 1.0, acts }],
                cpu: vec![],
            }],
            ..Parameters::default()
        }
    }

    const PLAN: Plan = Plan { seed: 3, replications: 4, arrivals: 30_000, warm_up: 3_000 };

    #[track_caller]
    fn within(estimate: Estimate, value: f64) {
        let off = (estimate.mean - value).abs();
        assert!(off < 2.0 * estimate.half_width.max(0.01 * value), "{estimate:?} is not {value}");
    }

    #[test]
    fn one_queue_is_the_mm1_queue() {
        let s = simulate(&one(500.0, vec![Act::Qr { seconds: 0.001 }]), PLAN).unwrap();
        within(s.transactions[0].mean, 0.002);
        within(s.transactions[0].p95, 0.002 * 20.0_f64.ln());
        assert!((s.transactions[0].causes[Cause::Qr as usize] - 0.001).abs() < 1e-4);
    }

    #[test]
    fn a_pool_is_erlangs_queue() {
        let acts = vec![
            Act::Take { pool: 0 },
            Act::Delay { cause: Cause::Db2, seconds: 0.01 },
            Act::Give { pool: 0 },
        ];
        let mut region = one(800.0, acts);
        region.pools.push(Pool { name: "DB2".to_owned(), cause: Cause::Db2Thread, capacity: 10 });
        let s = simulate(&region, PLAN).unwrap();
        let wait = crate::model::kernel::erlang::mmc(800.0, 0.01, 10).steady().unwrap().wait_s;
        within(s.transactions[0].mean, 0.01 + wait);
    }

    #[test]
    fn purging_loses_what_the_formula_says() {
        let mut region = one(120.0, vec![Act::Delay { cause: Cause::Other, seconds: 0.1 }]);
        region.classes.push(Class { name: "C".to_owned(), limit: 10, purge: Some(5) });
        region.transactions[0].class = Some(0);
        let s = simulate(&region, PLAN).unwrap();
        let q = crate::model::kernel::erlang::mmck(120.0, 0.1, 10, 15);
        within(s.transactions[0].lost, q.lost);
        within(s.transactions[0].mean, 0.1 + q.wait_s);
    }

    #[test]
    fn the_same_seed_gives_the_same_result() {
        let region = one(500.0, vec![Act::Qr { seconds: 0.001 }]);
        let plan = Plan { arrivals: 8_000, ..PLAN };
        assert_eq!(simulate(&region, plan), simulate(&region, plan));
        assert_ne!(simulate(&region, plan), simulate(&region, Plan { seed: 4, ..plan }));
    }

    #[test]
    fn nothing_to_do_and_nonsense() {
        let none = simulate(&one(0.0, vec![]), PLAN).unwrap();
        assert_eq!(none.transactions[0].tasks, 0);
        assert!(simulate(&one(f64::NAN, vec![]), PLAN).is_err());
        assert!(simulate(&one(1.0, vec![Act::Take { pool: 3 }]), PLAN).is_err());
        let mut closed = one(1.0, vec![]);
        closed.mxt = Some(0);
        assert!(simulate(&closed, PLAN).is_err());
    }
}
