//! Lines to definitions.

use super::line::{Cutter, Lexeme, Line};
use super::{Cut, ListedGroup, ListedList, Listing, Section};
use crate::syntax::lines::Lines;
use crate::syntax::tree::{Command, Operand, Problem, ProblemKind, Verb};
use crate::text::Span;

/// Reads the report that is `range` of `text`.
pub(super) fn read(text: &str, range: Span) -> Listing {
    let mut report = Report {
        text,
        listing: Listing::default(),
        place: Place::Outside,
        definition: None,
        value: None,
        heading: None,
        at_margin: None,
    };
    let mut cutter = Cutter::default();
    let margin = margin(text, range, &mut cutter);
    for line in Lines::new(text, range) {
        let kind = cutter.cut(text, line);
        report.at_margin = margin.filter(|margin| *margin == columns(text, line));
        report.take(kind, &cutter);
        report.end_cut_value();
    }
    report.end_value();
    report.end_definition();
    report.listing
}

fn columns(text: &str, line: Span) -> usize {
    line.of_text(text).chars().count()
}

/// The column at which the report is cut: that of the longest lines, where values are open at their ends that no line
/// below goes on with, or keywords have no value. One such value may be a slip, unless the length is one to which records are usually cut.
fn margin(text: &str, range: Span, cutter: &mut Cutter) -> Option<usize> {
    let width = Lines::new(text, range).map(|line| columns(text, line)).max()?;
    let mut cut = 0;
    let mut open = false;
    for line in Lines::new(text, range) {
        let kind = cutter.cut(text, line);
        let keyword = matches!(cutter.lexemes.first(), Some(Lexeme::Keyword(_)));
        let begins =
            kind != Line::Text || (keyword && cutter.balance() >= 0) || cutter.single_word().is_some();
        cut += usize::from(open && begins);
        let at_margin = kind == Line::Text && columns(text, line) == width;
        open = at_margin && cutter.balance() > 0;
        let cut_keyword = keyword && matches!(cutter.lexemes[..], [.., Lexeme::Close(_), Lexeme::Word(_)]);
        cut += usize::from(at_margin && cut_keyword && cutter.balance() == 0);
    }
    cut += usize::from(open);
    let usual = [71, 72, 79, 80, 100].contains(&width);
    (cut >= if usual { 1 } else { 2 }).then_some(width)
}

/// Where in the report a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Between the parts that are read.
    Outside,
    /// In a command that the utility echoes.
    Echo,
    /// Under `LIST NAME:`
    List,
    /// Under `GROUP NAME:`
    Group,
}

/// The attribute whose value is open.
struct Value {
    keyword: Span,
    start: u32,
    end: u32,
    depth: u32,
    lines: u32,
}

/// Commands as they are echoed.
const COMMANDS: [&str; 16] = [
    "ADD",
    "ALTER",
    "APPEND",
    "COPY",
    "DEFINE",
    "DELETE",
    "EXTRACT",
    "INITIALIZE",
    "LIST",
    "PROCESS",
    "REMOVE",
    "SCAN",
    "SERVICE",
    "UPGRADE",
    "USERDEFINE",
    "VERIFY",
];

/// A value longer than this many lines is no value.
const LONGEST_VALUE: u32 = 20;

struct Report<'t> {
    text: &'t str,
    listing: Listing,
    place: Place,
    definition: Option<Command>,
    value: Option<Value>,
    heading: Option<usize>,
    /// The margin at which the report is cut, where the line reaches it.
    at_margin: Option<usize>,
}

impl Report<'_> {
    fn take(&mut self, line: Line, cutter: &Cutter) {
        match line {
            Line::Blank | Line::Title | Line::Underline => {}
            Line::TooLong => self.bad(cutter.content),
            Line::EndOfGroup => {
                self.end_part();
                self.place = Place::Outside;
            }
            Line::List { name } => {
                self.end_part();
                self.place = Place::List;
                self.listing.lists.push(ListedList { name, groups: Vec::new() });
            }
            Line::Group { name, protected } => {
                self.end_part();
                self.place = Place::Group;
                self.heading = Some(self.listing.groups.len());
                self.listing.groups.push(ListedGroup { name, protected, span: cutter.content });
            }
            Line::Text => self.take_text(cutter),
        }
    }

    fn end_part(&mut self) {
        self.end_value();
        self.end_definition();
        self.heading = None;
    }

    fn take_text(&mut self, cutter: &Cutter) {
        if self.value.is_some() && !self.goes_on(cutter) {
            self.end_value();
        }
        if self.value.is_some() {
            self.take_attributes(&cutter.lexemes, cutter);
            return;
        }
        if let Some(word) = cutter.single_word().filter(|_| cutter.indent > 1) {
            self.take_word(word);
        } else if matches!(cutter.lexemes.first(), Some(Lexeme::Keyword(_))) {
            self.take_keyword_line(cutter);
        } else if cutter.indent <= 1 {
            self.take_message(cutter);
        } else if self.definition.is_some() {
            self.bad(cutter.content);
        }
    }

    /// Whether a line goes on with the value that is open. One that begins with a keyword and is balanced does not.
    fn goes_on(&mut self, cutter: &Cutter) -> bool {
        let keyword = matches!(cutter.lexemes.first(), Some(Lexeme::Keyword(_)));
        let begins = keyword && (cutter.balance() >= 0 || cutter.indent == 0);
        let Some(value) = &mut self.value else { return false };
        value.lines += 1;
        !begins && value.lines <= LONGEST_VALUE
    }

    /// A word alone: the heading of a section, or a group of a list.
    fn take_word(&mut self, word: Span) {
        let text = word.of_text(self.text);
        match self.place {
            Place::List => {
                if let Some(list) = self.listing.lists.last_mut() {
                    list.groups.push(word);
                }
            }
            _ if self.definition.is_none() => {}
            _ if text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-') => {
                let operand = self.listing.definitions.operands.len();
                self.listing.sections.push(Section { heading: word, operand });
            }
            _ => self.bad(word),
        }
    }

    /// A line that begins with `KEYWORD(`: the start of a definition, or attributes of the one that is open.
    fn take_keyword_line(&mut self, cutter: &Cutter) {
        let starts = cutter.indent == 0 || second_keyword(&cutter.lexemes, self.text) == Some("GROUP");
        let wanted = match self.place {
            Place::Group => starts,
            Place::Outside => starts && second_keyword(&cutter.lexemes, self.text) == Some("GROUP"),
            Place::Echo | Place::List => false,
        };
        if wanted {
            self.end_definition();
            let at = cutter.content.start;
            self.definition = Some(Command {
                verb: Verb::Define,
                word: Span::new(at, at),
                span: Span::new(at, at),
                first: self.listing.definitions.operands.len() as u32,
                count: 0,
            });
        }
        if self.definition.is_some() {
            self.take_attributes(&cutter.lexemes, cutter);
        } else if self.place == Place::Group {
            self.bad(cutter.content);
        }
    }

    /// Text in the first columns. A message, or a command that is echoed, ends what is open; nothing else ought to
    /// stand there.
    fn take_message(&mut self, cutter: &Cutter) {
        let word = match cutter.lexemes.first() {
            Some(Lexeme::Word(word)) => word.of_text(self.text),
            _ => "",
        };
        let message = word.starts_with("DFH");
        if message || COMMANDS.iter().any(|command| command.eq_ignore_ascii_case(word)) {
            self.end_part();
            self.place = if message { Place::Outside } else { Place::Echo };
            let words: Vec<&str> = cutter
                .lexemes
                .iter()
                .filter_map(|lexeme| match lexeme {
                    Lexeme::Word(word) => Some(word.of_text(self.text)),
                    _ => None,
                })
                .take(3)
                .collect();
            let is = |place: usize, expected: &str| {
                words.get(place).is_some_and(|w| w.eq_ignore_ascii_case(expected))
            };
            self.listing.whole |= is(0, "LIST") && is(1, "ALL") && is(2, "OBJECTS");
        } else if self.place == Place::Group {
            self.bad(cutter.content);
        }
    }

    fn take_attributes(&mut self, lexemes: &[Lexeme], cutter: &Cutter) {
        for lexeme in lexemes {
            match (&mut self.value, *lexeme) {
                (Some(value), Lexeme::Keyword(keyword)) => {
                    value.depth += 1;
                    value.end = keyword.end + 1;
                }
                (Some(value), Lexeme::Open) => value.depth += 1,
                (Some(value), Lexeme::Word(word)) => value.end = word.end,
                (Some(value), Lexeme::Close(close)) => {
                    value.depth -= 1;
                    if value.depth > 0 {
                        value.end = close.end;
                    } else {
                        value.end = close.start;
                        self.close_value(close.end);
                    }
                }
                (None, Lexeme::Keyword(keyword)) => {
                    let start = keyword.end + 1;
                    self.value = Some(Value { keyword, start, end: start, depth: 1, lines: 0 });
                }
                (None, Lexeme::Open | Lexeme::Close(_) | Lexeme::Word(_)) => {
                    self.bad(cutter.content);
                    return;
                }
            }
        }
    }

    fn close_value(&mut self, end: u32) {
        let Some(value) = self.value.take() else { return };
        let inner = Span::new(value.start, value.end);
        let content = inner.of_text(self.text);
        let before = content.len() - content.trim_ascii_start().len();
        let start = value.start + before as u32;
        let inner = Span::new(start, (value.start + content.trim_ascii_end().len() as u32).max(start));
        self.listing.definitions.operands.push(Operand::new(value.keyword, Some(inner)));
        if let Some(definition) = &mut self.definition {
            definition.count += 1;
            definition.span.end = end;
        }
    }

    /// Ends a value that the margin cuts off. It is noted as one that is not closed.
    fn end_cut_value(&mut self) {
        let (Some(column), Some(value)) = (self.at_margin, &self.value) else { return };
        let (keyword, end) = (value.keyword, value.end);
        self.listing.cut.get_or_insert(Cut { column, span: Span::new(keyword.start, end) });
        self.listing.definitions.problems.push(Problem {
            kind: ProblemKind::UnclosedParenthesis,
            span: Span::new(keyword.end, keyword.end + 1),
            related: None,
        });
        self.close_value(end);
    }

    /// Ends a value whose parenthesis is never closed: the fault is the attribute.
    fn end_value(&mut self) {
        let Some(value) = &self.value else { return };
        let (span, end) = (Span::new(value.keyword.start, value.end), value.end);
        self.close_value(end);
        self.bad(span);
    }

    fn end_definition(&mut self) {
        if let Some(definition) = self.definition.take() {
            self.listing.definitions.commands.push(definition);
            self.listing.headed_by.push(self.heading);
        }
    }

    fn bad(&mut self, span: Span) {
        if let Some(column) = self.at_margin {
            // A keyword that is cut, or what is left of its value.
            self.listing.cut.get_or_insert(Cut { column, span });
            return;
        }
        self.listing.problems.push(Problem { kind: ProblemKind::BadListingLine, span, related: None });
    }
}

/// The second keyword of a line that is outside parentheses.
fn second_keyword<'t>(lexemes: &[Lexeme], text: &'t str) -> Option<&'t str> {
    let mut depth = 0_u32;
    let mut seen = 0;
    for lexeme in lexemes {
        match lexeme {
            Lexeme::Keyword(keyword) => {
                if depth == 0 {
                    seen += 1;
                    if seen == 2 {
                        return Some(keyword.of_text(text));
                    }
                }
                depth += 1;
            }
            Lexeme::Open => depth += 1,
            Lexeme::Close(_) => depth = depth.saturating_sub(1),
            Lexeme::Word(_) => {}
        }
    }
    None
}
