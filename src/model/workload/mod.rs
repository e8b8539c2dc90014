//! The workload file, and the way from configuration and workload to the parameters of the solver.

pub mod archetypes;
mod build;
mod configuration;
mod file;
mod path;

pub use build::{Bound, build};
pub use configuration::{Configuration, MAPPED};
pub use file::{Arrivals, Exci, File, Link, Machine, Refused, Transaction, Web, Workload, read};
