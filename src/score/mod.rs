//! From a region and its findings to the performance model.
//!
//! [`configuration`] fills the model's settings from a region, each with where its value comes from. [`edit`] checks a
//! what-if edit against the catalogue before the model takes it.
//!
//! The model itself knows nothing of definitions; this is the only place where both meet.

mod configuration;
mod edit;

pub use configuration::configuration;
pub use edit::{EditFault, edit, edit_key};
