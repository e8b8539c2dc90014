//! Text to statements.
//!
//! Grammars stand in `grammar/`. Every tree here is flat: vectors of small records that hold [`Span`]s into the
//! text of the source, never copies of it and never pest pairs.

pub mod csdup;
pub mod directive;
pub mod edit;
pub mod jcl;
pub mod kind;
pub mod listing;
pub mod sit;
pub mod symbols;

mod joined;
mod lines;
mod operands;
mod tree;

pub use kind::Kind;
pub use tree::{Command, Commands, Operand, Problem, ProblemKind, Setting, SitForm, SitSource, Verb};
