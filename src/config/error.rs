//! What can be wrong with a configuration file, shown with its place.

use std::ops::Range;

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
