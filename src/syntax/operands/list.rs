//! Lexemes to operands.

use super::{Lexeme, Token};
use crate::text::Span;

/// One operand of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Item {
    /// What stands before the first `=` outside parentheses; all of the operand where there is none.
    pub(in crate::syntax) head: Span,
    /// What stands after it.
    pub(in crate::syntax) value: Option<Span>,
    /// Index of the first lexeme of the value in the numbering of [`OperandList::push`].
    pub(in crate::syntax) value_from: usize,
    /// Index after its last lexeme.
    pub(in crate::syntax) value_to: usize,
}

/// Puts operands together from lexemes.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct OperandList {
    /// The operands that are complete.
    pub(in crate::syntax) items: Vec<Item>,
    /// Closing parentheses that close nothing.
    pub(in crate::syntax) strays: Vec<Span>,
    current: Option<Current>,
    depth: u32,
    opened: u32,
    pushed: usize,
    last: Option<Token>,
}

#[derive(Clone, Copy, Debug)]
struct Current {
    start: u32,
    end: u32,
    equals: Option<(Span, usize)>,
}

impl OperandList {
    /// Forgets everything but its memory.
    pub(in crate::syntax) fn clear(&mut self) {
        self.items.clear();
        self.strays.clear();
        *self = Self {
            items: std::mem::take(&mut self.items),
            strays: std::mem::take(&mut self.strays),
            ..Self::default()
        };
    }

    /// Takes the next lexeme of the operand field. Names, operations and remarks are no part of it.
    pub(in crate::syntax) fn push(&mut self, lexeme: Lexeme) {
        let Lexeme { token, span } = lexeme;
        let index = self.pushed;
        self.pushed += 1;
        self.last = Some(token);
        match token {
            Token::Comma if self.depth == 0 => {
                self.end_item(span.start, index);
                return;
            }
            Token::Open => {
                if self.depth == 0 {
                    self.opened = span.start;
                }
                self.depth += 1;
            }
            Token::Close if self.depth == 0 => self.strays.push(span),
            Token::Close => self.depth -= 1,
            _ => {}
        }
        let depth = self.depth;
        let current = self.current.get_or_insert(Current { start: span.start, end: span.end, equals: None });
        current.end = span.end;
        if token == Token::Equals && depth == 0 && current.equals.is_none() {
            current.equals = Some((span, index));
        }
    }

    /// Ends the operand that is being read, if there is one. An open parenthesis is forgotten.
    pub(in crate::syntax) fn finish(&mut self) {
        if self.current.is_some() {
            self.end_item(0, self.pushed);
        }
        self.depth = 0;
    }

    /// How many parentheses are open.
    pub(in crate::syntax) fn depth(&self) -> u32 {
        self.depth
    }

    /// The outermost parenthesis that is open.
    pub(in crate::syntax) fn opened(&self) -> Option<Span> {
        (self.depth > 0).then_some(Span::new(self.opened, self.opened + 1))
    }

    /// Whether the last lexeme was a comma.
    pub(in crate::syntax) fn after_comma(&self) -> bool {
        self.last == Some(Token::Comma)
    }

    /// The name of the operand that is being read, once its `=` is there.
    pub(in crate::syntax) fn current_head(&self) -> Option<Span> {
        let current = self.current.as_ref()?;
        current.equals.map(|(equals, _)| Span::new(current.start, equals.start))
    }

    /// Whether an operand is being read.
    pub(in crate::syntax) fn in_item(&self) -> bool {
        self.current.is_some()
    }

    fn end_item(&mut self, at: u32, index: usize) {
        let item = match self.current.take() {
            None => Item { head: Span::new(at, at), value: None, value_from: index, value_to: index },
            Some(Current { start, end, equals: None }) => {
                Item { head: Span::new(start, end), value: None, value_from: index, value_to: index }
            }
            Some(Current { start, end, equals: Some((equals, from)) }) => Item {
                head: Span::new(start, equals.start),
                value: Some(Span::new(equals.end, end)),
                value_from: from + 1,
                value_to: index,
            },
        };
        self.items.push(item);
    }
}
