//! Pages that are made from data are current. `UPDATE_DOCS=1 cargo test --test documentation` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test")]

use cicslint::rules::{self, Check, Rule};
use std::fmt::Write;
use std::path::Path;

/// `docs/rules.md`, made from the registry.
fn rules_page() -> String {
    let mut page = String::from(
        "# Rules\n\nMade from `rules/checks/`; do not edit. `cicslint explain CODE` shows a rule on the command line.\n\n\
         | code | name | severity | category | what it finds |\n|---|---|---|---|---|\n",
    );
    for rule in rules::built_in() {
        let anchor = format!("{}-{}", rule.code.to_lowercase(), rule.name);
        let severity = rule.severity.name();
        writeln!(
            page,
            "| [{}](#{anchor}) | {} | {severity} | {} | {} |",
            rule.code, rule.name, rule.category, rule.title
        )
        .unwrap();
    }
    rules::built_in().iter().for_each(|rule| section(&mut page, rule));
    page
}

/// One rule, with the headings of its explanation a level deeper.
fn section(page: &mut String, rule: &Rule) {
    let facts = rules::facts(rule).join(" ");
    let explained = format!("\n{}", rule.explain.trim()).replace("\n## ", "\n### ");
    write!(page, "\n## {} {}\n\n{}.\n\n{facts}\n{explained}\n", rule.code, rule.name, rule.title).unwrap();
    if let Check::Declared(declaration) = rule.check {
        if let Some(fix) = &declaration.fix {
            write!(page, "\n### Fix\n\n{}\n", rules::fix_words(fix)).unwrap();
        }
        if let Some(price) = rules::price_words(&declaration.cost) {
            write!(page, "\n### Price\n\n{price}\n").unwrap();
        }
    }
    page.push_str("\n### References\n\n");
    for reference in rule.refs {
        writeln!(page, "- {reference}").unwrap();
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
