//! Findings of checks that see more than one file.

use super::finding::Finding;
use super::meta::RuleId;
use super::selection::Selection;
use crate::csd::Place;
use crate::text::FileId;

/// A finding and the file that it stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The file of its span. `file` of its related places is always given.
    pub file: FileId,
    /// The finding.
    pub finding: Finding,
}

/// Takes the findings of checks that see several files.
#[derive(Debug)]
pub struct PlacedSink<'a> {
    selection: &'a Selection,
    placed: Vec<Placed>,
}

impl<'a> PlacedSink<'a> {
    /// An empty sink for the rules of `selection`.
    pub fn new(selection: &'a Selection) -> Self {
        Self { selection, placed: Vec::new() }
    }

    /// Whether findings of the rule are kept.
    pub fn wants(&self, id: RuleId) -> bool {
        self.selection.wants(id)
    }

    /// Whether findings of one of the rules are kept.
    pub fn wants_any(&self, ids: &[RuleId]) -> bool {
        ids.iter().any(|id| self.wants(*id))
    }

    /// Keeps a finding at `place`, where its rule is on.
    pub fn report(&mut self, place: Place, finding: Finding) {
        debug_assert!(
            finding.severity <= super::rule(RuleId::of(&finding)).severity,
            "{} above its rule",
            finding.message
        );
        if self.selection.wants(RuleId::of(&finding)) {
            self.placed.push(Placed { file: place.file, finding: Finding { span: place.span, ..finding } });
        }
    }

    /// The findings, by file and place, then by code; each once.
    pub fn into_placed(mut self) -> Vec<Placed> {
        self.placed.sort_by(|a, b| {
            let key = |p: &Placed| (p.file, p.finding.span.start, p.finding.span.end, p.finding.rule);
            key(a).cmp(&key(b)).then_with(|| a.finding.message.cmp(&b.finding.message))
        });
        self.placed.dedup();
        self.placed
    }
}
