//! File names as other programs want them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// `name` relative to `base` where it lies below it, without a leading `./`.
pub(super) fn relative<'a>(name: &'a str, base: Option<&Path>) -> Cow<'a, str> {
    let below = base.and_then(|base| Path::new(name).strip_prefix(base).ok()).and_then(Path::to_str);
    let mut name = below.filter(|below| !below.is_empty()).unwrap_or(name);
    while let Some(rest) = name.strip_prefix("./") {
        name = rest;
    }
    if cfg!(windows) { Cow::Owned(name.replace('\\', "/")) } else { Cow::Borrowed(name) }
}

/// `path` as a URI reference: percent-encoded, with `file://` where it is absolute.
pub(super) fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len() + 8);
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if path.split('/').next().is_some_and(|first| first.contains(':')) {
        // A colon in the first segment would be read as a scheme.
        uri.push_str("./");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:@!$&'()*+,;=".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_names() {
        let base = Some(Path::new("/repo"));
        assert_eq!(relative("/repo/decks/a.csd", base), "decks/a.csd");
        assert_eq!(relative("/elsewhere/a.csd", base), "/elsewhere/a.csd");
        assert_eq!(relative("./decks/a.csd", base), "decks/a.csd");
        assert_eq!(relative("-", None), "-");
    }

    #[test]
    fn uris() {
        assert_eq!(uri("decks/a b#1%.csd"), "decks/a%20b%231%25.csd");
        assert_eq!(uri("/x/Grö\u{DF}e"), "file:///x/Gr%C3%B6%C3%9Fe");
        assert_eq!(uri("a:b/c"), "./a:b/c");
    }
}
