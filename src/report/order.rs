//! The findings of an outcome in the order of a report: by place, or the dearest first.

use super::Context;
use crate::lint::{LintedFile, Outcome};
use crate::rules::{Finding, Fingerprint, Impact, fingerprints};

/// A finding, with the file that it stands in.
pub(super) struct Placed<'a> {
    /// The place of the file in the outcome.
    pub(super) index: usize,
    pub(super) file: &'a LintedFile,
    pub(super) finding: &'a Finding,
    pub(super) print: Fingerprint,
}

/// All findings, those that are suppressed among them.
pub(super) fn findings<'a>(
    outcome: &'a Outcome,
    context: &'a Context<'_>,
) -> Box<dyn Iterator<Item = Placed<'a>> + 'a> {
    let by_place = outcome.files.iter().enumerate().flat_map(|(index, file)| {
        let prints = fingerprints(&file.source, &file.findings, context.rules);
        file.findings.iter().zip(prints).map(move |(finding, print)| Placed { index, file, finding, print })
    });
    if !context.by_price {
        return Box::new(by_place);
    }
    let mut all: Vec<(std::borrow::Cow<'a, Impact>, Placed<'a>)> =
        by_place.map(|placed| (Impact::of(placed.finding, context.rule(placed.finding)), placed)).collect();
    all.sort_by(|(a, _), (b, _)| b.by_price(a));
    Box::new(all.into_iter().map(|(_, placed)| placed))
}
