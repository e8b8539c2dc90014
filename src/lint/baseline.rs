//! Findings that were there when a site began to use cicslint: a file that may only shrink.
//!
//! An entry is known by its fingerprint (`rules::Key`), never by a line number, and counts how often that was found.
//! The other fields are for people who read the file. An entry is gone when it was looked for (its rule ran, and nothing
//! narrowed the run) and nothing is found for it any more in files that were linted, or that do not exist any more.

mod read;

use super::outcome::LintedFile;
use crate::rules::{
    self, About, Finding, Key, RuleId, Selection, Suppressed, SuppressedBy, by_word, is_suppressible,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By fingerprint.
    entries: BTreeMap<String, Entry>,
}

/// Findings of one fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    rule: String,
    #[serde(rename = "type", default, skip_serializing_if = "String::is_empty")]
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    group: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    attribute: String,
    /// The text of the line, where it is about no definition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    line: String,
    count: u32,
    /// Where it was found, relative to the folder of the baseline.
    files: BTreeSet<String>,
    fingerprint: String,
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.rule)?;
        for part in
            [&self.kind, &self.name, &self.attribute, &self.line].into_iter().filter(|part| !part.is_empty())
        {
            write!(f, " {part}")?;
        }
        if !self.group.is_empty() {
            write!(f, " of group {}", self.group)?;
        }
        Ok(())
    }
}

const VERSION: u32 = 1;

impl Baseline {
    /// The baseline as a file: an entry a line, in a fixed order.
    pub fn to_json(&self) -> String {
        let mut entries: Vec<&Entry> = self.entries.values().collect();
        let key = |entry: &&Entry| {
            let Entry { rule, kind, name, group, attribute, line, fingerprint, .. } = entry;
            [rule, kind, name, group, attribute, line, fingerprint].map(String::clone)
        };
        entries.sort_by_cached_key(key);
        let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
        for (number, entry) in entries.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            // An entry has nothing that JSON could not say.
            let json = serde_json::to_string(entry).unwrap_or_default();
            let _ = write!(text, "{comma}\n    {json}");
        }
        text.push_str(if entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        text
    }

    /// How many findings it holds.
    pub fn len(&self) -> u64 {
        self.entries.values().map(|entry| u64::from(entry.count)).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a finding of the file at `path`.
    fn add(&mut self, key: &Key, path: &str) {
        let print = key.fingerprint().to_string();
        let entry = self.entries.entry(print).or_insert_with_key(|print| {
            let (kind, name, group, line) = match &key.about {
                About::Definition(kind, name, group) => {
                    (kind.clone(), name.clone(), group.clone(), String::new())
                }
                About::Line(_, line) => (String::new(), String::new(), String::new(), line.clone()),
            };
            Entry {
                rule: key.rule.to_owned(),
                kind,
                name,
                group,
                attribute: key.attribute.clone(),
                line,
                count: 0,
                files: BTreeSet::new(),
                fingerprint: print.clone(),
            }
        });
        entry.count += 1;
        entry.files.insert(path.to_owned());
    }
}

/// What a run does with baselines.
#[derive(Clone, Debug, Default)]
pub struct BaselinePlan {
    /// Findings that are in it fail no run, with the path of its file.
    pub read: Option<(PathBuf, Baseline)>,
    /// Where a baseline is written.
    pub write: Option<PathBuf>,
    /// The baseline that is written anew, where there is one.
    pub old: Option<Baseline>,
    /// Findings may be added to it.
    pub add: bool,
}

/// What became of the baselines of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaselineUse {
    /// The new one, where one is to be written.
    pub new: Option<Baseline>,
    /// Entries that match nothing any more, in words.
    pub gone: Vec<String>,
    /// Findings that are not in the new one, because only a new baseline takes them.
    pub not_added: u64,
    /// Entries that were kept only because nobody looked for what they name.
    pub not_looked_for: usize,
}

/// What a run has looked for.
pub(super) struct Looked<'a> {
    /// The rules of each of its configurations.
    pub(super) rules: Vec<&'a Selection>,
    /// Only one region was looked at, or every file as one kind.
    pub(super) narrowed: bool,
}

impl Looked<'_> {
    /// Whether the rule of this code ran on everything.
    fn for_rule(&self, code: &str) -> bool {
        !self.narrowed && by_word(code).is_none_or(|id| self.rules.iter().all(|rules| rules.wants(id)))
    }
}

/// The files of a run as seen from a baseline.
struct Paths<'a> {
    looked: &'a Looked<'a>,
    /// The folder of the baseline.
    folder: PathBuf,
    /// The files that were linted, relative to it.
    linted: BTreeSet<String>,
}

impl<'a> Paths<'a> {
    fn new(baseline: &Path, linted: &[String], looked: &'a Looked<'a>) -> Self {
        let folder =
            baseline.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let mut paths = Self { looked, folder, linted: BTreeSet::new() };
        paths.linted = linted.iter().map(|name| paths.relative(name)).collect();
        paths
    }

    /// The path of the file `name`, relative to the folder of the baseline where it is below it.
    fn relative(&self, name: &str) -> String {
        let whole = Path::new(name).canonicalize();
        let path = whole.as_ref().ok().and_then(|path| path.strip_prefix(&self.folder).ok());
        path.unwrap_or(Path::new(name)).display().to_string().replace('\\', "/")
    }
}

impl BaselinePlan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.read.is_none() && self.write.is_none()
    }

    /// The file that paths are relative to.
    pub(super) fn place(&self) -> Option<&Path> {
        self.write.as_deref().or(self.read.as_ref().map(|(path, _)| path.as_path()))
    }

    /// Marks the findings of `files` that are in the baseline, and makes the new one. `linted` are the names of all
    /// files that were linted, with findings or without.
    pub(super) fn apply(
        &self,
        files: &mut [LintedFile],
        linted: &[String],
        looked: &Looked<'_>,
    ) -> BaselineUse {
        let Some(place) = self.place() else { return BaselineUse::default() };
        let paths = Paths::new(place, linted, looked);
        let mut present = Baseline::default();
        for file in files.iter() {
            let path = paths.relative(file.source.name());
            for finding in file.findings.iter().filter(|finding| is_open(finding)) {
                present.add(&key(finding, file), &path);
            }
        }
        let old = self.old.as_ref().or(self.read.as_ref().map(|(_, baseline)| baseline));
        let mut result = BaselineUse::default();
        if let Some(old) = old {
            let (gone, kept): (Vec<&Entry>, Vec<&Entry>) =
                old.missing(&present).partition(|entry| entry.can_be_judged(&paths));
            result.gone = gone.iter().map(ToString::to_string).collect();
            result.not_looked_for = kept.len();
        }
        if self.write.is_some() {
            let new = match &self.old {
                Some(old) => old.shrunk(&present, &paths, self.add),
                None => present.clone(),
            };
            result.not_added = present.len().saturating_sub(new.common(&present));
            result.new = Some(new);
        }
        let hidden = match (&self.read, &result.new) {
            (Some((_, read)), _) => Some(read),
            (None, new) => new.as_ref(),
        };
        if let Some(hidden) = hidden {
            hidden.mark(files);
        }
        result
    }
}

impl Baseline {
    /// How many findings it has in common with what is present.
    fn common(&self, present: &Self) -> u64 {
        let count = |(print, entry): (&String, &Entry)| {
            present.entries.get(print).map_or(0, |now| now.count.min(entry.count))
        };
        self.entries.iter().map(|one| u64::from(count(one))).sum()
    }

    /// Marks the findings that it has, the first ones where more are found than it counts.
    fn mark(&self, files: &mut [LintedFile]) {
        let mut left: BTreeMap<&str, u32> =
            self.entries.iter().map(|(print, entry)| (print.as_str(), entry.count)).collect();
        for linted in files {
            let keys: Vec<Option<String>> = linted
                .findings
                .iter()
                .map(|finding| is_open(finding).then(|| key(finding, linted).fingerprint().to_string()))
                .collect();
            for (finding, print) in linted.findings.iter_mut().zip(keys) {
                let Some(left) =
                    print.and_then(|print| left.get_mut(print.as_str())).filter(|left| **left > 0)
                else {
                    continue;
                };
                *left -= 1;
                let by = SuppressedBy::Baseline;
                finding.suppressed = Some(Box::new(Suppressed { by, reason: None, until: None }));
            }
        }
    }

    /// The entries that match nothing, or fewer findings than they count.
    fn missing(&self, present: &Self) -> impl Iterator<Item = &Entry> {
        let found = |print: &String| present.entries.get(print).map_or(0, |now| now.count);
        self.entries.iter().filter(move |(print, entry)| found(print) < entry.count).map(|(_, entry)| entry)
    }

    /// It without what is gone; with what is new, where `add` says so.
    fn shrunk(&self, present: &Self, paths: &Paths<'_>, add: bool) -> Self {
        let mut entries = BTreeMap::new();
        for (print, old) in &self.entries {
            match present.entries.get(print) {
                Some(now) => {
                    let judged = old.can_be_judged(paths);
                    let count = if judged { old.count.min(now.count) } else { old.count };
                    let files = if judged { now.files.clone() } else { &old.files | &now.files };
                    entries.insert(print.clone(), Entry { count, files, ..now.clone() });
                }
                None if old.can_be_judged(paths) => {}
                None => _ = entries.insert(print.clone(), old.clone()),
            }
        }
        if add {
            for (print, now) in &present.entries {
                let entry = entries.entry(print.clone()).or_insert_with(|| now.clone());
                entry.count = entry.count.max(now.count);
            }
        }
        Self { entries }
    }
}

impl Entry {
    /// Whether the run has looked for it, in all files that it was found in, as far as they still exist.
    fn can_be_judged(&self, paths: &Paths<'_>) -> bool {
        paths.looked.for_rule(&self.rule)
            && self.files.iter().all(|file| paths.linted.contains(file) || !paths.folder.join(file).exists())
    }
}

/// Whether a baseline may have the finding: nothing else suppresses it.
fn is_open(finding: &Finding) -> bool {
    finding.suppressed.is_none() && is_suppressible(RuleId::of(finding))
}

fn key(finding: &Finding, file: &LintedFile) -> Key {
    Key::of(finding, rules::rule(RuleId::of(finding)), &file.source)
}
