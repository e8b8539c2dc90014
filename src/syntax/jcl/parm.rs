//! The PARM of an EXEC statement: what the program sees of it, and what DFHCSDUP reads in it.

use crate::syntax::joined::Joined;
use crate::syntax::operands::{Lexeme, Token};
use crate::text::Span;
use memchr::memmem;

/// The string that the program sees, as pieces of the source in order.
///
/// Apostrophes and the outer parentheses fall; a doubled apostrophe is one; commas between elements stay.
pub(super) fn pieces(text: &str, value: &[Lexeme]) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut depth = 0_u32;
    for lexeme in value {
        let span = lexeme.span;
        match lexeme.token {
            Token::Open => {
                depth += 1;
                if depth > 1 {
                    pieces.push(span);
                }
            }
            Token::Close => {
                depth = depth.saturating_sub(1);
                if depth > 0 {
                    pieces.push(span);
                }
            }
            Token::Quoted => quoted(text, Span::new(span.start + 1, span.end - 1), &mut pieces),
            Token::QuoteOpen => quoted(text, Span::new(span.start + 1, span.end), &mut pieces),
            Token::QuoteRest => quoted(text, span, &mut pieces),
            Token::QuoteEnd => quoted(text, Span::new(span.start, span.end - 1), &mut pieces),
            _ => pieces.push(span),
        }
    }
    pieces
}

fn quoted(text: &str, span: Span, pieces: &mut Vec<Span>) {
    let mut start = span.start;
    for found in memmem::find_iter(span.of_text(text).as_bytes(), b"''") {
        let apostrophe = span.start + found as u32;
        pieces.push(Span::new(start, apostrophe + 1));
        start = apostrophe + 2;
    }
    if start < span.end {
        pieces.push(Span::new(start, span.end));
    }
}

/// One parameter in the PARM of DFHCSDUP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsdupParm {
    /// What it is.
    pub kind: CsdupParmKind,
    /// The word as it is written.
    pub word: Span,
    /// What stands in the parentheses after it.
    pub value: Option<Span>,
}

/// Parameters of DFHCSDUP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CsdupParmKind {
    /// `CSD(READWRITE|READONLY)`
    Csd,
    /// `PAGESIZE(lines)`
    PageSize,
    /// `COMPAT`: obsolete attributes are accepted.
    Compat,
    /// `NOCOMPAT`
    NoCompat,
    /// `UPPERCASE`
    UpperCase,
    /// A word that is none of them.
    Unknown,
}

/// The parameters in the PARM of DFHCSDUP.
pub(super) fn csdup(text: &str, pieces: &[Span]) -> Vec<CsdupParm> {
    let joined = Joined::new(text, pieces);
    let all = joined.text.as_str();
    let mut found = Vec::new();
    let mut depth = 0_u32;
    let mut start = 0;
    for (at, byte) in all.bytes().chain(std::iter::once(b',')).enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 || at == all.len() => {
                found.extend(parameter(&joined, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

fn parameter(joined: &Joined, start: usize, end: usize) -> Option<CsdupParm> {
    let whole = joined.text.get(start..end)?;
    let start = start + (whole.len() - whole.trim_start().len());
    let whole = whole.trim();
    if whole.is_empty() {
        return None;
    }
    let (word, value) = match whole.split_once('(') {
        None => (whole, None),
        Some((word, rest)) => {
            (word.trim_end(), Some((word.len() + 1, rest.strip_suffix(')').unwrap_or(rest))))
        }
    };
    let kind = match word.to_ascii_uppercase().as_str() {
        "CSD" => CsdupParmKind::Csd,
        "PAGESIZE" => CsdupParmKind::PageSize,
        "COMPAT" => CsdupParmKind::Compat,
        "NOCOMPAT" => CsdupParmKind::NoCompat,
        "UPPERCASE" => CsdupParmKind::UpperCase,
        _ => CsdupParmKind::Unknown,
    };
    let place = |from: usize, length: usize| joined.to_source(Span::of(start + from..start + from + length));
    Some(CsdupParm {
        kind,
        word: place(0, word.len()),
        value: value.map(|(from, value)| place(from, value.len())),
    })
}
