//! The shape of what CICS accepts. Values of these types are static tables made from `rules/catalog/` when the
//! crate is built.

/// How sure a fact is: where it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// Recalled; no page was seen. Never the ground of an error.
    Memory,
    /// A public tool, a vendor's manual or a real deck, not IBM's reference.
    Secondary,
    /// IBM's page of another release.
    OtherRelease,
    /// Pages of an earlier and a later release agree.
    Bracketed,
    /// IBM's page of 5.4.
    Page,
}

impl Basis {
    /// Whether a value that breaks the fact may be called an error.
    pub const fn is_firm(self) -> bool {
        !matches!(self, Basis::Memory | Basis::Secondary)
    }
}

/// What kind of value an attribute or a SIT parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// One of `values`.
    Enum,
    /// YES or NO.
    YesNo,
    /// A decimal number.
    Integer,
    /// A name of up to `max_length` characters of `chars`.
    Name,
    /// A user identifier.
    UserId,
    /// Free text.
    String,
    /// An MVS data set name.
    DsName,
    /// Hexadecimal digits.
    Hex,
    /// A list in a form of its own; `pattern` says which.
    List,
    /// A time in a form of its own.
    Time,
    /// A text that `pattern` describes.
    Pattern,
    /// Kept by CICS, printed by LIST, not accepted as input.
    ReadOnly,
    /// A size in bytes with an optional K, M, G (SIT).
    Storage,
    /// A one- or two-character table suffix (SIT).
    Suffix,
    /// Several operands (SIT).
    Composite,
    /// A control keyword without a value (SIT).
    Keyword,
}

/// What a value must look like.
#[derive(Clone, Copy, Debug)]
pub struct Domain {
    /// Kind of value.
    pub value_type: ValueType,
    /// Words allowed (all of them for an enum; beside others where `open_values`).
    pub values: &'static [&'static str],
    /// Words allowed instead of a number or a name.
    pub special: &'static [&'static str],
    /// Words that were allowed once.
    pub obsolete_values: &'static [&'static str],
    /// Other values than `values` are allowed too.
    pub open_values: bool,
    /// Least number, in the unit of the value.
    pub min: Option<i64>,
    /// Greatest number.
    pub max: Option<i64>,
    /// The number must be a multiple of it (other numbers are rounded down by CICS).
    pub multiple_of: Option<i64>,
    /// Greatest length in characters.
    pub max_length: Option<u32>,
    /// Characters allowed.
    pub chars: Chars,
    /// The case of the value is kept.
    pub mixed_case: bool,
    /// Where type, values, range and length were read.
    pub basis: Basis,
}

/// Which characters a value may hold.
#[derive(Clone, Copy, Debug)]
pub enum Chars {
    /// Any.
    Any,
    /// Exactly these ASCII characters (one bit each), and `¬` where `not_sign`.
    Set {
        /// Bit n: the character n is allowed.
        ascii: u128,
        /// The not sign is allowed.
        not_sign: bool,
    },
    /// A form of its own; see `syntax` in the documentation of the entry.
    Form(Form),
}

/// Forms of values that are more than a set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A name that may end in `*` and hold `+` (or be `*` alone).
    Generic,
    /// Decimal numbers, each of at most `digits` digits, with commas between: exactly `count` of them.
    Numbers {
        /// How many numbers.
        count: u8,
        /// Digits of each.
        digits: u8,
    },
}

/// One attribute of a resource type.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its full keyword.
    pub name: &'static str,
    /// Shortest form where IBM shows one.
    pub min_abbreviation: Option<&'static str>,
    /// What its value must look like.
    pub domain: Domain,
    /// DEFINE is refused without it.
    pub required: bool,
    /// What CICS takes when it is not given.
    pub default: Option<&'static str>,
    /// Accepted only with PARM COMPAT.
    pub obsolete: bool,
    /// First release that has it, where that is after 5.4.
    pub added_after: Option<&'static str>,
    /// Where the keyword itself was read.
    pub basis: Basis,
    /// Words for people: meaning, dependencies, changes, source.
    pub doc: Doc,
}

/// Words for people about one entry.
#[derive(Clone, Copy, Debug)]
pub struct Doc {
    /// What it depends on and does, in our words.
    pub depends: &'static str,
    /// Where that was read.
    pub depends_confidence: &'static str,
    /// Notes on the values.
    pub notes: &'static [&'static str],
    /// (release, what changed).
    pub changed: &'static [(&'static str, &'static str)],
    /// Heading of the LIST report that it stands under.
    pub list_section: &'static str,
    /// Confidence, as the data words it.
    pub confidence: &'static str,
    /// Confidence of the default, where it is another.
    pub default_confidence: &'static str,
    /// The page or file that it was read on.
    pub source: &'static str,
}

/// One resource type.
#[derive(Clone, Copy, Debug)]
pub struct ResourceType {
    /// PROGRAM, TRANSACTION, ...
    pub name: &'static str,
    /// Shortest form of the keyword.
    pub min_abbreviation: &'static str,
    /// What the name of a resource must look like.
    pub name_domain: Domain,
    /// Whether 5.4 has the type at all.
    pub in_release: bool,
    /// First release.
    pub since: &'static str,
    /// Last release that installs it, where it is gone.
    pub until: &'static str,
    /// Notes.
    pub note: &'static str,
    /// Its attributes, in the order of the data (GROUP first).
    pub attributes: &'static [Attribute],
}

/// One SIT parameter.
#[derive(Clone, Copy, Debug)]
pub struct SitParameter {
    /// Its name.
    pub name: &'static str,
    /// Other names (SI for SYSIN, CN for CONSOLE).
    pub abbreviations: &'static [&'static str],
    /// Subject: storage, recovery, security, ...
    pub area: &'static str,
    /// What its value must look like.
    pub domain: Domain,
    /// The syntax as IBM's manual draws it.
    pub syntax: &'static str,
    /// What CICS takes when it is not given.
    pub default: Option<&'static str>,
    /// Unit of the number.
    pub unit: &'static str,
    /// Where it may be coded.
    pub sources: Sources,
    /// Kept for compatibility, no longer with an effect.
    pub obsolete: bool,
    /// First release that has it, where that is after 5.4.
    pub added_in: Option<&'static str>,
    /// Release that removed it.
    pub removed_in: Option<&'static str>,
    /// Where the parameter itself was read.
    pub basis: Basis,
    /// Words for people.
    pub doc: Doc,
}

/// Where a SIT parameter may be coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// In the DFHSIT macro.
    pub in_macro: bool,
    /// In the PARM of DFHSIP.
    pub parm: bool,
    /// In SYSIN.
    pub sysin: bool,
    /// At the console.
    pub console: bool,
}

/// The answer to a look-up of a keyword.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup<T: 'static> {
    /// The full keyword.
    Full(&'static T),
    /// A unique abbreviation that is long enough.
    Abbreviation(&'static T),
    /// A unique abbreviation, shorter than the shortest form that IBM shows.
    TooShort(&'static T),
    /// It begins several keywords.
    Ambiguous(Vec<&'static T>),
    /// It begins none; perhaps this one was meant.
    Unknown(Option<&'static T>),
}
