//! Placeholders: what stands in their places is unknown, so it is not checked; that they are left over is said
//! once a file.

use super::deck::Deck;
use crate::catalog::Violation;
use crate::rules::{Finding, Sink, ids};
use crate::syntax::{Operand, symbols};
use crate::text::Span;
use std::collections::HashMap;

/// How many different placeholders a finding names.
const LISTED: usize = 8;
/// How many places it shows beside the first.
const RELATED: usize = 3;

/// The different placeholders of one source, in the order of their first places.
#[derive(Debug, Default)]
pub(super) struct Placeholders<'a> {
    /// Each placeholder: its text, its first place, how often it stands there.
    found: Vec<(&'a str, Span, usize)>,
    index: HashMap<&'a str, usize>,
}

impl<'a> Placeholders<'a> {
    /// Notes one placeholder.
    pub(super) fn add(&mut self, span: Span, text: &'a str) {
        let next = self.found.len();
        let at = *self.index.entry(text).or_insert(next);
        if at == next {
            self.found.push((text, span, 0));
        }
        self.found[at].2 += 1;
    }

    /// Adds the placeholders of what follows.
    pub(super) fn append(&mut self, next: Self) {
        for (text, span, count) in next.found {
            self.add(span, text);
            self.found[self.index[text]].2 += count - 1;
        }
    }

    /// Reports them at the first one. `moment` is when they have to be gone.
    pub(super) fn report(mut self, sink: &mut Sink<'_>, moment: &str) {
        self.found.sort_by_key(|(_, span, _)| *span);
        let Some((_, first, _)) = self.found.first() else { return };
        let shown = self.found.iter().take(LISTED).map(|(text, _, count)| match count {
            1 => (*text).to_owned(),
            2 => format!("{text} (twice)"),
            _ => format!("{text} ({count} times)"),
        });
        let mut names = shown.collect::<Vec<_>>().join(", ");
        match self.found.len().saturating_sub(LISTED) {
            0 => {}
            1 => names += " and 1 other",
            more => names += &format!(" and {more} others"),
        }
        let message = match self.found.len() {
            1 => format!("a placeholder is left: {names}"),
            _ => format!("placeholders are left: {names}"),
        };
        let help = format!("replace them before {moment}; values that hold one were not checked");
        let mut finding = Finding::new(ids::PLACEHOLDER_LEFT_OVER, *first, message).help(help);
        for (text, span, _) in self.found.iter().skip(1).take(RELATED) {
            finding = finding.related(*span, format!("{text} first stands here"));
        }
        sink.report(finding);
    }
}

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// Notes the placeholders in the values of `operands` that have no value of their own.
    pub(super) fn note_placeholders(&mut self, operands: &[Operand]) {
        for span in operands.iter().filter_map(Operand::value) {
            if symbols::find(span.of_text(self.text)).is_some() {
                self.note(span);
            }
        }
    }

    /// Notes the placeholders in the text at `span`.
    #[cold]
    fn note(&mut self, span: Span) {
        if !self.sink.wants(ids::PLACEHOLDER_LEFT_OVER) || self.options.report {
            return;
        }
        let (mut rest, mut at) = (span.of_text(self.text), span.start);
        while let Some(found) = symbols::find(rest) {
            let (before, after) = rest.split_at(found.end);
            let text = &before[found.start..];
            if !self.options.symbols.replaces(text) {
                let place = Span::new(at + found.start as u32, at + found.end as u32);
                self.once.placeholders.add(place, text);
            }
            (rest, at) = (after, at + found.end as u32);
        }
    }

    /// Whether `value`, which its domain refuses, cannot be judged because it is a placeholder as a whole (which is
    /// noted) or holds one.
    pub(super) fn is_unknown_value(&mut self, span: Span, value: &str, violation: Violation) -> bool {
        if self.has_placeholder(value) {
            return true;
        }
        let name = !matches!(violation, Violation::NotOneOf | Violation::NotANumber { .. });
        let whole = match name {
            true => symbols::is_whole(value, true),
            false => value.split(',').any(|part| symbols::is_whole(part.trim(), false)),
        };
        if whole && self.sink.wants(ids::PLACEHOLDER_LEFT_OVER) && !self.options.report {
            self.once.placeholders.add(span, span.of_text(self.text));
        }
        whole
    }

    /// Whether `text` holds a placeholder.
    pub(super) fn has_placeholder(&self, text: &str) -> bool {
        symbols::find(text).is_some()
    }

    /// Whether a keyword is none that can be judged: a placeholder, or one of another product (which is noted).
    pub(super) fn is_unknowable(&mut self, key: Span, word: &'a str) -> bool {
        if word.starts_with('_') {
            self.once.vendor.add(key, word);
            return true;
        }
        let holds = self.has_placeholder(word);
        if holds {
            self.note(key);
        }
        holds
    }
}
