//! What the limits of a region seem to have been reckoned without.

use crate::model::compare::Solved;
use crate::model::demand::{Demand, demands};
use crate::model::solve::parameters::Act;
use crate::model::workload::Workload;

/// Warnings on the limits as they are: too few threads for all calls of a task, fewer tasks than rate times response.
pub(super) fn of(workload: &Workload, solved: &Solved) -> Vec<String> {
    let Ok(found) = demands(solved.built()) else { return Vec::new() };
    let demands = match found {
        Ok(demands) => demands,
        Err(what) => {
            return vec![format!(
                "{what} is full whatever the limits are: higher ones do not help, only less work or less CPU on it does"
            )];
        }
    };
    demands.iter().filter_map(|demand| one(workload, solved, demand)).collect()
}

fn one(workload: &Workload, solved: &Solved, demand: &Demand) -> Option<String> {
    let peak = demand.peak();
    let capacity = f64::from(demand.capacity);
    if peak <= capacity {
        return None;
    }
    let sum = format!(
        "{:.0}/s x {:.1} ms{} = {peak:.0}",
        demand.rate,
        demand.hold_s * 1e3,
        if demand.peak_factor > 1.0 {
            format!(" x {:.2} in a burst", demand.peak_factor)
        } else {
            String::new()
        },
    );
    let what = match demand.resource.as_str() {
        "MXT" if demand.setting == "SIT.EDSALIM" => format!(
            "EDSALIM holds the storage of {} tasks, fewer than rate x response: {sum} tasks are in the region at a time",
            demand.capacity
        ),
        "MXT" => format!(
            "{}={} is below rate x response: {sum} tasks are in the region at a time",
            demand.setting, demand.capacity
        ),
        name if name.starts_with("DB2") => {
            let hint = match one_call(workload, &users(solved, name)) {
                Some((calls, elapsed))
                    if calls > 1.0 && demand.rate * demand.peak_factor * elapsed * 1e-3 <= capacity =>
                {
                    format!(
                        "; it is enough for one call of {elapsed:.1} ms a task, but a task keeps its thread for all {calls:.1} calls \
                     and what is between them"
                    )
                }
                _ => "; a task keeps its thread from its first SQL call to its end".to_owned(),
            };
            format!("{}={} is below rate x hold: {sum} threads{hint}", demand.setting, demand.capacity)
        }
        _ => format!("{}={} is below rate x hold: {sum} in use", demand.setting, demand.capacity),
    };
    Some(what)
}

/// The places of the transactions that take one of a pool.
fn users(solved: &Solved, pool: &str) -> Vec<usize> {
    let parameters = solved.parameters();
    let Some(at) = parameters.pools.iter().position(|known| known.name == pool) else { return Vec::new() };
    let takes = |act: &Act| matches!(act, Act::Take { pool } if *pool == at);
    let uses = |place: &usize| {
        parameters
            .transactions
            .get(*place)
            .is_some_and(|t| t.path.iter().any(|block| block.acts.iter().any(takes)))
    };
    (0..parameters.transactions.len()).filter(uses).collect()
}

/// SQL calls of a task and the time of one, in milliseconds: means by rate over those of these tasks that make any.
fn one_call(workload: &Workload, users: &[usize]) -> Option<(f64, f64)> {
    let with = || users.iter().filter_map(|at| workload.transaction.get(*at)).filter(|t| t.sql_calls > 0.0);
    let rate: f64 = with().map(|t| t.rate_per_s).sum();
    let calls: f64 = with().map(|t| t.rate_per_s * t.sql_calls).sum();
    let elapsed: f64 = with().map(|t| t.rate_per_s * t.sql_calls * t.sql_elapsed_ms).sum();
    (rate > 0.0 && calls > 0.0).then(|| (calls / rate, elapsed / calls))
}
