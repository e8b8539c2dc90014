//! Candidates from findings: one for each rule and new value, of all the definitions that the rule finds.

use super::candidates::{Candidate, View, is_mapped, push_new};
use super::{Advisable, Change, NotAdvised};
use crate::rules::{Check, Cost, Fingerprint, Rule};
use std::collections::BTreeMap;

/// What findings offer.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    pub(super) not_advised: Vec<NotAdvised>,
    /// Changes that a person has put aside.
    pub(super) suppressed: Vec<Change>,
}

/// Candidates from findings, and what can be none.
pub(super) fn from_findings(view: View<'_, '_>, findings: &[Advisable<'_>]) -> Found {
    let mut found = Found::default();
    let mut groups: BTreeMap<String, Candidate> = BTreeMap::new();
    for finding in findings {
        one(view, finding, &mut groups, &mut found);
    }
    found.candidates = groups.into_values().map(Candidate::named).collect();
    found
}

fn one(
    view: View<'_, '_>,
    Advisable { finding, fingerprint }: &Advisable<'_>,
    groups: &mut BTreeMap<String, Candidate>,
    found: &mut Found,
) {
    let pricer = view.pricer;
    let rule = Rule::of(finding, pricer.rules());
    if rule.fix.is_none() || !matches!(rule.category, "performance" | "storage" | "migration") {
        return;
    }
    let refuse = |kind, why: String| {
        not_advised(format!("{} {}", rule.code, finding.message), kind, why, *fingerprint)
    };
    // What a finding on the SIT or the region points at is an example of what it is about.
    let resource = finding.resource.as_ref().filter(|_| !matches!(rule.applies_to, "SIT" | "REGION"));
    let definition = match resource.map(|id| pricer.installed(id)) {
        Some(None) => return,
        Some(found) => found,
        None => None,
    };
    let changes = pricer.asker().changes(finding.rule, rule, definition);
    let (kind, name) = match definition {
        Some(definition) => (definition.kind.name(), pricer.decks().text(definition.name)),
        None => ("SIT", ""),
    };
    let edits: Vec<(Box<str>, String)> = changes.map_or_else(Vec::new, |changes| {
        let set = changes.set.into_iter().map(|(attribute, value)| (attribute.as_ref().into(), value));
        let removed = changes.remove.into_iter().map(|attribute| (attribute.as_ref().into(), String::new()));
        set.chain(removed).collect()
    });
    let changes = || {
        edits
            .iter()
            .map(|(attribute, value)| view.change_of(definition, (kind, name, attribute), value.clone()))
    };
    if let Some(suppressed) = &finding.suppressed {
        found.not_advised.push(refuse(
            "suppressed",
            match &suppressed.reason {
                Some(reason) => format!("suppressed: {reason}"),
                None => "suppressed".to_owned(),
            },
        ));
        found.suppressed.extend(changes());
        return;
    }
    if edits.is_empty() {
        let why = "the value that the fix would set is not known".to_owned();
        found.not_advised.push(refuse("value-not-known", why));
        return;
    }
    let benefit = benefit(rule);
    if !edits.iter().any(|(attribute, _)| is_mapped(kind, attribute)) {
        let names: Vec<&str> = edits.iter().map(|(attribute, _)| &**attribute).collect();
        let (reason, why) = benefit.unwrap_or_else(|| {
            (
                "not-modelled",
                format!("the model does not know what {kind} {} does to a task", names.join(" and ")),
            )
        });
        found.not_advised.push(refuse(reason, why));
        return;
    }
    let words: Vec<String> = edits.iter().map(|(attribute, value)| format!("{attribute}={value}")).collect();
    let key = format!("{} {}", rule.code, words.join(" "));
    let candidate = groups.entry(key.clone()).or_insert_with(|| {
        let why = format!("{} {}: {}", rule.code, rule.name, rule.title);
        let mut candidate = Candidate::new(key, why);
        candidate.confidence = finding.confidence;
        candidate.sources = rule.refs.iter().map(|source| (*source).to_owned()).collect();
        candidate.benefit = benefit.map(|(_, why)| why);
        candidate
    });
    changes().for_each(|change| candidate.change(change));
    candidate.findings.push(*fingerprint);
    candidate.confidence = candidate.confidence.min(finding.confidence);
    if let Some(help) = &finding.help {
        // Help that names the definition is said once.
        match candidate.requires.is_empty() {
            true => push_new(&mut candidate.requires, help.clone()),
            false => candidate.requires.truncate(1),
        }
    }
}

fn not_advised(title: String, kind: &'static str, why: String, finding: Fingerprint) -> NotAdvised {
    NotAdvised { title, kind, why, findings: vec![finding] }
}

/// What mending a finding of this rule is good for, where that is neither CPU nor time that the model knows.
fn benefit(rule: &Rule) -> Option<(&'static str, String)> {
    let Check::Declared(declaration) = rule.check else { return None };
    match declaration.cost {
        Cost::WhatIf | Cost::Formula { .. } => None,
        Cost::None(reason) => Some(("not-modelled", format!("no gain in CPU or time is known: {reason}"))),
        Cost::Consequence { what, .. } => {
            let what = match what {
                "refused-at-startup" => "CICS would refuse it at start-up",
                "command-rejected" => "DFHCSDUP or CICS would reject it",
                "abend" => "tasks may abend without it",
                "data-at-risk" => "data is at risk without it",
                "security" => "security",
                _ => "tasks queue without it, how long no figure says",
            };
            Some(("other-benefit", format!("its benefit is neither CPU nor response time: {what}")))
        }
    }
}
