//! Definitions that do not count because of others of the same name.

use super::Checker;
use crate::csd::Definition;
use crate::region::Why;
use crate::rules::{Finding, PlacedSink, Related, RuleId, ids};
use crate::text::Span;

pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    // Without lists two groups may well be meant for two regions.
    if checker.region.takes_every_group() || !sink.wants_any(&[ids::SHADOWED_DEFINITION, ids::SHARED_NAME]) {
        return;
    }
    for shadow in checker.installed.shadows() {
        let loser = checker.installed.definition(shadow.loser);
        let (Some(loser), Some(winner)) = (loser, checker.installed.winner(shadow)) else { continue };
        let Some((rule, message, help)) = words(checker, shadow.why, loser, winner) else { continue };
        // Where IBM's definition is the one that does not count, the one that does is shown.
        let Some(place) = checker.place(loser).or_else(|| checker.place(winner)) else { continue };
        let mut finding =
            Finding::new(rule, Span::default(), message).help(help).resource(Some(checker.resource(loser)));
        if let Some(other) = checker.place(winner) {
            let message =
                format!("{} of group {} counts", checker.named(winner), checker.decks.text(winner.group));
            finding.related.push(Related { message, file: Some(other.file), span: other.span });
        }
        sink.report(place, finding);
    }
}

fn words(
    checker: &Checker<'_>,
    why: Why,
    loser: &Definition,
    winner: &Definition,
) -> Option<(RuleId, String, &'static str)> {
    let what = format!("{} of group {}", checker.named(loser), checker.decks.text(loser.group));
    let other = checker.decks.text(winner.group);
    Some(match why {
        Why::LaterWins => (
            ids::SHADOWED_DEFINITION,
            format!("{what} does not count: group {other} is installed after it"),
            "delete one of the two, or take one group out of the lists",
        ),
        Why::FirstInUse => (
            ids::SHADOWED_DEFINITION,
            format!("{what} is not installed: that of group {other} comes first and is enabled"),
            "delete one of the two, or take one group out of the lists; a resource in use is not replaced",
        ),
        Why::FirstWins => (
            ids::SHADOWED_DEFINITION,
            format!(
                "{what} is not installed: of two {}s the first counts, that of group {other}",
                loser.kind.name()
            ),
            "delete one of the two, or take one group out of the lists",
        ),
        Why::SameNumber => (
            ids::SHADOWED_DEFINITION,
            format!("{what} does not count: {} has the same number", checker.named(winner)),
            "give one of the two another LSRPOOLNUM",
        ),
        Why::SharedNames => (
            ids::SHARED_NAME,
            format!("{what} does not count: {} replaces it", checker.named(winner)),
            "rename one of the two: programs, map sets and partition sets share their names",
        ),
        Why::OnlyOne => return None,
    })
}
