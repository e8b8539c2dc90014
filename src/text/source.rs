//! One input: its bytes, its text, and the way from a span of the text back to the bytes.

use super::codepage::{self, Guess};
use super::decode::{self, Decoded};
use super::lines::LineIndex;
use super::records;
use super::{Encoding, RecordFormat, Span, binary};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

/// What the user says of an input before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The encoding; recognised when it is `None`.
    pub encoding: Option<Encoding>,
}

/// Why an input gives no text.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system says no.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Offsets into it would not fit 32 bits.
    #[error("it is larger than 4 GiB")]
    TooLarge,
    /// It is not text.
    #[error("it is not text: {0}")]
    Binary(&'static str),
    /// It is text in an encoding that is not read.
    #[error("it is {0} text, which is not read here: convert it to UTF-8")]
    Unsupported(&'static str),
    /// It is not in the encoding that was asked for.
    #[error("it is not UTF-8 as asked for: the byte at offset {offset} is not part of a character")]
    NotUtf8 {
        /// Offset of the first byte that is wrong.
        offset: u64,
    },
}

/// What the user should know of how an input was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The bytes are not valid UTF-8, so they were read as ISO 8859-1.
    NotUtf8 {
        /// The first character that is not UTF-8.
        first: Span,
    },
    /// EBCDIC was recognised by content, and its variant characters (brackets and the like) fit several code
    /// pages: they may show wrong unless the encoding is given.
    CodePageUncertain(Encoding),
}

/// One input.
#[derive(Debug)]
pub struct Source {
    name: String,
    content: Content,
    encoding: Encoding,
    records: RecordFormat,
    notes: Vec<Note>,
    lines: OnceLock<Box<LineIndex>>,
}

#[derive(Debug)]
enum Content {
    /// The text is the original after a byte order mark or nothing.
    Same { original: String, mark: usize },
    /// The text was made from the original, in which its lines start at `starts`.
    Decoded { original: Vec<u8>, text: String, starts: Vec<u32> },
}

/// Where a span stands in the original input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character in its original record, in characters, from 1.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// Offset of the first byte in the original file.
    pub offset: u64,
    /// Length in bytes of the original file.
    pub length: u64,
}

/// The byte order mark of UTF-8.
const MARK: &str = "\u{FEFF}";

impl Source {
    /// Reads the file at `path`, which may be a pipe.
    pub fn read(path: &Path, options: &ReadOptions) -> Result<Self, ReadError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > u64::from(u32::MAX) {
            return Err(ReadError::TooLarge);
        }
        let mut bytes = Vec::new();
        let no_memory = |_| ReadError::Io(std::io::ErrorKind::OutOfMemory.into());
        bytes.try_reserve_exact(length as usize + 1).map_err(no_memory)?;
        file.take(u64::from(u32::MAX) + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(path.to_string_lossy(), bytes, options)
    }

    /// Takes the bytes of an input that is called `name` in messages.
    pub fn from_bytes(
        name: impl Into<String>,
        bytes: Vec<u8>,
        options: &ReadOptions,
    ) -> Result<Self, ReadError> {
        let name = name.into();
        if u32::try_from(bytes.len()).is_err() {
            return Err(ReadError::TooLarge);
        }
        match options.encoding {
            Some(Encoding::Utf8) => match String::from_utf8(bytes) {
                Ok(original) => Self::of_utf8(name, original),
                Err(error) => Err(ReadError::NotUtf8 { offset: error.utf8_error().valid_up_to() as u64 }),
            },
            Some(encoding) => Self::of_bytes(name, bytes, encoding),
            None => Self::recognise(name, bytes),
        }
    }

    fn recognise(name: String, bytes: Vec<u8>) -> Result<Self, ReadError> {
        binary::refuse_by_magic(&bytes)?;
        let (bytes, good) = match String::from_utf8(bytes) {
            Ok(original) => return Self::of_utf8(name, original),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                (error.into_bytes(), good)
            }
        };
        let Guess { encoding, doubtful } = codepage::guess(&bytes);
        let mut source = Self::of_bytes(name, bytes, encoding)?;
        if encoding == Encoding::Latin1 {
            source.notes.push(Note::NotUtf8 { first: source.span_of_original(good) });
        } else if doubtful {
            source.notes.push(Note::CodePageUncertain(encoding));
        }
        Ok(source)
    }

    fn of_utf8(name: String, original: String) -> Result<Self, ReadError> {
        let mark = if original.starts_with(MARK) { MARK.len() } else { 0 };
        binary::refuse_by_controls(original.as_bytes(), Encoding::Utf8)?;
        let text = &original[mark..];
        let records = record_format(Encoding::Utf8, text.as_bytes());
        if records == RecordFormat::Lines && !records::has_foreign_line_ends(text) {
            return Ok(Self::of_content(name, Content::Same { original, mark }, Encoding::Utf8, records));
        }
        Self::of_decoded(name, original.into_bytes(), mark, Encoding::Utf8, records)
    }

    fn of_bytes(name: String, original: Vec<u8>, encoding: Encoding) -> Result<Self, ReadError> {
        binary::refuse_by_controls(&original, encoding)?;
        let records = record_format(encoding, &original);
        Self::of_decoded(name, original, 0, encoding, records)
    }

    fn of_decoded(
        name: String,
        original: Vec<u8>,
        mark: usize,
        encoding: Encoding,
        records: RecordFormat,
    ) -> Result<Self, ReadError> {
        let Decoded { text, starts } =
            decode::decode(&original, mark, encoding, records).ok_or(ReadError::TooLarge)?;
        Ok(Self::of_content(name, Content::Decoded { original, text, starts }, encoding, records))
    }

    fn of_content(name: String, content: Content, encoding: Encoding, records: RecordFormat) -> Self {
        Self { name, content, encoding, records, notes: Vec::new(), lines: OnceLock::new() }
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that spans speak of.
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Same { original, mark } => original.get(*mark..).unwrap_or_default(),
            Content::Decoded { text, .. } => text,
        }
    }

    /// The bytes as they were read.
    pub fn original(&self) -> &[u8] {
        match &self.content {
            Content::Same { original, .. } => original.as_bytes(),
            Content::Decoded { original, .. } => original,
        }
    }

    /// How the bytes were read.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// How the records were cut.
    pub fn records(&self) -> RecordFormat {
        self.records
    }

    /// What the user should know of how it was read.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Where `span` stands in the original. A span beyond the text is taken to its end.
    pub fn locate(&self, span: Span) -> Location {
        let start = self.position(span.start);
        let end = if span.end > span.start { self.position(span.end) } else { start };
        Location {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: start.original,
            length: end.original - start.original,
        }
    }

    /// How many lines the text has. What follows the last line end is a line when it is not empty.
    pub fn line_count(&self) -> u32 {
        self.lines().count(self.text().len())
    }

    /// The text of line `line` (from 1), without its line end. Empty, at the end of the text, when there is no such line.
    pub fn line_span(&self, line: u32) -> Span {
        let text = self.text();
        let length = text.len() as u32;
        let index = (line as usize).saturating_sub(1);
        let start = self.lines().start(index, length);
        let next = self.lines().start(index + 1, length);
        let span = Span::new(start, next);
        let content = span.of_text(text);
        let content = content.strip_suffix('\n').map_or(content, |c| c.strip_suffix('\r').unwrap_or(c));
        Span::new(start, start + content.len() as u32)
    }

    /// The line (from 1) that holds the byte `offset` of the text.
    ///
    /// The end of a text that ends with a line end is the beginning of a line that [`Self::line_count`] leaves out.
    pub fn line_at(&self, offset: u32) -> u32 {
        self.lines().line_of(offset) as u32 + 1
    }

    /// The offset in the original of the byte `offset` of the text.
    pub(super) fn offset_in_original(&self, offset: u32) -> usize {
        self.position(offset).original as usize
    }

    fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| {
            Box::new(match &self.content {
                Content::Same { mark, .. } => LineIndex::of_text(self.text(), *mark as u32),
                Content::Decoded { original, text, starts } => {
                    let single_byte = self.encoding != Encoding::Utf8;
                    LineIndex::of_decoded(text, starts.clone(), single_byte, original.len() as u32)
                }
            })
        })
    }

    fn position(&self, offset: u32) -> Position {
        let text = self.text();
        let offset = boundary(text, offset);
        let lines = self.lines();
        let line = lines.line_of(offset);
        let start = lines.start(line, offset);
        Position {
            line: line as u32 + 1,
            column: lines.characters(text, start, offset) + 1,
            original: lines.original(text, line, offset),
        }
    }

    /// The character of the text that comes from the byte at `offset` of a single-byte original.
    fn span_of_original(&self, offset: usize) -> Span {
        let Content::Decoded { starts, .. } = &self.content else { return Span::default() };
        let line = starts.partition_point(|&start| start as usize <= offset);
        let start = starts.get(line.saturating_sub(1)).map_or(0, |&start| start as usize);
        let span = self.line_span(line as u32);
        let mut characters = span.of_text(self.text()).char_indices();
        let (at, character) = characters.nth(offset - start).unwrap_or((span.len(), '\n'));
        Span::of(span.start as usize + at..span.start as usize + at + character.len_utf8())
    }
}

#[derive(Clone, Copy)]
struct Position {
    line: u32,
    column: u32,
    original: u64,
}

fn record_format(encoding: Encoding, bytes: &[u8]) -> RecordFormat {
    if records::is_fixed(encoding, bytes) { RecordFormat::Fixed80 } else { RecordFormat::Lines }
}

/// The nearest character boundary of `text` at or before `offset`.
fn boundary(text: &str, offset: u32) -> u32 {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset as u32
}
