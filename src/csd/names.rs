//! Names as numbers: groups, lists, resources and short values, each kept once.
//!
//! A deck is read with a table of its own, so that decks can be read side by side; [`Names::absorb`] then carries
//! its names over into the table that all decks share. Texts are compared as they are: whoever interns a name
//! folds it first as CICS folds it.

use std::hash::{BuildHasherDefault, Hasher};

/// A name, as its number in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(u32);

impl Sym {
    /// No name at all (a value that is absent, or too long to be a name).
    pub const NONE: Self = Self(u32::MAX);

    /// Whether it is [`Sym::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// The name of this number.
    pub(super) const fn of_index(number: u32) -> Self {
        Self(number)
    }

    /// Its number, for tables by name.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    text: String,
    /// Where each name ends in `text`; it begins where the one before it ends.
    ends: Vec<u32>,
    /// The hash of each name.
    hashes: Vec<u32>,
    /// Open addressing: the number of a name plus one, or 0. Its length is a power of two, or 0.
    slots: Vec<u32>,
}

impl Names {
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a name; empty for [`Sym::NONE`].
    pub fn text(&self, name: Sym) -> &str {
        let index = name.index();
        let start = match index.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0),
            None => 0,
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The number of `name`, where it has one.
    pub fn get(&self, name: &str) -> Option<Sym> {
        if self.slots.is_empty() {
            return None;
        }
        self.find(name, hash(name.as_bytes())).ok()
    }

    /// The number of `name`, which it gets here where it has none.
    pub fn intern(&mut self, name: &str) -> Sym {
        self.intern_hashed(name, hash(name.as_bytes()))
    }

    fn intern_hashed(&mut self, name: &str, hash: u32) -> Sym {
        if self.slots.len() <= self.ends.len() * 2 {
            self.grow();
        }
        match self.find(name, hash) {
            Ok(found) => found,
            Err(slot) => {
                let number = self.ends.len() as u32;
                self.text.push_str(name);
                self.ends.push(self.text.len() as u32);
                self.hashes.push(hash);
                self.slots[slot] = number + 1;
                Sym(number)
            }
        }
    }

    /// Takes over the names of another table. The answer gives, for each number there, the number here.
    pub fn absorb(&mut self, other: &Names) -> Vec<Sym> {
        let hashed = other.iter().zip(&other.hashes);
        hashed.map(|((_, name), hash)| self.intern_hashed(name, *hash)).collect()
    }

    /// All names with their numbers, in the order in which they were interned.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &str)> {
        (0..self.len() as u32).map(|n| (Sym(n), self.text(Sym(n))))
    }

    /// The name, or the free slot where it belongs.
    fn find(&self, name: &str, hash: u32) -> Result<Sym, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot].checked_sub(1) {
                None => return Err(slot),
                Some(number) if self.hashes[number as usize] == hash && self.text(Sym(number)) == name => {
                    return Ok(Sym(number));
                }
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(64);
        let mut slots = vec![0; length];
        for (number, hash) in (1..).zip(&self.hashes) {
            let mut slot = *hash as usize & (length - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (length - 1);
            }
            slots[slot] = number;
        }
        self.slots = slots;
    }
}

/// Spreads short names well and quickly; the input is not hostile enough to need more, and a table of names that
/// all collide is only slow.
fn hash(bytes: &[u8]) -> u32 {
    let mut hasher = NameHasher::default();
    hasher.write(bytes);
    hasher.finish() as u32
}

/// A quick hash for small keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameHasher(u64);

impl NameHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(u64::from_le_bytes(chunk.try_into().unwrap_or([0; 8])));
        }
        let rest = chunks.remainder();
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(word) ^ ((bytes.len() as u64) << 56));
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// A map with small keys.
pub type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// A set of small keys.
pub type Set<K> = std::collections::HashSet<K, BuildHasherDefault<NameHasher>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once() {
        let mut names = Names::default();
        assert_eq!(names.get("A"), None);
        let a = names.intern("A");
        let empty = names.intern("");
        assert_eq!(names.intern("A"), a);
        assert_eq!((names.text(a), names.text(empty), names.text(Sym::NONE)), ("A", "", ""));
        assert_eq!(names.get("a"), None);
        assert_eq!(names.len(), 2);
    }

    #[test]
    fn many_names_are_found_again() {
        let mut names = Names::default();
        let all: Vec<Sym> = (0..50_000).map(|n| names.intern(&format!("P{n:07}"))).collect();
        for (n, sym) in all.iter().enumerate() {
            assert_eq!(names.text(*sym), format!("P{n:07}"));
            assert_eq!(names.get(&format!("P{n:07}")), Some(*sym));
        }
    }

    #[test]
    fn another_table_is_carried_over() {
        let (mut all, mut deck) = (Names::default(), Names::default());
        let b = all.intern("B");
        deck.intern("A");
        deck.intern("B");
        let map = all.absorb(&deck);
        assert_eq!(map.len(), 2);
        assert_eq!(all.text(map[0]), "A");
        assert_eq!(map[1], b);
    }
}
