//! `[[suppress]]`: findings that the site has agreed to live with, by rule, definition and file.

use super::file::{Place, selector};
use super::globs::{self, FileChoice};
use super::{ConfigError, Unusable};
use crate::catalog;
use crate::csd;
use crate::rules::{Finding, ResourceId, RuleId, Selector};
use crate::syntax::directive::{Date, NoDate};
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// One entry, checked.
#[derive(Clone, Debug)]
pub struct SuppressEntry {
    /// Its rules.
    pub rules: Vec<Selector>,
    /// A mask for the type of the definition, in capitals; `SIT` for SIT parameters.
    pub kind: Option<String>,
    /// A mask for its name, or for that of the SIT parameter, in capitals.
    pub name: Option<String>,
    /// A mask for its group, in capitals.
    pub group: Option<String>,
    /// The files, where not all.
    files: Option<FileChoice>,
    /// Why.
    pub reason: Option<String>,
    /// The last day on which it holds, and where that stands in the configuration.
    pub until: Option<(Date, Range<usize>)>,
    /// Where it stands in the configuration.
    pub span: Range<usize>,
}

/// An entry as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wire {
    rules: Spanned<Vec<Spanned<String>>>,
    #[serde(rename = "type")]
    kind: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    group: Option<Spanned<String>>,
    #[serde(default)]
    path: Vec<Spanned<String>>,
    reason: Option<Spanned<String>>,
    until: Option<Spanned<String>>,
}

impl SuppressEntry {
    /// Whether its rules and its files take in a finding of the rule `id` in the file at `path`. Type, name and group
    /// are left to the caller.
    pub fn takes(&self, id: RuleId, path: &Path) -> bool {
        self.rules.iter().any(|selector| selector.names(id))
            && self.files.as_ref().is_none_or(|files| files.takes(path))
    }

    /// The definition, or the SIT parameter, that its masks are asked about.
    pub fn subject<'f>(&self, finding: &'f Finding) -> Option<(&'f str, &'f str, &'f str)> {
        match (&finding.resource, &finding.attribute) {
            (Some(ResourceId { kind, name, group }), _) => Some((kind, name, group.as_deref().unwrap_or(""))),
            (None, Some(parameter)) => Some(("SIT", parameter, "")),
            (None, None) => None,
        }
    }
}

/// Checks the entries of a configuration in the folder `root`.
pub(super) fn read(
    entries: &[Spanned<Wire>],
    root: &Path,
    place: &Place<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<SuppressEntry>, Unusable> {
    entries.iter().map(|entry| one(entry, root, place, remarks)).collect()
}

fn one(
    entry: &Spanned<Wire>,
    root: &Path,
    place: &Place<'_>,
    remarks: &mut Vec<String>,
) -> Result<SuppressEntry, Unusable> {
    let wire = entry.get_ref();
    let refuse =
        |span, message: &str, help: &str| place(Some(span), message.to_owned(), Some(help.to_owned()));
    if wire.rules.get_ref().is_empty() {
        let help = "give codes, names, categories or beginnings of codes";
        return Err(refuse(wire.rules.span(), "an entry of suppress names no rules", help).into());
    }
    if wire.kind.is_none() && wire.name.is_none() && wire.group.is_none() && wire.path.is_empty() {
        let help = "give type, name, group or path; to switch a rule off everywhere, name it in `ignore`";
        return Err(refuse(entry.span(), "an entry of suppress is about everything", help).into());
    }
    let words = wire.rules.get_ref();
    let rules: Result<Vec<Selector>, ConfigError> =
        words.iter().map(|word| selector(word, place, remarks)).collect();
    let simple = |span: Range<usize>, message: String| place(Some(span), message, None);
    let until = match &wire.until {
        None => None,
        Some(until) => {
            let date = until.get_ref().parse::<Date>();
            Some((date.map_err(|error: NoDate| simple(until.span(), error.to_string()))?, until.span()))
        }
    };
    let files = globs::set(&wire.path, &simple)?.map(|set| FileChoice::new(root, Some(set), None));
    if let Some(word) = &wire.kind {
        known_type(word, place)?;
    }
    for (field, mask) in [("name", &wire.name), ("group", &wire.group)] {
        if let Some(mask) = mask.as_ref().filter(|mask| mask.get_ref().trim().is_empty()) {
            let help = "leave it out, or give a mask such as PAY*";
            return Err(refuse(mask.span(), &format!("{field} is empty"), help).into());
        }
    }
    let mask = |word: &Option<Spanned<String>>| word.as_ref().map(|word| word.get_ref().to_ascii_uppercase());
    Ok(SuppressEntry {
        rules: rules?,
        kind: mask(&wire.kind),
        name: mask(&wire.name),
        group: mask(&wire.group),
        files,
        reason: wire.reason.as_ref().map(|reason| reason.get_ref().clone()),
        until,
        span: entry.span(),
    })
}

/// The type is that of a resource, by its full name, SIT or REGION, or a mask that fits one of them.
fn known_type(word: &Spanned<String>, place: &Place<'_>) -> Result<(), ConfigError> {
    let names = || catalog::types().iter().map(|entry| entry.name).chain(["SIT", "REGION"]);
    let wanted = word.get_ref().to_ascii_uppercase();
    if names().any(|name| csd::matches(&wanted, name)) {
        return Ok(());
    }
    let help = match catalog::nearest(&wanted, names()) {
        Some(name) => format!("did you mean {name}?"),
        None => "resource types are written in full".to_owned(),
    };
    let message = format!("{} is no resource type, nor SIT or REGION", word.get_ref());
    Err(place(Some(word.span()), message, Some(help)))
}
