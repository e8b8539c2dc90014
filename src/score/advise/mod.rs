//! The tuning plan: of all changes the one that gains most is made, the region solved again, and so on.
//!
//! Changes come from the fixes of findings, and from the limits of the region that are too low for what they have to
//! hold ([`knobs`]). Which gains most is asked of the model each time anew, for what a change brings depends on those
//! before it.

mod candidates;
mod greedy;
mod knobs;
mod warnings;

use crate::csd::Place;
use crate::model::answer::{Bounded, Outcome};
use crate::rules::{Confidence, Edit, Finding, Fingerprint};
use crate::text::FileId;
use serde::{Deserialize, Serialize};

pub use greedy::advise;

/// What it takes to put a change into force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A definition is installed again.
    Definition,
    /// A person has to look at programs or procedures first.
    Review,
    /// CICS has to be started again.
    Restart,
}

impl Effort {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Review => "review",
            Self::Restart => "restart",
        }
    }
}

/// A finding that may be mended, as the plan takes it.
#[derive(Clone, Copy, Debug)]
pub struct Advisable<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// By which it is known.
    pub fingerprint: Fingerprint,
}

/// A setting that is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Type; `SIT` for parameters.
    pub kind: String,
    /// Name; empty for parameters.
    pub name: String,
    /// Attribute or parameter.
    pub attribute: String,
    /// Its value before; none where nobody says it.
    pub from: Option<String>,
    /// Its value after; empty where it is taken out.
    pub to: String,
    /// Where it is given, or else the definition.
    pub place: Option<Place>,
    /// The edits of its file that make it, or why there are none.
    pub edits: Result<(FileId, Vec<Edit>), &'static str>,
}

impl Change {
    /// As `model whatif` takes it.
    pub fn edit(&self) -> String {
        match self.name.as_str() {
            "" => format!("{}.{}={}", self.kind, self.attribute, self.to),
            name => format!("{}.{name}.{}={}", self.kind, self.attribute, self.to),
        }
    }
}

/// A region at some point of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Whether anything saturates.
    pub saturated: bool,
    /// What saturates first, or is used most.
    pub bottleneck: Option<String>,
    /// CPU of a task in microseconds: the mean by rate.
    pub cpu_us: f64,
    /// CPU of all in percent of an engine.
    pub percent_of_engine: f64,
    /// Median response in milliseconds: the mean by rate of those of the transactions.
    pub p50_ms: Bounded,
    /// 95th percentile likewise.
    pub p95_ms: Bounded,
    /// Each transaction.
    pub transactions: Vec<TransactionState>,
}

/// A transaction at some point of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TransactionState {
    /// Its identifier.
    pub id: String,
    /// CPU in microseconds.
    pub cpu_us: f64,
    /// Median response in milliseconds; none where it saturates.
    pub p50_ms: Option<f64>,
    /// 95th percentile likewise.
    pub p95_ms: Option<f64>,
}

/// A step of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What to do, in a few words.
    pub title: String,
    /// The settings that it changes.
    pub changes: Vec<Change>,
    /// The findings that it mends.
    pub findings: Vec<Fingerprint>,
    /// Before it.
    pub before: State,
    /// After it.
    pub after: State,
    /// How sure it is that it helps.
    pub confidence: Confidence,
    /// What it takes.
    pub effort: Effort,
    /// What has to be seen to first.
    pub requires: Vec<String>,
    /// Why, with the arithmetic of new values.
    pub why: String,
    /// Manual pages and rules.
    pub sources: Vec<String>,
}

/// What was looked at, and is not advised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotAdvised {
    /// What.
    pub title: String,
    /// Why not.
    pub why: String,
    /// The findings that it would mend.
    #[serde(serialize_with = "as_texts", skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Fingerprint>,
}

fn as_texts<S: serde::Serializer>(prints: &[Fingerprint], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(prints.iter().map(ToString::to_string))
}

/// The plan for a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The region.
    pub region: String,
    /// As it is.
    pub baseline: Outcome,
    /// As it is, in short.
    pub now: State,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What is not advised, and why.
    pub not_advised: Vec<NotAdvised>,
    /// What the definitions seem to have overlooked.
    pub warnings: Vec<String>,
    /// What has been taken for granted.
    pub assumptions: Vec<String>,
}
