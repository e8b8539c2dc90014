//! What DFHCSDUP refuses for the contents of the CSD.

use crate::csd::{Action, Decks, Place, Refusal, RefusalKind, Run, StepRef, Sym};
use crate::region::Region;
use crate::rules::{Finding, PlacedSink, Related, ResourceId, RuleId, Severity, ids};

/// Reports what the execution of the decks of a region's CSD has shown. What rests on two decks being those of one
/// CSD is advice where nobody has said so.
pub fn check_csd(decks: &Decks, region: &Region, sink: &mut PlacedSink<'_>) {
    let configured = region.is_configured();
    for run in region.csd().runs() {
        for refusal in run.refusals.iter().filter(|refusal| refusal.sure) {
            Checked { decks, refusal, configured }.report(sink);
        }
        commands_not_run(decks, run, sink);
    }
}

/// The first error of a run, where it keeps other commands from being executed.
fn commands_not_run(decks: &Decks, run: &Run, sink: &mut PlacedSink<'_>) {
    let Some(step) = run.first_error.filter(|_| run.not_run > 0) else { return };
    let message = match run.not_run {
        1 => "the 1 command after this one is not executed".to_owned(),
        count => format!("the {count} commands after this one are not executed"),
    };
    let help = "DFHCSDUP executes nothing but LIST after its first error: mend this one first";
    let place = decks.place_of(StepRef { deck: run.deck, step });
    sink.report(place, Finding::new(ids::COMMANDS_NOT_RUN, place.span, message).help(help));
}

struct Checked<'a> {
    decks: &'a Decks,
    refusal: &'a Refusal,
    configured: bool,
}

impl Checked<'_> {
    fn report(&self, sink: &mut PlacedSink<'_>) {
        let Some((rule, message, help)) = self.words() else { return };
        let place = self.decks.place_of(self.refusal.at);
        let mut finding = Finding::new(rule, place.span, message).help(help).resource(self.resource());
        if let Some(related) = self.refusal.related {
            if !self.configured && self.refusal.between_decks() {
                finding.severity = Severity::Advice;
            }
            let Place { file, span } = self.decks.place_of(related);
            finding.related.push(Related {
                message: self.related_words().to_owned(),
                file: Some(file),
                span,
            });
        }
        sink.report(place, finding);
    }

    fn text(&self, name: Sym) -> &str {
        self.decks.text(name)
    }

    /// The rule, the message and the help.
    fn words(&self) -> Option<(RuleId, String, String)> {
        let group = self.text(self.refusal.group);
        let list = self.text(self.refusal.list);
        let what = self.what();
        let (rule, message, help) = match self.refusal.kind {
            RefusalKind::DefinedTwice => (
                ids::DEFINED_TWICE,
                format!("{what} is already in group {group}"),
                "ALTER it, DELETE it first, or define it in another group",
            ),
            RefusalKind::AlterOfNothing => (
                ids::ALTER_OF_NOTHING,
                format!("there is no {what} in group {group}"),
                "check the name and the group, or define it",
            ),
            RefusalKind::DeleteOfNothing => (
                ids::DELETE_OF_NOTHING,
                format!("there is no {what} to delete"),
                "check the name, or take the command out; that DFHCSDUP only warns of it is recalled",
            ),
            RefusalKind::GroupAndList => {
                let (other, kind) = if self.makes_list() { ("group", "list") } else { ("list", "group") };
                let message = format!("{group} is the name of a {other}, so it cannot be that of a {kind}");
                (ids::GROUP_AND_LIST, message, "give the group or the list another name")
            }
            RefusalKind::GroupTwiceInList => (
                ids::GROUP_TWICE_IN_LIST,
                format!("list {list} holds group {group} already"),
                "take the command out, or REMOVE the group first to move it",
            ),
            // NAM301 (ibm-group-name) reports it for each file by itself.
            RefusalKind::Protected => return None,
            RefusalKind::CopyDuplicate => (
                ids::COPY_DUPLICATE,
                format!("group {group} holds {what} already"),
                "add REPLACE to take the copy, or MERGE to keep what is there",
            ),
            RefusalKind::CopyOfNothing => {
                (ids::COPY_OF_NOTHING, format!("there is no {what} to copy"), "check the name")
            }
            RefusalKind::RemoveOfNothing => (
                ids::REMOVE_OF_NOTHING,
                format!("list {list} does not hold group {group}"),
                "check the names, or take the command out; that DFHCSDUP only warns of it is recalled",
            ),
            RefusalKind::PlaceNotInList => (
                ids::PLACE_NOT_IN_LIST,
                format!("list {list} does not hold group {group}"),
                "name a group that is in the list, or leave the place out",
            ),
            RefusalKind::AppendOfNothing => {
                (ids::APPEND_OF_NOTHING, format!("there is no list {list}"), "check the name")
            }
            RefusalKind::AppendToItself => (
                ids::APPEND_TO_ITSELF,
                format!("list {list} is appended to itself"),
                "name two different lists, or take the command out",
            ),
            RefusalKind::AppendDuplicate => (
                ids::APPEND_DUPLICATE,
                format!("list {} holds group {group} already", self.text(self.target())),
                "nothing, if the place of the group in the list does not matter",
            ),
            RefusalKind::AlterOfDevice => (
                ids::TYPETERM_DEVICE_ALTERED,
                format!("DEVICE, SESSIONTYPE or TERMMODEL of {what} is altered"),
                "DELETE the TYPETERM and DEFINE it anew",
            ),
        };
        Some((rule, message, help.to_owned()))
    }

    /// `PROGRAM P1`, `group G1` or `list L1`.
    fn what(&self) -> String {
        match self.refusal.resource {
            Some((kind, name)) => format!("{} {}", kind.name(), self.text(name)),
            None if self.refusal.group.is_none() => format!("list {}", self.text(self.refusal.list)),
            None => format!("group {}", self.text(self.refusal.group)),
        }
    }

    fn action(&self) -> Option<Action> {
        Some(self.decks.step(self.refusal.at)?.action)
    }

    /// Whether the refused command makes a list of the name rather than a group.
    fn makes_list(&self) -> bool {
        match self.action() {
            Some(Action::Add { list, .. }) => list == self.refusal.list,
            Some(Action::Append { .. }) => true,
            _ => false,
        }
    }

    /// The list to which APPEND adds.
    fn target(&self) -> Sym {
        match self.action() {
            Some(Action::Append { to, .. }) => to,
            _ => self.refusal.list,
        }
    }

    fn related_words(&self) -> &'static str {
        match self.refusal.kind {
            RefusalKind::DefinedTwice | RefusalKind::CopyDuplicate => "it comes from here",
            RefusalKind::GroupTwiceInList | RefusalKind::AppendDuplicate => "it is added here",
            RefusalKind::GroupAndList => "the other one is made here",
            RefusalKind::AlterOfNothing
            | RefusalKind::DeleteOfNothing
            | RefusalKind::CopyOfNothing
            | RefusalKind::Protected
            | RefusalKind::AlterOfDevice => "the group begins here",
            RefusalKind::RemoveOfNothing
            | RefusalKind::PlaceNotInList
            | RefusalKind::AppendOfNothing
            | RefusalKind::AppendToItself => "the list begins here",
        }
    }

    fn resource(&self) -> Option<ResourceId> {
        let (kind, name) = self.refusal.resource?;
        let group = self.text(self.refusal.group);
        Some(ResourceId {
            kind: kind.name().into(),
            name: self.text(name).into(),
            group: (!group.is_empty()).then(|| group.into()),
        })
    }
}
