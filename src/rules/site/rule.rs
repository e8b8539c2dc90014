//! From a rule file that is well formed to a rule: its strings are kept, its words are asked of the catalogue.

use super::place;
use crate::catalog::{self, Lookup};
use crate::rules::declared::{self, DeclaredProblem};
use crate::rules::meta::{Check, Cost, Declaration, Expected, FixTemplate, Rule, RuleTest, Unknown};
use crate::rules::wire::{self, CostFile, Problem, RuleFile, TestFile};
use crate::rules::{Confidence, Safety, Severity};
use std::ops::Range;
use toml::Spanned;

/// A rule in Rust, which only cicslint itself can have.
pub(super) fn native(file: &RuleFile) -> Option<Problem> {
    let help = "write the check as an expression; native rules are part of cicslint";
    file.is_native().then(|| Problem::at(file.check.span(), "a rule of a site cannot be native").help(help))
}

/// The rule of `file`, whose text is `text` and which is called `path` in messages.
///
/// # Errors
/// Everything that is wrong with its meaning.
pub(super) fn of_site(file: &RuleFile, text: &str, path: &str) -> Result<Rule, Vec<Problem>> {
    if let Some(problem) = applies_to(file) {
        return Err(vec![problem]);
    }
    let rule = of(file, Some(path));
    let problems = expressions(file, &rule, text);
    if problems.is_empty() { Ok(rule) } else { Err(problems) }
}

/// What is wrong with the expressions of `rule`, at its places in the file.
pub(super) fn expressions(file: &RuleFile, rule: &Rule, text: &str) -> Vec<Problem> {
    let Check::Declared(declaration) = rule.check else { return Vec::new() };
    let found = declared::compile(rule.applies_to, rule.message, rule.help, declaration);
    let problem = |DeclaredProblem { field, text: written, error }| Problem {
        span: field_in_file(file, &field, &written).map(|span| place::in_file(text, span, error.span)),
        message: error.message,
        help: error.help,
    };
    found.err().into_iter().flatten().map(problem).collect()
}

/// Where the text `written` of a field stands, which `declared::compile` names.
fn field_in_file(file: &RuleFile, field: &str, written: &str) -> Option<Range<usize>> {
    let (head, rest) = field.split_once('.').unwrap_or((field, ""));
    let (head, number) = match head.split_once('[') {
        Some((head, number)) => (head, number.trim_end_matches(']').parse::<usize>().ok()?),
        None => (head, 0),
    };
    let spanned = |field: &Spanned<String>| Some(field.span());
    match (head, rest) {
        ("check", _) => spanned(&file.check),
        ("when", _) => file.when.as_ref().and_then(spanned),
        ("applies_to", _) => spanned(&file.applies_to),
        ("message", _) => spanned(&file.message),
        ("help", _) => spanned(&file.help),
        ("at", _) => {
            let at = file.at.as_ref()?;
            let place = at.get_ref().0.get(number).map(Spanned::span);
            // A single place stands alone, without a list around it.
            place.filter(|span| !span.is_empty()).or_else(|| Some(at.span()))
        }
        ("related", part) => {
            let related = file.related.get(number)?;
            spanned(if part == "at" { &related.at } else { &related.message })
        }
        ("cost", "cpu_us") => file.cost.as_ref()?.get_ref().cpu_us.as_ref().and_then(spanned),
        ("cost", "latency_us") => file.cost.as_ref()?.get_ref().latency_us.as_ref().and_then(spanned),
        ("fix", part) => {
            let fix = file.fix.as_ref()?.get_ref();
            if let Some(name) = part.strip_prefix("set.") {
                let (key, value) = fix.set.iter().find(|(key, _)| key.get_ref().trim() == name)?;
                return spanned(if written == name { key } else { value });
            }
            let number = part.strip_prefix("remove[")?.trim_end_matches(']').parse::<usize>().ok()?;
            fix.remove.get(number).and_then(spanned)
        }
        _ => None,
    }
}

/// A declared rule is about a resource type, by its full name, or about SIT or REGION.
fn applies_to(file: &RuleFile) -> Option<Problem> {
    let word = file.applies_to.get_ref().trim();
    if matches!(word, "SIT" | "REGION") {
        return None;
    }
    let problem = |help: String| {
        let message = format!("{word} is no resource type, nor SIT or REGION");
        Some(Problem::at(file.applies_to.span(), message).help(help))
    };
    match catalog::resource_type(word) {
        Lookup::Full(entry) if entry.name == word => None,
        lookup => match lookup.found() {
            Some(entry) => problem(format!("write {}", entry.name)),
            None => {
                let names = catalog::types().iter().map(|entry| entry.name).chain(["SIT", "REGION"]);
                match catalog::nearest(word, names) {
                    Some(name) => problem(format!("did you mean {name}?")),
                    None => problem("resource types are written in full and in capitals".to_owned()),
                }
            }
        },
    }
}

/// The rule of `file`. Its texts are kept for the life of the process.
pub(super) fn of(file: &RuleFile, origin: Option<&str>) -> Rule {
    let refs = file.refs.get_ref().iter().map(|one| kept(one));
    Rule {
        code: kept(file.code.get_ref()),
        name: kept(file.name.get_ref()),
        title: kept(file.title.get_ref()),
        category: file.category.word(),
        severity: severity(file.severity),
        confidence: match file.confidence {
            wire::Confidence::Low => Confidence::Low,
            wire::Confidence::Medium => Confidence::Medium,
            wire::Confidence::High => Confidence::High,
        },
        persona: file.persona.word(),
        releases: kept(file.releases.get_ref()),
        applies_to: kept(file.applies_to.get_ref()),
        check: if file.is_native() {
            Check::Native
        } else {
            Check::Declared(Box::leak(Box::new(declaration(file))))
        },
        message: kept(file.message.get_ref()),
        help: kept(file.help.get_ref()),
        refs: list(refs),
        explain: kept(file.explain.get_ref()),
        since: optional(file.since.as_ref()),
        preview: file.preview,
        deprecated: optional(file.deprecated.as_ref()),
        renamed: list(file.renamed.iter().map(|old| kept(old.get_ref()))),
        origin: origin.map(kept),
        fix: file.fix.as_ref().map(|fix| safety(fix.get_ref().safety)),
        tests: list(file.test.iter().map(|one| test(one.get_ref()))),
    }
}

fn declaration(file: &RuleFile) -> Declaration {
    Declaration {
        unknown: match file.unknown.as_ref().map(|unknown| *unknown.get_ref()) {
            Some(wire::Unknown::Report) => Unknown::Report,
            Some(wire::Unknown::Skip) | None => Unknown::Skip,
        },
        when: optional(file.when.as_ref()),
        check: kept(file.check.get_ref()),
        at: list(file.at.iter().flat_map(|at| &at.get_ref().0).map(|place| kept(place.get_ref()))),
        related: list(file.related.iter().map(|one| (kept(one.at.get_ref()), kept(one.message.get_ref())))),
        fix: file.fix.as_ref().map(|fix| {
            let fix = fix.get_ref();
            FixTemplate {
                safety: safety(fix.safety),
                set: list(fix.set.iter().map(|(name, value)| (kept(name.get_ref()), kept(value.get_ref())))),
                remove: list(fix.remove.iter().map(|name| kept(name.get_ref()))),
            }
        }),
        cost: file.cost.as_ref().map_or(Cost::None(""), |written| cost(written.get_ref())),
    }
}

/// The form of a cost; the file has exactly one.
fn cost(file: &CostFile) -> Cost {
    if file.what_if.is_some() {
        Cost::WhatIf
    } else if let Some(what) = file.consequence {
        Cost::Consequence { what: what.word(), cure: optional(file.cure.as_ref()) }
    } else if let Some(per) = file.per {
        let rows = file.evidence.iter().flat_map(|rows| rows.get_ref()).map(|row| kept(row));
        Cost::Formula {
            per: per.word(),
            cpu_us: optional(file.cpu_us.as_ref()),
            latency_us: optional(file.latency_us.as_ref()),
            range: file.range.as_ref().map_or((1.0, 1.0), |range| *range.get_ref()),
            evidence: list(rows),
        }
    } else {
        Cost::None(optional(file.none.as_ref()))
    }
}

fn test(file: &TestFile) -> RuleTest {
    let inputs = file.inputs();
    let (kind, input) = inputs.first().copied().unwrap_or_default();
    let expect = file.expect.0.iter().map(|one| Expected {
        at: raw(&one.at),
        severity: one.severity.map(severity),
        says: one.says.as_deref().map_or("", raw),
    });
    RuleTest {
        input: raw(input),
        kind,
        sit: inputs.get(1).map_or("", |(_, sit)| raw(sit)),
        latin1: file.encoding == Some(wire::TestEncoding::Latin1),
        whole: file.whole,
        expect: list(expect),
        also: list(file.also.iter().map(|code| kept(code.get_ref()))),
    }
}

fn safety(word: wire::Safety) -> Safety {
    match word {
        wire::Safety::Safe => Safety::Safe,
        wire::Safety::Review => Safety::Review,
    }
}

fn severity(word: wire::Severity) -> Severity {
    match word {
        wire::Severity::Advice => Severity::Advice,
        wire::Severity::Warning => Severity::Warning,
        wire::Severity::Error => Severity::Error,
    }
}

/// `text` without blanks around it, for the life of the process.
fn kept(text: &str) -> &'static str {
    raw(text.trim())
}

fn raw(text: &str) -> &'static str {
    if text.is_empty() { "" } else { Box::leak(text.into()) }
}

fn optional(text: Option<&Spanned<String>>) -> &'static str {
    text.map_or("", |text| kept(text.get_ref()))
}

fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Box::leak(items.collect())
}
