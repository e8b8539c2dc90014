//! Commands in canonical form.
//!
//! The records are filled up to column 71, one blank between operands, later records indented by four. A value
//! that is too long for a record is continued by `*` in column 72.
//!
//! Reading back what is printed gives the same command, if no value has an unbalanced parenthesis (which only a
//! faulty deck can give it). Three things need care for that: a word without value may not become the first of
//! a record, where it would be a command; a continued value may not go on with an asterisk (a comment) or a
//! blank; and what fits nowhere stands in one record that is plainly too long, which is read whole.

use super::records::{READ_COLUMNS, is_directive};
use super::value::value_text;
use super::verbs::{self, Spelling};
use crate::syntax::{Command, Commands, Verb};

/// How far records after the first are indented.
const INDENT: usize = 4;
/// A record of more columns than this is read whole.
const LONG: usize = 80;

/// `command` of `commands`, which were read from `text`, in canonical form, with a line end.
pub fn print(text: &str, commands: &Commands, command: &Command) -> String {
    let mut page = Page { out: String::new(), column: 0 };
    let mut unit = Unit::default();
    unit.word(command.word.of_text(text));
    for operand in commands.operands(command) {
        let key = operand.key.of_text(text);
        let value = operand.value().map(|value| value_text(text, value));
        let keyword = value.is_some() && !is_directive(key, 0, false);
        if (keyword || may_begin_record(command.verb, key)) && !unit.signed {
            page.put(&unit);
            unit = Unit::default();
        }
        match value {
            Some(value) => unit.value(key, &value),
            None => unit.word(key),
        }
    }
    page.put(&unit);
    page.out.push('\n');
    page.out
}

/// Whether an operand without value is read as one at the beginning of a record too.
fn may_begin_record(verb: Verb, word: &str) -> bool {
    verbs::is_valueless_of(verb, word)
        && matches!(verbs::lookup(word).1, Spelling::NoCommand | Spelling::Ambiguous)
}

/// Operands that stay in one record, except that a value may be continued.
#[derive(Default)]
struct Unit {
    text: Vec<char>,
    /// For each value, where it begins and ends.
    values: Vec<(usize, usize)>,
    /// Whether it ends in a sign that would be read as a continuation mark at the end of a record.
    signed: bool,
}

impl Unit {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.extend(word.chars());
        self.signed = word.ends_with(['-', '+']);
    }

    fn value(&mut self, key: &str, value: &str) {
        self.word(key);
        self.text.push('(');
        let start = self.text.len();
        self.text.extend(value.chars());
        self.values.push((start, self.text.len()));
        self.text.push(')');
        self.signed = false;
    }

    /// Whether the unit, indented by `indent`, can be cut at each column 71.
    fn can_be_cut(&self, indent: usize) -> bool {
        let total = indent + self.text.len();
        (1..).map(|cut| cut * READ_COLUMNS).take_while(|cut| *cut < total).all(|cut| {
            let Some(at) = cut.checked_sub(indent) else { return false };
            let inside = self.values.iter().any(|&(start, end)| start <= at && at <= end);
            inside && !matches!(self.text[at], '*' | '\0'..=' ' | '\x7f')
        })
    }
}

struct Page {
    out: String,
    column: usize,
}

impl Page {
    fn put(&mut self, unit: &Unit) {
        let width = unit.text.len();
        let gap = usize::from(self.column > 0);
        if self.column + gap + width <= READ_COLUMNS {
            return self.write(gap, &unit.text);
        }
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
        if INDENT + width <= READ_COLUMNS {
            return self.write(INDENT, &unit.text);
        }
        match (1..=2 * INDENT).find(|indent| unit.can_be_cut(*indent)) {
            Some(indent) => self.cut(unit, indent),
            None => self.write((LONG + 1).saturating_sub(width).max(INDENT), &unit.text),
        }
    }

    fn write(&mut self, blanks: usize, text: &[char]) {
        self.out.extend(std::iter::repeat_n(' ', blanks));
        self.out.extend(text);
        self.column += blanks + text.len();
    }

    /// Writes a unit over several records.
    fn cut(&mut self, unit: &Unit, indent: usize) {
        let mut rest = &unit.text[..];
        let mut blanks = indent;
        while blanks + rest.len() > READ_COLUMNS {
            let (part, after) = rest.split_at(READ_COLUMNS - blanks);
            self.write(blanks, part);
            self.out.push_str("*\n");
            (self.column, blanks, rest) = (0, 0, after);
        }
        self.write(blanks, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, parse};
    use super::*;
    use crate::text::Span;

    fn printed(text: &str) -> String {
        let commands = parse(text, Span::of(0..text.len()), Options::default());
        commands.commands.iter().map(|command| print(text, &commands, command)).collect()
    }

    #[test]
    fn records_are_filled() {
        let text = "define\n  program( P1 ) GROUP(G)\n* note\n LANGUAGE (COBOL)\n DESCRIPTION(some (long) text\n of two)\n  ADD(YES)\nLIST ALL";
        assert_eq!(
            printed(text),
            "define program(P1) GROUP(G) LANGUAGE(COBOL)\n    \
             DESCRIPTION(some (long) text of two) ADD(YES)\nLIST ALL\n"
        );
    }

    #[test]
    fn long_values_are_continued() {
        let value = "v".repeat(150);
        let text = format!("DEFINE URIMAP(U) PATH({value}) HOST(*)");
        let printed = printed(&text);
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), 4, "{printed}");
        assert!(lines[1].len() == 72 && lines[1].ends_with("v*") && lines[2].starts_with('v'), "{printed}");
    }

    #[test]
    fn words_without_value_stay_behind_the_word_before() {
        let x = "x".repeat(57);
        let long = format!("DEFINE A({x}) word B(1)");
        assert_eq!(printed(&long), format!("DEFINE\n    A({x}) word\n    B(1)\n"));
    }
}
