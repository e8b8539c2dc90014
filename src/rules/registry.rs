//! The registry: every rule, made from `rules/checks/` when the crate is built, and the ways to find one.

use super::meta::{Check, Expected, Rule, RuleId, RuleTest};
use super::{Confidence, Severity};

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Every rule, by code.
pub fn all() -> &'static [Rule] {
    &RULES
}

/// The rule that `id` stands for.
pub fn rule(id: RuleId) -> &'static Rule {
    &RULES[id.0 as usize]
}

/// The rule with this code, in any case.
pub fn by_code(code: &str) -> Option<RuleId> {
    let index = RULES.iter().position(|rule| rule.code.eq_ignore_ascii_case(code))?;
    Some(RuleId(index as u16))
}

/// The rule with this name, in any case.
pub fn by_name(name: &str) -> Option<RuleId> {
    let index = RULES.iter().position(|rule| rule.name.eq_ignore_ascii_case(name))?;
    Some(RuleId(index as u16))
}
