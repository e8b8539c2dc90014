//! The plan as Markdown, for a ticket or a pull request.

use super::words::{bottleneck, change, cpu, effort, moved, nothing, time, work};
use super::{Sources, path_and_line};
use crate::report::visible::visible;
use crate::score::advise::{Advice, State};
use std::io::{self, Write};

/// Writes the plan of a region.
pub fn write(advice: &Advice, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "# Tuning plan{}\n",
        match advice.region.as_str() {
            "" => String::new(),
            name => format!(" of {}", escaped(name)),
        }
    )?;
    writeln!(out, "| step | change | CPU ms | P50 ms | P95 ms | bottleneck | effort | confidence |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    row(out, "now", "", &advice.now, "", "")?;
    for (number, step) in advice.steps.iter().enumerate() {
        let number = (number + 1).to_string();
        row(out, &number, &step.title, &step.after, effort(step), step.confidence.name())?;
    }
    for (number, step) in advice.steps.iter().enumerate() {
        writeln!(out, "\n## {}. {}\n", number + 1, escaped(&step.title))?;
        for one in &step.changes {
            let place = path_and_line(one.place, sources)
                .map(|(path, line)| format!(" ({}:{line})", escaped(path)))
                .unwrap_or_default();
            writeln!(out, "- `{}`{place}", visible(&change(one)).replace('`', "'"))?;
        }
        writeln!(out, "\n{}.", escaped(step.why.trim_end_matches('.')))?;
        let more = work(step).map(|text| format!(" {}.", sentence(&text))).unwrap_or_default();
        writeln!(out, "\n{}.{}", escaped(&sentence(&moved(&step.before, &step.after))), escaped(&more))?;
        for (name, texts) in [("But", &step.notes), ("First", &step.requires), ("How", &step.how)] {
            if !texts.is_empty() {
                writeln!(out, "\n{name}:\n")?;
                texts.iter().try_for_each(|text| writeln!(out, "- {}", escaped(text)))?;
            }
        }
    }
    if advice.steps.is_empty() {
        writeln!(out, "\n{}", nothing(&advice.now))?;
    }
    if let Some(outlook) = &advice.outlook {
        writeln!(out, "\n## After the plan\n\n{}.", escaped(&outlook.words))?;
    }
    let left: Vec<String> =
        advice.not_advised.iter().map(|left| format!("{}: {}", left.title, left.why)).collect();
    list(out, "Take care", &advice.warnings)?;
    list(out, "Not advised", &left)?;
    list(out, "Taken for granted", &advice.assumptions)
}

fn row(
    out: &mut dyn Write,
    number: &str,
    title: &str,
    state: &State,
    effort: &str,
    confidence: &str,
) -> io::Result<()> {
    writeln!(
        out,
        "| {number} | {} | {} | {} | {} | {} | {effort} | {confidence} |",
        escaped(title),
        cpu(state),
        time(state.p50_ms),
        time(state.p95_ms),
        escaped(&bottleneck(state)),
    )
}

fn list(out: &mut dyn Write, title: &str, items: &[String]) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {title}\n")?;
    items.iter().try_for_each(|item| writeln!(out, "- {}", escaped(item)))
}

/// With a capital.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Text in which nothing is Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#') {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}
