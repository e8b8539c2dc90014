//! Pages that are made from data are current. `UPDATE_DOCS=1 cargo test --test documentation` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test")]

use cicslint::rules::{self, Confidence, Severity};
use std::fmt::Write;
use std::path::Path;

/// `docs/rules.md`, made from the registry.
fn rules_page() -> String {
    let mut page = String::from(
        "# Rules\n\nMade from `rules/checks/`; do not edit. `cicslint explain CODE` shows a rule on the command line.\n\n\
         | code | name | severity | category | what it finds |\n|---|---|---|---|---|\n",
    );
    for rule in rules::all() {
        let anchor = format!("{}-{}", rule.code.to_lowercase(), rule.name);
        let severity = severity(rule.severity);
        writeln!(
            page,
            "| [{}](#{anchor}) | {} | {severity} | {} | {} |",
            rule.code, rule.name, rule.category, rule.title
        )
        .unwrap();
    }
    for rule in rules::all() {
        let confidence = match rule.confidence {
            Confidence::High => "high",
            Confidence::Medium => "medium",
            Confidence::Low => "low",
        };
        let region = if rule.is_of_a_region() {
            " It is about a whole CSD or region, not about one deck alone."
        } else {
            ""
        };
        let persona = match rule.persona {
            "regular" => String::new(),
            other => format!(" Runs only when it is selected ({other})."),
        };
        write!(
            page,
            "\n## {} {}\n\n{}.\n\nCategory {}, severity {}, confidence {confidence}.{persona}{region}\n\n{}\n\n### References\n\n",
            rule.code,
            rule.name,
            rule.title,
            rule.category,
            severity(rule.severity),
            rule.explain.trim().replace("\n## ", "\n### ").replacen("## ", "### ", usize::from(rule.explain.trim().starts_with("## "))),
        )
        .unwrap();
        for reference in rule.refs {
            writeln!(page, "- {reference}").unwrap();
        }
    }
    page
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    }
}

/// Compares a page with what the data make of it, or writes it anew.
fn is_current(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{name} is not current: UPDATE_DOCS=1 cargo test --test documentation");
}

#[test]
fn the_page_of_rules_is_current() {
    is_current("docs/rules.md", &rules_page());
}

#[test]
fn the_readme_names_every_format_and_kind() {
    let readme = include_str!("../README.md");
    for format in cicslint::report::Format::ALL {
        assert!(readme.contains(&format!("`{}`", format.name())), "the README does not name {format}");
    }
    for kind in ["csdup", "jcl", "sit", "sit-macro", "listing"] {
        assert!(readme.contains(&format!("| `{kind}` |")), "the README does not name {kind}");
    }
}
