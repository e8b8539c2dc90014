//! One deck, made ready to be executed: its commands with their names as numbers and their attributes as places.
//!
//! A deck is one run of DFHCSDUP: a file, the SYSIN of one step of a job, or what a LIST report prints. It keeps
//! no copy of a value, only where it stands. Decks are read independently of each other ([`Deck::new`]), each with
//! names of its own; [`Decks::add`](super::Decks::add) then gives them common ones.

use super::given::{self, GivenIter, Word};
use super::names::{Names, Sym};
use super::reader::{Reader, value_text};
use super::vocabulary::TypeId;
use crate::syntax::listing::Listing;
use crate::syntax::symbols::Symbols;
use crate::syntax::{Commands, Verb};
use crate::text::{FileId, Source, Span};
use std::borrow::{Borrow, Cow};
use std::sync::Arc;

/// The text that a deck stands in.
#[derive(Clone, Debug)]
pub struct DeckText {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub source: Arc<Source>,
    /// Values of placeholders.
    pub symbols: Arc<Symbols>,
}

impl DeckText {
    /// A text without values for placeholders.
    pub fn new(file: FileId, source: Arc<Source>) -> Self {
        Self { file, source, symbols: Arc::default() }
    }
}

/// One run of DFHCSDUP.
#[derive(Clone, Debug)]
pub struct Deck {
    pub(super) text: DeckText,
    pub(super) origin: DeckOrigin,
    pub(super) steps: Vec<Step>,
    pub(super) given: Vec<Word>,
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

/// The attributes of one command, as a range of the words of its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenRange {
    pub(super) first: u32,
    pub(super) count: u16,
}

impl Deck {
    /// Reads the commands of one run, which may come in several parts. Parts that are given away are dropped as they
    /// are read, so that a large deck never stands in memory twice.
    pub fn new<C: Borrow<Commands>>(text: DeckText, parts: impl IntoIterator<Item = C>) -> Self {
        let mut reader = Reader::new(&text, DeckOrigin::Commands);
        let mut steps = Vec::new();
        for part in parts {
            let part: &Commands = part.borrow();
            steps.reserve(part.commands.len());
            steps.extend(part.commands.iter().map(|command| reader.step(command, part.operands(command))));
        }
        let Reader { names, given, .. } = reader;
        Self { text, origin: DeckOrigin::Commands, steps, given, names }
    }

    /// Makes room for so many parts like this one in all.
    pub fn reserve_for(&mut self, parts: usize) {
        self.steps.reserve_exact(self.steps.len() * parts.saturating_sub(1));
        self.given.reserve_exact(self.given.len() * parts.saturating_sub(1));
    }

    /// Adds the commands of `next`, a part of the same run that follows.
    pub fn append(&mut self, mut next: Self) {
        let map = self.names.absorb(&next.names);
        next.renumber(&map);
        let offset = self.given.len() as u32;
        for step in &mut next.steps {
            if let Action::Define { given, .. } | Action::Alter { given, .. } = &mut step.action {
                given.first += offset;
            }
        }
        self.steps.append(&mut next.steps);
        self.given.append(&mut next.given);
    }

    /// Reads a LIST report: of the whole CSD, or of part of it.
    pub fn of_report(text: DeckText, report: &Listing, whole: bool) -> Self {
        let origin = if whole { DeckOrigin::WholeCsd } else { DeckOrigin::PartOfCsd };
        let mut reader = Reader::new(&text, origin);
        let commands = &report.definitions;
        let mut steps: Vec<Step> = commands
            .commands
            .iter()
            .map(|command| reader.step(command, commands.operands(command)))
            .collect();
        for list in &report.lists {
            for at in &list.groups {
                let (group, name) = (reader.name(Some(*at), false), reader.name(Some(list.name), false));
                let action = match group.is_none() || name.is_none() {
                    true => Action::Unreadable,
                    false => Action::Add { group, list: name, place: ListPlace::End },
                };
                let (verb, span) = (Verb::Add, *at);
                steps.push(Step { action, verb, refused: false, symbolic: false, span, at: *at });
            }
        }
        let Reader { names, given, .. } = reader;
        Self { text, origin, steps, given, names }
    }

    /// The file that it stands in.
    pub fn file(&self) -> FileId {
        self.text.file
    }

    /// What it was made from.
    pub fn origin(&self) -> DeckOrigin {
        self.origin
    }

    /// The text that it stands in.
    pub fn source(&self) -> &Arc<Source> {
        &self.text.source
    }

    /// The value under `span`, joined over its records, placeholders with a value replaced.
    pub fn value_text(&self, span: Span) -> Cow<'_, str> {
        self.text.symbols.resolve(value_text(self.text.source.text(), self.origin, span))
    }

    /// Its commands, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The attributes that a command gives, in order.
    pub fn given(&self, range: GivenRange) -> GivenIter<'_> {
        let first = range.first as usize;
        GivenIter::new(self.given.get(first..first + range.count as usize).unwrap_or(&[]))
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
        given::renumber(&mut self.given, map);
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
