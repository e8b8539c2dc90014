//! A solved region as text.

use super::table::{Table, number};
use crate::model::answer::{Bounded, Outcome, TransactionOutcome, WhatIf};
use crate::model::data::Interval;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole answer of `model solve`.
pub(super) fn outcome(outcome: &Outcome) -> String {
    let mut text = format!("Region {}\n\n", outcome.region);
    text += &state(outcome);
    text +=
        "\nTransactions: CPU in microseconds, response in milliseconds, each as best value (low to high)\n";
    text += &transactions(outcome).lines();
    section(&mut text, "CPU by part, microseconds", &cpu_parts(outcome));
    section(&mut text, "Waits and delays, milliseconds", &waits(outcome));
    section(&mut text, "Resources", &resources(outcome));
    section(&mut text, "CPU of the region itself, percent of an engine", &region_cpu(outcome));
    section(&mut text, "Settings", &settings(outcome));
    text += "\nTaken for granted\n";
    for assumption in &outcome.assumptions {
        let _ = writeln!(text, "  - {assumption}");
    }
    if !outcome.remarks.is_empty() {
        text += "\nErrors of the sources that this rests on\n";
        for remark in &outcome.remarks {
            let _ = writeln!(text, "  - {}: \"{}\". But {}.", remark.place, remark.says, remark.holds);
        }
    }
    text
}

/// Before and after, and the difference.
pub(super) fn what_if(answer: &WhatIf) -> String {
    let mut text = format!("Region {}\n\n", answer.before.region);
    for edit in &answer.edits {
        let key = asked_for(edit.split('=').next().unwrap_or(edit));
        let before = answer.before.settings.iter().find(|setting| setting.key == key);
        let was = before.map_or_else(
            || "not asked for before".to_owned(),
            |setting| format!("was {}, {}", setting.value, setting.from.word()),
        );
        let _ = writeln!(text, "  {edit}  ({was})");
    }
    let _ = write!(text, "\nBefore: {}After:  {}", state(&answer.before), state(&answer.after));
    text += "\nBefore, after and difference: CPU in microseconds, response in milliseconds\n";
    text += &differences(answer).lines();
    section(&mut text, "Waits and delays, milliseconds: before -> after", &changed_waits(answer));
    section(&mut text, "Utilisation, percent: before -> after", &changed_resources(answer));
    if answer.before.transactions == answer.after.transactions {
        text += "\nNothing changes: no transaction of this workload uses what was edited.\n";
    }
    text
}

/// The key under which the model asks for a setting: there is one DB2CONN, whatever its name.
fn asked_for(key: &str) -> String {
    match (key.strip_prefix("DB2CONN."), key.rsplit_once('.')) {
        (Some(_), Some((_, attribute))) => format!("DB2CONN.{attribute}"),
        _ => key.to_owned(),
    }
}

fn section(text: &mut String, heading: &str, table: &Table) {
    if !table.is_empty() {
        let _ = write!(text, "\n{heading}\n{}", table.lines());
    }
}

/// Whether it is at rest, and what it is nearest to.
fn state(outcome: &Outcome) -> String {
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
fn interval(value: Interval) -> String {
    format!("{} ({} to {})", number(value.mid), number(value.low), number(value.high))
}

/// A time that may have no bounds.
fn bounded(value: Bounded) -> String {
    let one = |x: Option<f64>| x.map_or_else(|| "saturated".to_owned(), number);
    match value.mid {
        None => "saturated".to_owned(),
        Some(mid) => format!("{} ({} to {})", number(mid), one(value.low), one(value.high)),
    }
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
            bounded(t.response_ms.mean),
            bounded(t.response_ms.p50),
            bounded(t.response_ms.p95),
            t.basis.name().to_owned(),
            if t.evidence.is_empty() { "the workload".to_owned() } else { t.evidence.join(", ") },
        ];
        if lossy {
            row.push(format!("{} %", number(100.0 * t.lost)));
        }
        table.row(row);
    }
    table
}

/// One row for each name that any transaction has, one column for each transaction.
fn matrix<'a>(
    outcome: &'a Outcome,
    names: impl Fn(&'a TransactionOutcome) -> Vec<&'static str>,
    cell: impl Fn(&'a TransactionOutcome, &str) -> Option<String>,
) -> Table {
    let ids: Vec<&str> =
        std::iter::once("").chain(outcome.transactions.iter().map(|t| t.id.as_str())).collect();
    let mut table = Table::new(&ids);
    let all: BTreeSet<&str> = outcome.transactions.iter().flat_map(names).collect();
    for name in all {
        let cells = outcome.transactions.iter().map(|t| cell(t, name).unwrap_or_else(|| "-".to_owned()));
        table.row(std::iter::once(name.to_owned()).chain(cells).collect());
    }
    table
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

/// `12.3 -> 10.1 (-2.2)`.
fn change(before: Option<f64>, after: Option<f64>) -> String {
    match (before, after) {
        (Some(b), Some(a)) => {
            let (b, a, change) = (number(b), number(a), a - b);
            if b == a {
                return b;
            }
            let sign = if change < 0.0 { "-" } else { "+" };
            format!("{b} -> {a} ({sign}{})", number(change.abs()))
        }
        (None, Some(a)) => format!("saturated -> {}", number(a)),
        (Some(b), None) => format!("{} -> saturated", number(b)),
        (None, None) => "saturated".to_owned(),
    }
}

fn differences(answer: &WhatIf) -> Table {
    let mut table = Table::new(&["", "CPU", "mean", "P50", "P95"]);
    for (b, a) in answer.before.transactions.iter().zip(&answer.after.transactions) {
        let (rb, ra) = (b.response_ms, a.response_ms);
        table.row(vec![
            b.id.clone(),
            change(Some(b.cpu_us.mid), Some(a.cpu_us.mid)),
            change(rb.mean.mid, ra.mean.mid),
            change(rb.p50.mid, ra.p50.mid),
            change(rb.p95.mid, ra.p95.mid),
        ]);
    }
    table
}

fn changed_waits(answer: &WhatIf) -> Table {
    let ids: Vec<&str> =
        std::iter::once("").chain(answer.before.transactions.iter().map(|t| t.id.as_str())).collect();
    let mut table = Table::new(&ids);
    let both = || answer.before.transactions.iter().zip(&answer.after.transactions);
    let names: BTreeSet<&str> =
        both().flat_map(|(b, a)| b.waits_ms.keys().chain(a.waits_ms.keys())).copied().collect();
    for name in names {
        let cells = both().map(|(b, a)| {
            let of = |t: &TransactionOutcome| {
                t.response_ms.mean.mid.map(|_| t.waits_ms.get(name).copied().unwrap_or(0.0))
            };
            change(of(b), of(a))
        });
        let cells: Vec<String> = cells.collect();
        if cells.iter().any(|cell| cell.contains("->")) {
            table.row(std::iter::once(name.to_owned()).chain(cells).collect());
        }
    }
    table
}

fn changed_resources(answer: &WhatIf) -> Table {
    let mut table = Table::new(&["", "in use"]);
    let names = answer.before.resources.iter().chain(&answer.after.resources).map(|r| r.name.as_str());
    let mut seen = BTreeSet::new();
    for name in names.filter(|name| seen.insert(*name)) {
        let of = |outcome: &Outcome| {
            outcome.resources.iter().find(|r| r.name == name).map_or_else(
                || "-".to_owned(),
                |r| if r.saturated { "saturated".to_owned() } else { number(100.0 * r.utilisation) },
            )
        };
        let (b, a) = (of(&answer.before), of(&answer.after));
        if b != a {
            table.row(vec![name.to_owned(), format!("{b} -> {a}")]);
        }
    }
    table
}
