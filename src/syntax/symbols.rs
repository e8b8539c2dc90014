//! Placeholders left in a value: `@HLQ@`, `<REMOTE SYSID>`, `&VAR.`, `{{ var }}`, `${VAR}`, `++NAME++`, `FA##`.
//!
//! `@`, `#` and `$` are letters of CICS names, `&`, `%` and `<` may stand in transaction names and paths, `+` is the
//! mask of generic names. So a placeholder is taken for one only in a form that a real value hardly has; the tests
//! below hold the forms met in decks on both sides.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// The values that a site gives to placeholders, each under the placeholder as it stands in the decks (`@HLQ@`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols(BTreeMap<String, String>);

impl Symbols {
    /// No values.
    pub const NONE: &'static Self = &Self(BTreeMap::new());

    /// The values of `table`.
    pub fn new(table: BTreeMap<String, String>) -> Self {
        Self(table)
    }

    /// The value of a placeholder.
    pub fn get(&self, placeholder: &str) -> Option<&str> {
        self.0.get(placeholder).map(String::as_str)
    }

    /// `text` with the values of the placeholders in it that have one.
    pub fn resolve<'a>(&self, text: Cow<'a, str>) -> Cow<'a, str> {
        if self.0.is_empty() || find(&text).is_none() {
            return text;
        }
        let mut resolved = String::with_capacity(text.len());
        let mut rest: &str = &text;
        while let Some(found) = find(rest) {
            let (before, after) = rest.split_at(found.end);
            let placeholder = &before[found.start..];
            resolved.push_str(&before[..found.start]);
            resolved.push_str(self.get(placeholder).unwrap_or(placeholder));
            rest = after;
        }
        resolved.push_str(rest);
        Cow::Owned(resolved)
    }
}

/// The first placeholder in `value`.
pub fn find(value: &str) -> Option<Range<usize>> {
    let bytes = value.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| STARTS[*byte as usize]) {
        let start = at + found;
        if let Some(end) = placeholder(bytes, start) {
            return Some(start..end);
        }
        // A run of one mark is looked at once: `########` is a name, and no place inside it is a placeholder.
        let mark = bytes[start];
        at = start + bytes[start..].iter().take_while(|byte| **byte == mark).count();
    }
    masked_name(bytes)
}

/// Whether a template engine or an installation job has still to work on `text`. JCL symbols do not count.
pub(super) fn is_templated(text: &str) -> bool {
    if text.contains("{%") || text.contains("{#") || text.contains("%%") {
        return true;
    }
    let mut rest = text;
    while let Some(found) = find(rest) {
        if rest.as_bytes()[found.start] != b'&' {
            return true;
        }
        rest = rest.get(found.end..).unwrap_or("");
    }
    false
}

const STARTS: [bool; 256] = {
    let mut starts = [false; 256];
    let marks = b"@<&{$+#%";
    let mut index = 0;
    while index < marks.len() {
        starts[marks[index] as usize] = true;
        index += 1;
    }
    starts
};

/// The end of the placeholder that begins at `start`.
fn placeholder(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = &bytes[start..];
    let length = match bytes[start] {
        b'@' => between(rest, 1, b"@", 1, |byte| word(byte) || byte == b'-'),
        b'<' => between(rest, 1, b">", 3, |byte| word(byte) || byte == b'-' || byte == b' '),
        b'%' => between(rest, 1, b"%", 3, word).filter(|_| !hexadecimal(rest)),
        b'+' if rest.starts_with(b"++") => between(rest, 2, b"++", 3, word),
        b'{' if rest.starts_with(b"{{") => enclosed(rest, 2, b"}}"),
        b'{' if rest.starts_with(b"{%") => enclosed(rest, 2, b"%}"),
        b'$' if rest.starts_with(b"${") => enclosed(rest, 2, b"}"),
        b'$' if rest.starts_with(b"$!{") => enclosed(rest, 3, b"}"),
        b'&' => ampersand(bytes, start),
        b'#' => hash(bytes, start),
        _ => None,
    };
    length.map(|length| start + length)
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A name of at least `least` characters, beginning with a letter, between an opening of `open` bytes and `close`.
fn between(
    rest: &[u8],
    open: usize,
    close: &[u8],
    least: usize,
    inside: impl Fn(u8) -> bool,
) -> Option<usize> {
    let inner = rest.get(open..)?;
    if !inner.first()?.is_ascii_alphabetic() {
        return None;
    }
    let length = inner.iter().take_while(|byte| inside(**byte)).count();
    (length >= least && inner[length..].starts_with(close)).then_some(open + length + close.len())
}

/// `%AB...%`: the escapes of a URL.
fn hexadecimal(rest: &[u8]) -> bool {
    rest.get(1..3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Text up to `close`; a second opening ends the search, so that openings without an end cost no more than one.
fn enclosed(rest: &[u8], open: usize, close: &[u8]) -> Option<usize> {
    let inner = rest.get(open..)?;
    let end = inner.iter().enumerate().position(|(at, byte)| {
        inner[at..].starts_with(close) || inner[at..].starts_with(&rest[..open]) || *byte == b'\n'
    })?;
    inner[end..].starts_with(close).then_some(open + end + close.len())
}

/// `&NAME` or `&NAME.` in capitals, where a symbol can begin and end.
fn ampersand(bytes: &[u8], start: usize) -> Option<usize> {
    let national = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"@#$".contains(&byte);
    let inner = &bytes[start + 1..];
    if !inner.first()?.is_ascii_uppercase()
        || start.checked_sub(1).is_some_and(|before| bytes[before] == b'&')
    {
        return None;
    }
    let length = inner.iter().take_while(|byte| national(**byte)).count();
    if length > 8 {
        return None;
    }
    match inner.get(length) {
        Some(b'.') => Some(1 + length + 1),
        // `?name=value&NAME=value`, `A&B1`, entities: no symbols.
        Some(b'=' | b';') => None,
        Some(byte) if byte.is_ascii_alphanumeric() => None,
        // In the middle of a word, in free text, it is an ampersand.
        _ if start > 0 && bytes[start - 1].is_ascii_alphanumeric() && is_free_text(bytes) => None,
        _ => (length >= 3 && (start == 0 || bytes.len() > 4)).then_some(1 + length),
    }
}

fn is_free_text(bytes: &[u8]) -> bool {
    bytes.len() > 255 || bytes.contains(&b' ')
}

/// Two `#` and no more next to a name (`FA##`, `##SD`), or a name in small letters after one (`#region`).
fn hash(bytes: &[u8], start: usize) -> Option<usize> {
    let run = bytes[start..].iter().take_while(|byte| **byte == b'#').count();
    let before = start.checked_sub(1).map(|before| bytes[before]);
    let after = bytes.get(start + run).copied();
    match run {
        2 if [before, after].into_iter().flatten().any(|byte| byte.is_ascii_alphanumeric()) => Some(2),
        1 if before.is_none_or(|byte| !word(byte)) && after.is_some_and(|byte| byte.is_ascii_lowercase()) => {
            let name =
                bytes[start + 1..].iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_');
            let length = name.count();
            (length >= 3).then_some(1 + length)
        }
        _ => None,
    }
}

/// A name in capitals that ends in small x: `RSMTPxxx`.
fn masked_name(bytes: &[u8]) -> Option<Range<usize>> {
    if bytes.len() > 8 {
        return None;
    }
    let masked = bytes.iter().rev().take_while(|byte| **byte == b'x').count();
    let name = &bytes[..bytes.len() - masked];
    let capitals = name.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    (masked >= 2 && !name.is_empty() && capitals).then_some(name.len()..bytes.len())
}

#[cfg(test)]
mod tests {
    use super::{find, is_templated};
    use proptest::prelude::*;

    #[test]
    fn placeholders_of_real_decks() {
        let table = [
            ("@HLQ@", "@HLQ@"),
            ("@cics_hlq@.SDFHLOAD", "@cics_hlq@"),
            ("FA@id@FILE", "@id@"),
            ("/resources/ecs/@org@/@appname@", "@org@"),
            ("@job_parms@", "@job_parms@"),
            ("<REMOTE SYSID>", "<REMOTE SYSID>"),
            ("<DB2SSID>", "<DB2SSID>"),
            ("<list-name>", "<list-name>"),
            ("&HLQ..LOADLIB", "&HLQ."),
            ("&CICSHLQ..SDFHLOAD", "&CICSHLQ."),
            ("&INDEX1..CICS&REGNAM..FILEA", "&INDEX1."),
            ("DFH560.SYSIN(DFHRC&DUMPTR)", "&DUMPTR"),
            ("&SYSUID", "&SYSUID"),
            ("&HLQ", "&HLQ"),
            ("{{ cmci_port }}", "{{ cmci_port }}"),
            ("{{your-hlq}}.CSD", "{{your-hlq}}"),
            ("${instance-VAR}", "${instance-VAR}"),
            ("/u/${user}/x", "${user}"),
            ("$!{instance-ZFS}", "$!{instance-ZFS}"),
            ("++CICSHLQ++", "++CICSHLQ++"),
            ("++CICSHLQ++.SDFHLOAD", "++CICSHLQ++"),
            ("FA##", "##"),
            ("ZC##DC", "##"),
            ("##SD", "##"),
            ("#bzucfg", "#bzucfg"),
            ("/u/#region/x", "#region"),
            ("%HOME%", "%HOME%"),
            ("RSMTPxxx", "xxx"),
            ("SMxx", "xx"),
        ];
        for (value, expected) in table {
            assert_eq!(find(value).map(|range| &value[range]), Some(expected), "{value}");
        }
    }

    #[test]
    fn values_that_are_no_placeholders() {
        let table = [
            "",
            "BBO#",
            "BBO$",
            "TST$",
            "########",
            "#",
            "##",
            "DFH$WUTC",
            "DFH0$WUTC",
            "@CDEF121",
            "A@B",
            "$",
            "@",
            "/CIC",
            "A&B1",
            "&",
            "&&STRINGS",
            "&A",
            "A&BC",
            "?a=1&B=2",
            "/shop?x=1&PAGE=2",
            "&amp;",
            "M&AMPLE STORES",
            "M&AMP;S",
            "GENA++++",
            "A++B++",
            "++++",
            "+",
            "A+",
            "*",
            "/shop/*",
            "%20abc%20",
            "%C3%A4%C3%B6",
            "100%",
            "<AB>",
            "<",
            "a < b and c > d",
            "{x}",
            "$1{",
            "x{{y",
            "C#program",
            "/a/b#frag",
            "issue #12",
            "/usr/lpp/xx",
            "xxxxxxxx",
            "XX",
            "MAXxx/y",
            "${",
            "{{",
            "@@",
            "@ @",
            "W#HANDLE",
            "Q@TEMP@",
            "$$$",
            "A.B.C",
            "CS##99##",
        ];
        // Two of the forms above are ambiguous by nature and are taken for placeholders; the rest are values.
        let ambiguous = ["Q@TEMP@", "CS##99##"];
        for value in table {
            assert_eq!(find(value).is_some(), ambiguous.contains(&value), "{value}");
        }
    }

    #[test]
    fn text_that_is_still_to_be_made() {
        assert!(is_templated("//STEPLIB DD DSN={{ hlq }}.X"));
        assert!(is_templated("//X JOB @job_parms@"));
        assert!(is_templated("{% if x %}"));
        assert!(!is_templated("//STEPLIB DD DSN=&HLQ..X,DISP=SHR"));
    }

    proptest! {
        #[test]
        fn a_range_fits_the_value(value in "[@<&{$+#%xA-Za-z.}> £]{0,40}") {
            if let Some(range) = find(&value) {
                prop_assert!(value.get(range).is_some());
            }
        }
    }
}
