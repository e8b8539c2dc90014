//! Lists of operands: `mm,ss` of an attribute, `(COLD,5,3)` of a SIT parameter.

use super::{Violation, form, moved, offset_in};
use crate::catalog::types::{Domain, Part, Shape, ValueType};

/// The words for a list that ends too early. IBM's diagrams and schema show all the numbers; whether DFHCSDUP takes
/// fewer was not seen.
pub(super) const FEWER: &str = "it has fewer numbers than its form shows";

/// A SIT operand without the parentheses around the whole of it, and without blanks beside them.
pub(super) fn unwrapped(value: &str) -> &str {
    let value = value.trim_matches(' ');
    let Some(inner) = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return value };
    // `(a),(b)` is no list in parentheses
    let closes_early = Operands::new(value).next().is_some_and(|first| first.len() < value.len());
    if closes_early { value } else { inner.trim_matches(' ') }
}

/// The characters of a quoted text: doubled apostrophes count once, those around it not at all.
pub(super) fn quoted_length(value: &str) -> usize {
    let inner = value.strip_prefix('\'').unwrap_or(value);
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    inner.chars().count() - inner.matches("''").count()
}

/// Operands with commas between, except commas in apostrophes or parentheses.
struct Operands<'a> {
    rest: Option<&'a str>,
}

impl<'a> Operands<'a> {
    fn new(value: &'a str) -> Self {
        Self { rest: Some(value) }
    }
}

impl<'a> Iterator for Operands<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest?;
        let (mut depth, mut quoted) = (0_u32, false);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'\'' => quoted = !quoted,
                _ if quoted => {}
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    self.rest = text.get(at + 1..);
                    return text.get(..at);
                }
                _ => {}
            }
        }
        self.rest = None;
        Some(text)
    }
}

impl Domain {
    /// A list, without its own parentheses.
    pub(super) fn operands(&self, value: &str) -> Result<(), Violation> {
        if self.special.iter().any(|word| word.eq_ignore_ascii_case(value)) {
            return Ok(());
        }
        let Some(first) = self.parts.first() else { return Ok(()) };
        let most = match self.shape {
            Shape::Repeated(most) | Shape::Pairs(most) => usize::from(most),
            _ => self.parts.len(),
        };
        let mut count = 0;
        for (number, operand) in Operands::new(value).enumerate() {
            count += 1;
            if number >= most {
                return Err(Violation::WrongForm("it has more operands than it may have"));
            }
            let operand = operand.trim_matches(' ');
            let checked = match self.shape {
                Shape::Pairs(_) => self.pair(operand),
                Shape::Repeated(_) => first.check(operand, self.value_type),
                _ => self.parts.get(number).map_or(Ok(()), |part| part.check(operand, self.value_type)),
            };
            checked.map_err(|violation| moved(violation, offset_in(value, operand)))?;
        }
        // SIT operands are positional, and all of them have defaults
        let fixed = self.shape == Shape::Parts && self.value_type != ValueType::Composite;
        if fixed && self.parts.get(count).is_some_and(|part| !part.optional) {
            return Err(Violation::WrongForm(FEWER));
        }
        Ok(())
    }

    /// `program='text'`.
    fn pair(&self, operand: &str) -> Result<(), Violation> {
        let (Some((left, right)), [name, text]) = (operand.split_once('='), self.parts) else {
            return Err(Violation::WrongForm("each operand is program='text'"));
        };
        name.check(left.trim_matches(' '), self.value_type)?;
        text.check(right.trim_matches(' '), self.value_type)
            .map_err(|violation| moved(violation, offset_in(operand, right)))
    }
}

impl Part {
    /// Whether `operand` may stand here; an empty one takes the default.
    fn check(&self, operand: &str, kind: ValueType) -> Result<(), Violation> {
        if self.words.iter().any(|word| word.eq_ignore_ascii_case(operand)) {
            return Ok(());
        }
        if operand.is_empty() {
            // only SIT operands are positional: 1,,3
            let missing = Violation::WrongForm("a number is missing between its commas");
            return if kind == ValueType::Composite { Ok(()) } else { Err(missing) };
        }
        if let Some((min, max)) = self.range {
            let number = form::decimal(operand)?;
            if (min..=max).contains(&number) {
                return Ok(());
            }
            return Err(Violation::OutOfRange { number, min: Some(min), max: Some(max), part: self.name });
        }
        if let Some(max) = self.text_length {
            let length =
                if operand.starts_with('\'') { quoted_length(operand) } else { operand.chars().count() };
            return if length > max as usize { Err(Violation::TooLong { length, max }) } else { Ok(()) };
        }
        let Some(max) = self.name_length else { return Err(Violation::NotOneOf) };
        let length = operand.chars().count();
        if length > max as usize {
            return Err(Violation::TooLong { length, max });
        }
        let generic = |character| self.generic && matches!(character, '+' | '*');
        let good = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '$' | '@' | '#') || generic(character)
        };
        match operand.char_indices().find(|(_, character)| !good(*character)) {
            None => Ok(()),
            Some((offset, ' ')) => Err(Violation::Blank { offset }),
            Some((offset, character)) => Err(Violation::BadCharacter { offset, character }),
        }
    }
}
