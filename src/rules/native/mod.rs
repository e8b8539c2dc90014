//! The checks that are written in Rust. Their words, severities and tests stand under `rules/checks/`.
//!
//! The checks of DFHCSDUP commands, by subject: `command` (commands and their operands), `definition` (resource
//! type, name, group), `attribute` (keywords of a resource type), `value` (what stands between the parentheses),
//! `names` (names that are IBM's), `placeholder`, `record` (what the text itself is guilty of). `deck` goes
//! through the commands and holds what is said once a file.
//!
//! `sit` checks SIT sources, `jcl` what is around them and around decks, `listing` LIST reports, `text` how bytes
//! became text.
//!
//! `suppression` checks the comments and entries that suppress findings.
//!
//! `csd` reports what DFHCSDUP refuses for the contents of the CSD, `region` what does not fit together in a region;
//! both see all files at once and report into a `PlacedSink`.
//!
//! Invariants: time is linear in the number of operands; a deck without faults costs no allocation; what cannot
//! be known (a placeholder, a value that is never closed) is no finding; one fault is one finding, so nothing
//! below an unknown command or an unknown type is checked.

mod attribute;
mod command;
mod csd;
mod deck;
mod definition;
mod jcl;
mod listing;
mod names;
mod placeholder;
mod record;
mod region;
mod sightings;
mod sit;
pub mod suppression;
mod text;
mod value;

pub use csd::check_csd;
pub use deck::{CheckedPart, check_part, finish_parts};
pub use jcl::{check_jcl, check_readonly};
pub use listing::check_listing;
pub use region::{GroupUse, check_region};
pub(in crate::rules) use region::{may_be_supplied, reference_of};
pub use sit::check_sit;
pub use text::check_text;

use super::Sink;
use crate::syntax::Commands;
use crate::syntax::symbols::Symbols;

/// What the checks have to know beside the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions<'a> {
    /// Whether DFHCSDUP runs with PARM COMPAT, or `None` where the job is not known.
    pub compat: Option<bool>,
    /// The commands were made from a LIST report: they say what a CSD holds, not what somebody asks for.
    pub report: bool,
    /// Values of placeholders.
    pub symbols: &'a Symbols,
}

impl Default for CheckOptions<'_> {
    fn default() -> Self {
        Self { compat: None, report: false, symbols: Symbols::NONE }
    }
}

/// Checks the commands of one deck. `text` is the text that they were parsed from; a large deck may come in several
/// parts, one after the other, which threads then share.
pub fn check_commands(text: &str, parts: &[Commands], options: &CheckOptions<'_>, sink: &mut Sink<'_>) {
    deck::check(text, parts, options, sink);
}
