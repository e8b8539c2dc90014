//! The CSDs of many regions over shared decks: what two regions have in common is executed once.

use super::decks::{DeckId, Decks};
use super::execute::Csd;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Executes lists of decks and keeps the CSD after each beginning of a list that two lists share.
#[derive(Debug, Default)]
pub struct Snapshots {
    known: Mutex<HashMap<(bool, Box<[DeckId]>), Arc<Csd>>>,
}

impl Snapshots {
    /// Nothing is executed yet, and every beginning is worth keeping.
    pub fn new() -> Self {
        Self::default()
    }

    /// The CSD after `list`, deck by deck, where it holds nothing but what IBM supplies at first (`whole`), or
    /// where it is not known what it holds.
    ///
    /// The CSD after each beginning of the list is kept, so a region that adds a deck of its own to those of
    /// another pays for that deck alone.
    pub fn csd(&self, decks: &Decks, whole: bool, list: &[DeckId]) -> Arc<Csd> {
        let (mut csd, done) = self.longest(whole, list);
        for (number, deck) in list.iter().enumerate().skip(done) {
            let mut next = (*csd).clone();
            next.execute(decks, *deck);
            csd = Arc::new(next);
            self.keep(whole, &list[..=number], &csd);
        }
        csd
    }

    /// The CSD after the longest beginning of `list` that is known, and how long that is.
    fn longest(&self, whole: bool, list: &[DeckId]) -> (Arc<Csd>, usize) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for length in (1..=list.len()).rev() {
            if let Some(csd) = known.get(&(whole, list[..length].into())) {
                return (Arc::clone(csd), length);
            }
        }
        (Arc::new(if whole { Csd::initialized() } else { Csd::unknown() }), 0)
    }

    fn keep(&self, whole: bool, list: &[DeckId], csd: &Arc<Csd>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert((whole, list.into()), Arc::clone(csd));
    }
}
