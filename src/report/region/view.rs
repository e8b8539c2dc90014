//! What is shown of a region.

use crate::catalog::{self, SitParameter, ValueType};
use crate::csd::{Base, Decks, Definition, Place, Sym, TypeId, matches};
use crate::region::{DefinitionRef, Effective, Installed, Region, Shadow, SitOrigin, SitValue};
use crate::text::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which part of a region is shown. The default is all but what IBM supplies.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Resource types; empty for all.
    pub types: Vec<TypeId>,
    /// SIT parameters, where `types` names some types and they are wanted too; without types they are shown.
    pub sit: bool,
    /// Mask for names of resources and parameters.
    pub name: Option<String>,
    /// Only values that are not those of the default.
    pub changed: bool,
    /// Definitions that IBM supplies, too.
    pub supplied: bool,
}

impl Filter {
    fn takes_name(&self, name: &str) -> bool {
        let fits = |mask: &str| mask == name || matches(mask, name);
        self.name.as_ref().is_none_or(|mask| fits(mask) || fits(&mask.to_ascii_uppercase()))
    }

    /// Whether SIT parameters are shown.
    pub(super) fn takes_sit(&self) -> bool {
        self.types.is_empty() || self.sit
    }

    fn takes(&self, decks: &Decks, definition: &Definition) -> bool {
        let by_type = match self.types.is_empty() {
            true => !self.sit,
            false => self.types.contains(&definition.kind),
        };
        by_type && (self.supplied || !is_supplied(definition)) && self.takes_name(decks.text(definition.name))
    }
}

/// One of IBM's definitions, as IBM made it.
fn is_supplied(definition: &Definition) -> bool {
    matches!(definition.base, Base::Supplied(_)) && definition.made_by().is_none()
}

/// A region, as far as a filter shows it.
pub struct View<'a> {
    pub(super) decks: &'a Decks,
    pub(super) region: &'a Region,
    sources: &'a [Option<Arc<Source>>],
    filter: &'a Filter,
    shadows: BTreeMap<DefinitionRef, Vec<&'a Shadow>>,
}

impl<'a> View<'a> {
    /// `sources` are the texts by their `FileId`.
    pub fn new(
        decks: &'a Decks,
        region: &'a Region,
        sources: &'a [Option<Arc<Source>>],
        filter: &'a Filter,
    ) -> Self {
        let mut shadows: BTreeMap<DefinitionRef, Vec<&Shadow>> = BTreeMap::new();
        for shadow in region.installed().shadows() {
            if let Some(winner) = region.installed().resources().get(shadow.winner) {
                shadows.entry(winner.definition).or_default().push(shadow);
            }
        }
        Self { decks, region, sources, filter, shadows }
    }

    pub(super) fn installed(&self) -> &'a Installed {
        self.region.installed()
    }

    pub(super) fn source(&self, place: Place) -> Option<&'a Source> {
        self.sources.get(place.file.0 as usize)?.as_deref()
    }

    /// The SIT parameters to show, by name: those of 5.4 that are not obsolete, and all that are given.
    pub(super) fn parameters(&self) -> Vec<(&'a str, SitValue<'a>)> {
        let sit = self.region.sit();
        if !self.filter.takes_sit() || sit.is_empty() {
            return Vec::new();
        }
        let current = |entry: &&SitParameter| {
            let of_release = entry.added_in.is_none() && entry.removed_in.is_none() && !entry.obsolete;
            let is_value = entry.suffixes.is_empty() && entry.domain.value_type != ValueType::Keyword;
            of_release && is_value
        };
        let mut names: BTreeSet<&str> =
            catalog::sit_parameters().iter().filter(current).map(|entry| entry.name).collect();
        names.extend(sit.given_names());
        let mut shown = Vec::new();
        for name in names.into_iter().filter(|name| self.filter.takes_name(name)) {
            let value = self.region.parameter(name);
            let given = matches!(value.origin, SitOrigin::Given(_));
            let default = catalog::sit_parameter(name).found().and_then(|entry| entry.default);
            if !self.filter.changed || given && value.value.as_deref() != default {
                shown.push((name, value));
            }
        }
        shown
    }

    /// The definitions to show, by type and name.
    pub(super) fn definitions(&self) -> Vec<(DefinitionRef, &'a Definition)> {
        let installed = self.installed();
        let mut found: Vec<_> = installed
            .resources()
            .iter()
            .filter_map(|resource| Some((resource.definition, installed.definition(resource.definition)?)))
            .filter(|(_, definition)| self.filter.takes(self.decks, definition))
            .collect();
        let key = |definition: &Definition| (definition.kind.name(), self.decks.text(definition.name));
        found.sort_by(|(_, a), (_, b)| key(a).cmp(&key(b)));
        found
    }

    /// The attributes to show of a definition, in the order of the catalogue. Those that have no value and are not
    /// given, those that are obsolete or of a later release and not given, and GROUP are left out.
    pub(super) fn attributes(&self, definition: &Definition) -> Vec<(&'static str, Effective<'a>)> {
        let entry = definition.kind.entry();
        let mut shown = Vec::new();
        for attribute in entry.attributes.iter().filter(|attribute| attribute.name != "GROUP") {
            let Some(id) = definition.kind.attribute(attribute.name) else { continue };
            let value = self.region.attribute(self.decks, definition, id);
            let given = value.is_given();
            let is_of_release = !attribute.obsolete && attribute.added_after.is_none();
            let has = !value.is_absent();
            let changed = given && value.value.as_deref() != attribute.default;
            if (given || has && is_of_release) && (!self.filter.changed || changed) {
                shown.push((attribute.name, value));
            }
        }
        shown
    }

    /// The definitions that do not count because of this one, and why.
    pub(super) fn shadows(&self, at: DefinitionRef) -> Vec<(&'a Definition, &'static str)> {
        let shadows = self.shadows.get(&at).map_or(&[][..], Vec::as_slice);
        let why = |shadow: &Shadow| shadow.why.words();
        shadows
            .iter()
            .filter_map(|shadow| Some((self.installed().definition(shadow.loser)?, why(shadow))))
            .collect()
    }

    /// Where the name of a definition stands.
    pub(super) fn place(&self, definition: &Definition) -> Option<Place> {
        Some(self.decks.place_of(definition.made_by()?))
    }

    /// How many definitions of each type are installed: those of the decks, and how many IBM supplies in all.
    pub(super) fn counts(&self) -> (BTreeMap<&'static str, usize>, usize) {
        let mut counts = BTreeMap::new();
        let mut supplied = 0;
        for definition in self.installed().definitions() {
            match is_supplied(definition) {
                true => supplied += 1,
                false => *counts.entry(definition.kind.name()).or_insert(0) += 1,
            }
        }
        (counts, supplied)
    }

    pub(super) fn text(&self, name: Sym) -> &'a str {
        self.decks.text(name)
    }
}
