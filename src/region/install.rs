//! What a region installs at a cold start: lists to groups, groups to resources, and which of two definitions of
//! one name wins.

use super::effective::effective;
use crate::csd::{
    Base, Csd, Decks, Definition, Group, Map, Place, Standing, StepRef, Sym, TypeId, is_generic, matches,
};
use std::sync::Arc;

/// A list of GRPLIST, expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListUse {
    /// The name or mask as GRPLIST gives it.
    pub written: String,
    /// Where.
    pub place: Option<Place>,
    /// The lists that it stands for, by name; none where no deck makes one.
    pub lists: Vec<Sym>,
    /// Whether a list that it names surely does not exist.
    pub missing: bool,
}

/// One group that is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstalledGroup {
    /// Its name.
    pub name: Sym,
    /// The list that holds it, or [`Sym::NONE`] where every group is taken as installed.
    pub list: Sym,
    /// The ADD or APPEND that put it into the list.
    pub added_by: Option<StepRef>,
}

/// Where a definition stands in a CSD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionRef {
    group: Sym,
    member: u32,
}

/// One installed resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The definition that counts.
    pub definition: DefinitionRef,
    /// Its type.
    pub kind: TypeId,
}

/// A definition that is not installed, or not for long, because of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// The definition that does not count.
    pub loser: DefinitionRef,
    /// The resource whose definition counts.
    pub winner: usize,
    /// Why.
    pub why: Why,
}

/// Why one of two definitions counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The later one replaces the earlier one.
    LaterWins,
    /// The first is in use when the later one comes, which is refused then: an enabled local FILE, a DB2ENTRY, an
    /// enabled ATOMSERVICE.
    FirstInUse,
    /// The first is used: TDQUEUE, URIMAP, TCPIPSERVICE and other types.
    FirstWins,
    /// PROGRAM, MAPSET and PARTITIONSET share their names, and the later one replaces the earlier.
    SharedNames,
    /// LSRPOOL: one number, and the later one replaces the earlier.
    SameNumber,
    /// DB2CONN, MQCONN: a region has one.
    OnlyOne,
}

impl Why {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::LaterWins => "the later definition replaces the earlier one",
            Self::FirstInUse => "the first one is in use when the later one comes, which is refused then",
            Self::FirstWins => "the first one is used",
            Self::SharedNames => {
                "PROGRAM, MAPSET and PARTITIONSET share their names; the later one replaces the earlier"
            }
            Self::SameNumber => "it has the same pool number; the later one replaces the earlier",
            Self::OnlyOne => "a region has one; the later one replaces the earlier",
        }
    }
}

/// The key of a resource in a region: its name space and its name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key(u8, u32);

/// What a region installs.
#[derive(Debug)]
pub struct Installed {
    csd: Arc<Csd>,
    groups: Vec<InstalledGroup>,
    resources: Vec<Resource>,
    by_key: Map<Key, u32>,
    shadows: Vec<Shadow>,
    /// What is known of the IBM groups that are installed.
    supplied: Vec<Definition>,
    kinds: Kinds,
    complete: bool,
}

/// The types that need a word of their own.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    program: Option<TypeId>,
    mapset: Option<TypeId>,
    partitionset: Option<TypeId>,
    lsrpool: Option<TypeId>,
    db2conn: Option<TypeId>,
    mqconn: Option<TypeId>,
}

impl Kinds {
    fn new() -> Self {
        Self {
            program: TypeId::of("PROGRAM"),
            mapset: TypeId::of("MAPSET"),
            partitionset: TypeId::of("PARTITIONSET"),
            lsrpool: TypeId::of("LSRPOOL"),
            db2conn: TypeId::of("DB2CONN"),
            mqconn: TypeId::of("MQCONN"),
        }
    }

    fn shares_names(&self, kind: TypeId) -> bool {
        let kind = Some(kind);
        kind == self.program || kind == self.mapset || kind == self.partitionset
    }
}

/// Types of which the first definition in the lists is used (CICS TS 5.6: Duplicate resource definition names;
/// FILE, ATOMSERVICE and DB2ENTRY have rules of their own).
const FIRST_WINS: [&str; 10] = [
    "BUNDLE",
    "IPCONN",
    "JVMSERVER",
    "LIBRARY",
    "MQMONITOR",
    "PROCESSTYPE",
    "TCPIPSERVICE",
    "TDQUEUE",
    "URIMAP",
    "WEBSERVICE",
];

/// The group of the definitions that IBM supplies, in a [`DefinitionRef`].
const SUPPLIED: Sym = Sym::NONE;

impl Installed {
    /// Installs the groups of these lists, in order. A group that stands in several lists is installed each time.
    pub fn of_lists(decks: &Decks, csd: &Arc<Csd>, lists: &[ListUse]) -> Self {
        let mut installed = Self::empty(csd);
        installed.complete = !lists.iter().any(|list| list.lists.is_empty() && !list.missing);
        for list in lists.iter().flat_map(|list| &list.lists) {
            match csd.list(*list) {
                Some(known) => {
                    installed.complete &= !known.is_open();
                    for group in known.groups() {
                        let added_by = known.added_by(group);
                        installed.group(decks, InstalledGroup { name: group, list: *list, added_by });
                    }
                }
                None if *list == decks.supplied().dfhlist() => {
                    for group in decks.supplied().dfhlist_groups() {
                        installed.group(decks, InstalledGroup { name: *group, list: *list, added_by: None });
                    }
                }
                None => installed.complete = false,
            }
        }
        installed.settle();
        installed
    }

    /// A group that is installed more than once meets itself: what counts in the end shadows nothing of itself, and
    /// nothing is shadowed twice.
    fn settle(&mut self) {
        let resources = &self.resources;
        let mut seen = crate::csd::Set::default();
        self.shadows.retain(|shadow| {
            let wins = resources.get(shadow.winner).is_some_and(|winner| winner.definition == shadow.loser);
            !wins && seen.insert(shadow.loser)
        });
    }

    /// Takes every group of the CSD as installed, by name, and what DFHLIST holds before them. Where the whole CSD is
    /// known, so is then everything that can be installed.
    pub fn of_all_groups(decks: &Decks, csd: &Arc<Csd>) -> Self {
        let mut installed = Self::empty(csd);
        // USERDEF holds defaults for USERDEFINE and is never installed.
        let mut groups: Vec<Sym> =
            csd.group_names().filter(|group| decks.text(*group) != "USERDEF").collect();
        groups.sort_by_key(|group| decks.text(*group));
        let list = Sym::NONE;
        for name in decks.supplied().dfhlist_groups().iter().copied().chain(groups) {
            installed.group(decks, InstalledGroup { name, list, added_by: None });
        }
        installed.complete &= csd.is_whole();
        installed
    }

    fn empty(csd: &Arc<Csd>) -> Self {
        Self {
            csd: Arc::clone(csd),
            groups: Vec::new(),
            resources: Vec::new(),
            by_key: Map::default(),
            shadows: Vec::new(),
            supplied: Vec::new(),
            kinds: Kinds::new(),
            complete: true,
        }
    }

    fn group(&mut self, decks: &Decks, group: InstalledGroup) {
        self.groups.push(group);
        let csd = Arc::clone(&self.csd);
        let Some(known) = csd.group(group.name) else { return self.supplied_group(decks, group.name) };
        self.complete &= !known.is_open();
        self.resources.reserve(known.members().len());
        self.by_key.reserve(known.members().len());
        for (member, definition) in known.members().iter().enumerate() {
            let at = DefinitionRef { group: group.name, member: member as u32 };
            self.install(decks, at, definition);
        }
    }

    fn supplied_group(&mut self, decks: &Decks, group: Sym) {
        let supplied = decks.supplied();
        self.complete &= self.csd.lacks(group)
            || supplied.group(group).is_some_and(|entry| entry.standing != Standing::Site);
        for (kind, name, id) in supplied.members(group) {
            let definition = Definition::new(*kind, *name, group, Base::Supplied(*id));
            let at = DefinitionRef { group: SUPPLIED, member: self.supplied.len() as u32 };
            self.supplied.push(definition.clone());
            self.install(decks, at, &definition);
        }
    }

    fn install(&mut self, decks: &Decks, at: DefinitionRef, definition: &Definition) {
        let Some(key) = self.key_of(decks, definition) else { return };
        let next = self.resources.len() as u32;
        let old = *self.by_key.entry(key).or_insert(next);
        if old == next {
            self.resources.push(Resource { definition: at, kind: definition.kind });
            return;
        }
        let winner = old as usize;
        let earlier = self.resources[winner].definition;
        if earlier == at {
            return; // The same group in two lists.
        }
        let (stays, why) = self.decide(decks, earlier, definition);
        let loser = match stays {
            true => at,
            false => {
                let resource = Resource { definition: at, kind: definition.kind };
                std::mem::replace(&mut self.resources[winner], resource).definition
            }
        };
        self.shadows.push(Shadow { loser, winner, why });
    }

    /// Whether the earlier definition stays, and why one of the two counts.
    fn decide(&self, decks: &Decks, earlier: DefinitionRef, later: &Definition) -> (bool, Why) {
        let Some(earlier) = self.definition(earlier) else { return (false, Why::LaterWins) };
        let is = |name: &str, value: &str| {
            let attribute = earlier.kind.attribute(name);
            attribute.is_some_and(|id| effective(decks, earlier, id).is(value))
        };
        let local = || {
            let attribute = earlier.kind.attribute("REMOTESYSTEM");
            attribute.is_none_or(|id| effective(decks, earlier, id).is_absent())
        };
        if earlier.kind != later.kind {
            return (false, Why::SharedNames);
        }
        match earlier.kind.name() {
            "FILE" if is("STATUS", "ENABLED") && local() => (true, Why::FirstInUse),
            "ATOMSERVICE" if is("STATUS", "ENABLED") => (true, Why::FirstInUse),
            "DB2ENTRY" => (true, Why::FirstInUse),
            kind if FIRST_WINS.contains(&kind) => (true, Why::FirstWins),
            "LSRPOOL" if earlier.name != later.name => (false, Why::SameNumber),
            "DB2CONN" | "MQCONN" if earlier.name != later.name => (false, Why::OnlyOne),
            _ => (false, Why::LaterWins),
        }
    }

    /// The key under which a definition is installed; none where its LSRPOOLNUM is not known.
    fn key_of(&self, decks: &Decks, definition: &Definition) -> Option<Key> {
        let kind = Some(definition.kind);
        if kind == self.kinds.lsrpool {
            return pool_number(decks, definition).map(|number| self.pool_key(number));
        }
        if kind == self.kinds.db2conn || kind == self.kinds.mqconn {
            return Some(Key(definition.kind.0, 0));
        }
        Some(self.name_key(definition.kind, definition.name))
    }

    fn name_key(&self, kind: TypeId, name: Sym) -> Key {
        let space = match self.kinds.program {
            Some(program) if self.kinds.shares_names(kind) => program,
            _ => kind,
        };
        Key(space.0, name.index() as u32)
    }

    fn pool_key(&self, number: u32) -> Key {
        Key(self.kinds.lsrpool.map_or(u8::MAX, |kind| kind.0), number)
    }

    /// The definition.
    pub fn definition(&self, at: DefinitionRef) -> Option<&Definition> {
        let members = match at.group {
            SUPPLIED => self.supplied.as_slice(),
            group => self.csd.group(group).map_or(&[][..], Group::members),
        };
        members.get(at.member as usize)
    }

    /// The definitions of the resources at these places, in order; quicker than one by one.
    pub fn definitions_at<'a>(&'a self, places: &[u32]) -> Vec<&'a Definition> {
        let mut last: (Sym, &'a [Definition]) = (SUPPLIED, &self.supplied);
        let definition = |place: &u32| {
            let at = self.resources.get(*place as usize)?.definition;
            if at.group != last.0 {
                let members = match at.group {
                    SUPPLIED => self.supplied.as_slice(),
                    group => self.csd.group(group).map_or(&[][..], Group::members),
                };
                last = (at.group, members);
            }
            last.1.get(at.member as usize)
        };
        places.iter().filter_map(definition).collect()
    }

    /// The installed resource of this type and name.
    pub fn get(&self, kind: TypeId, name: Sym) -> Option<&Definition> {
        let at = self.by_key.get(&self.name_key(kind, name))?;
        let found = self.definition(self.resources.get(*at as usize)?.definition)?;
        (found.kind == kind).then_some(found)
    }

    /// The LSRPOOL of this number.
    pub fn lsrpool(&self, number: u32) -> Option<&Definition> {
        let at = self.by_key.get(&self.pool_key(number))?;
        self.definition(self.resources.get(*at as usize)?.definition)
    }

    /// The one resource of a type that a region has once (DB2CONN, MQCONN).
    pub fn only(&self, kind: TypeId) -> Option<&Definition> {
        let at = self.by_key.get(&Key(kind.0, 0))?;
        self.definition(self.resources.get(*at as usize)?.definition).filter(|found| found.kind == kind)
    }

    /// The installed definitions, in the order in which their names first come.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.resources.iter().filter_map(|resource| self.definition(resource.definition))
    }

    /// The installed resources.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The groups, in the order in which they are installed.
    pub fn groups(&self) -> &[InstalledGroup] {
        &self.groups
    }

    /// The definitions that do not count, in the order in which that turns out.
    pub fn shadows(&self) -> &[Shadow] {
        &self.shadows
    }

    /// The definition that counts instead of a shadowed one.
    pub fn winner(&self, shadow: &Shadow) -> Option<&Definition> {
        self.definition(self.resources.get(shadow.winner)?.definition)
    }

    /// Whether everything that is installed is known: every list and group, none of them open. The contents of
    /// IBM's groups count as known only by name.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The CSD that it is installed from.
    pub fn csd(&self) -> &Arc<Csd> {
        &self.csd
    }
}

/// The number of an LSRPOOL, where it is known.
fn pool_number(decks: &Decks, definition: &Definition) -> Option<u32> {
    let number = |name: &str| {
        let value = effective(decks, definition, definition.kind.attribute(name)?);
        value.value?.parse().ok()
    };
    number("LSRPOOLNUM").or_else(|| number("LSRPOOLID"))
}

/// The lists that GRPLIST names, generic names expanded by name against the CSD and what IBM supplies.
pub fn expand_lists(
    decks: &Decks,
    csd: &Csd,
    written: impl IntoIterator<Item = (String, Option<Place>)>,
) -> Vec<ListUse> {
    let expand = |(written, place): (String, Option<Place>)| {
        if !is_generic(&written) {
            let list = decks.names().get(&written);
            let supplied = |list: &Sym| decks.supplied().has_list(*list);
            let found = list.filter(|list| csd.list(*list).is_some() || supplied(list));
            let missing = found.is_none() && list.map_or(csd.is_whole(), |list| csd.lacks(list));
            return ListUse { written, place, lists: found.into_iter().collect(), missing };
        }
        let dfhlist = decks.supplied().dfhlist();
        let mut lists: Vec<Sym> = csd.list_names().collect();
        if csd.list(dfhlist).is_none() {
            lists.push(dfhlist);
        }
        lists.retain(|list| matches(&written, decks.text(*list)));
        lists.sort_by_key(|list| decks.text(*list));
        let missing = lists.is_empty() && csd.is_whole();
        ListUse { written, place, lists, missing }
    };
    written.into_iter().map(expand).collect()
}
