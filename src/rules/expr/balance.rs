//! Looks over an expression before it is read: quotes and parentheses are closed, and nothing nests too deep.
//!
//! The reader recurses where an expression nests, so this is what keeps it from doing so without end; and an error
//! at the parenthesis that is not closed helps more than one at the end of the text.

use super::error::ExprError;

/// Parentheses, lists and `? :` that may stand in each other.
const MOST_NESTED: usize = 48;

/// The greatest length of an expression.
const LONGEST: usize = 16_384;

pub(super) fn check(text: &str) -> Result<(), ExprError> {
    if text.len() > LONGEST {
        return Err(ExprError::new(0..1, format!("the expression is longer than {LONGEST} bytes")));
    }
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut choices = 0;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' | b'\'' if !bytes.any(|(_, other)| other == byte) => {
                return Err(ExprError::new(at..text.len(), "this text is not closed")
                    .help(format!("write {} at its end", char::from(byte))));
            }
            b'(' | b'[' => open.push((at, byte)),
            b')' | b']' => close(&mut open, at, byte)?,
            b'?' => choices += 1,
            _ => {}
        }
        if open.len() + choices > MOST_NESTED {
            let problem = format!("more than {MOST_NESTED} parentheses and choices stand in each other");
            return Err(ExprError::new(at..at + 1, problem).help("write it as two rules, or more simply"));
        }
    }
    match open.last() {
        None => Ok(()),
        Some((at, b'[')) => {
            Err(ExprError::new(*at..at + 1, "this list is not closed").help("write ] at its end"))
        }
        Some((at, _)) => Err(ExprError::new(*at..at + 1, "this parenthesis is not closed")),
    }
}

fn close(open: &mut Vec<(usize, u8)>, at: usize, byte: u8) -> Result<(), ExprError> {
    let opener = if byte == b')' { b'(' } else { b'[' };
    match open.pop() {
        Some((_, other)) if other == opener => Ok(()),
        Some((opened, other)) => Err(ExprError::new(
            at..at + 1,
            format!(
                "`{}` closes nothing: `{}` at column {} is still open",
                char::from(byte),
                char::from(other),
                opened + 1
            ),
        )),
        None => Err(ExprError::new(at..at + 1, format!("`{}` closes nothing", char::from(byte)))),
    }
}
