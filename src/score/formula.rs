//! Prices by the formulas of rules: microseconds for a task or a second, from what the workload and the constants of the
//! model say.

use super::explain;
use super::inferred::Task;
use super::price::{Base, Pricer};
use crate::csd::{Definition, matches};
use crate::model::data::{Basis, Interval, constants};
use crate::model::workload::{File, Transaction, Workload};
use crate::rules::declared::Price;
use crate::rules::{Cost, Impact, PriceBasis, Range, ResponseCost, Rule, Status};
use std::borrow::Cow;

/// What formulas may read of a workload.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inputs {
    rate_per_s: f64,
    response_s: f64,
    sql_calls: f64,
    file_requests: f64,
    commands: f64,
}

impl Inputs {
    /// The value of a name of the language.
    pub(super) fn get(&self, name: &str) -> Option<f64> {
        match name.strip_prefix("workload.") {
            Some("rate_per_s") => Some(self.rate_per_s),
            Some("response_s") => Some(self.response_s),
            Some("sql_calls") => Some(self.sql_calls),
            Some("file_requests") => Some(self.file_requests),
            Some("calls") => Some(self.sql_calls + self.file_requests + self.commands),
            Some(_) => None,
            None => constants::get(name.strip_prefix("model.")?).map(|constant| constant.value),
        }
    }

    /// Means by rate over transactions.
    fn of(transactions: &[&Transaction], response_s: f64) -> Self {
        let rate_per_s: f64 = transactions.iter().map(|t| t.rate_per_s).sum();
        let mean = |of: &dyn Fn(&Transaction) -> f64| {
            let count = transactions.len().max(1) as f64;
            let share =
                |t: &Transaction| if rate_per_s > 0.0 { t.rate_per_s / rate_per_s } else { 1.0 / count };
            transactions.iter().map(|t| of(t) * share(t)).sum::<f64>()
        };
        Self {
            rate_per_s,
            response_s,
            sql_calls: mean(&|t| t.sql_calls),
            file_requests: mean(&|t| t.file.iter().map(requests).sum()),
            commands: mean(&|t| t.non_threadsafe_commands + t.start_commands),
        }
    }
}

/// File control requests of a task: an update is a READ and a REWRITE.
fn requests(file: &File) -> f64 {
    file.reads + file.browse_records + 2.0 * file.updates
}

impl<'v> Pricer<'v> {
    pub(super) fn formula(
        &self,
        place: u16,
        rule: &Rule,
        definition: Option<&'v Definition>,
        cost: Cost,
    ) -> Impact {
        let Cost::Formula { per, cpu_us, latency_us, range, evidence } = cost else {
            return Impact::none("the rule has no formula");
        };
        let reads = Reads::of([cpu_us, latency_us]);
        let ask = |inputs: Inputs| self.price_by(place, rule, definition, inputs);
        let by_workload = self.base().and_then(Result::ok).and_then(|base| {
            let touched =
                touched(base, definition.map(|d| (d.kind.name(), self.decks().text(d.name))), &reads);
            (!touched.is_empty()).then_some((base, touched))
        });
        let (inputs, basis, assumptions) = match &by_workload {
            Some((base, touched)) => {
                let inputs = Inputs::of(touched, mean_response(base, touched));
                ([inputs; 3], reads.basis, Vec::new())
            }
            None => match inferred_inputs(self.task_for(definition, &reads, evidence)) {
                Ok((inputs, says)) => (inputs, PriceBasis::Assumed, vec![Cow::Borrowed(says)]),
                Err(why) => return Impact::none(why),
            },
        };
        self.detail(|| explain::by_formula(cost, &inputs));
        let prices = inputs.map(ask);
        let of = |part: fn(&Price) -> Option<f64>| {
            let [low, mid, high] = [part(&prices[0])?, part(&prices[1])?, part(&prices[2])?];
            Some(Interval::around(low * range.0, mid, high * range.1))
        };
        let (cpu, latency) = (of(|price| price.cpu_us), of(|price| price.latency_us));
        if cpu.is_none() && latency.is_none() {
            return Impact::none("what its formula needs is not known here");
        }
        let formula = [("CPU", cpu_us), ("time", latency_us)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(what, text)| format!("{what} of a {per} in µs: {text}"));
        let mut impact = Impact {
            status: Status::Scored,
            basis,
            evidence: evidence.iter().copied().map(Cow::Borrowed).collect(),
            assumptions,
            ..Impact::none(formula.collect::<Vec<_>>().join("; "))
        };
        if per == "second" {
            impact.cpu_percent_of_engine = cpu.map(|cpu| cpu.times(1e-4).into());
            return impact;
        }
        impact.cpu_us_per_tran = cpu.map(Range::from);
        if definition.is_none() && !reads.workload {
            // Nothing says which transactions do it, nor how often.
            impact.assumptions =
                vec![Cow::Borrowed("for each time that it is done; no workload says how often")];
        } else if let Some((_, touched)) = &by_workload {
            impact.cpu_percent_of_engine = cpu.map(|cpu| cpu.times(inputs[1].rate_per_s * 1e-4).into());
            impact.rate_per_s = Some(inputs[1].rate_per_s);
            impact.transactions = touched.iter().map(|t| t.id.clone()).collect();
        }
        // A constant that every task waits longer moves its median and its 95th percentile alike.
        impact.response_ms = latency.map(|latency| {
            let ms = Range::from(latency.times(1e-3));
            ResponseCost { p50: ms, p95: ms }
        });
        impact
    }

    fn price_by(&self, place: u16, rule: &Rule, definition: Option<&'v Definition>, inputs: Inputs) -> Price {
        self.asker().price(place, rule, definition, &|name| inputs.get(name))
    }

    fn task_for(&self, definition: Option<&'v Definition>, reads: &Reads, evidence: &[&str]) -> Task {
        match self.stand(definition, &[]) {
            Ok(stand) if definition.is_some() => stand.task,
            _ if reads.sql_calls => Task::Db2,
            _ if reads.file_requests => Task::Direct,
            _ if evidence.contains(&"function-shipping") => Task::Remote,
            _ if evidence.iter().any(|row| row.starts_with("8-18") || row.starts_with("8-2")) => Task::Web,
            _ if self.runs().any_db2() => Task::Db2,
            _ => Task::Direct,
        }
    }
}

fn inferred_inputs(task: Task) -> Result<([Inputs; 3], &'static str), String> {
    let mut own = toml::Table::new();
    own.insert("id".to_owned(), "TRAN".into());
    let workloads = task.workloads(&own).map_err(|why| why.to_string())?;
    let inputs = |workload: &Workload| Inputs::of(&workload.transaction.iter().collect::<Vec<_>>(), 0.0);
    Ok(([inputs(&workloads[0]), inputs(&workloads[1]), inputs(&workloads[2])], task.says()))
}

/// What formulas read, and what that rests on.
struct Reads {
    workload: bool,
    sql_calls: bool,
    file_requests: bool,
    /// The worst basis of their constants; what is computed from measurements is derived.
    basis: PriceBasis,
}

impl Reads {
    fn of(formulas: [&str; 2]) -> Self {
        let reads = |name: &str| formulas.iter().any(|formula| formula.contains(name));
        let named = |id: &str| reads(&format!("model.{id}"));
        let basis = constants::all().filter(|constant| named(&constant.id)).map(|c| c.basis).max();
        Self {
            workload: reads("workload."),
            sql_calls: reads("workload.sql_calls"),
            file_requests: reads("workload.file_requests"),
            basis: match basis {
                Some(Basis::Assumed) => PriceBasis::Assumed,
                Some(Basis::Borrowed) => PriceBasis::Borrowed,
                _ => PriceBasis::Derived,
            },
        }
    }
}

/// The transactions of the workload that meet a definition; for the SIT and the region those that do what the formula
/// counts.
fn touched<'b>(base: &'b Base, definition: Option<(&str, &str)>, reads: &Reads) -> Vec<&'b Transaction> {
    let settings = &base.configuration;
    let takes = |kind: &str, name: &str, id: &str| {
        settings.get(kind, name, "TRANSID").is_some_and(|mask| matches(mask, &id.to_uppercase()))
    };
    let meets = |t: &&Transaction| match definition {
        None => {
            (!reads.sql_calls || t.sql_calls > 0.0)
                && (!reads.file_requests || t.file.iter().any(|file| requests(file) > 0.0))
        }
        Some(("DB2CONN", _)) => t.sql_calls > 0.0,
        Some(("DB2ENTRY", name)) => {
            let by_tran = |tran: &str| {
                settings.get("DB2TRAN", tran, "ENTRY") == Some(name) && takes("DB2TRAN", tran, &t.id)
            };
            takes("DB2ENTRY", name, &t.id) || settings.names("DB2TRAN").any(by_tran)
        }
        Some(("DB2TRAN", name)) => takes("DB2TRAN", name, &t.id),
        Some(("PROGRAM", name)) => {
            let first = t.program.as_deref();
            let first = first.or_else(|| base.configuration.get("TRANSACTION", &t.id, "PROGRAM"));
            let links = t.link.iter().any(|link| link.program.eq_ignore_ascii_case(name));
            links || first.unwrap_or(&t.id).eq_ignore_ascii_case(name)
        }
        Some(("TRANSACTION", name)) => t.id.eq_ignore_ascii_case(name),
        Some(("FILE", name)) => t.file.iter().any(|file| file.name.eq_ignore_ascii_case(name)),
        Some(("TCPIPSERVICE", name)) => t
            .web
            .as_ref()
            .is_some_and(|web| web.tcpipservice.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))),
        Some(_) => true,
    };
    base.workload.transaction.iter().filter(meets).collect()
}

/// Mean response of some transactions, in seconds; nothing where they saturate.
fn mean_response(base: &Base, transactions: &[&Transaction]) -> f64 {
    let rate: f64 = transactions.iter().map(|t| t.rate_per_s).sum();
    let sum: f64 = transactions
        .iter()
        .filter_map(|t| {
            let answer = base.solved.mid().transactions.iter().find(|answer| answer.id == t.id)?;
            Some(answer.response?.mean * t.rate_per_s)
        })
        .sum();
    if rate > 0.0 { sum / rate } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::workload::read;

    #[test]
    fn formulas_rest_on_the_worst_of_their_constants() {
        for (formula, basis, sql) in [
            ("model.web.connection", PriceBasis::Derived, false),
            ("2 * workload.sql_calls * model.switch.cpu", PriceBasis::Derived, true),
            ("workload.file_requests * model.lsr.read", PriceBasis::Borrowed, false),
            ("model.thread.create + model.lsr.read", PriceBasis::Assumed, false),
            ("5", PriceBasis::Derived, false),
        ] {
            let reads = Reads::of([formula, ""]);
            assert_eq!((reads.basis, reads.sql_calls), (basis, sql), "{formula}");
            assert_eq!(reads.workload, formula.contains("workload"), "{formula}");
        }
    }

    #[test]
    fn inputs_are_means_by_rate() {
        let workload = read(
            "[[transaction]]\nid = 'A'\nrate_per_s = 30.0\nsql_calls = 4.0\nnon_threadsafe_commands = 1.0\n\
             [[transaction]]\nid = 'B'\nrate_per_s = 10.0\n\
             file = [{ name = 'F', reads = 2.0, browse_records = 10.0, updates = 4.0 }]\n",
        )
        .unwrap();
        let all: Vec<&Transaction> = workload.transaction.iter().collect();
        let inputs = Inputs::of(&all, 0.25);
        for (name, value) in [
            ("workload.rate_per_s", 40.0),
            ("workload.response_s", 0.25),
            ("workload.sql_calls", 3.0),
            // Two for each update.
            ("workload.file_requests", 5.0),
            ("workload.calls", 3.0 + 5.0 + 0.75),
            ("model.web.connection", constants::value("web.connection")),
        ] {
            assert_eq!(inputs.get(name), Some(value), "{name}");
        }
        assert_eq!(inputs.get("workload.nonsense"), None);
        let idle = read("[[transaction]]\nid = 'A'\nsql_calls = 4.0\n[[transaction]]\nid = 'B'\n").unwrap();
        assert_eq!(
            Inputs::of(&idle.transaction.iter().collect::<Vec<_>>(), 0.0).get("workload.sql_calls"),
            Some(2.0)
        );
    }
}
