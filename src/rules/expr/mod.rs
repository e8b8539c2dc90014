//! The language of rule files: typed expressions over definitions, the SIT and the region.
//!
//! [`compile`] reads an expression with pest, checks its types and every name and word in it against the catalogue,
//! and makes a [`Program`]: a row of nodes in which names have become numbers. [`Program::run`] gives a [`Value`].
//!
//! An expression is total and bounded: there are no loops but those over the installed definitions of one type, they
//! do not nest, and their answers are remembered. A value that is not known makes a result unknown unless the result
//! does not depend on it. Running allocates nothing but texts that have to be folded or joined.

mod aggregate;
mod ast;
mod balance;
mod compile;
mod error;
mod eval;
mod frame;
mod inputs;
mod lexemes;
mod node;
mod operands;
mod parse;
mod parts;
mod place;
mod reference;
mod scope;
#[cfg(test)]
pub(in crate::rules) mod tests;
mod types;
mod unknowns;
mod value;
mod world;

pub(in crate::rules) use compile::check_word;
pub use compile::compile;
pub use error::ExprError;
pub use eval::{Env, Inputs};
pub use frame::Frame;
pub(in crate::rules) use frame::{Mask, mask_of};
pub use node::{Program, Read, Reads};
pub(in crate::rules) use parts::Part;
pub use place::{Other, PlaceOf, compile_place};
pub use scope::{Scope, Subject};
pub(in crate::rules) use types::written;
pub use types::{Base, Ty};
pub use value::Value;
pub use world::{DeckCount, Shared, World};
