//! Reading a baseline: what does not agree with itself is refused, with its place.

use super::{Baseline, Entry, VERSION};
use crate::config::ConfigError;
use crate::rules::{Fingerprint, by_word};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Reads the baseline at `path`. The rules of the site have to be known by then.
    ///
    /// # Errors
    /// When it cannot be read, is none, or has an entry that no run can have written.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let shown = path.display().to_string();
        let refuse = |text: &str, span, message, help: Option<&str>| ConfigError {
            path: shown.clone(),
            text: text.to_owned(),
            span,
            message,
            help: help.map(str::to_owned),
        };
        let text = std::fs::read_to_string(path).map_err(|error| {
            let help = "`cicslint check --write-baseline FILE` writes one";
            refuse("", None, format!("the baseline cannot be read: {error}"), Some(help))
        })?;
        let document: Document = serde_json::from_str(&text).map_err(|error| {
            let before: usize =
                text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let at = (before + error.column().saturating_sub(1)).min(text.len());
            refuse(&text, Some(at..at), format!("this is no baseline: {error}"), None)
        })?;
        if document.version != VERSION {
            let message = format!("version {} of baselines is not known", document.version);
            return Err(refuse(&text, None, message, None));
        }
        let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
        for (number, entry) in document.findings.into_iter().enumerate() {
            let fault = match entries.contains_key(&entry.fingerprint) {
                true => Some(("this entry stands twice".to_owned(), "add its count to the other one")),
                false => entry.fault(),
            };
            if let Some((message, help)) = fault {
                return Err(refuse(&text, place(&text, number), message, Some(help)));
            }
            entries.insert(entry.fingerprint.clone(), entry);
        }
        Ok(Self { entries })
    }
}

impl Entry {
    /// What is wrong with it, and what to do.
    fn fault(&self) -> Option<(String, &'static str)> {
        if by_word(&self.rule).is_none() {
            let message = format!("{} is no rule", self.rule);
            return Some((message, "take the entry out, or name the folder of the rule in `rule-dirs`"));
        }
        if self.count == 0 {
            return Some(("an entry that counts 0 hides nothing".to_owned(), "take it out"));
        }
        if !self.agrees() {
            let message = format!("the fingerprint of `{self}` does not agree with its other fields");
            return Some((message, "take the entry out, and let --baseline-add write it"));
        }
        None
    }

    /// Whether its fingerprint is that of its fields. An entry about a line that names no file is believed.
    fn agrees(&self) -> bool {
        let Self { rule, kind, name, group, attribute, line, .. } = self;
        let is = |parts: &[&str]| Fingerprint::of_parts(parts).to_string() == self.fingerprint;
        if is(&[rule, kind, name, group, attribute]) {
            return true;
        }
        let of_line = [kind, name, group].iter().all(|part| part.is_empty());
        let file_name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        of_line
            && (self.files.is_empty()
                || self.files.iter().any(|file| is(&[rule, "", &file_name(file), line, attribute])))
    }
}

/// Where the fingerprint of the entry `number` stands.
fn place(text: &str, number: usize) -> Option<Range<usize>> {
    // Within a string the quotes would be escaped, so this is the key.
    const KEY: &str = "\"fingerprint\"";
    let is_key = |at: &usize| text[at + KEY.len()..].trim_start().starts_with(':');
    let at = text.match_indices(KEY).map(|(at, _)| at).filter(is_key).nth(number)?;
    Some(at..at + KEY.len())
}
