//! Pages that are made from data are current. `UPDATE_DOCS=1 cargo test --test documentation` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test")]

use cicslint::model::answer::solve;
use cicslint::model::data::constants::{self, Kind};
use cicslint::model::validate::{self, Status};
use cicslint::model::workload::{Configuration, MAPPED, archetypes, read};
use cicslint::rules::{self, Check, Rule};
use std::collections::BTreeSet;
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

/// Puts `made` between the marks of this name.
fn put(page: &str, name: &str, made: &str) -> String {
    let mark = format!("<!-- made: {name} -->\n");
    let (start, rest) = page.split_once(&mark).unwrap();
    let (_, end) = rest.split_once("<!-- end -->\n").unwrap();
    format!("{start}{mark}{made}<!-- end -->\n{end}")
}

/// The tables that the model predicts, or those that it doesn't.
fn validation(predicted: bool) -> String {
    let report = validate::validate();
    let tables = report.tables.iter().filter(|t| (t.status != Status::NotPredictable) == predicted);
    if !predicted {
        return tables
            .fold(String::new(), |text, t| text + &format!("- {} {}: {}.\n", t.id, t.quantity, t.why));
    }
    let heading = "| table | quantity | rows | fitted | left out | worst | allowed | shape from |\n|---|---|---|---|---|---|---|---|\n";
    tables.fold(heading.to_owned(), |text, t| {
        let errors =
            format!("{:.2} | {:.2} | {:.2} | {:.1}", t.mape_fit, t.mape_loo, t.worst_loo, t.tolerance);
        let shape = t.shape_from.join(", ");
        text + &format!("| {} | {} | {} | {errors} | {shape} |\n", t.id, t.quantity, t.rows.len())
    })
}

/// Measured runs as `model solve` has them.
fn end_to_end() -> String {
    let heading =
        "| table | quantity | rows | mean | worst | allowed | because |\n|---|---|---|---|---|---|---|\n";
    validate::validate().end_to_end.iter().fold(heading.to_owned(), |text, run| {
        let errors = format!("{:.1} | {:.1} | {:.1}", run.mean, run.worst, run.allowed);
        text + &format!("| {} | {} | {} | {errors} | {} |\n", run.id, run.quantity, run.rows.len(), run.why)
    })
}

/// What `model solve` does where a table is fitted in a form of its own.
fn otherwise() -> String {
    let report = validate::validate();
    report
        .tables
        .iter()
        .filter_map(|t| Some((t, t.solve_does?)))
        .fold(String::new(), |text, (t, does)| text + &format!("- {} {}: {does}\n", t.id, t.quantity))
}

fn sources() -> String {
    validate::remarks().iter().fold(String::new(), |text, remark| {
        text + &format!("- {}: \"{}\". But {}.\n", remark.place, remark.says, remark.holds)
    })
}

fn archetype_list() -> String {
    archetypes::names().fold(String::new(), |text, name| {
        let comment = archetypes::text(name).unwrap().lines().map_while(|line| line.strip_prefix("# "));
        text + &format!("- `{name}`: {}\n", comment.collect::<Vec<_>>().join(" "))
    })
}

fn constant_table() -> String {
    let heading = "| constant | value | low | high | unit | machine | basis | from |\n|---|---|---|---|---|---|---|---|\n";
    constants::all().fold(heading.to_owned(), |text, c| {
        let range = format!("{} | {} | {}", c.value, c.low, c.high);
        let kind = if c.kind == Kind::Fitted { ", fitted" } else { "" };
        let rows = c.rows.join(", ");
        let machine = c.machine.as_deref().unwrap_or_default();
        text + &format!(
            "| {} | {range} | {} | {machine} | {}{kind} | {rows} |\n",
            c.id,
            c.unit,
            c.basis.name()
        )
    })
}

#[test]
fn the_page_of_the_model_is_current() {
    let mut page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/model.md")).unwrap();
    for (name, made) in [
        ("archetypes", archetype_list()),
        ("validation", validation(true)),
        ("end-to-end", end_to_end()),
        ("otherwise", otherwise()),
        ("not-predicted", validation(false)),
        ("sources", sources()),
        ("constants", constant_table()),
    ] {
        page = put(&page, name, &made);
    }
    is_current("docs/model.md", &page);
}

/// What stands in code at the beginning of the rows of the table under a heading.
fn first_cells(page: &str, heading: &str) -> BTreeSet<String> {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_page_of_the_model_names_every_setting() {
    let page = include_str!("../docs/model.md");
    let mapped = MAPPED.iter().flat_map(|(kind, all)| all.iter().map(move |one| format!("{kind}.{one}")));
    assert_eq!(first_cells(page, "Settings that change the model"), mapped.collect());
}

#[test]
fn the_page_of_the_model_names_every_field_of_a_workload() {
    let mut fields = BTreeSet::new();
    let mut prefix = None;
    for line in include_str!("../src/model/workload/file.rs").lines() {
        if let Some(kind) = line.strip_prefix("pub struct ") {
            prefix = match kind.trim_end_matches(" {") {
                "Workload" => Some(String::new()),
                kind @ ("Machine" | "Arrivals" | "Partner" | "Transaction") => {
                    Some(kind.to_lowercase() + ".")
                }
                kind => Some(format!("transaction.{}.", kind.to_lowercase())),
            };
        } else if line == "}" {
            prefix = None;
        }
        let field = line.strip_prefix("    pub ").and_then(|rest| rest.split_once(": "));
        if let (Some(prefix), Some((field, _))) = (&prefix, field) {
            fields.insert(format!("{prefix}{field}"));
        }
    }
    assert!(fields.len() > 50, "{fields:?}");
    assert_eq!(first_cells(include_str!("../docs/model.md"), "The workload file"), fields);
}

#[test]
fn the_workload_of_the_page_of_the_model_is_read() {
    let page = include_str!("../docs/model.md");
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let workload = read(text).unwrap();
    let outcome = solve("PAGE", &workload, &Configuration::default()).unwrap();
    assert!(!outcome.saturated);
}
