//! The list of rules as others read it (`rules list --format json`).

use super::{Confidence, Rule, Severity};
use serde::Serialize;

/// All rules, for JSON.
#[derive(Debug, Serialize)]
pub struct Listing {
    rules: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    code: &'static str,
    name: &'static str,
    title: &'static str,
    category: &'static str,
    severity: Severity,
    confidence: Confidence,
    persona: &'static str,
    applies_to: &'static str,
    fix: &'static str,
    priced: &'static str,
    refs: &'static [&'static str],
}

/// The registry as a list for JSON.
pub fn listing() -> Listing {
    Listing { rules: super::all().iter().map(Entry::from).collect() }
}

impl From<&Rule> for Entry {
    fn from(rule: &Rule) -> Self {
        Self {
            code: rule.code,
            name: rule.name,
            title: rule.title,
            category: rule.category,
            severity: rule.severity,
            confidence: rule.confidence,
            persona: rule.persona,
            applies_to: rule.applies_to,
            fix: "none",
            // Scoring is not built yet: no rule has a price.
            priced: "none",
            refs: rule.refs,
        }
    }
}
