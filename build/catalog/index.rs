//! Perfect hashes of keywords.

use super::hash::{keyword_hash, place};

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
    pub(crate) moves: Vec<u16>,
    pub(crate) slots: Vec<u16>,
    pub(crate) words: Vec<WordSpec>,
}

/// Makes a table in which no two keywords share a slot: keywords fall into groups by their hash, and each group,
/// the largest first, is moved on until all of it stands on free slots.
pub(crate) fn perfect(mut words: Vec<WordSpec>) -> Result<IndexSpec, String> {
    words.sort_by(|left, right| left.text.cmp(&right.text));
    if let Some(pair) = words.windows(2).find(|pair| pair[0].text == pair[1].text) {
        return Err(format!("the keyword {} stands there twice", pair[0].text));
    }
    let group_bits = (words.len() / 2).next_power_of_two().trailing_zeros().max(1);
    let slots = (words.len() * 3 / 2).next_power_of_two();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..1_000 {
        // xorshift: any sequence of odd numbers serves, the same in every build
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let (seed, shift) = (state | 1, 64 - group_bits);
        if let Some((moves, slots)) = fill(&words, seed, shift, slots) {
            return Ok(IndexSpec { seed, shift, moves, slots, words });
        }
    }
    Err(format!("no perfect hash was found for {} keywords", words.len()))
}

fn fill(words: &[WordSpec], seed: u64, shift: u32, size: usize) -> Option<(Vec<u16>, Vec<u16>)> {
    let mut groups: Vec<Vec<(usize, u64)>> = vec![Vec::new(); 1 << (64 - shift)];
    for (position, word) in words.iter().enumerate() {
        let hash = keyword_hash(word.text.as_bytes(), seed);
        groups[(hash >> shift) as usize].push((position, hash));
    }
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|group| std::cmp::Reverse(groups[*group].len()));
    let (mut moves, mut slots) = (vec![0_u16; groups.len()], vec![u16::MAX; size]);
    for group in order {
        let by = (0..u16::try_from(size).ok()?).find(|by| {
            moves[group] = *by;
            let mut places: Vec<_> =
                groups[group].iter().map(|(_, hash)| place(*hash, shift, &moves, size)).collect();
            places.sort_unstable();
            let apart = places.windows(2).all(|pair| pair[0] != pair[1]);
            apart && places.iter().all(|place| slots[*place] == u16::MAX)
        })?;
        moves[group] = by;
        for (position, hash) in &groups[group] {
            slots[place(*hash, shift, &moves, size)] = u16::try_from(*position).ok()?;
        }
    }
    Some((moves, slots))
}

/// Which letters a word has, one bit each.
pub(crate) fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_uppercase).fold(0, |mask, letter| mask | 1 << (letter - b'A'))
}
