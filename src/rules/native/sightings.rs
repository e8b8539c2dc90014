//! Things that are reported once a file, however often they stand in it.

use crate::rules::{Finding, RuleId, Sink};
use crate::text::Span;

/// How many places a finding names beside the first.
const RELATED: usize = 3;
/// How many of the texts it lists.
const LISTED: usize = 5;

/// Places of one kind: the first few, and how many there are.
#[derive(Debug, Default)]
pub(super) struct Sightings<'a> {
    places: Vec<(Span, &'a str)>,
    count: usize,
}

impl<'a> Sightings<'a> {
    /// Notes one place and its text.
    pub(super) fn add(&mut self, span: Span, text: &'a str) {
        self.count += 1;
        if self.places.len() < LISTED {
            self.places.push((span, text));
        }
    }

    /// Adds the sightings of what follows.
    pub(super) fn append(&mut self, next: Self) {
        self.count += next.count;
        let free = LISTED - self.places.len();
        self.places.extend(next.places.into_iter().take(free));
    }

    /// The texts of the first places, with commas between, and how many there are beside them.
    pub(super) fn list(&self) -> String {
        let mut texts: Vec<String> = Vec::new();
        for text in self.places.iter().map(|(_, text)| text.to_ascii_uppercase()) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match self.count - self.places.len() {
            0 => texts.join(", "),
            more => format!("{} and {more} more", texts.join(", ")),
        }
    }

    /// Reports the first place, with `words` (its text, how many there are) as message and help.
    pub(super) fn report(
        &self,
        sink: &mut Sink<'_>,
        id: RuleId,
        words: impl FnOnce(&str, usize) -> (String, String),
    ) {
        let Some(&(first, text)) = self.places.first() else { return };
        let (message, help) = words(text, self.count);
        let mut finding = Finding::new(id, first, message).help(help);
        for &(span, _) in self.places.iter().skip(1).take(RELATED) {
            finding = finding.related(span, "another one");
        }
        sink.report(finding);
    }
}
