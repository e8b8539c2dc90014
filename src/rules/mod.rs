//! Findings and the rules that make them.

mod finding;
mod fingerprint;
mod meta;

pub use finding::{Confidence, Edit, Finding, Fix, Related, ResourceId, Safety, Severity};
pub use fingerprint::{Fingerprint, fingerprints};
pub use meta::{Rule, RuleTest};
