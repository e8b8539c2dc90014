//! The commands on lists: ADD, REMOVE, APPEND, DELETE LIST.

use super::deck::ListPlace;
use super::execute::{About, Execution};
use super::group::{Group, GroupList};
use super::names::Sym;
use super::refusal::RefusalKind;

impl Execution<'_> {
    pub(super) fn add(&mut self, group: Sym, list: Sym, place: ListPlace) {
        let about = About { group, ..About::list(list) };
        self.protected(list, about);
        if self.is_group(list) || (!self.csd.groups.contains_key(&group) && self.is_list(group)) {
            return;
        }
        if let Some(known) = self.csd.list(list).filter(|known| known.contains(group)) {
            let related = known.added_by(group);
            self.refuse(RefusalKind::GroupTwiceInList, about, related, true);
            return;
        }
        let before = match place {
            ListPlace::End => None,
            ListPlace::After(other) => self.place_in(list, other).then_some(other),
            ListPlace::Before(other) => {
                let found = self.place_in(list, other);
                found.then(|| self.csd.list(list).map_or(Sym::NONE, |list| list.before(other)))
            }
        };
        self.csd.ensure_list(list, self.step);
        self.put_into_list(group, list, before);
    }

    /// Whether the list holds `other`, beside which a group is to be put; refuses it where not.
    fn place_in(&mut self, list: Sym, other: Sym) -> bool {
        let known = self.csd.list(list);
        if known.is_some_and(|known| known.contains(other)) {
            return true;
        }
        let sure = known.map_or_else(|| self.csd.lacks(list), |known| !known.is_open());
        let related = known.and_then(GroupList::made_by);
        self.refuse(RefusalKind::PlaceNotInList, About { group: other, ..About::list(list) }, related, sure);
        false
    }

    /// Puts a group that the list does not hold behind `before` ([`Sym::NONE`]: first), or at the end.
    pub(super) fn put_into_list(&mut self, group: Sym, list: Sym, before: Option<Sym>) {
        let step = Some(self.step);
        let known = self.csd.list_mut(list);
        if known.contains(group) {
            return;
        }
        match before {
            Some(before) => known.insert_after(before, group, step),
            None => known.push(group, step),
        }
        self.csd.held_by.entry(group).or_default().push(list);
    }

    /// Whether a new list cannot have this name, because a group has it.
    fn is_group(&mut self, list: Sym) -> bool {
        let group = self.csd.group(list);
        let (is_group, made_by) = (group.is_some(), group.and_then(Group::made_by));
        if is_group || (self.csd.list(list).is_none() && self.decks.supplied().has_group(list)) {
            let about = About { group: list, ..About::list(list) };
            self.refuse(RefusalKind::GroupAndList, about, made_by, true);
            return true;
        }
        false
    }

    pub(super) fn remove(&mut self, group: Sym, list: Sym) {
        let about = About { group, ..About::list(list) };
        if self.protected(list, about) {
            return;
        }
        let known = self.csd.list(list);
        if !known.is_some_and(|known| known.contains(group)) {
            let sure = known.map_or_else(|| self.csd.lacks(list), |known| !known.is_open());
            let related = known.and_then(GroupList::made_by);
            self.refuse(RefusalKind::RemoveOfNothing, about, related, sure);
            return;
        }
        self.take_from_list(group, list);
    }

    /// Takes a group out of a list. A list goes with its last group.
    pub(super) fn take_from_list(&mut self, group: Sym, list: Sym) {
        if !self.csd.lists.contains_key(&list) {
            return;
        }
        let known = self.csd.list_mut(list);
        if known.remove(group) && known.is_empty() && !known.is_open() {
            self.csd.lists.remove(&list);
            self.csd.gone.insert(list);
        }
    }

    pub(super) fn delete_list(&mut self, list: Sym) {
        if self.protected(list, About::list(list)) {
            return;
        }
        if self.csd.lists.remove(&list).is_none() {
            let sure = self.csd.lacks(list);
            self.refuse(RefusalKind::DeleteOfNothing, About::list(list), None, sure);
        }
        self.csd.gone.insert(list);
    }

    pub(super) fn append(&mut self, list: Sym, to: Sym, foreign: bool) {
        let about = About::list(list);
        self.protected(to, About::list(to));
        if self.is_group(to) {
            return;
        }
        if foreign {
            self.csd.ensure_list(to, self.step);
            self.csd.list_mut(to).open = true;
            return;
        }
        if list == to {
            let related = self.csd.list(list).and_then(GroupList::made_by);
            self.refuse(RefusalKind::AppendToItself, about, related, true);
            return;
        }
        let (groups, open): (Vec<Sym>, bool) = match self.csd.list(list) {
            Some(known) => (known.groups().collect(), known.is_open()),
            None if self.decks.supplied().dfhlist() == list => {
                (self.decks.supplied().dfhlist_groups().to_vec(), true)
            }
            None => {
                let sure = self.csd.lacks(list) && !self.decks.supplied().has_list(list);
                self.refuse(RefusalKind::AppendOfNothing, about, None, sure);
                if !sure {
                    self.csd.ensure_list(to, self.step);
                    self.csd.list_mut(to).open = true;
                }
                return;
            }
        };
        self.csd.ensure_list(to, self.step);
        let duplicate = groups.iter().find_map(|group| self.csd.list(to)?.contains(*group).then_some(*group));
        if let Some(group) = duplicate {
            let related = self.csd.list(to).and_then(|known| known.added_by(group));
            self.refuse(RefusalKind::AppendDuplicate, About { group, ..about }, related, true);
        }
        for group in groups {
            self.put_into_list(group, to, None);
        }
        self.csd.list_mut(to).open |= open;
    }
}
