//! Lines of a text, and from there to lines, columns and bytes of the original.

use memchr::memchr_iter;

/// Where every line starts, in the text and in the original, and how many characters stand before a place.
///
/// A look-up takes logarithmic time, whatever the length of a line: characters are counted at most over
/// [`BLOCK`] bytes.
#[derive(Debug)]
pub(super) struct LineIndex {
    /// Offsets of the first byte of each line in the text. Never empty; the last one may be the end of the text.
    starts: Vec<u32>,
    /// The same in the original, or the constant distance to it.
    originals: Originals,
    /// Characters before each block; empty for a text that is ASCII.
    blocks: Vec<u32>,
}

/// Where the lines start in the original.
#[derive(Debug)]
pub(super) enum Originals {
    /// The original is the text after a prefix of so many bytes.
    Shifted(u32),
    /// The text was decoded: a start for each line; and whether a character is one byte of the original (it is
    /// as many bytes as in the text otherwise).
    Decoded {
        /// Offsets in the original.
        starts: Vec<u32>,
        /// A character is one byte.
        single_byte: bool,
        /// Length of the original.
        end: u32,
    },
}

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

impl LineIndex {
    /// The index of a text that stands in the original after `prefix` bytes.
    pub(super) fn of_text(text: &str, prefix: u32) -> Self {
        let bytes = text.as_bytes();
        let mut starts = Vec::with_capacity(1 + memchr_iter(b'\n', bytes).count());
        starts.push(0);
        starts.extend(memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
        Self { starts, originals: Originals::Shifted(prefix), blocks: blocks(text) }
    }

    /// The index of a text that was decoded: the starts of its records in the original, whether a character is
    /// one byte there, and the length of the original.
    pub(super) fn of_decoded(text: &str, mut originals: Vec<u32>, single_byte: bool, end: u32) -> Self {
        let mut index = Self::of_text(text, 0);
        // A text that ends with a line end has one more start, which is the end of the original.
        originals.resize(index.starts.len(), end);
        index.originals = Originals::Decoded { starts: originals, single_byte, end };
        index
    }

    /// Number of lines of a text that has `length` bytes: what follows the last line end counts when it is not empty.
    pub(super) fn count(&self, length: usize) -> u32 {
        let last_is_empty = self.starts.last().is_some_and(|&start| start as usize == length);
        (self.starts.len() - usize::from(last_is_empty)) as u32
    }

    /// The index (from 0) of the line that holds the byte at `offset`.
    pub(super) fn line_of(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Start of line `line` (from 0), or the end of the text when there is none.
    pub(super) fn start(&self, line: usize, length: u32) -> u32 {
        self.starts.get(line).copied().unwrap_or(length)
    }

    /// Characters between two offsets of `text`, which are character boundaries.
    pub(super) fn characters(&self, text: &str, from: u32, to: u32) -> u32 {
        if self.blocks.is_empty() {
            return to.saturating_sub(from);
        }
        let (from, to) = (from as usize, to as usize);
        if to.saturating_sub(from) <= BLOCK {
            return count(text.as_bytes().get(from..to).unwrap_or_default());
        }
        self.before(text, to) - self.before(text, from)
    }

    fn before(&self, text: &str, offset: usize) -> u32 {
        let block = (offset / BLOCK).min(self.blocks.len() - 1);
        self.blocks[block] + count(text.as_bytes().get(block * BLOCK..offset).unwrap_or_default())
    }

    /// The offset in the original of the byte at `offset` of `text`, which stands in line `line` (from 0).
    pub(super) fn original(&self, text: &str, line: usize, offset: u32) -> u64 {
        match &self.originals {
            Originals::Shifted(prefix) => u64::from(*prefix) + u64::from(offset),
            Originals::Decoded { starts, single_byte, end } => {
                let start = self.start(line, offset);
                let inside = if *single_byte { self.characters(text, start, offset) } else { offset - start };
                let original = starts.get(line).copied().unwrap_or(*end);
                u64::from(original) + u64::from(inside)
            }
        }
    }
}

fn blocks(text: &str) -> Vec<u32> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    let mut sum = 0;
    for block in text.as_bytes().chunks(BLOCK) {
        blocks.push(sum);
        sum += count(block);
    }
    blocks
}

/// Number of characters that start in `bytes` of UTF-8.
fn count(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}
