//! The effective region: every SIT parameter and every attribute with its value and where that comes from.
//!
//! [`write_text`] is for people, [`write_json`] for programs (its fields are a promise: they may be added to, not
//! changed). Both show the same [`View`].

mod json;
mod text;
mod view;

pub use json::write as write_json;
pub use text::write as write_text;
pub use view::{Filter, View};
