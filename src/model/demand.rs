//! What each limit of a region would have to hold if none of them bound: peak rate times the time that one is held, by
//! Little's law, with room for the spread.
//!
//! The region is solved once more with every limit out of the way. What is then in use on average is rate times hold;
//! in a burst the rate is the peak factor times as high.

use super::answer::NoAnswer;
use super::solve::parameters::{Act, Parameters};
use super::solve::solve_point;
use super::workload::Built;

/// More than any limit of CICS, and little enough to solve.
const OUT_OF_THE_WAY: u32 = 20_000;

/// What is asked for beyond the peak.
pub const SAFETY: f64 = 1.25;

/// What is asked of a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// The name of the resource, as answers have it.
    pub resource: String,
    /// The setting that limits it: `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub setting: String,
    /// How many there are.
    pub capacity: u32,
    /// How often one is taken, per second, on average.
    pub rate: f64,
    /// How long it is held, in seconds.
    pub hold_s: f64,
    /// Rate in a burst over the mean rate.
    pub peak_factor: f64,
}

impl Demand {
    /// How many are in use on average.
    pub fn mean(&self) -> f64 {
        self.rate * self.hold_s
    }

    /// How many are in use when the rate is that of a burst.
    pub fn peak(&self) -> f64 {
        self.mean() * self.peak_factor
    }

    /// How many there should be: the peak and a quarter, and at least two standard deviations more than it (the number
    /// in use, where nothing limits it, spreads as its square root).
    pub fn needed(&self) -> f64 {
        let peak = self.peak();
        (peak * SAFETY).max(peak + 2.0 * peak.sqrt()).ceil()
    }
}

/// The demands on every limit of a region; what is full if it has no steady state even without them.
pub fn demands(built: &Built) -> Result<Result<Vec<Demand>, String>, NoAnswer> {
    let given = &built.parameters;
    let mut free = given.clone();
    free.mxt = Some(OUT_OF_THE_WAY);
    for class in &mut free.classes {
        class.limit = OUT_OF_THE_WAY;
        class.purge = None;
    }
    free.pools.iter_mut().for_each(|pool| pool.capacity = OUT_OF_THE_WAY);
    let point = solve_point(&free)?;
    if let Some((what, _)) = point.full {
        return Ok(Err(what));
    }
    let in_use = |kind: &str, name: &str| {
        let found = point.resources.iter().find(|r| r.name == name && (kind.is_empty() || r.kind == kind));
        found.map_or(0.0, |resource| resource.utilisation * resource.capacity)
    };
    let peak_factor = given.burst.map_or(1.0, |burst| burst.peak_factor.max(1.0));
    let demand = |resource: &str, setting: String, capacity, rate: f64, in_use: f64| Demand {
        resource: resource.to_owned(),
        setting,
        capacity,
        rate,
        hold_s: if rate > 0.0 { in_use / rate } else { 0.0 },
        peak_factor,
    };
    let rate_of = |class: Option<usize>| -> f64 {
        let all = given.transactions.iter().filter(|t| class.is_none() || t.class == class);
        all.map(|t| t.rate).sum()
    };
    let mut all = Vec::new();
    let tasks = |setting: &str, capacity| {
        demand("MXT", setting.to_owned(), capacity, rate_of(None), in_use("limit", "MXT"))
    };
    all.push(tasks("SIT.MXT", built.mxt));
    all.extend(built.by_storage.map(|capacity| tasks("SIT.EDSALIM", capacity)));
    for (number, class) in given.classes.iter().enumerate() {
        let setting = format!("TRANCLASS.{}.MAXACTIVE", class.name);
        let rate = rate_of(Some(number));
        all.push(demand(&class.name, setting, class.limit, rate, in_use("class", &class.name)));
    }
    for (number, pool) in given.pools.iter().enumerate() {
        if let Some(setting) = built.limits.get(&pool.name) {
            let rate = takes_per_s(given, number);
            all.push(demand(&pool.name, setting.clone(), pool.capacity, rate, in_use("", &pool.name)));
        }
    }
    Ok(Ok(all))
}

/// How often one of a pool is taken in a second.
fn takes_per_s(parameters: &Parameters, pool: usize) -> f64 {
    let of = |t: &super::solve::parameters::Transaction| {
        let takes = t.path.iter().map(|block| {
            let acts = block.acts.iter().filter(|act| matches!(act, Act::Take { pool: p } if *p == pool));
            block.times * acts.count() as f64
        });
        t.rate * takes.sum::<f64>()
    };
    parameters.transactions.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::workload::{Bound, Configuration, Provenance, build, read};

    fn demands_of(settings: &[(&str, &str)], workload: &str) -> Vec<Demand> {
        let mut configuration = Configuration::default();
        for (key, value) in settings {
            configuration.set(key, value, Provenance::Given).unwrap();
        }
        let built = build("R", &read(workload).unwrap(), &configuration, Bound::Mid).unwrap();
        demands(&built).unwrap().unwrap()
    }

    const WORK: &str = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 100.0\ncpu_us = 500.0\nsql_calls = 4.0\nsql_elapsed_ms = 20.0\n";

    #[test]
    fn threads_are_held_for_all_calls_of_a_task() {
        let all = demands_of(&[("DB2CONN.TCBLIMIT", "5"), ("SIT.MXT", "200")], WORK);
        let threads = all.iter().find(|d| d.setting == "DB2CONN.TCBLIMIT").unwrap();
        assert_eq!(threads.capacity, 5);
        assert!((threads.rate - 100.0).abs() < 1e-9);
        // Four calls of 20 ms, and a little CPU and switching.
        assert!(threads.hold_s > 0.080 && threads.hold_s < 0.090, "{}", threads.hold_s);
        assert!(threads.needed() >= 10.0 && threads.needed() <= 16.0, "{}", threads.needed());
    }

    #[test]
    fn a_burst_asks_for_more() {
        let burst = format!("[arrivals]\npeak_factor = 2.0\nburst_length_s = 0.5\n{WORK}");
        let setting = [("DB2CONN.TCBLIMIT", "5")];
        let of =
            |work: &str| demands_of(&setting, work).iter().find(|d| d.resource == "MXT").unwrap().needed();
        assert!(of(&burst) > 1.5 * of(WORK));
    }
}
