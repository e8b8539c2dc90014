//! From one file to the decks and SIT sources in it.

use super::SitInput;
use crate::csd::{Deck, DeckText};
use crate::syntax::jcl::{self, Input, Part};
use crate::syntax::{Commands, Kind, SitSource, csdup, listing, sit};
use crate::text::Span;
use rayon::prelude::*;
use std::sync::Arc;

/// What one file gives to a region.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Its decks, in order: the file itself, or the SYSIN of each DFHCSDUP step of a job.
    pub decks: Vec<Deck>,
    /// Its SIT sources, in order: those of one DFHSIP step, or the one that the file is, belong together.
    pub sits: Vec<Vec<SitInput>>,
}

/// A large deck is parsed in parts of about this size, which threads share.
const PART: usize = 1 << 20;

/// Reads a file of this kind. Files may be read side by side.
pub fn gather(text: &DeckText, kind: Kind) -> Gathered {
    let content = text.source.text();
    let whole = Span::of(0..content.len());
    let mut gathered = Gathered::default();
    match kind {
        Kind::Csdup => gathered.decks.push(deck(text, &[whole])),
        Kind::Jcl => job(text, &mut gathered),
        Kind::Sit => gathered.sits.push(vec![sit_input(text, sit::parse_sysin(content, whole))]),
        Kind::SitConsole => gathered.sits.push(vec![sit_input(text, sit::parse_console(content, whole))]),
        Kind::SitMacro => gathered.sits.push(vec![sit_input(text, sit::parse_macro(content, whole))]),
        Kind::Listing => {
            let report = listing::parse(content, whole);
            gathered.decks.push(Deck::of_report(text.clone(), &report, report.whole));
        }
    }
    gathered
}

fn job(text: &DeckText, gathered: &mut Gathered) {
    for part in jcl::parse(text.source.text()).parts {
        match part {
            Part::Csdup(step) => {
                let instream = |input: &Input| match input {
                    Input::Instream(range) => Some(*range),
                    Input::Elsewhere(_) => None,
                };
                let ranges: Vec<Span> = step.sysin.iter().filter_map(instream).collect();
                gathered.decks.push(deck(text, &ranges));
            }
            Part::Sit(step) => {
                gathered.sits.push(step.sources.into_iter().map(|source| sit_input(text, source)).collect());
            }
        }
    }
}

fn deck(text: &DeckText, ranges: &[Span]) -> Deck {
    let content = text.source.text();
    let parts: Vec<Span> = ranges.iter().flat_map(|range| csdup::chunks(content, *range, PART)).collect();
    let parse = |part: &Span| csdup::parse(content, *part, csdup::Options::default());
    let commands: Vec<Commands> = match parts.as_slice() {
        [_, _, ..] => parts.par_iter().map(parse).collect(),
        few => few.iter().map(parse).collect(),
    };
    Deck::new(text.clone(), &commands)
}

/// The SIT source as a region takes it.
pub fn sit_input(text: &DeckText, settings: SitSource) -> SitInput {
    let DeckText { file, source, symbols } = text.clone();
    SitInput { file, source, settings: Arc::new(settings), symbols }
}
