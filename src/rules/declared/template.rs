//! Texts with expressions in braces.

use crate::csd::Definition;
use crate::region::{self, Region};
use crate::rules::expr::{self, Base, Env, ExprError, Program, Read, Scope, Value};
use std::fmt::Write as _;

/// A text with expressions in braces; `{{` and `}}` stand for the braces themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(Box<str>),
    Value(Box<Program>),
}

impl Template {
    /// Compiles the expressions in it.
    pub(super) fn compile(text: &str, scope: &Scope) -> Result<Self, ExprError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while let Some(next) = text.get(at..).and_then(|rest| rest.find(['{', '}'])) {
            let brace = at + next;
            plain.push_str(&text[at..brace]);
            let rest = &text[brace..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                plain.push_str(&rest[..1]);
                at = brace + 2;
            } else if rest.starts_with('}') {
                let error = ExprError::new(brace..brace + 1, "this brace closes nothing");
                return Err(error.help("write }} for a brace of the text"));
            } else {
                let end = brace
                    + closing(rest).ok_or_else(|| {
                        let error = ExprError::new(brace..brace + 1, "this brace is not closed");
                        error.help("write {{ for a brace of the text")
                    })?;
                let program = expr::compile(&text[brace + 1..end], scope, None);
                let program = program.map_err(|error| error.moved(brace + 1))?;
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain).into()));
                }
                parts.push(Part::Value(Box::new(program)));
                at = end + 1;
            }
        }
        plain.push_str(text.get(at..).unwrap_or(""));
        if !plain.is_empty() {
            parts.push(Part::Text(plain.into()));
        }
        Ok(Self { parts })
    }

    /// The text, where no expression stands in it.
    pub(super) fn plain(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The one expression that it consists of.
    pub(super) fn only(&self) -> Option<&Program> {
        match self.parts.as_slice() {
            [Part::Value(program)] => Some(program),
            _ => None,
        }
    }

    /// The text for a reader, and whether every value in it is known.
    pub(super) fn render<'v>(&'v self, env: Env<'_, 'v>, shown: Shown<'_>) -> (String, bool) {
        let mut text = String::new();
        let mut known = true;
        for part in &self.parts {
            match part {
                Part::Text(plain) => text.push_str(plain),
                Part::Value(program) => {
                    let value = program.run(env);
                    known &= !matches!(value, Value::Unknown | Value::Absent | Value::AtLeast(_));
                    match program.read().and_then(|read| shown.written(read)) {
                        Some(written) => text.push_str(&written),
                        None => show(&mut text, value, program.ty().base),
                    }
                }
            }
        }
        (text, known)
    }
}

/// Where the brace closes that `text` begins with.
fn closing(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in text.char_indices().skip(1) {
        match (quote, character) {
            (None, '}') => return Some(at),
            (None, '{') => return None,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    None
}

/// What values are shown of as they are written: the definition and the region.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) decks: &'a crate::csd::Decks,
    pub(super) definition: Option<&'a Definition>,
    pub(super) region: Option<&'a Region>,
}

impl Shown<'_> {
    /// An attribute, parameter or name as the sources write it, or a default.
    fn written(self, read: Read<'_>) -> Option<String> {
        let value = match read {
            Read::Attribute(attribute) => {
                let definition = self.definition?;
                region::effective(self.decks, definition, attribute).value?.into_owned()
            }
            // A name that holds a symbol is not known to the rule, but can be shown.
            Read::Name => self.decks.text(self.definition?.name).to_owned(),
            Read::Group => self.decks.text(self.definition?.group).to_owned(),
            Read::Parameter(name) => {
                let value = self.region?.parameter(name);
                value.value.filter(|_| value.origin != region::SitOrigin::Assumed)?.into_owned()
            }
        };
        Some(value)
    }
}

/// A value for a reader.
fn show(out: &mut String, value: Value<'_>, base: Base) {
    let number = |out: &mut String, number: i64| match base {
        Base::Time => out.push_str(&time(number)),
        _ => drop(write!(out, "{number}")),
    };
    match value {
        Value::Unknown => out.push_str("(not known)"),
        Value::Absent => out.push_str("(none)"),
        Value::Bool(true) => out.push_str("yes"),
        Value::Bool(false) => out.push_str("no"),
        Value::Number(value) => number(out, value),
        Value::AtLeast(value) => {
            out.push_str("at least ");
            number(out, value);
        }
        Value::Real(value) => drop(write!(out, "{value}")),
        Value::Text(text) => out.push_str(text),
    }
}

/// A time in the greatest unit that it is a multiple of.
fn time(milliseconds: i64) -> String {
    for (unit, letter) in [(3_600_000, "h"), (60_000, "m"), (1_000, "s")] {
        if milliseconds != 0 && milliseconds % unit == 0 {
            return format!("{}{letter}", milliseconds / unit);
        }
    }
    format!("{milliseconds}ms")
}
