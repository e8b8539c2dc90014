//! Which encoding bytes that are not UTF-8 are in.
//!
//! EBCDIC is told from ISO 8859-1 by where the letters, digits and blanks are. The code pages agree in all that
//! a deck is made of, and differ in brackets, `!`, `|`, `^`, `¬` and national letters: each page is scored by how
//! plausible its reading of those bytes is where they stand.

use super::{Encoding, ebcdic};

/// How much of an input is looked at. Variant characters may stand late in a deck.
const SAMPLE: usize = 1 << 20;

/// A recognised encoding, and whether the bytes left no doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) encoding: Encoding,
    /// The input holds variant characters, and two pages read them equally well.
    pub(super) doubtful: bool,
}

/// The encoding of `bytes`, which are not valid UTF-8.
pub(super) fn guess(bytes: &[u8]) -> Guess {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let (mut ebcdic, mut ascii) = (0usize, 0usize);
    for &b in sample {
        match b {
            0x81..=0x89
            | 0x91..=0x99
            | 0xA2..=0xA9
            | 0xC1..=0xC9
            | 0xD1..=0xD9
            | 0xE2..=0xE9
            | 0xF0..=0xF9 => {
                ebcdic += 1;
            }
            0x40 => ebcdic += 1,
            b' ' | b'\n' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => ascii += 1,
            _ => {}
        }
    }
    if ebcdic > ascii { guess_page(sample) } else { Guess { encoding: Encoding::Latin1, doubtful: false } }
}

/// The pages, the one to take first when nothing tells them apart.
const PAGES: [Encoding; 5] =
    [Encoding::Ibm037, Encoding::Ibm1047, Encoding::Ibm500, Encoding::Ibm273, Encoding::Ibm1140];

fn guess_page(sample: &[u8]) -> Guess {
    let mut scores = [0i64; PAGES.len()];
    let mut variants = [0usize; 256];
    for (at, &byte) in sample.iter().enumerate() {
        if !is_variant(byte) {
            continue;
        }
        variants[usize::from(byte)] += 1;
        let place = Place::of(sample, at);
        for (score, encoding) in scores.iter_mut().zip(PAGES) {
            if let Some(page) = ebcdic::page(encoding) {
                *score += place.plausibility(page[usize::from(byte)]);
            }
        }
    }
    for (score, encoding) in scores.iter_mut().zip(PAGES) {
        if let Some(page) = ebcdic::page(encoding) {
            *score += brackets(page, &variants);
        }
    }
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut winners = PAGES.iter().zip(scores).filter(|&(_, score)| score == best).map(|(&page, _)| page);
    let encoding = winners.next().unwrap_or(Encoding::Ibm037);
    let doubtful = winners.any(|other| reads_differently(encoding, other, &variants));
    Guess { encoding, doubtful }
}

/// Whether the pages disagree on `byte`.
fn is_variant(byte: u8) -> bool {
    matches!(
        byte,
        0x43 | 0x4A
            | 0x4F
            | 0x59
            | 0x5A
            | 0x5F
            | 0x63
            | 0x6A
            | 0x7C
            | 0x9F
            | 0xA1
            | 0xAD
            | 0xB0
            | 0xB5
            | 0xBA
            | 0xBB
            | 0xBD
            | 0xC0
            | 0xCC
            | 0xD0
            | 0xDC
            | 0xE0
            | 0xEC
            | 0xFC
    )
}

/// What stands beside a byte, of the characters on which all pages agree.
#[derive(Clone, Copy)]
struct Place {
    /// A letter or digit stands before.
    before: bool,
    /// A letter or digit stands after.
    after: bool,
    /// One of them is a lower-case letter.
    small: bool,
}

impl Place {
    fn of(bytes: &[u8], at: usize) -> Self {
        let beside = |at: Option<usize>| {
            let byte = at.and_then(|at| bytes.get(at)).filter(|&&b| !is_variant(b));
            byte.map_or(' ', |&b| ebcdic::page(Encoding::Ibm037).map_or(' ', |page| page[usize::from(b)]))
        };
        let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        Self {
            before: before.is_ascii_alphanumeric(),
            after: after.is_ascii_alphanumeric(),
            small: before.is_ascii_lowercase() || after.is_ascii_lowercase(),
        }
    }

    /// How well `character` fits here.
    fn plausibility(self, character: char) -> i64 {
        let (inside, beside) = (self.before && self.after, self.before || self.after);
        match character {
            'ä' | 'ö' | 'ü' | 'ß' if inside && self.small => 3,
            'Ä' | 'Ö' | 'Ü' if inside => 3,
            'ä' | 'ö' | 'ü' | 'ß' | 'Ä' | 'Ö' | 'Ü' => {
                if beside {
                    1
                } else {
                    -1
                }
            }
            '@' | '€' => 2,
            '!' if self.before && !self.after => 2,
            '|' if !beside => 2,
            '\\' | '~' | '^' | '|' | '!' if inside => 0,
            '\\' | '~' | '^' | '|' | '!' | '§' | '¬' => 1,
            // Brackets are judged by their pairs.
            '[' | ']' | '{' | '}' => 0,
            _ => -2,
        }
    }
}

/// Brackets that come in pairs are brackets; one kind without the other is something else.
fn brackets(page: &ebcdic::Page, variants: &[usize; 256]) -> i64 {
    let count = |wanted: char| {
        (0..=255u8).find(|&b| page[usize::from(b)] == wanted).map_or(0, |b| variants[usize::from(b)] as i64)
    };
    let judge = |open: i64, close: i64| if open == close { 2 * (open + close) } else { -(open + close) };
    judge(count('['), count(']')) + judge(count('{'), count('}'))
}

fn reads_differently(a: Encoding, b: Encoding, variants: &[usize; 256]) -> bool {
    match (ebcdic::page(a), ebcdic::page(b)) {
        (Some(a), Some(b)) => (0..256).any(|at| variants[at] > 0 && a[at] != b[at]),
        _ => false,
    }
}
