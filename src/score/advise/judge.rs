//! How sure it is that a step helps, and what it does besides.

use super::State;
use super::candidates::Candidate;
use super::state::{Cost, lost};
use crate::model::compare::Solved;
use crate::model::workload::Bound;
use crate::rules::Confidence;

/// A percentile that rises by less than a hundredth is not worth a word.
const LEAST_RISE: f64 = 1.01;

/// The least change in the share of the work that can be done which counts.
const LEAST_HELD: f64 = 0.002;

/// High where a change helps at the lower, middle and upper bound of all that is uncertain: by a shorter mean response,
/// or where both saturate or abend tasks, by a larger share of the work that can be done.
pub(super) fn at_every_bound(before: &Solved, after: &Solved) -> Confidence {
    let bounds = [Bound::Low, Bound::Mid, Bound::High];
    let points = before.points().iter().zip(after.points());
    let helps = bounds.into_iter().zip(points).filter(|(bound, (b, a))| {
        let (lost_before, lost_after) = (lost(b), lost(a));
        match (b.mean_response(), a.mean_response()) {
            (Some(_), Some(_)) if lost_before != lost_after => lost_after < lost_before,
            (Some(before), Some(after)) => after < before,
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (None, None) => after.holds_at(*bound) > before.holds_at(*bound) + LEAST_HELD,
        }
    });
    match helps.count() {
        3 => Confidence::High,
        2 => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// A step below.
pub(super) const fn lower(confidence: Confidence) -> Confidence {
    match confidence {
        Confidence::High => Confidence::Medium,
        Confidence::Medium | Confidence::Low => Confidence::Low,
    }
}

/// Of so many of what gets worse each is told.
const MOST_TOLD: usize = 6;

/// What gets worse for some transactions though the whole gets better.
pub(super) fn rises(before: &State, after: &State) -> Vec<String> {
    let mut all = Vec::new();
    let mut percentiles = false;
    for (was, is) in before.transactions.iter().zip(&after.transactions) {
        for (name, from, to) in [("P50", was.p50_ms, is.p50_ms), ("P95", was.p95_ms, is.p95_ms)] {
            match (from, to) {
                (Some(from), Some(to)) if to > from * LEAST_RISE => {
                    percentiles = true;
                    all.push(format!("{name} of {} rises from {} to {} ms", was.id, ms(from), ms(to)));
                }
                (Some(from), None) => {
                    all.push(format!("{} saturates; its {name} was {} ms", was.id, ms(from)))
                }
                _ => {}
            }
        }
        if is.lost > was.lost + 1e-4 {
            all.push(format!(
                "{:.1} % of the tasks of {} are abended, {:.1} % before",
                is.lost * 100.0,
                was.id,
                was.lost * 100.0
            ));
        }
    }
    let more = all.len().saturating_sub(MOST_TOLD);
    all.truncate(MOST_TOLD);
    if more > 0 {
        all.push(format!("so do {more} more figures of transactions; JSON has all of them"));
    }
    if percentiles {
        all.push(
            "percentiles are fitted to mean and variance, and may be off by a tenth and more where a task waits many \
             times: `cicslint model simulate`, with this step and without, shows whether they rise"
                .to_owned(),
        );
    }
    all
}

/// Milliseconds with the digits that say something.
fn ms(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// Why a candidate that makes things worse is left out.
pub(super) fn worse(candidate: &Candidate, now: Cost, after: &Solved) -> (&'static str, String) {
    // More room never harms by itself; the formulas put the wait at the next limit.
    if candidate.key.starts_with("limit ") {
        let why =
            "after the steps above it gains nothing: tasks would wait at another limit instead".to_owned();
        return ("too-little", why);
    }
    let then = Cost::of(after);
    let why = match (now.does_all(), after.saturates()) {
        (false, _) => "after the steps above the region would do less of the work with it".to_owned(),
        (true, Some(on)) => format!("after the steps above the region would saturate with it, on {on}"),
        (true, None) if !then.does_all() => {
            "after the steps above more tasks would be abended with it".to_owned()
        }
        (true, None) => format!("after the steps above it would cost {} ms a task", ms(then.ms - now.ms)),
    };
    match &candidate.benefit {
        Some(benefit) => ("other-benefit", format!("{why}; {benefit}")),
        None => ("worse", why),
    }
}

/// Why a candidate that gains too little is left out: with the number, as far as there is one.
pub(super) fn too_little(candidate: &Candidate, now: Cost, gain: f64) -> (&'static str, String) {
    if let Some(benefit) = &candidate.benefit {
        return (
            "other-benefit",
            format!("after the steps above it gains nothing that the model knows; {benefit}"),
        );
    }
    if !now.does_all() {
        return (
            "too-little",
            "after the steps above it changes nothing in how much of the work is done".to_owned(),
        );
    }
    let percent = if now.ms > 0.0 { gain / now.ms * 100.0 } else { 0.0 };
    let figure = match percent.abs() {
        less if less < 0.005 => "nothing".to_owned(),
        _ => format!("{gain:.3} ms a task ({percent:.2} %)"),
    };
    let least = super::state::LEAST_SHARE * 100.0;
    (
        "too-little",
        format!("after the steps above the model has it gain {figure}; a step has to gain {least} %"),
    )
}
