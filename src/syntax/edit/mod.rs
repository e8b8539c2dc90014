//! Edits that keep the layout of a deck or a SIT source: a value is replaced, an operand added or taken out.
//!
//! The functions here know records and columns: what stands in columns 72 to 80 stays in its columns, nothing is
//! moved beyond the last column that is read, and what is added looks like what stands around it. Where that cannot
//! be done, they say why.
//!
//! Invariant: the edits of one change stand in the order of the text and do not overlap.

mod csdup;
mod record;
mod sit;
#[cfg(test)]
mod tests;

pub use csdup::{insert_operand, remove_operand, replace_in_command};
pub use sit::{insert_parameter, remove_parameter, replace_parameter};

use crate::text::Edit;

/// Why an edit cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub &'static str);

/// Edits, or why there are none.
pub type Edits = Result<Vec<Edit>, Refused>;
