//! SIT parameters in the four forms in which CICS takes them: SYSIN, PARM, console, DFHSIT macro.
//!
//! All of them give a [`SitSource`](super::SitSource): the parameters in order, repeated ones included. What a
//! parameter may be called and hold is not asked here.

mod macros;
mod overrides;
mod parm;
mod reading;
#[cfg(test)]
mod tests;
mod value;

pub use macros::{holds_macro, parse_macro};
pub use overrides::{parse_console, parse_sysin};
pub use parm::parse_parm;
pub use value::{operands, value_text};

pub(super) use reading::begins_setting;

/// The control keywords, which stand without a value. `.END` ends a source.
pub(super) const CONTROL_KEYWORDS: [&str; 5] = ["SYSIN", "SI", "CONSOLE", "CN", ".END"];
