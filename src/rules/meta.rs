//! What is known of a rule beside its check: the static form of the files under `rules/checks/`.

use super::{Confidence, Finding, Safety, Severity};

/// The place of a rule in the registry. `rules::ids` has a constant for each rule; a finding keeps the bare number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub(super) u16);

impl RuleId {
    /// The index into `rules::all()`, as a finding keeps it.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The rule of a finding.
    pub const fn of(finding: &super::Finding) -> Self {
        Self(finding.rule)
    }
}

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
    /// What does the checking.
    pub check: Check,
    /// The message, with the parts that differ from place to place as `{placeholders}`.
    pub message: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// Manual pages, or where else it was learnt.
    pub refs: &'static [&'static str],
    /// What it checks, why, example, instead, cost: Markdown with `##` headings.
    pub explain: &'static str,
    /// The version of cicslint that first had it; empty where nobody says.
    pub since: &'static str,
    /// It may still change, and runs only where it is selected by its own code or name.
    pub preview: bool,
    /// Why it goes away, and what to use instead; empty where it stays.
    pub deprecated: &'static str,
    /// Codes and names that it had before.
    pub renamed: &'static [&'static str],
    /// The file that it was read from, for the rules of a site; `None` for those that come with cicslint.
    pub origin: Option<&'static str>,
    /// Whether findings may come with an edit that mends them, and may that be applied unseen.
    pub fix: Option<Safety>,
    /// Its tests.
    pub tests: &'static [RuleTest],
}

impl Rule {
    /// Whether the rule is about a whole CSD or region, not about one deck alone.
    pub fn is_of_a_region(&self) -> bool {
        matches!(self.applies_to, "CSD" | "REGION")
    }

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
        check: Check::Native,
        message: "",
        help: "",
        refs: &[],
        explain: "",
        since: "",
        preview: false,
        deprecated: "",
        renamed: &[],
        origin: None,
        fix: None,
        tests: &[],
    };

    /// The rule of `finding` in the registry `rules`.
    pub fn of<'r>(finding: &Finding, rules: &'r [Self]) -> &'r Self {
        rules.get(usize::from(finding.rule)).unwrap_or(const { &Self::UNKNOWN })
    }
}

/// What does the checking of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// Rust, in `rules::native`.
    Native,
    /// Expressions, in the rule file.
    Declared(&'static Declaration),
}

/// The expressions of a rule, as they are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    /// What an unknown result means.
    pub unknown: Unknown,
    /// Guard; empty where there is none.
    pub when: &'static str,
    /// True is a finding.
    pub check: &'static str,
    /// What is underlined: the first of these that stands in a source.
    pub at: &'static [&'static str],
    /// Other places that explain it: place and words.
    pub related: &'static [(&'static str, &'static str)],
    /// An edit that mends it.
    pub fix: Option<FixTemplate>,
    /// What it costs.
    pub cost: Cost,
}

/// What an unknown result of a check means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No finding.
    Skip,
    /// A finding at advice level.
    Report,
}

/// An edit of the definition at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixTemplate {
    /// Whether it may be applied unseen.
    pub safety: Safety,
    /// Attributes or parameters and their new values, which may hold expressions in braces.
    pub set: &'static [(&'static str, &'static str)],
    /// Attributes to take out.
    pub remove: &'static [&'static str],
}

/// How a finding is priced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// The model as it is against the model with the fix.
    WhatIf,
    /// A consequence that no number fits, and what the cure costs (or nothing).
    Consequence {
        /// refused-at-startup, command-rejected, abend, data-at-risk, security or queueing.
        what: &'static str,
        /// What the cure costs, in words.
        cure: &'static str,
    },
    /// A formula of the rule's own.
    Formula {
        /// transaction, or second.
        per: &'static str,
        /// CPU in microseconds; empty where there is none.
        cpu_us: &'static str,
        /// Latency in microseconds; empty where there is none.
        latency_us: &'static str,
        /// Factors for the low and the high end.
        range: (f64, f64),
        /// Rows of the evidence.
        evidence: &'static [&'static str],
    },
    /// No price, and why.
    None(&'static str),
}

/// One test of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleTest {
    /// The input.
    pub input: &'static str,
    /// csdup, jcl, sit, sit-macro or listing.
    pub kind: &'static str,
    /// SIT overrides that belong to the region of the deck; empty where there are none.
    pub sit: &'static str,
    /// The input is written as ISO 8859-1, not as UTF-8.
    pub latin1: bool,
    /// The CSD holds nothing but the input and what IBM supplies.
    pub whole: bool,
    /// The findings of this rule, in the order of the text; none when the rule must be silent.
    pub expect: &'static [Expected],
    /// Codes of the rules that fire beside it. No other may.
    pub also: &'static [&'static str],
}

/// One finding that a test of a rule expects.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// What it underlines.
    pub at: &'static str,
    /// Its severity, where it matters.
    pub severity: Option<Severity>,
    /// A part of its message or its help (or nothing).
    pub says: &'static str,
}
