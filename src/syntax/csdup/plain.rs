//! Statements of plain shape, read without the grammar.
//!
//! Nearly every statement of a real deck is a command word and `KEYWORD(value)` with nothing between them but
//! blanks, and no parenthesis within a value. Those are read here, five times as fast as by pest; at anything
//! else the reader gives up, and the grammar decides. What is read here is what the grammar would give, which a
//! property test holds to.

use super::bytes::{is_blank, is_parenthesis, skip_blanks, skip_word, trim};
use crate::syntax::Operand;
use crate::text::Span;

/// Reads the operands of `statement`, which begins with its command word and stands at `base` of the text.
/// `None` where its shape is not plain; `operands` may then hold a part of them.
pub(super) fn read(statement: &str, base: usize, operands: &mut Vec<Operand>) -> Option<()> {
    let bytes = statement.as_bytes();
    let mut at = skip_word(bytes, 0);
    loop {
        let start = skip_blanks(bytes, at);
        let open = skip_word(bytes, start);
        if open == start {
            return (start == bytes.len()).then_some(());
        }
        if *bytes.get(open)? != b'(' {
            return None;
        }
        let mut close = open + 1;
        while !is_parenthesis(*bytes.get(close)?) {
            close += 1;
        }
        if bytes[close] != b')' {
            return None;
        }
        let (mut from, mut to) = (open + 1, close);
        if is_blank(bytes[from]) || is_blank(bytes[to - 1]) {
            (from, to) = trim(bytes, from, to);
        }
        let value = Span::of(base + from..base + to);
        operands.push(Operand::new(Span::of(base + start..base + open), Some(value)));
        at = close + 1;
    }
}
