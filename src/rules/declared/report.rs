//! From a rule that fires to a finding: where it stands, what it says, how bad it is.

use super::compile::Words;
use super::fix;
use super::set::{Entry, Ready};
use super::template::{Shown, Template};
use crate::csd::{AttributeId, DeckOrigin, Decks, Definition, Place};
use crate::region::Region;
use crate::rules::expr::{DeckCount, Env, PlaceOf};
use crate::rules::{Finding, Placed, Related, ResourceId, Severity};
use crate::syntax::csdup;
use crate::text::Span;

/// Makes findings in a region, or of definitions by themselves.
pub(super) struct Reporter<'v> {
    pub(super) decks: &'v Decks,
    pub(super) region: Option<&'v Region>,
    /// A configuration says which decks belong together.
    pub(super) configured: bool,
}

/// A place with what stands there.
pub(super) struct Spot<'v> {
    pub(super) place: Place,
    definition: Option<&'v Definition>,
    attribute: Option<Box<str>>,
}

impl<'v> Reporter<'v> {
    /// The finding of a rule that is true.
    #[cold]
    pub(super) fn finding(&self, entry: &'v Entry<'_>, ready: &'v Ready, env: Env<'_, 'v>) -> Option<Placed> {
        let words = entry.words()?;
        let mut placed = self.placed(entry, words, env, |text| text)?;
        placed.finding.severity = placed.finding.severity.min(self.most(ready, env));
        match words.fix.as_ref().map(|plan| fix::of(plan, self, env, placed.file)) {
            Some(Ok(fix)) => placed.finding.fix = Some(fix),
            Some(Err(why)) => placed.finding.unfixed = Some(why.0),
            None => {}
        }
        Some(placed)
    }

    /// The finding of a rule of which it cannot be said whether it is true.
    #[cold]
    pub(super) fn unknown(&self, entry: &'v Entry<'_>, ready: &'v Ready, env: Env<'_, 'v>) -> Option<Placed> {
        let words = entry.words()?;
        let programs = ready.condition.when.iter().chain([&ready.condition.check]);
        let mut unknowns: Vec<String> = Vec::new();
        for unknown in programs.flat_map(|program| program.unknowns(env)) {
            if !unknowns.contains(&unknown) {
                unknowns.push(unknown);
            }
        }
        let why = if unknowns.is_empty() { "not all is known".to_owned() } else { unknowns.join(", ") };
        let title = entry.rule.title;
        let mut placed = self.placed(entry, words, env, |_| {
            format!("it cannot be known whether this applies: \"{title}\"; {why}")
        })?;
        placed.finding.severity = Severity::Advice;
        Some(placed)
    }

    fn placed(
        &self,
        entry: &'v Entry<'_>,
        words: &'v Words,
        env: Env<'_, 'v>,
        message: impl FnOnce(String) -> String,
    ) -> Option<Placed> {
        let spot = words.at.iter().find_map(|place| self.spot(place, env)).or_else(|| self.fallback(env))?;
        let definition = env.definition();
        let rule = entry.rule;
        let help = self.text(&words.help, env);
        let mut finding = Finding {
            rule: entry.id.index(),
            severity: rule.severity,
            confidence: rule.confidence,
            message: message(self.text(&words.message, env)),
            help: (!help.is_empty()).then_some(help),
            span: spot.place.span,
            related: Vec::new(),
            resource: definition.or(spot.definition).map(|definition| self.resource(definition)),
            attribute: spot.attribute.or_else(|| self.named_attribute(words, env)),
            fix: None,
            unfixed: None,
            regions: None,
            impact: None,
            suppressed: None,
        };
        for (place, text) in &words.related {
            if let Some(spot) = self.spot(place, env) {
                let Place { file, span } = spot.place;
                finding.related.push(Related { message: self.text(text, env), file: Some(file), span });
            }
        }
        Some(Placed { file: spot.place.file, finding })
    }

    fn text(&self, template: &'v Template, env: Env<'_, 'v>) -> String {
        let shown = Shown { decks: self.decks, definition: env.definition(), region: self.region };
        template.render(env, shown).0
    }

    pub(super) fn resource(&self, definition: &Definition) -> ResourceId {
        ResourceId {
            kind: definition.kind.name().into(),
            name: self.decks.text(definition.name).into(),
            group: Some(self.decks.text(definition.group).into()),
        }
    }

    /// The attribute or parameter that the rule is about, where none of its places stands in a source.
    fn named_attribute(&self, words: &Words, env: Env<'_, 'v>) -> Option<Box<str>> {
        words.at.iter().find_map(|place| match place {
            PlaceOf::Attribute(attribute) => Some(attribute.entry(env.definition()?.kind)?.name.into()),
            PlaceOf::Parameter(name) => Some(name.clone()),
            _ => None,
        })
    }

    /// An error needs to be sure that what it rests on belongs together.
    fn most(&self, ready: &'v Ready, env: Env<'_, 'v>) -> Severity {
        if self.configured {
            return Severity::Error;
        }
        let reads = ready.condition.reads;
        if reads.sit && (reads.definition || reads.installed) {
            return Severity::Warning;
        }
        let mut decks = DeckCount::default();
        if let Some(definition) = env.definition() {
            decks.add_definition(definition);
        }
        if let Some(world) = env.world() {
            world.take_decks();
            ready.run(env);
            decks.add_all(world.take_decks());
        }
        if decks.is_many() { Severity::Warning } else { Severity::Error }
    }

    /// A place, where it stands in a source.
    pub(super) fn spot(&self, place: &'v PlaceOf, env: Env<'_, 'v>) -> Option<Spot<'v>> {
        match place {
            PlaceOf::Attribute(attribute) => self.attribute(env.definition()?, *attribute),
            PlaceOf::Name => self.name(env.definition()?),
            PlaceOf::Group => self.group(env.definition()?),
            PlaceOf::Parameter(name) => {
                let sit = env.world()?.region().sit();
                let place = sit.place(*sit.given(name).last()?)?;
                Some(Spot { place, definition: None, attribute: Some(name.clone()) })
            }
            PlaceOf::Other(other) => {
                let (definition, attribute) = other.find(env, env.world()?)?;
                let of_attribute = attribute.and_then(|attribute| self.attribute(definition, attribute));
                of_attribute.or_else(|| self.name(definition))
            }
        }
    }

    fn attribute(&self, definition: &'v Definition, attribute: AttributeId) -> Option<Spot<'v>> {
        let explicit = definition.explicit(self.decks, attribute).filter(|explicit| !explicit.given.null)?;
        let place = self.decks.place(explicit.at.deck, explicit.given.span);
        let name = attribute.entry(definition.kind).map(|entry| entry.name.into());
        Some(Spot { place, definition: Some(definition), attribute: name })
    }

    fn name(&self, definition: &'v Definition) -> Option<Spot<'v>> {
        let place = self.decks.place_of(definition.made_by()?);
        Some(Spot { place, definition: Some(definition), attribute: None })
    }

    /// The value of GROUP, found by reading the command again.
    fn group(&self, definition: &'v Definition) -> Option<Spot<'v>> {
        let at = definition.made_by()?;
        let (deck, step) = (self.decks.deck(at.deck)?, self.decks.step(at)?);
        if deck.origin() != DeckOrigin::Commands {
            return None;
        }
        let text = deck.source().text();
        let commands = csdup::parse(text, step.span, csdup::Options::default());
        let command = commands.commands.first()?;
        let wanted = if definition.copied_by().is_some() { "TO" } else { "GROUP" };
        let group = commands.operands(command).iter().find(|operand| {
            let key = operand.key.of_text(text);
            key.eq_ignore_ascii_case(wanted) || (wanted == "GROUP" && is_group(definition, key))
        })?;
        let place = self.decks.place(at.deck, group.value()?);
        Some(Spot { place, definition: Some(definition), attribute: Some("GROUP".into()) })
    }

    /// The name of the definition; of a rule about the SIT or a region its first parameter, or its first command.
    fn fallback(&self, env: Env<'_, 'v>) -> Option<Spot<'v>> {
        if let Some(definition) = env.definition() {
            return self.name(definition);
        }
        let region = self.region?;
        let of_sit = region.sit().inputs().first().map(|input| {
            let first = input.settings.settings.first();
            Place { file: input.file, span: first.map_or(input.settings.span, |setting| setting.name) }
        });
        let of_deck = || {
            let run = region.csd().runs().first()?;
            let deck = self.decks.deck(run.deck)?;
            let span = deck.steps().first().map_or(Span::default(), |step| step.at);
            Some(Place { file: deck.file(), span })
        };
        let place = of_sit.or_else(of_deck)?;
        Some(Spot { place, definition: None, attribute: None })
    }
}

fn is_group(definition: &Definition, key: &str) -> bool {
    let attribute = definition.kind.attribute_of_keyword(key).and_then(|id| id.entry(definition.kind));
    attribute.is_some_and(|entry| entry.name == "GROUP")
}
