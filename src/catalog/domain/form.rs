//! The forms of numbers, times, sizes, hexadecimal values and data set names.

use super::Violation;
use crate::catalog::types::Shape;

/// A decimal number; leading zeros are allowed.
pub(super) fn decimal(digits: &str) -> Result<i64, Violation> {
    if let Some(offset) = digits.bytes().position(|byte| !byte.is_ascii_digit()) {
        return Err(Violation::NotANumber { offset });
    }
    if digits.is_empty() {
        return Err(Violation::NotANumber { offset: 0 });
    }
    let more = |number: i64, digit: u8| number.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    Ok(digits.bytes().fold(0, more))
}

/// The digits of a size, and what its unit multiplies them by.
pub(super) fn size(value: &str) -> (&str, i64) {
    let (digits, factor) = match value.bytes().last() {
        Some(b'K' | b'k') => (value.get(..value.len() - 1), 1 << 10),
        Some(b'M' | b'm') => (value.get(..value.len() - 1), 1 << 20),
        Some(b'G' | b'g') => (value.get(..value.len() - 1), 1 << 30),
        _ => (Some(value), 1),
    };
    (digits.unwrap_or(value), factor)
}

/// The words for seconds, and for minutes, above 59. The form of the time forbids them; that CICS refuses them, and
/// not only numbers beyond the range, was not seen on a page.
pub(super) const SECONDS: &str = "its last two digits are seconds, 00 to 59";
pub(super) const MINUTES: &str = "two of its digits are minutes, 00 to 59";

/// Whether the minutes and seconds of a time are below 60.
pub(super) fn time(shape: Shape, number: i64) -> Result<(), Violation> {
    let (last, middle) = (number % 100, number / 100 % 100);
    match shape {
        Shape::Mmss | Shape::Hhmmss if last > 59 => Err(Violation::WrongForm(SECONDS)),
        Shape::Hhmmss if middle > 59 => Err(Violation::WrongForm(MINUTES)),
        Shape::Hhmm if last > 59 => Err(Violation::WrongForm(MINUTES)),
        Shape::Hhmmss if number > 999_999 => {
            Err(Violation::WrongForm("a time is hhmmss, at most six digits"))
        }
        _ => Ok(()),
    }
}

/// Hexadecimal digits.
pub(super) fn hex(value: &str) -> Result<(), Violation> {
    match value.char_indices().find(|(_, character)| !character.is_ascii_hexdigit()) {
        None => Ok(()),
        Some((offset, ' ')) => Err(Violation::Blank { offset }),
        Some((offset, character)) => Err(Violation::BadCharacter { offset, character }),
    }
}

/// The qualifiers of a data set name whose characters are good. One with a symbol in it (`&APPLID`) is any length.
pub(super) fn data_set_name(value: &str) -> Result<(), Violation> {
    for qualifier in value.split('.') {
        if qualifier.contains(['&', '%']) {
            continue;
        }
        let Some(&first) = qualifier.as_bytes().first() else {
            return Err(Violation::WrongForm("a qualifier of a data set name has 1 to 8 characters"));
        };
        if qualifier.len() > 8 {
            return Err(Violation::WrongForm("a qualifier of a data set name has 1 to 8 characters"));
        }
        if !(first.is_ascii_alphabetic() || matches!(first, b'$' | b'@' | b'#')) {
            return Err(Violation::WrongForm(
                "a qualifier of a data set name begins with a letter, $, @ or #",
            ));
        }
    }
    Ok(())
}
