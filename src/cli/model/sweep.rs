//! `cicslint model sweep`: one setting over a range, as a table and a plot.

use super::args::{Format, SweepArgs};
use super::table::{Table, number};
use super::text::{interval, not_predicted, response, rests_on, section, taken_for_granted};
use super::{input, print, refused, unfit};
use crate::cli::exit::{Exit, Failure};
use crate::model::answer::{Range, Sweep, sweep};
use crate::model::plot;
use crate::score;
use std::fmt::Write;

pub(super) fn run(arguments: &SweepArgs) -> Result<Exit, Failure> {
    let (key, values) = arguments.range.split_once('=').unwrap_or((&arguments.range, ""));
    let key = score::edit_key(key).map_err(unfit)?;
    let range = format!("{key}={values}");
    for (_, value) in Range::parse(&range).map_err(|why| refused(&why.into()))?.values {
        score::edit(&format!("{key}={value}")).map_err(unfit)?;
    }
    let input = input::load(&arguments.input, &arguments.paths)?;
    let sweep =
        sweep(&input.region, &input.workload, &input.configuration, &range).map_err(|why| refused(&why))?;
    if let Some(path) = &arguments.svg {
        std::fs::write(path, plot::svg(&sweep)).map_err(|error| {
            Failure::usage(
                format!("{}: the plot cannot be written: {error}", path.display()),
                "name another --svg",
            )
        })?;
    }
    print(&match arguments.input.format {
        Format::Text => text(&sweep),
        Format::Json => sweep.to_json(),
    })
}

fn text(sweep: &Sweep) -> String {
    let mut text = format!("Region {}\n\n", sweep.region);
    let bytes = if score::is_size(&sweep.key) { "; plain numbers are bytes" } else { "" };
    let _ = writeln!(
        text,
        "CPU in microseconds, response in milliseconds, as best value (low to high), by {}{bytes}",
        sweep.key
    );
    let headings = [&sweep.key, "", "CPU", "P50", "P95", "fullest", "in use"];
    let mut table = Table::new(&headings).left(1).left(5);
    for step in &sweep.steps {
        let outcome = &step.outcome;
        let fullest = outcome.bottleneck.clone().unwrap_or_default();
        let busy = outcome.resources.iter().find(|r| r.name == fullest).map_or(0.0, |r| r.utilisation);
        // What holds of the value stands beside the first transaction only.
        let mut ends = Some((step.written.clone(), fullest, format!("{} %", number(100.0 * busy))));
        for t in &outcome.transactions {
            let (value, fullest, busy) = ends.take().unwrap_or_default();
            let (p50, p95) = (response(t, t.response_ms.p50), response(t, t.response_ms.p95));
            table.row(vec![value, t.id.clone(), interval(t.cpu_us), p50, p95, fullest, busy]);
        }
    }
    text += &table.lines();
    let Some(last) = sweep.steps.last() else { return text };
    text += &not_predicted(&last.outcome);
    let mut basis = Table::new(&["", "CPU is", "rests on"]).left(1).left(2);
    for t in &last.outcome.transactions {
        basis.row(vec![t.id.clone(), t.basis.name().to_owned(), rests_on(&t.evidence)]);
    }
    section(&mut text, "What this rests on; response times are estimates", &basis);
    text += &taken_for_granted(&last.outcome);
    text
}
