//! Lines of a report, and what each is.

use crate::syntax::lines::{LONGEST_RECORD, trim};
use crate::text::Span;
use pest::Parser;
use pest::iterators::Pair;

#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/listing.pest"]
    pub struct ListingParser;
}

use grammar::{ListingParser, Rule};

/// A part of a line of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// `KEYWORD(`; the span leaves the parenthesis out.
    Keyword(Span),
    /// `(`
    Open,
    /// `)`; the span is where it stands.
    Close(Span),
    /// Other text.
    Word(Span),
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing on it.
    Blank,
    /// The title of a page, with its frame.
    Title,
    /// `GROUP NAME:`
    Group { name: Span, protected: bool },
    /// `LIST NAME:`
    List { name: Span },
    /// Hyphens under a heading.
    Underline,
    /// The asterisks after a group.
    EndOfGroup,
    /// Attributes or words: see the lexemes.
    Text,
    /// Too long to be a line of a report.
    TooLong,
}

/// Takes the carriage control off a line.
pub(super) fn without_control(line: &str) -> &str {
    line.strip_prefix([' ', '0', '-', '1', '+']).unwrap_or(line)
}

/// Whether a line is part of a page title: in a frame of asterisks, with the name of the utility, or a page number.
fn is_title(content: &str) -> bool {
    let framed = content.starts_with('*') && !content.bytes().all(|byte| byte == b'*');
    let mut words = content.split_ascii_whitespace().rev();
    let number = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    framed || (number && words.next() == Some("PAGE")) || content.contains("RDO OFF-LINE UTILITY PROGRAM")
}

/// Cuts lines; the lexemes of the last one stay until the next.
#[derive(Default)]
pub(super) struct Cutter {
    pub(super) lexemes: Vec<Lexeme>,
    /// The line without carriage control and blanks.
    pub(super) content: Span,
    /// The blanks before it.
    pub(super) indent: usize,
}

impl Cutter {
    pub(super) fn cut(&mut self, text: &str, line: Span) -> Line {
        self.lexemes.clear();
        let whole = line.of_text(text);
        if whole.len() > LONGEST_RECORD {
            self.content = line;
            return Line::TooLong;
        }
        let body = Span::new(line.end - without_control(whole).len() as u32, line.end);
        self.content = trim(text, body);
        self.indent = (self.content.start - body.start) as usize;
        let content = self.content.of_text(text);
        if content.is_empty() {
            return Line::Blank;
        }
        if whole.starts_with('1') || is_title(content) {
            return Line::Title;
        }
        // The rule matches every text; without it the line would be one of no attributes.
        let Ok(pairs) = ListingParser::parse(Rule::line, content) else { return Line::Text };
        for pair in pairs {
            match pair.as_rule() {
                Rule::group_header => return self.group(&pair),
                Rule::list_header => {
                    return Line::List { name: self.inner(&pair, Rule::name).unwrap_or_default() };
                }
                Rule::row if content.starts_with('-') => return Line::Underline,
                Rule::row => return Line::EndOfGroup,
                _ => {
                    let lexeme = self.lexeme(&pair);
                    self.lexemes.extend(lexeme);
                }
            }
        }
        Line::Text
    }

    fn group(&self, pair: &Pair<'_, Rule>) -> Line {
        Line::Group {
            name: self.inner(pair, Rule::name).unwrap_or_default(),
            protected: self.inner(pair, Rule::protected).is_some(),
        }
    }

    fn inner(&self, pair: &Pair<'_, Rule>, rule: Rule) -> Option<Span> {
        pair.clone().into_inner().find(|inner| inner.as_rule() == rule).map(|inner| self.place(&inner))
    }

    fn place(&self, pair: &Pair<'_, Rule>) -> Span {
        let at = pair.as_span();
        Span::new(self.content.start + at.start() as u32, self.content.start + at.end() as u32)
    }

    fn lexeme(&self, pair: &Pair<'_, Rule>) -> Option<Lexeme> {
        let place = self.place(pair);
        Some(match pair.as_rule() {
            Rule::keyword => Lexeme::Keyword(Span::new(place.start, place.end - 1)),
            Rule::open => Lexeme::Open,
            Rule::close => Lexeme::Close(place),
            Rule::word => Lexeme::Word(place),
            _ => return None,
        })
    }

    /// The word that is all of the line, in capitals: a section heading, or a group in a list.
    pub(super) fn single_word(&self) -> Option<Span> {
        match self.lexemes[..] {
            [Lexeme::Word(word)] => Some(word),
            _ => None,
        }
    }

    /// How many more parentheses the line opens than it closes.
    pub(super) fn balance(&self) -> i64 {
        self.lexemes
            .iter()
            .map(|lexeme| match lexeme {
                Lexeme::Keyword(_) | Lexeme::Open => 1,
                Lexeme::Close(_) => -1,
                Lexeme::Word(_) => 0,
            })
            .sum()
    }
}
