//! The words that all forms of the plan share.

use crate::model::answer::Bounded;
use crate::report::price::number;
use crate::score::advise::{Change, State, Step};

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

/// The bottleneck.
pub(super) fn bottleneck(state: &State) -> String {
    match &state.bottleneck {
        Some(name) if state.saturated => format!("{name} (full)"),
        Some(name) => name.clone(),
        None => "none".to_owned(),
    }
}

/// `PROGRAM.PAY1.CONCURRENCY: QUASIRENT -> THREADSAFE`
pub(super) fn change(change: &Change) -> String {
    let key = match change.name.as_str() {
        "" => format!("{}.{}", change.kind, change.attribute),
        name => format!("{}.{name}.{}", change.kind, change.attribute),
    };
    let from = change.from.as_deref().unwrap_or("not given");
    let to = if change.to.is_empty() { "taken out" } else { &change.to };
    format!("{key}: {from} -> {to}")
}

/// What a step takes.
pub(super) fn effort(step: &Step) -> &'static str {
    match step.effort {
        crate::score::advise::Effort::Definition => "definition only",
        crate::score::advise::Effort::Review => "needs review",
        crate::score::advise::Effort::Restart => "needs a restart",
    }
}
