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
    /// Words allowed: all of them for an enum or YES/NO, empty otherwise (see `special`).
    pub values: &'static [&'static str],
    /// Words allowed beside a number, a name or a list.
    pub special: &'static [&'static str],
    /// Words that were allowed once.
    pub obsolete_values: &'static [&'static str],
    /// Words that a later release allows, with that release.
    pub later_values: &'static [(&'static str, &'static str)],
    /// The data names some words only as examples: others are allowed.
    pub open_values: bool,
    /// Least number, in the unit of the value (bytes for [`ValueType::Storage`]).
    pub min: Option<i64>,
    /// Greatest number.
    pub max: Option<i64>,
    /// The number must be a multiple of it (other numbers are rounded by CICS).
    pub multiple_of: Option<i64>,
    /// Numbers between `min` and `max` that are refused all the same.
    pub excluded: &'static [i64],
    /// Greatest length in characters.
    pub max_length: Option<u32>,
    /// Characters allowed.
    pub chars: Chars,
    /// Form beyond a set of characters.
    pub shape: Shape,
    /// What the operands of a list are, in order (see [`Shape`]).
    pub parts: &'static [Part],
    /// The case of the value is kept.
    pub mixed_case: bool,
    /// The value may stand in parentheses or between apostrophes, as SIT operands may.
    pub quoted: bool,
    /// Where type, values, range and length were read.
    pub basis: Basis,
    /// Where the characters allowed were read.
    pub chars_basis: Basis,
}

/// Which characters a value may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chars {
    /// Any.
    Any,
    /// Exactly these.
    Set {
        /// Bit n: the ASCII character n is allowed.
        ascii: u128,
        /// Characters beyond ASCII that are allowed (`¬`, `¢`).
        beyond: &'static str,
    },
}

/// Forms of values that are more than a set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No form of its own.
    Plain,
    /// A name that may end in `*`, or be `*` alone.
    Generic,
    /// An MVS data set name: qualifiers of 1 to 8 characters with points between.
    DsName,
    /// Minutes and seconds, up to four digits: 10 is ten seconds, 110 a minute and ten seconds.
    Mmss,
    /// Hours, minutes and seconds, up to six digits.
    Hhmmss,
    /// Hours and minutes, up to four digits.
    Hhmm,
    /// The `parts`, in order, with commas between.
    Parts,
    /// At most so many operands, each like the first of `parts`.
    Repeated(u16),
    /// At most so many operands `a=b`, `a` and `b` like the two `parts` (INITPARM).
    Pairs(u16),
}

/// One operand of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is, for messages.
    pub name: &'static str,
    /// It may be left out at the end of a list (every operand of a SIT parameter may).
    pub optional: bool,
    /// Words allowed.
    pub words: &'static [&'static str],
    /// Least and greatest number allowed, where numbers are.
    pub range: Option<(i64, i64)>,
    /// Greatest length, where names are allowed.
    pub name_length: Option<u32>,
    /// A name may hold `+` and end in `*`.
    pub generic: bool,
    /// Greatest length, where quoted text is allowed.
    pub text_length: Option<u32>,
}

/// One attribute of a resource type.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its full keyword.
    pub name: &'static str,
    /// Shortest form where one was seen.
    pub min_abbreviation: Option<&'static str>,
    /// Where the shortest form was seen.
    pub min_abbreviation_basis: Basis,
    /// What its value must look like.
    pub domain: Domain,
    /// DEFINE is refused without it.
    pub required: bool,
    /// Where it was read that it is required.
    pub required_basis: Basis,
    /// What CICS takes when it is not given.
    pub default: Option<&'static str>,
    /// Accepted only with PARM COMPAT.
    pub obsolete: bool,
    /// Where it was read that it is obsolete.
    pub obsolete_basis: Basis,
    /// The last release that does not have it, where that is 5.4 or later.
    pub added_after: Option<&'static str>,
    /// Where the keyword itself was read.
    pub basis: Basis,
    /// Words for people: meaning, dependencies, changes, source.
    pub doc: Doc,
}

/// Words for people about one entry. Empty where the data say nothing.
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
    /// Why it is obsolete.
    pub obsolete_note: &'static str,
    /// The default where it is no single value.
    pub default_note: &'static str,
    /// Heading of the LIST report that it stands under.
    pub list_section: &'static str,
    /// Confidence, as the data word it.
    pub confidence: &'static str,
    /// Confidence of the limits, where it is another.
    pub limits_confidence: &'static str,
    /// Confidence of the default, where it is another.
    pub default_confidence: &'static str,
    /// Whether IBM's published schema of 6.3 has the same domain.
    pub schema_agrees: Option<bool>,
    /// Which of several facts won, and why.
    pub resolved: &'static str,
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
    /// Which of several facts on the name won, and why.
    pub resolved: &'static str,
    /// Its attributes, in the order of the data (GROUP first).
    pub attributes: &'static [Attribute],
    /// The index of `attributes` by keyword.
    pub(crate) index: KeywordIndex,
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
    /// Components or keys that `xx` or `xxxx` in the name stands for (SPCTRxx, STNTRxx, SKRxxxx).
    pub suffixes: &'static [&'static str],
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

/// One command of DFHCSDUP.
#[derive(Clone, Copy, Debug)]
pub struct CommandSyntax {
    /// ADD, ALTER, ...
    pub name: &'static str,
    /// Shortest form.
    pub min_abbreviation: &'static str,
    /// Where the shortest form was read.
    pub min_abbreviation_basis: Basis,
    /// What it does.
    pub summary: &'static str,
    /// Whether it takes a resource operand, `type(name)`.
    pub resource: ResourceOperand,
    /// Whether it takes the attributes of the resource.
    pub attributes: bool,
    /// The resource operand may hold a generic name.
    pub generic_resource: bool,
    /// Its other operands.
    pub operands: &'static [OperandSyntax],
    /// Of each set one operand must be given; `RESOURCE` stands for the resource operand.
    pub required: &'static [&'static [&'static str]],
    /// Of each set at most one operand may be given.
    pub exclusive: &'static [&'static [&'static str]],
    /// (operand, what it needs): the first is refused without one of the others.
    pub needs: &'static [(&'static str, &'static [&'static str])],
    /// Rules in words.
    pub rules: &'static [&'static str],
    /// Where it was read.
    pub basis: Basis,
    /// Confidence, as the data word it.
    pub confidence: &'static str,
    /// Pages.
    pub source: &'static str,
}

/// Whether a command takes a resource operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceOperand {
    /// None.
    No,
    /// It may.
    Optional,
    /// It must.
    Required,
    /// It must, as the first operand.
    First,
}

/// One operand of a command, other than the resource and its attributes.
#[derive(Clone, Copy, Debug)]
pub struct OperandSyntax {
    /// GROUP, LIST, TO, ...
    pub name: &'static str,
    /// Shortest form.
    pub min_abbreviation: &'static str,
    /// What its value must look like; `None` where it takes no value.
    pub value: Option<Domain>,
    /// The value may be generic (`*` at its end, `+` for one character).
    pub generic: bool,
    /// Where it was read.
    pub basis: Basis,
    /// Confidence, as the data word it.
    pub confidence: &'static str,
}

/// A perfect hash of keywords, and their order; made when the crate is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeywordIndex {
    /// Multiplier of the hash.
    pub(crate) seed: u64,
    /// Shift that leaves the bits of a group.
    pub(crate) shift: u32,
    /// How far each group was moved.
    pub(crate) moves: &'static [u16],
    /// Position in `words` by hash, or `u16::MAX`.
    pub(crate) slots: &'static [u16],
    /// The keywords, in alphabetical order.
    pub(crate) words: &'static [Word],
}

/// One keyword of a [`KeywordIndex`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// As it is written in full.
    pub(crate) text: &'static str,
    /// Position of its entry.
    pub(crate) entry: u16,
    /// It is another name than the entry's own.
    pub(crate) alias: bool,
    /// Length of the shortest form, 0 where none is known.
    pub(crate) min: u8,
    /// 0: a keyword of 5.4. 1: obsolete, of a later release, or kept by CICS itself; such a keyword
    /// never makes an abbreviation of another ambiguous.
    pub(crate) rank: u8,
    /// Bit n: the letter n of the alphabet is in it (for suggestions).
    pub(crate) letters: u32,
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
