//! Checks of a region: what its definitions refer to, and what stands in each other's way.
//!
//! Invariants: nothing here is an error, for a region that runs has all that it needs, be it where no deck shows
//! it; a name that IBM may supply, or that holds a symbol, is no finding; where not all that is installed is known,
//! a missing name is advice; one missing resource is one finding, however many definitions name it.

mod compatibility;
mod db2;
mod duplicates;
#[cfg(test)]
mod growth;
mod lists;
mod missing;
mod references;
mod startup;
mod unlisted;

pub use unlisted::GroupUse;

pub(in crate::rules) use references::reference_of;

use crate::csd::{Decks, Definition, Place, Sym, TypeId};
use crate::region::{Effective, Installed, Region};
use crate::rules::{PlacedSink, ResourceId, Severity};

/// Checks a region.
pub fn check_region(decks: &Decks, region: &Region, sink: &mut PlacedSink<'_>) {
    if region.csd().runs().is_empty() {
        return; // A SIT alone: nothing is known of what is installed.
    }
    let checker = Checker { decks, region, installed: region.installed() };
    missing::check(&checker, sink);
    db2::check(&checker, sink);
    duplicates::check(&checker, sink);
    lists::check(&checker, sink);
    compatibility::check(&checker, sink);
    startup::check(&checker, sink);
}

struct Checker<'a> {
    decks: &'a Decks,
    region: &'a Region,
    installed: &'a Installed,
}

impl<'a> Checker<'a> {
    /// The effective value of an attribute.
    fn value(&self, definition: &Definition, attribute: &str) -> Option<Effective<'a>> {
        let id = definition.kind.attribute(attribute)?;
        Some(self.region.attribute(self.decks, definition, id))
    }

    /// Where the name of a definition stands, or `None` for one of IBM's.
    fn place(&self, definition: &Definition) -> Option<Place> {
        match definition.base {
            crate::csd::Base::Step(step) => Some(self.decks.place_of(step)),
            crate::csd::Base::Supplied(_) => definition.copied_by().map(|step| self.decks.place_of(step)),
        }
    }

    fn resource(&self, definition: &Definition) -> ResourceId {
        ResourceId {
            kind: definition.kind.name().into(),
            name: self.decks.text(definition.name).into(),
            group: Some(self.decks.text(definition.group).into()),
        }
    }

    /// `PROGRAM P1`
    fn named(&self, definition: &Definition) -> String {
        format!("{} {}", definition.kind.name(), self.decks.text(definition.name))
    }

    /// Whether a resource of this type and name may come from IBM or another product.
    fn is_supplied(&self, kind: TypeId, name: Sym) -> bool {
        may_be_supplied(self.decks, kind, self.decks.text(name))
    }

    /// Warning where all that is installed is known, advice elsewhere.
    fn severity(&self) -> Severity {
        if self.installed.is_complete() { Severity::Warning } else { Severity::Advice }
    }
}

/// Whether a resource of this type and name may come from IBM or another product. The names that are known are not
/// all.
pub(in crate::rules) fn may_be_supplied(decks: &Decks, kind: TypeId, name: &str) -> bool {
    const PRODUCTS: [&str; 7] = ["DFH", "EYU", "CEE", "IGZ", "IBM", "CSQ", "DSN"];
    const PREFIXED: [&str; 6] = ["PROGRAM", "MAPSET", "PROFILE", "TYPETERM", "TRANCLASS", "JVMSERVER"];
    let prefixed = || PREFIXED.contains(&kind.name()) && PRODUCTS.iter().any(|start| name.starts_with(start));
    let known = |name| decks.supplied().resource(kind, name).is_some();
    decks.names().get(name).is_some_and(known) || prefixed()
}
