//! The hash under the keyword tables. The build script includes this file, so that both sides agree.

/// Hashes a keyword without regard to case. `seed` is odd.
///
/// Eight bytes from either end tell all keywords of one table apart (the build script makes sure); `| 0x20`
/// folds letters and may merge other characters, which only costs a comparison.
pub(crate) fn keyword_hash(word: &[u8], seed: u64) -> u64 {
    const FOLD: u64 = 0x2020_2020_2020_2020;
    let (head, tail) = ends(word);
    let mixed = (head | FOLD) ^ (tail | FOLD).rotate_left(31) ^ (word.len() as u64);
    // both halves of the product: the lower bits of either half alone know little of the upper bits of `mixed`
    let product = u128::from(mixed) * u128::from(seed);
    (product >> 64) as u64 ^ product as u64
}

/// The place of a hash in a table of `slots` (a power of two): its lower bits, moved on by what its group, the
/// upper bits above `shift`, was given when the table was made.
pub(crate) fn place(hash: u64, shift: u32, moves: &[u16], slots: usize) -> usize {
    let group = (hash >> shift) as usize;
    let by = moves.get(group).copied().unwrap_or(0);
    (hash as usize).wrapping_add(usize::from(by)) & slots.wrapping_sub(1)
}

/// The first and the last eight bytes; of a shorter word the first and last four, or what there is.
fn ends(word: &[u8]) -> (u64, u64) {
    if let (Some(head), Some(tail)) = (word.first_chunk::<8>(), word.last_chunk::<8>()) {
        (u64::from_le_bytes(*head), u64::from_le_bytes(*tail))
    } else if let (Some(head), Some(tail)) = (word.first_chunk::<4>(), word.last_chunk::<4>()) {
        (u64::from(u32::from_le_bytes(*head)), u64::from(u32::from_le_bytes(*tail)))
    } else {
        let mut head = 0;
        for &byte in word {
            head = head << 8 | u64::from(byte);
        }
        (head, 0)
    }
}
