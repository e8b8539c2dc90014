//! Checkstyle XML, which many CI systems read.

use super::context::{TOOL, reason_text};
use super::xml::Escaped;
use super::{Context, paths};
use crate::lint::{Outcome, SkipReason};
use crate::rules::Severity;
use std::io;

/// Writes one `error` for each finding and for each input that could not be read.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">")?;
    for file in outcome.files.iter().filter(|file| file.open().next().is_some()) {
        let path = paths::relative(file.source.name(), context.base);
        writeln!(out, "  <file name=\"{}\">", Escaped(&path))?;
        for finding in file.open() {
            let place = file.source.locate(finding.span);
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => "info",
            };
            writeln!(
                out,
                "    <error line=\"{}\" column=\"{}\" severity=\"{severity}\" message=\"{}\" source=\"{TOOL}.{}\"/>",
                place.line,
                place.column,
                Escaped(&finding.message),
                Escaped(context.rule(finding).code),
            )?;
        }
        writeln!(out, "  </file>")?;
    }
    for skipped in outcome.skipped.iter().filter(|s| matches!(s.reason, SkipReason::Unreadable(_))) {
        let path = paths::relative(&skipped.path, context.base);
        writeln!(
            out,
            "  <file name=\"{}\">\n    <error severity=\"error\" message=\"{}\" source=\"{TOOL}.unreadable\"/>\n  </file>",
            Escaped(&path),
            Escaped(reason_text(&skipped.reason)),
        )?;
    }
    writeln!(out, "</checkstyle>")
}
