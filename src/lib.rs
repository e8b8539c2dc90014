//! cicslint: a linter and advisor for the definitions of IBM CICS Transaction Server regions.
//!
//! Data flows one way, each module using only those before it:
//!
//! `text` (bytes to text, positions) → `syntax` (text to statements) → `catalog` (what CICS accepts) →
//! `csd` (commands to a virtual CSD) → `region` (what one region installs, with effective values) →
//! `rules` (statements to findings) → `lint` (files to findings) → `report` (findings to output) → `cli`.
//!
//! `fix` applies the edits that findings come with, and lints again until nothing is left to do.
//!
//! `config` stands beside `lint`: it is read by it and by the command line. `model`, the performance model of a region,
//! stands alone; `score` fills it from a region. `csd` and `region` are reached by `cicslint model` only, so far.

pub mod catalog;
pub mod config;
pub mod csd;
pub mod fix;
#[cfg(test)]
mod growth;
pub mod lint;
pub mod model;
pub mod region;
pub mod report;
pub mod rules;
pub mod score;
pub mod syntax;
pub mod text;

#[cfg(feature = "cli")]
pub mod cli;
