//! Findings that somebody has agreed to live with.

use super::meta::RuleId;
use super::registry;
use crate::syntax::directive::Date;
use serde::{Serialize, Serializer};

/// Why a finding is not shown, and does not fail a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suppressed {
    /// What says so.
    pub by: SuppressedBy,
    /// Why, in the words of whoever wrote it.
    pub reason: Option<String>,
    /// The last day on which it holds.
    #[serde(serialize_with = "as_text")]
    pub until: Option<Date>,
}

fn as_text<S: Serializer>(date: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    match date {
        Some(date) => serializer.collect_str(date),
        None => serializer.serialize_none(),
    }
}

/// What suppresses a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SuppressedBy {
    /// A comment in the file.
    Comment,
    /// The configuration.
    Config,
    /// The baseline: it was there before.
    Baseline,
}

/// The rules about suppressions themselves. No suppression hides them.
const OWN: &str = "SUP";

/// Whether findings of the rule can be suppressed.
pub fn is_suppressible(id: RuleId) -> bool {
    !registry::rule(id).code.starts_with(OWN)
}
