//! A load for a region of which nobody says how busy it is.

use crate::model::answer::NoAnswer;
use crate::model::solve::solve_point;
use crate::model::workload::{Bound, Configuration, Workload, build};

/// The share of its busiest resource that such a region uses.
const BUSY: f64 = 0.5;
/// The same at the lower and upper bound of a price.
const CALM: f64 = 0.1;
const HEAVY: f64 = 0.7;
/// Tasks per second where nothing limits them.
const FREE: f64 = 100.0;
/// The search doubles or halves at most so often.
const STEPS: u32 = 40;

/// What such a load is, in words.
pub(super) const SAYS: &str =
    "no workload: times are those of a region whose busiest resource is half used (a tenth to seven tenths)";

/// Gives the transactions of `workloads` (low, mid, high) a common rate, at which the busiest resource is used by a
/// tenth, a half and seven tenths.
pub(super) fn set(workloads: &mut [Workload; 3], configuration: &Configuration) -> Result<(), NoAnswer> {
    for (workload, share) in workloads.iter_mut().zip([CALM, BUSY, HEAVY]) {
        let rate = rate_for(workload, configuration, share)?;
        set_rate(workload, rate);
    }
    Ok(())
}

fn set_rate(workload: &mut Workload, rate: f64) {
    workload.transaction.iter_mut().for_each(|transaction| transaction.rate_per_s = rate);
}

/// Utilisation grows with the rate, so that a few steps in proportion come near enough; a region that is full at
/// first is asked for less.
fn rate_for(workload: &Workload, configuration: &Configuration, share: f64) -> Result<f64, NoAnswer> {
    let mut workload = workload.clone();
    let mut rate = FREE;
    let mut settled = 0;
    for _ in 0..STEPS {
        set_rate(&mut workload, rate);
        let built = build("", &workload, configuration, Bound::Mid)?;
        let point = solve_point(&built.parameters)?;
        let busiest = point.resources.iter().map(|resource| resource.utilisation).fold(0.0, f64::max);
        if point.saturated() {
            rate /= 4.0;
            settled = 0;
        } else if busiest < 1e-9 {
            return Ok(FREE);
        } else {
            rate *= share / busiest;
            settled += 1;
            if settled == 3 {
                break;
            }
        }
    }
    Ok(rate.clamp(1e-6, 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::workload::{Provenance, read};

    fn busiest(workload: &Workload, configuration: &Configuration) -> f64 {
        let built = build("", workload, configuration, Bound::Mid).unwrap();
        let point = solve_point(&built.parameters).unwrap();
        point.resources.iter().map(|resource| resource.utilisation).fold(0.0, f64::max)
    }

    fn loaded(text: &str, settings: &[(&str, &str)]) -> ([Workload; 3], Configuration) {
        let workload = read(text).unwrap();
        let mut configuration = Configuration::default();
        for (key, value) in settings {
            configuration.set(key, value, Provenance::Given).unwrap();
        }
        let mut all = [workload.clone(), workload.clone(), workload];
        set(&mut all, &configuration).unwrap();
        (all, configuration)
    }

    #[test]
    fn the_busiest_resource_is_used_by_a_tenth_a_half_and_seven_tenths() {
        let text = "[[transaction]]\nid = 'T'\nprogram = 'P'\ncpu_us = 900.0\nsql_calls = 3.0\nsql_elapsed_ms = 4.0\n";
        for settings in [
            &[][..],
            // The QR TCB, MXT, and the threads of DB2 in turn.
            &[("SIT.MXT", "5"), ("PROGRAM.P.CONCURRENCY", "REQUIRED")],
            &[("DB2CONN.TCBLIMIT", "2"), ("PROGRAM.P.CONCURRENCY", "THREADSAFE")],
        ] {
            let (all, configuration) = loaded(text, settings);
            for (workload, share) in all.iter().zip([0.1, 0.5, 0.7]) {
                let used = busiest(workload, &configuration);
                assert!((used - share).abs() < 0.03, "{settings:?}: {used} used, {share} wanted");
            }
        }
    }

    #[test]
    fn where_nothing_limits_a_hundred_run_in_a_second() {
        let (all, _) = loaded("[[transaction]]\nid = 'T'\nprogram = 'P'\n", &[]);
        assert_eq!(all[1].transaction[0].rate_per_s, FREE);
    }
}
