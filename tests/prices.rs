//! Prices of findings: against published measurements, against `model whatif`, as to which way they move, and that every
//! finding has one or says why not.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test: prints what it compares")]
#![allow(clippy::approx_constant, reason = "0.318 ms was measured")]

#[path = "prices/ask.rs"]
mod ask;
#[path = "prices/cases.rs"]
mod cases;
mod common;
#[path = "prices/everywhere.rs"]
mod everywhere;
#[path = "prices/published.rs"]
mod published;
#[path = "prices/rules.rs"]
mod rules;
