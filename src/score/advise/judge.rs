//! How sure it is that a step helps, and what it does besides.

use super::State;
use super::candidates::Candidate;
use super::state::{Cost, LEAST_SHARE, loses_more, lost};
use crate::model::compare::Solved;
use crate::model::workload::Bound;
use crate::rules::Confidence;

/// A percentile that rises by less than a hundredth, or less than this, is not worth a word.
const LEAST_RISE: f64 = 1.01;
const LEAST_RISE_MS: f64 = 0.05;

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
            (Some(_), Some(_)) if loses_more(lost_before, lost_after) => true,
            (Some(_), Some(_)) if loses_more(lost_after, lost_before) => false,
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
const MOST_TOLD: usize = 4;

/// What gets worse for some transactions though the whole gets better, the most so first.
pub(super) fn rises(before: &State, after: &State) -> Vec<String> {
    let mut slower: Vec<(f64, String)> = Vec::new();
    let mut others = Vec::new();
    let mut percentile = |name: &str, of: &str, from: Option<f64>, to: Option<f64>| {
        if let (Some(from), Some(to)) = (from, to)
            && to > from * LEAST_RISE
            && to > from + LEAST_RISE_MS
        {
            slower.push((to / from, format!("{name} of {of} rises from {} to {} ms", ms(from), ms(to))));
        }
    };
    for (was, is) in before.transactions.iter().zip(&after.transactions) {
        percentile("P50", &was.id, was.p50_ms, is.p50_ms);
        percentile("P95", &was.id, was.p95_ms, is.p95_ms);
        if was.p50_ms.is_some() && is.p50_ms.is_none() {
            others.push(format!("{} saturates", was.id));
        }
        if loses_more(is.lost, was.lost) {
            others.push(format!(
                "{:.1} % of the tasks of {} are abended, {:.1} % before",
                is.lost * 100.0,
                was.id,
                was.lost * 100.0
            ));
        }
    }
    if before.transactions.len() > 1 {
        percentile("P50", "all", before.p50_ms.mid, after.p50_ms.mid);
        percentile("P95", "all", before.p95_ms.mid, after.p95_ms.mid);
    }
    slower.sort_by(|a, b| b.0.total_cmp(&a.0));
    let count = slower.len();
    let mut all: Vec<String> = slower.into_iter().take(MOST_TOLD).map(|(_, text)| text).collect();
    if count > MOST_TOLD {
        all.push(format!("so do {} more percentiles of transactions", count - MOST_TOLD));
    }
    if count > 0 {
        all.push(
            "percentiles are fitted to mean and variance, and may be off by a tenth and more where a task waits many \
             times: `cicslint model simulate`, with this step and without, shows whether they rise"
                .to_owned(),
        );
    }
    let more = others.len().saturating_sub(MOST_TOLD);
    all.extend(others.into_iter().take(MOST_TOLD));
    if more > 0 {
        all.push(format!("and so on for {more} more transactions"));
    }
    all
}

/// Why a candidate that makes things worse is left out; `when`: after the steps, or as it is.
pub(super) fn worse(
    candidate: &Candidate,
    when: &str,
    now: &Solved,
    after: &Solved,
) -> (&'static str, String) {
    // More room never harms by itself; the formulas put the wait at the next limit.
    if candidate.key.starts_with("limit ") {
        let why = format!("{when} it gains nothing: tasks would wait at another limit instead");
        return ("too-little", why);
    }
    let (cost, then) = (Cost::of(now), Cost::of(after));
    let why = match (cost.rests(), after.saturates()) {
        (false, _) => format!("{when} the region would do less of the work with it"),
        (true, Some(on)) => format!("{when} the region would saturate with it, on {on}"),
        (true, None) if loses_more(lost(after.mid()), lost(now.mid())) => {
            format!("{when} more tasks would be abended with it")
        }
        (true, None) => format!("{when} it would cost {} ms a task", ms(then.ms - cost.ms)),
    };
    match &candidate.benefit {
        Some(benefit) => ("other-benefit", format!("{why}; {benefit}")),
        None => ("worse", why),
    }
}

/// Why a candidate that gains too little is left out: with the number, as far as there is one.
pub(super) fn too_little(candidate: &Candidate, when: &str, now: Cost, gain: f64) -> (&'static str, String) {
    if let Some(benefit) = &candidate.benefit {
        return ("other-benefit", format!("{when} it gains nothing that the model knows; {benefit}"));
    }
    if !now.rests() {
        return ("too-little", format!("{when} it changes next to nothing in how much of the work is done"));
    }
    let percent = if now.ms > 0.0 { gain / now.ms * 100.0 } else { 0.0 };
    let figure = match percent.abs() {
        less if less < 0.005 => "nothing".to_owned(),
        _ => format!("{gain:.3} ms a task ({percent:.2} %)"),
    };
    let least = LEAST_SHARE * 100.0;
    ("too-little", format!("{when} the model has it gain {figure}; a step has to gain {least} %"))
}

/// Milliseconds with the digits that say something.
fn ms(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}
