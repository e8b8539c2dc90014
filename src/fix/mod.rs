//! From findings to edited files: applies the edits that findings come with, lints again, and goes on until nothing is
//! left to do.
//!
//! [`mend`] works in memory; [`MendedFile::write`] then writes a file, and [`MendedFile::diff`] shows what would be
//! written. Suppressed findings are left alone, and those that are a fault only in some of the regions that read the
//! file.
//!
//! Invariants: where an edit does not remove its finding, it is not made at all. Outside the
//! edits every byte stays what it is. What is written is read again in the same encoding and the same records.

mod choose;
mod mended;
mod settle;
#[cfg(test)]
mod tests;

pub use mended::{MendedFile, WriteFault};
pub use settle::{Left, Mended, mend};

/// Which edits are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Those as well that a person has to review.
    pub review: bool,
}
