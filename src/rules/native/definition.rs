//! DEFINE, USERDEFINE and ALTER: the resource type, the name, the group, and what is missing.

use super::attribute::Given;
use super::deck::{Deck, has_equals_sign, is_damaged, is_unclosed};
use super::record::excerpt;
use crate::catalog::{self, CommandSyntax, Lookup, ResourceType};
use crate::rules::{Finding, ResourceId, Safety, Severity, ids};
use crate::syntax::edit;
use crate::syntax::{Command, Operand, Problem, Verb};
use crate::text::Span;
use std::cell::OnceCell;

/// The definition that a command makes or changes.
pub(super) struct Subject<'a> {
    pub(super) kind: &'static ResourceType,
    pub(super) verb: Verb,
    pub(super) syntax: &'static CommandSyntax,
    pub(super) operands: &'a [Operand],
    /// Which of the operands is the resource.
    pub(super) resource: usize,
    /// What the parser found wrong with the command.
    pub(super) problems: &'a [Problem],
    id: OnceCell<ResourceId>,
}

impl Subject<'_> {
    /// Type, name and group for a finding; put together once a command.
    pub(super) fn id(&self, text: &str) -> Option<ResourceId> {
        let id = self.id.get_or_init(|| {
            // a name that is far too long is cut: the id is copied into every finding
            let kept = |span: Span| excerpt(span.of_text(text));
            let upper = |span: Span| kept(span).to_ascii_uppercase().into_boxed_str();
            let name = self.operands[self.resource].value().map_or("".into(), |name| {
                let keep = self.kind.name_domain.mixed_case;
                if keep { kept(name).into_boxed_str() } else { upper(name) }
            });
            let group = self.operands.iter().find(|operand| is_group(operand.key.of_text(text)));
            let group = group.and_then(Operand::value).map(upper);
            ResourceId { kind: self.kind.name.into(), name, group }
        });
        Some(id.clone())
    }
}

fn is_group(key: &str) -> bool {
    key.eq_ignore_ascii_case("GROUP") || (key.len() < 5 && key.eq_ignore_ascii_case(&"GROUP"[..key.len()]))
}

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// Checks one DEFINE, USERDEFINE or ALTER.
    pub(super) fn definition(&mut self, command: &Command, syntax: &'static CommandSyntax) {
        let commands = self.commands;
        let operands = commands.operands(command);
        let problems = self.problems_of(command);
        if operands.is_empty() {
            let message = format!("{} needs a resource type and a name", syntax.name);
            let help = format!("write {} type(name) GROUP(group)", syntax.name);
            self.sink.report(Finding::new(ids::MISSING_OPERAND, command.word, message).help(help));
            return;
        }
        let Some((kind, resource)) = self.resource_of(command, syntax, operands) else {
            return self.note_placeholders(operands);
        };
        self.note_placeholders(&operands[resource..=resource]);
        let (verb, id) = (command.verb, OnceCell::new());
        let subject = Subject { kind, verb, syntax, operands, resource, problems, id };
        self.check_type(&subject);
        self.check_name(&subject);
        let given = self.attributes(&subject);
        self.missing(&subject, command.word, given);
    }

    /// The resource type and the operand that names the resource; `None` where there is none to go on with.
    fn resource_of(
        &mut self,
        command: &Command,
        syntax: &'static CommandSyntax,
        operands: &[Operand],
    ) -> Option<(&'static ResourceType, usize)> {
        let first = operands.first()?;
        let found = catalog::resource_type(self.key(first));
        let kind = match found {
            Lookup::Full(kind) | Lookup::Abbreviation(kind) => kind,
            _ => return self.odd_resource(command, syntax, operands, &found),
        };
        self.in_release(kind, first.key).then_some((kind, 0))
    }

    /// Whether 5.4 has the type; reports one that it does not have.
    pub(super) fn in_release(&mut self, kind: &'static ResourceType, at: Span) -> bool {
        if !kind.in_release {
            let message = format!("{} is no resource type of CICS TS 5.4", kind.name);
            let help = format!("{} came with release {}", kind.name, kind.since);
            self.sink.report(Finding::new(ids::UNKNOWN_RESOURCE_TYPE, at, message).help(help));
        }
        kind.in_release
    }

    /// The first operand is no type that can be taken as it is.
    #[cold]
    fn odd_resource(
        &mut self,
        command: &Command,
        syntax: &'static CommandSyntax,
        operands: &[Operand],
        found: &Lookup<ResourceType>,
    ) -> Option<(&'static ResourceType, usize)> {
        let first = operands.first()?;
        let word = self.key(first);
        if let Some((kind, at)) = self.later_resource(word, operands) {
            self.not_first(command, syntax, operands, at);
            return self.in_release(kind, operands[at].key).then_some((kind, at));
        }
        if word.eq_ignore_ascii_case("GROUP") || word.eq_ignore_ascii_case("LIST") {
            self.group_or_list(syntax, first);
            return None;
        }
        if self.is_unknowable(first.key, word) {
            return None;
        }
        if let Lookup::TooShort(kind) = found {
            if let Some(finding) = self.too_short(first.key, kind.min_abbreviation, kind.name) {
                self.sink.report(finding);
            }
            return self.in_release(kind, first.key).then_some((*kind, 0));
        }
        self.unknown_type(first.key, found);
        likely(found).map(|kind| (kind, 0))
    }

    /// A resource further on, where the first operand can only be an attribute or GROUP.
    fn later_resource(&self, first: &str, operands: &[Operand]) -> Option<(&'static ResourceType, usize)> {
        let misplaced = |kind: &'static ResourceType| kind.attribute_in_full(first).is_some();
        operands.iter().enumerate().skip(1).take(8).find_map(|(at, operand)| {
            match catalog::resource_type(self.key(operand)) {
                Lookup::Full(kind) | Lookup::Abbreviation(kind) if misplaced(kind) => Some((kind, at)),
                _ => None,
            }
        })
    }

    fn not_first(&mut self, command: &Command, syntax: &CommandSyntax, operands: &[Operand], at: usize) {
        let severity = if command.verb == Verb::Alter { Severity::Warning } else { Severity::Error };
        let (resource, first) = (&operands[at], &operands[0]);
        let message =
            format!("{} has to stand first, straight after {}", self.upper(resource.key), syntax.name);
        let finding = Finding::new(ids::RESOURCE_NOT_FIRST, resource.key, message)
            .severity(severity)
            .help(format!("move it before {}", self.upper(first.key)))
            .related(first.key, "this stands first");
        self.sink.report(finding);
    }

    fn group_or_list(&mut self, syntax: &CommandSyntax, first: &Operand) {
        let word = self.upper(first.key);
        let (message, help) = match (syntax.name, word.as_str()) {
            ("ALTER", _) => {
                (format!("ALTER changes no {word}"), "name the resource first: ALTER type(name) GROUP(group)")
            }
            (_, "LIST") => (
                "DFHCSDUP defines no LIST".to_owned(),
                "a list comes to be with the first ADD GROUP(group) LIST(list)",
            ),
            _ => (
                "DFHCSDUP defines no GROUP".to_owned(),
                "a group comes to be with the first resource that is defined in it",
            ),
        };
        self.sink.report(Finding::new(ids::GROUP_OR_LIST_DEFINED, first.key, message).help(help));
    }

    /// Reports a word in the place of a resource type.
    pub(super) fn unknown_type(&mut self, at: Span, found: &Lookup<ResourceType>) {
        let word = self.shown(at);
        let finding = match found {
            Lookup::Ambiguous(candidates) => {
                let names: Vec<_> = candidates.iter().map(|kind| kind.name).collect();
                let message = format!("{word} may stand for the types {}", names.join(", "));
                let finding =
                    Finding::new(ids::UNKNOWN_RESOURCE_TYPE, at, message).severity(Severity::Warning);
                match likely(found) {
                    Some(kind) => finding
                        .help(format!("write the type in full: most likely {} is meant", kind.name))
                        .edits(Safety::Review, self.replace(at, kind.name)),
                    None => finding.help("write the type in full"),
                }
            }
            Lookup::Unknown(nearest) => {
                let message = format!("{word} is no resource type of DFHCSDUP");
                self.unknown(ids::UNKNOWN_RESOURCE_TYPE, at, message, nearest.map(|kind| kind.name))
            }
            _ => return,
        };
        self.sink.report(finding);
    }

    /// A type that this release keeps in the CSD and does not install.
    fn check_type(&mut self, subject: &Subject<'_>) {
        let kind = subject.kind;
        if kind.until.is_empty() || subject.verb == Verb::Alter || self.options.report {
            return;
        }
        let last = kind.until.split([' ', '(']).next().unwrap_or(kind.until);
        let message = format!(
            "{} definitions are no longer installed; the last release that does is {last}",
            kind.name
        );
        let finding =
            Finding::new(ids::TYPE_NO_LONGER_INSTALLED, subject.operands[subject.resource].key, message)
                .help("remove the definition once no earlier release uses this CSD")
                .resource(subject.id(self.text));
        self.sink.report(finding);
    }

    /// The name of the resource.
    fn check_name(&mut self, subject: &Subject<'_>) {
        let syntax = subject.syntax;
        let operand = &subject.operands[subject.resource];
        let Some(name) = self.name_of(operand, subject.problems) else { return };
        let text = name.of_text(self.text);
        if let Some(finding) = self.resource_name(subject.kind, name, syntax.generic_resource, syntax.name) {
            self.report(finding.resource(subject.id(self.text)));
        }
        if syntax.generic_resource && is_generic(text) {
            return;
        }
        if subject.verb == Verb::Alter || self.options.report {
            return;
        }
        self.ibm_resource(subject.kind.name, name);
        if subject.kind.name == "TRANSACTION" && text.bytes().any(|byte| byte.is_ascii_lowercase()) {
            self.lower_case(subject, name);
        }
    }

    fn lower_case(&mut self, subject: &Subject<'_>, name: Span) {
        let text = name.of_text(self.text);
        if self.has_placeholder(text) {
            return;
        }
        let upper = excerpt(text).to_ascii_uppercase();
        let finding = Finding::new(
            ids::LOWER_CASE_KEPT,
            name,
            format!("the name {} is in lower case, which CICS keeps", excerpt(text)),
        )
        .help(format!("write {upper}, unless terminals send the name in lower case"))
        .resource(subject.id(self.text))
        .edits(Safety::Review, edit::replace_in_command(self.text, name, name, &upper));
        self.sink.report(finding);
    }

    /// The value of an operand that names something; reports a missing one.
    pub(super) fn name_of(&mut self, operand: &Operand, problems: &[Problem]) -> Option<Span> {
        match operand.value() {
            Some(value) if !value.is_empty() => {
                (!is_unclosed(operand, problems) && !is_damaged(value, problems)).then_some(value)
            }
            _ => {
                if !is_unclosed(operand, problems) && !has_equals_sign(operand, self.text) {
                    let word = self.upper(operand.key);
                    let finding =
                        Finding::new(ids::OPERAND_MISSING, operand.key, format!("{word} has no value"))
                            .help(format!("give it a value in parentheses: {word}(...)"));
                    self.sink.report(finding);
                }
                None
            }
        }
    }

    /// What DEFINE cannot do without.
    fn missing(&mut self, subject: &Subject<'_>, word: Span, given: Given) {
        if given.incomplete || self.options.report {
            return;
        }
        for attribute in given.missing(subject.kind) {
            let finding = if attribute.name == "GROUP" {
                Finding::new(ids::MISSING_OPERAND, word, format!("{} needs GROUP", subject.syntax.name))
                    .help("add GROUP(group)")
            } else if subject.verb == Verb::Define {
                let name =
                    subject.operands[subject.resource].value().map_or("", |name| name.of_text(self.text));
                let message = format!("{} {} needs {}", subject.kind.name, excerpt(name), attribute.name);
                let finding = Finding::new(ids::MISSING_REQUIRED_ATTRIBUTE, word, message);
                self.recalled(finding, attribute.required_basis).attribute(attribute.name)
            } else {
                continue;
            };
            self.sink.report(finding.resource(subject.id(self.text)));
        }
    }
}

/// The type that an ambiguous abbreviation means most likely: TRAN, which is TRANSACTION to CEDA and in decks, while
/// IBM's diagrams ask for one letter more to tell it from TRANCLASS.
fn likely(found: &Lookup<ResourceType>) -> Option<&'static ResourceType> {
    let Lookup::Ambiguous(candidates) = found else { return None };
    let transaction = candidates.iter().copied().find(|kind| kind.name == "TRANSACTION")?;
    candidates.iter().all(|kind| kind.name.starts_with("TRAN")).then_some(transaction)
}

/// Whether a name stands for several.
pub(super) fn is_generic(name: &str) -> bool {
    name.bytes().any(|byte| matches!(byte, b'*' | b'+'))
}
