//! Which rules run: `--select`, `--ignore` and `--only`.
//!
//! The most specific selector that names a rule decides: its code or name before a prefix, a longer prefix before
//! a shorter one, a prefix before a category, a category before `all`. Between equals `ignore` wins.

use super::meta::{Rule, RuleId};
use super::registry::{all, by_code, by_name};

/// A set of rules by one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Every rule.
    All,
    /// The rules of a category.
    Category(&'static str),
    /// The rules whose codes begin so, in capitals.
    Prefix(String),
    /// One rule, by its code or its name.
    Rule(RuleId),
}

/// A word that selects no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is no rule code, rule name, category or beginning of a code{}",
    suggestion.map_or(String::new(), |s| format!("; did you mean {s:?}?")))]
pub struct UnknownSelector {
    /// The word.
    pub word: String,
    /// What was perhaps meant.
    pub suggestion: Option<&'static str>,
}

impl Selector {
    /// Reads one word: `all`, a category, a code, a name, or the beginning of a code. Case does not matter.
    pub fn parse(word: &str) -> Result<Self, UnknownSelector> {
        let word = word.trim();
        if word.eq_ignore_ascii_case("all") {
            return Ok(Self::All);
        }
        if let Some(id) = by_code(word).or_else(|| by_name(word)) {
            return Ok(Self::Rule(id));
        }
        if let Some(rule) = all().iter().find(|rule| rule.category.eq_ignore_ascii_case(word)) {
            return Ok(Self::Category(rule.category));
        }
        let prefix = word.to_ascii_uppercase();
        if !prefix.is_empty() && all().iter().any(|rule| rule.code.starts_with(&prefix)) {
            return Ok(Self::Prefix(prefix));
        }
        Err(UnknownSelector { word: word.to_owned(), suggestion: nearest(word) })
    }

    /// The rule, where it names exactly one.
    pub fn rule(&self) -> Option<&'static Rule> {
        match self {
            Self::Rule(id) => Some(super::rule(*id)),
            Self::All | Self::Category(_) | Self::Prefix(_) => None,
        }
    }

    /// How narrowly it names `rule`, or `None` where it does not.
    pub(super) fn rank(&self, id: RuleId, rule: &Rule) -> Option<u32> {
        match self {
            Self::All => Some(0),
            Self::Category(category) => (rule.category == *category).then_some(1),
            Self::Prefix(prefix) => rule.code.starts_with(prefix.as_str()).then_some(1 + prefix.len() as u32),
            Self::Rule(one) => (*one == id).then_some(100),
        }
    }
}

/// The code, name or category that is nearest to `word`.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    all()
        .iter()
        .flat_map(|rule| [rule.code, rule.name, rule.category])
        .map(|known| (strsim::jaro_winkler(&lower, &known.to_ascii_lowercase()), known))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

/// The rules that are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    on: Box<[bool]>,
}

impl Default for Selection {
    /// Every rule for regular use.
    fn default() -> Self {
        Self { on: all().iter().map(|rule| rule.persona == "regular").collect() }
    }
}

impl Selection {
    /// Every rule.
    pub fn everything() -> Self {
        Self { on: vec![true; all().len()].into() }
    }

    /// The default rules, or exactly those of `only` where it is not empty; then `select` switches rules on
    /// and `ignore` switches them off.
    pub fn new(only: &[Selector], select: &[Selector], ignore: &[Selector]) -> Self {
        let mut selection = Self::default();
        for (index, rule) in all().iter().enumerate() {
            let id = RuleId(index as u16);
            let narrowest = |selectors: &[Selector]| selectors.iter().filter_map(|s| s.rank(id, rule)).max();
            if !only.is_empty() {
                selection.on[index] = narrowest(only).is_some();
            }
            let (wanted, unwanted) = (narrowest(select), narrowest(ignore));
            if wanted.is_some() || unwanted.is_some() {
                selection.on[index] = wanted > unwanted;
            }
        }
        selection
    }

    /// Whether the rule of `finding` runs.
    pub fn wants_finding(&self, finding: &super::Finding) -> bool {
        self.wants(RuleId::of(finding))
    }

    /// Whether the rule runs.
    pub fn wants(&self, id: RuleId) -> bool {
        self.on.get(id.index() as usize).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ids;

    fn selectors(words: &[&str]) -> Vec<Selector> {
        words.iter().map(|word| Selector::parse(word).unwrap()).collect()
    }

    #[test]
    fn words_select_rules() {
        assert_eq!(Selector::parse("ALL"), Ok(Selector::All));
        assert_eq!(Selector::parse("rdo101"), Ok(Selector::Rule(ids::UNKNOWN_ATTRIBUTE)));
        assert_eq!(Selector::parse("unknown-attribute"), Ok(Selector::Rule(ids::UNKNOWN_ATTRIBUTE)));
        assert_eq!(Selector::parse("rdo"), Ok(Selector::Prefix("RDO".to_owned())));
        assert_eq!(Selector::parse("syntax"), Ok(Selector::Category("syntax")));
        let unknown = Selector::parse("unknown-atribute").unwrap_err();
        assert_eq!(unknown.suggestion, Some("unknown-attribute"));
        assert!(unknown.to_string().contains("did you mean"), "{unknown}");
        assert!(Selector::parse("").is_err());
    }

    /// only, select, ignore, whether the rule is on then
    type Case = (&'static [&'static str], &'static [&'static str], &'static [&'static str], bool);

    #[test]
    fn the_narrowest_selector_decides() {
        let rule = ids::UNKNOWN_ATTRIBUTE;
        let cases: &[Case] = &[
            (&[], &[], &[], true),
            (&[], &[], &["all"], false),
            (&[], &[], &["RDO"], false),
            (&[], &["RDO101"], &["RDO"], true),
            (&[], &["RDO"], &["RDO101"], false),
            (&[], &["RDO"], &["RDO"], false),
            (&[], &["RDO1"], &["RDO"], true),
            (&["CSD"], &[], &[], false),
            (&["RDO101"], &[], &[], true),
            (&["RDO"], &[], &["unknown-attribute"], false),
        ];
        for (only, select, ignore, expected) in cases {
            let selection = Selection::new(&selectors(only), &selectors(select), &selectors(ignore));
            assert_eq!(selection.wants(rule), *expected, "only {only:?} select {select:?} ignore {ignore:?}");
        }
    }
}
