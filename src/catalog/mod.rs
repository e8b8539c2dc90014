//! What CICS TS V5.4 accepts: resource types, their attributes, SIT parameters.

mod types;

pub use types::{
    Attribute, Basis, Chars, Doc, Domain, Form, Lookup, ResourceType, SitParameter, Sources, ValueType,
};
