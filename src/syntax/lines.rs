//! Records of a text: lines without their ends, and columns counted in characters.
//!
//! Columns are those of the card: column 1 is the first character, whatever its length in UTF-8.

use crate::text::Span;
use memchr::memchr;

/// The longest record that z/OS can hold (LRECL of a data set without spanned records).
///
/// A longer line is text of some other kind; the grammars are never run over one.
pub(super) const LONGEST_RECORD: usize = 32_760;

/// The lines of a range of a text, in order, each without its line end.
#[derive(Clone, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Lines<'t> {
    /// The lines of `range`. A range that does not fit the text gives none.
    pub(super) fn new(text: &'t str, range: Span) -> Self {
        match text.get(range.range()) {
            Some(_) => Self { text, at: range.range().start, end: range.range().end },
            None => Self { text, at: 0, end: 0 },
        }
    }

    /// The lines of all of `text`.
    pub(super) fn all(text: &'t str) -> Self {
        Self { text, at: 0, end: text.len() }
    }

    /// The offset at which the next line begins (the end of the range when there is none).
    pub(super) fn offset(&self) -> u32 {
        self.at as u32
    }
}

impl Iterator for Lines<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        if self.at >= self.end {
            return None;
        }
        let bytes = &self.text.as_bytes()[self.at..self.end];
        let (mut length, step) = match memchr(b'\n', bytes) {
            Some(found) => (found, found + 1),
            None => (bytes.len(), bytes.len()),
        };
        if length > 0 && bytes[length - 1] == b'\r' {
            length -= 1;
        }
        let line = Span::of(self.at..self.at + length);
        self.at += step;
        Some(line)
    }
}

/// Whether `byte` is a blank. A tab counts as one.
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The text of `line` in columns 1 to `columns`.
pub(super) fn through_column(text: &str, line: Span, columns: usize) -> Span {
    Span::new(line.start, column_offset(text, line, columns + 1))
}

/// The offset of column `column` of `line`, or the end of the line when it is shorter.
pub(super) fn column_offset(text: &str, line: Span, column: usize) -> u32 {
    let content = line.of_text(text);
    let before = column.saturating_sub(1);
    let within = match content.as_bytes().get(..before) {
        None => content.len(),
        Some(head) if head.is_ascii() => before,
        Some(_) => content.char_indices().nth(before).map_or(content.len(), |(offset, _)| offset),
    };
    line.start + within as u32
}

/// `span` without the blanks at its end.
pub(super) fn trim_end(text: &str, span: Span) -> Span {
    let content = span.of_text(text).trim_end_matches([' ', '\t']);
    Span::new(span.start, span.start + content.len() as u32)
}

/// `span` without the blanks around it.
pub(super) fn trim(text: &str, span: Span) -> Span {
    let span = trim_end(text, span);
    let content = span.of_text(text);
    let blanks = content.len() - content.trim_start_matches([' ', '\t']).len();
    Span::new(span.start + blanks as u32, span.end)
}

/// Whether `line` is a directive of a template engine: Jinja, Velocity, FreeMarker, ISPF file tailoring.
///
/// Such a line is gone before z/OS sees the text.
pub(super) fn is_template_line(line: &str) -> bool {
    const VELOCITY: [&str; 9] =
        ["#if", "#else", "#elseif", "#end", "#set", "#foreach", "#parse", "#include", "#macro"];
    const TAILORING: [&str; 8] = [")SEL", ")ENDSEL", ")CM", ")SET", ")DOT", ")ENDDOT", ")IM", ")BLANK"];
    let line = line.trim_matches([' ', '\t']);
    let begins = |table: &[&str]| {
        table.iter().any(|word| {
            line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        })
    };
    match line.as_bytes().first() {
        Some(b'{') => {
            line.starts_with("{%") || line.starts_with("{#") || line.starts_with("{{") && line.ends_with("}}")
        }
        Some(b'#') => begins(&VELOCITY),
        Some(b')') => begins(&TAILORING),
        Some(b'<') => line.starts_with("<#") || line.starts_with("</#") || line.starts_with("<%"),
        _ => false,
    }
}
