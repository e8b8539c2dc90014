//! A solved region as text.

use super::table::{Table, by_transaction, number};
use super::validate::capital;
use crate::model::answer::{Bounded, Outcome, TransactionOutcome};
use crate::model::data::Interval;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The whole answer of `model solve`.
pub(super) fn outcome(outcome: &Outcome) -> String {
    let mut text = format!("Region {}\n\n", outcome.region);
    text += &state(outcome);
    text +=
        "\nTransactions: CPU in microseconds, response in milliseconds, each as best value (low to high)\n";
    text += &transactions(outcome).lines();
    text += &not_predicted(outcome);
    section(&mut text, "CPU by part, microseconds", &cpu_parts(outcome));
    section(&mut text, "Waits and delays, milliseconds", &waits(outcome));
    section(&mut text, "Resources", &resources(outcome));
    section(&mut text, "CPU of the region itself, percent of an engine", &region_cpu(outcome));
    section(&mut text, "Settings", &settings(outcome));
    text += &taken_for_granted(outcome);
    if !outcome.remarks.is_empty() {
        text += "\nErrors of the sources that this rests on\n";
        for remark in &outcome.remarks {
            let _ = writeln!(text, "  - {}: \"{}\". But {}.", remark.place, remark.says, remark.holds);
        }
    }
    text
}

/// The transactions whose response is not predicted, and why.
pub(super) fn not_predicted(outcome: &Outcome) -> String {
    let marked = |t: &TransactionOutcome| Some((t.response_not_predicted?, t.id.clone()));
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (why, id) in outcome.transactions.iter().filter_map(marked) {
        reasons.entry(why).or_default().push(id);
    }
    let line = |(why, ids): (&str, Vec<String>)| {
        format!("  * Not predicted: the response of {}. {}.\n", ids.join(", "), capital(why))
    };
    reasons.into_iter().map(line).collect()
}

/// What every figure is under.
pub(super) fn taken_for_granted(outcome: &Outcome) -> String {
    let lines = outcome.assumptions.iter().map(|assumption| format!("  - {assumption}\n"));
    std::iter::once("\nTaken for granted\n".to_owned()).chain(lines).collect()
}

/// So many evidence rows have a place in a table; JSON has them all.
const ROWS: usize = 4;

/// What CPU rests on: the evidence rows, or the workload where there are none.
pub(super) fn rests_on(evidence: &[String]) -> String {
    match evidence.len() {
        0 => "the workload".to_owned(),
        n if n > ROWS => format!("{} and {} more", evidence[..ROWS].join(", "), n - ROWS),
        _ => evidence.join(", "),
    }
}

pub(super) fn section(text: &mut String, heading: &str, table: &Table) {
    if !table.is_empty() {
        let _ = write!(text, "\n{heading}\n{}", table.lines());
    }
}

/// Whether it is at rest, and what it is nearest to.
pub(super) fn state(outcome: &Outcome) -> String {
    let bottleneck = outcome.bottleneck.as_deref().unwrap_or("nothing");
    let full: Vec<&str> = outcome.resources.iter().filter(|r| r.saturated).map(|r| r.name.as_str()).collect();
    if outcome.saturated {
        let what = if full.is_empty() { bottleneck.to_owned() } else { full.join(", ") };
        return format!(
            "SATURATED: {what} can't keep up; the backlog grows and there is no response time.\n"
        );
    }
    let busiest = outcome.resources.iter().find(|r| Some(r.name.as_str()) == outcome.bottleneck.as_deref());
    let share = busiest.map_or_else(String::new, |r| format!(", {} % in use", number(100.0 * r.utilisation)));
    format!("At rest. Fullest: {bottleneck}{share}.\n")
}

/// A CPU interval.
pub(super) fn interval(value: Interval) -> String {
    format!("{} ({} to {})", number(value.mid), number(value.low), number(value.high))
}

/// A time that may have no bounds.
pub(super) fn bounded(value: Bounded) -> String {
    let one = |x: Option<f64>| x.map_or_else(|| "saturated".to_owned(), number);
    match value.mid {
        None => "saturated".to_owned(),
        Some(mid) => format!("{} ({} to {})", number(mid), one(value.low), one(value.high)),
    }
}

/// A response, with a star where it is not predicted.
pub(super) fn response(t: &TransactionOutcome, value: Bounded) -> String {
    let star = if t.response_not_predicted.is_some() { " *" } else { "" };
    format!("{}{star}", bounded(value))
}

fn transactions(outcome: &Outcome) -> Table {
    let lossy = outcome.transactions.iter().any(|t| t.lost > 0.0);
    let mut headings = vec!["", "per second", "CPU", "mean", "P50", "P95", "CPU is", "rests on"];
    if lossy {
        headings.push("AKCC");
    }
    let mut table = Table::new(&headings).left(6).left(7);
    for t in &outcome.transactions {
        let mut row = vec![
            t.id.clone(),
            number(t.rate),
            interval(t.cpu_us),
            response(t, t.response_ms.mean),
            response(t, t.response_ms.p50),
            response(t, t.response_ms.p95),
            t.basis.name().to_owned(),
            rests_on(&t.evidence),
        ];
        if lossy {
            row.push(format!("{} %", number(100.0 * t.lost)));
        }
        table.row(row);
    }
    table
}

/// One row for each name that any transaction has.
fn matrix<'a>(
    outcome: &'a Outcome,
    names: impl Fn(&'a TransactionOutcome) -> Vec<&'static str>,
    cell: impl Fn(&'a TransactionOutcome, &str) -> Option<String>,
) -> Table {
    let ids: Vec<&str> = outcome.transactions.iter().map(|t| t.id.as_str()).collect();
    let all: BTreeSet<&str> = outcome.transactions.iter().flat_map(names).collect();
    let rows = all.into_iter().map(|name| {
        let cells = outcome.transactions.iter().map(|t| cell(t, name));
        (name.to_owned(), cells.collect())
    });
    by_transaction(&ids, rows.collect())
}

fn cpu_parts(outcome: &Outcome) -> Table {
    let cell = |t: &TransactionOutcome, name: &str| t.cpu_parts_us.get(name).map(|part| interval(*part));
    matrix(outcome, |t| t.cpu_parts_us.keys().copied().collect(), cell)
}

fn waits(outcome: &Outcome) -> Table {
    let cell = |t: &TransactionOutcome, name: &str| t.waits_ms.get(name).map(|ms| number(*ms));
    matrix(outcome, |t| t.waits_ms.keys().copied().collect(), cell)
}

fn resources(outcome: &Outcome) -> Table {
    let mut table = Table::new(&["", "kind", "limit", "in use", "waiting", ""]).left(1).left(5);
    for r in &outcome.resources {
        table.row(vec![
            r.name.clone(),
            r.kind.to_owned(),
            if r.capacity > 0.0 { format!("{:.0}", r.capacity) } else { "-".to_owned() },
            format!("{} %", number(100.0 * r.utilisation)),
            number(r.queue),
            if r.saturated { "SATURATED".to_owned() } else { String::new() },
        ]);
    }
    table
}

fn region_cpu(outcome: &Outcome) -> Table {
    let mut table = Table::new(&["", "percent"]);
    for (name, part) in &outcome.region_cpu_percent {
        let digits = |x: f64| format!("{x:.5}");
        table.row(vec![
            (*name).to_owned(),
            format!("{} ({} to {})", digits(part.mid), digits(part.low), digits(part.high)),
        ]);
    }
    table
}

fn settings(outcome: &Outcome) -> Table {
    let mut table = Table::new(&["", "value", "from"]).left(2);
    for setting in &outcome.settings {
        table.row(vec![setting.key.clone(), setting.value.clone(), setting.from.word().to_owned()]);
    }
    table
}
