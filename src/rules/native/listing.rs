//! Checks of LIST reports, beyond those of the definitions that they print.

use crate::rules::{Finding, Sink, ids};
use crate::syntax::ProblemKind;
use crate::syntax::listing::Listing;

/// Reports the lines of a LIST report that could not be read.
pub fn check_listing(report: &Listing, sink: &mut Sink<'_>) {
    if let Some(cut) = report.cut {
        let message = format!("this report is cut at column {}: what is cut off was not checked", cut.column);
        sink.report(
            Finding::new(ids::BAD_LISTING_LINE, cut.span, message)
                .help("print the report again without cutting its lines at the right"),
        );
    }
    for problem in report.problems.iter().filter(|problem| problem.kind == ProblemKind::BadListingLine) {
        sink.report(
            Finding::new(ids::BAD_LISTING_LINE, problem.span, "this line of the report cannot be read")
                .help("it belongs to no definition; look whether the report was cut or edited here"),
        );
    }
}
