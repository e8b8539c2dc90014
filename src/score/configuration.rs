//! A region as the model's settings.

use crate::catalog::{self, SitParameter, Violation};
use crate::csd::{Decks, Definition, TypeId};
use crate::model::workload::{Configuration, MAPPED, Provenance};
use crate::region::{Origin, Region, SitOrigin};

/// The settings of a region that the model understands.
///
/// A value that nobody can say without the running region is left out; the model then assumes what is usual, and says so.
pub fn configuration(decks: &Decks, region: &Region) -> Configuration {
    configuration_of(decks, region, |_, _| true)
}

/// The same, of definitions of some types and names only.
pub(super) fn configuration_of(
    decks: &Decks,
    region: &Region,
    wanted: impl Fn(&str, &str) -> bool,
) -> Configuration {
    let mut filled = sit_configuration(region);
    let mapped: Vec<Option<&[&'static str]>> = {
        let mut mapped = vec![None; catalog::types().len()];
        for (kind, attributes) in MAPPED {
            if let Some(of) = TypeId::of(kind).and_then(|kind| mapped.get_mut(usize::from(kind.0))) {
                *of = Some(*attributes);
            }
        }
        mapped
    };
    for definition in region.installed().definitions() {
        let kind = definition.kind;
        let Some(Some(attributes)) = mapped.get(usize::from(kind.0)) else { continue };
        let name = decks.text(definition.name);
        if wanted(kind.name(), name) {
            fill(decks, region, definition, (name, attributes), &mut filled);
        }
    }
    filled
}

/// The SIT parameters of a region.
pub(super) fn sit_configuration(region: &Region) -> Configuration {
    let mut filled = Configuration::default();
    for (_, attributes) in MAPPED.iter().filter(|(kind, _)| *kind == "SIT") {
        sit(region, attributes, &mut filled);
    }
    filled
}

/// Fills in a definition under a name of its own.
pub(super) fn fill_as(
    decks: &Decks,
    region: &Region,
    definition: &Definition,
    name: &str,
    filled: &mut Configuration,
) {
    let attributes = MAPPED.iter().find(|(kind, _)| *kind == definition.kind.name());
    if let Some((_, attributes)) = attributes {
        fill(decks, region, definition, (name, attributes), filled);
    }
}

fn sit(region: &Region, parameters: &[&str], filled: &mut Configuration) {
    for parameter in parameters {
        let value = region.parameter(parameter);
        let from = match value.origin {
            SitOrigin::Given(_) => Provenance::Given,
            SitOrigin::Default => Provenance::Default,
            SitOrigin::Assumed => Provenance::Assumed,
            // What follows from other parameters changes with them; the model derives it itself.
            SitOrigin::Unknown | SitOrigin::Derived => continue,
        };
        if let Some(value) = value.value {
            match catalog::sit_parameter(parameter).found().map(|entry| used(entry, &value)) {
                Some(Used::AsGiven) | None => filled.put("SIT", "", parameter, &value, from),
                Some(Used::Full(full)) => filled.put("SIT", "", parameter, full, from),
                Some(Used::Default(Some(default))) => {
                    filled.put("SIT", "", parameter, default, Provenance::Default);
                }
                Some(Used::Default(None)) => {}
            }
        }
    }
}

/// What CICS uses where a parameter is given.
enum Used {
    AsGiven,
    /// The keyword that an abbreviation stands for.
    Full(&'static str),
    /// A value that it does not take is as good as none.
    Default(Option<&'static str>),
}

fn used(entry: &'static SitParameter, value: &str) -> Used {
    match entry.domain.check(value) {
        // A number that is no multiple is rounded.
        Ok(()) | Err(Violation::NotAMultiple { .. }) => Used::AsGiven,
        Err(Violation::Abbreviated(full)) => Used::Full(full),
        Err(_) => Used::Default(entry.default),
    }
}

fn fill(
    decks: &Decks,
    region: &Region,
    definition: &Definition,
    (name, attributes): (&str, &[&'static str]),
    filled: &mut Configuration,
) {
    let kind = definition.kind;
    for attribute in attributes {
        let Some(id) = kind.attribute(attribute) else { continue };
        let value = region.attribute(decks, definition, id);
        let from = match value.origin {
            Origin::Unknown => continue,
            Origin::Default | Origin::Derived => Provenance::Default,
            _ => Provenance::Given,
        };
        if let Some(value) = value.value.filter(|value| !value.is_empty()) {
            filled.put(kind.name(), name, attribute, &value, from);
        }
    }
    old_pool_number(decks, region, definition, name, filled);
}

/// LSRPOOLID, which the releases before LSRPOOLNUM had, numbers a pool all the same.
fn old_pool_number(
    decks: &Decks,
    region: &Region,
    definition: &Definition,
    name: &str,
    filled: &mut Configuration,
) {
    let kind = definition.kind;
    if kind.name() != "LSRPOOL" {
        return;
    }
    let Some(id) = kind.attribute("LSRPOOLID") else { return };
    let value = region.attribute(decks, definition, id);
    if let (true, Some(number)) = (value.is_given(), value.value) {
        filled.put("LSRPOOL", name, "LSRPOOLNUM", &number, Provenance::Given);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csd::DeckText;
    use crate::region::{RegionInput, Regions, gather};
    use crate::syntax::Kind;
    use crate::text::{FileId, ReadOptions, Source};
    use std::sync::Arc;

    fn filled(deck: &str, sysin: Option<&str>) -> Vec<String> {
        let mut decks = Decks::new();
        let mut input = RegionInput::default();
        let texts = [Some((deck, Kind::Csdup)), sysin.map(|text| (text, Kind::Sit))];
        for (number, (text, kind)) in texts.into_iter().flatten().enumerate() {
            let source =
                Source::from_bytes("deck", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap();
            let text = DeckText::new(FileId(number as u32), Arc::new(source));
            let gathered = gather(&text, kind);
            input.decks.extend(gathered.decks.into_iter().map(|deck| decks.add(deck)));
            input.sit.extend(gathered.sits.into_iter().flatten());
        }
        let region = Regions::new(&decks, &[]).resolve(&input);
        let filled = configuration(&decks, &region);
        filled.iter().map(|(key, s)| format!("{key}={} {}", s.value, s.from.word())).collect()
    }

    #[test]
    fn values_come_with_their_origin() {
        let all = filled(
            "DEFINE PROGRAM(PAY1) GROUP(G) CONCURRENCY(THREADSAFE)\n\
             DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1) TRANCLASS(PAYC) PRIORITY(&PRIO)\n\
             DEFINE TRANCLASS(PAYC) GROUP(G) MAXACTIVE(20)\n\
             DEFINE LSRPOOL(BIG) GROUP(G) LSRPOOLID(3) DATA4K(900)\n\
             DEFINE FILE(ACCTS) GROUP(G) LSRPOOLID(3)\n\
             DEFINE DB2CONN(CONN) GROUP(G) TCBLIMIT(30)\n\
             ADD GROUP(G) LIST(L)\n",
            Some("GRPLIST=L,MXT=90\n"),
        );
        for wanted in [
            "PROGRAM.PAY1.CONCURRENCY=THREADSAFE given",
            "PROGRAM.PAY1.API=CICSAPI default",
            "TRANSACTION.PAY1.TRANCLASS=PAYC given",
            "TRANCLASS.PAYC.MAXACTIVE=20 given",
            "TRANCLASS.PAYC.PURGETHRESH=NO default",
            "LSRPOOL.BIG.LSRPOOLNUM=3 given",
            "LSRPOOL.BIG.DATA4K=900 given",
            "FILE.ACCTS.LSRPOOLNUM=3 default",
            "DB2CONN.TCBLIMIT=30 given",
            "SIT.MXT=90 given",
            "SIT.EDSALIM=800M default",
        ] {
            assert!(all.iter().any(|line| line == wanted), "{wanted} is not in {all:#?}");
        }
        // What an install job fills in, and what the running region computes, is not known.
        for unknown in ["TRANSACTION.PAY1.PRIORITY", "LSRPOOL.BIG.STRINGS", "SIT.MAXOPENTCBS"] {
            assert!(all.iter().all(|line| !line.starts_with(unknown)), "{unknown} is in {all:#?}");
        }
    }

    /// The price of something beside it rests on what CICS uses then.
    #[test]
    fn a_value_that_cics_does_not_take_is_the_default() {
        let all = filled("DEFINE PROGRAM(P) GROUP(G)\n", Some("MXT=5,MROBTCH=300,TRANISO=YES\n"));
        for wanted in ["SIT.MXT=250 default", "SIT.MROBTCH=1 default", "SIT.TRANISO=YES given"] {
            assert!(all.iter().any(|line| line == wanted), "{wanted} is not in {all:#?}");
        }
    }

    #[test]
    fn without_a_sit_no_parameter_is_known() {
        let all = filled("DEFINE PROGRAM(P) GROUP(G)\n", None);
        assert!(all.iter().all(|line| !line.starts_with("SIT.")));
        assert!(all.iter().any(|line| line == "PROGRAM.P.CONCURRENCY=QUASIRENT default"), "{all:?}");
    }
}
