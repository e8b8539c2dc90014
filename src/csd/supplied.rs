//! What IBM supplies with CICS: groups, the list DFHLIST, and resources by name, some with their attributes.
//!
//! The tables are made from `rules/catalog/ibm-supplied/` when the crate is built. They are not complete, and some
//! names rest on memory; so a name found here may silence a finding, and a name not found here proves nothing.

use super::names::{Map, Names, Sym};
use super::vocabulary::TypeId;
use crate::catalog::Basis;

include!(concat!(env!("OUT_DIR"), "/supplied.rs"));

/// A group or list that IBM supplies.
#[derive(Clone, Copy, Debug)]
pub struct SuppliedGroup {
    /// Its name.
    pub name: &'static str,
    /// Whether DFHLIST holds it, and what it is otherwise.
    pub standing: Standing,
    /// What it is for.
    pub purpose: &'static str,
    /// How sure the name is.
    pub basis: Basis,
    /// Where it was read.
    pub source: &'static str,
}

/// What an IBM group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// DFHLIST holds it.
    InDfhlist,
    /// DFHLIST holds it, and a site may change it.
    InDfhlistUnlocked,
    /// DFHLIST does not hold it; a site adds it to a list of its own where it needs it.
    Optional,
    /// Samples.
    Sample,
    /// For CICS regions of a lower release that share the CSD.
    Compatibility,
    /// Only older releases have it.
    Older,
    /// A site makes it from a member that IBM supplies.
    Site,
    /// It is a list.
    List,
    /// Not known.
    Unknown,
}

/// A resource that IBM supplies.
#[derive(Clone, Copy, Debug)]
pub struct SuppliedResource {
    /// Its type.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The group that defines it; empty where it is not known, or is none of the CSD.
    pub group: &'static str,
    /// What is known of it, in words.
    pub facts: &'static str,
    /// Its attributes, where they are known (those at their default left out).
    pub attributes: &'static [(&'static str, &'static str)],
    /// How sure the name is.
    pub basis: Basis,
    /// Where it was read.
    pub source: &'static str,
}

/// A resource that IBM supplies, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SuppliedId(u16);

impl SuppliedId {
    /// What is known of it.
    pub fn entry(self) -> &'static SuppliedResource {
        &RESOURCES[self.0 as usize]
    }
}

/// Everything that IBM supplies, found by the numbers of names.
#[derive(Clone, Debug)]
pub struct Supplied {
    resources: Map<(TypeId, Sym), SuppliedId>,
    groups: Map<Sym, Group>,
    dfhlist: Sym,
    dfhlist_groups: Vec<Sym>,
    userdef: Sym,
    user: Sym,
}

#[derive(Clone, Debug)]
struct Group {
    entry: Option<&'static SuppliedGroup>,
    members: Vec<(TypeId, Sym, SuppliedId)>,
}

impl Supplied {
    /// Gives every supplied name its number.
    pub fn new(names: &mut Names) -> Self {
        let mut groups: Map<Sym, Group> = GROUPS
            .iter()
            .map(|group| (names.intern(group.name), Group { entry: Some(group), members: Vec::new() }))
            .collect();
        let mut resources = Map::default();
        for (number, resource) in RESOURCES.iter().enumerate() {
            let Some(kind) = TypeId::of(resource.kind) else { continue };
            let (name, id) = (names.intern(resource.name), SuppliedId(number as u16));
            resources.insert((kind, name), id);
            if !resource.group.is_empty() {
                let group = names.intern(resource.group);
                let group = groups.entry(group).or_insert(Group { entry: None, members: Vec::new() });
                group.members.push((kind, name, id));
            }
        }
        let in_dfhlist = |group: &&SuppliedGroup| {
            matches!(group.standing, Standing::InDfhlist | Standing::InDfhlistUnlocked)
        };
        Self {
            resources,
            groups,
            dfhlist: names.intern("DFHLIST"),
            dfhlist_groups: GROUPS.iter().filter(in_dfhlist).map(|group| names.intern(group.name)).collect(),
            userdef: names.intern("USERDEF"),
            user: names.intern("USER"),
        }
    }

    /// The resource of this type and name.
    pub fn resource(&self, kind: TypeId, name: Sym) -> Option<SuppliedId> {
        self.resources.get(&(kind, name)).copied()
    }

    /// Whether IBM supplies a group of this name.
    pub fn has_group(&self, name: Sym) -> bool {
        self.groups.get(&name).is_some_and(|group| group.entry.is_none_or(|e| e.standing != Standing::List))
    }

    /// Whether IBM supplies a list of this name.
    pub fn has_list(&self, name: Sym) -> bool {
        self.group(name).is_some_and(|entry| entry.standing == Standing::List)
    }

    /// What is known of a group or list.
    pub fn group(&self, name: Sym) -> Option<&'static SuppliedGroup> {
        self.groups.get(&name)?.entry
    }

    /// Whether the CSD protects a group or list of this name from change, as far as IBM's pages show. What a site
    /// makes from an IBM member (group CEE) is its own.
    pub fn protects(&self, name: Sym) -> Option<&'static SuppliedGroup> {
        let open = |standing| {
            matches!(
                standing,
                Standing::Site | Standing::Unknown | Standing::Older | Standing::InDfhlistUnlocked
            )
        };
        self.group(name).filter(|entry| !open(entry.standing))
    }

    /// What is known of the contents of a group; never all of it.
    pub fn members(&self, group: Sym) -> &[(TypeId, Sym, SuppliedId)] {
        self.groups.get(&group).map_or(&[], |group| &group.members)
    }

    /// The name DFHLIST.
    pub fn dfhlist(&self) -> Sym {
        self.dfhlist
    }

    /// The groups of DFHLIST as far as they are known, by name.
    pub fn dfhlist_groups(&self) -> &[Sym] {
        &self.dfhlist_groups
    }

    /// The group USERDEF and the name USER, from which USERDEFINE takes its defaults.
    pub(super) fn userdef(&self) -> (Sym, Sym) {
        (self.userdef, self.user)
    }
}
