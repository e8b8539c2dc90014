//! The plan for people.

use super::words::{bottleneck, change, cpu, effort, mid, moved, nothing, time, work};
use super::{Sources, path_and_line};
use crate::report::price::number;
use crate::report::visible::visible;
use crate::score::advise::{Advice, State, Step};
use std::io::{self, Write};

/// Columns of the figures.
const FIGURE: usize = 11;

/// Transactions that are shown for a step.
const MOST_TRANSACTIONS: usize = 8;

/// Writes the plan of a region.
pub fn write(advice: &Advice, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
    let rate: f64 = advice.baseline.transactions.iter().map(|t| t.rate).sum();
    let name = if advice.region.is_empty() {
        "Region".to_owned()
    } else {
        format!("Region {}", visible(&advice.region))
    };
    writeln!(out, "{name}: {}, {rate:.0}/s", counted(advice.baseline.transactions.len()))?;
    let wide = advice.steps.iter().map(|step| step.title.chars().count()).max().unwrap_or(0).clamp(20, 60);
    writeln!(
        out,
        "\n      {:<wide$} {:>FIGURE$} {:>FIGURE$} {:>FIGURE$}  bottleneck",
        "", "CPU ms", "P50 ms", "P95 ms"
    )?;
    row(out, "now", "", wide, &advice.now)?;
    for (number, step) in advice.steps.iter().enumerate() {
        row(out, &(number + 1).to_string(), &step.title, wide, &step.after)?;
    }
    if advice.steps.is_empty() {
        writeln!(out, "\n{}", nothing(&advice.now))?;
    }
    for (number, step) in advice.steps.iter().enumerate() {
        details(out, number + 1, step, sources)?;
    }
    if let Some(outlook) = &advice.outlook {
        writeln!(out, "\n{}.", visible(&outlook.words))?;
    }
    list(out, "Take care", &advice.warnings)?;
    let left: Vec<String> =
        advice.not_advised.iter().map(|left| format!("{}: {}", left.title, left.why)).collect();
    list(out, "Not advised", &left)?;
    list(out, "Taken for granted", &advice.assumptions)
}

fn counted(transactions: usize) -> String {
    format!("{transactions} transaction{}", if transactions == 1 { "" } else { "s" })
}

fn row(out: &mut dyn Write, number: &str, title: &str, wide: usize, state: &State) -> io::Result<()> {
    let title = visible(title);
    let mut lines = wrapped(&title, wide).into_iter();
    let first = lines.next().unwrap_or_default();
    writeln!(
        out,
        "  {number:>3} {first:<wide$} {:>FIGURE$} {:>FIGURE$} {:>FIGURE$}  {}",
        cpu(state),
        mid(state.p50_ms),
        mid(state.p95_ms),
        visible(&bottleneck(state)),
    )?;
    lines.try_for_each(|line| writeln!(out, "      {line}"))
}

fn details(out: &mut dyn Write, number: usize, step: &Step, sources: &Sources) -> io::Result<()> {
    writeln!(
        out,
        "\n{number}. {} ({}, confidence {})",
        visible(&step.title),
        effort(step),
        step.confidence.name()
    )?;
    for one in &step.changes {
        let place = path_and_line(one.place, sources)
            .map(|(path, line)| format!("  ({}:{line})", visible(path)))
            .unwrap_or_default();
        writeln!(out, "   {}{place}", visible(&change(one)))?;
    }
    if step.before.p50_ms.mid.or(step.after.p50_ms.mid).is_some() {
        writeln!(out, "   P50 {} -> {} ms", time(step.before.p50_ms), time(step.after.p50_ms))?;
        writeln!(out, "   P95 {} -> {} ms", time(step.before.p95_ms), time(step.after.p95_ms))?;
    }
    for (was, is) in step.before.transactions.iter().zip(&step.after.transactions).take(MOST_TRANSACTIONS) {
        if step.before.transactions.len() > 1 && was != is {
            writeln!(
                out,
                "     {}: P50 {} -> {} ms, P95 {} -> {} ms",
                visible(&was.id),
                of(was.p50_ms),
                of(is.p50_ms),
                of(was.p95_ms),
                of(is.p95_ms),
            )?;
        }
    }
    if let Some(text) = work(step) {
        writeln!(out, "   {}", visible(&text))?;
    }
    writeln!(out, "   {}", visible(&moved(&step.before, &step.after)))?;
    writeln!(out, "   why: {}", visible(&step.why))?;
    step.notes.iter().try_for_each(|text| writeln!(out, "   but: {}", visible(text)))?;
    step.requires.iter().try_for_each(|text| writeln!(out, "   first: {}", visible(text)))?;
    step.how.iter().try_for_each(|text| writeln!(out, "   how: {}", visible(text)))
}

/// A time; in words where there is none.
fn of(ms: Option<f64>) -> String {
    ms.map_or_else(|| "saturated".to_owned(), number)
}

fn list(out: &mut dyn Write, title: &str, items: &[String]) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    items.iter().try_for_each(|item| writeln!(out, "  - {}", visible(item)))
}

/// The words of a text in lines of at most so many characters, where its words allow.
fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(last) = lines.last_mut() else { break };
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= wide {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
