//! The one DB2CONN and MQCONN of a region, and what hangs on them.

use super::Checker;
use crate::csd::{Definition, Map, Place, TypeId};
use crate::region::Why;
use crate::rules::{Finding, PlacedSink, Related, ids};
use crate::text::Span;

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    without_connection(checker, sink);
    second_connection(checker, sink);
    one_transaction_twice(checker, sink);
}

/// DB2ENTRY and DB2TRAN need an installed DB2CONN.
fn without_connection(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let Some(connection) = TypeId::of("DB2CONN") else { return };
    if checker.installed.only(connection).is_some() {
        return;
    }
    let needs = |definition: &&Definition| matches!(definition.kind.name(), "DB2ENTRY" | "DB2TRAN");
    let mut found: Vec<(Place, &Definition)> = checker
        .installed
        .definitions()
        .filter(needs)
        .filter_map(|definition| Some((checker.place(definition)?, definition)))
        .collect();
    found.sort_by_key(|(place, _)| *place);
    let Some((place, first)) = found.first() else { return };
    let message = format!("{} is installed without a DB2CONN", checker.named(first));
    let help = match checker.installed.is_complete() {
        true => "add a DB2CONN to the groups that the region installs",
        false => "add a DB2CONN, unless the CSD holds it where these decks do not show it",
    };
    let finding = Finding::new(ids::DB2_WITHOUT_DB2CONN, Span::default(), message)
        .help(help)
        .severity(checker.severity())
        .resource(Some(checker.resource(first)));
    sink.report(*place, finding);
}

/// A region has one DB2CONN and one MQCONN.
fn second_connection(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    for shadow in checker.installed.shadows().iter().filter(|shadow| shadow.why == Why::OnlyOne) {
        let loser = checker.installed.definition(shadow.loser);
        let (Some(loser), Some(winner)) = (loser, checker.installed.winner(shadow)) else { continue };
        let Some(place) = checker.place(winner) else { continue };
        let kind = winner.kind.name();
        let message = format!("a second {kind}: {} is there already", checker.decks.text(loser.name));
        let mut finding = Finding::new(ids::SECOND_CONNECTION, Span::default(), message)
            .help(format!("keep one {kind} in the groups that the region installs"))
            .resource(Some(checker.resource(winner)));
        if checker.region.takes_every_group() {
            finding.severity = crate::rules::Severity::Advice;
        }
        if let Some(other) = checker.place(loser) {
            let message = format!("the other {kind}");
            finding.related.push(Related { message, file: Some(other.file), span: other.span });
        }
        sink.report(place, finding);
    }
}

/// One transaction belongs to one DB2ENTRY: by its TRANSID, or by a DB2TRAN.
fn one_transaction_twice(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let mut taken: Map<u64, (&Definition, Place)> = Map::default();
    for definition in checker.installed.definitions() {
        let kind = definition.kind.name();
        if !matches!(kind, "DB2ENTRY" | "DB2TRAN") {
            continue;
        }
        let Some(value) = checker.value(definition, "TRANSID") else { continue };
        let (Some(transaction), Some(place)) =
            (value.value, value.place.or_else(|| checker.place(definition)))
        else {
            continue;
        };
        use std::hash::Hasher;
        let mut key = crate::csd::NameHasher::default();
        key.write(transaction.as_bytes());
        let Some((other, other_place)) = taken.insert(key.finish(), (definition, place)) else { continue };
        let message = format!("transaction {transaction} is taken by {} already", checker.named(other));
        let finding = Finding::new(ids::DB2_TRANSACTION_TWICE, Span::default(), message)
            .help("name it once: a DB2ENTRY with TRANSID makes a DB2TRAN of its own, and CICS installs one for each transaction")
            .attribute("TRANSID")
            .resource(Some(checker.resource(definition)));
        let message = "it is taken here".to_owned();
        let related = Related { message, file: Some(other_place.file), span: other_place.span };
        sink.report(place, Finding { related: vec![related], ..finding });
    }
}
