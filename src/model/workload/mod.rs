//! The workload file, and the way from configuration and workload to the parameters of the solver.

pub mod archetypes;
mod build;
mod configuration;
mod file;
mod path;
mod recording;
mod settings;
mod sharing;

pub use build::{Bound, Built, RATE_SPREAD, build};
pub use configuration::{Configuration, MAPPED, Provenance, Setting};
pub use file::{Arrivals, Exci, File, Link, Machine, Refused, Transaction, Web, Workload, read};
pub use settings::UsedSetting;
