//! What a run of the linter gives to the reports.

use crate::rules::Finding;
use crate::text::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The result of one run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The files that were linted and have findings, or to which one leads, in order of their names. A `FileId` is an
    /// index into it.
    pub files: Vec<LintedFile>,
    /// Inputs that were not linted, and why.
    pub skipped: Vec<Skipped>,
    /// Counts over all files, with findings or without.
    pub statistics: Statistics,
    /// What the user should know of how the regions were made.
    pub notes: Vec<String>,
    /// A baseline was looked at: what it does not have is new.
    pub has_baseline: bool,
}

/// One file with its findings.
#[derive(Debug)]
pub struct LintedFile {
    /// The text and its positions.
    pub source: Arc<Source>,
    /// Its findings, by place, those that are suppressed among them.
    pub findings: Vec<Finding>,
}

impl LintedFile {
    /// The findings that nothing suppresses.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.suppressed.is_none())
    }
}

/// An input that was not linted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub path: String,
    /// Whether the user named it, rather than a folder that holds it.
    pub named: bool,
    /// Why.
    pub reason: SkipReason,
}

/// Why an input was not linted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It is no kind of file that cicslint reads.
    #[error("it is no DFHCSDUP deck, JCL, SIT source or LIST report (--kind says what it is to be read as)")]
    UnknownKind,
    /// It holds binary data; the text says which.
    #[error("it is not text: {0}")]
    Binary(String),
    /// It holds nothing, or nothing but comments.
    #[error("it is empty, or holds comments only: nothing to lint")]
    Empty,
    /// It was to be read as a kind of which it holds nothing.
    #[error("it holds nothing of the kind that it is to be read as")]
    NothingOfKind,
    /// It is a pipe, a socket or a device in a folder.
    #[error("it is no file")]
    NoFile,
    /// It could not be read; the text says why.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}

/// Counts over all files of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Files linted.
    pub files: u64,
    /// DEFINE and USERDEFINE commands by resource type (full name; `?` for a type that is unknown).
    pub definitions: BTreeMap<String, u64>,
    /// Other commands by verb.
    pub commands: BTreeMap<String, u64>,
    /// SIT parameters by kind of source.
    pub sit_parameters: BTreeMap<String, u64>,
    /// Bytes read.
    pub bytes: u64,
}

impl Statistics {
    /// Adds the counts of another part or file.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        for (into, from) in [
            (&mut self.definitions, &other.definitions),
            (&mut self.commands, &other.commands),
            (&mut self.sit_parameters, &other.sit_parameters),
        ] {
            for (key, count) in from {
                *into.entry(key.clone()).or_default() += count;
            }
        }
    }
}
