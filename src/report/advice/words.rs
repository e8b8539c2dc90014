//! The words that all forms of the plan share.

use crate::model::answer::Bounded;
use crate::model::workload::Provenance;
use crate::report::price::number;
use crate::score::advise::{Change, Effort, State, Step};

/// A time with its bounds: `38 (20-90)`; in words where there is none.
pub(super) fn time(ms: Bounded) -> String {
    match (ms.low, ms.mid, ms.high) {
        (_, None, _) => "saturated".to_owned(),
        (Some(low), Some(mid), Some(high)) => format!("{} ({}-{})", number(mid), number(low), number(high)),
        (_, Some(mid), None) => format!("{} (may saturate)", number(mid)),
        (None, Some(mid), Some(_)) => number(mid),
    }
}

/// The best value of a time.
pub(super) fn mid(ms: Bounded) -> String {
    ms.mid.map_or_else(|| "saturated".to_owned(), number)
}

/// CPU of a task in milliseconds.
pub(super) fn cpu(state: &State) -> String {
    number(state.cpu_us * 1e-3)
}

/// The bottleneck, and what the region does where it is full; what is lost.
pub(super) fn bottleneck(state: &State) -> String {
    let mut text = match (&state.bottleneck, state.saturated) {
        (Some(name), true) => format!("{name} (full)"),
        (Some(name), false) => name.clone(),
        (None, _) => "none".to_owned(),
    };
    if let Some(does) = state.does() {
        text.push_str(": does ");
        text.push_str(&does);
    }
    if state.lost >= LEAST_LOST {
        text.push_str(&format!("; {:.1} % of the tasks are abended", state.lost * 100.0));
    }
    text
}

/// What a step does to the bottleneck, in a sentence.
pub(super) fn moved(before: &State, after: &State) -> String {
    let words = |name: &str, state: &State| match state.saturated {
        true => format!("{name}, which is full"),
        false => name.to_owned(),
    };
    match (&before.bottleneck, &after.bottleneck) {
        (None, None) => "no queue is long, before it or after".to_owned(),
        (Some(was), None) if before.saturated => format!("{was} was full; after it no queue is long"),
        (Some(was), None) => format!("tasks queued for {was} the longest; after it no queue is long"),
        (None, Some(is)) => {
            format!("before it no queue was long; after it the longest is for {}", words(is, after))
        }
        (Some(was), Some(is)) if was == is => format!("the bottleneck stays {}", words(is, after)),
        (Some(was), Some(is)) => format!("the bottleneck moves from {was} to {}", words(is, after)),
    }
}

/// So few tasks are shown as none.
const LEAST_LOST: f64 = 0.000_5;

/// How much of the work is done before and after a step, where that is not all of it.
pub(super) fn work(step: &Step) -> Option<String> {
    let (was, is) = (step.before.does(), step.after.does());
    if was.is_some() || is.is_some() {
        let all = || "all of the work".to_owned();
        return Some(format!(
            "the region does {}; after the step, {}",
            was.unwrap_or_else(all),
            is.unwrap_or_else(all)
        ));
    }
    let share = |state: &State| match state.lost {
        few if few < LEAST_LOST => "none".to_owned(),
        lost => format!("{:.1} %", lost * 100.0),
    };
    let (was, is) = (share(&step.before), share(&step.after));
    (was != is).then(|| format!("of the tasks {was} are abended for want of a place; after the step, {is}"))
}

/// `PROGRAM.PAY1.CONCURRENCY: QUASIRENT -> THREADSAFE`
pub(super) fn change(change: &Change) -> String {
    let from = change.from.as_deref().unwrap_or("not given");
    let origin = match change.origin {
        Some(Provenance::Workload) => " (set in the workload)",
        Some(Provenance::Default) => " (the default)",
        Some(Provenance::Edit) => " (by a step above)",
        Some(Provenance::Assumed) => " (assumed)",
        Some(Provenance::Given) | None => "",
    };
    let to = if change.to.is_empty() { "taken out" } else { &change.to };
    format!("{}: {from}{origin} -> {to}", change.what())
}

/// What a step takes.
pub(super) fn effort(step: &Step) -> &'static str {
    match step.effort {
        Effort::Definition => "no restart",
        Effort::Review => "needs review",
        Effort::Restart => "needs a restart",
    }
}

/// What is said where there is no step.
pub(super) fn nothing(state: &State) -> &'static str {
    match state.saturated {
        false => "Nothing that is known of this region would make it faster under this workload.",
        true => "Nothing that is known of this region would let it do more of this work.",
    }
}
