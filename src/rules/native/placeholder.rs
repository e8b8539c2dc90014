//! Placeholders: what stands in their places is unknown, so it is not checked; that they are left over is said
//! once a file.

use super::deck::Deck;
use crate::text::Span;

impl<'a> Deck<'a, '_> {
    /// Reports the placeholders of the deck.
    pub(super) fn placeholders(&mut self) {}

    /// Whether `text` holds a placeholder.
    pub(super) fn has_placeholder(&self, text: &str) -> bool {
        let twice = |mark: char| text.matches(mark).count() > 1;
        text.contains(['<', '{']) || twice('@') || text.contains('&') || text.contains("++")
    }

    /// Whether a keyword is none that can be judged: a placeholder, or one of another product (which is noted).
    pub(super) fn is_unknowable(&mut self, key: Span, word: &'a str) -> bool {
        if word.starts_with('_') {
            self.once.vendor.add(key, word);
            return true;
        }
        self.has_placeholder(word)
    }
}
