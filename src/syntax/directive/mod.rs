//! Comments that suppress findings (`* cicslint: ignore[RDO107] until=2027-06-30 reason="..."`).
//!
//! A directive is a comment record of its own: `*` in column 1 of a deck or of SIT overrides, `*` or `.*` of a DFHSIT
//! macro, `//*` of JCL. The grammar stands in `grammar/directive.pest`. What begins as a directive and is none is
//! reported, never passed over. A text without the word `cicslint:` costs a search for it.

mod date;
#[cfg(test)]
mod tests;

pub use date::{Date, NoDate};

use crate::text::Span;
use memchr::memmem;
use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/directive.pest"]
#[allow(missing_docs, reason = "pest_derive makes an enumeration of the rules of the grammar")]
struct Grammar;

/// One order to suppress findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Its records, with their line ends.
    pub records: Span,
    /// It holds for the whole file, not for the next command.
    pub whole_file: bool,
    /// It is a comment of JCL (`//*`).
    pub of_jcl: bool,
    /// The list of rules between its brackets.
    pub list: Span,
    /// The rules, as they are written.
    pub rules: Vec<Span>,
    /// The last day on which it holds, and where that stands.
    pub until: Option<(Date, Span)>,
    /// Why.
    pub reason: Option<String>,
}

/// The directives of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// Those that can be read, in order.
    pub read: Vec<Directive>,
    /// Comments that begin as a directive and are none, and what is wrong with them.
    pub malformed: Vec<(Span, String)>,
}

impl Directives {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty() && self.malformed.is_empty()
    }
}

/// How people write it; everything else is no directive.
const MARKS: [&str; 4] = ["cicslint:", "CICSLINT:", "Cicslint:", "CicsLint:"];

/// Finds the directives of `text`. `jcl` says whether `//*` is a comment in it.
pub fn find(text: &str, jcl: bool) -> Directives {
    let mut places: Vec<usize> =
        MARKS.iter().flat_map(|mark| memmem::find_iter(text.as_bytes(), mark.as_bytes())).collect();
    places.sort_unstable();
    let mut found = Directives::default();
    for place in places {
        let start = text[..place].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place..].find('\n').map_or(text.len(), |at| place + at + 1);
        let Some(of_jcl) = is_comment(&text[start..place], jcl) else { continue };
        let line = kept(text[start..end].trim_end_matches(['\r', '\n']));
        let body = Span::of(place..(start + line.trim_end().len()).max(place));
        let record = Record { text, records: Span::of(start..end), body, of_jcl };
        if let Err(problem) = record.read(&mut found) {
            found.malformed.push(problem);
        }
    }
    found
}

/// Whether what stands before the mark makes the record a comment that is nothing but a directive; then whether it is
/// one of JCL.
fn is_comment(before: &str, jcl: bool) -> Option<bool> {
    let before = before.trim_end_matches([' ', '\t']);
    match before {
        "*" | ".*" => Some(false),
        "//*" if jcl => Some(true),
        _ => None,
    }
}

/// The record without a sequence number in columns 73 to 80.
fn kept(line: &str) -> &str {
    let number = line.char_indices().nth(72).map(|(at, _)| line.split_at(at));
    match number {
        Some((kept, number))
            if number.len() <= 8 && number.bytes().all(|b| b.is_ascii_digit() || b == b' ') =>
        {
            kept
        }
        _ => line,
    }
}

/// A record that begins as a directive.
struct Record<'t> {
    text: &'t str,
    records: Span,
    /// From the mark to the last character.
    body: Span,
    of_jcl: bool,
}

/// What is wrong with a directive, and where.
type Malformed = (Span, String);

impl Record<'_> {
    fn read(&self, found: &mut Directives) -> Result<(), Malformed> {
        let body = self.body.of_text(self.text);
        let parsed = Grammar::parse(Rule::directive, body).map_err(|error| self.refused(&error))?;
        let Some(inner) = parsed.into_iter().next().and_then(|pair| pair.into_inner().next()) else {
            return Ok(());
        };
        match inner.as_rule() {
            Rule::order => {
                let directive = self.order(inner)?;
                found.read.push(directive);
                Ok(())
            }
            _ => self.more(inner, found),
        }
    }

    fn order(&self, order: Pair<'_, Rule>) -> Result<Directive, Malformed> {
        let mut directive = Directive {
            records: self.records,
            whole_file: false,
            of_jcl: self.of_jcl,
            list: self.body,
            rules: Vec::new(),
            until: None,
            reason: None,
        };
        for part in order.into_inner() {
            match part.as_rule() {
                Rule::verb => directive.whole_file = part.as_str().eq_ignore_ascii_case("ignore-file"),
                Rule::rules => {
                    directive.list = self.place(&part);
                    directive.rules = part.into_inner().map(|rule| self.place(&rule)).collect();
                }
                Rule::option => self.option(part, &mut directive)?,
                _ => {}
            }
        }
        Ok(directive)
    }

    /// What did not fit into the record straight before.
    fn more(&self, more: Pair<'_, Rule>, found: &mut Directives) -> Result<(), Malformed> {
        let last = found.read.last_mut().filter(|last| last.records.end == self.records.start);
        let Some(directive) = last else {
            let problem = "it names no rules, and the record before it is no directive that it could go on";
            return Err((self.body, problem.to_owned()));
        };
        directive.records = Span::new(directive.records.start, self.records.end);
        more.into_inner().try_for_each(|option| self.option(option, directive))
    }

    fn option(&self, option: Pair<'_, Rule>, directive: &mut Directive) -> Result<(), Malformed> {
        let Some(option) = option.into_inner().next() else { return Ok(()) };
        let place = self.place(&option);
        let is_until = option.as_rule() == Rule::until;
        let Some(value) = option.into_inner().next() else { return Ok(()) };
        if is_until {
            let date: Date =
                value.as_str().parse().map_err(|error: NoDate| (self.place(&value), error.to_string()))?;
            if directive.until.is_some() {
                return Err((place, "until is given twice".to_owned()));
            }
            directive.until = Some((date, self.place(&value)));
            return Ok(());
        }
        let words = value.into_inner().as_str().trim();
        let reason = directive.reason.get_or_insert_default();
        if !reason.is_empty() && !words.is_empty() {
            reason.push(' ');
        }
        reason.push_str(words);
        Ok(())
    }

    fn place(&self, pair: &Pair<'_, Rule>) -> Span {
        let (start, end) = (pair.as_span().start() as u32, pair.as_span().end() as u32);
        Span::new(self.body.start + start, self.body.start + end)
    }

    fn refused(&self, error: &pest::error::Error<Rule>) -> Malformed {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) => at,
            pest::error::InputLocation::Span((start, _)) => start,
        };
        let rest = self.body.of_text(self.text).get(at..).unwrap_or("");
        let word = rest.split([' ', '\t']).next().unwrap_or("");
        if word.is_empty() {
            return (self.body, "it ends too early".to_owned());
        }
        let start = self.body.start + at as u32;
        (Span::new(start, start + word.len() as u32), format!("`{word}` cannot stand here"))
    }
}
