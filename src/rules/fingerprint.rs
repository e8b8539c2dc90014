//! What a finding is known by from run to run.
//!
//! A fingerprint is made of the rule, the definition and the attribute, never of a line number or a message, so
//! that it stays when a deck is edited elsewhere. Where a file has several findings of one key, the second and
//! later ones carry their ordinal.

use super::{Finding, Rule};
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

    fn of_key(finding: &Finding, rule: &Rule) -> Self {
        let (kind, name, group) = match &finding.resource {
            Some(resource) => (&*resource.kind, &*resource.name, resource.group.as_deref().unwrap_or("")),
            None => ("", "", ""),
        };
        let attribute = finding.attribute.as_deref().unwrap_or("");
        [rule.code, kind, name, group, attribute].into_iter().fold(Self::START, Self::with)
    }
}

/// The fingerprints of the findings of one file, in their order.
pub fn fingerprints(findings: &[Finding], rules: &[Rule]) -> Vec<Fingerprint> {
    let mut seen: HashMap<Fingerprint, u32> = HashMap::with_capacity(findings.len());
    findings
        .iter()
        .map(|finding| {
            let key = Fingerprint::of_key(finding, Rule::of(finding, rules));
            let ordinal = seen.entry(key).or_insert(0);
            *ordinal += 1;
            if *ordinal == 1 { key } else { key.with(&ordinal.to_string()) }
        })
        .collect()
}
