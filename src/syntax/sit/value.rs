//! Values as CICS sees them: joined over records, and cut into operands.

use crate::syntax::lines::{Lines, column_offset, is_blank, through_column};
use crate::syntax::tree::SitForm;
use crate::text::Span;
use std::borrow::Cow;

/// The value `span` of a setting, joined over its records: remarks, line ends and the blanks before a continuation
/// are left out. Apostrophes and parentheses stay. In a PARM the apostrophes of JCL fall.
pub fn value_text(text: &str, form: SitForm, span: Span) -> Cow<'_, str> {
    let whole = span.of_text(text);
    let plain = memchr::memchr(b'\n', whole.as_bytes()).is_none();
    if plain && !(form == SitForm::Parm && whole.contains('\'')) {
        return Cow::Borrowed(whole);
    }
    let mut joined = String::with_capacity(whole.len());
    for piece in pieces(text, form, span) {
        joined.push_str(piece.span.of_text(text));
        joined.extend(std::iter::repeat_n(' ', piece.blanks));
    }
    Cow::Owned(joined)
}

/// The operands of a value: those between the commas of `(A,(B,C),'D,E')`, or the value itself where it has no
/// parentheses. `()` has none.
pub fn operands(text: &str, form: SitForm, value: Span) -> impl Iterator<Item = Span> + use<> {
    let pieces = pieces(text, form, value);
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut state =
        Operands { depth: 0, in_string: false, listed: false, start: None, end: value.start, comma: None };
    for piece in &pieces {
        for at in piece.span.range() {
            state.take(bytes[at], at as u32, &mut found);
        }
    }
    state.finish(&mut found);
    found.into_iter()
}

struct Operands {
    depth: u32,
    in_string: bool,
    /// The value begins with a parenthesis.
    listed: bool,
    start: Option<u32>,
    end: u32,
    /// The end of the comma before the operand being read.
    comma: Option<u32>,
}

impl Operands {
    fn take(&mut self, byte: u8, at: u32, found: &mut Vec<Span>) {
        if self.in_string {
            // A doubled apostrophe closes the string and opens it again.
            self.in_string = byte != b'\'';
            self.end = at + 1;
            return;
        }
        match byte {
            b'(' if self.depth == 0 && self.start.is_none() && !self.listed => {
                self.listed = true;
                self.depth = 1;
                return;
            }
            b'(' => self.depth += 1,
            b')' if self.depth == 1 && self.listed => {
                self.depth = 0;
                return;
            }
            b')' => self.depth = self.depth.saturating_sub(1),
            b',' if self.depth == 1 && self.listed => {
                found.push(self.operand(at));
                self.comma = Some(at + 1);
                return;
            }
            b'\'' => self.in_string = true,
            _ if is_blank(byte) => return,
            _ => {}
        }
        self.start.get_or_insert(at);
        self.end = at + 1;
    }

    fn operand(&mut self, at: u32) -> Span {
        match self.start.take() {
            Some(start) => Span::new(start, self.end),
            None => Span::new(at, at),
        }
    }

    fn finish(mut self, found: &mut Vec<Span>) {
        if self.start.is_some() {
            found.push(self.operand(self.end));
        } else if let Some(comma) = self.comma {
            found.push(Span::new(comma, comma));
        }
    }
}

/// A piece of a value, and the blanks that follow it up to column 80.
#[derive(Clone, Copy, Debug)]
struct Piece {
    span: Span,
    blanks: usize,
}

fn pieces(text: &str, form: SitForm, value: Span) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut push = |span: Span, blanks| {
        if !span.is_empty() || blanks > 0 {
            pieces.push(Piece { span, blanks });
        }
    };
    match form {
        SitForm::Parm => parm_pieces(text, value, &mut push),
        SitForm::Macro => macro_pieces(text, value, &mut push),
        SitForm::Sysin | SitForm::Console => sysin_pieces(text, value, &mut push),
    }
    pieces
}

fn line_start(text: &str, at: u32) -> u32 {
    let before = text.as_bytes().get(..at as usize).unwrap_or(&[]);
    memchr::memrchr(b'\n', before).map_or(0, |end| end as u32 + 1)
}

/// Passes over `span` and gives where its first blank outside strings stands; tells whether a string is open then.
fn first_blank(text: &str, span: Span, in_string: &mut bool) -> u32 {
    for (at, byte) in span.range().zip(span.of_text(text).bytes()) {
        match byte {
            b'\'' => *in_string = !*in_string,
            _ if is_blank(byte) && !*in_string => return at as u32,
            _ => {}
        }
    }
    span.end
}

fn sysin_pieces(text: &str, value: Span, push: &mut impl FnMut(Span, usize)) {
    let mut in_string = false;
    let mut line_start = line_start(text, value.start);
    for (number, line) in Lines::new(text, value).enumerate() {
        let content = line.of_text(text);
        let mut from = line.start;
        if number > 0 {
            line_start = line.start;
            if !in_string {
                if content.starts_with('*') {
                    continue;
                }
                from += content.bytes().take_while(|byte| is_blank(*byte)).count() as u32;
            }
        }
        let rest = Span::new(from, line.end);
        if line.end == value.end {
            push(rest, 0);
            return;
        }
        let end = first_blank(text, rest, &mut in_string);
        // A string that goes on holds the blanks up to column 80.
        let columns = Span::new(line_start, line.end).of_text(text).chars().count();
        let blanks = if in_string { 80_usize.saturating_sub(columns) } else { 0 };
        push(Span::new(from, if in_string { line.end } else { end }), blanks);
    }
}

fn macro_pieces(text: &str, value: Span, push: &mut impl FnMut(Span, usize)) {
    let mut in_string = false;
    let mut line_start = line_start(text, value.start);
    for (number, line) in Lines::new(text, value).enumerate() {
        if number > 0 {
            line_start = line.start;
        }
        let field = through_column(text, Span::new(line_start, line.end), 71);
        let content = Span::new(line.start.min(field.end), field.end);
        let from = if number == 0 {
            content.start
        } else {
            let blanks = content.of_text(text).bytes().take_while(|byte| is_blank(*byte)).count() as u32;
            let column_16 = column_offset(text, line, 16).min(field.end);
            if in_string { column_16.min(content.start + blanks) } else { content.start + blanks }
        };
        let rest = Span::new(from, field.end);
        push(Span::new(from, first_blank(text, rest, &mut in_string)), 0);
    }
}

/// In a PARM a single apostrophe belongs to JCL and a doubled one is one of the value. A record that goes on begins
/// with `//` and blanks.
fn parm_pieces(text: &str, value: Span, push: &mut impl FnMut(Span, usize)) {
    for (number, line) in Lines::new(text, value).enumerate() {
        let content = line.of_text(text);
        let mut at = line.start;
        if number > 0 {
            if content.starts_with("//*") {
                continue;
            }
            let rest = content.strip_prefix("//").unwrap_or(content).trim_start_matches([' ', '\t']);
            at = line.end - rest.len() as u32;
        }
        let line_end = at + Span::new(at, line.end).of_text(text).trim_end_matches([' ', '\t']).len() as u32;
        while at < line_end {
            let rest = Span::new(at, line_end);
            let Some(found) = memchr::memchr(b'\'', rest.of_text(text).as_bytes()) else {
                push(rest, 0);
                break;
            };
            let quote = at + found as u32;
            let doubled = text.as_bytes().get(quote as usize + 1) == Some(&b'\'');
            push(Span::new(at, if doubled { quote + 1 } else { quote }), 0);
            at = quote + if doubled { 2 } else { 1 };
        }
    }
}
