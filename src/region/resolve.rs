//! From what a region is made of to the region.

use super::effective::{Effective, effective};
use super::install::{Installed, ListUse, expand_lists};
use super::sit::{Sit, SitInput, SitOrigin, SitValue};
use crate::csd::{AttributeId, Csd, DeckId, Decks, Definition, Place, Snapshots, Sym, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most lists that GRPLIST takes.
const MOST_LISTS: usize = 4;

/// What a region is made of.
#[derive(Clone, Debug, Default)]
pub struct RegionInput {
    /// Its name.
    pub name: String,
    /// Its decks, in the order in which DFHCSDUP ran them.
    pub decks: Vec<DeckId>,
    /// A configuration says that these are its decks, in this order; else they merely stand together.
    pub configured: bool,
    /// Its CSD held nothing but what IBM supplies before the first deck.
    pub whole: bool,
    /// The release of its CSD, where that is a higher one than its own.
    pub csd_release: Option<String>,
    /// Its SIT sources; those of one form in the order in which they are read.
    pub sit: Vec<SitInput>,
    /// How its lists are known.
    pub lists: Lists,
}

/// How the lists of a region are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// GRPLIST says them; without a SIT every group is taken as installed.
    #[default]
    Grplist,
    /// They are said beside the SIT and count instead of GRPLIST.
    Named(Vec<String>),
    /// Every group is taken as installed, whatever GRPLIST says: nothing ties the SIT to the decks but that they
    /// stand together.
    EveryGroup,
}

/// Something about a region that its reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub text: String,
    /// The place that shows it.
    pub place: Option<Place>,
}

/// One region.
#[derive(Clone, Debug)]
pub struct Region {
    name: String,
    sit: Sit,
    lists: Vec<ListUse>,
    every_group: bool,
    configured: bool,
    csd_release: Option<String>,
    installed: Arc<Installed>,
    notes: Vec<Note>,
}

/// Resolves regions over shared decks.
///
/// A region holds what it installs; where thousands of regions differ, resolve one, use it, and drop it.
#[derive(Debug)]
pub struct Regions<'a> {
    decks: &'a Decks,
    inputs: &'a [RegionInput],
    snapshots: Snapshots,
    /// What the regions with one CSD install, by its address and the lists; no lists stand for every group.
    installed: Mutex<InstalledBy>,
}

type InstalledBy = HashMap<(usize, Option<Box<[Sym]>>), Arc<Installed>>;

impl<'a> Regions<'a> {
    /// The regions that `inputs` describe.
    pub fn new(decks: &'a Decks, inputs: &'a [RegionInput]) -> Self {
        let snapshots = Snapshots::new(inputs.iter().map(|input| (input.whole, input.decks.as_slice())));
        Self { decks, inputs, snapshots, installed: Mutex::default() }
    }

    /// The decks.
    pub fn decks(&self) -> &'a Decks {
        self.decks
    }

    /// What the regions are made of.
    pub fn inputs(&self) -> &'a [RegionInput] {
        self.inputs
    }

    /// Resolves one region, which need not be one of the inputs. Several threads may do so at once.
    pub fn resolve(&self, input: &RegionInput) -> Region {
        let csd = self.snapshots.csd(self.decks, input.whole, &input.decks);
        let sit = Sit::new(input.sit.clone());
        let mut notes = Vec::new();
        let written = lists(input, &sit, &mut notes);
        let lists = written.map(|written| expand_lists(self.decks, &csd, written));
        let shared = self.snapshots.is_shared(input.whole, &input.decks);
        let installed = match shared {
            true => self.install_once(&csd, lists.as_deref()),
            false => Arc::new(install(self.decks, &csd, lists.as_deref())),
        };
        start_notes(&sit, &mut notes);
        let (every_group, configured) = (lists.is_none(), input.configured);
        Region {
            name: input.name.clone(),
            sit,
            lists: lists.unwrap_or_default(),
            every_group,
            configured,
            csd_release: input.csd_release.clone(),
            installed,
            notes,
        }
    }

    fn install_once(&self, csd: &Arc<Csd>, lists: Option<&[ListUse]>) -> Arc<Installed> {
        // A mask or name that stands for no list leaves a mark, for it makes what is installed incomplete.
        let mark = |list: &ListUse| if list.lists.is_empty() { vec![Sym::NONE] } else { list.lists.clone() };
        let names = lists.map(|lists| lists.iter().flat_map(mark).collect::<Box<[Sym]>>());
        let key = (Arc::as_ptr(csd) as usize, names);
        let known = self.installed.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let installed = Arc::new(install(self.decks, csd, lists));
            let mut kept = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(key, Arc::clone(&installed));
            installed
        })
    }
}

fn install(decks: &Decks, csd: &Arc<Csd>, lists: Option<&[ListUse]>) -> Installed {
    match lists {
        Some(lists) => Installed::of_lists(decks, csd, lists),
        None => Installed::of_all_groups(decks, csd),
    }
}

type Written = Vec<(String, Option<Place>)>;

/// The lists that a region installs, as they are written; `None` where that is not known.
fn lists(input: &RegionInput, sit: &Sit, notes: &mut Vec<Note>) -> Option<Written> {
    let grplist = sit.value("GRPLIST");
    let place = grplist.place;
    let mut note = |text: &str| notes.push(Note { text: text.to_owned(), place });
    match &input.lists {
        Lists::Named(lists) => {
            if let SitOrigin::Given(_) = grplist.origin {
                note("GRPLIST is not followed: the configuration names the lists");
            }
            return Some(lists.iter().map(|list| (list.clone(), None)).collect());
        }
        Lists::EveryGroup => {
            if let SitOrigin::Given(_) = grplist.origin {
                note(
                    "GRPLIST is not followed: every group is taken as installed, because no [[region]] says which decks \
                      belong to this SIT",
                );
            }
            return None;
        }
        Lists::Grplist if sit.is_empty() => return None,
        Lists::Grplist => {}
    }
    match grplist.origin {
        SitOrigin::Given(_) => {
            let mut operands = sit.operands("GRPLIST");
            if operands.len() > MOST_LISTS {
                note("GRPLIST names more than four lists; the first four are taken");
                operands.truncate(MOST_LISTS);
            }
            Some(operands.into_iter().map(|(name, place)| (name, Some(place))).collect())
        }
        SitOrigin::Default | SitOrigin::Derived => Some(vec![("DFHLIST".to_owned(), None)]),
        SitOrigin::Assumed | SitOrigin::Unknown => {
            note("GRPLIST is not known; every group is taken as installed");
            None
        }
    }
}

/// What the start of the region does with its lists and sources.
fn start_notes(sit: &Sit, notes: &mut Vec<Note>) {
    for input in sit.unread() {
        let why = match input.settings.form {
            crate::syntax::SitForm::Macro => "SIT= names another table",
            crate::syntax::SitForm::Sysin => "no SYSIN or SI in PARM says so",
            _ => "no CONSOLE or CN in PARM or SYSIN says so",
        };
        let text = format!("CICS does not read this source: {why}");
        notes.push(Note { text, place: Some(Place { file: input.file, span: input.settings.span }) });
    }
    if sit.is_empty() {
        return;
    }
    let start = sit.value("START");
    let cold = |value: &str| value.contains("COLD") || value.contains("INITIAL");
    if !start.value.as_deref().is_some_and(cold) {
        let text = "START is not COLD or INITIAL: at a warm or emergency start CICS ignores GRPLIST and installs what \
                    its catalog holds, so definitions may differ from those here";
        notes.push(Note { text: text.to_owned(), place: start.place });
    }
}

impl Region {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its SIT parameters.
    pub fn sit(&self) -> &Sit {
        &self.sit
    }

    /// The effective value of a SIT parameter, by its full name.
    pub fn parameter(&self, name: &str) -> SitValue<'_> {
        self.sit.value(name)
    }

    /// The lists that GRPLIST names, expanded, in order.
    pub fn lists(&self) -> &[ListUse] {
        &self.lists
    }

    /// Whether GRPLIST is not known, so that every group of the CSD is taken as installed.
    pub fn takes_every_group(&self) -> bool {
        self.every_group
    }

    /// Whether a configuration says which decks are its own, and in which order.
    pub fn is_configured(&self) -> bool {
        self.configured
    }

    /// The release of its CSD, where that is known to be a higher one than its own.
    pub fn csd_release(&self) -> Option<&str> {
        self.csd_release.as_deref()
    }

    /// What it installs.
    pub fn installed(&self) -> &Arc<Installed> {
        &self.installed
    }

    /// Its CSD.
    pub fn csd(&self) -> &Arc<Csd> {
        self.installed.csd()
    }

    /// What its reader should know.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The installed definition of this type and name.
    pub fn get(&self, decks: &Decks, kind: &str, name: &str) -> Option<&Definition> {
        self.installed.get(TypeId::of(kind)?, decks.names().get(name)?)
    }

    /// The effective value of an attribute in this region: as [`effective`], with what the SIT says of it.
    pub fn attribute<'d>(
        &self,
        decks: &'d Decks,
        definition: &Definition,
        attribute: AttributeId,
    ) -> Effective<'d> {
        let mut value = effective(decks, definition, attribute);
        let name = attribute.entry(definition.kind).map_or("", |entry| entry.name);
        if (definition.kind.name(), name) == ("TRANSACTION", "RUNAWAY")
            && value.is("SYSTEM")
            && !self.sit.is_empty()
        {
            let icvr = self.parameter("ICVR");
            if let Some(limit) = icvr.value {
                value.note = format!("ICVR={limit} ({})", icvr.origin.word()).into();
            }
        }
        value
    }
}
