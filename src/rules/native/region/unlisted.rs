//! Groups that no list holds.
//!
//! A group may be meant for one region of many, so this is decided over all regions that have it in their CSD: each
//! region says what it installs ([`GroupUse::add`]), and what none of them does is reported at the end.

use crate::csd::{Decks, Map, StepRef, Sym};
use crate::region::Region;
use crate::rules::{Finding, PlacedSink, ids};
use crate::text::Span;

/// Which groups of the decks the regions install.
#[derive(Debug, Default)]
pub struct GroupUse {
    /// By the command that makes the group.
    groups: Map<StepRef, Group>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    name: Sym,
    installed: bool,
    /// Everything that the lists of all its regions hold is known.
    lists_known: bool,
    /// How many regions have it in their CSD.
    regions: u32,
}

impl GroupUse {
    /// Takes in what one region installs.
    pub fn add(&mut self, region: &Region) {
        let installed = region.installed();
        let csd = installed.csd();
        let lists_known = region.lists().iter().all(|list| {
            let open = |list: &Sym| csd.list(*list).is_some_and(|known| known.is_open());
            !list.lists.is_empty() && !list.lists.iter().any(open)
        });
        let held: crate::csd::Set<Sym> = installed.groups().iter().map(|group| group.name).collect();
        for name in csd.group_names() {
            let Some(step) = csd.group(name).and_then(|known| known.made_by()) else { continue };
            let new = Group { name, installed: false, lists_known: true, regions: 0 };
            let group = self.groups.entry(step).or_insert(new);
            group.installed |= held.contains(&name);
            group.lists_known &= lists_known;
            group.regions += 1;
        }
    }

    /// Takes over what other regions install.
    pub fn absorb(&mut self, other: Self) {
        for (step, theirs) in other.groups {
            let new = Group { installed: false, lists_known: true, regions: 0, ..theirs };
            let group = self.groups.entry(step).or_insert(new);
            group.installed |= theirs.installed;
            group.lists_known &= theirs.lists_known;
            group.regions += theirs.regions;
        }
    }

    /// Reports each group that none of its regions installs.
    pub fn report(&self, decks: &Decks, sink: &mut PlacedSink<'_>) {
        for (step, group) in &self.groups {
            let name = decks.text(group.name);
            // USERDEF holds defaults for USERDEFINE and is never installed.
            if group.installed || name == "USERDEF" {
                continue;
            }
            let help = match group.lists_known {
                true => {
                    "add it to a list, or delete it; it may also be installed by CEDA, or by another region"
                }
                false => {
                    "add it to a list, unless the CSD holds such a list where these decks do not show it"
                }
            };
            let message = match group.regions {
                1 => format!("no list of the region holds group {name}"),
                count => format!("no list of the {count} regions holds group {name}"),
            };
            let finding = Finding::new(ids::GROUP_NOT_INSTALLED, Span::default(), message).help(help);
            sink.report(decks.place_of(*step), finding);
        }
    }
}
