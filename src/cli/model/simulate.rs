//! `cicslint model simulate`: the region played event by event, beside what the formulas say.

use super::args::{Format, SimulateArgs};
use super::table::{Table, by_transaction, number};
use super::{input, print, refused};
use crate::cli::exit::{Exit, Failure};
use crate::model::answer::NoAnswer;
use crate::model::simulate::{Estimate, Plan, Simulated, Simulation, simulate};
use crate::model::solve::parameters::CAUSES;
use crate::model::solve::{Point, solve_point};
use crate::model::workload::{Bound, build};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) fn run(arguments: &SimulateArgs) -> Result<Exit, Failure> {
    let input = input::load(&arguments.input, &arguments.paths)?;
    let plan = Plan {
        seed: arguments.seed,
        replications: arguments.replications,
        arrivals: arguments.arrivals,
        warm_up: arguments.arrivals / 10,
    };
    let answer = || -> Result<(Simulation, Point), NoAnswer> {
        let parameters = build(&input.region, &input.workload, &input.configuration, Bound::Mid)?.parameters;
        let simulation = simulate(&parameters, plan)?;
        Ok((simulation, solve_point(&parameters)?))
    };
    let (simulation, point) = answer().map_err(|why| refused(&why))?;
    print(&match arguments.input.format {
        Format::Text => text(&input.region, plan, &simulation, &point, arguments.distribution),
        Format::Json => serde_json::to_string_pretty(&as_json(&input.region, plan, &simulation, &point))
            .map_err(std::io::Error::from)?,
    })
}

/// A simulated time beside the formula's, in milliseconds.
fn beside(simulated: Estimate, formula: Option<f64>) -> [String; 3] {
    let ms = simulated.mean * 1e3;
    let off = formula.map_or_else(String::new, |f| format!("{:+.1} %", 100.0 * (f / simulated.mean - 1.0)));
    [
        format!("{} +-{}", number(ms), number(simulated.half_width * 1e3)),
        formula.map_or_else(|| "saturated".to_owned(), |f| number(f * 1e3)),
        if simulated.mean > 0.0 { off } else { String::new() },
    ]
}

fn text(region: &str, plan: Plan, simulation: &Simulation, point: &Point, distribution: bool) -> String {
    let mut text = format!(
        "Region {region}: {} replications of {} arrivals, seed {}\n\n",
        plan.replications, plan.arrivals, plan.seed
    );
    if point.saturated() {
        text += "The region is saturated: its backlog grows as long as the simulation lasts, and so do these times.\n\n";
    }
    text += "Milliseconds: simulated with its 95 % confidence interval, by the formulas, and how far these are off\n";
    let mut table = Table::new(&["", "", "simulated", "formulas", "off"]).left(1);
    for (s, a) in simulation.transactions.iter().zip(&point.transactions) {
        if s.tasks == 0 {
            let mean = a.response.as_ref().map_or_else(|| "saturated".to_owned(), |r| number(r.mean * 1e3));
            table.row(vec![s.id.clone(), "mean".to_owned(), "none came".to_owned(), mean]);
            continue;
        }
        let r = a.response.as_ref();
        for (what, estimate, formula) in [
            ("mean", s.mean, r.map(|r| r.mean)),
            ("P50", s.p50, r.map(|r| r.p50)),
            ("P95", s.p95, r.map(|r| r.p95)),
        ] {
            let name = if what == "mean" { s.id.clone() } else { String::new() };
            let [simulated, formulas, off] = beside(estimate, formula);
            table.row(vec![name, what.to_owned(), simulated, formulas, off]);
        }
        if s.lost.mean > 0.0 {
            let lost = format!("{} %", number(100.0 * s.lost.mean));
            table.row(vec![String::new(), "AKCC".to_owned(), lost, format!("{} %", number(100.0 * a.lost))]);
        }
    }
    text += &table.lines();
    text += "\nSimulated waits and delays, milliseconds\n";
    let ids: Vec<&str> = simulation.transactions.iter().map(|t| t.id.as_str()).collect();
    let mut waits = vec![];
    for (n, cause) in CAUSES.iter().enumerate() {
        let ms = |s: &Simulated| s.causes.get(n).copied().unwrap_or(0.0) * 1e3;
        if simulation.transactions.iter().any(|s| ms(s) > 0.0) {
            let cells =
                simulation.transactions.iter().map(|s| Some(ms(s)).filter(|ms| *ms > 0.0).map(number));
            waits.push((cause.name().to_owned(), cells.collect()));
        }
    }
    text += &by_transaction(&ids, waits).lines();
    if distribution {
        text += &distribution_of(simulation);
    }
    text
}

fn distribution_of(simulation: &Simulation) -> String {
    let mut text = String::from("\nResponse below which a share of the tasks stays, milliseconds\n");
    let ids: Vec<&str> = simulation.transactions.iter().map(|t| t.id.as_str()).collect();
    let mut rows = vec![];
    for step in 0..100 {
        let share = simulation.transactions.iter().find_map(|s| s.distribution.get(step)).map(|(_, p)| *p);
        let Some(share) = share else { break };
        let cells = simulation
            .transactions
            .iter()
            .map(|s| s.distribution.get(step).map(|(edge, _)| number(edge * 1e3)));
        rows.push((format!("{:.0} %", share * 100.0), cells.collect()));
    }
    let _ = write!(text, "{}", by_transaction(&ids, rows).lines());
    text
}

fn as_json(region: &str, plan: Plan, simulation: &Simulation, point: &Point) -> Value {
    let ms = |e: Estimate| json!({"mean": e.mean * 1e3, "half_width": e.half_width * 1e3});
    let transactions: Vec<Value> = simulation
        .transactions
        .iter()
        .zip(&point.transactions)
        .map(|(s, a)| {
            let waits: serde_json::Map<String, Value> = CAUSES
                .iter()
                .zip(&s.causes)
                .filter(|(_, seconds)| **seconds > 0.0)
                .map(|(cause, seconds)| (cause.name().to_owned(), json!(seconds * 1e3)))
                .collect();
            let formula = a
                .response
                .as_ref()
                .map(|r| json!({"mean": r.mean * 1e3, "p50": r.p50 * 1e3, "p95": r.p95 * 1e3}));
            let distribution: Vec<Value> = s
                .distribution
                .iter()
                .map(|(edge, share)| json!({"share": share, "ms": edge * 1e3}))
                .collect();
            json!({
                "id": s.id,
                "tasks": s.tasks,
                "lost": s.lost,
                "response_ms": {"mean": ms(s.mean), "p50": ms(s.p50), "p95": ms(s.p95)},
                "formula_ms": formula,
                "waits_ms": waits,
                "distribution": distribution,
            })
        })
        .collect();
    json!({
        "version": 1,
        "region": region,
        "saturated": point.saturated(),
        "plan": {"seed": plan.seed, "replications": plan.replications, "arrivals": plan.arrivals, "warm_up": plan.warm_up},
        "transactions": transactions,
    })
}
