//! CPU against rate: tables 8-1 to 8-12 and 8-18 to 8-23.

use super::fit;
use super::{Claim, Table};
use crate::model::data::evidence;

/// A run at several rates.
pub(crate) struct Run {
    pub rate: Vec<f64>,
    /// CPU in percent of an engine.
    pub cpu: Vec<f64>,
}

impl Run {
    /// Reads a run; web runs count TCP/IP's CPU too.
    pub(crate) fn read(number: u32) -> Run {
        let Some(table) = evidence::table(&format!("8-{number}")) else {
            return Run { rate: vec![], cpu: vec![] };
        };
        let cell = |row, names: &[&str]| names.iter().find_map(|name| table.number(row, name)).unwrap_or(0.0);
        let rows = 0..table.len();
        Run {
            rate: rows.clone().map(|r| cell(r, &["etr_per_s", "req_per_s"])).collect(),
            cpu: rows
                .map(|r| cell(r, &["cics_cpu_pct", "cpu_total_pct"]) + cell(r, &["tcpip_cpu_pct"]))
                .collect(),
        }
    }

    fn all(&self) -> Vec<usize> {
        (0..self.rate.len()).collect()
    }

    fn top(&self) -> f64 {
        self.rate.iter().copied().fold(0.0, f64::max)
    }

    fn labels(&self) -> Vec<String> {
        self.rate.iter().map(|rate| format!("{rate:.0}/s")).collect()
    }

    /// CPU per transaction at each rate over its mean, against the rate over the top rate.
    fn shape(&self) -> Vec<(f64, f64)> {
        let each: Vec<f64> = self.rate.iter().zip(&self.cpu).map(|(x, y)| y / x).collect();
        let mean = each.iter().sum::<f64>() / each.len().max(1) as f64;
        self.rate.iter().zip(each).map(|(x, q)| (x / self.top(), q / mean)).collect()
    }

    /// Microseconds per transaction with nothing but a constant cost, from the rows named.
    pub(crate) fn flat(&self, rows: &[usize]) -> f64 {
        fit::scale(&self.rate, &self.cpu, rows) * 1e4
    }

    /// The same from all rows.
    pub(crate) fn cost_us(&self) -> f64 {
        self.flat(&self.all())
    }

    /// Left-out error of the constant cost, in percent.
    fn plain_error(&self) -> f64 {
        let all = self.all();
        let error = |i: &usize| {
            let others: Vec<usize> = all.iter().copied().filter(|j| j != i).collect();
            fit::percent(self.flat(&others) / 1e4 * self.rate[*i], self.cpu[*i]).abs()
        };
        all.iter().map(error).sum::<f64>() / all.len().max(1) as f64
    }
}

/// The factor of the ladder term at `u`, rate over top rate.
fn ladder(u: f64, fall: f64, rise: f64, power: f64) -> f64 {
    1.0 - fall * u + rise * u.powf(power)
}

/// The power of the ladder term: chosen once, see constants.toml.
pub(crate) const LADDER_POWER: f64 = 12.0;

/// Fall and rise that fit these runs best, each run with a cost of its own.
///
/// Linear in the three coefficients c, c fall, c rise only for one run; for several, a grid refined twice is exact
/// enough (0.0002) and can't get lost.
pub(crate) fn fit_ladder(runs: &[Run]) -> (f64, f64) {
    let error = |fall: f64, rise: f64| {
        runs.iter()
            .map(|run| {
                let b = ladder_column(run, fall, rise);
                let c = fit::scale(&b, &run.cpu, &run.all());
                b.iter().zip(&run.cpu).map(|(b, y)| (c * b / y - 1.0).powi(2)).sum::<f64>()
            })
            .sum::<f64>()
    };
    let (mut at, mut step) = ((0.1, 0.05), 0.01);
    for _ in 0..3 {
        let mut best = (f64::MAX, at);
        for i in -10..=10 {
            for j in -10..=10 {
                let (fall, rise) = (at.0 + f64::from(i) * step, at.1 + f64::from(j) * step);
                if fall >= 0.0 && rise >= 0.0 {
                    let e = error(fall, rise);
                    if e < best.0 {
                        best = (e, (fall, rise));
                    }
                }
            }
        }
        at = best.1;
        step /= 7.0;
    }
    at
}

fn ladder_column(run: &Run, fall: f64, rise: f64) -> Vec<f64> {
    run.rate.iter().map(|x| x * ladder(x / run.top(), fall, rise, LADDER_POWER)).collect()
}

/// A shape at `u`, straight between its points.
fn along(shape: &[(f64, f64)], u: f64) -> f64 {
    let mut before = shape.first().copied().unwrap_or((0.0, 1.0));
    for point in shape {
        if point.0 >= u {
            let span = point.0 - before.0;
            let part = if span > 0.0 { (u - before.0) / span } else { 1.0 };
            return before.1 + (point.1 - before.1) * part.clamp(0.0, 1.0);
        }
        before = *point;
    }
    before.1
}

const CPU: &str = "region CPU percent";

/// Of web requests, the CPU of the TCP/IP stack is counted with that of the region, as the source does in its means.
const CPU_WITH_STACK: &str = "region CPU percent, with TCP/IP";

/// What is claimed of a run.
struct Series {
    number: u32,
    /// The runs whose shape it shares, predicted without its own rows.
    like: &'static [u32],
    tolerance: f64,
    why: &'static str,
}

const fn series(number: u32, like: &'static [u32], tolerance: f64, why: &'static str) -> Series {
    Series { number, like, tolerance, why }
}

const LADDER: [u32; 4] = [1, 2, 5, 6];
const JVM: &str = "fixed work of the JVM and one zIIP that fills up bend the curve; three rows, its shape is the other release's";

const SERIES: [Series; 18] = [
    series(1, &LADDER, 1.0, "shape of the other three tables of the ladder"),
    series(2, &LADDER, 1.0, "shape of the other three tables of the ladder"),
    series(3, &[4], 1.0, "shape of the other release"),
    series(4, &[3], 1.0, "shape of the other release"),
    series(5, &LADDER, 1.0, "shape of the other three tables of the ladder"),
    series(6, &LADDER, 1.0, "shape of the other three tables of the ladder"),
    series(7, &[], 0.5, "a constant cost: the stated accuracy is 1 %"),
    series(8, &[], 0.5, "a constant cost: the stated accuracy is 1 %"),
    series(9, &[10], 12.0, JVM),
    series(10, &[9], 12.0, JVM),
    series(11, &[12], 2.0, "shape of the other release"),
    series(12, &[11], 2.0, "shape of the other release"),
    series(18, &[19], 1.0, "shape of the run with new connections"),
    series(19, &[18], 1.0, "shape of the run with persistent connections"),
    series(20, &[21], 1.0, "shape of the run with resumed sessions"),
    series(21, &[20], 1.0, "shape of the run with persistent sessions"),
    series(22, &[], 3.2, "a constant cost: dearest at both ends, which no term of the model has"),
    series(23, &[], 1.0, "a constant cost"),
];

/// All tables of CPU against rate.
pub(crate) fn tables() -> Vec<Table> {
    let mut tables: Vec<Table> = SERIES.iter().map(one).collect();
    for (number, tolerance) in [(9, 16.0), (10, 16.0), (11, 2.0), (12, 2.0)] {
        tables.push(ziip(number, tolerance));
    }
    for (before, after, tolerance) in [(1, 2, 1.7), (3, 4, 1.7), (5, 6, 1.7), (7, 8, 1.7)] {
        tables.push(across_releases(before, after, tolerance));
    }
    tables
}

fn one(series: &Series) -> Table {
    let run = Run::read(series.number);
    let id = format!("8-{}", series.number);
    let others: Vec<Run> = others_of(series).map(Run::read).collect();
    let (model, column) = match others.as_slice() {
        [] => ("c rate", run.rate.clone()),
        [other] => {
            let shape = other.shape();
            let column = run.rate.iter().map(|x| x * along(&shape, x / run.top())).collect();
            ("c rate shape(rate)", column)
        }
        runs => {
            let (fall, rise) = fit_ladder(runs);
            ("c rate (1 - fall u + rise u^12)", ladder_column(&run, fall, rise))
        }
    };
    let why = format!("{}; a constant cost alone: {:.2} % left out", series.why, run.plain_error());
    let quantity = if series.number >= 18 { CPU_WITH_STACK } else { CPU };
    let claim = Claim { id: &id, quantity, model, parameters: 1, tolerance: series.tolerance, why: &why };
    let mut table = claim.fitted(&run.labels(), &run.cpu, |rows| {
        let c = fit::scale(&column, &run.cpu, rows);
        column.iter().map(|x| c * x).collect()
    });
    table.shape_from = others_of(series).map(|n| format!("8-{n}")).collect();
    table
}

/// The other runs whose shape it shares.
fn others_of(series: &Series) -> impl Iterator<Item = u32> {
    series.like.iter().copied().filter(|n| *n != series.number)
}

/// What of the CPU may run on a zIIP: one share of it, from the rows named.
fn ziip(number: u32, tolerance: f64) -> Table {
    let run = Run::read(number);
    let id = format!("8-{number}");
    let eligible = evidence::table(&id).map(|t| t.column("cpu_ziip_elig_pct")).unwrap_or_default();
    let claim = Claim {
        id: &id,
        quantity: "zIIP-eligible percent",
        model: "c CPU",
        parameters: 1,
        tolerance,
        why: "one share of the CPU for every rate; that of Liberty falls as the rate rises",
    };
    claim.fitted(&run.labels(), &eligible, |rows| {
        let share = fit::scale(&run.cpu, &eligible, rows);
        run.cpu.iter().map(|cpu| cpu * share).collect()
    })
}

fn across_releases(before: u32, after: u32, tolerance: f64) -> Table {
    let (old, new) = (Run::read(before), Run::read(after));
    let cost = old.cost_us() / 1e4;
    let id = format!("8-{before}>8-{after}");
    let claim = Claim {
        id: &id,
        quantity: CPU,
        model: "c rate, c from V5.3",
        parameters: 0,
        tolerance,
        why: "V5.3's cost predicts V5.4's table; nothing of V5.4 is used",
    };
    let labels = new.labels();
    let rows: Vec<(&str, f64, f64)> = labels
        .iter()
        .zip(new.rate.iter().zip(&new.cpu))
        .map(|(label, (x, y))| (label.as_str(), *y, cost * x))
        .collect();
    claim.held_out(&rows)
}
