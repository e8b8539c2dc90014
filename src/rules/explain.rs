//! A rule in words, for `cicslint explain`.

use super::meta::{Check, Cost, FixTemplate};
use super::{Rule, Safety, registry};
use std::fmt::Write;

/// The rule with this code or name, now or before.
pub fn find(word: &str) -> Option<&'static Rule> {
    registry::by_word(word.trim()).map(super::rule)
}

/// Everything that a person may want to know of `rule`.
pub fn explain(rule: &Rule) -> String {
    let mut text = format!("{} {}\n{}\n\n{}\n", rule.code, rule.name, rule.title, facts(rule).join("\n"));
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{}\n", rule.explain.trim());
    if let Check::Declared(declaration) = rule.check {
        if let Some(fix) = &declaration.fix {
            let _ = write!(text, "\n## Fix\n{}\n", fix_words(fix));
        }
        if let Some(price) = price_words(&declaration.cost) {
            let _ = write!(text, "\n## Price\n{price}\n");
        }
    }
    text.push_str("\n## References\n");
    for reference in rule.refs {
        let _ = writeln!(text, "- {reference}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// What is known of a rule beside its explanation, a line each.
pub fn facts(rule: &Rule) -> Vec<String> {
    let mut lines = vec![format!(
        "Category {}, severity {}, confidence {}.",
        rule.category,
        rule.severity.name(),
        rule.confidence.name()
    )];
    if rule.is_of_a_region() {
        lines.push("It is about a whole CSD or region, not about one deck alone.".to_owned());
    }
    match rule.persona {
        "pedantic" => lines.push("It runs only where it is selected, or in the profile strict.".to_owned()),
        "auditor" => lines.push(format!(
            "It runs only where it is selected, or in the profiles strict and {}.",
            rule.category
        )),
        _ => {}
    }
    if rule.preview {
        lines.push(
            "It is a preview: it may still change, and runs only where its code or name is selected.".into(),
        );
    }
    if !rule.deprecated.is_empty() {
        lines.push(format!("It is deprecated: {}", rule.deprecated));
    }
    if !rule.renamed.is_empty() {
        lines.push(format!("It was called {} before.", rule.renamed.join(", ")));
    }
    if let (Check::Native, Some(safety)) = (rule.check, rule.fix) {
        lines.push(format!("Its findings may come with a fix ({}).", safety_words(safety)));
    }
    if !rule.since.is_empty() {
        lines.push(format!("Since cicslint {}.", rule.since));
    }
    if let Some(path) = rule.origin {
        lines.push(format!("It is a rule of the site: {path}"));
    }
    lines
}

/// What the fix of a rule does, in words.
pub fn fix_words(fix: &FixTemplate) -> String {
    let set = fix.set.iter().map(|(name, value)| format!("{name}({value})"));
    let mut parts: Vec<String> = Vec::new();
    let set: Vec<String> = set.collect();
    if !set.is_empty() {
        parts.push(format!("set {}", set.join(" ")));
    }
    if !fix.remove.is_empty() {
        parts.push(format!("remove {}", fix.remove.join(", ")));
    }
    format!("{} ({})", parts.join("; "), safety_words(fix.safety))
}

const fn safety_words(safety: Safety) -> &'static str {
    match safety {
        Safety::Safe => "safe: it changes nothing but the fault",
        Safety::Review => "to be reviewed",
    }
}

/// How a finding of a rule is priced, in words. Why there is no price is part of the explanation.
pub fn price_words(cost: &Cost) -> Option<String> {
    Some(match cost {
        Cost::WhatIf => "The model of the region as it is, against the model with the fix.".to_owned(),
        Cost::Consequence { what, cure: "" } => format!("A consequence that no number fits: {what}."),
        Cost::Consequence { what, cure } => {
            format!("A consequence that no number fits: {what}. What the cure costs: {cure}")
        }
        Cost::Formula { per, cpu_us, latency_us, range: (low, high), evidence } => {
            let mut text = String::new();
            for (what, formula) in [("CPU", cpu_us), ("latency", latency_us)] {
                if !formula.is_empty() {
                    let _ = writeln!(text, "Microseconds of {what} per {per}: {formula}");
                }
            }
            let _ = write!(text, "Times {low} to {high}; evidence: {}", evidence.join(", "));
            text
        }
        Cost::None(_) => return None,
    })
}
