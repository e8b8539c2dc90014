//! Edits: an attribute or parameter gets another value where a source gives it, is added where none does, or is
//! taken out.
//!
//! There is no edit where the value stands in another file than the finding, or where it is not that of this
//! definition alone: in a LIST report, in the definition that USERDEFINE took its defaults from, in a command that
//! other definitions share. Then a few words say why.

use super::compile::{FixPlan, Target};
use super::report::Reporter;
use super::template::{Shown, Template};
use crate::catalog;
use crate::csd::{Action, AttributeId, Base as Made, DeckOrigin, Definition, Role, StepRef, is_generic};
use crate::region::SitInput;
use crate::rules::expr::{Base, Env, Value, written};
use crate::rules::{Edit, Fix};
use crate::syntax::SitForm;
use crate::syntax::edit::{self, Refused};
use crate::text::{FileId, Span};

const OTHER_FILE: Refused = Refused("it is to be changed in another file");
const SHARED: Refused = Refused("the command makes or changes other definitions too");
const USER_DEFAULT: Refused = Refused("the value is a default that USERDEFINE takes from group USERDEF");
const REPORT: Refused = Refused("a report is no place to change a definition");
const REFUSED: Refused = Refused("its command has an error that is to be mended first");
const SUPPLIED: Refused = Refused("IBM supplies the definition");
const SEVERAL_SOURCES: Refused = Refused("there are several sources in which the parameter could be added");
const WRONG_SOURCE: Refused = Refused("the parameter may not stand in this kind of source");
const NOT_KNOWN: Refused = Refused("the new value is not known");
const NO_DEFINITION: Refused = Refused("there is no definition to change");

/// The edits of a fix, where all of them can be made in the file of the finding; otherwise why not.
pub(super) fn of<'v>(
    plan: &'v FixPlan,
    reporter: &Reporter<'v>,
    env: Env<'_, 'v>,
    file: FileId,
) -> Result<Fix, Refused> {
    let mut edits = Vec::new();
    let mut take = |found: Option<Placed>| match found {
        Some((at, _)) if at != file => Err(OTHER_FILE),
        Some((_, more)) => {
            edits.extend(more);
            Ok(())
        }
        None => Ok(()),
    };
    for target in &plan.remove {
        take(reporter.without(target, env)?)?;
    }
    for (target, value) in &plan.set {
        let value = reporter.value(target, value, env).ok_or(NOT_KNOWN)?;
        take(Some(reporter.with(target, &value, env)?))?;
    }
    settled(edits).map(|edits| Fix { safety: plan.safety, edits })
}

/// Edits, and the file in which they stand.
type Placed = (FileId, Vec<Edit>);

/// The edits in order. What is added at one place, as when two attributes are, follows one another.
fn settled(mut edits: Vec<Edit>) -> Result<Vec<Edit>, Refused> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let overlap = edits.windows(2).any(|pair| pair[1].span.start < pair[0].span.end);
    if overlap || edits.is_empty() {
        return Err(Refused("what is to be added and what is to be taken out stand in one place"));
    }
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if last.span == edit.span && edit.span.is_empty() => last.text.push_str(&edit.text),
            _ => joined.push(edit),
        }
    }
    Ok(joined)
}

impl<'v> Reporter<'v> {
    /// Gives an attribute or parameter a value.
    pub(super) fn with(&self, target: &Target, value: &str, env: Env<'_, 'v>) -> Result<Placed, Refused> {
        match target {
            Target::Attribute(attribute, domain) => {
                let definition = env.definition().ok_or(NO_DEFINITION)?;
                let Some((at, span)) = self.given(definition, *attribute)? else {
                    return self.added(definition, *attribute, value, domain.mixed_case);
                };
                let (text, command, file) = self.command(at)?;
                let value = cased(text, span, value, domain.mixed_case);
                Ok((file, edit::replace_in_command(text, command, span, &value)?))
            }
            Target::Parameter(name, domain) => {
                let sit = env.world().ok_or(NO_DEFINITION)?.region().sit();
                if let Some((input, span)) = sit_given(sit, name) {
                    let text = input.source.text();
                    let value = cased(text, span, value, domain.mixed_case);
                    return Ok((input.file, edit::replace_parameter(text, &input.settings, span, &value)?));
                }
                let [input] = sit.inputs() else { return Err(SEVERAL_SOURCES) };
                if !may_stand(name, input.settings.form) {
                    return Err(WRONG_SOURCE);
                }
                let text = input.source.text();
                Ok((input.file, edit::insert_parameter(text, &input.settings, name, value)?))
            }
        }
    }

    /// Takes an attribute or parameter out, where it is given.
    pub(super) fn without(&self, target: &Target, env: Env<'_, 'v>) -> Result<Option<Placed>, Refused> {
        match target {
            Target::Attribute(attribute, _) => {
                let definition = env.definition().ok_or(NO_DEFINITION)?;
                let Some((at, span)) = self.given(definition, *attribute)? else { return Ok(None) };
                let (text, command, file) = self.command(at)?;
                Ok(Some((file, edit::remove_operand(text, command, span.start)?)))
            }
            Target::Parameter(name, _) => {
                let sit = env.world().ok_or(NO_DEFINITION)?.region().sit();
                let Some((input, span)) = sit_given(sit, name) else { return Ok(None) };
                if sit.given(name).len() > 1 {
                    return Err(Refused("it is given more than once"));
                }
                let text = input.source.text();
                Ok(Some((input.file, edit::remove_parameter(text, &input.settings, span.start)?)))
            }
        }
    }

    /// Where an attribute is given that may be changed for this definition alone; `None` where it is not given.
    fn given(
        &self,
        definition: &Definition,
        attribute: AttributeId,
    ) -> Result<Option<(StepRef, Span)>, Refused> {
        let Some(explicit) = definition.explicit(self.decks, attribute) else { return Ok(None) };
        if explicit.role == Role::UserDefault {
            return Err(USER_DEFAULT);
        }
        if self.is_shared(definition, explicit.at) {
            return Err(SHARED);
        }
        Ok(Some((explicit.at, explicit.given.span)))
    }

    /// Adds an attribute to the command that defines.
    fn added(
        &self,
        definition: &Definition,
        attribute: AttributeId,
        value: &str,
        keeps_case: bool,
    ) -> Result<Placed, Refused> {
        let Made::Step(at) = definition.base else { return Err(SUPPLIED) };
        if self.decks.text(definition.group) == "USERDEF" {
            return Err(SHARED);
        }
        if self.is_shared(definition, at) {
            return Err(SHARED);
        }
        let name = attribute.entry(definition.kind).ok_or(NO_DEFINITION)?.name;
        let (text, command, file) = self.command(at)?;
        Ok((file, edit::insert_operand(text, command, name, value, keeps_case)?))
    }

    /// The text in which a command stands, the command and the file.
    fn command(&self, at: StepRef) -> Result<(&'v str, Span, FileId), Refused> {
        let (deck, step) = self.decks.deck(at.deck).zip(self.decks.step(at)).ok_or(NO_DEFINITION)?;
        if deck.origin() != DeckOrigin::Commands {
            return Err(REPORT);
        }
        if step.refused {
            return Err(REFUSED);
        }
        Ok((deck.source().text(), step.span, deck.file()))
    }

    /// Whether a command made or changed other definitions too.
    fn is_shared(&self, definition: &Definition, at: StepRef) -> bool {
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

/// The new value, in the case of the old one where that has no meaning.
fn cased(text: &str, old: Span, new: &str, keeps_case: bool) -> String {
    if keeps_case { new.to_owned() } else { edit::in_case_of(old.of_text(text), new) }
}

/// Where the value of a parameter stands that counts.
fn sit_given<'s>(sit: &'s crate::region::Sit, name: &str) -> Option<(&'s SitInput, Span)> {
    let last = sit.given(name).last()?;
    Some((sit.inputs().get(last.input)?, last.setting.value?))
}

/// Whether a parameter may stand in a source of this form.
fn may_stand(name: &str, form: SitForm) -> bool {
    catalog::sit_parameter(name).found().is_some_and(|parameter| match form {
        SitForm::Macro => parameter.sources.in_macro,
        SitForm::Parm => parameter.sources.parm,
        SitForm::Sysin => parameter.sources.sysin,
        SitForm::Console => parameter.sources.console,
    })
}
