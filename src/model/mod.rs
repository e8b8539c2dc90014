//! The performance model of a region: configuration and workload in, CPU, waits and response times out.
//!
//! `kernel` holds the mathematics and knows nothing of CICS releases or files. The other parts feed it numbers and
//! turn its answers into results that say how far they can be trusted. Nothing here depends on the modules that read
//! or check definitions.

pub mod answer;
pub mod data;
pub mod kernel;
pub mod simulate;
pub mod solve;
pub mod validate;
pub mod workload;
