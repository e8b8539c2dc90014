//! The performance model of a region: configuration and workload in, CPU, waits and response times out.
//!
//! - `kernel` holds the mathematics and knows nothing of CICS releases or files.
//! - `data` holds the numbers: published tables, constants with range and source, machines.
//! - `validate` sets the model against every published table and says how far off it is.
//! - `solve` turns the parameters of a region into utilisation, waits and response times.
//! - `simulate` plays the same region event by event, to check the solver and to give whole distributions.
//! - `workload` reads workload files and turns them, with the configuration, into parameters.
//! - `answer` puts bounds around it all: a region solved or changed; `sweep` follows it over a range, `plot` draws that.
//! - `compare` takes the difference that a change makes, `difference` that of each transaction; `demand` says what limits would have to hold.
//!
//! Nothing here depends on the modules that read or check definitions.

pub mod answer;
pub mod compare;
pub mod data;
pub mod demand;
pub mod difference;
pub mod kernel;
pub mod plot;
pub mod simulate;
pub mod solve;
pub mod sweep;
pub mod validate;
pub mod workload;
