//! Files to findings: reads each input, recognises its kind, parses it, checks it.

mod outcome;

pub use outcome::{LintedFile, Outcome, SkipReason, Skipped, Statistics};
