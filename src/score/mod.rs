//! From a region and its findings to the performance model.
//!
//! [`configuration`] fills the model's settings from a region, each with where its value comes from. [`edit`] checks a
//! what-if edit against the catalogue before the model takes it. [`Pricer`] puts a price on the findings of a region:
//! `price` by the model, `formula` by the rule; without a workload `inferred` says what tasks do, `stand` which task
//! stands for a definition, and `load` how busy the region is. [`advise`] makes a plan of all that could be changed.
//!
//! The model itself knows nothing of definitions; this is the only place where both meet.

pub mod advise;
mod configuration;
mod edit;
mod explain;
mod formula;
mod gained;
mod inferred;
mod load;
mod numbers;
mod parts;
mod price;
mod read;
mod runs;
mod stand;
#[cfg(test)]
mod tests;
mod workload;

pub use crate::model::workload::Workload;
pub use configuration::configuration;
pub use edit::{EditFault, edit, edit_key, is_size};
pub use explain::{Explanation, Table};
pub use price::Pricer;
pub use read::read_workload;
pub use workload::in_region;
