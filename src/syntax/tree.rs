//! The trees that the parsers build.

use crate::text::Span;

/// The commands of one deck (or of one part of it), in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// The commands.
    pub commands: Vec<Command>,
    /// The operands of all commands; a command names its range of them.
    pub operands: Vec<Operand>,
    /// Comment records (`*` in column 1), without their line ends.
    pub comments: Vec<Span>,
    /// What the text itself is guilty of, before any vocabulary is asked.
    pub problems: Vec<Problem>,
}

impl Commands {
    /// The operands of `command`.
    pub fn operands(&self, command: &Command) -> &[Operand] {
        let first = command.first as usize;
        self.operands.get(first..first + command.count as usize).unwrap_or(&[])
    }
}

/// One command: a verb and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// What the verb means.
    pub verb: Verb,
    /// The verb as it is written.
    pub word: Span,
    /// The whole statement, from the verb to the end of its last operand.
    pub span: Span,
    /// Index of the first operand in [`Commands::operands`].
    pub first: u32,
    /// How many operands.
    pub count: u32,
}

/// One operand of a command: a keyword, with or without a value in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The keyword as it is written.
    pub key: Span,
    value: Span,
}

impl Operand {
    const NONE: Span = Span::new(u32::MAX, u32::MAX);

    /// An operand; `value` is what stands between the parentheses, blanks next to them left out.
    pub fn new(key: Span, value: Option<Span>) -> Self {
        Self { key, value: value.unwrap_or(Self::NONE) }
    }

    /// What stands between the parentheses (perhaps empty), or `None` where there are none.
    ///
    /// The span is one of the source. It may cross record ends (a value continued by `*` in column 72, or simply
    /// broken); `syntax::csdup::value_text` gives the value as DFHCSDUP joins it.
    pub fn value(&self) -> Option<Span> {
        (self.value.start != u32::MAX).then_some(self.value)
    }

    /// The keyword and its value, without the closing parenthesis.
    pub fn span(&self) -> Span {
        match self.value() {
            Some(value) => Span::new(self.key.start, value.end),
            None => self.key,
        }
    }
}

/// The commands of DFHCSDUP, and what is met in their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// ADD GROUP(g) LIST(l)
    Add,
    /// ALTER type(name) GROUP(g) attributes
    Alter,
    /// APPEND LIST(l) TO(l)
    Append,
    /// COPY GROUP(g) TO(g)
    Copy,
    /// DEFINE type(name) GROUP(g) attributes
    Define,
    /// DELETE type(name) GROUP(g), or LIST(l)
    Delete,
    /// EXTRACT GROUP(g) USERPROGRAM(p)
    Extract,
    /// INITIALIZE
    Initialize,
    /// LIST ALL, GROUP(g) or LIST(l)
    List,
    /// PROCESS APAR(number)
    Process,
    /// REMOVE GROUP(g) LIST(l)
    Remove,
    /// SCAN type(name)
    Scan,
    /// SERVICE FROMCSD(dd) LEVEL(nnn)
    Service,
    /// UPGRADE USING(member)
    Upgrade,
    /// USERDEFINE: as DEFINE, with defaults from group USERDEF
    Userdefine,
    /// VERIFY
    Verify,
    /// A command of CEDA that DFHCSDUP does not have (INSTALL, VIEW, ...), or the word CEDA itself.
    Ceda,
    /// A word that is no command.
    Unknown,
}

/// The form in which SIT parameters are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SitForm {
    /// DFHSIT macro source.
    Macro,
    /// The PARM of the EXEC statement of DFHSIP.
    Parm,
    /// The SYSIN data set of DFHSIP.
    Sysin,
    /// Operator console input.
    Console,
}

/// The SIT parameters of one source, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitSource {
    /// How they are given.
    pub form: SitForm,
    /// The text that was read for them.
    pub span: Span,
    /// The parameters and control keywords (SYSIN, SI, CONSOLE, CN, .END), in order.
    pub settings: Vec<Setting>,
    /// Comment records and remarks.
    pub comments: Vec<Span>,
    /// What the text itself is guilty of.
    pub problems: Vec<Problem>,
}

/// One SIT parameter, or one control keyword (which has no value).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name as it is written (`.END` with its point).
    pub name: Span,
    /// The value with its parentheses or apostrophes, or `None` where there is no `=`.
    /// It may cross records; `syntax::sit::value_text` joins it.
    pub value: Option<Span>,
}

/// A fault of the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// Where it stands.
    pub span: Span,
    /// Another place that explains it (the parenthesis that was never closed, ...).
    pub related: Option<Span>,
}

/// Kinds of [`Problem`]. Each has one rule in `rules/checks`, which gives it its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// `(` without its `)`. The span is the parenthesis, `related` the end of what was read for the value.
    UnclosedParenthesis,
    /// `)` without its `(`.
    StrayParenthesis,
    /// Text between operands that is no keyword (a comma, a quote, a semicolon, ...).
    StrayText,
    /// A value in parentheses with no keyword before it.
    ValueWithoutKeyword,
    /// An operand that belongs to no command (it stands before the first one).
    OperandWithoutCommand,
    /// A command that begins in the middle of a record.
    CommandInsideRecord,
    /// Text beyond column 71 that DFHCSDUP does not read, and that is no sequence number.
    TextBeyondColumn71,
    /// Column 72 holds neither blank nor `*`.
    Column72,
    /// A value continued by `*` in column 72 goes on after blanks in the next record, which join the value.
    ContinuedAfterBlank,
    /// `*` in column 72, but no value is open or no record follows.
    ContinuationOfNothing,
    /// `-` or `+` at the end of a record, as IDCAMS and TSO continue.
    ForeignContinuation,
    /// `*` that is not in column 1, at the start of a record (no comment for DFHCSDUP).
    IndentedComment,
    /// A control character (NUL, ...) in the text.
    ControlCharacter,
    /// A tab, which counts as one column.
    Tab,
    /// An apostrophe that opens a value and is never closed (SIT).
    UnclosedQuote,
    /// Something that is no NAME=value (SIT).
    NotASetting,
    /// Text after `.END`.
    TextAfterEnd,
    /// Two parameters in one record without a comma between them.
    MissingComma,
    /// An operand split over records elsewhere than straight after a comma.
    SplitOperand,
    /// A PARM of more than 100 characters.
    ParmTooLong,
    /// A DFHSIT statement whose continuation does not begin in column 16.
    MacroContinuationColumn,
    /// In-stream data that nothing ends, where JCL follows it.
    UnendedInstream,
    /// A JCL statement that cannot be read.
    BadJcl,
    /// A DFHCSDUP or DFHSIP step whose input is not in this file.
    InputElsewhere,
    /// A line of a LIST report that cannot be read.
    BadListingLine,
}
