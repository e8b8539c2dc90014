//! Commands and the operands of those that define nothing: ADD, APPEND, COPY, DELETE, EXTRACT, LIST, ...

use super::deck::{Deck, is_unclosed};
use super::definition::is_generic;
use super::record::excerpt;
use crate::catalog::{
    self, Basis, CommandSyntax, Lookup, OperandSyntax, ResourceOperand, ResourceType, nearest,
};
use crate::rules::{Finding, Safety, Severity, ids};
use crate::syntax::csdup::verbs::{self, Spelling};
use crate::syntax::{Command, Operand, Problem, Verb};
use crate::text::Span;

/// The word that stands for the resource operand in the syntax tables.
const RESOURCE: &str = "RESOURCE";

/// What a keyword of a command is.
enum Meaning {
    Operand(&'static OperandSyntax),
    Resource(&'static ResourceType),
}

/// The operands that a command was given: the keyword in full (or `RESOURCE`) and the place.
#[derive(Default)]
struct Given {
    operands: Vec<(&'static str, Span)>,
    /// Keywords that were probably meant by words that are none.
    meant: Vec<&'static str>,
    /// Something was given that cannot be known.
    incomplete: bool,
}

impl Given {
    fn place(&self, keyword: &str) -> Option<Span> {
        self.operands.iter().find(|(known, _)| *known == keyword).map(|(_, span)| *span)
    }
}

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// A word in the place of a command that is none of DFHCSDUP's. Gives what is left to check of the commands
    /// that follow it: a run of words that are none, such as a text, is one finding.
    #[cold]
    pub(super) fn no_command<'f>(&mut self, command: &Command, following: &'f [Command]) -> &'f [Command] {
        let word = excerpt(&self.upper(command.word));
        if command.verb == Verb::Ceda {
            let (message, help) = ceda(&word);
            self.sink.report(Finding::new(ids::CEDA_ONLY_COMMAND, command.word, message).help(help));
            return following;
        }
        if self.open || self.has_placeholder(&word) {
            return following;
        }
        if verbs::lookup(&word).1 == Spelling::Ambiguous {
            let names: Vec<_> = verbs::candidates(&word).map(|form| form.name).collect();
            let message = format!("{word} may stand for {}", names.join(", "));
            let help = "write the command in full";
            self.sink.report(Finding::new(ids::AMBIGUOUS_COMMAND, command.word, message).help(help));
            return following;
        }
        let near = nearest_command(&word);
        let message = format!("{word} is no command of DFHCSDUP");
        let finding = self.unknown(ids::UNKNOWN_COMMAND, command.word, message, near);
        if near.is_some() {
            self.sink.report(finding);
            return following;
        }
        let more = match self.has_values(command) {
            true => 0,
            false => following.iter().take_while(|next| self.is_prose(next)).count(),
        };
        let help = match more {
            0 => "a statement begins with a command, such as DEFINE, ADD or DELETE".to_owned(),
            1 => "nor is the statement after it one; a comment has * in column 1".to_owned(),
            _ => format!("nor are the {more} statements after it; a comment has * in column 1"),
        };
        self.sink.report(finding.help(help));
        &following[more..]
    }

    fn has_values(&self, command: &Command) -> bool {
        self.commands.operands(command).iter().any(|operand| operand.value().is_some())
    }

    /// Whether a statement is nothing but words, and begins with one that is no command, and near to none. What has
    /// operands with values is a statement with a fault of its own.
    fn is_prose(&self, command: &Command) -> bool {
        let word = command.word.of_text(self.text);
        command.verb == Verb::Unknown
            && !self.has_values(command)
            && verbs::lookup(word).1 == Spelling::NoCommand
            && nearest_command(word).is_none()
            && !self.has_placeholder(word)
    }

    /// A command word that is shorter than the shortest form.
    pub(super) fn spelling_of_command(&mut self, command: &Command, syntax: &CommandSyntax) {
        if command.word.len() >= syntax.min_abbreviation.len() {
            return;
        }
        if let Some(finding) = self.too_short(command.word, syntax.min_abbreviation, syntax.name) {
            let finding = self.recalled(finding, syntax.min_abbreviation_basis);
            self.sink.report(finding);
        }
    }

    /// Checks a command that takes no attributes.
    pub(super) fn other_command(&mut self, command: &Command, syntax: &'static CommandSyntax) {
        let commands = self.commands;
        let operands = commands.operands(command);
        let problems = self.problems_of(command);
        let mut given = Given::default();
        let mut at = 0;
        while let Some(operand) = operands.get(at) {
            match self.meaning(syntax, operand) {
                Some(Meaning::Operand(known)) => {
                    self.operand(command, syntax, known, operand, problems, &mut given);
                }
                Some(Meaning::Resource(kind)) => {
                    self.resource_operand(syntax, kind, operand, problems, &mut given);
                }
                None => at = self.unknown_operand(command, syntax, operands, at, problems, &mut given),
            }
            at += 1;
        }
        self.exclusive(syntax, &given);
        self.special(command, syntax, &given);
        if !given.incomplete {
            self.needed(command, syntax, &given);
        }
    }

    /// What the keyword of `operand` is to the command. Full keywords win over abbreviations.
    fn meaning(&mut self, syntax: &'static CommandSyntax, operand: &Operand) -> Option<Meaning> {
        let word = self.key(operand);
        let known = syntax.operand(word);
        if let Lookup::Full(known) = known {
            return Some(Meaning::Operand(known));
        }
        let takes_resource = syntax.resource != ResourceOperand::No;
        let kind = if takes_resource { catalog::resource_type(word) } else { Lookup::Unknown(None) };
        match (known, kind) {
            (_, Lookup::Full(kind)) => Some(Meaning::Resource(kind)),
            (Lookup::Abbreviation(known), _) => Some(Meaning::Operand(known)),
            (_, Lookup::Abbreviation(kind)) => Some(Meaning::Resource(kind)),
            (Lookup::TooShort(known), _) => {
                if let Some(finding) = self.too_short(operand.key, known.min_abbreviation, known.name) {
                    self.sink.report(finding);
                }
                Some(Meaning::Operand(known))
            }
            (_, Lookup::TooShort(kind)) => {
                if let Some(finding) = self.too_short(operand.key, kind.min_abbreviation, kind.name) {
                    self.sink.report(finding);
                }
                Some(Meaning::Resource(kind))
            }
            _ => None,
        }
    }

    fn operand(
        &mut self,
        command: &Command,
        syntax: &'static CommandSyntax,
        known: &'static OperandSyntax,
        operand: &Operand,
        problems: &[Problem],
        given: &mut Given,
    ) {
        if let Some(first) = given.place(known.name) {
            let mut finding =
                Finding::new(ids::DUPLICATE_OPERAND, operand.key, format!("{} is given twice", known.name))
                    .help("remove one of them")
                    .related(first, "first given here");
            let mut operands = self.commands.operands(command).iter();
            if operands.any(|other| other.key == first && self.say_the_same(other, operand)) {
                finding = finding.edits(Safety::Safe, self.without(operand));
            }
            self.sink.report(finding);
            return;
        }
        given.operands.push((known.name, operand.key));
        let Some(domain) = &known.value else {
            if operand.value().is_some() {
                let message = format!("{} takes no value", known.name);
                let finding = Finding::new(ids::UNKNOWN_OPERAND, operand.span(), message)
                    .help("remove the parentheses and what stands in them");
                let finding = self.recalled(finding, known.basis);
                self.sink.report(finding);
            }
            return;
        };
        let Some(value) = self.name_of(operand, problems) else { return };
        self.ibm_group(command.verb, known.name, operand);
        if self.is_mask(value) {
            if !known.generic {
                self.generic(value, syntax.name, known.name);
            }
            return;
        }
        if let Some(finding) = self.domain(domain, known.name, value) {
            self.sink.report(finding.attribute(known.name));
        }
    }

    fn resource_operand(
        &mut self,
        syntax: &'static CommandSyntax,
        kind: &'static ResourceType,
        operand: &Operand,
        problems: &[Problem],
        given: &mut Given,
    ) {
        if let Some(first) = given.place(RESOURCE) {
            let message = format!("{} names a second resource", self.upper(operand.key));
            let finding = Finding::new(ids::DUPLICATE_OPERAND, operand.key, message)
                .help(format!("write a second {}", syntax.name))
                .related(first, "the first resource");
            self.sink.report(finding);
            return;
        }
        given.operands.push((RESOURCE, operand.key));
        if !self.in_release(kind, operand.key) {
            return;
        }
        let Some(name) = self.name_of(operand, problems) else { return };
        if let Some(finding) = self.resource_name(kind, name, syntax.generic_resource, syntax.name) {
            self.sink.report(finding);
        }
    }

    /// A generic name where one name is needed.
    pub(super) fn generic(&mut self, value: Span, command: &str, operand: &str) {
        let name = excerpt(value.of_text(self.text));
        let message = format!("{name} is generic, but {command} takes one {operand} only");
        let help = format!("write a command for each {operand}");
        self.sink.report(Finding::new(ids::GENERIC_NAME_NOT_ALLOWED, value, message).help(help));
    }

    /// An operand that the command does not have. Gives the last operand that was dealt with.
    #[cold]
    fn unknown_operand(
        &mut self,
        command: &Command,
        syntax: &'static CommandSyntax,
        operands: &[Operand],
        at: usize,
        problems: &[Problem],
        given: &mut Given,
    ) -> usize {
        let operand = &operands[at];
        let word = self.key(operand);
        let bare = |operand: &&Operand| operand.value().is_none();
        if self.is_unknowable(operand.key, word) {
            given.incomplete = true;
            return at;
        }
        if operand.value().is_none() && at > 0 && is_unclosed(&operands[at - 1], problems) {
            return at + operands[at + 1..].iter().take_while(bare).count();
        }
        let wants_resource = syntax.resource != ResourceOperand::No && operand.value().is_some();
        let near = syntax.operand(word);
        if let Lookup::Ambiguous(candidates) = &near {
            given.incomplete = true;
            let names: Vec<_> = candidates.iter().map(|known| known.name).collect();
            let message = format!("{} may stand for {}", self.shown(operand.key), names.join(", "));
            let finding = Finding::new(ids::AMBIGUOUS_ABBREVIATION, operand.key, message);
            self.sink.report(finding.help("write the operand in full"));
            return at;
        }
        let near = match near {
            Lookup::Unknown(near) => near.map(|known| known.name),
            _ => None,
        };
        if wants_resource && near.is_none() {
            if given.place(RESOURCE).is_none() {
                given.operands.push((RESOURCE, operand.key));
            }
            self.unknown_type(operand.key, &catalog::resource_type(word));
            return at;
        }
        given.meant.extend(near);
        given.incomplete |= near.is_none();
        let message = format!("{} is no operand of {}", self.shown(operand.key), syntax.name);
        let mut finding = self.unknown(ids::UNKNOWN_OPERAND, operand.key, message, near);
        let same = |other: &Operand| syntax.operand(self.key(other)).found().map(|known| known.name);
        if near.is_some() && operands.iter().any(|other| same(other) == near) {
            finding.fix = None; // It is given already.
        }
        if near.is_none() {
            finding.help = Some(operands_in_words(command.verb, syntax));
        }
        let finding = self.recalled(finding, basis_of_operands(syntax));
        self.sink.report(finding);
        at
    }

    /// Operands that exclude each other.
    fn exclusive(&mut self, syntax: &CommandSyntax, given: &Given) {
        for set in syntax.exclusive {
            let mut places: Vec<_> = given.operands.iter().filter(|(name, _)| set.contains(name)).collect();
            places.sort_by_key(|(_, span)| span.start);
            let [(_, first), (_, second), ..] = places.as_slice() else { continue };
            let message = format!("{} and {} exclude each other", self.upper(*first), self.upper(*second));
            let finding = Finding::new(ids::CONFLICTING_OPERANDS, *second, message)
                .help("keep one of them")
                .related(*first, "this one stands first");
            let finding = self.recalled(finding, syntax.basis);
            self.sink.report(finding);
        }
    }

    /// Rules of single commands that the tables do not hold.
    fn special(&mut self, command: &Command, syntax: &CommandSyntax, given: &Given) {
        let generic_list = || {
            given.place("OBJECTS")?;
            let commands = self.commands;
            let value = commands
                .operands(command)
                .iter()
                .find(|operand| given.place("LIST") == Some(operand.key))
                .and_then(Operand::value)?;
            is_generic(value.of_text(self.text)).then_some(value)
        };
        if let (Verb::List | Verb::Extract, Some(value)) = (command.verb, generic_list()) {
            self.generic(value, &format!("{} with OBJECTS", syntax.name), "LIST");
        }
        if command.verb == Verb::Add {
            self.one_name(command, given);
        }
        if command.verb != Verb::Extract {
            return;
        }
        if self.options.compat == Some(true) {
            let finding = Finding::new(
                ids::CONFLICTING_OPERANDS,
                command.word,
                "EXTRACT and PARM COMPAT exclude each other",
            );
            self.sink.report(finding.help("run it in a step without COMPAT"));
        }
        if given.place("USERPROGRAM").is_none() && !given.incomplete && !given.meant.contains(&"USERPROGRAM")
        {
            let finding = Finding::new(ids::MISSING_OPERAND, command.word, "EXTRACT needs USERPROGRAM")
                .severity(Severity::Warning)
                .help("add USERPROGRAM(program), unless a program that calls DFHCSDUP names it");
            self.sink.report(finding);
        }
    }

    /// A list that bears the name of the group that is added to it. The page that forbids it is one of 6.x.
    fn one_name(&mut self, command: &Command, given: &Given) {
        let operands = self.commands.operands(command);
        let value = |name| {
            let operand = operands.iter().find(|operand| given.place(name) == Some(operand.key))?;
            operand.value().filter(|value| !value.is_empty())
        };
        let (Some(group), Some(list)) = (value("GROUP"), value("LIST")) else { return };
        let (first, second) = (group.of_text(self.text), list.of_text(self.text));
        if !first.eq_ignore_ascii_case(second) || self.has_placeholder(first) {
            return;
        }
        let message = format!("a group and a list cannot both have the name {}", self.shown(list));
        let finding = Finding::new(ids::CONFLICTING_OPERANDS, list, message)
            .severity(Severity::Warning)
            .help("give the list another name")
            .related(group, "the group");
        self.sink.report(finding);
    }

    /// Operands that the command cannot do without.
    fn needed(&mut self, command: &Command, syntax: &CommandSyntax, given: &Given) {
        let has = |name: &str| given.place(name).is_some() || given.meant.contains(&name);
        for set in syntax.required {
            if set.iter().any(|name| has(name)) {
                continue;
            }
            self.missing_operand(command, syntax, set);
        }
        for (operand, partners) in syntax.needs {
            if has(operand) && !partners.iter().any(|name| has(name)) {
                self.missing_operand(command, syntax, partners);
            }
        }
    }

    fn missing_operand(&mut self, command: &Command, syntax: &CommandSyntax, set: &[&str]) {
        let words: Vec<_> =
            set.iter().map(|name| if *name == RESOURCE { "a resource" } else { *name }).collect();
        let what = words.join(" or ");
        let example: Vec<_> = set
            .iter()
            .map(|name| match *name {
                RESOURCE => "type(name)".to_owned(),
                name => format!("{name}({})", name.to_ascii_lowercase()),
            })
            .collect();
        let finding =
            Finding::new(ids::MISSING_OPERAND, command.word, format!("{} needs {what}", syntax.name))
                .help(format!("add {}", example.join(" or ")));
        let finding = self.recalled(finding, syntax.basis);
        self.sink.report(finding);
    }
}

/// The lowest basis among the operands of a command: what it does not have is known no better.
fn basis_of_operands(syntax: &CommandSyntax) -> Basis {
    syntax.operands.iter().map(|known| known.basis).fold(syntax.basis, Ord::min)
}

fn operands_in_words(verb: Verb, syntax: &CommandSyntax) -> String {
    let names: Vec<_> = syntax.operands.iter().map(|known| known.name).collect();
    match (names.as_slice(), verb) {
        ([], Verb::Verify | Verb::Initialize) => format!("{} has no operands", syntax.name),
        ([], _) => "remove it".to_owned(),
        _ => format!("its operands are {}", names.join(", ")),
    }
}

/// The command that a word was probably meant to be.
fn nearest_command(word: &str) -> Option<&'static str> {
    nearest(word, verbs::COMMANDS.iter().map(|form| form.name))
}

/// What is said of a word of CEDA.
fn ceda(word: &str) -> (String, &'static str) {
    if "CEDA".starts_with(word) {
        return ("CEDA is a transaction, not a command of DFHCSDUP".to_owned(), "leave out the word CEDA");
    }
    let help = match word.as_bytes() {
        [b'I', ..] => {
            "definitions are installed by CEDA INSTALL, or at start-up through the lists of GRPLIST"
        }
        [b'V' | b'E', ..] | [b'D', ..] => "LIST GROUP(group) OBJECTS prints definitions",
        [b'M', ..] => "COPY the definition to the other group, then DELETE it from the first",
        [b'R', ..] => "DEFINE it under the new name, then DELETE the old one",
        [b'L' | b'U', ..] => "groups and lists are locked and unlocked by CEDA only",
        _ => "it can be done with CEDA only",
    };
    (format!("{word} is a command of CEDA, not of DFHCSDUP"), help)
}
