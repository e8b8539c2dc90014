//! Findings and the rules that make them.
//!
//! A rule is a file under `rules/checks/`: its code, its words, its tests. The registry holds them as static
//! tables. The checks themselves stand in [`native`] and report into a [`Sink`].

pub mod declared;
mod explain;
pub mod expr;
mod finding;
mod fingerprint;
mod impact;
mod listing;
mod meta;
pub mod native;
mod placed;
mod registry;
mod selection;
mod severities;
mod sink;
pub mod site;
mod suppression;
mod wire;

pub use explain::{explain, facts, find, fix_words, price_words};
pub use finding::{Confidence, Edit, Finding, Fix, InRegions, Related, ResourceId, Safety, Severity};
pub use fingerprint::{About, Fingerprint, Key, fingerprints};
pub use impact::{Impact, PriceBasis, Range, ResponseCost, Status};
pub use listing::{Listing, listing};
pub use meta::{Check, Cost, Declaration, Expected, FixTemplate, Rule, RuleId, RuleTest, Unknown};
pub use placed::{Placed, PlacedSink};
pub use registry::{all, built_in, by_code, by_name, by_old_word, by_word, ids, numbers, rule};
pub use selection::{Choice, Profile, Selection, Selector, UnknownSelector};
pub use severities::Severities;
pub use sink::Sink;
pub use suppression::{Suppressed, SuppressedBy, is_suppressible};
