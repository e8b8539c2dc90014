//! A region as expressions see it: SIT parameters as values, installed definitions by type, what is remembered of
//! answers already given.

use super::aggregate::{Answer, Index, MemoKey};
use super::frame::{Frame, Mask, decoded, mask_of};
use super::operands::unwrapped;
use super::value::Value;
use crate::catalog::{self, SitParameter};
use crate::csd::{DeckId, Decks, Definition, Map, TypeId};
use crate::region::{Installed, Region, SitOrigin, SitValue};
use bumpalo::Bump;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// What regions share that install the same: where the resources of each type stand, and answers that rest on
/// nothing but what is installed.
#[derive(Debug)]
pub struct Shared {
    by_type: Vec<Vec<u32>>,
    /// By the text of the aggregate, which says it all.
    answers: Mutex<Map<Box<str>, Answer>>,
}

impl Shared {
    /// Of what a region installs.
    pub fn new(installed: &Installed) -> Self {
        let mut by_type = vec![Vec::new(); catalog::types().len()];
        for (number, resource) in installed.resources().iter().enumerate() {
            if let Some(of_type) = by_type.get_mut(resource.kind.0 as usize) {
                of_type.push(number as u32);
            }
        }
        Self { by_type, answers: Mutex::default() }
    }

    /// How many resources of a type there are.
    pub fn count(&self, kind: TypeId) -> usize {
        self.by_type.get(kind.0 as usize).map_or(0, Vec::len)
    }

    pub(super) fn answer(&self, aggregate: &str) -> Option<Answer> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(aggregate).copied()
    }

    pub(super) fn keep(&self, aggregate: &str, answer: Answer) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(aggregate.into(), answer);
    }
}

/// The decks that a result rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeckCount {
    first: Option<DeckId>,
    many: bool,
}

impl DeckCount {
    pub(super) fn add(&mut self, deck: DeckId) {
        match self.first {
            None => self.first = Some(deck),
            Some(first) => self.many |= first != deck,
        }
    }

    /// Adds the decks that made a definition what it is.
    pub fn add_definition(&mut self, definition: &Definition) {
        definition.steps().chain(definition.copied_by()).for_each(|step| self.add(step.deck));
    }

    /// Adds those of another result.
    pub fn add_all(&mut self, other: Self) {
        other.first.into_iter().for_each(|deck| self.add(deck));
        self.many |= other.many;
    }

    /// Whether they are more than one.
    pub fn is_many(self) -> bool {
        self.many
    }
}

/// A region as expressions see it. It belongs to one thread.
pub struct World<'v> {
    decks: &'v Decks,
    region: &'v Region,
    arena: &'v Bump,
    shared: &'v Shared,
    parameters: Vec<Cell<Option<Value<'v>>>>,
    members: Vec<OnceCell<Vec<&'v Definition>>>,
    masks: Vec<OnceCell<Vec<Mask>>>,
    /// Frames for what `where` looks at, and for what references name.
    looped: Vec<OnceCell<Frame<'v>>>,
    named: Vec<OnceCell<Frame<'v>>>,
    pub(super) memo: RefCell<Map<MemoKey<'v>, Answer>>,
    pub(super) indexes: RefCell<Map<(usize, u16), Rc<Index<'v>>>>,
    rests_on: Cell<DeckCount>,
}

impl std::fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("region", &self.region.name()).finish()
    }
}

impl<'v> World<'v> {
    /// The world of a region; `shared` belongs to what it installs.
    pub fn new(decks: &'v Decks, region: &'v Region, shared: &'v Shared, arena: &'v Bump) -> Self {
        let types = catalog::types().len();
        Self {
            decks,
            region,
            arena,
            shared,
            parameters: vec![Cell::new(None); catalog::sit_parameters().len()],
            members: vec![OnceCell::new(); types],
            masks: vec![OnceCell::new(); types],
            looped: (0..types).map(|_| OnceCell::new()).collect(),
            named: (0..types).map(|_| OnceCell::new()).collect(),
            memo: RefCell::default(),
            indexes: RefCell::default(),
            rests_on: Cell::default(),
        }
    }

    /// The region.
    pub fn region(&self) -> &'v Region {
        self.region
    }

    /// The decks.
    pub fn decks(&self) -> &'v Decks {
        self.decks
    }

    pub(super) fn arena(&self) -> &'v Bump {
        self.arena
    }

    pub(super) fn shared(&self) -> &'v Shared {
        self.shared
    }

    /// The installed definitions of a type, in the order in which their names first come.
    pub fn members(&self, kind: TypeId) -> &[&'v Definition] {
        let Some(members) = self.members.get(kind.0 as usize) else { return &[] };
        members.get_or_init(|| {
            let installed: &'v Installed = self.region.installed();
            let places = self.shared.by_type.get(kind.0 as usize).map_or(&[][..], Vec::as_slice);
            installed.definitions_at(places)
        })
    }

    /// Of each of the installed definitions of a type which attributes are given.
    pub(in crate::rules) fn masks(&self, kind: TypeId) -> &[Mask] {
        let Some(masks) = self.masks.get(kind.0 as usize) else { return &[] };
        masks.get_or_init(|| {
            self.members(kind).iter().map(|definition| mask_of(self.decks, definition)).collect()
        })
    }

    /// A frame for what `where` looks at.
    pub(super) fn looped(&self, kind: TypeId) -> Option<&Frame<'v>> {
        Some(self.looped.get(kind.0 as usize)?.get_or_init(|| Frame::new(self.decks, self.arena, kind)))
    }

    /// A frame for what a reference names, turned to it.
    pub(super) fn named(&self, definition: &'v Definition) -> Option<&Frame<'v>> {
        let kind = definition.kind;
        let frame = self.named.get(kind.0 as usize)?.get_or_init(|| Frame::new(self.decks, self.arena, kind));
        if !frame.definition().is_some_and(|known| std::ptr::eq(known, definition)) {
            frame.set(definition);
        }
        Some(frame)
    }

    /// Notes that what is being asked rests on a definition.
    pub(super) fn rests_on(&self, definition: &Definition) {
        let mut decks = self.rests_on.get();
        decks.add_definition(definition);
        self.rests_on.set(decks);
    }

    pub(super) fn rests_on_all(&self, decks: DeckCount) {
        let mut all = self.rests_on.get();
        all.add_all(decks);
        self.rests_on.set(all);
    }

    /// What the questions since the last call rest on.
    pub fn take_decks(&self) -> DeckCount {
        self.rests_on.take()
    }

    /// A SIT parameter, by its place in the catalogue.
    pub(super) fn parameter(&self, place: u16) -> Value<'v> {
        let (Some(known), Some(entry)) =
            (self.parameters.get(place as usize), catalog::sit_parameters().get(place as usize))
        else {
            return Value::Unknown;
        };
        known.get().unwrap_or_else(|| {
            let value = self.decoded_parameter(entry, entry.name);
            known.set(Some(value));
            value
        })
    }

    /// A SIT parameter of a family, by its name.
    pub(super) fn parameter_named(&self, name: &str) -> Value<'v> {
        catalog::sit_parameter(name)
            .found()
            .map_or(Value::Unknown, |entry| self.decoded_parameter(entry, name))
    }

    fn decoded_parameter(&self, entry: &'static SitParameter, name: &str) -> Value<'v> {
        let SitValue { value, origin, .. } = self.region.parameter(name);
        match (origin, value) {
            // A table that is not at hand may say something else.
            (SitOrigin::Unknown | SitOrigin::Assumed, _) => Value::Unknown,
            (_, None) => Value::Absent,
            (_, Some(Cow::Borrowed(text))) => decoded(&entry.domain, Cow::Borrowed(plain(text)), self.arena),
            (_, Some(Cow::Owned(text))) => {
                decoded(&entry.domain, Cow::Owned(plain(&text).to_owned()), self.arena)
            }
        }
    }

    /// Whether a source gives the parameter.
    pub(super) fn parameter_given(&self, place: u16) -> Value<'v> {
        let entry = catalog::sit_parameters().get(place as usize);
        entry.map_or(Value::Unknown, |entry| self.parameter_named_given(entry.name))
    }

    pub(super) fn parameter_named_given(&self, name: &str) -> Value<'v> {
        let sit = self.region.sit();
        match sit.given(name) {
            [_, ..] => Value::Bool(true),
            [] if sit.is_empty() || sit.missing_table().is_some() => Value::Unknown,
            [] => Value::Bool(false),
        }
    }
}

/// A SIT value without the parentheses or apostrophes around the whole of it.
fn plain(text: &str) -> &str {
    let inner = unwrapped(text);
    let quoted = inner.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    quoted.filter(|quoted| !quoted.contains('\'')).unwrap_or(inner)
}
