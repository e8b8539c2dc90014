//! One line for each finding.

use super::Context;
use super::context::severity_name;
use super::order::{self, Placed};
use super::price::Prices;
use super::visible::visible;
use crate::lint::Outcome;
use crate::rules::Severity;
use std::io;

/// Writes `path:line:column: severity[CODE] message [price]` for each finding.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let [bold, dim, reset] = if context.color { ["\x1B[1m", "\x1B[2m", "\x1B[0m"] } else { [""; 3] };
    let mut prices = Prices::default();
    let open = order::findings(outcome, context).filter(|placed| placed.finding.suppressed.is_none());
    for Placed { file, finding, .. } in open {
        let name = visible(file.source.name());
        let place = file.source.locate(finding.span);
        let color = match finding.severity {
            _ if !context.color => "",
            Severity::Error => "\x1B[31m",
            Severity::Warning => "\x1B[33m",
            Severity::Advice => "\x1B[36m",
        };
        let price = finding.impact.as_ref().and_then(|impact| prices.short(impact));
        let price = price.map(|price| format!(" {dim}[{price}]{reset}")).unwrap_or_default();
        writeln!(
            out,
            "{bold}{name}{reset}{dim}:{}:{}:{reset} {color}{}[{}]{reset} {}{price}",
            place.line,
            place.column,
            severity_name(finding.severity),
            context.rule(finding).code,
            visible(&finding.message),
        )?;
    }
    Ok(())
}
