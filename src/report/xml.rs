//! Writing XML.

use super::visible::visible_lines;
use std::fmt;

/// Shows a text as the value of an attribute or the content of an element.
///
/// Characters that XML 1.0 cannot hold are replaced by pictures of themselves.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible_lines(self.0);
        let mut rest = &*text;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '\n', '\t']) {
            f.write_str(&rest[..at])?;
            f.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\'' => "&apos;",
                b'\n' => "&#10;",
                _ => "&#9;",
            })?;
            rest = &rest[at + 1..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_character() {
        let shown = Escaped("<a b=\"c\">'&'\n\t\x1B\u{FFFF}é").to_string();
        assert_eq!(shown, "&lt;a b=&quot;c&quot;&gt;&apos;&amp;&apos;&#10;&#9;␛\u{FFFD}é");
    }
}
