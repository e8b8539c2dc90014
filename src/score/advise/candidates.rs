//! Changes that belong together, and the settings that they are made to.

use super::data::how;
use super::{Change, Effort, NotAdvised};
use crate::csd::{Definition, TypeId};
use crate::model::workload::{Configuration, MAPPED, Provenance};
use crate::rules::{Confidence, Fingerprint};
use crate::score::price::{Base, Pricer};
use std::borrow::Cow;

/// Some changes that belong together.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// By this it is known from round to round.
    pub(super) key: String,
    pub(super) title: String,
    pub(super) changes: Vec<Change>,
    pub(super) findings: Vec<Fingerprint>,
    pub(super) confidence: Confidence,
    pub(super) effort: Effort,
    /// How it is put into force: settings, and the way.
    how: Vec<(String, &'static str)>,
    /// What has to be seen to first.
    pub(super) requires: Vec<String>,
    /// What the figures do not show.
    pub(super) notes: Vec<String>,
    pub(super) why: String,
    pub(super) sources: Vec<String>,
    /// What it is good for beside CPU and time, or why the model knows nothing of it.
    pub(super) benefit: Option<String>,
}

impl Candidate {
    /// With nothing in it yet.
    pub(super) fn new(key: String, why: String) -> Self {
        Self {
            key,
            title: String::new(),
            changes: Vec::new(),
            findings: Vec::new(),
            confidence: Confidence::High,
            effort: Effort::Definition,
            how: Vec::new(),
            requires: Vec::new(),
            notes: Vec::new(),
            why,
            sources: Vec::new(),
            benefit: None,
        }
    }

    /// Whether it changes all the settings that the other one does.
    pub(super) fn covers(&self, other: &Self) -> bool {
        other.changes.iter().all(|change| self.changes.iter().any(|own| own.is_of_same(change)))
    }

    /// Adds a change, with the effort that it takes; one to the same setting gives way.
    pub(super) fn change(&mut self, change: Change) {
        if let Some(how) = how(&change.kind, &change.attribute) {
            self.effort = self.effort.max(how.effort);
            let what = format!("{} {}", change.kind, change.attribute);
            match self.how.iter_mut().find(|(_, text)| *text == how.text) {
                Some((known, _)) if known.split(", ").any(|known| known == what) => {}
                Some((known, _)) => *known = format!("{known}, {what}"),
                None => self.how.push((what, &how.text)),
            }
            push_new(&mut self.sources, how.source.clone());
        }
        match self.changes.iter_mut().find(|own| own.is_of_same(&change)) {
            Some(own) => *own = change,
            None => self.changes.push(change),
        }
    }

    /// How it is put into force.
    pub(super) fn how(&self) -> Vec<String> {
        self.how.iter().map(|(what, text)| format!("{what}: {text}")).collect()
    }

    /// Together with another.
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.key = format!("{} and {}", self.key, other.key);
        other.changes.iter().for_each(|change| self.change(change.clone()));
        self.findings.extend(&other.findings);
        self.confidence = self.confidence.min(other.confidence);
        other.requires.iter().for_each(|text| push_new(&mut self.requires, text.clone()));
        other.notes.iter().for_each(|text| push_new(&mut self.notes, text.clone()));
        other.sources.iter().for_each(|text| push_new(&mut self.sources, text.clone()));
        self.because(&other.why);
        self.title.clear();
        self.named()
    }

    /// Adds to the reasons.
    pub(super) fn because(&mut self, why: &str) {
        if !self.why.is_empty() {
            self.why.push_str("; ");
        }
        self.why.push_str(why);
    }

    /// Gives it a title that names its changes.
    pub(super) fn named(mut self) -> Self {
        if self.title.is_empty() {
            self.title = title(&self.changes);
        }
        self
    }

    /// As something that is not advised.
    pub(super) fn not_advised(self, kind: &'static str, why: String) -> NotAdvised {
        NotAdvised { title: self.title, kind, why, findings: self.findings }
    }
}

/// Adds a text that is not there yet.
pub(super) fn push_new(all: &mut Vec<String>, text: String) {
    if !all.contains(&text) {
        all.push(text);
    }
}

/// Names that a title lists.
const MOST_NAMED: usize = 3;

/// `PROGRAM PAY1, PAY2 and 3 more: CONCURRENCY=THREADSAFE`, `FILE ACC: STRINGS=6, DATABUFFERS=7`
fn title(changes: &[Change]) -> String {
    // By what is changed, those that get the same; then by the definitions, what they get.
    let mut by_value: Vec<(&str, String, Vec<&str>)> = Vec::new();
    for change in changes {
        let what = match change.to.as_str() {
            "" => format!("no {}", change.attribute),
            to => format!("{}={to}", change.attribute),
        };
        match by_value.iter_mut().find(|(kind, known, _)| *kind == change.kind && *known == what) {
            Some((.., names)) => names.push(&change.name),
            None => by_value.push((&change.kind, what, vec![&change.name])),
        }
    }
    let mut by_name: Vec<(&str, Vec<&str>, Vec<String>)> = Vec::new();
    for (kind, what, names) in by_value {
        match by_name.iter_mut().find(|(known, of, _)| *known == kind && *of == names) {
            Some((.., all)) => all.push(what),
            None => by_name.push((kind, names, vec![what])),
        }
    }
    let each = by_name.iter().map(|(kind, names, what)| {
        let shown = names.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
        let more = names.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let what = what.join(", ");
        match shown.as_str() {
            "" => format!("{kind} {what}"),
            shown => format!("{kind} {shown}{more}: {what}"),
        }
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Whether the model knows a setting.
pub(super) fn is_mapped(kind: &str, attribute: &str) -> bool {
    MAPPED.iter().any(|(known, attributes)| *known == kind && attributes.contains(&attribute))
}

/// Type, name and attribute of a setting.
pub(super) fn parts(setting: &str) -> (&str, &str, &str) {
    let (kind, rest) = setting.split_once('.').unwrap_or((setting, ""));
    let (name, attribute) = rest.rsplit_once('.').unwrap_or(("", rest));
    (kind, name, attribute)
}

/// The region at some point of the plan: its definitions, and the settings as the workload and the steps have them.
#[derive(Clone, Copy)]
pub(super) struct View<'a, 'v> {
    pub(super) pricer: &'a Pricer<'v>,
    pub(super) base: &'a Base,
    pub(super) configuration: &'a Configuration,
}

impl<'v> View<'_, 'v> {
    /// A value, and where it comes from: as the plan has it, or else as the region does.
    pub(super) fn value(
        &self,
        kind: &str,
        name: &str,
        attribute: &str,
    ) -> Option<(Cow<'_, str>, Provenance)> {
        if let Some(setting) = self.configuration.setting(kind, name, attribute) {
            return Some((Cow::Borrowed(&*setting.value), setting.from));
        }
        if is_mapped(kind, attribute) {
            return None;
        }
        let definition = self.pricer.definition(kind, name)?;
        let id = definition.kind.attribute(attribute)?;
        let value = self.pricer.region().attribute(self.pricer.decks(), definition, id);
        let from = if value.is_given() { Provenance::Given } else { Provenance::Default };
        Some((value.value.filter(|text| !text.is_empty())?, from))
    }

    /// The same as a number.
    pub(super) fn number(&self, kind: &str, name: &str, attribute: &str) -> Option<u32> {
        self.value(kind, name, attribute)?.0.parse().ok()
    }

    /// A change, with what is there now and where.
    pub(super) fn change(&self, (kind, name, attribute): (&str, &str, &str), to: String) -> Change {
        let definition = self.pricer.definition(kind, name);
        self.change_of(definition, (kind, name, attribute), to)
    }

    /// The same, of a definition that is known.
    pub(super) fn change_of(
        &self,
        definition: Option<&'v Definition>,
        (kind, name, attribute): (&str, &str, &str),
        to: String,
    ) -> Change {
        let now = self.value(kind, name, attribute);
        let place = self.pricer.place_of(kind, name, attribute, definition);
        let refused = |refused: crate::syntax::edit::Refused| refused.0;
        let edits = match (kind, definition) {
            ("SIT", _) if self.pricer.region().sit().is_empty() => {
                Err("no source of SIT parameters is among the files of the region")
            }
            ("SIT", _) => self.pricer.asker().edits(None, attribute, &to).map_err(refused),
            (_, Some(_)) => self.pricer.asker().edits(definition, attribute, &to).map_err(refused),
            (_, None) => Err("the region does not install it"),
        };
        // There is one DB2CONN in a region; people know it by its name.
        let name = definition.map_or(name, |definition| self.pricer.decks().text(definition.name));
        Change {
            kind: kind.to_owned(),
            name: name.to_owned(),
            attribute: attribute.to_owned(),
            from: now.as_ref().map(|(value, _)| value.clone().into_owned()),
            origin: now.map(|(_, from)| from),
            to,
            place,
            edits,
        }
    }

    /// The names of all installed definitions of a type.
    pub(super) fn names(&self, kind: &str) -> Vec<&'v str> {
        let Some(kind) = TypeId::of(kind) else { return Vec::new() };
        let installed = self.pricer.region().installed();
        let decks = self.pricer.decks();
        installed.definitions().filter(|d| d.kind == kind).map(|d| decks.text(d.name)).collect()
    }
}
