//! The static tables that the build script makes of `rules/catalog/`.

use super::types::{
    Attribute, Basis, Chars, CommandSyntax, Doc, Domain, KeywordIndex, OperandSyntax, Part, ResourceOperand,
    ResourceType, Shape, SitParameter, Sources, ValueType, Word,
};

include!(concat!(env!("OUT_DIR"), "/catalog.rs"));
