//! The model against every published table.
//!
//! Each table is fitted again and each of its rows predicted with that row left out; the declared tolerance is on the
//! latter. Where a shape is shared between tables, it comes from the other tables whole, and only the scale from the
//! remaining rows of its own. Tables the model can't predict are named as such, without a number; errors of the
//! sources are stated.
//!
//! Some tables are fitted in a form that `solve` does not use: they say so. What `solve` makes of measured runs is
//! compared apart, from beginning to end.

mod api;
pub mod fit;
mod rates;
mod refit;
mod remarks;
mod solved;
mod vsam;

use serde::Serialize;

pub use refit::{Refitted, refit};
pub use remarks::{Remark, about, remarks};
pub use solved::{EndToEnd, SolvedRow};

/// What came of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Status {
    /// The error is within the tolerance.
    #[serde(rename = "holds")]
    Holds,
    /// It is not.
    #[serde(rename = "broken")]
    Broken,
    /// No model could predict it, for the reason given.
    #[serde(rename = "not predictable")]
    NotPredictable,
}

/// One published row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Which row.
    pub label: String,
    /// What the source prints.
    pub published: f64,
    /// What the model gives after fitting all rows.
    pub fitted: f64,
    /// What it gives with this row left out.
    pub leave_one_out: f64,
}

/// One quantity of a published table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Number or short name.
    pub id: String,
    /// Where it was published.
    pub source: String,
    /// What is predicted.
    pub quantity: String,
    /// The form of the prediction.
    pub model: String,
    /// How many numbers are fitted to this table's rows.
    pub parameters: usize,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Mean absolute error of the fit, in percent.
    pub mape_fit: f64,
    /// Mean absolute error with rows left out, in percent.
    pub mape_loo: f64,
    /// The worst of those, in percent.
    pub worst_loo: f64,
    /// The largest mean error allowed, in percent.
    pub tolerance: f64,
    /// Whether it holds.
    pub status: Status,
    /// What to know about it.
    pub why: String,
    /// The tables from which the shape comes, where it is not this table's own: of "left out" only the scale is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shape_from: Vec<String>,
    /// What `solve` does instead, where it does not do this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve_does: Option<&'static str>,
}

/// What `model validate` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// Every table.
    pub tables: Vec<Table>,
    /// Measured runs, solved as a user would.
    pub end_to_end: Vec<EndToEnd>,
    /// Every fitted constant, fitted again.
    pub constants: Vec<Refitted>,
    /// Errors and contradictions of the sources.
    pub sources: Vec<Remark>,
}

impl Report {
    /// Whether every tolerance is kept and no constant has drifted.
    pub fn holds(&self) -> bool {
        self.tables.iter().all(|table| table.status != Status::Broken)
            && self.end_to_end.iter().all(|run| run.status != Status::Broken)
            && self.constants.iter().all(|constant| constant.holds)
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// A table of the report by id and the beginning of its quantity.
    pub fn table(&self, id: &str, quantity: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.id == id && table.quantity.starts_with(quantity))
    }
}

/// Fits everything again and reports.
pub fn validate() -> Report {
    let mut tables = rates::tables();
    tables.extend(api::tables());
    tables.extend(vsam::tables());
    tables.extend(remarks::not_predictable());
    for table in &mut tables {
        table.solve_does = remarks::solve_does(&table.id, &table.quantity);
    }
    Report { version: 1, tables, end_to_end: solved::end_to_end(), constants: refit(), sources: remarks() }
}

/// What a table is called and how well it must be met.
pub(crate) struct Claim<'a> {
    pub id: &'a str,
    pub quantity: &'a str,
    pub model: &'a str,
    pub parameters: usize,
    pub tolerance: f64,
    pub why: &'a str,
}

impl Claim<'_> {
    /// Fits with `predict`, which gets the rows it may learn from and predicts all of them.
    pub(crate) fn fitted(
        &self,
        labels: &[String],
        published: &[f64],
        predict: impl Fn(&[usize]) -> Vec<f64>,
    ) -> Table {
        let all: Vec<usize> = (0..published.len()).collect();
        let fitted = predict(&all);
        let rows = all.iter().map(|i| {
            let others: Vec<usize> = all.iter().copied().filter(|j| j != i).collect();
            Row {
                label: labels.get(*i).cloned().unwrap_or_default(),
                published: published[*i],
                fitted: fitted.get(*i).copied().unwrap_or(0.0),
                leave_one_out: predict(&others).get(*i).copied().unwrap_or(0.0),
            }
        });
        self.table(rows.collect())
    }

    /// A prediction that uses nothing of this table.
    pub(crate) fn held_out(&self, rows: &[(&str, f64, f64)]) -> Table {
        let row = |(label, published, predicted): &(&str, f64, f64)| Row {
            label: (*label).to_owned(),
            published: *published,
            fitted: *predicted,
            leave_one_out: *predicted,
        };
        self.table(rows.iter().map(row).collect())
    }

    fn table(&self, rows: Vec<Row>) -> Table {
        let n = rows.len().max(1) as f64;
        let loo: Vec<f64> = rows.iter().map(|r| fit::percent(r.leave_one_out, r.published).abs()).collect();
        let mape_fit = rows.iter().map(|r| fit::percent(r.fitted, r.published).abs()).sum::<f64>() / n;
        let mape_loo = loo.iter().sum::<f64>() / n;
        let table = self.id.split('>').next_back().unwrap_or(self.id);
        Table {
            id: self.id.to_owned(),
            source: crate::model::data::evidence::table(table).map(|t| t.source).unwrap_or_default(),
            quantity: self.quantity.to_owned(),
            model: self.model.to_owned(),
            parameters: self.parameters,
            mape_fit,
            mape_loo,
            worst_loo: loo.iter().copied().fold(0.0, f64::max),
            tolerance: self.tolerance,
            status: if mape_loo <= self.tolerance && !rows.is_empty() {
                Status::Holds
            } else {
                Status::Broken
            },
            why: self.why.to_owned(),
            shape_from: Vec::new(),
            solve_does: None,
            rows,
        }
    }
}
