//! `cicslint model validate`: the model against every published table.

use super::args::{Format, ValidateArgs};
use super::table::{Table as Grid, number};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::model::validate::{Report, Row, Status, Table, fit, validate};
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
    let known: Vec<String> = report.tables.iter().map(|table| table.id.clone()).collect();
    let exact = known.contains(&wanted);
    let takes = |id: &str| if exact { id == wanted } else { id.starts_with(&wanted) };
    report.tables.retain(|table| takes(&table.id));
    report.sources.retain(|remark| takes(remark.touches));
    report
        .constants
        .retain(|constant| constant.rows.iter().any(|row| takes(row.split(':').next().unwrap_or(row))));
    if report.tables.is_empty() && report.sources.is_empty() {
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
        text += "Published tables against the model. Errors in percent; \"left out\" is the prediction of each row from the others.\n\n";
        text += &summary(&predicted).lines();
    }
    if rows {
        predicted.iter().for_each(|table| one(&mut text, table));
    }
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
    let broken = predicted.iter().filter(|table| table.status == Status::Broken).count();
    let drifted = report.constants.iter().filter(|constant| !constant.holds).count();
    let _ = match (broken, drifted) {
        (0, 0) => writeln!(text, "\nAll {} tables hold; no constant has drifted.", predicted.len()),
        _ => writeln!(text, "\nBROKEN: {broken} of {} tables, {drifted} constants drifted.", predicted.len()),
    };
    text
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn summary(tables: &[&Table]) -> Grid {
    let headings = ["table", "quantity", "rows", "fitted", "left out", "worst", "allowed", ""];
    let mut grid = Grid::new(&headings).left(1).left(7);
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
        ]);
    }
    grid
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
