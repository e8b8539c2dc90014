//! Resource types and attributes as small numbers, and the operands of the commands that are no DEFINE.

use crate::catalog::{self, Attribute, Lookup, ResourceType};
use crate::syntax::Verb;

/// A resource type, by its place in [`catalog::resource_types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u8);

impl TypeId {
    /// The type of this name, written out in full.
    pub fn of(name: &str) -> Option<Self> {
        catalog::resource_types().iter().position(|kind| kind.name == name).map(|n| Self(n as u8))
    }

    /// The type that a keyword stands for, abbreviated or not.
    pub fn of_keyword(word: &str) -> Option<Self> {
        let kind = unique(catalog::resource_type(word))?;
        Self::of(kind.name)
    }

    /// Its entry in the catalogue.
    pub fn entry(self) -> &'static ResourceType {
        &catalog::resource_types()[self.0 as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The attribute of this name, written out in full.
    pub fn attribute(self, name: &str) -> Option<AttributeId> {
        self.entry().attributes.iter().position(|a| a.name == name).map(|n| AttributeId(n as u16))
    }

    /// The attribute that a keyword stands for, abbreviated or not.
    pub fn attribute_of_keyword(self, word: &str) -> Option<AttributeId> {
        let entry = self.entry();
        let found = unique(entry.attribute(word))?;
        entry.attributes.iter().position(|a| std::ptr::eq(a, found)).map(|n| AttributeId(n as u16))
    }
}

/// An attribute, by its place among those of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeId(pub u16);

impl AttributeId {
    /// Its entry in the catalogue.
    pub fn entry(self, kind: TypeId) -> Option<&'static Attribute> {
        kind.entry().attributes.get(self.0 as usize)
    }
}

/// What a keyword means, where that is beyond doubt.
fn unique<T>(lookup: Lookup<T>) -> Option<&'static T> {
    match lookup {
        Lookup::Full(found) | Lookup::Abbreviation(found) | Lookup::TooShort(found) => Some(found),
        Lookup::Ambiguous(_) | Lookup::Unknown(_) => None,
    }
}

/// The operands of commands, beside resource types and attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    After,
    All,
    Before,
    Fromcsd,
    Group,
    List,
    Merge,
    Remove,
    Replace,
    To,
}

impl Keyword {
    /// The operand of `verb` that `word` stands for, abbreviated or not.
    pub(super) fn of(verb: Verb, word: &str) -> Option<Self> {
        use Keyword::{After, All, Before, Fromcsd, Group, List, Merge, Remove, Replace, To};
        // The shortest form of each, as the syntax diagrams show it.
        let operands: &[(&str, usize, Keyword)] = match verb {
            Verb::Define | Verb::Userdefine | Verb::Alter => &[("GROUP", 1, Group)],
            Verb::Add => {
                &[("GROUP", 1, Group), ("LIST", 1, List), ("AFTER", 1, After), ("BEFORE", 1, Before)]
            }
            Verb::Remove => &[("GROUP", 1, Group), ("LIST", 1, List)],
            Verb::Append => &[("LIST", 1, List), ("TO", 1, To), ("FROMCSD", 2, Fromcsd)],
            Verb::Copy => &[
                ("GROUP", 1, Group),
                ("TO", 2, To),
                ("MERGE", 1, Merge),
                ("REPLACE", 1, Replace),
                ("FROMCSD", 2, Fromcsd),
            ],
            Verb::Delete => &[("GROUP", 1, Group), ("LIST", 1, List), ("ALL", 2, All), ("REMOVE", 1, Remove)],
            _ => &[],
        };
        operands
            .iter()
            .find(|(full, shortest, _)| {
                word.len() >= *shortest
                    && full.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            })
            .map(|(_, _, keyword)| *keyword)
    }
}
