//! Bytes to text.
//!
//! A [`Source`] owns one input: its bytes as they were read and the text that the parsers see. Every later
//! stage speaks in [`Span`]s, byte offsets into that text; only a `Source` turns a span into a line, a column
//! and an offset of the original bytes.
//!
//! Invariants: the text is valid UTF-8 and its only line end is `\n`, perhaps preceded by `\r`; a text of more
//! than 4 GiB is refused when it is read, so every offset fits a `u32`.

mod source;
mod span;

pub use source::{Encoding, Location, ReadError, ReadOptions, RecordFormat, Source};
pub use span::{FileId, Span};
