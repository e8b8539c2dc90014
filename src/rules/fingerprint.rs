//! What a finding is known by from run to run.
//!
//! A fingerprint is made of the rule, the definition and the attribute, never of a line number or a message, so
//! that it stays when a deck is edited elsewhere. A finding about no definition has the name of its file (without the
//! folder) and the text of its line instead. Where a file has several findings of one key, the second and later ones
//! carry their ordinal.

use super::{Finding, Rule};
use crate::text::Source;
use std::collections::HashMap;
use std::fmt;

/// A stable hash (FNV-1a, 64 bits), shown as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Fingerprint {
    const START: Self = Self(0xCBF2_9CE4_8422_2325);

    /// This fingerprint, extended by a text and its end.
    #[must_use]
    pub fn with(self, text: &str) -> Self {
        // 0xFF is no byte of UTF-8, so ("AB", "C") and ("A", "BC") differ.
        let hash = text
            .bytes()
            .chain([0xFF])
            .fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
        Self(hash)
    }

    /// The fingerprint of these parts.
    pub fn of_parts(parts: &[&str]) -> Self {
        parts.iter().fold(Self::START, |print, part| print.with(part))
    }
}

/// What a finding is known by, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The code of the rule.
    pub rule: &'static str,
    /// What it is about.
    pub about: About,
    /// The attribute or SIT parameter; empty where there is none.
    pub attribute: String,
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A definition: type, name and group (empty where it is not given).
    Definition(String, String, String),
    /// A line: the name of its file, and its text.
    Line(String, String),
}

impl Key {
    /// The key of `finding`, of the rule `rule`, in `source`.
    pub fn of(finding: &Finding, rule: &Rule, source: &Source) -> Self {
        let about = match &finding.resource {
            Some(resource) => {
                let group = resource.group.as_deref().unwrap_or("");
                About::Definition(resource.kind.to_string(), resource.name.to_string(), group.to_owned())
            }
            None => About::Line(file_name(source.name()).to_owned(), folded_line(source, finding)),
        };
        Self { rule: rule.code, about, attribute: finding.attribute.as_deref().unwrap_or("").to_owned() }
    }

    /// Its fingerprint.
    pub fn fingerprint(&self) -> Fingerprint {
        match &self.about {
            About::Definition(kind, name, group) => {
                Fingerprint::of_parts(&[self.rule, kind, name, group, &self.attribute])
            }
            About::Line(file, line) => Fingerprint::of_parts(&[self.rule, "", file, line, &self.attribute]),
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The line on which the finding begins: in capitals, a blank for each run of blanks, without a sequence number.
fn folded_line(source: &Source, finding: &Finding) -> String {
    let text = source.text();
    let at = (finding.span.start as usize).min(text.len());
    let start = text.as_bytes()[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let kept = match line.char_indices().nth(72) {
        Some((end, _)) if line[end..].bytes().all(|b| b.is_ascii_digit()) && line.len() - end <= 8 => {
            &line[..end]
        }
        _ => line,
    };
    kept.split_whitespace().map(str::to_uppercase).collect::<Vec<_>>().join(" ")
}

/// The fingerprints of the findings of the file `source`, in their order.
pub fn fingerprints(source: &Source, findings: &[Finding], rules: &[Rule]) -> Vec<Fingerprint> {
    let mut seen: HashMap<Fingerprint, u32> = HashMap::with_capacity(findings.len());
    findings
        .iter()
        .map(|finding| {
            let key = Key::of(finding, Rule::of(finding, rules), source).fingerprint();
            let ordinal = seen.entry(key).or_insert(0);
            *ordinal += 1;
            if *ordinal == 1 { key } else { key.with(&ordinal.to_string()) }
        })
        .collect()
}
