//! One deck, made ready to be executed: its commands with their names as numbers and their attributes as places.
//!
//! A deck is one run of DFHCSDUP: a file, the SYSIN of one step of a job, or what a LIST report prints. It keeps
//! no copy of a value, only where it stands. Decks are read independently of each other ([`Deck::new`]), each with
//! names of its own; [`Decks::add`](super::Decks::add) then gives them common ones.

use super::names::{Names, Sym};
use super::vocabulary::{AttributeId, Keyword, TypeId};
use crate::catalog::{Attribute, ValueType};
use crate::syntax::csdup::value_text;
use crate::syntax::{Command, Commands, Operand, Verb, symbols};
use crate::text::{FileId, Source, Span};
use std::sync::Arc;

/// The longest value that is kept as a name beside its place.
const LONGEST_NAME: usize = 44;

/// One run of DFHCSDUP.
#[derive(Clone, Debug)]
pub struct Deck {
    pub(super) file: FileId,
    pub(super) source: Arc<Source>,
    pub(super) origin: DeckOrigin,
    pub(super) steps: Vec<Step>,
    pub(super) given: Vec<Given>,
    pub(super) names: Names,
}

/// What a deck was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckOrigin {
    /// Commands: they change the CSD.
    Commands,
    /// A LIST report of part of a CSD: what it prints is there, and nothing is known of the rest.
    PartOfCsd,
    /// A report of LIST ALL OBJECTS: the CSD holds what it prints and nothing else.
    WholeCsd,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it does to the CSD.
    pub action: Action,
    /// The command.
    pub verb: Verb,
    /// It is refused for what stands in it: another rule found an error there.
    pub refused: bool,
    /// Its names hold symbols of an install job, so that nothing sure can be said of them.
    pub symbolic: bool,
    /// The whole statement.
    pub span: Span,
    /// The name that it is about: the first value of the statement.
    pub at: Span,
}

/// What a command does to the CSD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// DEFINE, USERDEFINE.
    Define {
        /// The resource type.
        kind: TypeId,
        /// The name.
        name: Sym,
        /// The group.
        group: Sym,
        /// The attributes.
        given: GivenRange,
        /// USERDEFINE.
        user: bool,
    },
    /// ALTER; name and group may be generic.
    Alter {
        /// The resource type.
        kind: TypeId,
        /// The name or mask.
        name: Sym,
        /// The group or mask.
        group: Sym,
        /// The attributes.
        given: GivenRange,
    },
    /// COPY of a group, or of one resource of it.
    Copy {
        /// From.
        group: Sym,
        /// To.
        to: Sym,
        /// The one resource.
        resource: Option<(TypeId, Sym)>,
        /// What becomes of duplicates.
        duplicates: Duplicates,
        /// FROMCSD: the group stands in another CSD.
        foreign: bool,
    },
    /// DELETE of a group, or of one resource of it.
    Delete {
        /// The group.
        group: Sym,
        /// The one resource.
        resource: Option<(TypeId, Sym)>,
        /// REMOVE: take the group out of its lists too, where it goes.
        remove: bool,
    },
    /// DELETE of a list.
    DeleteList {
        /// The list.
        list: Sym,
    },
    /// ADD.
    Add {
        /// The group.
        group: Sym,
        /// The list.
        list: Sym,
        /// Where in the list.
        place: ListPlace,
    },
    /// REMOVE.
    Remove {
        /// The group.
        group: Sym,
        /// The list.
        list: Sym,
    },
    /// APPEND.
    Append {
        /// From.
        list: Sym,
        /// To.
        to: Sym,
        /// FROMCSD: the list stands in another CSD.
        foreign: bool,
    },
    /// INITIALIZE: a new CSD with IBM's groups and DFHLIST.
    Initialize,
    /// It changes nothing (LIST, EXTRACT, SCAN, VERIFY, ...).
    Nothing,
    /// It cannot be read well enough to be executed; another rule says why.
    Unreadable,
}

/// What COPY does with a resource that the target group holds already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// It fails.
    Fail,
    /// It keeps the old one.
    Merge,
    /// It takes the new one.
    Replace,
}

/// Where ADD puts a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPlace {
    /// Behind all others.
    End,
    /// Before this group.
    Before(Sym),
    /// After this group.
    After(Sym),
}

/// The attributes of one command, as a range of those of its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenRange {
    first: u32,
    count: u16,
}

/// One attribute that a command gives.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Which.
    pub attribute: AttributeId,
    /// `KEYWORD()`: the default is put back.
    pub null: bool,
    /// The value, as it stands in the text.
    pub span: Span,
    /// The value as a name, folded, where the attribute takes names; [`Sym::NONE`] elsewhere.
    pub name: Sym,
}

impl Deck {
    /// Reads the commands of one run.
    pub fn new(file: FileId, source: Arc<Source>, commands: &Commands, origin: DeckOrigin) -> Self {
        let mut reader = Reader {
            text: source.text(),
            commands,
            names: Names::default(),
            given: Vec::with_capacity(commands.operands.len()),
            symbolic: false,
            folded: String::new(),
        };
        let steps = commands.commands.iter().map(|command| reader.step(command)).collect();
        let Reader { names, given, .. } = reader;
        Self { file, source, origin, steps, given, names }
    }

    /// The file that it stands in.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The text that it stands in.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Its commands, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The attributes that a command gives, in order.
    pub fn given(&self, range: GivenRange) -> &[Given] {
        let first = range.first as usize;
        self.given.get(first..first + range.count as usize).unwrap_or(&[])
    }

    /// Marks the commands in which these places (in order) stand as refused: each place is that of an error that
    /// was found without the CSD.
    pub fn mark_refused(&mut self, places: impl IntoIterator<Item = Span>) {
        for place in places {
            let after = self.steps.partition_point(|step| step.span.start <= place.start);
            if let Some(step) = after.checked_sub(1).and_then(|n| self.steps.get_mut(n)) {
                step.refused |= place.start <= step.span.end;
            }
        }
    }

    /// Gives the names other numbers: `map` has one for each of now.
    pub(super) fn renumber(&mut self, map: &[Sym]) {
        let new = |name: &mut Sym| {
            if let Some(number) = map.get(name.index()) {
                *name = *number;
            }
        };
        for given in &mut self.given {
            new(&mut given.name);
        }
        for step in &mut self.steps {
            step.action.for_each_name(new);
        }
        self.names = Names::default();
    }
}

impl Action {
    fn for_each_name(&mut self, mut f: impl FnMut(&mut Sym)) {
        match self {
            Self::Define { name, group, .. } | Self::Alter { name, group, .. } => {
                f(name);
                f(group);
            }
            Self::Copy { group, to, resource, .. } => {
                f(group);
                f(to);
                if let Some((_, name)) = resource {
                    f(name);
                }
            }
            Self::Delete { group, resource, .. } => {
                f(group);
                if let Some((_, name)) = resource {
                    f(name);
                }
            }
            Self::DeleteList { list } => f(list),
            Self::Add { group, list, place } => {
                f(group);
                f(list);
                if let ListPlace::Before(other) | ListPlace::After(other) = place {
                    f(other);
                }
            }
            Self::Remove { group, list } => {
                f(group);
                f(list);
            }
            Self::Append { list, to, .. } => {
                f(list);
                f(to);
            }
            Self::Initialize | Self::Nothing | Self::Unreadable => {}
        }
    }
}

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

struct Reader<'a> {
    text: &'a str,
    commands: &'a Commands,
    names: Names,
    given: Vec<Given>,
    /// A name of the command at hand holds a symbol.
    symbolic: bool,
    folded: String,
}

impl Reader<'_> {
    fn step(&mut self, command: &Command) -> Step {
        self.symbolic = false;
        let operands = self.commands.operands(command);
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
        let null = span.is_empty();
        let is_name = matches!(entry.domain.value_type, ValueType::Name | ValueType::UserId);
        let symbolic = self.symbolic;
        let name = match is_name && !null && span.len() <= LONGEST_NAME {
            true => self.name(Some(span), entry.domain.mixed_case),
            false => Sym::NONE,
        };
        self.symbolic = symbolic;
        self.given.push(Given { attribute, null, span, name });
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
    fn name(&mut self, value: Option<Span>, mixed_case: bool) -> Sym {
        let Some(span) = value.filter(|span| !span.is_empty()) else { return Sym::NONE };
        let text = value_text(self.text, span);
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

/// Whether a value holds a symbol that an install job is meant to replace: what it will be is not known.
pub fn is_symbolic(value: &str) -> bool {
    symbols::find(value).is_some()
}
