//! A rule file as it is written: `rules/checks/<area>/<name>.toml`, and the files of a site.
//!
//! The build script reads the built-in rules with this module, the loader reads those of a site with it, so both
//! refuse the same things in the same words. It knows the form of the file only; what the expressions say is for the
//! loader, which has the catalogue.
//!
//! Every problem is reported, not the first one alone, each with its place in the file where it has one.

mod shape;
#[cfg(test)]
mod tests;
mod types;
mod validate;

pub(crate) use types::*;
pub(crate) use validate::problems;
#[allow(unused_imports, reason = "for the loader; the build script needs them not")]
pub(crate) use validate::{is_code, is_name};

use std::ops::Range;

/// Something that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The place in the text of the file.
    pub(crate) span: Option<Range<usize>>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
}

impl Problem {
    /// A problem at `span`.
    pub(crate) fn at(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into(), help: None }
    }

    /// With what to do about it.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Reads the fields of a rule file.
///
/// # Errors
/// The first thing that is no TOML, no field of a rule, or of another type than the field.
pub(crate) fn fields(text: &str) -> Result<RuleFile, Problem> {
    toml::from_str(text).map_err(|error| refused(&error))
}

/// Reads a rule file and checks its form. `stem` is its name without `.toml`.
///
/// # Errors
/// Everything that is wrong with its form.
#[allow(dead_code, reason = "for the build script and the tests")]
pub(crate) fn parse(text: &str, stem: &str) -> Result<RuleFile, Vec<Problem>> {
    let file = fields(text).map_err(|problem| vec![problem])?;
    let problems = problems(&file, stem);
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

/// A refusal of the TOML reader, with a suggestion where a word is near one of those that it expects.
fn refused(error: &toml::de::Error) -> Problem {
    let message = error.message().trim().replace('\n', " ");
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown ").then(|| words.next()).flatten();
    let help = unknown.and_then(|word| {
        words
            .map(|known| (strsim::jaro_winkler(word, known), known))
            .filter(|(likeness, _)| *likeness > 0.8)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| format!("did you mean `{known}`?"))
    });
    Problem { span: error.span(), message, help }
}
