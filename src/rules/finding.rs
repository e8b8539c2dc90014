//! What a rule reports.

use super::impact::Impact;
use super::suppression::Suppressed;
pub use crate::text::Edit;
use crate::text::{FileId, Span};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something to think about.
    Advice,
    /// Accepted by CICS, but harmful; or refused by a limit that is only recalled.
    Warning,
    /// CICS or DFHCSDUP refuses it, or tasks abend.
    Error,
}

impl Severity {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Advice => "advice",
        }
    }
}

/// How sure a rule is that what it found is a fault here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Perhaps.
    Low,
    /// Probably.
    Medium,
    /// Surely.
    High,
}

impl Confidence {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// One fault in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule, as an index into the registry.
    pub rule: u16,
    /// The severity here: the rule's own, lowered where the fact behind it is only recalled, or remapped by the configuration.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What is wrong, with the names of this place.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The value at fault.
    pub span: Span,
    /// Other places that explain it.
    pub related: Vec<Related>,
    /// The definition concerned.
    pub resource: Option<ResourceId>,
    /// The attribute or SIT parameter concerned, by its full name.
    pub attribute: Option<Box<str>>,
    /// An edit that mends it.
    pub fix: Option<Fix>,
    /// Why the fix of its rule cannot be made here.
    pub unfixed: Option<&'static str>,
    /// The regions of the configuration in which it is one, where it is not one in all of them.
    pub regions: Option<Box<InRegions>>,
    /// What it costs, where a region and its workload have been asked.
    pub impact: Option<Arc<Impact>>,
    /// Why it is not shown and fails no run, where somebody has agreed to that.
    pub suppressed: Option<Box<Suppressed>>,
}

/// Some of several regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InRegions {
    /// The names of the first of them.
    pub names: Vec<Box<str>>,
    /// How many they are.
    pub count: u32,
}

/// Another place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// What is to be seen there.
    pub message: String,
    /// The file it stands in, or `None` for the file of the finding.
    pub file: Option<FileId>,
    /// Where.
    pub span: Span,
}

/// A resource definition: its type, name and group, folded as CICS folds them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ResourceId {
    /// PROGRAM, TRANSACTION, ...
    #[serde(rename = "type")]
    pub kind: Box<str>,
    /// The name.
    pub name: Box<str>,
    /// The group, where it is given.
    pub group: Option<Box<str>>,
}

/// Edits that mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied unseen.
    pub safety: Safety,
    /// Replacements, in order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Whether a fix may be applied unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// It changes nothing but the fault.
    Safe,
    /// A person has to agree.
    Review,
}
