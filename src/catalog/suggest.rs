//! Did you mean: the keyword that a word was probably meant to be.

use super::types::{KeywordIndex, Word};

/// Longest word that is compared: a longer one is no slip of a keyword.
const LONGEST: usize = 32;

/// The keyword of `index` that is nearest to `word`, where one is near enough. Obsolete keywords and those of
/// later releases are named only where nothing else is as near.
#[cold]
pub(super) fn suggestion(word: &str, index: &KeywordIndex) -> Option<&'static Word> {
    let mut buffer = [0; LONGEST];
    let folded = fold(word, &mut buffer)?;
    let letters = letters(folded);
    let allowed = allowed_distance(folded.len());
    let mut best: Option<(usize, u8, &'static Word)> = None;
    for candidate in index.words {
        // each edit changes at most two of the letters that are in use
        if (candidate.letters ^ letters).count_ones() as usize > 2 * allowed
            && !is_slip(folded, candidate.text)
        {
            continue;
        }
        let Some(distance) = distance(folded, candidate.text, allowed) else { continue };
        if best.is_none_or(|(least, rank, _)| (distance, candidate.rank) < (least, rank)) {
            best = Some((distance, candidate.rank, candidate));
        }
    }
    best.map(|(.., word)| word)
}

/// The name that is nearest to `word`, where one is near enough.
#[cold]
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut buffer = [0; LONGEST];
    let folded = fold(word, &mut buffer)?;
    let allowed = allowed_distance(folded.len());
    names
        .filter_map(|name| Some((distance(folded, name, allowed)?, name)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn fold<'b>(word: &str, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let folded = buffer.get_mut(..word.len())?;
    folded.copy_from_slice(word.as_bytes());
    folded.make_ascii_uppercase();
    let starts_well = folded.first().is_some_and(u8::is_ascii_alphanumeric);
    std::str::from_utf8(folded).ok().filter(|_| starts_well)
}

/// A third of the letters may be wrong, but no more than three, and in a word of two none.
fn allowed_distance(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}

/// How far `name` is from `word`; `None` where it is too far.
fn distance(word: &str, name: &str, allowed: usize) -> Option<usize> {
    if is_slip(word, name) {
        return Some(1);
    }
    if word.len().abs_diff(name.len()) > allowed {
        return None;
    }
    Some(strsim::osa_distance(word, name)).filter(|distance| *distance <= allowed)
}

/// A keyword with something before or after it (`PROGRAMS`, `PROGRAM1`, `TRANSACTIONID`), or written in two
/// words with a character between (`REMOTE-NAME`, `DS_NAME`).
fn is_slip(word: &str, name: &str) -> bool {
    if name.len() >= 4 && word.len() <= name.len() + 4 && word.starts_with(name) {
        return true;
    }
    let joined = || word.bytes().filter(u8::is_ascii_alphanumeric);
    word.len() > name.len() && joined().count() < word.len() && joined().eq(name.bytes())
}

fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_uppercase).fold(0, |mask, letter| mask | 1 << (letter - b'A'))
}
