//! Rules whose checks are expressions in their files.
//!
//! [`compile`] makes everything of a rule ready that is written in the language: guard, check, places, words, fix and
//! price; whatever is wrong with it comes back with its field and its place. [`RuleSet`] holds the rules of a run and
//! compiles of each what is needed when it is needed; a [`Session`] runs them over regions and does nothing twice
//! that regions share.

mod compile;
mod fix;
mod outcome;
mod report;
mod session;
mod set;
mod template;
#[cfg(test)]
mod tests;

pub use compile::{DeclaredProblem, DeclaredRule, Formulas, compile};
pub use outcome::{Asker, Changes, Kit, Price};
pub use session::Session;
pub use set::RuleSet;
