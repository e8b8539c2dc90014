//! The command language of DFHCSDUP.
//!
//! A splitter finds the statements of a deck; each is read by the grammar in `grammar/csdup.pest`, one at a
//! time, into the flat [`Commands`]; a statement that the grammar refuses is read by a tokenizer that recovers.
//!
//! Invariants: time is linear in the length of the text, whatever it holds; nothing recurses on its nesting;
//! no text makes the parser panic; every operand that can be read is in the tree, and everything that cannot
//! is in [`Commands::problems`], which stand in the order of the text.

mod bytes;
mod chunks;
mod depth;
mod plain;
mod print;
mod records;
mod recover;
mod split;
mod statement;
mod value;
pub mod verbs;

pub use chunks::{chunks, join};
pub use print::print;
pub use value::value_text;

use crate::syntax::{Command, Commands, Problem, ProblemKind, Verb};
use crate::text::Span;
#[cfg(test)]
mod tests;

use bytes::skip_word;
use recover::Parentheses;
use split::{Sink, Statement};

/// How to parse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Read every statement by the grammar, also those of plain shape that are read faster without it. The
    /// result is the same; this is for tests and measurements.
    pub grammar_only: bool,
}

impl Options {
    /// The options that read every statement by the grammar.
    pub const GRAMMAR_ONLY: Self = Self { grammar_only: true };
}

/// Parses the commands that stand in `range` of `text`: the whole deck, or the in-stream data of a JCL step.
/// `range` begins at the start of a record. A range that does not fit the text holds nothing.
pub fn parse(text: &str, range: Span, options: Options) -> Commands {
    let Some(part) = text.get(range.range()) else { return Commands::default() };
    let mut parser = Parser::new(text, part, options);
    split::split(text, range.range(), &mut parser);
    let mut commands = parser.out;
    characters(part, range.start, &mut commands);
    if !commands.problems.is_sorted_by_key(|problem| problem.span.start) {
        commands.problems.sort_by_key(|problem| problem.span.start);
    }
    commands
}

struct Parser<'t> {
    text: &'t str,
    options: Options,
    out: Commands,
    /// The statement without its holes, where it has some.
    scratch: String,
    parentheses: Parentheses,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, part: &str, options: Options) -> Self {
        let mut out = Commands::default();
        // A value takes at least its parentheses, and a keyword is rarely shorter than five letters.
        let values = memchr::memchr_iter(b'(', part.as_bytes()).count();
        out.operands.reserve(values.min(part.len() / 8));
        Self { text, options, out, scratch: String::new(), parentheses: Parentheses::default() }
    }

    fn command(&mut self, source: &str, base: usize, verb: Verb) {
        let first = self.out.operands.len();
        let word_end = skip_word(source.as_bytes(), 0);
        let operands = &mut self.out.operands;
        if self.options.grammar_only || plain::read(source, base, operands).is_none() {
            operands.truncate(first);
            let read = statement::read(source, base, operands).is_some();
            if !read || self.is_doubtful(verb, first) || recover::is_ceda(&source[..word_end]) {
                self.out.operands.truncate(first);
                return recover::read(source, base, Some(verb), &mut self.parentheses, &mut self.out);
            }
        }
        self.out.commands.push(Command {
            verb,
            word: Span::of(base..base + word_end),
            span: Span::of(base..base + source.len()),
            first: first as u32,
            count: (self.out.operands.len() - first) as u32,
        });
    }

    /// Whether an operand without value needs a closer look: a command inside the record, or no word at all.
    fn is_doubtful(&self, verb: Verb, first: usize) -> bool {
        let mut operands = self.out.operands[first..].iter().peekable();
        while let Some(operand) = operands.next() {
            if operand.value().is_some() {
                continue;
            }
            let word = operand.key.of_text(self.text);
            let next = operands.peek().filter(|next| next.value().is_some());
            let key = next.map(|next| next.key.of_text(self.text));
            let inside = key.is_some_and(|key| recover::verb_inside(Some(verb), word, key).is_some());
            if inside || !split::has_letter(word) || word.ends_with(['-', '+']) {
                return true;
            }
        }
        false
    }
}

impl Sink for Parser<'_> {
    fn statement(&mut self, statement: Statement<'_>) {
        let base = statement.span.start as usize;
        let text = self.text;
        let mut scratch = std::mem::take(&mut self.scratch);
        let source = if statement.holes.is_empty() {
            statement.span.of_text(text)
        } else {
            fill(&mut scratch, text, statement);
            &scratch
        };
        match statement.verb {
            Some(verb) => self.command(source, base, verb),
            None => recover::read(source, base, None, &mut self.parentheses, &mut self.out),
        }
        self.scratch = scratch;
    }

    fn comment(&mut self, span: Span) {
        self.out.comments.push(span);
    }

    fn problem(&mut self, problem: Problem) {
        self.out.problems.push(problem);
    }
}

/// Copies the statement, with blanks in place of its holes, so that offsets stay what they are.
fn fill(scratch: &mut String, text: &str, statement: Statement<'_>) {
    scratch.clear();
    let mut at = statement.span.start;
    for hole in statement.holes {
        let end = hole.end.min(statement.span.end);
        scratch.push_str(Span::new(at, hole.start).of_text(text));
        scratch.extend(std::iter::repeat_n(' ', (end - hole.start) as usize));
        at = end;
    }
    scratch.push_str(Span::new(at, statement.span.end).of_text(text));
}

/// Reports control characters, and the first tab, outside comment records.
fn characters(part: &str, base: u32, out: &mut Commands) {
    let bytes = part.as_bytes();
    let mut tab_seen = false;
    let mut from = 0;
    // By blocks, without leaving early: the compiler makes vector instructions of that.
    for block in bytes.chunks(4096) {
        if block.iter().fold(false, |found, &byte| found | is_control(byte)) {
            for (at, _) in block.iter().enumerate().filter(|(_, byte)| is_control(**byte)) {
                control_character(bytes, from + at, base, &mut tab_seen, out);
            }
        }
        from += block.len();
    }
    for at in memchr::memchr_iter(b'\r', bytes) {
        if bytes.get(at + 1) != Some(&b'\n') {
            control_character(bytes, at, base, &mut tab_seen, out);
        }
    }
}

/// Whether the byte is a control character that is no part of a line end.
#[inline]
fn is_control(byte: u8) -> bool {
    (byte < b' ' && byte != b'\n' && byte != b'\r') || byte == 0x7f
}

/// Reports the control character at `at`, together with those like it that follow.
fn control_character(bytes: &[u8], at: usize, base: u32, tab_seen: &mut bool, out: &mut Commands) {
    let kind = if bytes[at] == b'\t' { ProblemKind::Tab } else { ProblemKind::ControlCharacter };
    if kind == ProblemKind::Tab && *tab_seen {
        return;
    }
    let offset = base + at as u32;
    let next = out.comments.partition_point(|comment| comment.end <= offset);
    if out.comments.get(next).is_some_and(|comment| comment.start <= offset) {
        return;
    }
    *tab_seen |= kind == ProblemKind::Tab;
    let end = offset + 1;
    match out.problems.last_mut() {
        Some(last) if last.kind == kind && last.span.end == offset && bytes[at - 1] == bytes[at] => {
            last.span.end = end;
        }
        _ => out.problems.push(Problem { kind, span: Span::new(offset, end), related: None }),
    }
}
