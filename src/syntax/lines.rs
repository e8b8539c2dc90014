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

/// Whether column 72 of `line` holds a mark: in JCL and assembler source the statement then goes on.
pub(super) fn is_marked(text: &str, line: Span) -> bool {
    let rest = Span::new(column_offset(text, line, 72), line.end);
    rest.of_text(text).chars().next().is_some_and(|mark| mark != ' ' && mark != '\t')
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

#[cfg(test)]
mod tests {
    use super::{Lines, column_offset, is_marked, is_template_line, through_column, trim};
    use crate::text::Span;

    #[test]
    fn lines_without_their_ends() {
        let lines = |text: &str, start, end| {
            Lines::new(text, Span::new(start, end))
                .map(|line| line.of_text(text).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(lines("a\r\n\nbc", 0, 6), ["a", "", "bc"]);
        assert_eq!(lines("a\n", 0, 2), ["a"]);
        assert_eq!(lines("abc\ndef", 1, 5), ["bc", "d"]);
        assert_eq!(lines("abc", 2, 9), [""; 0]);
        assert_eq!(lines("", 0, 0), [""; 0]);
    }

    #[test]
    fn columns_count_characters() {
        let text = "\u{e9}\u{e9}cd";
        let line = Span::of(0..text.len());
        assert_eq!(column_offset(text, line, 1), 0);
        assert_eq!(column_offset(text, line, 3), 4);
        assert_eq!(column_offset(text, line, 5), 6);
        assert_eq!(column_offset(text, line, 99), 6);
        assert_eq!(through_column(text, line, 2).of_text(text), "\u{e9}\u{e9}");
        assert_eq!(trim(" a b\t ", Span::new(0, 6)), Span::new(1, 4));
        let marked = format!("{:71}X", "");
        assert!(is_marked(&marked, Span::of(0..72)));
        let numbered = format!("{:72}00010000", "");
        assert!(!is_marked(&numbered, Span::of(0..80)));
    }

    #[test]
    fn lines_of_template_engines() {
        for line in
            ["{% if x %}", "  {{ x }}", "{# x #}", "#if($x)", "#end", ")SEL &X EQ 1", "<#if x>", "<% x %>"]
        {
            assert!(is_template_line(line), "{line}");
        }
        for line in ["", "{{ x }} y", "#iffy", "# comment", ") X", ")SELECT", "<REMOTE SYSID>", "MXT=1"] {
            assert!(!is_template_line(line), "{line}");
        }
    }
}
