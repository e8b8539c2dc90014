//! Domains in words: "a number from 1 to 255, or NO".

use super::types::{Chars, Domain, Part, Shape, ValueType};
use std::fmt::{self, Display, Formatter};

impl Display for Domain {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.value_type {
            ValueType::Enum | ValueType::YesNo => return write!(out, "{}", any_of(self.values)),
            ValueType::ReadOnly => return write!(out, "nothing: CICS sets it, and LIST prints it"),
            ValueType::Keyword => return write!(out, "nothing: it is a keyword by itself"),
            ValueType::Integer => range(out, "a number", self.min, self.max)?,
            ValueType::Storage => size_range(out, self.min, self.max)?,
            ValueType::Time if self.shape != Shape::Parts => {
                write!(out, "a time, {}", time_form(self.shape))?;
                range(out, ",", self.min, self.max)?;
            }
            ValueType::Time | ValueType::List | ValueType::Composite => list_form(out, self)?,
            _ => text_form(out, self)?,
        }
        for number in self.excluded {
            write!(out, ", but not {number}")?;
        }
        if !self.special.is_empty() {
            write!(out, ", or {}", any_of(self.special))?;
        }
        match self.multiple_of {
            Some(step) if self.value_type == ValueType::Storage => {
                write!(out, "; CICS rounds it to a multiple of {}", size(step))
            }
            Some(step) => write!(out, "; CICS rounds it to a multiple of {step}"),
            None => Ok(()),
        }
    }
}

impl Display for Chars {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Chars::Set { ascii, beyond } = self else { return write!(out, "any characters") };
        let has = |character: char| ascii & (1 << u32::from(character)) != 0;
        let mut first = true;
        let mut put = |out: &mut Formatter<'_>, text: &str| {
            let gap = if std::mem::take(&mut first) { "" } else { " " };
            write!(out, "{gap}{text}")
        };
        for (from, to) in [('A', 'Z'), ('a', 'z'), ('0', '9')] {
            if (from..=to).all(has) {
                put(out, &format!("{from}-{to}"))?;
            }
        }
        for character in ('!'..='~').filter(|character| !character.is_ascii_alphanumeric() && has(*character))
        {
            put(out, &character.to_string())?;
        }
        for character in beyond.chars() {
            put(out, &character.to_string())?;
        }
        if has(' ') { put(out, "and blank") } else { Ok(()) }
    }
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn any_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

fn range(out: &mut Formatter<'_>, what: &str, min: Option<i64>, max: Option<i64>) -> fmt::Result {
    match (min, max) {
        (Some(min), Some(max)) => write!(out, "{what} from {min} to {max}"),
        (Some(min), None) => write!(out, "{what} of at least {min}"),
        (None, Some(max)) => write!(out, "{what} up to {max}"),
        (None, None) if what == "," => Ok(()),
        (None, None) => write!(out, "{what}"),
    }
}

fn size_range(out: &mut Formatter<'_>, min: Option<i64>, max: Option<i64>) -> fmt::Result {
    write!(out, "a size in bytes, or with K, M or G")?;
    match (min, max) {
        (Some(min), Some(max)) => write!(out, ", from {} to {}", size(min), size(max)),
        _ => Ok(()),
    }
}

/// A size as it would be coded.
fn size(bytes: i64) -> String {
    for (unit, factor) in [('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)] {
        if bytes != 0 && bytes % factor == 0 {
            return format!("{}{unit}", bytes / factor);
        }
    }
    bytes.to_string()
}

fn time_form(shape: Shape) -> &'static str {
    match shape {
        Shape::Mmss => "mmss: minutes, then two digits of seconds (10 is ten seconds, 100 a minute)",
        Shape::Hhmm => "hhmm: hours, then two digits of minutes",
        _ => "hhmmss: hours, then two digits each of minutes and seconds",
    }
}

fn list_form(out: &mut Formatter<'_>, domain: &Domain) -> fmt::Result {
    if domain.parts.is_empty() {
        return write!(out, "a list");
    }
    let parts: Vec<_> = domain.parts.iter().map(part).collect();
    match domain.shape {
        Shape::Repeated(most) => write!(out, "up to {most} operands, each {}", parts.join(", ")),
        Shape::Pairs(most) => write!(out, "up to {most} operands {}", parts.join("=")),
        _ => write!(out, "{}", parts.join(", ")),
    }
}

fn part(part: &Part) -> String {
    let mut forms: Vec<String> = part.words.iter().map(|word| (*word).to_owned()).collect();
    if let Some((min, max)) = part.range {
        forms.push(format!("{min}-{max}"));
    }
    if let Some(length) = part.name_length {
        let masks = if part.generic { ", with + and a final * as masks" } else { "" };
        forms.push(format!("a name of up to {length} characters{masks}"));
    }
    if let Some(length) = part.text_length {
        forms.push(format!("a text of up to {length} characters"));
    }
    let words: Vec<_> = forms.iter().map(String::as_str).collect();
    format!("{} ({})", part.name, any_of(&words))
}

fn text_form(out: &mut Formatter<'_>, domain: &Domain) -> fmt::Result {
    match (domain.value_type, domain.max_length) {
        (ValueType::Hex, Some(max)) => return write!(out, "up to {max} hexadecimal digits"),
        (ValueType::DsName, _) => return write!(out, "an MVS data set name of up to 44 characters"),
        (ValueType::Suffix, Some(max)) => return write!(out, "a suffix of up to {max} characters"),
        (_, Some(1)) => write!(out, "one character")?,
        (_, Some(max)) => write!(out, "up to {max} characters")?,
        (_, None) => write!(out, "text")?,
    }
    if domain.chars != Chars::Any {
        write!(out, " of {}", domain.chars)?;
    }
    if domain.shape == Shape::Generic {
        write!(out, ", with * as its last character where it is generic")?;
    }
    if domain.mixed_case { write!(out, "; the case is kept") } else { Ok(()) }
}
