//! Resource types and attributes as small numbers, and the operands of the commands that are no DEFINE.

use crate::catalog::{self, Attribute, ResourceType};
use crate::syntax::Verb;
use crate::syntax::csdup::verbs;

/// A resource type, by its place in [`catalog::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u8);

impl TypeId {
    /// The type of this name, written out in full.
    pub fn of(name: &str) -> Option<Self> {
        catalog::types().iter().position(|kind| kind.name == name).map(|n| Self(n as u8))
    }

    /// The type that a keyword stands for, abbreviated or not.
    pub fn of_keyword(word: &str) -> Option<Self> {
        let kind = catalog::resource_type(word).found()?;
        place_in(catalog::types(), kind).map(|n| Self(n as u8))
    }

    /// Its entry in the catalogue.
    pub fn entry(self) -> &'static ResourceType {
        &catalog::types()[self.0 as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The attribute of this name, written out in full.
    pub fn attribute(self, name: &str) -> Option<AttributeId> {
        self.entry().attributes.iter().position(|a| a.name == name).map(|n| AttributeId(n as u16))
    }

    /// The attribute of this name, written out in full, in any case; quicker than [`TypeId::attribute`].
    pub fn attribute_in_full(self, word: &str) -> Option<AttributeId> {
        let entry = self.entry();
        let found = entry.attribute_in_full(word).filter(|found| found.name.eq_ignore_ascii_case(word))?;
        place_in(entry.attributes, found).map(|n| AttributeId(n as u16))
    }

    /// The attribute that a keyword stands for, abbreviated or not.
    pub fn attribute_of_keyword(self, word: &str) -> Option<AttributeId> {
        let entry = self.entry();
        let found = entry.attribute(word).found()?;
        place_in(entry.attributes, found).map(|n| AttributeId(n as u16))
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

/// The place of `item`, which is one of `all`, among them.
fn place_in<T>(all: &'static [T], item: &'static T) -> Option<usize> {
    let offset = (std::ptr::from_ref(item) as usize).checked_sub(all.as_ptr() as usize)?;
    let place = offset.checked_div(size_of::<T>())?;
    (place < all.len()).then_some(place)
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
        let command = catalog::command(verbs::name(verb)).found()?;
        Some(match command.operand(word).found()?.name {
            "AFTER" => Self::After,
            "ALL" => Self::All,
            "BEFORE" => Self::Before,
            "FROMCSD" => Self::Fromcsd,
            "GROUP" => Self::Group,
            "LIST" => Self::List,
            "MERGE" => Self::Merge,
            "REMOVE" => Self::Remove,
            "REPLACE" => Self::Replace,
            "TO" => Self::To,
            _ => return None,
        })
    }
}
