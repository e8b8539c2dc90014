//! The virtual CSD: what a CSD holds after DFHCSDUP has executed the commands of some decks.
//!
//! [`Deck::new`] makes the commands of one run of DFHCSDUP ready; [`Decks`] holds all decks of a run of cicslint,
//! each once, with one table of names; [`Csd::execute`] executes a deck. [`Snapshots`] executes the decks of many
//! regions and repeats nothing that two of them share.
//!
//! Definitions keep places, never values: the attributes of a definition are looked up in the commands that made
//! it. What is not known stays unknown: unless the whole CSD is given (INITIALIZE, or a report of LIST ALL
//! OBJECTS), a group that no deck makes may well exist, and a [`Refusal`] that rests on its absence is not `sure`.

mod copy;
mod deck;
mod decks;
mod execute;
mod given;
mod group;
mod lists;
mod mask;
mod names;
mod reader;
mod refusal;
mod snapshots;
mod supplied;
mod vocabulary;

pub use deck::{Action, Deck, DeckOrigin, DeckText, Duplicates, GivenRange, ListPlace, Step};
pub use decks::{DeckId, Decks, Place, StepRef};
pub use execute::Csd;
pub use given::{Given, GivenIter};
pub use group::{Base, Definition, Explicit, Group, GroupList, Role};
pub use mask::{is_generic, matches};
pub use names::{Map, NameHasher, Names, Set, Sym};
pub use reader::is_symbolic;
pub use refusal::{Refusal, RefusalKind, Run};
pub use snapshots::Snapshots;
pub use supplied::{Standing, Supplied, SuppliedGroup, SuppliedId, SuppliedResource};
pub use vocabulary::{AttributeId, TypeId};
