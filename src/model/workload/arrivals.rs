//! How the arrivals of a workload burst.

use super::build::Bound;
use super::file::Workload;
use crate::model::kernel::bursts::Burst;

/// The bursts, at one end of their bounds.
pub(super) fn burst(workload: &Workload, bound: Bound) -> Option<Burst> {
    let arrivals = &workload.arrivals;
    let length = arrivals.burst_length_s?;
    let peak = arrivals.peak_factor?;
    let factor = match bound {
        Bound::Low => 1.0 + (peak - 1.0) * 0.8,
        Bound::Mid => peak,
        Bound::High => 1.0 + (peak - 1.0) * 1.1,
    };
    Some(Burst {
        peak_factor: factor,
        quiet_factor: arrivals.quiet_factor.unwrap_or(2.0 / 3.0),
        length_s: length,
    })
}

/// What of the bursts counts for nothing, because the other half of them is not given.
pub(super) fn burst_notes(workload: &Workload) -> Vec<String> {
    let arrivals = &workload.arrivals;
    let has = |given: Option<f64>| given.is_some();
    let (peak, quiet, length) =
        (has(arrivals.peak_factor), has(arrivals.quiet_factor), has(arrivals.burst_length_s));
    let note = match (peak, length) {
        (true, false) => "no bursts, and waits too short: peak_factor counts with burst_length_s only",
        (false, true) => "no bursts, and waits too short: burst_length_s counts with peak_factor only",
        (false, false) if quiet => "no bursts: quiet_factor counts with peak_factor and burst_length_s only",
        _ => return vec![],
    };
    vec![note.to_owned()]
}
