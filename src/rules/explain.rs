//! A rule in words, for `cicslint explain`.

use super::{Confidence, Rule, Severity};
use std::fmt::Write;

/// The rule with this code or name.
pub fn find(word: &str) -> Option<&'static Rule> {
    super::by_code(word).or_else(|| super::by_name(word)).map(super::rule)
}

/// Everything that a person may want to know of `rule`.
pub fn explain(rule: &Rule) -> String {
    let severity = match rule.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    };
    let confidence = match rule.confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    };
    let mut text = format!(
        "{} {}\n{}\n\nCategory {}, severity {severity}, confidence {confidence}.\n\n{}\n\n## References\n",
        rule.code,
        rule.name,
        rule.title,
        rule.category,
        rule.explain.trim()
    );
    if rule.is_of_a_region() {
        let note = "This rule is about a whole CSD or region, not about one deck alone.";
        text = text.replacen("\n\n## References", &format!("\n\n{note}\n\n## References"), 1);
    }
    for reference in rule.refs {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "- {reference}");
    }
    text.truncate(text.trim_end().len());
    text
}
