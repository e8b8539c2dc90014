//! The `chars` of an entry: a list of characters, or one of four regular expressions.
//!
//! `-` is a range between two letters or two digits only: in `./-_` it is a character of its own. In a list
//! written with blanks (`A-Z 0-9 $ @ #`) the blanks separate; in one written without, a blank is a member.

/// What `chars` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CharsSpec {
    /// Bits of the ASCII characters allowed and characters beyond; `None`: any.
    pub(crate) set: Option<(u128, String)>,
    /// May end in `*`, or be `*` alone.
    pub(crate) generic: bool,
    /// Whole values allowed beside the set.
    pub(crate) words: Vec<String>,
    /// How many numbers with commas between (`^[0-9]{1,2},[0-9]{1,2}$`).
    pub(crate) numbers: usize,
}

/// Reads `chars`.
pub(crate) fn parse(chars: &str) -> Result<CharsSpec, String> {
    let bad = || format!("chars {chars:?} cannot be read");
    if chars.is_empty()
        || chars.starts_with("any;")
        || chars.contains(" and others")
        || chars.contains(" and accented")
    {
        return Ok(CharsSpec::default());
    }
    let Some(expression) = chars.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else {
        let list = chars.split(" (").next().unwrap_or(chars);
        return Ok(CharsSpec { set: Some(list_of(list)?), ..CharsSpec::default() });
    };
    if expression.starts_with("[0-9]{1,") {
        let numbers = expression.split(',').filter(|piece| piece.starts_with("[0-9]{1")).count();
        return Ok(CharsSpec { numbers, ..CharsSpec::default() });
    }
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(bad)?;
    let (list, rest) = inner.strip_prefix('[').and_then(|rest| rest.split_once("]+")).ok_or_else(bad)?;
    let mut spec = CharsSpec { set: Some(list_of(list)?), ..CharsSpec::default() };
    if rest == "[*]?|[*]" {
        spec.generic = true;
        return Ok(spec);
    }
    for word in rest.strip_prefix('|').ok_or_else(bad)?.split('|') {
        spec.words.push(if word == "[*]" { "*".to_owned() } else { word.replacen('\\', "", 1) });
    }
    Ok(spec)
}

fn list_of(list: &str) -> Result<(u128, String), String> {
    let spaced = list.contains("A-Z ") || list.contains("0-9 ");
    let members: Vec<char> = list.chars().filter(|member| !(spaced && *member == ' ')).collect();
    let (mut ascii, mut beyond, mut at) = (0_u128, String::new(), 0);
    while at < members.len() {
        let member = members[at];
        let last = match (members.get(at + 1), members.get(at + 2)) {
            (Some('-'), Some(&last)) if is_range(member, last) => {
                at += 2;
                last
            }
            _ => member,
        };
        at += 1;
        for member in member..=last {
            if member.is_ascii() {
                ascii |= 1 << (member as u32);
            } else {
                beyond.push(member);
            }
        }
    }
    if ascii == 0 { Err(format!("chars {list:?} allow nothing")) } else { Ok((ascii, beyond)) }
}

fn is_range(first: char, last: char) -> bool {
    first < last
        && ((first.is_ascii_uppercase() && last.is_ascii_uppercase())
            || (first.is_ascii_lowercase() && last.is_ascii_lowercase())
            || (first.is_ascii_digit() && last.is_ascii_digit()))
}
