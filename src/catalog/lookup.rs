//! From a keyword as it is written to the entry of the catalogue.
//!
//! A full keyword costs one hash and one comparison, whatever its case. Only a word that is no full keyword is
//! looked for as an abbreviation, as DFHCSDUP reads them:
//!
//! - A full keyword wins over every longer keyword that it begins (`TYPE` beside `TYPEFILE`).
//! - A word that begins exactly one keyword stands for it.
//! - Where IBM's diagrams show a shortest form, a shorter word does not count beside others that are long enough:
//!   `MQ` is MQCONN although it begins MQMONITOR (shortest form `MQMON`). If it begins nothing else it is
//!   reported as [`Lookup::TooShort`].
//! - Obsolete attributes (accepted with PARM COMPAT only), attributes of later releases and the fields that CICS
//!   keeps itself never make an abbreviation ambiguous; they are looked at when nothing else fits. The same goes
//!   for resource types that 5.4 does not have.
//!
//! SIT parameters have no abbreviations but the few that the data name (SI, CN).

use super::suggest::suggestion;
use super::tables::{CEDA_ONLY, COMMANDS, SIT, SIT_INDEX, TYPE_INDEX, TYPES};
use super::types::{
    Attribute, CommandSyntax, KeywordIndex, Lookup, OperandSyntax, ResourceType, SitParameter, Word,
};

/// All resource types, by name.
pub fn types() -> &'static [ResourceType] {
    &TYPES
}

/// All SIT parameters, by name.
pub fn sit_parameters() -> &'static [SitParameter] {
    &SIT
}

/// All commands of DFHCSDUP, by name.
pub fn commands() -> &'static [CommandSyntax] {
    &COMMANDS
}

/// The words that are commands of CEDA and none of DFHCSDUP.
pub fn ceda_only() -> &'static [&'static str] {
    CEDA_ONLY
}

/// The resource type that `word` stands for.
pub fn resource_type(word: &str) -> Lookup<ResourceType> {
    TYPE_INDEX.look_up(word, &TYPES)
}

/// The SIT parameter that `word` names; `SI`, `CN` count as abbreviations, `SPCTRAP` is SPCTRxx in full.
pub fn sit_parameter(word: &str) -> Lookup<SitParameter> {
    match SIT_INDEX.find(word) {
        Some(found) => found.answer(&SIT),
        None => Lookup::Unknown(
            family(word).or_else(|| SIT.get(usize::from(suggestion(word, &SIT_INDEX)?.entry))),
        ),
    }
}

/// The parameter with a variable end (SPCTRxx, STNTRxx, SKRxxxx) that `word` is an unknown member of.
fn family(word: &str) -> Option<&'static SitParameter> {
    SIT.iter().filter(|entry| !entry.suffixes.is_empty()).find(|entry| {
        let stem = entry.name.trim_end_matches('x');
        word.len() > stem.len()
            && word.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem))
    })
}

/// The command that `word` stands for.
pub fn command(word: &str) -> Lookup<CommandSyntax> {
    scan(word, COMMANDS.iter(), |command| (command.name, command.min_abbreviation))
}

impl ResourceType {
    /// The attribute that `word` stands for.
    pub fn attribute(&'static self, word: &str) -> Lookup<Attribute> {
        self.index.look_up(word, self.attributes)
    }

    /// The attribute that `word` is in full; cheaper than [`ResourceType::attribute`] where it is none.
    pub fn attribute_in_full(&'static self, word: &str) -> Option<&'static Attribute> {
        self.attributes.get(usize::from(self.index.find(word)?.entry))
    }
}

impl CommandSyntax {
    /// The operand that `word` stands for (other than the resource and its attributes).
    pub fn operand(&'static self, word: &str) -> Lookup<OperandSyntax> {
        scan(word, self.operands.iter(), |operand| (operand.name, operand.min_abbreviation))
    }
}

impl<T: 'static> Lookup<T> {
    /// The entry, where `word` stands for exactly one, be it too short or not.
    pub fn found(&self) -> Option<&'static T> {
        match self {
            Lookup::Full(entry) | Lookup::Abbreviation(entry) | Lookup::TooShort(entry) => Some(entry),
            Lookup::Ambiguous(_) | Lookup::Unknown(_) => None,
        }
    }
}

impl Word {
    fn answer<T>(&self, entries: &'static [T]) -> Lookup<T> {
        match entries.get(usize::from(self.entry)) {
            Some(entry) if self.alias => Lookup::Abbreviation(entry),
            Some(entry) => Lookup::Full(entry),
            None => Lookup::Unknown(None),
        }
    }
}

impl KeywordIndex {
    /// The keyword that is `word`, in any case.
    #[inline]
    pub(super) fn find(&self, word: &str) -> Option<&'static Word> {
        let hash = super::hash::keyword_hash(word.as_bytes(), self.seed);
        let slot = super::hash::place(hash, self.shift, self.moves, self.slots.len());
        let found = self.words.get(usize::from(*self.slots.get(slot)?))?;
        (found.text == word || found.text.eq_ignore_ascii_case(word)).then_some(found)
    }

    fn look_up<T>(&self, word: &str, entries: &'static [T]) -> Lookup<T> {
        match self.find(word) {
            Some(found) => found.answer(entries),
            None => self.abbreviation(word, entries),
        }
    }

    #[cold]
    fn abbreviation<T>(&self, word: &str, entries: &'static [T]) -> Lookup<T> {
        let begun = self.begun_by(word);
        let entry = |word: &Word| entries.get(usize::from(word.entry));
        for rank in 0..=1 {
            let group = || begun.iter().filter(move |candidate| candidate.rank == rank);
            let long_enough = || group().filter(|candidate| usize::from(candidate.min) <= word.len());
            let mut best = long_enough();
            if let (Some(only), None) = (best.next(), best.next()) {
                return entry(only).map_or(Lookup::Unknown(None), Lookup::Abbreviation);
            }
            match group().count() {
                0 => {}
                1 => return group().find_map(entry).map_or(Lookup::Unknown(None), Lookup::TooShort),
                _ => return Lookup::Ambiguous(group().filter_map(entry).collect()),
            }
        }
        Lookup::Unknown(suggestion(word, self).and_then(entry))
    }

    /// The keywords that `word` begins: neighbours in alphabetical order.
    fn begun_by(&self, word: &str) -> &'static [Word] {
        if word.is_empty() {
            return &[];
        }
        let folded = |text: &str| {
            text.bytes()
                .map(|byte| byte.to_ascii_uppercase())
                .take(word.len())
                .cmp(word.bytes().map(|byte| byte.to_ascii_uppercase()))
        };
        let first = self.words.partition_point(|candidate| folded(candidate.text).is_lt());
        let rest = self.words.get(first..).unwrap_or(&[]);
        let count = rest.partition_point(|candidate| folded(candidate.text).is_eq());
        rest.get(..count).unwrap_or(&[])
    }
}

/// The look-up in a handful of keywords that each have a shortest form.
fn scan<T>(
    word: &str,
    entries: std::slice::Iter<'static, T>,
    names: fn(&'static T) -> (&'static str, &'static str),
) -> Lookup<T> {
    let begins = |name: &str| {
        name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) && !word.is_empty()
    };
    if let Some(full) = entries.clone().find(|entry| names(entry).0.eq_ignore_ascii_case(word)) {
        return Lookup::Full(full);
    }
    let begun: Vec<_> = entries.clone().filter(|entry| begins(names(entry).0)).collect();
    let mut long_enough = begun.iter().filter(|entry| names(entry).1.len() <= word.len());
    if let (Some(only), None) = (long_enough.next(), long_enough.next()) {
        return Lookup::Abbreviation(only);
    }
    match begun.as_slice() {
        [] => {
            let near = super::suggest::nearest(word, entries.clone().map(|entry| names(entry).0));
            Lookup::Unknown(near.and_then(|name| entries.clone().find(|entry| names(entry).0 == name)))
        }
        [only] => Lookup::TooShort(only),
        _ => Lookup::Ambiguous(begun),
    }
}
