//! The registry: the rules made from `rules/checks/` when the crate is built, those of a site behind them, and the ways
//! to find one.
//!
//! The rules of a site are added while configurations are read, before anything is linted, and stay for the life of the
//! process; the number of a rule never changes. A built-in rule is found without a lock.

#[allow(unused_imports, reason = "which of them the tables name depends on the rule files")]
use super::meta::{Check, Cost, Declaration, Expected, FixTemplate, Rule, RuleId, RuleTest, Unknown};
#[allow(unused_imports, reason = "as above")]
use super::{Confidence, Safety, Severity};
use std::sync::{PoisonError, RwLock};

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Every rule. It only grows.
static ALL: RwLock<&'static [Rule]> = RwLock::new(&RULES);

/// Every rule: the built-in ones by code, then those of a site.
pub fn all() -> &'static [Rule] {
    *ALL.read().unwrap_or_else(PoisonError::into_inner)
}

/// The rules that come with cicslint, by code.
pub fn built_in() -> &'static [Rule] {
    &RULES
}

/// The rule that `id` stands for.
pub fn rule(id: RuleId) -> &'static Rule {
    let index = usize::from(id.0);
    match RULES.get(index) {
        Some(rule) => rule,
        None => &all()[index],
    }
}

/// The number of every rule.
pub fn numbers() -> impl Iterator<Item = RuleId> {
    (0..all().len()).map(|index| RuleId(index as u16))
}

/// Adds rules of a site. The caller has made sure that their codes and names are free.
pub(super) fn add(rules: &[Rule]) -> Vec<RuleId> {
    let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
    let first = all.len();
    let grown: Vec<Rule> = all.iter().chain(rules).copied().collect();
    *all = Box::leak(grown.into_boxed_slice());
    (first..all.len()).map(|index| RuleId(index as u16)).collect()
}

/// The rule with this code, in any case.
pub fn by_code(code: &str) -> Option<RuleId> {
    position(|rule| rule.code.eq_ignore_ascii_case(code))
}

/// The rule with this name, in any case.
pub fn by_name(name: &str) -> Option<RuleId> {
    position(|rule| rule.name.eq_ignore_ascii_case(name))
}

/// The rule that had this code or name before, in any case.
pub fn by_old_word(word: &str) -> Option<RuleId> {
    position(|rule| rule.renamed.iter().any(|old| old.eq_ignore_ascii_case(word)))
}

/// The rule with this code or name, now or before.
pub fn by_word(word: &str) -> Option<RuleId> {
    by_code(word).or_else(|| by_name(word)).or_else(|| by_old_word(word))
}

fn position(is_it: impl Fn(&Rule) -> bool) -> Option<RuleId> {
    all().iter().position(is_it).map(|index| RuleId(index as u16))
}
