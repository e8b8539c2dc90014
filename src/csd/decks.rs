//! All decks of a run, read once and shared by every region that names them.

use super::deck::{Deck, Step};
use super::given::{Given, GivenIter};
use super::names::{Map, Names, Sym};
use super::supplied::Supplied;
use super::vocabulary::TypeId;
use crate::text::{FileId, Source, Span};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A deck, by its number in [`Decks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeckId(pub u32);

/// One command of one deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepRef {
    /// The deck.
    pub deck: DeckId,
    /// Its place in [`Deck::steps`].
    pub step: u32,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// Where in it.
    pub span: Span,
}

/// The decks and the names in them.
#[derive(Clone, Debug)]
pub struct Decks {
    names: Names,
    decks: Vec<Deck>,
    supplied: Supplied,
    /// Made when somebody asks for it.
    defining: OnceLock<Defining>,
}

/// Where resources are defined.
#[derive(Clone, Debug, Default)]
struct Defining {
    groups: Map<(TypeId, Sym), Vec<Sym>>,
    /// Some deck copies resources, so that they may be in other groups too.
    copies: bool,
}

impl Default for Decks {
    fn default() -> Self {
        let mut names = Names::default();
        let supplied = Supplied::new(&mut names);
        Self { names, decks: Vec::new(), supplied, defining: OnceLock::new() }
    }
}

impl Decks {
    /// No decks; only what IBM supplies is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a deck in. Its number is the count of those before it.
    pub fn add(&mut self, mut deck: Deck) -> DeckId {
        let map = self.names.absorb(&deck.names);
        deck.renumber(&map);
        self.defining = OnceLock::new();
        self.decks.push(deck);
        DeckId(self.decks.len() as u32 - 1)
    }

    /// The deck of this number.
    pub fn deck(&self, id: DeckId) -> Option<&Deck> {
        self.decks.get(id.0 as usize)
    }

    /// The numbers of all decks, in order.
    pub fn ids(&self) -> impl Iterator<Item = DeckId> + use<> {
        (0..self.decks.len() as u32).map(DeckId)
    }

    /// The names of all decks and of what IBM supplies.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What IBM supplies.
    pub fn supplied(&self) -> &Supplied {
        &self.supplied
    }

    /// The text of a name.
    pub fn text(&self, name: Sym) -> &str {
        self.names.text(name)
    }

    /// The command.
    pub fn step(&self, at: StepRef) -> Option<&Step> {
        self.deck(at.deck)?.steps.get(at.step as usize)
    }

    /// The attributes that a DEFINE, USERDEFINE or ALTER gives, in order.
    pub fn given(&self, at: StepRef) -> GivenIter<'_> {
        use super::deck::Action::{Alter, Define};
        let deck = self.deck(at.deck);
        match deck.and_then(|deck| deck.steps.get(at.step as usize)).map(|step| step.action) {
            Some(Define { given, .. } | Alter { given, .. }) => {
                deck.map_or(GivenIter::default(), |deck| deck.given(given))
            }
            _ => GivenIter::default(),
        }
    }

    /// The groups in which some deck defines this resource, in the order of the decks; `None` where COPY commands
    /// may have put it into others.
    pub fn groups_defining(&self, kind: TypeId, name: Sym) -> Option<&[Sym]> {
        let defining = self.defining.get_or_init(|| {
            let mut defining = Defining::default();
            for step in self.decks.iter().flat_map(|deck| &deck.steps) {
                match step.action {
                    super::deck::Action::Define { kind, name, group, .. } => {
                        defining.groups.entry((kind, name)).or_default().push(group);
                    }
                    super::deck::Action::Copy { .. } => defining.copies = true,
                    _ => {}
                }
            }
            defining
        });
        let groups = defining.groups.get(&(kind, name)).map_or(&[][..], Vec::as_slice);
        (!defining.copies).then_some(groups)
    }

    /// A place in the file of a deck.
    pub fn place(&self, deck: DeckId, span: Span) -> Place {
        Place { file: self.deck(deck).map_or(FileId(u32::MAX), Deck::file), span }
    }

    /// Where the name stands that a command is about.
    pub fn place_of(&self, at: StepRef) -> Place {
        self.place(at.deck, self.step(at).map_or(Span::default(), |step| step.at))
    }

    /// The text that a file was read as, where one of its decks is here.
    pub fn source(&self, file: FileId) -> Option<&Arc<Source>> {
        self.decks.iter().find(|deck| deck.file() == file).map(Deck::source)
    }

    /// The value of an attribute as CICS takes it: joined over records, folded unless its case is kept, and a word that is
    /// shortened written out.
    pub fn value(&self, deck: DeckId, kind: TypeId, given: Given) -> Cow<'_, str> {
        let Some(deck) = self.deck(deck) else { return Cow::Borrowed("") };
        let text = deck.value_text(given.span);
        let entry = given.attribute.entry(kind);
        let keeps_case = entry.is_some_and(|entry| entry.domain.mixed_case);
        let value = match keeps_case || !text.bytes().any(|b| b.is_ascii_lowercase()) {
            true => text,
            false => Cow::Owned(text.to_ascii_uppercase()),
        };
        match entry.and_then(|entry| entry.domain.written_out(&value)) {
            Some(word) => Cow::Borrowed(word),
            None => value,
        }
    }
}
