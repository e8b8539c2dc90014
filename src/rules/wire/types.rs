//! The fields of a rule file. Their doc comments become the descriptions of `rules/rule.schema.json`.
//!
//! Untagged and flattened types are not used: they lose places. What may be a word or a table has a reader of its own
//! in `shape`.

#[cfg(test)]
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A rule of cicslint: what it checks, in words and as an expression, with its tests.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
#[cfg_attr(test, schemars(title = "A rule of cicslint"))]
pub(crate) struct RuleFile {
    /// Three capitals and three digits, stable for ever. Codes that begin with X are left to sites.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[A-Z]{3}[0-9]{3}$")))]
    pub(crate) code: Spanned<String>,
    /// Kebab-case: the name of the file without `.toml`.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[a-z0-9-]+$")))]
    pub(crate) name: Spanned<String>,
    /// One line, without a full stop at its end.
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub(crate) title: Spanned<String>,
    /// What the rule is about.
    pub(crate) category: Category,
    /// The severity of its findings at most.
    pub(crate) severity: Severity,
    /// How sure the rule is that what it finds is a fault.
    pub(crate) confidence: Confidence,
    /// Who wants to see it: `regular` rules run by default, `pedantic` ones in the profile `strict`, `auditor` ones in
    /// `strict` and in the profile of their category.
    #[serde(default)]
    pub(crate) persona: Persona,
    /// Releases of CICS TS in which it holds: comparisons, parted by commas, such as `>=4.1`.
    #[cfg_attr(test, schemars(with = "String"))]
    pub(crate) releases: Spanned<String>,
    /// A resource type, SIT or REGION. Native rules also have DECK, CSD, JCL and LISTING.
    #[cfg_attr(test, schemars(with = "String"))]
    pub(crate) applies_to: Spanned<String>,
    /// What an unknown result means: no finding, or one at advice level.
    #[cfg_attr(test, schemars(with = "Option<Unknown>"))]
    pub(crate) unknown: Option<Spanned<Unknown>>,
    /// The version of cicslint that first had the rule.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) since: Option<Spanned<String>>,
    /// The rule may still change: it runs only where it is selected by its own code or name.
    #[serde(default)]
    pub(crate) preview: bool,
    /// Why the rule goes away, and what to use instead.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) deprecated: Option<Spanned<String>>,
    /// Codes and names that it had before.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub(crate) renamed: Vec<Spanned<String>>,
    /// A guard: where it is not true, nothing is checked.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) when: Option<Spanned<String>>,
    /// True is a finding. `native` in rules that are written in Rust.
    #[cfg_attr(test, schemars(with = "String"))]
    pub(crate) check: Spanned<String>,
    /// What is underlined: attr.x, sit.x, name, group, first(TYPE where ...), or a list of them, of which the first that
    /// stands in a source counts.
    #[cfg_attr(test, schemars(with = "Option<At>"))]
    pub(crate) at: Option<Spanned<At>>,
    /// Other places that explain it.
    #[serde(default)]
    pub(crate) related: Vec<RelatedFile>,
    /// What is wrong, with expressions in braces.
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub(crate) message: Spanned<String>,
    /// What to do about it, with expressions in braces.
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub(crate) help: Spanned<String>,
    /// Where it was learnt.
    #[cfg_attr(test, schemars(with = "Vec<String>", length(min = 1)))]
    pub(crate) refs: Spanned<Vec<String>>,
    /// Markdown under the headings What it checks, Why, Example, Instead and (declared rules) Cost.
    #[cfg_attr(test, schemars(with = "String"))]
    pub(crate) explain: Spanned<String>,
    /// An edit that mends it. Native rules, which make theirs in Rust, give its safety only.
    #[cfg_attr(test, schemars(with = "Option<FixFile>"))]
    pub(crate) fix: Option<Spanned<FixFile>>,
    /// What a finding costs; required in declared rules.
    #[cfg_attr(test, schemars(with = "Option<CostFile>"))]
    pub(crate) cost: Option<Spanned<CostFile>>,
    /// At least one in which it fires, and one in which it is silent.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<TestFile>"))]
    pub(crate) test: Vec<Spanned<TestFile>>,
}

/// An enumeration with lower-case words.
macro_rules! words {
    ($(#[$of:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[cfg_attr(test, derive(JsonSchema))]
        pub(crate) enum $name { $($(#[$about])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// The word in the file.
            #[allow(dead_code, reason = "the build script and the loader each need some of them")]
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }
    };
}

words! {
    /// What a rule is about.
    Category {
        Syntax = "syntax",
        Correctness = "correctness",
        Reference = "reference",
        Performance = "performance",
        Storage = "storage",
        Recovery = "recovery",
        Security = "security",
        Migration = "migration",
        Style = "style",
    }
}

words! {
    /// How bad a finding is.
    Severity {
        /// Something to think about.
        Advice = "advice",
        /// Accepted by CICS, but harmful.
        Warning = "warning",
        /// CICS or DFHCSDUP refuses it, or tasks abend.
        Error = "error",
    }
}

words! {
    /// How sure a rule is.
    Confidence { Low = "low", Medium = "medium", High = "high", }
}

words! {
    /// Who wants to see a rule.
    #[derive(Default)]
    Persona { #[default] Regular = "regular", Pedantic = "pedantic", Auditor = "auditor", }
}

words! {
    /// What an unknown result means.
    Unknown { Skip = "skip", Report = "report", }
}

words! {
    /// Whether a fix may be applied unseen.
    Safety {
        /// It changes nothing but the fault.
        Safe = "safe",
        /// A person has to agree.
        Review = "review",
    }
}

words! {
    /// A consequence that no number fits.
    Consequence {
        RefusedAtStartup = "refused-at-startup",
        CommandRejected = "command-rejected",
        Abend = "abend",
        DataAtRisk = "data-at-risk",
        Security = "security",
        Queueing = "queueing",
    }
}

words! {
    /// What is compared by the model.
    WhatIf { Fix = "fix", }
}

words! {
    /// What a formula counts for.
    Per { Transaction = "transaction", Second = "second", }
}

/// One place or several.
#[derive(Clone, Debug)]
pub(crate) struct At(pub(crate) Vec<Spanned<String>>);

/// Another place that explains a finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
pub(crate) struct RelatedFile {
    /// As `at` of the rule, and also ref(...).
    #[cfg_attr(test, schemars(with = "String"))]
    pub(crate) at: Spanned<String>,
    /// What is to be seen there.
    #[cfg_attr(test, schemars(with = "String", length(min = 1)))]
    pub(crate) message: Spanned<String>,
}

/// An edit of the definition at hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
pub(crate) struct FixFile {
    /// Whether it may be applied unseen.
    pub(crate) safety: Safety,
    /// Attributes or parameters and their new values, with expressions in braces.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    pub(crate) set: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Attributes to take out.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub(crate) remove: Vec<Spanned<String>>,
}

/// What a finding costs. Exactly one of `what_if`, `consequence`, `per` and `none` says how.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
pub(crate) struct CostFile {
    /// The model as it is against the model with the fix.
    pub(crate) what_if: Option<WhatIf>,
    /// What happens, where no number fits.
    pub(crate) consequence: Option<Consequence>,
    /// With `consequence`: what the cure costs, in words.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) cure: Option<Spanned<String>>,
    /// A formula: what it counts for.
    pub(crate) per: Option<Per>,
    /// With `per`: CPU in microseconds.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) cpu_us: Option<Spanned<String>>,
    /// With `per`: latency in microseconds.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) latency_us: Option<Spanned<String>>,
    /// With `per`: factors for the low and the high end.
    #[cfg_attr(test, schemars(with = "Option<(f64, f64)>"))]
    pub(crate) range: Option<Spanned<(f64, f64)>>,
    /// With `per`: the rows of the evidence that it rests on.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub(crate) evidence: Option<Spanned<Vec<String>>>,
    /// Why there is no number.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(crate) none: Option<Spanned<String>>,
}

/// One test: exactly one input, or a deck and the SIT overrides of its region.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
pub(crate) struct TestFile {
    /// DFHCSDUP commands.
    pub(crate) deck: Option<String>,
    /// A job (native rules).
    pub(crate) jcl: Option<String>,
    /// SIT overrides as they stand in SYSIN.
    pub(crate) sit: Option<String>,
    /// DFHSIT macro source (native rules).
    pub(crate) sit_macro: Option<String>,
    /// A LIST report (native rules).
    pub(crate) listing: Option<String>,
    /// The CSD holds nothing but the deck and what IBM supplies.
    #[serde(default)]
    pub(crate) whole: bool,
    /// How the input is written before it is read: utf-8 (the default) or latin-1 (native rules).
    pub(crate) encoding: Option<TestEncoding>,
    /// `pass`, or what the rule finds, in the order of the text.
    pub(crate) expect: Expect,
    /// Codes of other rules that have to fire beside it (native rules; of declared ones no other rule is looked at).
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub(crate) also: Vec<Spanned<String>>,
}

words! {
    /// How the input of a test is written.
    TestEncoding { Utf8 = "utf-8", Latin1 = "latin-1", }
}

/// What a test expects: nothing, or these findings.
#[derive(Clone, Debug)]
pub(crate) struct Expect(pub(crate) Vec<ExpectedFile>);

/// One finding that a test expects.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(JsonSchema))]
pub(crate) struct ExpectedFile {
    /// The text that it underlines.
    pub(crate) at: String,
    /// Its severity.
    pub(crate) severity: Option<Severity>,
    /// A part of its message or its help.
    pub(crate) says: Option<String>,
}
