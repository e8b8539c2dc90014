//! Edits: an attribute or parameter that a source gives gets another value there.
//!
//! There is no edit where one of the attributes is not given, where its value stands in another file than the
//! finding, or where it is not that of this definition alone: in a LIST report, in the definition that USERDEFINE
//! took its defaults from, in a command that other definitions share.

use super::compile::{FixPlan, Target};
use super::report::Reporter;
use super::template::{Shown, Template};
use crate::csd::{Action, DeckOrigin, Definition, Role, is_generic};
use crate::rules::expr::{Base, Env, Value, written};
use crate::rules::{Edit, Fix};
use crate::text::{FileId, Span};

/// The edits of a fix, where all of them can be made in the file of the finding.
pub(super) fn of<'v>(
    plan: &'v FixPlan,
    reporter: &Reporter<'v>,
    env: Env<'_, 'v>,
    file: FileId,
) -> Option<Fix> {
    let mut edits = Vec::new();
    for target in &plan.remove {
        if reporter.place_of(target, env).is_some() {
            return None; // Taking an operand out is another kind of edit.
        }
    }
    for (target, value) in &plan.set {
        let (at, span) = reporter.place_of(target, env)?;
        if at != file {
            return None;
        }
        edits.push(Edit { span, text: reporter.value(target, value, env)? });
    }
    edits.sort_by_key(|edit| edit.span.start);
    (!edits.is_empty()).then_some(Fix { safety: plan.safety, edits })
}

impl<'v> Reporter<'v> {
    /// Where the value of an attribute or parameter stands that may be changed for this finding alone.
    fn place_of(&self, target: &Target, env: Env<'_, 'v>) -> Option<(FileId, Span)> {
        match target {
            Target::Attribute(attribute, _) => {
                let definition = env.definition()?;
                let explicit = definition.explicit(self.decks, *attribute)?;
                let deck = self.decks.deck(explicit.at.deck)?;
                let alone = explicit.role != Role::UserDefault
                    && deck.origin() == DeckOrigin::Commands
                    && !self.is_shared(definition, explicit.at);
                let place = self.decks.place(explicit.at.deck, explicit.given.span);
                alone.then_some((place.file, place.span))
            }
            Target::Parameter(name, _) => {
                let sit = env.world()?.region().sit();
                let place = sit.place(*sit.given(name).last()?)?;
                Some((place.file, place.span))
            }
        }
    }

    /// Whether a command made or changed other definitions too.
    fn is_shared(&self, definition: &Definition, at: crate::csd::StepRef) -> bool {
        let generic = match self.decks.step(at).map(|step| step.action) {
            Some(Action::Alter { name, group, .. }) => {
                is_generic(self.decks.text(name)) || is_generic(self.decks.text(group))
            }
            _ => false,
        };
        generic || definition.copied_by().is_some()
    }

    /// The new value, as the attribute takes it; none where something of it is not known.
    pub(super) fn value(&self, target: &Target, template: &'v Template, env: Env<'_, 'v>) -> Option<String> {
        if let Some(program) = template.only()
            && matches!(program.ty().base, Base::Number | Base::Time)
            && let Value::Number(number) = program.run(env)
        {
            return written(target.domain(), number).filter(|text| target.domain().check(text).is_ok());
        }
        let shown = Shown { decks: self.decks, definition: env.definition(), region: self.region };
        let (text, known) = template.render(env, shown);
        (known && target.domain().check(&text).is_ok()).then_some(text)
    }
}
