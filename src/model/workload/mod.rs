//! The workload file, and the way from configuration and workload to the parameters of the solver.

pub mod archetypes;
mod arrivals;
mod build;
mod check;
mod configuration;
mod file;
mod path;
mod place;
mod recording;
mod settings;
mod sharing;

pub use build::{Bound, Built, RATE_SPREAD, SELDOM, build};
pub use check::Fault;
pub use configuration::{Configuration, MAPPED, Provenance, Setting, UNMODELLED};
pub use file::{Arrivals, Exci, File, Link, Machine, Partner, Refused, Transaction, Web, Workload, read};
pub use place::region_lines;
pub use settings::UsedSetting;
