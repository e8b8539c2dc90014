//! Checks of LIST reports, beyond those of the definitions that they print.

use crate::rules::{Finding, Sink, ids};
use crate::syntax::{Problem, ProblemKind};

/// Reports the lines of a LIST report that could not be read.
pub fn check_listing(problems: &[Problem], sink: &mut Sink<'_>) {
    for problem in problems.iter().filter(|problem| problem.kind == ProblemKind::BadListingLine) {
        sink.report(
            Finding::new(ids::BAD_LISTING_LINE, problem.span, "this line of the report cannot be read")
                .help("it belongs to no definition; look whether the report was cut or edited here"),
        );
    }
}
