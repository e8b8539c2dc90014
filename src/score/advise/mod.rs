//! The tuning plan: of all changes the one that gains most is made, the region solved again, and so on.
//!
//! Changes come from the fixes of findings ([`findings`]), from limits of the region that are too low for what they have to
//! hold ([`limits`]), from LSR pools ([`buffers`]), and from what the workload says of programs ([`programs`]). Settings
//! that have to move with them do so in the same step ([`partners`]). Which gains most is asked of the model each time
//! anew, for what a change brings depends on those before it.

mod buffers;
mod candidates;
mod data;
mod findings;
mod greedy;
mod judge;
mod knobs;
mod limits;
mod neighbours;
mod outlook;
mod partners;
mod programs;
mod state;
mod warnings;

use crate::csd::Place;
use crate::model::answer::{Bounded, Outcome};
use crate::model::workload::Provenance;
use crate::rules::{Confidence, Edit, Finding, Fingerprint};
use crate::text::FileId;
use serde::{Deserialize, Serialize};

pub use greedy::advise;

/// What it takes to put a change into force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A command, or a definition that is installed again; [`Step::how`] says which, and what has to rest meanwhile.
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
    /// Who says that value.
    pub origin: Option<Provenance>,
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

    /// The setting: `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub fn what(&self) -> String {
        match self.name.as_str() {
            "" => format!("{}.{}", self.kind, self.attribute),
            name => format!("{}.{name}.{}", self.kind, self.attribute),
        }
    }

    fn is_of_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.name == other.name && self.attribute == other.attribute
    }
}

/// A region at some point of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Whether anything saturates.
    pub saturated: bool,
    /// The largest share of the rates, all alike, that it keeps up with: 1 where nothing saturates.
    pub holds: f64,
    /// The share of the tasks that are abended for want of a place.
    pub lost: f64,
    /// What saturates, or else what tasks wait for the longest; none where no wait is more than a fiftieth of their time.
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

impl State {
    /// The share of its work that the region does at most, in words; none where it does all of it.
    pub fn does(&self) -> Option<String> {
        (self.holds < 1.0).then(|| format!("{} of the work at most", outlook::share(self.holds)))
    }
}

/// A transaction at some point of the plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TransactionState {
    /// Its identifier.
    pub id: String,
    /// The share of its tasks that are abended for want of a place.
    pub lost: f64,
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
    /// How it is put into force.
    pub how: Vec<String>,
    /// What has to be seen to first.
    pub requires: Vec<String>,
    /// What gets worse with it, and what the figures do not show.
    pub notes: Vec<String>,
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
    /// Why not, in a word: `suppressed`, `value-not-known`, `not-modelled`, `other-benefit`, `too-little`, `worse`,
    /// `not-used`, `enough`, `enough-now`, `superseded` or `not-solved`.
    pub kind: &'static str,
    /// Why not.
    pub why: String,
    /// The findings that it would mend.
    #[serde(serialize_with = "as_texts", skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Fingerprint>,
}

fn as_texts<S: serde::Serializer>(prints: &[Fingerprint], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(prints.iter().map(ToString::to_string))
}

/// A region that saturates after the plan, or may do so.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// Whether it does at the best values; else at the upper bound.
    pub saturated: bool,
    /// What is full.
    pub on: String,
    /// The share of the work that it keeps up with.
    pub holds: f64,
    /// The same in words.
    pub words: String,
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
    /// What it saturates on after them, if it does.
    pub outlook: Option<Outlook>,
    /// What is not advised, and why.
    pub not_advised: Vec<NotAdvised>,
    /// What the definitions seem to have overlooked.
    pub warnings: Vec<String>,
    /// What has been taken for granted.
    pub assumptions: Vec<String>,
}
