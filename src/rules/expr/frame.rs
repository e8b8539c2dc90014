//! The attributes of one definition as values, decoded when they are first read.
//!
//! A frame is made once for a type and set to one definition after another, so that nothing is allocated for a
//! definition. Which attributes are given is a mask that is made by one walk over the commands; a value is decoded
//! only when an expression asks for it.

use super::types::{self, Base, Ty, is_closed};
use super::value::Value;
use crate::catalog::{self, Domain};
use crate::csd::{AttributeId, Base as Origin, DeckId, Decks, Definition, Given, Sym, TypeId, is_symbolic};
use crate::region;
use bumpalo::Bump;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::OnceLock;

/// Which attributes of a type are given: bit n stands for the attribute n.
pub(in crate::rules) type Mask = u128;

/// The bit of an attribute. No type has more than 128 attributes; a test holds the catalogue to it.
pub(super) const fn bit(attribute: AttributeId) -> Mask {
    1 << (attribute.0 & 127)
}

/// What an attribute has that is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DefaultOf {
    /// Always this.
    Fixed(Value<'static>),
    /// It depends.
    Derived,
}

/// The defaults of the attributes of a type.
pub(super) fn defaults(kind: TypeId) -> &'static [DefaultOf] {
    static TABLES: OnceLock<Vec<OnceLock<Vec<DefaultOf>>>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| catalog::types().iter().map(|_| OnceLock::new()).collect());
    let table = tables.get(kind.0 as usize);
    table.map_or(&[], |table| {
        table.get_or_init(|| {
            let attributes = kind.entry().attributes.iter();
            attributes
                .map(|attribute| match attribute.default {
                    _ if region::is_derived(kind, attribute.name) => DefaultOf::Derived,
                    None => DefaultOf::Fixed(Value::Absent),
                    Some(text) => DefaultOf::Fixed(fixed(&attribute.domain, text)),
                })
                .collect()
        })
    })
}

/// How the attributes of a definition are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// No definition: nothing is given.
    Bare,
    /// From the commands that made it.
    Commands,
    /// It began as one of IBM's.
    Supplied,
}

/// The attributes of one definition.
pub struct Frame<'v> {
    decks: &'v Decks,
    arena: &'v Bump,
    kind: TypeId,
    defaults: &'static [DefaultOf],
    definition: Cell<Option<&'v Definition>>,
    mode: Cell<Mode>,
    given: Cell<Mask>,
    /// Counts the definitions: a slot that was filled for another one is empty.
    turn: Cell<u32>,
    slots: Vec<Cell<Slot<'v>>>,
}

/// A decoded value, and for which of the definitions.
#[derive(Clone, Copy)]
struct Slot<'v> {
    turn: u32,
    value: Value<'v>,
}

impl std::fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame")
            .field("kind", &self.kind.name())
            .field("definition", &self.definition)
            .finish()
    }
}

impl<'v> Frame<'v> {
    /// For definitions of this type, with nothing given yet.
    pub fn new(decks: &'v Decks, arena: &'v Bump, kind: TypeId) -> Self {
        let count = kind.entry().attributes.len();
        Self {
            decks,
            arena,
            kind,
            defaults: defaults(kind),
            definition: Cell::new(None),
            mode: Cell::new(Mode::Bare),
            given: Cell::new(0),
            turn: Cell::new(1),
            slots: vec![Cell::new(Slot { turn: 0, value: Value::Unknown }); count],
        }
    }

    /// Turns to a definition, which must be of the frame's type.
    pub fn set(&self, definition: &'v Definition) {
        self.set_known(definition, mask_of(self.decks, definition));
    }

    /// The same, where it is known which attributes are given.
    pub(in crate::rules) fn set_known(&self, definition: &'v Definition, given: Mask) {
        debug_assert_eq!(definition.kind, self.kind);
        self.definition.set(Some(definition));
        self.next_turn();
        self.given.set(given);
        let supplied = matches!(definition.base, Origin::Supplied(_));
        self.mode.set(if supplied { Mode::Supplied } else { Mode::Commands });
    }

    /// Empties the slots: by counting on, and one by one where the count begins anew.
    fn next_turn(&self) {
        let next = self.turn.get().checked_add(1).unwrap_or_else(|| {
            self.slots.iter().for_each(|slot| slot.set(Slot { turn: 0, value: Value::Unknown }));
            1
        });
        self.turn.set(next);
    }

    /// The definition.
    pub fn definition(&self) -> Option<&'v Definition> {
        self.definition.get()
    }

    pub(super) fn arena(&self) -> &'v Bump {
        self.arena
    }

    /// The name of the definition.
    pub(super) fn name(&self) -> Value<'v> {
        self.definition.get().map_or(Value::Unknown, |definition| self.sure(definition, definition.name))
    }

    /// Its group.
    pub(super) fn group(&self) -> Value<'v> {
        self.definition.get().map_or(Value::Unknown, |definition| self.sure(definition, definition.group))
    }

    /// A name, unless it holds a symbol that an install job replaces.
    fn sure(&self, definition: &Definition, name: Sym) -> Value<'v> {
        let may_be_symbolic = match definition.made_by().and_then(|step| self.decks.step(step)) {
            Some(step) => step.symbolic || definition.copied_by().is_some(),
            None => false,
        };
        let text = self.decks.text(name);
        if may_be_symbolic && is_symbolic(text) { Value::Unknown } else { Value::Text(text) }
    }

    /// Whether a source gives the attribute.
    pub(super) fn given(&self, attribute: AttributeId) -> Value<'v> {
        match (self.mode.get(), self.definition.get()) {
            (Mode::Supplied, Some(definition)) => given_in(self.decks, definition, attribute),
            _ => Value::Bool(self.given.get() & bit(attribute) != 0),
        }
    }

    /// The effective value of the attribute.
    #[inline]
    pub(super) fn attribute(&self, attribute: AttributeId) -> Value<'v> {
        match self.slots.get(attribute.0 as usize).map(Cell::get) {
            Some(slot) if slot.turn == self.turn.get() => slot.value,
            _ => self.decode(attribute),
        }
    }

    /// The value, where it is a number that is known.
    #[inline]
    pub(super) fn number(&self, attribute: AttributeId) -> Option<i64> {
        match self.attribute(attribute) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    #[inline(never)]
    fn decode(&self, attribute: AttributeId) -> Value<'v> {
        let place = attribute.0 as usize;
        let value = match (self.mode.get(), self.definition.get()) {
            (Mode::Supplied, Some(definition)) => value_of(self.decks, self.arena, definition, attribute),
            (_, definition) if self.given.get() & bit(attribute) == 0 => {
                match (self.defaults.get(place), definition) {
                    (Some(DefaultOf::Fixed(value)), _) => *value,
                    (_, Some(definition)) => value_of(self.decks, self.arena, definition, attribute),
                    _ => Value::Unknown,
                }
            }
            _ => self.decode_given(attribute),
        };
        if let Some(slot) = self.slots.get(place) {
            slot.set(Slot { turn: self.turn.get(), value });
        }
        value
    }

    fn decode_given(&self, attribute: AttributeId) -> Value<'v> {
        let (Some(definition), Some(entry)) = (self.definition.get(), attribute.entry(self.kind)) else {
            return Value::Unknown;
        };
        let (given, deck) = match definition.base {
            Origin::Step(step) if definition.is_plain() => {
                let given = self.decks.given(step).rev().find(|given| given.attribute == attribute);
                (given, step.deck)
            }
            _ => {
                let explicit = definition.explicit(self.decks, attribute);
                (
                    explicit.map(|explicit| explicit.given),
                    explicit.map_or(DeckId(0), |explicit| explicit.at.deck),
                )
            }
        };
        let Some(given) = given else { return Value::Unknown };
        decoded(&entry.domain, self.decks.value(deck, self.kind, given), self.arena)
    }
}

/// The attributes of a definition that are given; all of them where that is not known.
pub(in crate::rules) fn mask_of(decks: &Decks, definition: &Definition) -> Mask {
    if let Origin::Supplied(_) = definition.base {
        return Mask::MAX;
    }
    // A value that is taken back leaves the attribute as if it had never been given.
    let add = |mask: Mask, given: Given| match given.null {
        true => mask & !bit(given.attribute),
        false => mask | bit(given.attribute),
    };
    match definition.base {
        Origin::Step(step) if definition.is_plain() => decks.given(step).fold(0, add),
        _ => definition.steps().flat_map(|step| decks.given(step)).fold(0, add),
    }
}

/// The value of an attribute of any definition; slower than a frame.
pub(super) fn value_of<'v>(
    decks: &'v Decks,
    arena: &'v Bump,
    definition: &Definition,
    attribute: AttributeId,
) -> Value<'v> {
    let Some(entry) = attribute.entry(definition.kind) else { return Value::Unknown };
    let effective = region::effective(decks, definition, attribute);
    match effective.value {
        Some(value) => decoded(&entry.domain, value, arena),
        None if effective.is_absent() => Value::Absent,
        None => Value::Unknown,
    }
}

/// Whether a source gives an attribute of any definition.
pub(super) fn given_in<'v>(decks: &Decks, definition: &Definition, attribute: AttributeId) -> Value<'v> {
    match region::given(decks, definition, attribute) {
        Some(given) if given.origin == region::Origin::Unknown && given.place.is_none() => Value::Unknown,
        given => Value::Bool(given.is_some()),
    }
}

/// The value that a text stands for in an attribute or parameter of this domain. Of a word that the domain does not
/// have nothing is known: another rule reports it.
pub(super) fn decoded<'v>(domain: &'static Domain, text: Cow<'v, str>, arena: &'v Bump) -> Value<'v> {
    match word_or_number(domain, &text) {
        Some(value) => value,
        None if is_symbolic(&text) => Value::Unknown,
        None => match text {
            Cow::Borrowed(text) => Value::Text(text),
            Cow::Owned(text) => Value::Text(arena.alloc_str(&text)),
        },
    }
}

fn fixed(domain: &'static Domain, text: &'static str) -> Value<'static> {
    word_or_number(domain, text).unwrap_or(Value::Text(text))
}

/// `None` where it is a text of its own.
fn word_or_number(domain: &'static Domain, text: &str) -> Option<Value<'static>> {
    let word = || types::words(domain).find(|word| *word == text).map(Value::Text);
    match Ty::of(domain).base {
        Base::Number | Base::Time => {
            Some(types::number(domain, text).map(Value::Number).or_else(word).unwrap_or(Value::Unknown))
        }
        _ if is_closed(domain) => Some(word().unwrap_or(Value::Unknown)),
        _ => None,
    }
}
