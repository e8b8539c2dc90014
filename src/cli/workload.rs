//! Reading a workload file.

use super::exit::{Exit, Failure};
use crate::score::{Workload, read_workload};
use std::path::Path;

/// The workload in this file.
pub(super) fn read(path: &Path) -> Result<Workload, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let diagnostic = miette::MietteDiagnostic::new(format!("{}: {error}", path.display()));
        Failure::Refused(Exit::Unreadable, miette::Report::new(diagnostic))
    })?;
    read_workload(&text).map_err(|refused| {
        Failure::usage(
            format!("{}: {refused}", path.display()),
            "docs/model.md shows what a workload file holds, and in which units",
        )
    })
}
