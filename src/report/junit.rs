//! JUnit XML: a suite for each file, a test case for each finding.
//!
//! A finding below the severity that fails the run is a test that passes, with its text as output. An input that
//! could not be read is a test in error.

use super::context::{Counts, TOOL, reason_text, severity_name};
use super::xml::Escaped;
use super::{Context, paths};
use crate::lint::{LintedFile, Outcome, SkipReason, Skipped};
use crate::rules::Finding;
use std::io;

/// Writes the suites.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let fails = |finding: &Finding| context.fail_on.is_some_and(|least| finding.severity >= least);
    let findings = Counts::of(outcome).total();
    let failures = outcome.files.iter().flat_map(LintedFile::open).filter(|f| fails(f)).count();
    let unreadable: Vec<&Skipped> =
        outcome.skipped.iter().filter(|s| matches!(s.reason, SkipReason::Unreadable(_))).collect();
    let errors = unreadable.len() as u64;
    // Some readers refuse a report without any test.
    let empty = findings == 0 && unreadable.is_empty();
    let tests = findings + errors + u64::from(empty);
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"{TOOL}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
    )?;
    for file in outcome.files.iter().filter(|file| file.open().next().is_some()) {
        write_file(file, context, &fails, out)?;
    }
    if !unreadable.is_empty() {
        write_unreadable(&unreadable, context, out)?;
    }
    if empty {
        writeln!(
            out,
            "  <testsuite name=\"{TOOL}\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n    \
             <testcase name=\"no findings\" classname=\"{TOOL}\"/>\n  </testsuite>"
        )?;
    }
    writeln!(out, "</testsuites>")
}

fn write_file(
    file: &LintedFile,
    context: &Context<'_>,
    fails: &dyn Fn(&Finding) -> bool,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let path = paths::relative(file.source.name(), context.base);
    let path = Escaped(&path);
    let failures = file.open().filter(|f| fails(f)).count();
    writeln!(
        out,
        "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">",
        file.open().count()
    )?;
    for finding in file.open() {
        let place = file.source.locate(finding.span);
        let rule = context.rule(finding);
        let (line, column) = (place.line, place.column);
        writeln!(
            out,
            "    <testcase name=\"{} {} at {line}:{column}\" classname=\"{path}\" file=\"{path}\" line=\"{line}\">",
            Escaped(rule.code),
            Escaped(rule.name),
        )?;
        let severity = severity_name(finding.severity);
        let message = Escaped(&finding.message);
        if fails(finding) {
            write!(out, "      <failure type=\"{severity}\" message=\"{message}\">")?;
        } else {
            write!(out, "      <system-out>")?;
        }
        write!(out, "{path}:{line}:{column}: {severity}[{}] {message}", Escaped(rule.code))?;
        if let Some(help) = &finding.help {
            write!(out, "&#10;help: {}", Escaped(help))?;
        }
        writeln!(out, "</{}>", if fails(finding) { "failure" } else { "system-out" })?;
        writeln!(out, "    </testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

fn write_unreadable(
    unreadable: &[&Skipped],
    context: &Context<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let count = unreadable.len();
    writeln!(
        out,
        "  <testsuite name=\"not read\" tests=\"{count}\" failures=\"0\" errors=\"{count}\" skipped=\"0\">"
    )?;
    for skipped in unreadable {
        let path = paths::relative(&skipped.path, context.base);
        writeln!(
            out,
            "    <testcase name=\"read\" classname=\"{}\">\n      <error message=\"{}\"/>\n    </testcase>",
            Escaped(&path),
            Escaped(reason_text(&skipped.reason)),
        )?;
    }
    writeln!(out, "  </testsuite>")
}
