//! How deep in parentheses a place of a statement stands.
//!
//! It is counted on from the last place where it was asked, so that asking at every record costs one pass.

use super::bytes::{is_blank, is_word};
use crate::text::Span;

/// How deep in parentheses the statement is, counted up to `at`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Depth {
    at: usize,
    level: u32,
    hole: usize,
    /// Whether GROUP(...) or LIST(...) has been seen outside parentheses.
    pub(super) complete: bool,
}

impl Depth {
    /// Outside parentheses, at `start`.
    pub(super) fn at(start: usize) -> Self {
        Self { at: start, ..Self::default() }
    }

    /// How many parentheses are open at `to`. Asked in ascending order; passes over the holes.
    pub(super) fn advance(&mut self, text: &str, holes: &[Span], to: usize) -> u32 {
        while self.at < to {
            match holes.get(self.hole) {
                Some(hole) if (hole.end as usize) <= self.at => self.hole += 1,
                Some(hole) if (hole.start as usize) <= self.at => self.at = hole.end as usize,
                hole => {
                    let stop = hole.map_or(to, |hole| to.min(hole.start as usize));
                    self.count(text.as_bytes(), stop);
                }
            }
        }
        self.level
    }

    fn count(&mut self, bytes: &[u8], stop: usize) {
        for at in memchr::memchr2_iter(b'(', b')', &bytes[self.at..stop]) {
            let at = self.at + at;
            if bytes[at] == b')' {
                self.level = self.level.saturating_sub(1);
                continue;
            }
            if self.level == 0 && !self.complete {
                self.complete = completes(&bytes[..at]);
            }
            self.level += 1;
        }
        self.at = stop;
    }
}

/// Whether the text ends in GROUP or LIST (or the beginning of one), blanks behind it apart.
fn completes(before: &[u8]) -> bool {
    let mut end = before.len();
    while end > 0 && end + 80 > before.len() && is_blank(before[end - 1]) {
        end -= 1;
    }
    let mut start = end;
    while start > 0 && end - start < 6 && is_word(before[start - 1]) {
        start -= 1;
    }
    let word = &before[start..end];
    let begins = |name: &[u8], least: usize| {
        word.len() >= least && word.len() <= name.len() && word.eq_ignore_ascii_case(&name[..word.len()])
    };
    begins(b"GROUP", 1) || begins(b"LIST", 1)
}
