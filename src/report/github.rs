//! Workflow commands of GitHub Actions, which show findings beside the lines of a pull request.

use super::{Context, paths};
use crate::lint::Outcome;
use crate::rules::Severity;
use std::fmt;
use std::io;

/// Writes one command for each finding.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    for file in &outcome.files {
        let path = paths::relative(file.source.name(), context.base);
        for finding in file.open() {
            let place = file.source.locate(finding.span);
            let rule = context.rule(finding);
            let level = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => "notice",
            };
            write!(out, "::{level} file={},line={}", Property(&path), place.line)?;
            // Columns are only allowed within one line.
            if place.line == place.end_line {
                write!(
                    out,
                    ",col={},endLine={},endColumn={}",
                    place.column, place.end_line, place.end_column
                )?;
            } else {
                write!(out, ",endLine={}", place.end_line)?;
            }
            write!(
                out,
                ",title={} {}::{}",
                Property(rule.code),
                Property(rule.name),
                Data(&finding.message)
            )?;
            if let Some(help) = &finding.help {
                write!(out, "%0A{}", Data(help))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// What follows the second `::`.
struct Data<'a>(&'a str);

/// The value of a property.
struct Property<'a>(&'a str);

impl fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, false)
    }
}

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, true)
    }
}

fn escape(f: &mut fmt::Formatter<'_>, text: &str, property: bool) -> fmt::Result {
    let is_special = |c: char| matches!(c, '%' | '\r' | '\n') || property && matches!(c, ':' | ',');
    let mut rest = text;
    while let Some(at) = rest.find(is_special) {
        write!(f, "{}%{:02X}", &rest[..at], rest.as_bytes()[at])?;
        rest = &rest[at + 1..];
    }
    f.write_str(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(Data("100 %: a,b\r\n::error::x").to_string(), "100 %25: a,b%0D%0A::error::x");
        assert_eq!(Property("a:b,c%\n").to_string(), "a%3Ab%2Cc%25%0A");
    }
}
