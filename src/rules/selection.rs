//! Which rules run: the profile, `select`, `ignore` and `only`.
//!
//! The most specific selector that names a rule decides: its code or name before a prefix, a longer prefix before
//! a shorter one, a prefix before a category, a category before `all`, `recommended` and `strict`. Between equals
//! `ignore` wins.
//!
//! A preview rule runs only where it is selected by its own code or name, and a rule of a site only where the
//! configuration (or the command line) names its folder.

use super::meta::{Rule, RuleId};
use super::registry::{all, by_code, by_name, by_old_word, rule};
use super::wire::Category;

/// The rules that run where nothing is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Profile {
    /// Rules for regular use.
    #[default]
    Recommended,
    /// Every rule, those for pedantic readers and auditors among them.
    Strict,
    /// The rules of a category, whoever they are for.
    Category(&'static str),
}

impl Profile {
    /// Their names.
    pub const NAMES: [&'static str; 5] = ["recommended", "strict", "security", "migration", "performance"];

    /// The profile of this name, in any case.
    pub fn parse(name: &str) -> Option<Self> {
        let known = Self::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name.trim()))?;
        Some(match known {
            "recommended" => Self::Recommended,
            "strict" => Self::Strict,
            category => Self::Category(category),
        })
    }

    /// Whether the rule is part of it.
    fn has(self, rule: &Rule) -> bool {
        !rule.preview
            && match self {
                Self::Recommended => rule.persona == "regular",
                Self::Strict => true,
                Self::Category(category) => rule.category == category,
            }
    }
}

/// A set of rules by one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Every rule.
    All,
    /// The rules of a profile.
    Profile(Profile),
    /// The rules of a category.
    Category(&'static str),
    /// The rules whose codes begin so, in capitals.
    Prefix(String),
    /// One rule, by its code or its name.
    Rule(RuleId),
}

/// A word that selects no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is no rule code, rule name, category, profile or beginning of a code{}",
    suggestion.map_or(String::new(), |s| format!("; did you mean {s:?}?")))]
pub struct UnknownSelector {
    /// The word.
    pub word: String,
    /// What was perhaps meant.
    pub suggestion: Option<&'static str>,
}

/// Every category.
pub(super) const CATEGORIES: [Category; 9] = [
    Category::Syntax,
    Category::Correctness,
    Category::Reference,
    Category::Performance,
    Category::Storage,
    Category::Recovery,
    Category::Security,
    Category::Migration,
    Category::Style,
];

impl Selector {
    /// Reads one word: `all`, a category, a profile, a code, a name, or the beginning of a code. Case does not matter.
    /// A code or name that a rule had before stands for it still.
    pub fn parse(word: &str) -> Result<Self, UnknownSelector> {
        let word = word.trim();
        if word.eq_ignore_ascii_case("all") {
            return Ok(Self::All);
        }
        if let Some(id) = by_code(word).or_else(|| by_name(word)) {
            return Ok(Self::Rule(id));
        }
        if let Some(category) = CATEGORIES.iter().find(|known| known.word().eq_ignore_ascii_case(word)) {
            return Ok(Self::Category(category.word()));
        }
        if let Some(profile) = Profile::parse(word) {
            return Ok(Self::Profile(profile));
        }
        let prefix = word.to_ascii_uppercase();
        if !prefix.is_empty() && all().iter().any(|rule| rule.code.starts_with(&prefix)) {
            return Ok(Self::Prefix(prefix));
        }
        if let Some(id) = by_old_word(word) {
            return Ok(Self::Rule(id));
        }
        Err(UnknownSelector { word: word.to_owned(), suggestion: nearest(word) })
    }

    /// The rule, where it names exactly one.
    pub fn rule(&self) -> Option<&'static Rule> {
        match self {
            Self::Rule(id) => Some(rule(*id)),
            Self::All | Self::Profile(_) | Self::Category(_) | Self::Prefix(_) => None,
        }
    }

    /// What the user should know about `word`, which gave this selector: that the rule has another name now, or that
    /// it goes away.
    pub fn remark(&self, word: &str) -> Option<String> {
        let rule = self.rule()?;
        let word = word.trim();
        if !rule.deprecated.is_empty() {
            return Some(format!("{} {} is deprecated: {}", rule.code, rule.name, rule.deprecated));
        }
        let old = rule.renamed.iter().find(|old| old.eq_ignore_ascii_case(word))?;
        Some(format!("{old} is now {} {}", rule.code, rule.name))
    }

    /// Whether it names the rule.
    pub fn names(&self, id: RuleId) -> bool {
        self.rank(id, rule(id)).is_some()
    }

    /// How narrowly it names `rule`, or `None` where it does not.
    pub(super) fn rank(&self, id: RuleId, rule: &Rule) -> Option<u32> {
        match self {
            Self::Rule(one) => (*one == id).then_some(100),
            _ if rule.preview => None,
            Self::All => Some(0),
            Self::Profile(profile) => profile.has(rule).then_some(0),
            Self::Category(category) => (rule.category == *category).then_some(1),
            Self::Prefix(prefix) => rule.code.starts_with(prefix.as_str()).then_some(1 + prefix.len() as u32),
        }
    }
}

/// The code, name, category or profile that is nearest to `word`.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    let wide = CATEGORIES.iter().map(|category| category.word()).chain(Profile::NAMES);
    all()
        .iter()
        .flat_map(|rule| [rule.code, rule.name])
        .chain(wide)
        .map(|known| (strsim::jaro_winkler(&lower, &known.to_ascii_lowercase()), known))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

/// What the user says of the rules that run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The rules that run where nothing else is said.
    pub profile: Profile,
    /// Exactly these, in place of the profile, where it is not empty.
    pub only: Vec<Selector>,
    /// Rules that run too.
    pub select: Vec<Selector>,
    /// Rules that do not run.
    pub ignore: Vec<Selector>,
    /// The rules of the site.
    pub site: Vec<RuleId>,
}

/// The rules that are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    on: Box<[bool]>,
}

impl Default for Selection {
    /// Every rule for regular use that comes with cicslint.
    fn default() -> Self {
        Self::new(&Choice::default())
    }
}

impl Selection {
    /// Every rule, those of a site and those in preview among them.
    pub fn everything() -> Self {
        Self { on: vec![true; all().len()].into() }
    }

    /// The rules of `choice`.
    pub fn new(choice: &Choice) -> Self {
        let is_on = |(index, rule): (usize, &Rule)| {
            let id = RuleId(index as u16);
            if rule.origin.is_some() && !choice.site.contains(&id) {
                return false;
            }
            let narrowest = |selectors: &[Selector]| selectors.iter().filter_map(|s| s.rank(id, rule)).max();
            let (wanted, unwanted) = (narrowest(&choice.select), narrowest(&choice.ignore));
            if wanted.is_some() || unwanted.is_some() {
                wanted > unwanted
            } else if choice.only.is_empty() {
                choice.profile.has(rule)
            } else {
                narrowest(&choice.only).is_some()
            }
        };
        Self { on: all().iter().enumerate().map(is_on).collect() }
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
        assert_eq!(Selector::parse("storage"), Ok(Selector::Category("storage")));
        assert_eq!(Selector::parse("Strict"), Ok(Selector::Profile(Profile::Strict)));
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
            let choice = Choice {
                only: selectors(only),
                select: selectors(select),
                ignore: selectors(ignore),
                ..Choice::default()
            };
            let selection = Selection::new(&choice);
            assert_eq!(selection.wants(rule), *expected, "only {only:?} select {select:?} ignore {ignore:?}");
        }
    }

    #[test]
    fn profiles_choose_by_persona_and_category() {
        let with = |profile| Selection::new(&Choice { profile, ..Choice::default() });
        let pedantic = ids::LOWER_CASE_KEPT;
        for (name, number) in [("regular", 0), ("pedantic", 1)] {
            let id = super::super::numbers().find(|id| rule(*id).persona == name);
            let Some(id) = id else { continue };
            assert_eq!(with(Profile::Recommended).wants(id), number == 0);
            assert!(with(Profile::Strict).wants(id));
        }
        assert!(with(Profile::Category("style")).wants(pedantic));
        assert!(!with(Profile::Category("security")).wants(pedantic));
        for name in Profile::NAMES {
            assert!(Profile::parse(name).is_some());
        }
    }

    #[test]
    fn a_preview_rule_is_selected_by_its_own_name_only() {
        let id = ids::UNKNOWN_ATTRIBUTE;
        let preview = Rule { preview: true, ..*rule(id) };
        for word in ["all", "strict", "syntax", "RDO"] {
            assert_eq!(Selector::parse(word).unwrap().rank(id, &preview), None, "{word}");
        }
        assert!(Selector::parse("RDO101").unwrap().rank(id, &preview).is_some());
        assert!(!Profile::Strict.has(&preview));
    }
}
