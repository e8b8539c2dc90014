//! `cicslint model sweep`: one setting over a range, as a table and a plot.

use super::args::{Format, SweepArgs};
use super::table::{Table, number};
use super::{input, print, refused, unfit};
use crate::cli::exit::{Exit, Failure};
use crate::model::answer::{Bounded, Sweep, sweep};
use crate::model::plot;
use crate::score;
use std::fmt::Write;

pub(super) fn run(arguments: &SweepArgs) -> Result<Exit, Failure> {
    let (key, values) = arguments.range.split_once('=').unwrap_or((&arguments.range, ""));
    let range = format!("{}={values}", score::edit_key(key).map_err(unfit)?);
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
    let _ = writeln!(text, "P50 and P95 in milliseconds at the best values, by {}", sweep.key);
    let ids: Vec<&str> = sweep
        .steps
        .first()
        .map_or_else(Vec::new, |s| s.outcome.transactions.iter().map(|t| t.id.as_str()).collect());
    let headings: Vec<String> = std::iter::once(sweep.key.clone())
        .chain(ids.iter().flat_map(|id| [format!("{id} P50"), format!("{id} P95")]))
        .chain(["fullest".to_owned(), "in use".to_owned()])
        .collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = Table::new(&headings).left(headings.len() - 2);
    for step in &sweep.steps {
        let ms = |b: Bounded| b.mid.map_or_else(|| "saturated".to_owned(), number);
        let outcome = &step.outcome;
        let times = outcome.transactions.iter().flat_map(|t| [ms(t.response_ms.p50), ms(t.response_ms.p95)]);
        let fullest = outcome.bottleneck.clone().unwrap_or_default();
        let busy = outcome.resources.iter().find(|r| r.name == fullest).map_or(0.0, |r| r.utilisation);
        let end = [fullest, format!("{} %", number(100.0 * busy))];
        table.row(std::iter::once(step.value.to_string()).chain(times).chain(end).collect());
    }
    text += &table.lines();
    text
}
