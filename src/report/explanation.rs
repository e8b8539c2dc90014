//! A finding with the arithmetic of its price, for people.

use super::price;
use super::visible::visible;
use crate::lint::Explained;
use crate::rules::{Impact, Rule, Status};
use crate::score::Table;
use std::io::{self, Write};

/// Writes what is found, what it costs, and how that comes about.
pub fn write(explained: &Explained, rules: &[Rule], out: &mut dyn Write) -> io::Result<()> {
    let Explained { finding, fingerprint, source, region, explanation } = explained;
    let rule = Rule::of(finding, rules);
    let place = source.locate(finding.span);
    writeln!(out, "{} {} ({})", rule.code, rule.name, finding.severity.name())?;
    writeln!(out, "{}:{}:{}  fingerprint {fingerprint}", visible(source.name()), place.line, place.column)?;
    writeln!(out, "{}", visible(&finding.message))?;
    if let Some(help) = &finding.help {
        writeln!(out, "{}", visible(help))?;
    }
    let of_rule;
    let impact = match explanation {
        Some(explanation) => &*explanation.impact,
        None => {
            of_rule = Impact::unpriced(finding, rule);
            &of_rule
        }
    };
    writeln!(out)?;
    if !region.is_empty() {
        writeln!(out, "Region {}", visible(region))?;
    }
    match impact.status {
        Status::Scored | Status::Saturated => {
            writeln!(out, "{}", price::line(impact).unwrap_or_default())?;
            writeln!(out, "How: {}", impact.why)?;
        }
        Status::Consequence => {
            writeln!(out, "Consequence: {}; {}", impact.consequence.unwrap_or_default(), impact.why)?;
        }
        Status::None => writeln!(out, "No price: {}", impact.why)?,
    }
    for table in explanation.iter().flat_map(|explanation| &explanation.tables) {
        write_table(table, out)?;
    }
    if !impact.evidence.is_empty() {
        writeln!(
            out,
            "\nEvidence: {} (`cicslint model validate` shows the rows)",
            impact.evidence.join(", ")
        )?;
    }
    if !impact.assumptions.is_empty() {
        writeln!(out, "\nTaken for granted")?;
        impact.assumptions.iter().try_for_each(|text| writeln!(out, "  - {text}"))?;
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", table.title)?;
    let columns = table.headings.len();
    let width = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| visible(cell).chars().count()).max().unwrap_or(0);
        widest.max(table.headings.get(column).map_or(0, |heading| heading.chars().count()))
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::from(" ");
        for (cell, width) in cells.zip(&widths) {
            text.push_str(&format!(" {:<width$} ", visible(cell)));
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&mut table.headings.iter().copied())?;
    table.rows.iter().try_for_each(|row| line(&mut row.iter().map(String::as_str)))
}
