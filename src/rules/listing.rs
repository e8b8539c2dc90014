//! The list of rules as others read it (`rules list --format json`).

use super::meta::{Check, Cost};
use super::{Confidence, Rule, Safety, Severity};
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
    releases: &'static str,
    fix: &'static str,
    priced: &'static str,
    refs: &'static [&'static str],
    since: Option<&'static str>,
    preview: bool,
    deprecated: Option<&'static str>,
    renamed: &'static [&'static str],
    /// The rule file of a rule of the site.
    path: Option<&'static str>,
}

/// The registry as a list for JSON.
pub fn listing() -> Listing {
    Listing { rules: super::all().iter().map(Entry::from).collect() }
}

impl From<&Rule> for Entry {
    fn from(rule: &Rule) -> Self {
        let given = |text: &'static str| (!text.is_empty()).then_some(text);
        Self {
            code: rule.code,
            name: rule.name,
            title: rule.title,
            category: rule.category,
            severity: rule.severity,
            confidence: rule.confidence,
            persona: rule.persona,
            applies_to: rule.applies_to,
            releases: rule.releases,
            fix: fix(rule),
            priced: priced(rule),
            refs: rule.refs,
            since: given(rule.since),
            preview: rule.preview,
            deprecated: given(rule.deprecated),
            renamed: rule.renamed,
            path: rule.origin,
        }
    }
}

/// The safety of the edits that its findings come with.
fn fix(rule: &Rule) -> &'static str {
    match rule.fix {
        Some(Safety::Safe) => "safe",
        Some(Safety::Review) => "review",
        None => "none",
    }
}

fn priced(rule: &Rule) -> &'static str {
    let Check::Declared(declaration) = rule.check else { return "none" };
    match declaration.cost {
        Cost::WhatIf => "what-if",
        Cost::Consequence { .. } => "consequence",
        Cost::Formula { .. } => "formula",
        Cost::None(_) => "none",
    }
}
