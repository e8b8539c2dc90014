//! A region before and after a change as text.

use super::table::{Table, by_transaction, number};
use super::text::{not_predicted, rests_on, section, state, taken_for_granted};
use crate::model::answer::{Bounded, Outcome, TransactionOutcome, WhatIf};
use crate::model::data::Interval;
use std::collections::BTreeSet;
use std::fmt::Write;

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
    text += "\nCPU in microseconds, response in milliseconds; differences as best value (low to high)\n";
    text += &differences(answer).lines();
    text += &not_predicted(&answer.after);
    let open = |value: &Bounded| value.mid.is_some() && (value.low.is_none() || value.high.is_none());
    if answer.differences.iter().any(|d| [d.mean_ms, d.p50_ms, d.p95_ms].iter().any(open)) {
        text += "  no limit: one side saturates at the dearer end of what is uncertain\n";
    }
    section(&mut text, "Waits and delays, milliseconds: before -> after", &changed_waits(answer));
    section(&mut text, "Utilisation, percent: before -> after", &changed_resources(answer));
    if let Some(why) = nothing_changes(answer) {
        let _ = write!(text, "\n{why}\n");
    }
    text += &taken_for_granted(&answer.after);
    text
}

/// What is to be said where no transaction is any different.
fn nothing_changes(answer: &WhatIf) -> Option<String> {
    let (before, after) = (&answer.before, &answer.after);
    let same = before.transactions == after.transactions && before.saturated == after.saturated;
    if !same {
        return None;
    }
    let percent = |share: f64| number(100.0 * share);
    let mut changed: Vec<String> = before
        .resources
        .iter()
        .filter_map(|b| {
            let a = after.resources.iter().find(|a| a.name == b.name)?;
            let (was, now) = (percent(b.utilisation), percent(a.utilisation));
            (was != now).then(|| format!("{}: {now} % in use instead of {was} %", b.name))
        })
        .collect();
    if before.region_cpu_percent != after.region_cpu_percent {
        let sum = |outcome: &Outcome| outcome.region_cpu_percent.values().map(|part| part.mid).sum::<f64>();
        changed.push(format!(
            "CPU of the region itself: {:.5} % of an engine instead of {:.5} %",
            sum(after),
            sum(before)
        ));
    }
    let asked = answer.edits.iter().any(|edit| {
        let key = asked_for(edit.split('=').next().unwrap_or(edit));
        [before, after].iter().any(|outcome| outcome.settings.iter().any(|setting| setting.key == key))
    });
    Some(match (changed.is_empty(), asked) {
        (false, _) => format!("No response changes; {}.", changed.join("; ")),
        (true, true) => {
            "Nothing changes: the setting counts, and makes no difference to this workload.".to_owned()
        }
        (true, false) => "Nothing changes: no transaction of this workload uses what was edited.".to_owned(),
    })
}

/// The key under which the model asks for a setting: there is one DB2CONN, whatever its name.
fn asked_for(key: &str) -> String {
    match (key.strip_prefix("DB2CONN."), key.rsplit_once('.')) {
        (Some(_), Some((_, attribute))) => format!("DB2CONN.{attribute}"),
        _ => key.to_owned(),
    }
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

/// A difference: best value (low to high); nothing of what does not change.
fn difference(value: Interval) -> String {
    if [value.low, value.mid, value.high].iter().all(|x| x.abs() < 1e-9) {
        return "0".to_owned();
    }
    format!("{} ({} to {})", signed(value.mid), signed(value.low), signed(value.high))
}

fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{}", number(value)) } else { number(value) }
}

/// The difference of a response.
fn difference_of_times(value: Bounded) -> String {
    let Some(mid) = value.mid else { return "-".to_owned() };
    match (value.low, value.high) {
        (Some(low), Some(high)) => difference(Interval { low, mid, high }),
        (low, high) => {
            let end = |x: Option<f64>| x.map_or_else(|| "no limit".to_owned(), signed);
            format!("{} ({} to {})", signed(mid), end(low), end(high))
        }
    }
}

/// Four rows for each transaction.
fn differences(answer: &WhatIf) -> Table {
    let headings = ["", "", "before", "after", "difference", "difference is", "rests on"];
    let mut table = Table::new(&headings).left(1).left(5).left(6);
    let both = answer.before.transactions.iter().zip(&answer.after.transactions);
    for ((b, a), d) in both.zip(&answer.differences) {
        let basis = d.basis.map_or("", |basis| basis.name()).to_owned();
        let rests = if d.basis.is_some() { rests_on(&d.evidence) } else { String::new() };
        let cpu = difference(d.cpu_us);
        table.row(vec![
            b.id.clone(),
            "CPU".to_owned(),
            number(b.cpu_us.mid),
            number(a.cpu_us.mid),
            cpu,
            basis,
            rests,
        ]);
        let (before, after) = (b.response_ms, a.response_ms);
        for (what, b, a, d) in [
            ("mean", before.mean, after.mean, d.mean_ms),
            ("P50", before.p50, after.p50, d.p50_ms),
            ("P95", before.p95, after.p95, d.p95_ms),
        ] {
            let ms = |value: Bounded| value.mid.map_or_else(|| "saturated".to_owned(), number);
            let difference = difference_of_times(d);
            let is = if difference == "0" || difference == "-" { "" } else { "an estimate" };
            table.row(vec![String::new(), what.to_owned(), ms(b), ms(a), difference, is.to_owned()]);
        }
    }
    table
}

fn changed_waits(answer: &WhatIf) -> Table {
    let ids: Vec<&str> = answer.before.transactions.iter().map(|t| t.id.as_str()).collect();
    let both = || answer.before.transactions.iter().zip(&answer.after.transactions);
    let names: BTreeSet<&str> =
        both().flat_map(|(b, a)| b.waits_ms.keys().chain(a.waits_ms.keys())).copied().collect();
    let mut rows = vec![];
    for name in names {
        let cells = both().map(|(b, a)| {
            let of = |t: &TransactionOutcome| {
                t.response_ms.mean.mid.map(|_| t.waits_ms.get(name).copied().unwrap_or(0.0))
            };
            change(of(b), of(a))
        });
        let cells: Vec<Option<String>> = cells.map(Some).collect();
        if cells.iter().flatten().any(|cell| cell.contains("->")) {
            rows.push((name.to_owned(), cells));
        }
    }
    by_transaction(&ids, rows)
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
