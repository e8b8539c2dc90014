//! The encodings that are read, and their names.

use std::fmt;
use std::str::FromStr;

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

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 7] =
        [Self::Utf8, Self::Latin1, Self::Ibm037, Self::Ibm1047, Self::Ibm500, Self::Ibm273, Self::Ibm1140];

    /// The name that [`FromStr`] reads and messages show.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Latin1 => "iso8859-1",
            Self::Ibm037 => "ibm037",
            Self::Ibm1047 => "ibm1047",
            Self::Ibm500 => "ibm500",
            Self::Ibm273 => "ibm273",
            Self::Ibm1140 => "ibm1140",
        }
    }

    /// Whether it is one of the EBCDIC code pages.
    pub const fn is_ebcdic(self) -> bool {
        !matches!(self, Self::Utf8 | Self::Latin1)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown encoding `{0}`: utf-8, iso8859-1, ibm037, ibm1047, ibm500, ibm273 and ibm1140 are read")]
pub struct UnknownEncoding(pub String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Reads the names people use: `IBM-1047`, `cp037`, `1140`, `latin-1`, `UTF8`, in any case.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let folded: String =
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        match folded.as_str() {
            "utf8" | "ascii" | "usascii" => return Ok(Self::Utf8),
            "latin1" | "iso88591" => return Ok(Self::Latin1),
            _ => {}
        }
        let number = ["ebcdic", "ibm", "cp"].iter().find_map(|p| folded.strip_prefix(p)).unwrap_or(&folded);
        match number.trim_start_matches('0') {
            "37" => Ok(Self::Ibm037),
            "1047" => Ok(Self::Ibm1047),
            "500" => Ok(Self::Ibm500),
            "273" => Ok(Self::Ibm273),
            "1140" => Ok(Self::Ibm1140),
            _ => Err(UnknownEncoding(name.to_owned())),
        }
    }
}
