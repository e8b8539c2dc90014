//! `cicslint model validate`: the model against every published table.

use super::args::{Format, ValidateArgs};
use super::table::{Table as Grid, number};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::model::validate::{EndToEnd, Report, Row, Status, Table, fit, validate};
use std::fmt::Write as _;
use std::io::Write as _;

pub(super) fn run(arguments: &ValidateArgs) -> Result<Exit, Failure> {
    let mut report = validate();
    if let Some(wanted) = &arguments.table {
        keep(&mut report, wanted)?;
    }
    let mut out = output::standard();
    let text = match arguments.format {
        Format::Text => text(&report, arguments.rows || arguments.table.is_some()),
        Format::Json => report.to_json(),
    };
    writeln!(out, "{}", text.trim_end())?;
    out.flush()?;
    Ok(if report.holds() { Exit::Clean } else { Exit::Findings })
}

/// Keeps what concerns the tables of this name.
fn keep(report: &mut Report, wanted: &str) -> Result<(), Failure> {
    let wanted = wanted.to_lowercase();
    let ids = report.tables.iter().map(|table| &table.id).chain(report.end_to_end.iter().map(|run| &run.id));
    let known: Vec<String> = ids.cloned().collect();
    let exact = known.contains(&wanted);
    let takes = |id: &str| if exact { id == wanted } else { id.starts_with(&wanted) };
    report.tables.retain(|table| takes(&table.id));
    report.end_to_end.retain(|run| takes(&run.id));
    report.sources.retain(|remark| takes(remark.touches));
    report
        .constants
        .retain(|constant| constant.rows.iter().any(|row| takes(row.split(':').next().unwrap_or(row))));
    if report.tables.is_empty() && report.end_to_end.is_empty() && report.sources.is_empty() {
        let near = crate::catalog::nearest(&wanted, known.iter().map(String::as_str));
        let help = near.map_or_else(
            || "`cicslint model validate` shows all tables".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Failure::usage(format!("there is no table {wanted}"), help));
    }
    Ok(())
}

fn text(report: &Report, rows: bool) -> String {
    let mut text = String::new();
    let predicted: Vec<&Table> =
        report.tables.iter().filter(|table| table.status != Status::NotPredictable).collect();
    if !predicted.is_empty() {
        text += "Published tables against the model. Errors in percent; \"left out\" is the prediction of each row from the others, and the shape over rates from the tables named, where any are.\n\n";
        text += &summary(&predicted).lines();
    }
    if rows {
        predicted.iter().for_each(|table| one(&mut text, table));
    }
    end_to_end(&mut text, &report.end_to_end, rows);
    otherwise(&mut text, &predicted);
    constants(&mut text, report);
    let impossible: Vec<&Table> =
        report.tables.iter().filter(|table| table.status == Status::NotPredictable).collect();
    if !impossible.is_empty() {
        text += "\nNot predictable: no number is given\n";
        for table in impossible {
            let _ = writeln!(text, "  {} {}: {}", table.id, table.quantity, table.why);
        }
    }
    if !report.sources.is_empty() {
        text += "\nErrors and contradictions of the sources\n";
        for remark in &report.sources {
            let _ = writeln!(text, "  {}: \"{}\". {}.", remark.place, remark.says, capital(remark.holds));
        }
    }
    let off = report.end_to_end.iter().filter(|run| run.status == Status::Broken).count();
    let broken = predicted.iter().filter(|table| table.status == Status::Broken).count();
    let drifted = report.constants.iter().filter(|constant| !constant.holds).count();
    let (tables, runs) = (predicted.len(), report.end_to_end.len());
    let _ = match (broken, off, drifted) {
        (0, 0, 0) => {
            writeln!(text, "\nAll {tables} tables and {runs} solved runs hold; no constant has drifted.")
        }
        _ => writeln!(
            text,
            "\nBROKEN: {broken} of {tables} tables, {off} of {runs} solved runs, {drifted} constants drifted."
        ),
    };
    text
}

pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn summary(tables: &[&Table]) -> Grid {
    let headings = ["table", "quantity", "rows", "fitted", "left out", "worst", "allowed", "", "shape from"];
    let mut grid = Grid::new(&headings).left(1).left(7).left(8);
    for table in tables {
        let state = if table.status == Status::Broken { "BROKEN" } else { "holds" };
        grid.row(vec![
            table.id.clone(),
            table.quantity.clone(),
            table.rows.len().to_string(),
            format!("{:.2}", table.mape_fit),
            format!("{:.2}", table.mape_loo),
            format!("{:.2}", table.worst_loo),
            format!("{:.1}", table.tolerance),
            state.to_owned(),
            table.shape_from.join(", "),
        ]);
    }
    grid
}

/// Measured runs as `model solve` has them.
fn end_to_end(text: &mut String, runs: &[EndToEnd], rows: bool) {
    if runs.is_empty() {
        return;
    }
    *text += "\nFrom beginning to end: measured runs as `cicslint model solve` has them. Errors in percent, allowed for the worst row.\n\n";
    let mut grid = Grid::new(&["table", "quantity", "rows", "mean", "worst", "allowed", "", "because"])
        .left(1)
        .left(6)
        .left(7);
    for run in runs {
        grid.row(vec![
            run.id.clone(),
            run.quantity.clone(),
            run.rows.len().to_string(),
            format!("{:.2}", run.mean),
            format!("{:.2}", run.worst),
            format!("{:.1}", run.allowed),
            if run.status == Status::Broken { "BROKEN" } else { "holds" }.to_owned(),
            run.why.clone(),
        ]);
    }
    *text += &grid.lines();
    for run in runs.iter().filter(|_| rows) {
        let _ = write!(text, "\n{} {}, solved\n", run.id, run.quantity);
        let mut grid = Grid::new(&["row", "published", "solved", "low", "high", "error %"]);
        for row in &run.rows {
            let value = |x: Option<f64>| x.map_or_else(|| "saturated".to_owned(), number);
            grid.row(vec![
                row.label.clone(),
                number(row.published),
                value(row.solved),
                row.low.map_or_else(|| "-".to_owned(), number),
                row.high.map_or_else(|| "-".to_owned(), number),
                format!("{:+.2}", row.error),
            ]);
        }
        *text += &grid.lines();
    }
}

/// The tables whose form is not that of `model solve`.
fn otherwise(text: &mut String, tables: &[&Table]) {
    let mut by_reason: Vec<(&str, Vec<String>)> = Vec::new();
    for (table, does) in tables.iter().filter_map(|table| Some((table, table.solve_does?))) {
        let name = match table.quantity.starts_with("region CPU") || table.quantity.starts_with("zIIP") {
            true => table.id.clone(),
            false => format!("{} {}", table.id, table.quantity),
        };
        match by_reason.iter_mut().find(|(known, _)| *known == does) {
            Some((_, names)) => names.push(name),
            None => by_reason.push((does, vec![name])),
        }
    }
    if by_reason.is_empty() {
        return;
    }
    *text += "\nFitted above in a form of their own; `cicslint model solve` takes instead\n";
    for (does, names) in by_reason {
        let _ = writeln!(text, "  {}: {does}", names.join(", "));
    }
}

/// One table with its rows.
fn one(text: &mut String, table: &Table) {
    let _ = write!(text, "\n{} {}\n  {}\n", table.id, table.quantity, table.source);
    let numbers = match table.parameters {
        0 => "nothing fitted".to_owned(),
        1 => "1 number fitted".to_owned(),
        n => format!("{n} numbers fitted"),
    };
    let _ = writeln!(text, "  {}; {numbers}. {}.", table.model, capital(table.why.trim_end_matches('.')));
    let mut grid = Grid::new(&["row", "published", "fitted", "left out", "error %"]);
    for Row { label, published, fitted, leave_one_out } in &table.rows {
        grid.row(vec![
            label.clone(),
            number(*published),
            number(*fitted),
            number(*leave_one_out),
            format!("{:+.2}", fit::percent(*leave_one_out, *published)),
        ]);
    }
    text.push_str(&grid.lines());
}

fn constants(text: &mut String, report: &Report) {
    if report.constants.is_empty() {
        return;
    }
    text.push_str("\nFitted constants, fitted again\n");
    let mut grid = Grid::new(&["constant", "in use", "refitted", "from", ""]).left(3).left(4);
    for constant in &report.constants {
        grid.row(vec![
            constant.id.clone(),
            significant(constant.value),
            significant(constant.refitted),
            constant.rows.join(", "),
            if constant.holds { "holds" } else { "DRIFTED" }.to_owned(),
        ]);
    }
    text.push_str(&grid.lines());
}

/// Four digits that mean something, however small the number.
fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = (3 - value.abs().log10().floor() as i32).clamp(0, 12) as usize;
    format!("{value:.digits$}")
}
