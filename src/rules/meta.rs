//! What is known of a rule beside its check: the static form of the files under `rules/checks/`.

use super::{Confidence, Finding, Severity};

/// One rule. Its index in the registry (`rules::all()`) is the `rule` of a finding.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Stable for ever, for example `RDO103`.
    pub code: &'static str,
    /// Kebab-case, for example `value-not-in-domain`.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// syntax, correctness, reference, performance, storage, recovery, security, migration, style.
    pub category: &'static str,
    /// Severity of its findings at most.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// regular, pedantic or auditor.
    pub persona: &'static str,
    /// CICS releases, for example `>=4.1`.
    pub releases: &'static str,
    /// A resource type, SIT, REGION or DECK.
    pub applies_to: &'static str,
    /// Manual pages, or where else it was learnt.
    pub refs: &'static [&'static str],
    /// What it checks, why, example, instead.
    pub explain: &'static str,
    /// Its tests.
    pub tests: &'static [RuleTest],
}

impl Rule {
    /// Stands for a rule that the registry at hand does not have.
    const UNKNOWN: Self = Self {
        code: "UNKNOWN",
        name: "unknown-rule",
        title: "A rule that is not in the registry",
        category: "correctness",
        severity: Severity::Error,
        confidence: Confidence::Low,
        persona: "regular",
        releases: "",
        applies_to: "DECK",
        refs: &[],
        explain: "",
        tests: &[],
    };

    /// The rule of `finding` in the registry `rules`.
    pub fn of<'r>(finding: &Finding, rules: &'r [Self]) -> &'r Self {
        rules.get(usize::from(finding.rule)).unwrap_or(const { &Self::UNKNOWN })
    }
}

/// One test of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleTest {
    /// The input.
    pub input: &'static str,
    /// csdup, jcl, sit, sit-macro or listing.
    pub kind: &'static str,
    /// What the finding underlines (each, in order); empty when the rule must be silent.
    pub at: &'static [&'static str],
}
