//! From a place in the value of a TOML string to its place in the file.

use std::ops::Range;

/// Where bytes `within` of the value stand, which the string at `span` of `text` writes.
pub(super) fn in_file(text: &str, span: Range<usize>, within: Range<usize>) -> Range<usize> {
    let Some(raw) = text.get(span.clone()) else { return span };
    // The rule has the value without the blanks around it.
    let places = starts(raw);
    let at = |offset: usize| places.get(offset).or(places.last()).copied().unwrap_or(0);
    let start = at(within.start);
    // An empty place still has something to point at.
    let end = at(within.end).max(start + usize::from(within.is_empty()));
    span.start + start..(span.start + end).min(span.end)
}

/// For each byte of the value, and for its end, where it begins in `raw`, the string with its quotation marks.
fn starts(raw: &str) -> Vec<usize> {
    let (quotes, escapes) = match raw {
        _ if raw.starts_with("\"\"\"") => (3, true),
        _ if raw.starts_with("'''") => (3, false),
        _ if raw.starts_with('"') => (1, true),
        _ if raw.starts_with('\'') => (1, false),
        // a bare key
        _ => (0, false),
    };
    let end = raw.len().saturating_sub(quotes);
    let mut at = quotes;
    if quotes == 3 {
        // The line end after the opening marks is no part of the value.
        let rest = raw.get(at..).unwrap_or("");
        at += if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    }
    let mut places = Vec::with_capacity(raw.len());
    while let Some(c) = raw.get(at..end).and_then(|rest| rest.chars().next()) {
        let (read, written) =
            if c == '\\' && escapes { escape(&raw[at..end]) } else { (c.len_utf8(), c.len_utf8()) };
        places.extend(std::iter::repeat_n(at, written));
        at += read;
    }
    places.push(at.min(end));
    places
}

/// How many bytes the escape at the start of `rest` takes, and how many bytes it stands for.
fn escape(rest: &str) -> (usize, usize) {
    let hex = |digits: usize| {
        let code = rest.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        (2 + digits, code.and_then(char::from_u32).map_or(1, char::len_utf8))
    };
    match rest.as_bytes().get(1) {
        Some(b'x') => hex(2),
        Some(b'u') => hex(4),
        Some(b'U') => hex(8),
        // A backslash at the end of a line: the line end and the blanks after it are no part of the value.
        Some(c) if c.is_ascii_whitespace() => (1 + rest[1..].len() - rest[1..].trim_start().len(), 0),
        _ => (rest.len().min(2), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::in_file;

    #[test]
    fn places_survive_quotation_marks_and_escapes() {
        // the string as it is written, what is looked for in its value, what stands there in the file
        let cases = [
            ("'attr.x == 1'", "attr.x", "attr.x"),
            ("\"attr.x == \\\"A\\\" && b\"", "b", "b"),
            ("\"\\u00e4 and x\"", "x", "x"),
            ("'''\nfirst\nsecond'''", "second", "second"),
            ("\"\"\"\\\n   one \\\n   two\"\"\"", "two", "two"),
            ("\"a\\tb\"", "\t", "\\t"),
            ("'\u{e4}\u{f6} c'", "c", "c"),
        ];
        for (raw, wanted, shown) in cases {
            let text = format!("key = {raw}\n");
            let value: toml::Table = toml::from_str(&text).unwrap();
            let value = value["key"].as_str().unwrap();
            let at = value.find(wanted).unwrap();
            let found = in_file(&text, 6..6 + raw.len(), at..at + wanted.len());
            assert_eq!(&text[found], shown, "{raw}");
            let end = in_file(&text, 6..6 + raw.len(), value.len()..value.len());
            assert!(end.start < end.end && end.end <= 6 + raw.len(), "{raw}: {end:?}");
        }
    }
}
