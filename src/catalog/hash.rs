//! The hash under the keyword tables. The build script includes this file, so that both sides agree.

/// Hashes a keyword without regard to case. `seed` is odd; the result has `64 - shift` bits.
///
/// Eight bytes from either end tell all keywords of one table apart (the build script makes sure); `| 0x20`
/// folds letters and may merge other characters, which only costs a comparison.
pub(crate) fn keyword_hash(word: &[u8], seed: u64, shift: u32) -> usize {
    const FOLD: u64 = 0x2020_2020_2020_2020;
    let (head, tail) = ends(word);
    let mixed = (head | FOLD) ^ (tail | FOLD).rotate_left(31) ^ (word.len() as u64);
    (mixed.wrapping_mul(seed) >> shift) as usize
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
