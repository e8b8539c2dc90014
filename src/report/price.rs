//! Prices in words: one line for people, a short form for a line of output.

use crate::rules::{Impact, PriceBasis, Range, Status};
use std::collections::HashMap;
use std::sync::Arc;

/// CPU that is not worth a word, in microseconds.
const LEAST_US: f64 = 0.05;
/// Time that is not worth a word, in milliseconds.
const LEAST_MS: f64 = 0.01;
/// CPU of a region that is not worth a word, in percent of an engine.
const LEAST_PERCENT: f64 = 0.001;
/// Evidence rows that are named.
const MOST_ROWS: usize = 4;

/// The price of a finding as a line; none where there are no numbers.
pub(super) fn line(impact: &Impact) -> Option<String> {
    match impact.status {
        Status::Scored => {}
        Status::Saturated => return Some(impact.why.clone().into_owned()),
        Status::Consequence | Status::None => return None,
    }
    let mut parts = Vec::new();
    if let Some(cpu) = impact.cpu_us_per_tran.filter(|cpu| matters(*cpu, LEAST_US)) {
        parts.push(format!("{} CPU a transaction{}", ms(cpu.mid, 1e-3), bounds(cpu, 1e-3)));
    } else if let Some(percent) = impact.cpu_percent_of_engine.filter(|cpu| matters(*cpu, LEAST_PERCENT)) {
        parts.push(format!("{} % of an engine{}", number(percent.mid.unwrap_or(0.0)), bounds(percent, 1.0)));
    }
    let p95 = impact.response_ms.map(|response| response.p95).filter(|p95| matters(*p95, LEAST_MS));
    if let Some(p95) = p95 {
        parts.push(format!("{} P95{}", signed(p95.mid.unwrap_or(0.0)), open_end(p95)));
    }
    let no_times = impact.response_ms.is_some_and(|response| response.p95.mid.is_none());
    if parts.is_empty() {
        return Some(match no_times {
            true => impact.why.clone().into_owned(),
            false => "costs nothing that the model sees at this load".to_owned(),
        });
    }
    let saves = impact.cpu_us().is_some_and(|us| us < -LEAST_US);
    let verb = if saves { "its fix spends CPU:" } else { "costs" };
    let rate = impact.rate_per_s.map(|rate| format!(" at {}/s", grouped(rate))).unwrap_or_default();
    let times = if no_times { "; the region saturates with it and without" } else { "" };
    Some(format!("{verb} {}{rate}; {}{times}", parts.join(", "), basis(impact)))
}

/// The price in a few characters; none where there are no numbers.
pub(super) fn short(impact: &Impact) -> Option<String> {
    match impact.status {
        Status::Scored => {}
        Status::Saturated => return Some("saturates".to_owned()),
        Status::Consequence | Status::None => return None,
    }
    let cpu = impact.cpu_us_per_tran.filter(|cpu| matters(*cpu, LEAST_US)).map(|cpu| ms(cpu.mid, 1e-3));
    let percent = impact
        .cpu_percent_of_engine
        .filter(|percent| cpu.is_none() && matters(*percent, LEAST_PERCENT))
        .map(|percent| format!("{} %", number(percent.mid.unwrap_or(0.0))));
    let p95 = impact.response_ms.map(|response| response.p95).filter(|p95| matters(*p95, LEAST_MS));
    let p95 = p95.map(|p95| format!("{} P95", signed(p95.mid.unwrap_or(0.0))));
    let mut parts: Vec<String> = [cpu, percent, p95].into_iter().flatten().collect();
    if parts.is_empty() {
        return None;
    }
    if impact.basis == PriceBasis::Assumed {
        parts.push("assumed".to_owned());
    }
    Some(parts.join(", "))
}

/// Short prices that were asked for before: findings that are alike share one.
#[derive(Debug, Default)]
pub(super) struct Prices {
    known: HashMap<*const Impact, Option<String>>,
}

impl Prices {
    /// The price in a few characters; none where there are no numbers.
    pub(super) fn short(&mut self, impact: &Arc<Impact>) -> Option<&str> {
        self.known.entry(Arc::as_ptr(impact)).or_insert_with(|| short(impact)).as_deref()
    }
}

fn matters(range: Range, least: f64) -> bool {
    range.mid.is_some_and(|mid| mid.abs() >= least)
}

fn basis(impact: &Impact) -> String {
    let rows: Vec<&str> = impact.evidence.iter().take(MOST_ROWS).map(AsRef::as_ref).collect();
    let more = if impact.evidence.len() > MOST_ROWS { ", ..." } else { "" };
    match (impact.basis, rows.as_slice()) {
        (PriceBasis::Assumed, _) => match impact.assumptions.first() {
            Some(first) => format!("assumed: {first}"),
            None => "assumed".to_owned(),
        },
        (basis, []) => basis.name().to_owned(),
        (basis, rows) => format!("{} from {}{more}", basis.name(), rows.join(", ")),
    }
}

fn ms(value: Option<f64>, factor: f64) -> String {
    format!("{} ms", number(value.unwrap_or(0.0).abs() * factor))
}

/// ` (0.014-0.030)`, where the bounds are not the value itself.
fn bounds(range: Range, factor: f64) -> String {
    let text = |value: f64| number(value.abs() * factor);
    match (range.low, range.high, range.mid) {
        (Some(low), Some(high), Some(mid)) => {
            let (low, high) = if mid < 0.0 { (high, low) } else { (low, high) };
            let (low_text, high_text) = (text(low), text(high));
            match low_text == high_text {
                true => String::new(),
                // A bound on the other side of zero keeps its sign.
                false if low * mid < 0.0 => format!(" (-{low_text} to {high_text})"),
                false => format!(" ({low_text}-{high_text})"),
            }
        }
        (_, None, _) => " (no upper bound: it may saturate)".to_owned(),
        _ => String::new(),
    }
}

fn open_end(range: Range) -> &'static str {
    if range.high.is_none() { " (no upper bound: it may saturate)" } else { "" }
}

fn signed(ms: f64) -> String {
    let sign = if ms < 0.0 { "-" } else { "+" };
    format!("{sign}{} ms", number(ms.abs()))
}

/// A number with two or three digits that count.
pub(super) fn number(value: f64) -> String {
    let digits = match value {
        v if v >= 100.0 => return grouped(v),
        v if v >= 10.0 => 1,
        v if v >= 1.0 => 2,
        v if v >= 0.001 => 3,
        _ => 5,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') && value != 0.0 && digits != 3 {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A whole number with commas between its thousands.
fn grouped(value: f64) -> String {
    let text = format!("{value:.0}");
    let mut out = String::new();
    for (place, digit) in text.chars().enumerate() {
        let left = text.len() - place;
        if place > 0 && left.is_multiple_of(3) && digit != '-' {
            out.push(',');
        }
        out.push(digit);
    }
    if value < 10.0 { number_small(value) } else { out }
}

fn number_small(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, mid: f64, high: f64) -> Range {
        Range { low: Some(low), mid: Some(mid), high: Some(high) }
    }

    #[test]
    fn a_price_is_one_line() {
        let impact = Impact {
            status: Status::Scored,
            cpu_us_per_tran: Some(range(14.0, 21.0, 30.0)),
            response_ms: Some(crate::rules::ResponseCost {
                p50: range(1.0, 9.0, 30.0),
                p95: range(5.0, 38.0, 90.0),
            }),
            basis: PriceBasis::Derived,
            evidence: vec!["8-13".into()],
            rate_per_s: Some(1800.0),
            ..Impact::none("")
        };
        let text = "costs 0.021 ms CPU a transaction (0.014-0.030), +38 ms P95 at 1,800/s; derived from 8-13";
        assert_eq!(line(&impact).unwrap(), text);
        assert_eq!(short(&impact).unwrap(), "0.021 ms, +38 ms P95");
        let assumed = Impact { basis: PriceBasis::Assumed, ..impact };
        assert_eq!(short(&assumed).unwrap(), "0.021 ms, +38 ms P95, assumed");
    }

    #[test]
    fn numbers_have_few_digits() {
        for (value, text) in [
            (0.021, "0.021"),
            (0.5, "0.500"),
            (1.25, "1.25"),
            (38.0, "38"),
            (12345.6, "12,346"),
            (0.0, "0.00000"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn what_has_no_number_has_no_line() {
        assert_eq!(line(&Impact::none("nobody knows")), None);
    }
}
