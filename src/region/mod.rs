//! One region as CICS would install it.
//!
//! [`gather`] finds the decks and SIT sources in a file. A [`RegionInput`] says what a region is made of: decks, SIT
//! sources, perhaps its lists. [`Regions::resolve`] makes a [`Region`] of it: the CSD after its decks, the SIT parameters that count, the groups that GRPLIST
//! brings in and which definitions of them count. [`effective`] and [`Region::parameter`] give the value of any
//! attribute and parameter, with where it comes from.
//!
//! Regions share what they have in common: decks are executed once for each list of decks, and installed once for
//! each list of groups over the same CSD.
//!
//! What is not known is said to be unknown. The CSD of a site holds more than its decks show, so a name that is not
//! found may still be there ([`Installed::is_complete`]).

mod derived;
mod effective;
mod gather;
mod install;
mod resolve;
mod sit;
#[cfg(test)]
mod tests;

pub use derived::is_derived;
pub use effective::{Effective, Origin, effective, given};
pub use gather::{Gathered, gather, sit_input};
pub use install::{DefinitionRef, Installed, InstalledGroup, ListUse, Resource, Shadow, Why, expand_lists};
pub use resolve::{Lists, Note, Region, RegionInput, Regions};
pub use sit::{Sit, SitGiven, SitInput, SitOrigin, SitValue};
