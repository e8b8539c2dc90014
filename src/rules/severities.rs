//! Severities that a site gives to rules in place of their own.

use super::meta::RuleId;
use super::{Finding, Selector, Severity};

/// Severity by rule, where the user chose one.
#[derive(Clone, Debug, Default)]
pub struct Severities {
    chosen: Box<[Option<Severity>]>,
}

impl Severities {
    /// The severities of `choices`. Where several selectors name a rule, the narrowest counts; between equals, the
    /// last.
    pub fn new(choices: &[(Selector, Severity)]) -> Self {
        if choices.is_empty() {
            return Self::default();
        }
        let chosen = (0u16..).zip(super::all()).map(|(index, rule)| {
            choices
                .iter()
                .filter_map(|(selector, severity)| Some((selector.rank(RuleId(index), rule)?, *severity)))
                .max_by_key(|(rank, _)| *rank)
                .map(|(_, severity)| severity)
        });
        Self { chosen: chosen.collect() }
    }

    /// Gives `findings` the severities that the user chose.
    pub fn apply(&self, findings: &mut [Finding]) {
        if self.chosen.is_empty() {
            return;
        }
        for finding in findings {
            if let Some(Some(severity)) = self.chosen.get(usize::from(finding.rule)) {
                finding.severity = *severity;
            }
        }
    }
}
