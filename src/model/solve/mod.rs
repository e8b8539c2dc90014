//! Solving a region: utilisation, waits by cause, response times.

mod digest;
mod layers;
mod limit;
pub mod parameters;
mod phase;
mod point;
mod qr;
mod relief;

pub use parameters::{Parameters, Unfit};
pub use point::{Answer, Point, Resource, Response, solve_point};
