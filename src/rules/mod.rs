//! Findings and the rules that make them.

mod finding;
mod meta;

pub use finding::{Confidence, Edit, Finding, Fix, Related, ResourceId, Safety, Severity};
pub use meta::{Rule, RuleTest};
