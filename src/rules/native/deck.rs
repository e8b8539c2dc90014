//! The walk through the commands of one deck, and what is said once a deck.

use super::CheckOptions;
use super::placeholder::Placeholders;
use super::record::excerpt;
use super::sightings::Sightings;
use crate::catalog::{self, CommandSyntax, Lookup};
use crate::rules::{Finding, RuleId, Safety, Sink, ids};
use crate::syntax::csdup::{self, verbs};
use crate::syntax::edit::{self, Edits};
use crate::syntax::{Command, Commands, Operand, Problem, ProblemKind, Verb};
use crate::text::Span;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The most attributes that a resource type may have.
pub(super) const MAX_ATTRIBUTES: usize = 128;

/// One deck under check.
pub(super) struct Deck<'a, 'c, 's> {
    pub(super) text: &'a str,
    pub(super) commands: &'c Commands,
    pub(super) options: &'a CheckOptions<'a>,
    pub(super) sink: Sink<'s>,
    /// Where each attribute of the command at hand was first given; only entries whose bit is set mean anything.
    pub(super) first_given: [u32; MAX_ATTRIBUTES],
    pub(super) once: Once<'a>,
    /// The problems of the text that have not been passed yet.
    problems: &'c [Problem],
    /// A value of the command before was never closed: words that follow may belong to it.
    pub(super) open: bool,
}

/// What is reported once a deck.
#[derive(Default)]
pub(super) struct Once<'a> {
    pub(super) vendor: Sightings<'a>,
    pub(super) signature: Sightings<'a>,
    /// Values that begin one of the words allowed (`ADD(Y)`).
    pub(super) short_values: Sightings<'a>,
    pub(super) ibm_transactions: Sightings<'a>,
    pub(super) ibm_programs: Sightings<'a>,
    /// Parentheses in column 72.
    pub(super) parentheses: Sightings<'a>,
    pub(super) tabs: Sightings<'a>,
    pub(super) placeholders: Placeholders<'a>,
    /// Groups and lists of IBM that are changed, with the finding on the first change of each.
    pub(super) ibm_groups: BTreeMap<String, Finding>,
}

/// The syntax of each command, by verb.
static SYNTAX: LazyLock<[Option<&'static CommandSyntax>; 18]> = LazyLock::new(|| {
    let mut table = [None; 18];
    for form in &verbs::COMMANDS {
        if let Lookup::Full(syntax) = catalog::command(form.name) {
            table[form.verb as usize] = Some(syntax);
        }
    }
    table
});

/// What was found in one part of a deck.
pub struct CheckedPart<'a, 's> {
    findings: Sink<'s>,
    once: Once<'a>,
}

/// Checks one part of a deck. Parts may be checked side by side; [`finish_parts`] puts them together.
pub fn check_part<'a, 's>(
    text: &'a str,
    part: &Commands,
    options: &'a CheckOptions<'a>,
    sink: Sink<'s>,
) -> CheckedPart<'a, 's> {
    let (findings, once) = Deck::new(text, part, options, sink).walk();
    CheckedPart { findings, once }
}

/// Reports what was found in the parts of a deck, which come in their order, and what is said once a deck.
pub fn finish_parts<'a, 's>(parts: impl IntoIterator<Item = CheckedPart<'a, 's>>, sink: &mut Sink<'s>) {
    let mut once = Once::default();
    for part in parts {
        sink.absorb(part.findings);
        once.append(part.once);
    }
    once.report(sink);
}

/// Checks the parts of one deck.
pub(super) fn check(text: &str, parts: &[Commands], options: &CheckOptions<'_>, sink: &mut Sink<'_>) {
    let walk = |part| check_part(text, part, options, sink.fork());
    let walked: Vec<_> = match parts {
        [] | [_] => parts.iter().map(walk).collect(),
        _ => parts.par_iter().map(walk).collect(),
    };
    finish_parts(walked, sink);
}

impl Once<'_> {
    /// Adds what was noted in the part of the deck that follows.
    fn append(&mut self, next: Self) {
        self.vendor.append(next.vendor);
        self.signature.append(next.signature);
        self.short_values.append(next.short_values);
        self.ibm_transactions.append(next.ibm_transactions);
        self.ibm_programs.append(next.ibm_programs);
        self.parentheses.append(next.parentheses);
        self.tabs.append(next.tabs);
        self.placeholders.append(next.placeholders);
        for (name, finding) in next.ibm_groups {
            self.ibm_groups.entry(name).or_insert(finding);
        }
    }

    /// Reports everything that was noted.
    fn report(self, sink: &mut Sink<'_>) {
        self.vendor.report(sink, ids::VENDOR_ATTRIBUTE, |first, _| {
            let message = format!("{first} is no keyword of IBM's DFHCSDUP, but of another product");
            let help =
                "keep decks of other products apart; DFHCSDUP rejects each command that holds such a keyword";
            (message, help.to_owned())
        });
        self.signature.report(sink, ids::SIGNATURE_ATTRIBUTE, |first, count| {
            let help = match count {
                1 => "leave it out of the deck".to_owned(),
                _ => format!("leave the {count} attributes of this kind out of the deck"),
            };
            (format!("{} is set by CICS itself", first.to_ascii_uppercase()), help)
        });
        let values = self.short_values.list();
        self.short_values.report(sink, ids::SHORTENED_VALUE, |_, _| {
            let help = "write them in full: the panels of CEDA take short forms, but no manual says that DFHCSDUP does";
            (format!("shortened values: {values}"), help.to_owned())
        });
        super::record::report_once(&self.parentheses, &self.tabs, sink);
        super::names::report_once(&self, sink);
        for finding in self.ibm_groups.into_values() {
            sink.report(finding);
        }
        self.placeholders.report(sink, "the deck runs");
    }
}

impl<'a, 'c, 's> Deck<'a, 'c, 's> {
    fn new(text: &'a str, commands: &'c Commands, options: &'a CheckOptions<'a>, sink: Sink<'s>) -> Self {
        let problems = commands.problems.as_slice();
        let (first_given, once) = ([0; MAX_ATTRIBUTES], Once::default());
        Self { text, commands, options, sink, first_given, once, problems, open: false }
    }

    /// Checks everything but what is said once a deck.
    fn walk(mut self) -> (Sink<'s>, Once<'a>) {
        let syntax = &*SYNTAX;
        let commands = self.commands;
        let mut rest = commands.commands.as_slice();
        while let Some((command, following)) = rest.split_first() {
            rest = following;
            match syntax[command.verb as usize] {
                Some(syntax) => self.known_command(command, syntax),
                None => {
                    self.note_placeholders(commands.operands(command));
                    rest = self.no_command(command, following);
                }
            }
        }
        self.text_problems();
        (self.sink, self.once)
    }

    fn known_command(&mut self, command: &Command, syntax: &'static CommandSyntax) {
        if !self.options.report {
            self.spelling_of_command(command, syntax);
        }
        match command.verb {
            Verb::Define | Verb::Userdefine | Verb::Alter => self.definition(command, syntax),
            _ => {
                self.note_placeholders(self.commands.operands(command));
                self.other_command(command, syntax);
            }
        }
    }

    /// The value at `span` as DFHCSDUP joins it, with the values of the placeholders that have one.
    pub(super) fn value_text(&self, span: Span) -> Cow<'a, str> {
        self.options.symbols.resolve(csdup::value_text(self.text, span))
    }

    /// What stands in the text, in capitals.
    pub(super) fn upper(&self, span: Span) -> String {
        span.of_text(self.text).to_ascii_uppercase()
    }

    /// What stands in the text, in capitals, as it can stand in a message.
    pub(super) fn shown(&self, span: Span) -> String {
        excerpt(span.of_text(self.text)).to_ascii_uppercase()
    }

    /// The keyword of `operand`, as it is written.
    pub(super) fn key(&self, operand: &Operand) -> &'a str {
        operand.key.of_text(self.text)
    }

    /// Whether the parser has found a fault in the command. To be asked once a command, in order.
    pub(super) fn problems_of(&mut self, command: &Command) -> &'c [Problem] {
        self.open = false;
        if self.problems.is_empty() {
            return &[];
        }
        let passed = self.problems.partition_point(|problem| problem.span.start < command.span.start);
        self.problems = &self.problems[passed..];
        let own = self.problems.partition_point(|problem| problem.span.start < command.span.end);
        let own = &self.problems[..own];
        self.open = own.iter().any(|problem| problem.kind == ProblemKind::UnclosedParenthesis);
        own
    }

    /// Reports an abbreviation that is shorter than IBM's shortest form.
    pub(super) fn too_short(&mut self, word: Span, minimum: &str, keyword: &str) -> Option<Finding> {
        if !self.sink.wants(ids::SHORT_ABBREVIATION) {
            return None;
        }
        let message = format!(
            "{} is shorter than {minimum}, the shortest form that IBM shows for {keyword}",
            self.upper(word)
        );
        let finding = Finding::new(ids::SHORT_ABBREVIATION, word, message).help(format!("write {keyword}"));
        Some(finding.edits(Safety::Review, self.replace(word, keyword)))
    }

    /// Reports a word that has no meaning here, with what was perhaps meant.
    pub(super) fn unknown(&self, id: RuleId, word: Span, message: String, nearest: Option<&str>) -> Finding {
        let finding = Finding::new(id, word, message);
        match nearest {
            Some(nearest) => finding
                .help(format!("did you mean {nearest}?"))
                .edits(Safety::Review, self.replace(word, nearest)),
            None => finding,
        }
    }

    /// The edits that put a keyword or a word of the vocabulary in place of what stands at `word`, in its case.
    pub(super) fn replace(&self, word: Span, by: &str) -> Edits {
        let by = edit::in_case_of(word.of_text(self.text), by);
        edit::replace_in_command(self.text, self.command_at(word), word, &by)
    }

    /// The edits that take an operand out.
    pub(super) fn without(&self, operand: &Operand) -> Edits {
        edit::remove_operand(self.text, self.command_at(operand.key), operand.key.start)
    }

    /// The command in which something stands.
    fn command_at(&self, place: Span) -> Span {
        let commands = &self.commands.commands;
        let after = commands.partition_point(|command| command.span.start <= place.start);
        after.checked_sub(1).map_or(place, |at| commands[at].span)
    }

    /// Whether two operands say the same.
    pub(super) fn say_the_same(&self, a: &Operand, b: &Operand) -> bool {
        match (a.value(), b.value()) {
            (Some(a), Some(b)) => self.value_text(a) == self.value_text(b),
            (None, None) => true,
            _ => false,
        }
    }
}

/// Whether the value of `operand` was never closed, so that what was read for it is no value.
pub(super) fn is_unclosed(operand: &Operand, problems: &[Problem]) -> bool {
    let Some(value) = operand.value() else { return false };
    problems_in(problems, Span::new(operand.key.end, value.start + 1))
        .any(|problem| problem.kind == ProblemKind::UnclosedParenthesis)
}

/// Whether the text under `span` has a fault of its own that is reported: a control character, or a part beyond
/// column 71. What else is wrong with it follows from that.
pub(super) fn is_damaged(span: Span, problems: &[Problem]) -> bool {
    problems_in(problems, span).any(|problem| match problem.kind {
        ProblemKind::ControlCharacter => true,
        ProblemKind::TextBeyondColumn71 => problem.span.start > span.start,
        _ => false,
    })
}

/// Whether a value is given with `=`, which is reported as stray text.
pub(super) fn has_equals_sign(operand: &Operand, text: &str) -> bool {
    let after = text.get(operand.key.end as usize..).unwrap_or("");
    after.trim_start_matches(' ').starts_with('=')
}

/// The problems that begin inside `span`; `problems` stand in the order of the text.
pub(super) fn problems_in(problems: &[Problem], span: Span) -> impl Iterator<Item = &Problem> {
    let first = problems.partition_point(|problem| problem.span.start < span.start);
    problems[first..].iter().take_while(move |problem| problem.span.start < span.end)
}
