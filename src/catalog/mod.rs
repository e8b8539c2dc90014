//! What CICS TS V5.4 accepts: resource types, their attributes, SIT parameters, the commands of DFHCSDUP.
//!
//! Everything here is data from `rules/catalog/`, made into static tables when the crate is built, so that
//! nothing is parsed at start-up. `lookup` finds entries by their keywords, `domain` checks values, `explain`
//! puts an entry into words. Each entry says where it was read ([`Basis`]): a value that breaks a fact which was
//! only recalled is never an error.

mod domain;
pub mod explain;
mod hash;
mod lookup;
mod suggest;
mod tables;
mod types;
mod words;

#[cfg(test)]
mod tests;

/// The release of CICS TS that the catalogue is of.
pub const RELEASE: &str = "5.4";

pub use domain::Violation;
pub use lookup::{ceda_only, command, commands, resource_type, sit_parameter, sit_parameters, types};
pub use suggest::nearest;
pub use types::{
    Attribute, Basis, Chars, CommandSyntax, Doc, Domain, Lookup, OperandSyntax, Part, ResourceOperand,
    ResourceType, Shape, SitParameter, Sources, ValueType,
};
