//! The line that closes a report.

use super::Counts;
use crate::lint::{Outcome, SkipReason};
use std::io;

/// Writes one line: how many findings of which severity, in how many files, and what was left out.
pub fn write_summary(outcome: &Outcome, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}", summary(outcome))
}

fn summary(outcome: &Outcome) -> String {
    let counts = Counts::of(outcome);
    let statistics = &outcome.statistics;
    let mut line = if counts.total() == 0 {
        format!("No findings in {}", count(statistics.files, "file", "files"))
    } else {
        let parts = [
            (counts.errors, "error", "errors"),
            (counts.warnings, "warning", "warnings"),
            (counts.advice, "piece of advice", "pieces of advice"),
        ];
        let parts: Vec<String> =
            parts.into_iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| count(n, one, many)).collect();
        format!("{} in {} of {}", parts.join(", "), counts.files, count(statistics.files, "file", "files"))
    };
    let definitions: u64 = statistics.definitions.values().sum();
    let parameters: u64 = statistics.sit_parameters.values().sum();
    let read: Vec<String> =
        [(definitions, "definition", "definitions"), (parameters, "SIT parameter", "SIT parameters")]
            .into_iter()
            .filter(|(n, ..)| *n > 0)
            .map(|(n, one, many)| count(n, one, many))
            .collect();
    if !read.is_empty() {
        line.push_str(&format!(" ({})", read.join(", ")));
    }
    if counts.suppressed > 0 {
        line.push_str(&format!("; {} suppressed", counts.suppressed));
    }
    let unreadable =
        outcome.skipped.iter().filter(|s| matches!(s.reason, SkipReason::Unreadable(_))).count() as u64;
    let skipped = outcome.skipped.len() as u64 - unreadable;
    if skipped > 0 {
        line.push_str(&format!("; {} skipped", count(skipped, "other file", "other files")));
    }
    if unreadable > 0 {
        line.push_str(&format!("; {} not read", count(unreadable, "file", "files")));
    }
    line.push('.');
    line
}

fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
