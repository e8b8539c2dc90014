//! Files to findings: reads each input, recognises its kind, parses it, checks it; then makes the regions of what the
//! files hold, and checks those.

mod advise;
mod baseline;
mod collect;
mod explain;
mod file;
mod merge;
mod outcome;
mod plan;
mod price;
mod regions;
mod resolve;
pub mod rule_tests;
mod run;
mod suppress;
mod walk;

pub use advise::{Advised, advised};
pub use baseline::{Baseline, BaselinePlan, BaselineUse};
pub use explain::{Explained, Wanted, explained};
pub use file::{FileFindings, lint_source};
pub use outcome::{LintedFile, Outcome, SkipReason, Skipped, Statistics};
pub use plan::{Plan, StandardInput};
pub use resolve::RunRegions;
pub use run::{Run, Timings, resolve, run};
pub use walk::{Input, WalkFault};
