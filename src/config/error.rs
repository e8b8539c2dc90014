//! What can be wrong with a configuration file, shown with its place.

use crate::rules::site::RuleFault;
use std::ops::Range;

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// The file itself.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Rule files that it names.
    #[error("{} in the rules of the site", .0.len())]
    Rules(Vec<RuleFault>),
}

impl Unusable {
    /// A report for each fault, with a snippet of its file.
    pub fn into_reports(self) -> Vec<miette::Report> {
        match self {
            Self::Config(error) => vec![error.into_report()],
            Self::Rules(faults) => faults.into_iter().map(RuleFault::into_report).collect(),
        }
    }
}

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The file.
    pub path: String,
    /// Its text, for the snippet; empty when the file could not be read.
    pub text: String,
    /// The place at fault.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl ConfigError {
    /// The error as a report with a snippet of the file.
    pub fn into_report(self) -> miette::Report {
        let mut diagnostic = miette::MietteDiagnostic::new(format!("{}: {}", self.path, self.message));
        if let Some(help) = self.help {
            diagnostic = diagnostic.with_help(help);
        }
        if let Some(span) = self.span {
            diagnostic = diagnostic.with_label(miette::LabeledSpan::new_with_span(None, span));
        }
        miette::Report::new(diagnostic).with_source_code(miette::NamedSource::new(self.path, self.text))
    }
}
