//! The tables of `--statistics`.

use super::Context;
use super::context::{reason_text, severity_name};
use super::price;
use super::visible::visible;
use crate::lint::{LintedFile, Outcome, SkipReason};
use crate::rules::{Finding, Impact, Severity, SuppressedBy};
use std::collections::BTreeMap;
use std::io;

/// Writes how many definitions, commands, SIT parameters and findings there are, by kind.
pub fn write_statistics(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let statistics = &outcome.statistics;
    writeln!(out, "Files linted: {} ({} bytes)", statistics.files, statistics.bytes)?;
    table(out, "Not linted", &skipped(outcome))?;
    table(out, "Definitions", &counted(&statistics.definitions))?;
    table(out, "Other commands", &counted(&statistics.commands))?;
    table(out, "SIT parameters", &counted(&statistics.sit_parameters))?;
    table(out, "Findings", &findings(outcome, context))?;
    table(out, "Suppressed", &suppressed(outcome))?;
    prices(outcome, context, out)
}

/// Findings that are listed by price.
const DEAREST: usize = 10;

/// What the findings cost together, and the dearest of them.
fn prices(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut priced: Vec<(&LintedFile, &Finding, &Impact)> = Vec::new();
    for file in &outcome.files {
        let open = file.open().filter_map(|finding| Some((file, finding, finding.impact.as_deref()?)));
        priced.extend(open.filter(|(.., impact)| price::short(impact).is_some()));
    }
    if priced.is_empty() {
        return Ok(());
    }
    priced.sort_by(|(.., a), (.., b)| b.by_price(a));
    let percent: Vec<f64> =
        priced.iter().filter_map(|(.., impact)| impact.cpu_percent_of_engine?.mid).collect();
    let together = match percent.is_empty() {
        true => String::new(),
        false => format!(
            "; together {} % of an engine, each taken alone (`cicslint advise` solves them one after the other)",
            price::number(percent.iter().sum::<f64>().max(0.0))
        ),
    };
    writeln!(out, "\nFindings with a price: {}{together}", priced.len())?;
    for (file, finding, impact) in priced.iter().take(DEAREST) {
        let place = file.source.locate(finding.span);
        writeln!(
            out,
            "  {}:{}: {} {}",
            visible(file.source.name()),
            place.line,
            context.rule(finding).code,
            price::short(impact).unwrap_or_default(),
        )?;
    }
    Ok(())
}

/// Findings that are suppressed, by what suppresses them.
fn suppressed(outcome: &Outcome) -> Vec<Row> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for suppressed in
        outcome.files.iter().flat_map(|file| &file.findings).filter_map(|f| f.suppressed.as_ref())
    {
        let by = match suppressed.by {
            SuppressedBy::Comment => "by a comment",
            SuppressedBy::Config => "by the configuration",
            SuppressedBy::Baseline => "by the baseline",
        };
        *counts.entry(by).or_insert(0) += 1;
    }
    counts.into_iter().map(|(by, n)| (by.to_owned(), n, "")).collect()
}

/// Name, number and a remark.
type Row = (String, u64, &'static str);

fn counted(counts: &BTreeMap<String, u64>) -> Vec<Row> {
    counts.iter().map(|(name, &n)| (visible(name).into_owned(), n, "")).collect()
}

/// Inputs that were not linted, by reason.
fn skipped(outcome: &Outcome) -> Vec<Row> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for skipped in &outcome.skipped {
        let reason = match &skipped.reason {
            SkipReason::Unreadable(_) => "could not be read",
            reason => reason_text(reason),
        };
        *counts.entry(reason).or_insert(0) += 1;
    }
    counts.into_iter().map(|(reason, n)| (reason.to_owned(), n, "")).collect()
}

/// Findings by rule, in the order of the codes, with the highest severity among them.
fn findings(outcome: &Outcome, context: &Context<'_>) -> Vec<Row> {
    let mut counts: BTreeMap<(&str, &str), (u64, Severity)> = BTreeMap::new();
    for finding in outcome.files.iter().flat_map(LintedFile::open) {
        let rule = context.rule(finding);
        let entry = counts.entry((rule.code, rule.name)).or_insert((0, finding.severity));
        *entry = (entry.0 + 1, entry.1.max(finding.severity));
    }
    let row = |((code, name), (n, severity)): ((&str, &str), (u64, Severity))| {
        (format!("{code} {name}"), n, severity_name(severity))
    };
    counts.into_iter().map(row).collect()
}

fn table(out: &mut dyn io::Write, title: &str, rows: &[Row]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let total: u64 = rows.iter().map(|(_, n, _)| n).sum();
    let wide = rows.iter().map(|(name, ..)| name.chars().count() + 2).max().unwrap_or(0).max(title.len());
    let digits = total.to_string().len();
    writeln!(out, "\n{title:<wide$}  {total:>digits$}")?;
    for (name, n, remark) in rows {
        let gap = if remark.is_empty() { "" } else { "  " };
        writeln!(out, "  {name:<width$}  {n:>digits$}{gap}{remark}", width = wide - 2)?;
    }
    Ok(())
}
