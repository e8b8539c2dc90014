//! The effective value of an attribute, and where it comes from.

use super::derived;
use crate::csd::{AttributeId, Base, Decks, Definition, Place, Role, Sym, is_symbolic};
use std::borrow::Cow;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The DEFINE gives it.
    Explicit,
    /// An ALTER gives it.
    Altered,
    /// The definition USER of group USERDEF gives it, for a USERDEFINE.
    UserDefault,
    /// It is one of IBM's definitions, as a CSD of 5.3 prints it.
    Supplied,
    /// The default of 5.4.
    Default,
    /// A default that depends on something else; the note says on what.
    Derived,
    /// Nobody can say without the running region; the note says why.
    Unknown,
}

impl Origin {
    /// The word for it in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Altered => "altered",
            Self::UserDefault => "user-default",
            Self::Supplied => "ibm-supplied",
            Self::Default => "default",
            Self::Derived => "derived",
            Self::Unknown => "unknown",
        }
    }
}

/// The effective value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective<'a> {
    /// The value, folded as CICS folds it; `None` where it is not known, or where the attribute has none.
    pub value: Option<Cow<'a, str>>,
    /// Where it comes from.
    pub origin: Origin,
    /// Where it is given.
    pub place: Option<Place>,
    /// The value as a name, where it is one that a deck gives.
    pub name: Sym,
    /// What the value depends on, or why it is not known.
    pub note: Cow<'static, str>,
}

impl Effective<'_> {
    /// Whether a command gives it.
    pub const fn is_given(&self) -> bool {
        matches!(self.origin, Origin::Explicit | Origin::Altered | Origin::UserDefault | Origin::Supplied)
    }

    /// Whether its value is known to be absent: nothing is given, and there is no default.
    pub const fn is_absent(&self) -> bool {
        self.value.is_none() && !matches!(self.origin, Origin::Unknown)
    }

    /// Whether it is known to have this value.
    pub fn is(&self, value: &str) -> bool {
        self.value.as_deref() == Some(value)
    }

    pub(super) fn of(
        origin: Origin,
        value: Option<Cow<'_, str>>,
        note: impl Into<Cow<'static, str>>,
    ) -> Effective<'_> {
        Effective { value, origin, place: None, name: Sym::NONE, note: note.into() }
    }
}

/// The effective value of an attribute of a definition.
pub fn effective<'a>(decks: &'a Decks, definition: &Definition, attribute: AttributeId) -> Effective<'a> {
    given(decks, definition, attribute).unwrap_or_else(|| {
        let kind = definition.kind;
        let Some(entry) = attribute.entry(kind) else { return Effective::of(Origin::Unknown, None, "") };
        derived::attribute(decks, definition, entry.name)
            .unwrap_or_else(|| Effective::of(Origin::Default, entry.default.map(Cow::Borrowed), ""))
    })
}

/// The value of an attribute as it is given, or `None` where it is not, or put back to its default.
pub fn given<'a>(decks: &'a Decks, definition: &Definition, attribute: AttributeId) -> Option<Effective<'a>> {
    let kind = definition.kind;
    let Some(explicit) = definition.explicit(decks, attribute) else {
        return supplied(definition, attribute);
    };
    if explicit.given.null {
        return None;
    }
    let value = decks.value(explicit.at.deck, kind, explicit.given);
    let place = Some(decks.place(explicit.at.deck, explicit.given.span));
    let origin = match explicit.role {
        Role::Define => Origin::Explicit,
        Role::Alter => Origin::Altered,
        Role::UserDefault => Origin::UserDefault,
    };
    if is_symbolic(&value) {
        let note = format!("{value} is a symbol that an install job replaces");
        return Some(Effective {
            value: None,
            origin: Origin::Unknown,
            place,
            name: Sym::NONE,
            note: note.into(),
        });
    }
    Some(Effective { value: Some(value), origin, place, name: explicit.given.name, note: Cow::Borrowed("") })
}

/// The value in a definition of IBM's. Of those whose attributes are not known nothing is known.
fn supplied(definition: &Definition, attribute: AttributeId) -> Option<Effective<'static>> {
    let Base::Supplied(id) = definition.base else { return None };
    let entry = id.entry();
    let name = attribute.entry(definition.kind)?.name;
    if entry.attributes.is_empty() {
        return Some(Effective::of(
            Origin::Unknown,
            None,
            "the attributes of this IBM definition are not known",
        ));
    }
    let (_, value) = entry.attributes.iter().find(|(attribute, _)| *attribute == name)?;
    Some(Effective::of(Origin::Supplied, Some(Cow::Borrowed(value)), "as a CSD of CICS TS 5.3 prints it"))
}
