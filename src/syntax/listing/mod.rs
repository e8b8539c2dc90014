//! The report of the LIST command of DFHCSDUP.
//!
//! A report with OBJECTS prints every attribute of every definition, so it is read as the definitions that it shows:
//! one DEFINE for each, its operands in the order of the report, TYPE(name) and GROUP(group) first. Columns mean
//! nothing (reports are edited by hand, and lose or keep their carriage control); `KEYWORD(value)` is what counts.
//! Page titles, messages and echoed commands of a whole SYSPRINT are passed over.

mod line;
mod report;
#[cfg(test)]
mod tests;

use super::tree::{Commands, Problem};
use crate::text::Span;
use std::borrow::Cow;

/// What a report shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// It was made by LIST ALL OBJECTS: it shows everything that the CSD holds.
    pub whole: bool,
    /// The groups that have a heading, in order.
    pub groups: Vec<ListedGroup>,
    /// The lists that have a heading, in order.
    pub lists: Vec<ListedList>,
    /// The definitions, each as a DEFINE command whose verb is not written (its `word` is empty).
    pub definitions: Commands,
    /// For each definition, the heading that it stands under: an index into `groups`. The group of a definition is
    /// the one in its GROUP operand, whatever the heading says.
    pub headed_by: Vec<Option<usize>>,
    /// Headings of sections (REMOTE-ATTRIBUTES, ...), in order.
    pub sections: Vec<Section>,
    /// Where the report is cut at its right margin, if it is. Values that are open there end there, and
    /// `definitions` marks them as not closed.
    pub cut: Option<Cut>,
    /// Lines that cannot be read.
    pub problems: Vec<Problem>,
}

/// A right margin at which a report is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The last column that is left.
    pub column: usize,
    /// The first attribute that is cut.
    pub span: Span,
}

/// A heading `GROUP NAME: name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedGroup {
    /// The name.
    pub name: Span,
    /// Whether it says `(IBM PROTECTED)`.
    pub protected: bool,
    /// The line.
    pub span: Span,
}

/// A heading `LIST NAME: name` and the groups under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedList {
    /// The name.
    pub name: Span,
    /// The groups, in order.
    pub groups: Vec<Span>,
}

/// The heading of a section of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: Span,
    /// Index into [`Commands::operands`] of the operand that follows it.
    pub operand: usize,
}

/// Reads the report that is `range` of `text`.
pub fn parse(text: &str, range: Span) -> Listing {
    report::read(text, range)
}

/// The value `span` of an operand. Where the report has broken it over lines, the parts are put together without the
/// blanks at the line ends and line starts.
pub fn value_text(text: &str, span: Span) -> Cow<'_, str> {
    let whole = span.of_text(text);
    if memchr::memchr(b'\n', whole.as_bytes()).is_none() {
        return Cow::Borrowed(whole);
    }
    let lines = whole.lines().enumerate().map(|(number, line)| match number {
        0 => line.trim_ascii_end(),
        _ => line::without_control(line).trim_ascii(),
    });
    Cow::Owned(lines.collect())
}
