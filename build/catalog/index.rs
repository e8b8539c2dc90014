//! Perfect hashes of keywords.

use super::hash::keyword_hash;

/// One keyword.
#[derive(Clone, Debug)]
pub(crate) struct WordSpec {
    pub(crate) text: String,
    pub(crate) entry: usize,
    pub(crate) alias: bool,
    pub(crate) min: usize,
    pub(crate) rank: u8,
}

/// A perfect hash: no two keywords share a slot.
#[derive(Debug)]
pub(crate) struct IndexSpec {
    pub(crate) seed: u64,
    pub(crate) shift: u32,
    pub(crate) slots: Vec<u16>,
    pub(crate) words: Vec<WordSpec>,
}

/// Finds a seed under which no two keywords share a slot.
pub(crate) fn perfect(mut words: Vec<WordSpec>) -> Result<IndexSpec, String> {
    words.sort_by(|left, right| left.text.cmp(&right.text));
    if let Some(pair) = words.windows(2).find(|pair| pair[0].text == pair[1].text) {
        return Err(format!("the keyword {} stands there twice", pair[0].text));
    }
    let first_bits = (words.len() * 4).next_power_of_two().trailing_zeros().max(3);
    for bits in first_bits..first_bits + 4 {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..60_000 {
            // xorshift: any sequence of odd numbers serves, the same in every build
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if let Some(slots) = fill(&words, state | 1, 64 - bits) {
                return Ok(IndexSpec { seed: state | 1, shift: 64 - bits, slots, words });
            }
        }
    }
    Err(format!("no perfect hash was found for {} keywords", words.len()))
}

fn fill(words: &[WordSpec], seed: u64, shift: u32) -> Option<Vec<u16>> {
    let mut slots = vec![u16::MAX; 1 << (64 - shift)];
    for (position, word) in words.iter().enumerate() {
        let slot = &mut slots[keyword_hash(word.text.as_bytes(), seed, shift)];
        if *slot != u16::MAX {
            return None;
        }
        *slot = u16::try_from(position).ok()?;
    }
    Some(slots)
}

/// Which letters a word has, one bit each.
pub(crate) fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_uppercase).fold(0, |mask, letter| mask | 1 << (letter - b'A'))
}
