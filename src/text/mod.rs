//! Bytes to text.
//!
//! A [`Source`] owns one input: its bytes as they were read and the text that the parsers see. Every later
//! stage speaks in [`Span`]s, byte offsets into that text; only a `Source` turns a span into a line, a column
//! and an offset of the original bytes.
//!
//! Invariants: the text is valid UTF-8 and its only line end is `\n`, perhaps preceded by `\r`; an input or a
//! text of 4 GiB or more is refused when it is read, so every offset fits a `u32`.

mod binary;
mod codepage;
mod decode;
mod ebcdic;
mod edit;
mod encoding;
mod lines;
mod records;
mod source;
mod span;
#[cfg(test)]
mod tests;

pub use edit::{Edit, EditError};
pub use encoding::{Encoding, UnknownEncoding};
pub use records::RecordFormat;
pub use source::{Location, Note, ReadError, ReadOptions, Source};
pub use span::{FileId, Span};
