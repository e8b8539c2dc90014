//! The virtual CSD: executes the commands of decks in order, as DFHCSDUP does.
//!
//! What DFHCSDUP refuses is noted as a [`Refusal`] and changes nothing, with two exceptions: what is put into a
//! group or list of IBM's, or beside a group that the list does not hold, is put in nevertheless, so that what
//! depends on it is not found at fault as well. After the first error of a run DFHCSDUP executes nothing but LIST;
//! that is noted in the [`Run`], but the commands after it are executed here all the same, as they will be once
//! the error is mended. So one fault neither hides others nor shows as many.
//!
//! A `Csd` is cheap to clone: groups and lists are shared until one of the two changes them.

use super::copy::Copy;
use super::deck::{Action, Deck, DeckOrigin, GivenRange, Step};
use super::decks::{DeckId, Decks, StepRef};
use super::group::{Base, Definition, Group, GroupList};
use super::mask;
use super::names::{Map, Set, Sym};
use super::refusal::{Refusal, RefusalKind, Run};
use super::vocabulary::TypeId;
use crate::syntax::Verb;
use std::sync::Arc;

/// The contents of a CSD as far as they are known, without what IBM supplies.
#[derive(Clone, Debug, Default)]
pub struct Csd {
    pub(super) groups: Map<Sym, Arc<Group>>,
    pub(super) lists: Map<Sym, Arc<GroupList>>,
    /// Groups and lists that are surely not there.
    pub(super) gone: Set<Sym>,
    /// For each group the lists that held it at some time.
    pub(super) held_by: Map<Sym, Vec<Sym>>,
    pub(super) whole: bool,
    runs: Vec<Arc<Run>>,
}

impl Csd {
    /// A CSD of which nothing is known but what IBM supplies.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// A CSD that holds only what IBM supplies.
    pub fn initialized() -> Self {
        Self { whole: true, ..Self::default() }
    }

    /// The group of this name.
    pub fn group(&self, name: Sym) -> Option<&Group> {
        self.groups.get(&name).map(|group| &**group)
    }

    /// The list of this name.
    pub fn list(&self, name: Sym) -> Option<&GroupList> {
        self.lists.get(&name).map(|list| &**list)
    }

    /// The names of its groups, in no particular order.
    pub fn group_names(&self) -> impl Iterator<Item = Sym> {
        self.groups.keys().copied()
    }

    /// Its groups, which other CSDs may share, in no particular order.
    pub fn groups(&self) -> impl Iterator<Item = &Arc<Group>> {
        self.groups.values()
    }

    /// The names of its lists, in no particular order.
    pub fn list_names(&self) -> impl Iterator<Item = Sym> {
        self.lists.keys().copied()
    }

    /// Whether all of it is known: a group or list that is not here does not exist.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether a group or list of this name surely does not exist.
    pub fn lacks(&self, name: Sym) -> bool {
        (self.whole || self.gone.contains(&name))
            && !self.groups.contains_key(&name)
            && !self.lists.contains_key(&name)
    }

    /// How many definitions it holds.
    pub fn definition_count(&self) -> usize {
        self.groups.values().map(|group| group.members().len()).sum()
    }

    /// What became of each deck, in order.
    pub fn runs(&self) -> &[Arc<Run>] {
        &self.runs
    }

    /// Executes the commands of a deck.
    pub fn execute(&mut self, decks: &Decks, id: DeckId) {
        let Some(deck) = decks.deck(id) else { return };
        let run = Run { deck: id, refusals: Vec::new(), first_error: None, not_run: 0 };
        let step = StepRef { deck: id, step: 0 };
        let mut execution = Execution { csd: self, decks, run, step, symbolic: false };
        match deck.origin {
            DeckOrigin::Commands => execution.commands(deck),
            DeckOrigin::PartOfCsd | DeckOrigin::WholeCsd => execution.report(deck),
        }
        let run = Arc::new(execution.run);
        self.runs.push(run);
    }

    pub(super) fn group_mut(&mut self, name: Sym) -> &mut Group {
        Arc::make_mut(self.groups.entry(name).or_default())
    }

    pub(super) fn list_mut(&mut self, name: Sym) -> &mut GroupList {
        Arc::make_mut(self.lists.entry(name).or_default())
    }

    /// Makes the group where it is not there, with contents that are known where its absence was.
    pub(super) fn ensure_group(&mut self, name: Sym, by: StepRef) {
        if !self.groups.contains_key(&name) {
            let open = !self.whole && !self.gone.remove(&name);
            let group = self.group_mut(name);
            group.open = open;
            group.made_by = Some(by);
        }
    }

    pub(super) fn ensure_list(&mut self, name: Sym, by: StepRef) {
        if !self.lists.contains_key(&name) {
            let open = !self.whole && !self.gone.remove(&name);
            let list = self.list_mut(name);
            list.open = open;
            list.made_by = Some(by);
        }
    }
}

/// The execution of one deck.
pub(super) struct Execution<'a> {
    pub(super) csd: &'a mut Csd,
    pub(super) decks: &'a Decks,
    pub(super) run: Run,
    /// The command at hand.
    pub(super) step: StepRef,
    /// Its names hold symbols.
    symbolic: bool,
}

/// What a refusal is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    pub(super) resource: Option<(TypeId, Sym)>,
    pub(super) group: Sym,
    pub(super) list: Sym,
}

impl About {
    pub(super) const fn group(group: Sym) -> Self {
        Self { resource: None, group, list: Sym::NONE }
    }

    pub(super) const fn list(list: Sym) -> Self {
        Self { resource: None, group: Sym::NONE, list }
    }

    pub(super) const fn resource(kind: TypeId, name: Sym, group: Sym) -> Self {
        Self { resource: Some((kind, name)), group, list: Sym::NONE }
    }
}

impl Execution<'_> {
    fn commands(&mut self, deck: &Deck) {
        for (number, step) in deck.steps.iter().enumerate() {
            self.step.step = number as u32;
            self.symbolic = step.symbolic;
            if self.run.first_error.is_some() && step.verb != Verb::List {
                self.run.not_run += 1;
            }
            let before = self.run.refusals.len();
            self.command(deck, step);
            let stops = |r: &Refusal| r.sure && r.kind.stops_the_run() && !r.between_decks();
            let refused = || self.run.refusals[before..].iter().any(stops);
            if self.run.first_error.is_none() && (step.refused || refused()) {
                self.run.first_error = Some(number as u32);
            }
        }
    }

    fn command(&mut self, deck: &Deck, step: &Step) {
        match step.action {
            Action::Define { kind, name, group, user, .. } => self.define(kind, name, group, user),
            Action::Alter { kind, name, group, given } => self.alter(deck, kind, name, group, given),
            Action::Copy { group, to, resource, duplicates, foreign } => {
                self.copy(Copy { group, to, resource, duplicates, foreign });
            }
            Action::Delete { group, resource: Some((kind, name)), remove } => {
                self.delete_resource(kind, name, group, remove);
            }
            Action::Delete { group, resource: None, remove } => self.delete_group(group, remove),
            Action::DeleteList { list } => self.delete_list(list),
            Action::Add { group, list, place } => self.add(group, list, place),
            Action::Remove { group, list } => self.remove(group, list),
            Action::Append { list, to, foreign } => self.append(list, to, foreign),
            Action::Initialize => {
                *self.csd = Csd { runs: std::mem::take(&mut self.csd.runs), ..Csd::initialized() }
            }
            Action::Nothing | Action::Unreadable => {}
        }
    }

    pub(super) fn refuse(&mut self, kind: RefusalKind, about: About, related: Option<StepRef>, sure: bool) {
        let About { resource, group, list } = about;
        let sure = sure && (!self.symbolic || kind == RefusalKind::DefinedTwice);
        self.run.refusals.push(Refusal { kind, at: self.step, related, resource, group, list, sure });
    }

    /// Notes a change of what IBM protects; whether it is that.
    pub(super) fn protected(&mut self, name: Sym, about: About) -> bool {
        let Some(entry) = self.decks.supplied().protects(name) else { return false };
        self.refuse(RefusalKind::Protected, about, None, entry.basis.is_firm());
        true
    }

    /// Whether a new group cannot have this name, because a list has it.
    pub(super) fn is_list(&mut self, group: Sym) -> bool {
        let list = self.csd.list(group);
        let (is_list, made_by) = (list.is_some(), list.and_then(GroupList::made_by));
        if is_list || self.decks.supplied().has_list(group) {
            self.refuse(
                RefusalKind::GroupAndList,
                About { list: group, ..About::group(group) },
                made_by,
                true,
            );
            return true;
        }
        false
    }

    pub(super) fn is_generic(&self, name: Sym) -> bool {
        mask::is_generic(self.decks.text(name))
    }

    fn define(&mut self, kind: TypeId, name: Sym, group: Sym, user: bool) {
        if self.is_generic(name) || self.is_generic(group) {
            return;
        }
        self.protected(group, About::resource(kind, name, group));
        if self.is_list(group) {
            return;
        }
        if let Some(old) = self.csd.group(group).and_then(|known| known.get(kind, name)) {
            let related = old.made_by();
            self.refuse(RefusalKind::DefinedTwice, About::resource(kind, name, group), related, true);
            return;
        }
        let mut definition = Definition::new(kind, name, group, Base::Step(self.step));
        if user {
            let (userdef, user) = self.decks.supplied().userdef();
            if let Some(model) = self.csd.group(userdef).and_then(|group| group.get(kind, user)) {
                definition.set_model(model);
            }
        }
        self.csd.ensure_group(group, self.step);
        self.csd.group_mut(group).put(definition);
    }

    fn alter(&mut self, deck: &Deck, kind: TypeId, name: Sym, group: Sym, given: GivenRange) {
        const FIXED: [&str; 3] = ["DEVICE", "SESSIONTYPE", "TERMMODEL"];
        let about = About::resource(kind, name, group);
        let generic = self.is_generic(group);
        if !generic && self.protected(group, about) {
            return;
        }
        let is_fixed = |name: &str| kind.name() == "TYPETERM" && FIXED.contains(&name);
        let entries = deck.given(given).filter_map(|given| given.attribute.entry(kind));
        if entries.into_iter().any(|entry| is_fixed(entry.name)) {
            self.refuse(RefusalKind::AlterOfDevice, about, None, true);
        }
        let groups = match generic {
            true => self.matching_groups(group),
            false => vec![group],
        };
        let changed: usize = groups.iter().map(|group| self.alter_in(kind, name, *group)).sum();
        if changed == 0 {
            let sure = match self.csd.group(group) {
                Some(known) => !known.open,
                None => self.csd.lacks(group) && (!generic || self.csd.whole),
            };
            let related = self.csd.group(group).and_then(Group::made_by);
            self.refuse(RefusalKind::AlterOfNothing, about, related, sure);
        }
    }

    /// The known groups that fit a mask, by name.
    pub(super) fn matching_groups(&self, mask: Sym) -> Vec<Sym> {
        let decks = self.decks;
        let fits = |group: &Sym| mask::matches(decks.text(mask), decks.text(*group));
        let mut groups: Vec<Sym> = self.csd.group_names().filter(fits).collect();
        groups.sort_by_key(|group| decks.text(*group));
        groups
    }

    /// Alters what fits `name` in one group; how many that is.
    fn alter_in(&mut self, kind: TypeId, name: Sym, group: Sym) -> usize {
        let (decks, step) = (self.decks, self.step);
        let Some(known) = self.csd.group(group) else { return 0 };
        if !self.is_generic(name) {
            if known.get(kind, name).is_none() {
                return 0;
            }
            let found = self.csd.group_mut(group).get_mut(kind, name);
            return found.map(|definition| definition.change(decks, step)).map_or(0, |()| 1);
        }
        let text = decks.text(name);
        let fits = |d: &Definition| d.kind == kind && mask::matches(text, decks.text(d.name));
        if !known.members().iter().any(fits) {
            return 0;
        }
        let mut count = 0;
        for definition in self.csd.group_mut(group).members_mut().iter_mut().filter(|d| fits(d)) {
            definition.change(decks, step);
            count += 1;
        }
        count
    }

    fn delete_resource(&mut self, kind: TypeId, name: Sym, group: Sym, remove: bool) {
        let about = About::resource(kind, name, group);
        if self.protected(group, about) {
            return;
        }
        let Some(known) = self.csd.group(group) else {
            let sure = self.csd.lacks(group);
            self.refuse(RefusalKind::DeleteOfNothing, about, None, sure);
            return;
        };
        let (sure, related) = (!known.open, known.made_by);
        let known = self.csd.group_mut(group);
        if known.take(kind, name).is_none() {
            self.refuse(RefusalKind::DeleteOfNothing, about, related, sure);
        } else if known.members().is_empty() && !known.open {
            self.drop_group(group, remove);
        }
    }

    fn delete_group(&mut self, group: Sym, remove: bool) {
        let about = About::group(group);
        if self.protected(group, about) {
            return;
        }
        if !self.csd.groups.contains_key(&group) {
            let sure = self.csd.lacks(group);
            self.refuse(RefusalKind::DeleteOfNothing, about, None, sure);
        }
        self.drop_group(group, remove);
    }

    fn drop_group(&mut self, group: Sym, remove: bool) {
        self.csd.groups.remove(&group);
        self.csd.gone.insert(group);
        if remove {
            for list in self.csd.held_by.remove(&group).unwrap_or_default() {
                self.take_from_list(group, list);
            }
        }
    }

    /// Takes over what a LIST report prints.
    fn report(&mut self, deck: &Deck) {
        if deck.origin == DeckOrigin::WholeCsd {
            *self.csd = Csd { runs: std::mem::take(&mut self.csd.runs), ..Csd::initialized() };
        }
        let mut seen = Set::default();
        for (number, step) in deck.steps.iter().enumerate() {
            self.step.step = number as u32;
            match step.action {
                Action::Define { kind, name, group, .. } => {
                    if seen.insert(group) {
                        self.csd.groups.insert(group, Arc::default());
                    }
                    let base = Base::Step(self.step);
                    self.csd.group_mut(group).put(Definition::new(kind, name, group, base));
                }
                Action::Add { group, list, .. } => {
                    if seen.insert(list) {
                        self.csd.lists.insert(list, Arc::default());
                    }
                    self.put_into_list(group, list, None);
                }
                _ => {}
            }
        }
    }
}
