//! The arithmetic behind a price: the settings and figures that go in, the parts, the formulas, the constants, and what
//! comes out.

use super::formula::Inputs;
use super::parts::part;
use crate::model::compare::Solved;
use crate::model::data::{Interval, constants};
use crate::model::solve::parameters::{CAUSES, CpuPart};
use crate::model::workload::Workload;
use crate::rules::{Cost, Impact};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A price, and how it comes about.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The price.
    pub impact: Arc<Impact>,
    /// Everything that goes into it, in the order of the arithmetic.
    pub tables: Vec<Table>,
}

/// Figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What they are.
    pub title: &'static str,
    /// The headings.
    pub headings: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn of(title: &'static str, headings: &[&'static str], rows: Vec<Vec<String>>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self { title, headings: headings.to_vec(), rows })
    }
}

/// The arithmetic of a what-if.
pub(super) fn what_if(
    (before, after): (&Solved, &Solved),
    workload: &Workload,
    touched: &[String],
) -> Vec<Table> {
    let wanted = |id: &str| touched.is_empty() || touched.iter().any(|name| name == id);
    let mut tables = Vec::new();
    tables.extend(Table::of("Workload", &["transaction", "field", "value"], fields(workload, &wanted)));
    tables.extend(Table::of(
        "Settings",
        &["setting", "as it is", "from", "with the fix"],
        settings(before, after),
    ));
    let (parts, changed) = cpu(before, after, &wanted);
    tables.extend(Table::of(
        "CPU of a task in µs (low-high)",
        &["transaction", "part", "as it is", "with the fix", "basis", "evidence"],
        parts,
    ));
    let formulas = changed.iter().filter_map(|name| {
        let part = part(name)?;
        Some(vec![part.name.clone(), part.formula.clone()])
    });
    tables.extend(Table::of("Formulas of what changes", &["part", "formula"], formulas.collect()));
    let ids: Vec<&str> = changed
        .iter()
        .filter_map(|name| part(name))
        .flat_map(|part| part.constants.iter().map(String::as_str))
        .collect();
    tables.extend(constants_table(&ids));
    tables.extend(Table::of(
        "Waits of a task in ms",
        &["transaction", "wait", "as it is", "with the fix"],
        waits(before, after, &wanted),
    ));
    tables.extend(Table::of(
        "Response in ms",
        &["transaction", "", "as it is (low, mid, high)", "with the fix (low, mid, high)"],
        responses(before, after, &wanted),
    ));
    tables.extend(Table::of(
        "Resources",
        &["resource", "capacity", "used as it is", "capacity", "used with the fix"],
        resources(before, after),
    ));
    tables
}

/// The fields of the transactions that are not zero.
fn fields(workload: &Workload, wanted: &dyn Fn(&str) -> bool) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let arrivals = &workload.arrivals;
    for (name, value) in [
        ("peak_factor", arrivals.peak_factor),
        ("quiet_factor", arrivals.quiet_factor),
        ("burst_length_s", arrivals.burst_length_s),
    ] {
        if let Some(value) = value {
            rows.push(vec!["(all)".to_owned(), name.to_owned(), figure(value)]);
        }
    }
    for t in workload.transaction.iter().filter(|t| wanted(&t.id)) {
        let mut row = |field: &str, value: String| rows.push(vec![t.id.clone(), field.to_owned(), value]);
        if let Some(archetype) = &t.archetype {
            row("archetype", archetype.clone());
        }
        for (name, value) in [
            ("rate_per_s", t.rate_per_s),
            ("cpu_us", t.cpu_us),
            ("qr_cpu_us", t.qr_cpu_us.unwrap_or(0.0)),
            ("sql_calls", t.sql_calls),
            ("sql_elapsed_ms", t.sql_elapsed_ms),
            ("sql_cpu_us", t.sql_cpu_us),
            ("non_threadsafe_commands", t.non_threadsafe_commands),
            ("start_commands", t.start_commands),
            ("run_transid_commands", t.run_transid_commands),
            ("other_wait_ms", t.other_wait_ms),
        ] {
            if value != 0.0 {
                row(name, figure(value));
            }
        }
        for file in &t.file {
            let text = format!(
                "{} reads, {} browsed, {} updates; {} control intervals of {} records",
                figure(file.reads),
                figure(file.browse_records),
                figure(file.updates),
                file.intervals,
                figure(file.records_per_interval)
            );
            row(&format!("file {}", file.name), text);
        }
        for link in &t.link {
            let text = format!(
                "{} calls of {} µs CPU and {} ms wait",
                figure(link.calls),
                figure(link.cpu_us),
                figure(link.wait_ms)
            );
            row(&format!("link {}", link.program), text);
        }
        if let Some(web) = &t.web {
            let text = format!(
                "{} % on new connections, {} % resumed, {} % full handshakes",
                figure(web.new_connection_percent),
                figure(web.resumed_percent),
                figure(web.full_handshake_percent)
            );
            row("web", text);
        }
        if let Some(exci) = &t.exci {
            row("exci", format!("{} bytes by {}", figure(exci.bytes), exci.by));
        }
    }
    rows
}

fn settings(before: &Solved, after: &Solved) -> Vec<Vec<String>> {
    let mut rows: BTreeMap<&str, [String; 3]> = BTreeMap::new();
    for setting in before.settings() {
        rows.insert(
            &setting.key,
            [setting.value.clone(), setting.from.word().to_owned(), "the same".to_owned()],
        );
    }
    for setting in after.settings() {
        let row = rows
            .entry(&setting.key)
            .or_insert_with(|| ["not asked for".to_owned(), String::new(), String::new()]);
        if row[0] != setting.value {
            row[2].clone_from(&setting.value);
        }
    }
    rows.into_iter().map(|(key, [value, from, to])| vec![key.to_owned(), value, from, to]).collect()
}

/// The parts of the CPU, and the names of those that change.
fn cpu(
    before: &Solved,
    after: &Solved,
    wanted: &dyn Fn(&str) -> bool,
) -> (Vec<Vec<String>>, Vec<&'static str>) {
    let (mut rows, mut changed) = (Vec::new(), Vec::new());
    let pairs = before.parameters().transactions.iter().zip(&after.parameters().transactions);
    let transactions = pairs.filter(|(t, _)| wanted(&t.id)).map(|(b, a)| (b.id.as_str(), &b.cpu, &a.cpu));
    let idle = (&before.parameters().idle_cpu, &after.parameters().idle_cpu);
    let region = std::iter::once(("(region, per second)", idle.0, idle.1));
    for (id, b, a) in transactions.chain(region) {
        let (b, a) = (summed(b), summed(a));
        let mut names: Vec<&'static str> = b.keys().chain(a.keys()).copied().collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let (x, y) = (b.get(name), a.get(name));
            let of = |part: Option<&Summed>| part.map_or_else(|| "-".to_owned(), |part| interval(part.us));
            if x.map(|part| part.us) != y.map(|part| part.us) && !changed.contains(&name) {
                changed.push(name);
            }
            let known = x.or(y);
            rows.push(vec![
                id.to_owned(),
                name.to_owned(),
                of(x),
                of(y),
                known.map_or("", |part| part.basis).to_owned(),
                known.map(|part| part.evidence.join(", ")).unwrap_or_default(),
            ]);
        }
    }
    (rows, changed)
}

struct Summed {
    us: Interval,
    basis: &'static str,
    evidence: Vec<String>,
}

fn summed(parts: &[CpuPart]) -> BTreeMap<&'static str, Summed> {
    let mut all: BTreeMap<&'static str, Summed> = BTreeMap::new();
    for part in parts {
        let sum = all.entry(part.name).or_insert_with(|| Summed {
            us: Interval::default(),
            basis: part.basis.name(),
            evidence: part.evidence.clone(),
        });
        sum.us = sum.us.plus(part.seconds.times(1e6));
    }
    all
}

fn constants_table(ids: &[&str]) -> Option<Table> {
    let mut seen = Vec::new();
    let rows = ids.iter().filter_map(|id| {
        if seen.contains(id) {
            return None;
        }
        seen.push(*id);
        let constant = constants::get(id)?;
        Some(vec![
            constant.id.clone(),
            format!("{} {}", interval(constant.interval()), constant.unit),
            constant.basis.name().to_owned(),
            constant.rows.join(", "),
        ])
    });
    Table::of("Constants", &["constant", "value (low-high)", "basis", "evidence"], rows.collect())
}

fn waits(before: &Solved, after: &Solved, wanted: &dyn Fn(&str) -> bool) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (b, a) in
        before.mid().transactions.iter().zip(&after.mid().transactions).filter(|(b, _)| wanted(&b.id))
    {
        for (place, cause) in CAUSES.iter().enumerate() {
            let of = |answer: &crate::model::solve::Answer| {
                answer.response.as_ref().map(|r| r.causes[place] * 1e3)
            };
            let (x, y) = (of(b), of(a));
            if x.unwrap_or(0.0) > 0.0 || y.unwrap_or(0.0) > 0.0 {
                let text = |ms: Option<f64>| ms.map_or_else(|| "saturated".to_owned(), figure);
                rows.push(vec![b.id.clone(), cause.name().to_owned(), text(x), text(y)]);
            }
        }
    }
    rows
}

fn responses(before: &Solved, after: &Solved, wanted: &dyn Fn(&str) -> bool) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    type Of = fn(&crate::model::solve::Response) -> f64;
    let quantities: [(&str, Of); 3] = [("mean", |r| r.mean), ("P50", |r| r.p50), ("P95", |r| r.p95)];
    for (place, t) in before.mid().transactions.iter().enumerate().filter(|(_, t)| wanted(&t.id)) {
        for (name, of) in quantities {
            let bounds = |solved: &Solved| {
                let each = solved.points().iter().map(|point| {
                    let response = point.transactions.get(place).and_then(|answer| answer.response);
                    response.map_or_else(|| "saturated".to_owned(), |r| figure(of(&r) * 1e3))
                });
                each.collect::<Vec<_>>().join(", ")
            };
            rows.push(vec![t.id.clone(), name.to_owned(), bounds(before), bounds(after)]);
        }
    }
    rows
}

fn resources(before: &Solved, after: &Solved) -> Vec<Vec<String>> {
    let mut rows: BTreeMap<&str, [String; 4]> = BTreeMap::new();
    for (side, solved) in [before, after].into_iter().enumerate() {
        for resource in &solved.mid().resources {
            let row = rows.entry(&resource.name).or_insert_with(|| std::array::from_fn(|_| "-".to_owned()));
            row[side * 2] = figure(resource.capacity);
            row[side * 2 + 1] = match resource.saturated {
                true => "full".to_owned(),
                false => format!("{:.1} %", resource.utilisation * 100.0),
            };
        }
    }
    rows.into_iter().map(|(name, cells)| [name.to_owned()].into_iter().chain(cells).collect()).collect()
}

/// The arithmetic of a rule's own formula.
pub(super) fn by_formula(cost: Cost, inputs: &[Inputs; 3]) -> Vec<Table> {
    let Cost::Formula { per, cpu_us, latency_us, range, evidence } = cost else { return Vec::new() };
    let texts = [("CPU", cpu_us), ("time", latency_us)];
    let formulas = texts
        .iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(what, text)| vec![format!("{what} of a {per} in µs"), (*text).to_owned()]);
    let mut tables: Vec<Table> =
        Table::of("Formulas", &["price", "formula"], formulas.collect()).into_iter().collect();
    let names = words(cpu_us).chain(words(latency_us));
    let (mut seen, mut rows, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for name in names {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        match name.strip_prefix("model.") {
            Some(id) => ids.push(id),
            None => rows.push(
                [name.to_owned()]
                    .into_iter()
                    .chain(
                        inputs
                            .iter()
                            .map(|inputs| inputs.get(name).map_or_else(|| "not known".to_owned(), figure)),
                    )
                    .collect(),
            ),
        }
    }
    tables.extend(Table::of("Inputs", &["input", "low", "mid", "high"], rows));
    tables.extend(constants_table(&ids));
    let factors = vec![vec![figure(range.0), figure(range.1), evidence.join(", ")]];
    tables.extend(Table::of("Factors of the bounds", &["low", "high", "evidence"], factors));
    tables
}

/// The inputs and constants that a formula names.
fn words(formula: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    formula
        .split(move |c: char| !is_name(c))
        .filter(|word| word.starts_with("workload.") || word.starts_with("model."))
}

fn interval(of: Interval) -> String {
    match figure(of.low) == figure(of.high) {
        true => figure(of.mid),
        false => format!("{} ({}-{})", figure(of.mid), figure(of.low), figure(of.high)),
    }
}

/// A number with four digits that count.
fn figure(value: f64) -> String {
    let size = value.abs();
    let digits = match size {
        s if s >= 1000.0 || s == 0.0 => 0,
        s if s >= 100.0 => 1,
        s if s >= 10.0 => 2,
        s if s >= 1.0 => 3,
        _ => 5,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_a_formula_are_found() {
        let all: Vec<&str> = words("2 * model.switch.cpu * workload.calls").collect();
        assert_eq!(all, ["model.switch.cpu", "workload.calls"]);
    }
}
