//! Groups, lists and the definitions in them: the contents of a virtual CSD.
//!
//! A definition never copies a value. It knows the commands that made it what it is, newest last, and looks an
//! attribute up in them from the newest to the oldest. Groups and lists are shared between snapshots of a CSD and
//! copied only when they are changed.

use super::decks::{Decks, StepRef};
use super::given::Given;
use super::names::{Map, Sym};
use super::supplied::SuppliedId;
use super::vocabulary::{AttributeId, TypeId};

/// What a definition started as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A DEFINE or USERDEFINE.
    Step(StepRef),
    /// A definition that IBM supplies.
    Supplied(SuppliedId),
}

/// One resource definition in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its type.
    pub kind: TypeId,
    /// Its name.
    pub name: Sym,
    /// Its group.
    pub group: Sym,
    /// What it started as.
    pub base: Base,
    history: Option<Box<History>>,
}

/// What few definitions have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct History {
    /// The commands that made the definition from which USERDEFINE took its defaults, oldest first.
    model: Vec<StepRef>,
    /// ALTER commands, oldest first.
    changes: Vec<StepRef>,
    /// The COPY that brought it into its group.
    copied: Option<StepRef>,
}

/// How an attribute came to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// By the DEFINE or USERDEFINE.
    Define,
    /// By an ALTER.
    Alter,
    /// By the definition USER of group USERDEF, for a USERDEFINE.
    UserDefault,
}

/// One attribute of a definition that a command gives.
#[derive(Clone, Copy, Debug)]
pub struct Explicit {
    /// What is given.
    pub given: Given,
    /// The command.
    pub at: StepRef,
    /// How.
    pub role: Role,
}

/// ALTER commands on one definition are thinned out when they are more than this.
const MANY_CHANGES: usize = 64;

impl Definition {
    /// A definition that no later command has touched.
    pub fn new(kind: TypeId, name: Sym, group: Sym, base: Base) -> Self {
        Self { kind, name, group, base, history: None }
    }

    /// Takes its defaults from `model`, as it is now.
    pub(super) fn set_model(&mut self, model: &Definition) {
        let Base::Step(base) = model.base else { return };
        let mut steps = model.history.as_ref().map_or(Vec::new(), |history| history.model.clone());
        steps.push(base);
        steps.extend(model.history.iter().flat_map(|history| &history.changes));
        self.history.get_or_insert_default().model = steps;
    }

    /// Adds an ALTER.
    pub(super) fn change(&mut self, decks: &Decks, step: StepRef) {
        let kind = self.kind;
        let changes = &mut self.history.get_or_insert_default().changes;
        changes.push(step);
        if changes.len().is_multiple_of(MANY_CHANGES) {
            thin_out(decks, kind, changes);
        }
    }

    /// The same definition in another group.
    pub(super) fn copy_to(&self, group: Sym, step: StepRef) -> Self {
        let mut copy = self.clone();
        copy.group = group;
        copy.history.get_or_insert_default().copied = Some(step);
        copy
    }

    /// The COPY that brought it into its group.
    pub fn copied_by(&self) -> Option<StepRef> {
        self.history.as_ref()?.copied
    }

    /// The ALTER commands that changed it, oldest first. Of very many, those without effect may be missing.
    pub fn changes(&self) -> &[StepRef] {
        self.history.as_ref().map_or(&[], |history| &history.changes)
    }

    /// The command that put it into its group.
    pub fn made_by(&self) -> Option<StepRef> {
        self.copied_by().or(match self.base {
            Base::Step(step) => Some(step),
            Base::Supplied(_) => None,
        })
    }

    /// Whether one DEFINE says all there is to say of it: nothing altered or copied it, or gave it defaults.
    pub fn is_plain(&self) -> bool {
        self.history.is_none() && matches!(self.base, Base::Step(_))
    }

    /// The commands that give its attributes, oldest first: those of the definition that USERDEFINE took its
    /// defaults from, its own, and the ALTER commands.
    pub fn steps(&self) -> impl Iterator<Item = StepRef> {
        let own = match self.base {
            Base::Step(step) => Some(step),
            Base::Supplied(_) => None,
        };
        let model = self.history.as_ref().map_or(&[][..], |history| &history.model);
        model.iter().copied().chain(own).chain(self.changes().iter().copied())
    }

    /// The attribute as it was last given, null values included; the last wins within one command.
    pub fn explicit(&self, decks: &Decks, attribute: AttributeId) -> Option<Explicit> {
        let within = |at: StepRef, role: Role| {
            let given = decks.given(at).rev().find(|given| given.attribute == attribute)?;
            Some(Explicit { given, at, role })
        };
        let model = self.history.as_ref().map_or(&[][..], |history| &history.model);
        let own = match self.base {
            Base::Step(step) => Some(step),
            Base::Supplied(_) => None,
        };
        self.changes()
            .iter()
            .rev()
            .find_map(|at| within(*at, Role::Alter))
            .or_else(|| within(own?, Role::Define))
            .or_else(|| model.iter().rev().find_map(|at| within(*at, Role::UserDefault)))
    }
}

/// Drops the changes of which every attribute was given again later.
fn thin_out(decks: &Decks, kind: TypeId, changes: &mut Vec<StepRef>) {
    let mut given_later = vec![false; kind.entry().attributes.len()];
    let mut kept = Vec::with_capacity(changes.len());
    for step in changes.iter().rev() {
        let mut counts = false;
        for given in decks.given(*step) {
            if let Some(later) = given_later.get_mut(given.attribute.0 as usize) {
                counts |= !*later;
                *later = true;
            }
        }
        if counts {
            kept.push(*step);
        }
    }
    kept.reverse();
    *changes = kept;
}

/// The definitions of one group.
#[derive(Clone, Debug, Default)]
pub struct Group {
    members: Vec<Definition>,
    /// Where each stands in `members`, once they are more than a few.
    index: Map<(TypeId, Sym), u32>,
    /// It may hold more than is known.
    pub(super) open: bool,
    /// The command that made it.
    pub(super) made_by: Option<StepRef>,
}

/// Groups of at most this many definitions are searched from end to end.
const FEW: usize = 64;

impl Group {
    /// Its definitions, in no particular order.
    pub fn members(&self) -> &[Definition] {
        &self.members
    }

    /// Its definitions by type and name, as the CSD keeps them.
    pub fn sorted<'a>(&'a self, decks: &Decks) -> Vec<&'a Definition> {
        let mut sorted: Vec<_> = self.members.iter().collect();
        sorted.sort_by(|a, b| (a.kind, decks.text(a.name)).cmp(&(b.kind, decks.text(b.name))));
        sorted
    }

    /// Whether it may hold more than is known.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The command that made it, where one did.
    pub fn made_by(&self) -> Option<StepRef> {
        self.made_by
    }

    /// The definition of this type and name.
    pub fn get(&self, kind: TypeId, name: Sym) -> Option<&Definition> {
        self.position(kind, name).map(|at| &self.members[at])
    }

    pub(super) fn get_mut(&mut self, kind: TypeId, name: Sym) -> Option<&mut Definition> {
        self.position(kind, name).map(|at| &mut self.members[at])
    }

    pub(super) fn members_mut(&mut self) -> &mut [Definition] {
        &mut self.members
    }

    /// Puts a definition in, over one of the same type and name.
    pub(super) fn put(&mut self, definition: Definition) {
        let key = (definition.kind, definition.name);
        if let Some(at) = self.position(key.0, key.1) {
            self.members[at] = definition;
            return;
        }
        self.members.push(definition);
        match self.members.len() {
            n if n <= FEW => {}
            n if n == FEW + 1 => {
                self.index =
                    self.members.iter().enumerate().map(|(n, d)| ((d.kind, d.name), n as u32)).collect();
            }
            n => drop(self.index.insert(key, n as u32 - 1)),
        }
    }

    /// Takes a definition out.
    pub(super) fn take(&mut self, kind: TypeId, name: Sym) -> Option<Definition> {
        let at = self.position(kind, name)?;
        let taken = self.members.swap_remove(at);
        self.index.remove(&(kind, name));
        if self.members.len() <= FEW {
            self.index.clear();
        } else if let Some(moved) = self.members.get(at) {
            self.index.insert((moved.kind, moved.name), at as u32);
        }
        Some(taken)
    }

    fn position(&self, kind: TypeId, name: Sym) -> Option<usize> {
        if self.members.len() <= FEW {
            return self.members.iter().position(|d| d.name == name && d.kind == kind);
        }
        self.index.get(&(kind, name)).map(|at| *at as usize)
    }
}

/// The groups of one list, in order. Every operation takes the same short time, however long the list is.
#[derive(Clone, Debug)]
pub struct GroupList {
    /// Of each group the one before it, the one after it, and the command that added it.
    links: Map<Sym, Link>,
    first: Sym,
    last: Sym,
    /// It may hold more than is known.
    pub(super) open: bool,
    /// The command that made it.
    pub(super) made_by: Option<StepRef>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    before: Sym,
    after: Sym,
    by: Option<StepRef>,
}

impl Default for GroupList {
    fn default() -> Self {
        Self { links: Map::default(), first: Sym::NONE, last: Sym::NONE, open: false, made_by: None }
    }
}

impl GroupList {
    /// Its groups, in order.
    pub fn groups(&self) -> impl Iterator<Item = Sym> {
        std::iter::successors(Some(self.first), |at| self.links.get(at).map(|link| link.after))
            .take_while(|group| !group.is_none())
    }

    /// Whether it holds `group`.
    pub fn contains(&self, group: Sym) -> bool {
        self.links.contains_key(&group)
    }

    /// The command that added `group`.
    pub fn added_by(&self, group: Sym) -> Option<StepRef> {
        self.links.get(&group)?.by
    }

    /// How many groups it holds.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Whether it may hold more than is known.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The command that made it, where one did.
    pub fn made_by(&self) -> Option<StepRef> {
        self.made_by
    }

    /// Puts `group`, which it does not hold, behind `before`, or first of all where that is [`Sym::NONE`].
    pub(super) fn insert_after(&mut self, before: Sym, group: Sym, by: Option<StepRef>) {
        let after = match self.links.get_mut(&before) {
            Some(link) => std::mem::replace(&mut link.after, group),
            None => std::mem::replace(&mut self.first, group),
        };
        match self.links.get_mut(&after) {
            Some(link) => link.before = group,
            None => self.last = group,
        }
        let before = if self.links.contains_key(&before) { before } else { Sym::NONE };
        self.links.insert(group, Link { before, after, by });
    }

    /// Puts `group`, which it does not hold, at the end.
    pub(super) fn push(&mut self, group: Sym, by: Option<StepRef>) {
        self.insert_after(self.last, group, by);
    }

    /// The group before `group`, or [`Sym::NONE`].
    pub(super) fn before(&self, group: Sym) -> Sym {
        self.links.get(&group).map_or(Sym::NONE, |link| link.before)
    }

    /// Takes `group` out; whether it was there.
    pub(super) fn remove(&mut self, group: Sym) -> bool {
        let Some(Link { before, after, .. }) = self.links.remove(&group) else { return false };
        match self.links.get_mut(&before) {
            Some(link) => link.after = after,
            None => self.first = after,
        }
        match self.links.get_mut(&after) {
            Some(link) => link.before = before,
            None => self.last = before,
        }
        true
    }
}
