//! One input: its bytes, its text, and the way from a span of the text back to the bytes.

use super::Span;

/// How bytes are turned into characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, of which ASCII is a part.
    Utf8,
    /// ISO 8859-1, taken where the bytes are not valid UTF-8.
    Latin1,
    /// EBCDIC, USA and Canada.
    Ibm037,
    /// EBCDIC, open systems.
    Ibm1047,
    /// EBCDIC, international.
    Ibm500,
    /// EBCDIC, Germany and Austria.
    Ibm273,
    /// EBCDIC 037 with the euro sign.
    Ibm1140,
}

/// How the input is cut into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// Lines, ended by LF, CRLF, CR or NEL.
    Lines,
    /// Records of 80 bytes without line ends.
    Fixed80,
}

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
}

/// One input.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
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

impl Source {
    /// Takes the bytes of an input that is called `name` in messages.
    pub fn from_bytes(
        name: impl Into<String>,
        bytes: Vec<u8>,
        _options: &ReadOptions,
    ) -> Result<Self, ReadError> {
        let text = String::from_utf8(bytes).map_err(|_| ReadError::Binary("not yet built"))?;
        Ok(Self { name: name.into(), text })
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that spans speak of.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes as they were read.
    pub fn original(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// How the bytes were read.
    pub fn encoding(&self) -> Encoding {
        Encoding::Utf8
    }

    /// How the records were cut.
    pub fn records(&self) -> RecordFormat {
        RecordFormat::Lines
    }

    /// Where `span` stands in the original.
    pub fn locate(&self, _span: Span) -> Location {
        Location { line: 1, column: 1, end_line: 1, end_column: 1, offset: 0, length: 0 }
    }

    /// How many lines the text has.
    pub fn line_count(&self) -> u32 {
        0
    }

    /// The text of line `line` (from 1), without its line end.
    pub fn line_span(&self, _line: u32) -> Span {
        Span::default()
    }

    /// The line (from 1) that holds the byte `offset` of the text.
    pub fn line_at(&self, _offset: u32) -> u32 {
        1
    }
}
