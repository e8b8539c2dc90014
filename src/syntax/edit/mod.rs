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

pub use csdup::{insert_operand, remove_operand, replace_in_command, replace_in_record};
pub use sit::{insert_parameter, remove_parameter, replace_parameter};

use crate::text::Edit;

/// Why an edit cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub &'static str);

/// Edits, or why there are none.
pub type Edits = Result<Vec<Edit>, Refused>;

/// `new` in the case in which `old` is written: in small letters, with a capital, or as it is.
pub fn in_case_of(old: &str, new: &str) -> String {
    let mut letters = old.chars().filter(char::is_ascii_alphabetic);
    let first = letters.next();
    let small = |c: char| c.is_ascii_lowercase();
    match first {
        Some(first) if small(first) && letters.all(small) => new.to_ascii_lowercase(),
        Some(_) if old.len() > 1 && old.chars().any(small) && letters.all(small) => {
            let mut word = new.to_ascii_lowercase();
            if let Some(first) = word.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            word
        }
        _ => new.to_owned(),
    }
}
