//! Rules of a site: rule files that are read when cicslint runs.
//!
//! A folder is read as a whole. Where anything is wrong with one of its files nothing of it is used: a rule that is
//! passed over would let through what it is there to find. What is wrong is told with its place in the file.
//!
//! The texts of the rules are kept for the life of the process, as those of the built-in rules are (`Rule` holds
//! `&'static str`): they are read once and are small.

mod place;
mod rule;
mod template;

#[cfg(feature = "cli")]
pub(crate) use super::wire::{is_code, is_name};
pub use template::{free_code, template};

use super::meta::{Rule, RuleId};
use super::registry;
use super::wire::{self, Problem};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct RuleFault {
    /// The file, or the folder that could not be read.
    pub path: String,
    /// Its text; empty where it could not be read.
    pub text: Arc<str>,
    /// The place in it.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl RuleFault {
    /// The fault as a report with a snippet of the file.
    pub fn into_report(self) -> miette::Report {
        let mut diagnostic = miette::MietteDiagnostic::new(format!("{}: {}", self.path, self.message));
        if let Some(help) = self.help {
            diagnostic = diagnostic.with_help(help);
        }
        let span = self.span.unwrap_or(0..0);
        if !self.text.is_empty() {
            diagnostic = diagnostic.with_label(miette::LabeledSpan::new_with_span(None, span));
        }
        let source = miette::NamedSource::new(self.path, self.text.to_string());
        miette::Report::new(diagnostic).with_source_code(source)
    }
}

/// Folders that have been read, with the rules of each.
static LOADED: Mutex<BTreeMap<PathBuf, Vec<RuleId>>> = Mutex::new(BTreeMap::new());

/// Reads the rule files below `folder` and adds them to the registry. A folder that was read before is not read again.
///
/// # Errors
/// Everything that is wrong with any of the files; no rule of the folder is added then.
pub fn load(folder: &Path) -> Result<Vec<RuleId>, Vec<RuleFault>> {
    let unreadable = |error: &std::io::Error| {
        vec![no_text(folder, format!("the folder of rules cannot be read: {error}"))]
    };
    let key = folder.canonicalize().map_err(|error| unreadable(&error))?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = loaded.get(&key) {
        return Ok(known.clone());
    }
    let rules = read(folder)?;
    if rules.is_empty() {
        return Err(vec![no_text(
            folder,
            "there is no rule file (*.toml) in this folder of rules".to_owned(),
        )]);
    }
    let ids = registry::add(&rules);
    loaded.insert(key, ids.clone());
    Ok(ids)
}

/// Reads the rule files below `folder` without adding them.
///
/// # Errors
/// Everything that is wrong with any of the files.
pub fn read(folder: &Path) -> Result<Vec<Rule>, Vec<RuleFault>> {
    let (paths, mut told) = rule_files(folder);
    let read: Vec<Result<Read, Vec<RuleFault>>> = paths.par_iter().map(|path| Read::new(path)).collect();
    let mut rules = Vec::new();
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    for file in read {
        match file {
            Ok(Read { path, text, file, rule }) => {
                let mut problems = Vec::new();
                for word in [&file.code, &file.name].into_iter().chain(&file.renamed) {
                    problems.extend(word_taken(word.get_ref(), word.span(), &taken));
                    taken.insert(word.get_ref().to_ascii_lowercase(), path.clone());
                }
                told.extend(faults(&path, &text, problems));
                rules.push(rule);
            }
            Err(found) => told.extend(found),
        }
    }
    if told.is_empty() { Ok(rules) } else { Err(told) }
}

/// The rule files below `folder`, in order, and what could not be looked at.
fn rule_files(folder: &Path) -> (Vec<PathBuf>, Vec<RuleFault>) {
    let (mut paths, mut told) = (Vec::new(), Vec::new());
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().follow_links(true) {
        match entry {
            Ok(entry) => {
                if entry.file_type().is_file()
                    && entry.path().extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"))
                {
                    paths.push(entry.into_path());
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                told.push(no_text(&path, format!("it cannot be read: {error}")));
            }
        }
    }
    (paths, told)
}

/// A rule file without a fault of its own.
struct Read {
    path: String,
    text: Arc<str>,
    file: wire::RuleFile,
    rule: Rule,
}

impl Read {
    fn new(path: &Path) -> Result<Self, Vec<RuleFault>> {
        let text: Arc<str> = std::fs::read_to_string(path)
            .map_err(|error| vec![no_text(path, format!("the rule file cannot be read: {error}"))])?
            .into();
        let shown = path.display().to_string();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        match one(&text, &stem, &shown) {
            Ok((file, rule)) => Ok(Self { path: shown, text, file, rule }),
            Err(problems) => Err(faults(&shown, &text, problems)),
        }
    }
}

/// The rule that `text` is, as the file at `path`. Whether its code and name are free is not asked.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(path: &Path, text: &str) -> Result<Rule, Vec<RuleFault>> {
    let shown = path.display().to_string();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    one(text, &stem, &shown).map(|(_, rule)| rule).map_err(|problems| faults(&shown, &text.into(), problems))
}

fn faults(path: &str, text: &Arc<str>, problems: Vec<Problem>) -> Vec<RuleFault> {
    let fault = |Problem { span, message, help }| RuleFault {
        path: path.to_owned(),
        text: Arc::clone(text),
        span,
        message,
        help,
    };
    problems.into_iter().map(fault).collect()
}

/// The rule of one file. `path` is what it is called in messages.
///
/// # Errors
/// Everything that is wrong with its form, and with its expressions where the form is right.
fn one(text: &str, stem: &str, path: &str) -> Result<(wire::RuleFile, Rule), Vec<Problem>> {
    let file = wire::fields(text).map_err(|problem| vec![problem])?;
    if let Some(problem) = rule::native(&file) {
        return Err(vec![problem]);
    }
    let problems = wire::problems(&file, stem);
    if !problems.is_empty() {
        return Err(problems);
    }
    let rule = rule::of_site(&file, text, path)?;
    Ok((file, rule))
}

/// A code or name that another rule has, or had.
fn word_taken(word: &str, span: Range<usize>, taken: &BTreeMap<String, String>) -> Option<Problem> {
    if let Some(other) = taken.get(&word.to_ascii_lowercase()) {
        return Some(Problem::at(span, format!("{word} is already the code or name of the rule in {other}")));
    }
    let other = registry::rule(registry::by_word(word)?);
    let whose = other.origin.map_or("that comes with cicslint".to_owned(), |path| format!("in {path}"));
    let message =
        format!("{word} is already the code or name of {} {}, a rule {whose}", other.code, other.name);
    Some(Problem::at(span, message).help("codes that begin with X are left to sites"))
}

fn no_text(path: &Path, message: String) -> RuleFault {
    RuleFault { path: path.display().to_string(), text: "".into(), span: None, message, help: None }
}
