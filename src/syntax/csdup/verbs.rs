//! The command words of DFHCSDUP, their shortest forms, and the operands that take no value.
//!
//! The shortest forms are those of the syntax diagrams of the utility; four of them (DEFINE, INITIALIZE, PROCESS,
//! UPGRADE) are recalled, not read, and say so in [`VerbForm::recalled`].

use crate::syntax::Verb;

/// A command word and its shortest form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbForm {
    /// The command.
    pub verb: Verb,
    /// The word in full.
    pub name: &'static str,
    /// How many letters the shortest form has.
    pub minimum: usize,
    /// Whether the shortest form is recalled rather than read in documentation.
    pub recalled: bool,
}

const fn form(verb: Verb, name: &'static str, minimum: usize) -> VerbForm {
    VerbForm { verb, name, minimum, recalled: false }
}

const fn recalled(verb: Verb, name: &'static str, minimum: usize) -> VerbForm {
    VerbForm { verb, name, minimum, recalled: true }
}

/// The commands of DFHCSDUP.
pub const COMMANDS: [VerbForm; 16] = [
    form(Verb::Add, "ADD", 2),
    form(Verb::Alter, "ALTER", 2),
    form(Verb::Append, "APPEND", 2),
    form(Verb::Copy, "COPY", 1),
    recalled(Verb::Define, "DEFINE", 3),
    form(Verb::Delete, "DELETE", 3),
    form(Verb::Extract, "EXTRACT", 2),
    recalled(Verb::Initialize, "INITIALIZE", 4),
    form(Verb::List, "LIST", 2),
    recalled(Verb::Process, "PROCESS", 4),
    form(Verb::Remove, "REMOVE", 1),
    form(Verb::Scan, "SCAN", 4),
    form(Verb::Service, "SERVICE", 1),
    recalled(Verb::Upgrade, "UPGRADE", 3),
    form(Verb::Userdefine, "USERDEFINE", 10),
    form(Verb::Verify, "VERIFY", 6),
];

/// The commands that CEDA has and DFHCSDUP has not, and the word CEDA itself.
pub const CEDA_COMMANDS: [VerbForm; 10] = [
    recalled(Verb::Ceda, "CEDA", 4),
    recalled(Verb::Ceda, "CHECK", 3),
    recalled(Verb::Ceda, "DISPLAY", 3),
    recalled(Verb::Ceda, "EXPAND", 3),
    recalled(Verb::Ceda, "INSTALL", 3),
    recalled(Verb::Ceda, "LOCK", 3),
    recalled(Verb::Ceda, "MOVE", 3),
    recalled(Verb::Ceda, "RENAME", 3),
    recalled(Verb::Ceda, "UNLOCK", 3),
    recalled(Verb::Ceda, "VIEW", 3),
];

/// How a command word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// In full.
    Full,
    /// Abbreviated, not below the shortest form.
    Abbreviated,
    /// It can only mean this command, but is shorter than the shortest form.
    TooShort,
    /// It fits several commands of DFHCSDUP, and is the shortest form of none.
    Ambiguous,
    /// It is no command.
    NoCommand,
}

/// The command that `word` means, and how it is written. An ambiguous word and one that is no command are
/// [`Verb::Unknown`].
pub fn lookup(word: &str) -> (Verb, Spelling) {
    let bytes = word.as_bytes();
    if bytes.eq_ignore_ascii_case(b"DEFINE") {
        return (Verb::Define, Spelling::Full);
    }
    let mut short: Option<Verb> = None;
    let mut several = false;
    for form in &COMMANDS {
        if !begins(form.name, bytes) {
            continue;
        }
        if bytes.len() == form.name.len() {
            return (form.verb, Spelling::Full);
        }
        if bytes.len() >= form.minimum {
            return (form.verb, Spelling::Abbreviated);
        }
        several |= short.is_some();
        short = short.or(Some(form.verb));
    }
    for form in &CEDA_COMMANDS {
        if bytes.len() >= form.minimum && begins(form.name, bytes) {
            let spelling =
                if bytes.len() == form.name.len() { Spelling::Full } else { Spelling::Abbreviated };
            return (form.verb, spelling);
        }
    }
    match short {
        Some(_) if several => (Verb::Unknown, Spelling::Ambiguous),
        Some(verb) => (verb, Spelling::TooShort),
        None => (Verb::Unknown, Spelling::NoCommand),
    }
}

/// The commands of DFHCSDUP that `word` is the beginning of.
pub fn candidates(word: &str) -> impl Iterator<Item = &'static VerbForm> {
    COMMANDS.iter().filter(move |form| begins(form.name, word.as_bytes()))
}

/// The word of `verb` in full; empty for [`Verb::Ceda`] and [`Verb::Unknown`].
pub fn name(verb: Verb) -> &'static str {
    COMMANDS.iter().find(|form| form.verb == verb).map_or("", |form| form.name)
}

/// The operands without value that `verb` takes, each with the length of its shortest form.
pub const fn valueless(verb: Verb) -> &'static [(&'static str, usize)] {
    match verb {
        Verb::Copy => &[("MERGE", 1), ("REPLACE", 1)],
        Verb::Delete => &[("ALL", 1), ("REMOVE", 1)],
        Verb::Extract => &[("OBJECTS", 1)],
        Verb::List => &[("ALL", 1), ("OBJECTS", 1), ("SIGSUMM", 1)],
        Verb::Upgrade => &[("REPLACE", 1)],
        _ => &[],
    }
}

/// Every operand without value of any command.
pub const VALUELESS: [&str; 6] = ["ALL", "MERGE", "OBJECTS", "REMOVE", "REPLACE", "SIGSUMM"];

/// Whether `word` is an operand without value of `verb`, in full or abbreviated.
pub fn is_valueless_of(verb: Verb, word: &str) -> bool {
    let bytes = word.as_bytes();
    valueless(verb).iter().any(|&(name, minimum)| bytes.len() >= minimum && begins(name, bytes))
}

/// Whether `word` is, in full, an operand without value of any command.
pub fn is_valueless(word: &str) -> bool {
    VALUELESS.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Whether `name` begins with `word`, in any case. No name begins with the empty word.
#[inline]
fn begins(name: &str, word: &[u8]) -> bool {
    let name = name.as_bytes();
    !word.is_empty()
        && word[0].eq_ignore_ascii_case(&name[0])
        && name.len() >= word.len()
        && name[..word.len()].eq_ignore_ascii_case(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_commands() {
        let cases = [
            ("DEFINE", Verb::Define, Spelling::Full),
            ("define", Verb::Define, Spelling::Full),
            ("Def", Verb::Define, Spelling::Abbreviated),
            ("DE", Verb::Unknown, Spelling::Ambiguous),
            ("DEL", Verb::Delete, Spelling::Abbreviated),
            ("DELETED", Verb::Unknown, Spelling::NoCommand),
            ("A", Verb::Unknown, Spelling::Ambiguous),
            ("AL", Verb::Alter, Spelling::Abbreviated),
            ("C", Verb::Copy, Spelling::Abbreviated),
            ("S", Verb::Service, Spelling::Abbreviated),
            ("SC", Verb::Scan, Spelling::TooShort),
            ("U", Verb::Unknown, Spelling::Ambiguous),
            ("USERDEF", Verb::Userdefine, Spelling::TooShort),
            ("VERIF", Verb::Verify, Spelling::TooShort),
            ("LI", Verb::List, Spelling::Abbreviated),
            ("L", Verb::List, Spelling::TooShort),
            ("INSTALL", Verb::Ceda, Spelling::Full),
            ("INS", Verb::Ceda, Spelling::Abbreviated),
            ("IN", Verb::Initialize, Spelling::TooShort),
            ("CEDA", Verb::Ceda, Spelling::Full),
            ("DEFNE", Verb::Unknown, Spelling::NoCommand),
            ("", Verb::Unknown, Spelling::NoCommand),
            ("\u{e9}", Verb::Unknown, Spelling::NoCommand),
        ];
        for (word, verb, spelling) in cases {
            assert_eq!(lookup(word), (verb, spelling), "{word}");
        }
    }

    #[test]
    fn every_command_is_found_by_its_name_and_shortest_form() {
        for form in &COMMANDS {
            assert_eq!(lookup(form.name), (form.verb, Spelling::Full));
            assert_eq!(lookup(&form.name[..form.minimum]).0, form.verb, "{}", form.name);
            assert_eq!(name(form.verb), form.name);
        }
    }

    #[test]
    fn operands_without_value() {
        assert!(is_valueless_of(Verb::Delete, "all") && is_valueless_of(Verb::Delete, "REM"));
        assert!(!is_valueless_of(Verb::Define, "ALL") && !is_valueless_of(Verb::List, ""));
        let all: Vec<&str> =
            COMMANDS.iter().flat_map(|form| valueless(form.verb)).map(|(name, _)| *name).collect();
        assert!(all.iter().all(|name| VALUELESS.contains(name)));
        assert!(VALUELESS.iter().all(|name| all.contains(name)));
    }
}
