//! The `parts` of an entry: what the operands of a list are.
//!
//! Each is `name: alternative | alternative`; a name that ends in `?` says that it may be left out. An alternative is a range (`0-59`), a word (`COLD`), `name(8)`,
//! `generic(8)` (a name that may hold `+` and end in `*`) or `text(60)` (quoted text).

/// One operand of a list: the `Part` of `src/catalog/types.rs`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartSpec {
    pub(crate) name: String,
    pub(crate) optional: bool,
    pub(crate) words: Vec<String>,
    pub(crate) range: Option<(i64, i64)>,
    pub(crate) name_length: Option<u32>,
    pub(crate) generic: bool,
    pub(crate) text_length: Option<u32>,
}

/// Reads one part.
pub(crate) fn parse(text: &str) -> Result<PartSpec, String> {
    let bad = |why: &str| format!("parts: {text:?} {why}");
    let (name, alternatives) = text.split_once(": ").ok_or_else(|| bad("has no `name: `"))?;
    let (name, optional) = (name.trim_end_matches('?').to_owned(), name.ends_with('?'));
    let mut part = PartSpec { name, optional, ..PartSpec::default() };
    for alternative in alternatives.split(" | ") {
        if let Some((kind, length)) = alternative.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            let length = length.parse().map_err(|_| bad("has a length that is no number"))?;
            match kind {
                "name" => part.name_length = Some(length),
                "generic" => (part.name_length, part.generic) = (Some(length), true),
                "text" => part.text_length = Some(length),
                _ => return Err(bad("has an alternative of no known kind")),
            }
        } else if let Some((first, last)) = alternative.split_once('-') {
            let number =
                |digits: &str| digits.parse::<i64>().map_err(|_| bad("has a range that is not two numbers"));
            let range = (number(first)?, number(last)?);
            if range.0 > range.1 {
                return Err(bad("has a range that ends before it begins"));
            }
            part.range = Some(range);
        } else if !alternative.is_empty() && alternative.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            part.words.push(alternative.to_owned());
        } else {
            return Err(bad("has an alternative of no known kind"));
        }
    }
    Ok(part)
}
