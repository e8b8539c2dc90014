//! What one record looks like, alone.

use crate::syntax::jcl::looks_like_statement;
use crate::syntax::lines::is_template_line;
use crate::syntax::sit::{begins_setting, holds_macro};

/// What a record looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A line of a template engine.
    Template,
    /// A JCL statement that only JCL has: JOB, EXEC, DD, PROC, PEND.
    Statement,
    /// Another JCL statement.
    Symbols,
    /// `//` or `/*` and something else.
    Slashes,
    /// A command of DFHCSDUP or CEDA with an operand that fits.
    Command,
    /// A word, and another with parentheses.
    Weak,
    /// A word with parentheses.
    Operand,
    /// `NAME=value`, the name one that nearly every SIT has.
    Known,
    /// `NAME=value`
    Setting,
    /// `.END`, or a control keyword alone.
    Control,
    /// A DFHSIT statement.
    Macro,
    /// A heading of a LIST report.
    Report,
    /// The first line of a definition in a LIST report.
    Definition,
    /// A section heading in a LIST report.
    Section,
    /// None of these.
    Other,
}

impl Look {
    pub(super) const COUNT: usize = Self::Other as usize + 1;
}

/// The part of a record that is looked at.
const WIDTH: usize = 400;

const STATEMENTS: [&str; 5] = ["JOB", "EXEC", "DD", "PROC", "PEND"];

const VERBS: [&str; 28] = [
    "ADD",
    "ALTER",
    "APPEND",
    "CHECK",
    "COPY",
    "DEFINE",
    "DELETE",
    "DISPLAY",
    "EXPAND",
    "EXTRACT",
    "INITIALIZE",
    "INSTALL",
    "LIST",
    "LOCK",
    "MOVE",
    "PROCESS",
    "REMOVE",
    "RENAME",
    "SCAN",
    "SERVICE",
    "UNLOCK",
    "UPGRADE",
    "USERDEFINE",
    "VERIFY",
    "VIEW",
    "CEDA",
    "CEDB",
    "CEDC",
];

/// First operands of commands: resource types, GROUP and LIST, and those of the odd commands.
const OBJECTS: [&str; 42] = [
    "ATOMSERVICE",
    "BUNDLE",
    "CONNECTION",
    "CORBASERVER",
    "DB2CONN",
    "DB2ENTRY",
    "DB2TRAN",
    "DJAR",
    "DOCTEMPLATE",
    "DUMPCODE",
    "ENQMODEL",
    "FILE",
    "IPCONN",
    "JOURNALMODEL",
    "JVMSERVER",
    "LIBRARY",
    "LSRPOOL",
    "MAPSET",
    "MQCONN",
    "MQMONITOR",
    "PARTITIONSET",
    "PARTNER",
    "PIPELINE",
    "PROCESSTYPE",
    "PROFILE",
    "PROGRAM",
    "REQUESTMODEL",
    "SESSIONS",
    "TCPIPSERVICE",
    "TDQUEUE",
    "TERMINAL",
    "TRANCLASS",
    "TRANSACTION",
    "TSMODEL",
    "TYPETERM",
    "URIMAP",
    "WEBSERVICE",
    "GROUP",
    "LIST",
    "FROMCSD",
    "APAR",
    "USING",
];

/// Names that nearly every SIT has and hardly anything else. START, SEC, SIT and their like would not tell.
const PARAMETERS: [&str; 63] = [
    "AICONS",
    "AIEXIT",
    "AKPFREQ",
    "APPLID",
    "AUXTR",
    "AUXTRSW",
    "CICSSVC",
    "CMDPROT",
    "CMDSEC",
    "CPSMCONN",
    "CSDACC",
    "CSDBKUP",
    "CSDDISP",
    "CSDDSN",
    "CSDLSRNO",
    "CSDRECOV",
    "CSDRLS",
    "CSDSTRNO",
    "CWAKEY",
    "DB2CONN",
    "DBCTLCON",
    "DEBUGTOOL",
    "DFLTUSER",
    "DISMACP",
    "DSALIM",
    "DTRPGM",
    "DUMPDS",
    "EDSALIM",
    "FCQRONLY",
    "FEPI",
    "FORCEQR",
    "GMTEXT",
    "GMTRAN",
    "GRPLIST",
    "GTFTR",
    "ICVR",
    "INITPARM",
    "IRCSTRT",
    "JVMPROFILEDIR",
    "KEYRING",
    "MAXOPENTCBS",
    "MAXSSLTCBS",
    "MQCONN",
    "MROBTCH",
    "MXT",
    "PGCHAIN",
    "PLTPI",
    "PLTSD",
    "PSTYPE",
    "RENTPGM",
    "RUWAPOOL",
    "SECPRFX",
    "SPCTR",
    "STATRCD",
    "STGPROT",
    "STNTR",
    "SYSIDNT",
    "TCPIP",
    "TRANISO",
    "TRTABSZ",
    "USSCONFIG",
    "USSHOME",
    "WRKAREA",
];

/// Looks at a record that is neither blank nor a comment.
pub(super) fn look(line: &str) -> Look {
    let mut width = WIDTH.min(line.len());
    while !line.is_char_boundary(width) {
        width -= 1;
    }
    let line = &line[..width];
    if is_template_line(line) {
        return Look::Template;
    }
    if line.starts_with("//") || line.starts_with("/*") {
        return slashes(line);
    }
    if let Some(report) = report(line) {
        return report;
    }
    if begins_setting(line) || is_control(line) {
        return setting(line);
    }
    if holds_macro(line) {
        return Look::Macro;
    }
    command(line)
}

fn slashes(line: &str) -> Look {
    if !looks_like_statement(line) {
        return Look::Slashes;
    }
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1);
    let operation = words.next().unwrap_or("");
    if STATEMENTS.iter().any(|known| known.eq_ignore_ascii_case(operation)) {
        Look::Statement
    } else {
        Look::Symbols
    }
}

fn report(line: &str) -> Option<Look> {
    let indented = line.trim_start_matches([' ', '0', '-', '1', '+']);
    let indent = line.len() - indented.len();
    if indented.starts_with("GROUP NAME:") || indented.starts_with("LIST NAME:") {
        return Some(Look::Report);
    }
    if line.contains("RDO OFF-LINE UTILITY PROGRAM") {
        return Some(Look::Report);
    }
    let text = indented.trim_end();
    if indent >= 20 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-')
    {
        return Some(Look::Section);
    }
    let (word, rest) = indented.split_once('(')?;
    let object = OBJECTS[..37].contains(&word);
    let group = rest.split_once(')')?.1.trim_start();
    (indent == 1 && object && group.starts_with("GROUP(") && rest.contains("   ")).then_some(Look::Definition)
}

fn is_control(line: &str) -> bool {
    matches!(line.trim_ascii(), "SYSIN" | "SI" | "CONSOLE" | "CN")
}

fn setting(line: &str) -> Look {
    let line = line.trim_start_matches([' ', '\t']);
    let Some((name, _)) = line.split_once('=') else { return Look::Control };
    let known = |known: &str| {
        known.eq_ignore_ascii_case(name) || (known.len() == 5 && name.len() == 7 && name.starts_with(known))
    };
    match name {
        _ if name.starts_with('.') => Look::Control,
        _ if PARAMETERS.iter().any(|parameter| known(parameter)) => Look::Known,
        _ => Look::Setting,
    }
}

/// The first word of `line`, and what follows it.
fn word(line: &str) -> (&str, &str) {
    let line = line.trim_start_matches([' ', '\t']);
    let end = line.find([' ', '\t', '(']).unwrap_or(line.len());
    line.split_at(end)
}

fn is_word(word: &str) -> bool {
    let word = word.strip_prefix('_').unwrap_or(word);
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether `word` is one of `table`, or an abbreviation of one.
fn abbreviates(word: &str, table: &[&str]) -> bool {
    word.len() >= 2
        && table
            .iter()
            .any(|known| known.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)))
}

fn is_one_of(word: &str, table: &[&str]) -> bool {
    table.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn command(line: &str) -> Look {
    let (first, rest) = word(line);
    if !is_word(first) {
        return Look::Other;
    }
    if rest.trim_start_matches([' ', '\t']).starts_with('(') {
        return Look::Operand;
    }
    if is_one_of(first, &VERBS[25..]) {
        // CEDA DEFINE ...
        return if abbreviates(word(rest).0, &VERBS[..25]) { Look::Command } else { Look::Other };
    }
    let verb = abbreviates(first, &VERBS[..25]);
    let (object, rest) = word(rest);
    let valued = rest.trim_start_matches([' ', '\t']).starts_with('(');
    if !valued {
        return alone(first, object, rest);
    }
    let grouped = rest.to_ascii_uppercase().contains(" GROUP");
    let fits = is_one_of(object, &OBJECTS) || (abbreviates(object, &OBJECTS) && grouped);
    match (verb, fits) {
        (true, true) => Look::Command,
        (true, false) | (false, true) if grouped => Look::Command,
        _ if is_word(object) => Look::Weak,
        _ => Look::Other,
    }
}

/// Commands that need no value: LIST ALL, VERIFY, INITIALIZE, UPGRADE, DELETE ALL GROUP(g).
fn alone(verb: &str, object: &str, rest: &str) -> Look {
    let all = object.eq_ignore_ascii_case("ALL") && is_one_of(verb, &["LIST", "DELETE", "DEL", "LI"]);
    let single = is_one_of(verb, &["INITIALIZE", "VERIFY", "UPGRADE"]) && object.is_empty();
    if (all && (rest.trim_ascii().is_empty() || rest.contains("GROUP") || rest.contains("OBJ"))) || single {
        return Look::Command;
    }
    Look::Other
}
