//! What DFHCSDUP refuses, or does with a warning, because of what the CSD holds.

use super::decks::{DeckId, StepRef};
use super::names::Sym;
use super::vocabulary::TypeId;

/// One command that DFHCSDUP would refuse, or carry out with a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub kind: RefusalKind,
    /// The command.
    pub at: StepRef,
    /// The command that explains it: the earlier definition, what made the list, ...
    pub related: Option<StepRef>,
    /// The resource that it is about, where it is about one.
    pub resource: Option<(TypeId, Sym)>,
    /// The group that it is about.
    pub group: Sym,
    /// The list that it is about.
    pub list: Sym,
    /// Whether the CSD is known well enough for it. Where it is not, the CSD of the site may hold what is missing
    /// here.
    pub sure: bool,
}

/// Kinds of [`Refusal`]. Each has a rule in `rules/checks/csd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RefusalKind {
    /// DEFINE of what the group holds already.
    DefinedTwice,
    /// ALTER of what is not there.
    AlterOfNothing,
    /// DELETE of what is not there.
    DeleteOfNothing,
    /// A group gets the name of a list, or a list that of a group.
    GroupAndList,
    /// ADD of a group that the list holds already.
    GroupTwiceInList,
    /// IBM's own groups and lists are not changed.
    Protected,
    /// COPY into a group that holds the same resource, without MERGE or REPLACE.
    CopyDuplicate,
    /// COPY of what is not there.
    CopyOfNothing,
    /// REMOVE of a group that the list does not hold.
    RemoveOfNothing,
    /// ADD BEFORE or AFTER a group that the list does not hold.
    PlaceNotInList,
    /// APPEND of a list that is not there.
    AppendOfNothing,
    /// APPEND of a list to itself.
    AppendToItself,
    /// APPEND leaves out a group that the target holds already.
    AppendDuplicate,
    /// ALTER of DEVICE, SESSIONTYPE or TERMMODEL of a TYPETERM.
    AlterOfDevice,
}

impl Refusal {
    /// Whether it rests on two decks being executed on one CSD.
    pub fn between_decks(&self) -> bool {
        self.related.is_some_and(|related| related.deck != self.at.deck)
    }
}

impl RefusalKind {
    /// Whether the command ends with return code 8, after which nothing but LIST is executed. Of the others this is
    /// not known, or they end with a warning.
    pub const fn stops_the_run(self) -> bool {
        !matches!(
            self,
            Self::DeleteOfNothing | Self::RemoveOfNothing | Self::AppendDuplicate | Self::AlterOfDevice
        )
    }
}

/// What became of the commands of one deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The deck.
    pub deck: DeckId,
    /// What was refused for the contents of the CSD, in order.
    pub refusals: Vec<Refusal>,
    /// The first command that surely ends with return code 8, be it for what stands in it or for a refusal. One that
    /// rests on an earlier deck does not count.
    pub first_error: Option<u32>,
    /// How many commands after it DFHCSDUP does not execute.
    pub not_run: u32,
}
