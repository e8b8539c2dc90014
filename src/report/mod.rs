//! Findings to output: one file for each format.
//!
//! Every format is a function from an [`Outcome`] and a [`Context`] to a writer. Nothing here decides what is
//! reported, in which order or with which exit code; and no text from a deck reaches a terminal with control
//! characters in it.

pub mod advice;
mod checkstyle;
mod concise;
mod context;
mod explanation;
mod github;
mod gitlab;
mod json;
mod junit;
mod order;
mod paths;
mod price;
#[cfg(test)]
mod promises;
pub mod region;
mod sarif;
mod snippet;
mod statistics;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod visible;
mod xml;

pub use context::{Context, Counts, severity_name};
pub use explanation::write as write_explanation;
pub use statistics::write_statistics;
pub use summary::write_summary;

use crate::lint::Outcome;
use std::fmt;
use std::io;
use std::str::FromStr;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people: the lines at fault, underlined.
    Text,
    /// One line for each finding: `path:line:column: severity[CODE] message`.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON document for each finding, a line each.
    Jsonl,
    /// SARIF 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// A Code Quality report of GitLab.
    Gitlab,
    /// JUnit XML.
    Junit,
    /// Checkstyle XML.
    Checkstyle,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 9] = [
        Self::Text,
        Self::Concise,
        Self::Json,
        Self::Jsonl,
        Self::Sarif,
        Self::Github,
        Self::Gitlab,
        Self::Junit,
        Self::Checkstyle,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Checkstyle => "checkstyle",
        }
    }

    /// Whether people read it, so that a summary line and tables may follow.
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Text | Self::Concise)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{0}`")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|f| f.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Writes the findings of `outcome` in `format`. The formats for people end with the summary line.
///
/// `out` should be buffered.
pub fn write(
    format: Format,
    outcome: &Outcome,
    context: &Context<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => text::write(outcome, context, out)?,
        Format::Concise => concise::write(outcome, context, out)?,
        Format::Json => json::write(outcome, context, out)?,
        Format::Jsonl => json::write_lines(outcome, context, out)?,
        Format::Sarif => sarif::write(outcome, context, out)?,
        Format::Github => github::write(outcome, context, out)?,
        Format::Gitlab => gitlab::write(outcome, context, out)?,
        Format::Junit => junit::write(outcome, context, out)?,
        Format::Checkstyle => checkstyle::write(outcome, context, out)?,
    }
    if format.is_for_people() && context.summary {
        write_summary(outcome, out)?;
    }
    Ok(())
}
