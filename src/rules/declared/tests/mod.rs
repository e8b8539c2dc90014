//! Declared rules over small decks.

mod file;
mod findings;
mod folder;
mod problems;
mod sharing;

use super::{RuleSet, Session};
use crate::rules::expr::tests::Site;
use crate::rules::{Placed, PlacedSink, Rule, RuleId, Selection, ids};

/// Stands for the number of a rule that is not in the registry: that of a rule with severity error.
const ID: RuleId = ids::UNKNOWN_ATTRIBUTE;

/// What `rule` finds in a region and its CSD.
fn found(rule: &Rule, site: &Site) -> Vec<Placed> {
    let selection = Selection::everything();
    let mut sink = PlacedSink::new(&selection);
    let rules = RuleSet::new([(ID, rule)]);
    let session = Session::new(&rules, &site.decks, &sink);
    session.check_definitions(site.region.csd(), site.region.is_configured(), &mut sink);
    session.check_region(&site.region, &mut sink);
    sink.into_placed()
}
