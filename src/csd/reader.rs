//! From the tree of a command to what it does: names to numbers, operands to actions.

use super::deck::{Action, DeckOrigin, DeckText, Duplicates, GivenRange, ListPlace, Step};
use super::given::{self, Word};
use super::mask::is_generic;
use super::names::{Names, Sym};
use super::vocabulary::{AttributeId, Keyword, TypeId};
use crate::catalog::{Attribute, ValueType};
use crate::syntax::symbols::{self, Symbols};
use crate::syntax::{Command, Operand, Verb, csdup, listing};
use crate::text::Span;
use std::borrow::Cow;

/// The longest value that is kept as a name beside its place.
const LONGEST_NAME: usize = 44;

/// The operands of a command that is no DEFINE or ALTER.
#[derive(Clone, Copy, Debug)]
struct Operands {
    group: Sym,
    list: Sym,
    to: Sym,
    resource: Option<(TypeId, Sym)>,
    duplicates: Duplicates,
    place: ListPlace,
    foreign: bool,
    remove: bool,
}

/// Reads the commands of one deck.
pub(super) struct Reader<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    origin: DeckOrigin,
    pub(super) names: Names,
    pub(super) given: Vec<Word>,
    /// A name of the command at hand holds a symbol.
    symbolic: bool,
    folded: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a DeckText, origin: DeckOrigin) -> Self {
        Self {
            text: text.source.text(),
            symbols: &text.symbols,
            origin,
            names: Names::default(),
            given: Vec::new(),
            symbolic: false,
            folded: String::new(),
        }
    }

    pub(super) fn step(&mut self, command: &Command, operands: &[Operand]) -> Step {
        self.symbolic = false;
        let action = match command.verb {
            Verb::Define | Verb::Userdefine | Verb::Alter => self.definition(command.verb, operands),
            Verb::Add | Verb::Append | Verb::Copy | Verb::Delete | Verb::Remove => {
                self.other(command.verb, operands)
            }
            Verb::Initialize => Action::Initialize,
            Verb::Ceda | Verb::Unknown => Action::Unreadable,
            _ => Action::Nothing,
        };
        let at = operands.first().and_then(Operand::value).unwrap_or(command.word);
        let unreadable = action == Action::Unreadable;
        let (verb, span, symbolic) = (command.verb, command.span, self.symbolic);
        Step { action, verb, refused: unreadable, symbolic, span, at }
    }

    fn definition(&mut self, verb: Verb, operands: &[Operand]) -> Action {
        let first = self.given.len() as u32;
        let mut resource = None;
        let mut group = Sym::NONE;
        for operand in operands {
            let key = operand.key.of_text(self.text);
            let value = operand.value();
            let Some((kind, _)) = resource else {
                // The resource should come first; a GROUP before it is another rule's finding.
                if Keyword::of(verb, key) == Some(Keyword::Group) {
                    group = self.name(value, false);
                } else if let Some(kind) = TypeId::of_keyword(key) {
                    resource = Some((kind, self.name(value, kind.entry().name_domain.mixed_case)));
                } else {
                    return Action::Unreadable;
                }
                continue;
            };
            let Some(attribute) = kind.attribute_of_keyword(key) else { continue };
            let Some(entry) = attribute.entry(kind) else { continue };
            match entry.name {
                "GROUP" => group = self.name(value, false),
                _ => self.attribute(attribute, entry, value),
            }
        }
        let Some((kind, name)) = resource else { return Action::Unreadable };
        if name.is_none() || group.is_none() {
            return Action::Unreadable;
        }
        let count = u16::try_from(self.given.len() - first as usize).unwrap_or(u16::MAX);
        let given = GivenRange { first, count };
        match verb {
            Verb::Alter => Action::Alter { kind, name, group, given },
            _ => Action::Define { kind, name, group, given, user: verb == Verb::Userdefine },
        }
    }

    fn attribute(&mut self, attribute: AttributeId, entry: &Attribute, value: Option<Span>) {
        let Some(span) = value else { return };
        let is_name = matches!(entry.domain.value_type, ValueType::Name | ValueType::UserId);
        let symbolic = self.symbolic;
        let name = match is_name && !span.is_empty() && span.len() <= LONGEST_NAME {
            true => self.name(Some(span), entry.domain.mixed_case),
            false => Sym::NONE,
        };
        self.symbolic = symbolic;
        given::push(&mut self.given, attribute, span, name);
    }

    fn other(&mut self, verb: Verb, operands: &[Operand]) -> Action {
        let mut found = Operands {
            group: Sym::NONE,
            list: Sym::NONE,
            to: Sym::NONE,
            resource: None,
            duplicates: Duplicates::Fail,
            place: ListPlace::End,
            foreign: false,
            remove: false,
        };
        for operand in operands {
            let key = operand.key.of_text(self.text);
            let value = operand.value();
            // A list cannot be filled by generic names; that is refused by another rule.
            let fills = matches!(verb, Verb::Add | Verb::Append);
            if fills && value.is_some_and(|value| is_generic(value.of_text(self.text))) {
                return Action::Unreadable;
            }
            match Keyword::of(verb, key) {
                Some(Keyword::Group) => found.group = self.name(value, false),
                Some(Keyword::List) => found.list = self.name(value, false),
                Some(Keyword::To) => found.to = self.name(value, false),
                Some(Keyword::Before) => found.place = ListPlace::Before(self.name(value, false)),
                Some(Keyword::After) => found.place = ListPlace::After(self.name(value, false)),
                Some(Keyword::Merge) => found.duplicates = Duplicates::Merge,
                Some(Keyword::Replace) => found.duplicates = Duplicates::Replace,
                Some(Keyword::Fromcsd) => found.foreign = true,
                Some(Keyword::Remove) => found.remove = true,
                Some(Keyword::All) => {}
                None => {
                    let Some(kind) = TypeId::of_keyword(key) else { return Action::Unreadable };
                    let name = self.name(value, kind.entry().name_domain.mixed_case);
                    if name.is_none() || found.resource.is_some() {
                        return Action::Unreadable;
                    }
                    found.resource = Some((kind, name));
                }
            }
        }
        found.action(verb)
    }

    /// The name under `value`, folded unless its case is kept; [`Sym::NONE`] where there is none.
    pub(super) fn name(&mut self, value: Option<Span>, mixed_case: bool) -> Sym {
        let Some(span) = value.filter(|span| !span.is_empty()) else { return Sym::NONE };
        let text = self.symbols.resolve(value_text(self.text, self.origin, span));
        self.symbolic |= is_symbolic(&text);
        if mixed_case || !text.bytes().any(|b| b.is_ascii_lowercase()) {
            return self.names.intern(&text);
        }
        self.folded.clear();
        self.folded.push_str(&text);
        self.folded.make_ascii_uppercase();
        self.names.intern(&self.folded)
    }
}

impl Operands {
    fn action(self, verb: Verb) -> Action {
        let Self { group, list, to, resource, duplicates, place, foreign, remove } = self;
        let place_is_named = match place {
            ListPlace::End => true,
            ListPlace::Before(other) | ListPlace::After(other) => !other.is_none(),
        };
        let has = |names: &[Sym]| names.iter().all(|name| !name.is_none());
        match verb {
            Verb::Add if has(&[group, list]) && place_is_named => Action::Add { group, list, place },
            Verb::Remove if has(&[group, list]) => Action::Remove { group, list },
            Verb::Append if has(&[list, to]) => Action::Append { list, to, foreign },
            Verb::Copy if has(&[group, to]) => Action::Copy { group, to, resource, duplicates, foreign },
            Verb::Delete if has(&[group]) && list.is_none() => Action::Delete { group, resource, remove },
            Verb::Delete if has(&[list]) && group.is_none() => Action::DeleteList { list },
            _ => Action::Unreadable,
        }
    }
}

/// The value under `span`, joined over its records.
pub(super) fn value_text(text: &str, origin: DeckOrigin, span: Span) -> Cow<'_, str> {
    match origin {
        DeckOrigin::Commands => csdup::value_text(text, span),
        DeckOrigin::PartOfCsd | DeckOrigin::WholeCsd => listing::value_text(text, span),
    }
}

/// Whether a value holds a symbol that an install job is meant to replace: what it will be is not known.
pub fn is_symbolic(value: &str) -> bool {
    symbols::find(value).is_some()
}
