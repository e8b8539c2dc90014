//! COPY, of a group or of one resource, generic names included.

use super::deck::Duplicates;
use super::execute::{About, Execution};
use super::group::{Base, Definition, Group};
use super::mask;
use super::names::Sym;
use super::refusal::RefusalKind;
use super::vocabulary::TypeId;

/// The operands of a COPY.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    pub(super) group: Sym,
    pub(super) to: Sym,
    pub(super) resource: Option<(TypeId, Sym)>,
    pub(super) duplicates: Duplicates,
    pub(super) foreign: bool,
}

impl Execution<'_> {
    /// Generic groups are copied one by one, `GROUP(AB*) TO(CD*)` each to the group of the same ending. A target
    /// that no deck names is left out: no list can hold it, so it is installed nowhere.
    pub(super) fn copy(&mut self, copy: Copy) {
        if !self.is_generic(copy.group) {
            return self.copy_one(copy);
        }
        let decks = self.decks;
        let (from, to) = (decks.text(copy.group), decks.text(copy.to));
        let (Some(from), Some(to)) = (from.strip_suffix('*'), to.strip_suffix('*')) else { return };
        let groups = self.matching_groups(copy.group);
        if groups.is_empty() {
            let sure = self.csd.is_whole();
            self.refuse(RefusalKind::CopyOfNothing, About::group(copy.group), None, sure);
        }
        for group in groups {
            let target = decks.text(group).strip_prefix(from).map(|ending| format!("{to}{ending}"));
            if let Some(to) = target.and_then(|target| decks.names().get(&target)) {
                self.copy_one(Copy { group, to, ..copy });
            }
        }
    }

    fn copy_one(&mut self, copy: Copy) {
        let Copy { group, to, resource, duplicates, foreign } = copy;
        if self.is_generic(to) {
            return;
        }
        match resource {
            None => self.copy_group(group, to, duplicates, foreign),
            Some((kind, name)) if self.is_generic(name) => {
                let decks = self.decks;
                let fits =
                    |d: &Definition| d.kind == kind && mask::matches(decks.text(name), decks.text(d.name));
                let found = self.source(group).unwrap_or_default();
                let names: Vec<Sym> = found.iter().filter(|d| fits(d)).map(|d| d.name).collect();
                if names.is_empty() {
                    self.copy_resource((kind, name), group, to, duplicates, foreign);
                }
                for name in names {
                    self.copy_resource((kind, name), group, to, duplicates, foreign);
                }
            }
            Some(resource) => self.copy_resource(resource, group, to, duplicates, foreign),
        }
    }

    fn copy_resource(
        &mut self,
        (kind, name): (TypeId, Sym),
        group: Sym,
        to: Sym,
        duplicates: Duplicates,
        foreign: bool,
    ) {
        let about = About::resource(kind, name, group);
        self.protected(to, About::resource(kind, name, to));
        if self.is_list(to) {
            return;
        }
        if foreign {
            return self.open_group(to);
        }
        let Some(found) = self.source_resource(kind, name, group) else {
            let sure = self.is_known(group);
            let related = self.csd.group(group).and_then(Group::made_by);
            self.refuse(RefusalKind::CopyOfNothing, about, related, sure);
            if !sure {
                self.open_group(to);
            }
            return;
        };
        if let Some(old) = self.csd.group(to).and_then(|known| known.get(kind, name))
            && duplicates != Duplicates::Replace
        {
            let related = old.made_by();
            if duplicates == Duplicates::Fail {
                self.refuse(RefusalKind::CopyDuplicate, About::resource(kind, name, to), related, true);
            }
            return;
        }
        self.csd.ensure_group(to, self.step);
        let copy = found.copy_to(to, self.step);
        self.csd.group_mut(to).put(copy);
    }

    fn copy_group(&mut self, group: Sym, to: Sym, duplicates: Duplicates, foreign: bool) {
        self.protected(to, About::group(to));
        if self.is_list(to) {
            return;
        }
        if foreign {
            return self.open_group(to);
        }
        let Some(found) = self.source(group) else {
            let sure = self.is_known(group);
            self.refuse(RefusalKind::CopyOfNothing, About::group(group), None, sure);
            if !sure {
                self.open_group(to);
            }
            return;
        };
        let known = self.csd.group(to);
        let duplicate = found.iter().find_map(|d| known?.get(d.kind, d.name));
        if let (Some(old), Duplicates::Fail) = (duplicate, duplicates) {
            let (about, related) = (About::resource(old.kind, old.name, to), old.made_by());
            self.refuse(RefusalKind::CopyDuplicate, about, related, true);
            return;
        }
        self.csd.ensure_group(to, self.step);
        if !self.is_known(group) {
            self.csd.group_mut(to).open = true;
        }
        for definition in found {
            let copy = definition.copy_to(to, self.step);
            let target = self.csd.group_mut(to);
            if duplicates == Duplicates::Replace || target.get(copy.kind, copy.name).is_none() {
                target.put(copy);
            }
        }
    }

    /// What is known of a group that is copied; of IBM's groups what their tables hold.
    fn source(&self, group: Sym) -> Option<Vec<Definition>> {
        if let Some(known) = self.csd.group(group) {
            return Some(known.members().to_vec());
        }
        let supplied = self.decks.supplied();
        supplied.has_group(group).then(|| {
            let of = |(kind, name, id): &_| Definition::new(*kind, *name, group, Base::Supplied(*id));
            supplied.members(group).iter().map(of).collect()
        })
    }

    fn source_resource(&self, kind: TypeId, name: Sym, group: Sym) -> Option<Definition> {
        if let Some(known) = self.csd.group(group) {
            return known.get(kind, name).cloned();
        }
        let supplied = self.decks.supplied();
        let members = supplied.members(group);
        let (.., id) =
            members.iter().find(|(its_kind, its_name, _)| (*its_kind, *its_name) == (kind, name))?;
        Some(Definition::new(kind, name, group, Base::Supplied(*id)))
    }

    /// Whether all of a group is known, be it that it does not exist.
    fn is_known(&self, group: Sym) -> bool {
        match self.csd.group(group) {
            Some(known) => !known.open,
            None => self.csd.lacks(group) && !self.decks.supplied().has_group(group),
        }
    }

    /// The group gets something that is not known.
    fn open_group(&mut self, group: Sym) {
        self.csd.ensure_group(group, self.step);
        self.csd.group_mut(group).open = true;
    }
}
