//! Lists of operands `NAME=value,NAME=(value,value),word`, as JCL, SIT overrides and assembler macros write them.
//!
//! The grammars of those languages (`grammar/operands.pest` and one file for each) cut a record into [`Lexeme`]s and
//! say nothing of nesting, so that no input can make them recurse. An [`OperandList`] counts the parentheses and
//! puts the operands together, over as many records as the language lets them run.

mod list;

pub(super) use list::{Item, OperandList};

use crate::text::Span;
use pest::Parser;

#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/operands.pest"]
    #[grammar = "../grammar/jcl.pest"]
    #[grammar = "../grammar/sit.pest"]
    #[grammar = "../grammar/sit_macro.pest"]
    pub struct OperandsParser;
}

use grammar::{OperandsParser, Rule};

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// The first record of a JCL statement.
    Jcl,
    /// A record that goes on with its operands.
    JclContinued,
    /// What stands from column 16 of such a record, inside a string.
    JclResumed,
    /// A record of SIT overrides.
    Sit,
    /// A record of SIT overrides that begins inside a string.
    SitResumed,
    /// The first record of an assembler statement.
    Macro,
    /// What stands from the continue column of a further one.
    MacroContinued,
    /// The same, inside a string.
    MacroResumed,
}

impl Record {
    fn rule(self) -> Rule {
        match self {
            Self::Jcl => Rule::jcl_statement,
            Self::JclContinued => Rule::jcl_continued,
            Self::JclResumed => Rule::jcl_resumed,
            Self::Sit => Rule::sit_record,
            Self::SitResumed => Rule::sit_resumed,
            Self::Macro => Rule::macro_statement,
            Self::MacroContinued => Rule::macro_continued,
            Self::MacroResumed => Rule::macro_resumed,
        }
    }
}

/// A kind of lexeme. All languages here share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The name field of a statement.
    Name,
    /// The operation field of a statement.
    Operation,
    /// Text with no meaning to the list.
    Word,
    /// `'text'`, with apostrophes inside doubled.
    Quoted,
    /// An apostrophe and what follows it, not closed in this record.
    QuoteOpen,
    /// The whole record, inside a string that an earlier record opened.
    QuoteRest,
    /// The end of such a string, with its apostrophe.
    QuoteEnd,
    /// `=`
    Equals,
    /// `,`
    Comma,
    /// `(`
    Open,
    /// `)`
    Close,
    /// Blanks between lexemes, where the language gives them no meaning of its own.
    Blanks,
    /// What stands after the operand field.
    Remark,
}

/// A token and its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) span: Span,
}

/// Cuts `span`, which lies in one record, and appends what it finds to `lexemes`.
pub(super) fn cut(text: &str, span: Span, record: Record, lexemes: &mut Vec<Lexeme>) {
    match OperandsParser::parse(record.rule(), span.of_text(text)) {
        Ok(pairs) => lexemes.extend(pairs.filter_map(|pair| {
            let at = pair.as_span();
            let span = Span::new(span.start + at.start() as u32, span.start + at.end() as u32);
            token(pair.as_rule()).map(|token| Lexeme { token, span })
        })),
        // Not reached: the rules match every text. Were one not to, the text is still there as one word.
        Err(_) => lexemes.push(Lexeme { token: Token::Word, span }),
    }
}

fn token(rule: Rule) -> Option<Token> {
    Some(match rule {
        Rule::name => Token::Name,
        Rule::operation => Token::Operation,
        Rule::word => Token::Word,
        Rule::string => Token::Quoted,
        Rule::string_open => Token::QuoteOpen,
        Rule::string_rest => Token::QuoteRest,
        Rule::string_end => Token::QuoteEnd,
        Rule::equals => Token::Equals,
        Rule::comma => Token::Comma,
        Rule::open => Token::Open,
        Rule::close => Token::Close,
        Rule::blanks => Token::Blanks,
        Rule::remark => Token::Remark,
        _ => return None,
    })
}
