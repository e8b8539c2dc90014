//! Files to findings: reads each input, recognises its kind, parses it, checks it.

mod file;
mod outcome;
mod run;
mod walk;

pub use file::{FileFindings, lint_source};
pub use outcome::{LintedFile, Outcome, SkipReason, Skipped, Statistics};
pub use run::{Plan, Run, StandardInput, Timings, run};
pub use walk::{Input, WalkFault};
