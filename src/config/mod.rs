//! The configuration file `cicslint.toml`: which files are read and how, which rules run and how severe they are.
//!
//! The file is looked for in the folder of the input and then upward. Everything in it is optional; a key or a
//! rule that does not exist is refused with the place in the file, never passed over.

mod error;
mod file;
mod globs;
mod regions;
mod suppress;

pub use error::{ConfigError, Unusable};
pub use file::{Config, FailOn};
pub use globs::{FileChoice, KindGlob};
pub use regions::{PathPattern, RegionConfig};
pub use suppress::SuppressEntry;
