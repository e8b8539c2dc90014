//! Kinds of text, recognised by content.
//!
//! The first records that mean anything are looked at, comments and blank lines aside. The first of them decides
//! most: a deck begins with a command, JCL with a statement. Where content leaves a doubt, the end of the name
//! settles it. Texts of other languages that quote a command or two (documentation, YAML, programs) are no kind.

mod look;
#[cfg(test)]
mod tests;

use super::lines::Lines;
use look::{Look, look};

/// The kinds of text that cicslint reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Commands of DFHCSDUP.
    Csdup,
    /// JCL.
    Jcl,
    /// SIT overrides, as in the SYSIN of DFHSIP.
    Sit,
    /// SIT overrides as an operator types them at the console. Never recognised by content.
    SitConsole,
    /// DFHSIT macro source.
    SitMacro,
    /// The report of the LIST command of DFHCSDUP.
    Listing,
}

/// How many records are looked at.
const RECORDS: usize = 200;

/// Recognises the kind of `text`, the content of an input called `name`.
///
/// `None`: it is no kind that is known, or it holds nothing ([`holds_nothing`]).
pub fn recognise(name: &str, text: &str) -> Option<Kind> {
    let hint = hint(name);
    let seen = Seen::of(text);
    let first = seen.first?;
    if seen.count(&[Look::Report]) > 0 && !matches!(first, Look::Statement | Look::Command) {
        return Some(Kind::Listing);
    }
    if seen.is_jcl(first, hint == Some(Kind::Jcl)) {
        return Some(Kind::Jcl);
    }
    if seen.count(&[Look::Macro]) > 0 && seen.count(&[Look::Command]) == 0 {
        return Some(Kind::SitMacro);
    }
    if seen.is_csdup(first, hint == Some(Kind::Csdup)) {
        return Some(Kind::Csdup);
    }
    if seen.is_sit(first, hint == Some(Kind::Sit)) {
        return Some(Kind::Sit);
    }
    // A report from the middle, its headings cut away.
    let torn = seen.count(&[Look::Definition]) > 0
        && (seen.count(&[Look::Section]) > 0 || hint == Some(Kind::Listing));
    torn.then_some(Kind::Listing)
}

/// Whether `text` holds nothing but blank lines and comments (`*` in column 1, `//*`).
pub fn holds_nothing(text: &str) -> bool {
    Lines::all(text).all(|line| is_empty_record(line.of_text(text)))
}

fn is_empty_record(line: &str) -> bool {
    line.starts_with('*') || line.starts_with("//*") || matches!(line.trim_ascii(), "" | "//" | "/*")
}

/// What the end of a name says.
fn hint(name: &str) -> Option<Kind> {
    let name = name.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let mut parts = name.rsplit('.');
    let mut extension = parts.next()?;
    if matches!(extension, "j2" | "jinja" | "jinja2" | "vm" | "ftl" | "tpl" | "template" | "txt") {
        extension = parts.next().unwrap_or(extension);
    }
    match extension {
        "csd" | "rdo" | "csdup" => Some(Kind::Csdup),
        "jcl" | "proc" | "prc" | "cntl" | "job" => Some(Kind::Jcl),
        "sit" | "sip" => Some(Kind::Sit),
        "lst" | "list" | "listing" | "sysprint" => Some(Kind::Listing),
        _ if name.starts_with("dfh$sip") || name.starts_with("dfhsip") => Some(Kind::Sit),
        _ => None,
    }
}

/// How often each look was seen among the first records.
struct Seen {
    counts: [usize; Look::COUNT],
    first: Option<Look>,
    significant: usize,
}

impl Seen {
    fn of(text: &str) -> Self {
        let mut seen = Self { counts: [0; Look::COUNT], first: None, significant: 0 };
        let records = Lines::all(text).map(|line| line.of_text(text)).filter(|line| !is_empty_record(line));
        for line in records.take(RECORDS) {
            let look = look(line);
            seen.counts[look as usize] += 1;
            if look != Look::Template {
                seen.significant += 1;
                seen.first.get_or_insert(look);
            }
        }
        seen
    }

    fn count(&self, looks: &[Look]) -> usize {
        looks.iter().map(|look| self.counts[*look as usize]).sum()
    }

    /// Whether `looks` make up at least `percent` of the records.
    fn mostly(&self, looks: &[Look], percent: usize) -> bool {
        self.count(looks) * 100 >= self.significant * percent
    }

    fn is_jcl(&self, first: Look, named: bool) -> bool {
        let begins = matches!(first, Look::Statement | Look::Symbols | Look::Slashes);
        let real = self.count(&[Look::Statement]) > 0;
        // A member of SET or INCLUDE statements alone.
        let symbols = self.count(&[Look::Symbols]) > 0 && self.mostly(&[Look::Symbols, Look::Slashes], 100);
        (begins || named) && (real || symbols)
    }

    fn is_csdup(&self, first: Look, named: bool) -> bool {
        const DECK: [Look; 3] = [Look::Command, Look::Weak, Look::Operand];
        let commands = self.count(&[Look::Command]);
        match first {
            Look::Command | Look::Weak | Look::Operand | Look::Definition if commands > 0 => true,
            _ if named => self.count(&DECK) > 0,
            _ => commands > 0 && self.mostly(&DECK, 80),
        }
    }

    fn is_sit(&self, first: Look, named: bool) -> bool {
        let begins = matches!(first, Look::Known | Look::Setting | Look::Control);
        let known = self.count(&[Look::Known]) > 0 || named;
        begins && known && self.mostly(&[Look::Known, Look::Setting, Look::Control], 60)
    }
}
