//! What later stages ask of a finding of a declared rule: the values that its fix would set, whether or not the deck
//! gives them, and what the formulas of its price come to.

use super::compile::{DeclaredRule, Formulas, Target, compile};
use super::report::Reporter;
use crate::catalog;
use crate::csd::{Decks, Definition};
use crate::region::{Installed, Region};
use crate::rules::expr::{Env, Frame, Inputs, Shared, World};
use crate::rules::{Check, Edit, Rule, Safety};
use crate::syntax::edit::Refused;
use crate::text::FileId;
use bumpalo::Bump;
use std::cell::OnceCell;

/// What a fix changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Whether it may be applied unseen.
    pub safety: Safety,
    /// Attributes or parameters by name, and their new values.
    pub set: Vec<(Box<str>, String)>,
    /// Attributes or parameters that are taken out.
    pub remove: Vec<Box<str>>,
}

/// What the formulas of a price come to, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// CPU.
    pub cpu_us: Option<f64>,
    /// Latency.
    pub latency_us: Option<f64>,
}

/// What an [`Asker`] keeps: compiled rules and values that they have read.
#[derive(Debug)]
pub struct Kit {
    arena: Bump,
    shared: Shared,
    /// By the place of the rule in the registry.
    rules: Vec<OnceCell<Option<Box<DeclaredRule>>>>,
}

impl Kit {
    /// For a region that installs this, and for so many rules.
    pub fn new(installed: &Installed, rules: usize) -> Self {
        Self {
            arena: Bump::new(),
            shared: Shared::new(installed),
            rules: (0..rules).map(|_| OnceCell::new()).collect(),
        }
    }

    fn compiled(&self, place: u16, rule: &Rule) -> Option<&DeclaredRule> {
        let compiled = self.rules.get(usize::from(place))?.get_or_init(|| {
            let Check::Declared(declaration) = rule.check else { return None };
            compile(rule.applies_to, rule.message, rule.help, declaration).ok().map(Box::new)
        });
        compiled.as_deref()
    }
}

/// Asks the rules of a region's findings.
#[derive(Debug)]
pub struct Asker<'v> {
    kit: &'v Kit,
    decks: &'v Decks,
    region: &'v Region,
    world: World<'v>,
    /// By type.
    frames: Vec<OnceCell<Frame<'v>>>,
}

impl<'v> Asker<'v> {
    /// For a region; `kit` belongs to what it installs.
    pub fn new(kit: &'v Kit, decks: &'v Decks, region: &'v Region) -> Self {
        let frames = (0..crate::catalog::types().len()).map(|_| OnceCell::new()).collect();
        let world = World::new(decks, region, &kit.shared, &kit.arena);
        Self { kit, decks, region, world, frames }
    }

    /// The region.
    pub fn region(&self) -> &'v Region {
        self.region
    }

    /// What the fix of a rule, which is at `place` of the registry, changes for a definition (none for rules about
    /// the SIT or a region). None where it has no fix, or where a new value is not known.
    pub fn changes(&self, place: u16, rule: &Rule, definition: Option<&'v Definition>) -> Option<Changes> {
        let plan = self.kit.compiled(place, rule)?.words.fix.as_ref()?;
        let name = |target: &Target| match (target, definition) {
            (Target::Parameter(name, _), _) => Some(name.clone()),
            (Target::Attribute(attribute, _), Some(definition)) => {
                Some(attribute.entry(definition.kind)?.name.into())
            }
            (Target::Attribute(..), None) => None,
        };
        let reporter = Reporter {
            decks: self.decks,
            region: Some(self.region),
            configured: self.region.is_configured(),
        };
        self.with_env(definition, |env| {
            let set = plan
                .set
                .iter()
                .map(|(target, value)| Some((name(target)?, reporter.value(target, value, env)?)));
            let remove = plan.remove.iter().map(name);
            Some(Changes {
                safety: plan.safety,
                set: set.collect::<Option<_>>()?,
                remove: remove.collect::<Option<_>>()?,
            })
        })
    }

    /// What the formulas of a rule come to.
    pub fn price(
        &self,
        place: u16,
        rule: &Rule,
        definition: Option<&'v Definition>,
        inputs: &Inputs<'_>,
    ) -> Price {
        let Some(compiled) = self.kit.compiled(place, rule) else { return Price::default() };
        let Formulas { cpu_us, latency_us } = &compiled.cost;
        self.with_env(definition, |env| {
            let env = env.inputs(inputs);
            Price {
                cpu_us: cpu_us.as_ref().and_then(|formula| formula.run(env).real()),
                latency_us: latency_us.as_ref().and_then(|formula| formula.run(env).real()),
            }
        })
    }

    /// The edits that give an attribute of a definition, or a SIT parameter, another value; an empty one takes it out.
    /// They stand in one file.
    ///
    /// # Errors
    /// Where there is no such edit: a few words say why.
    pub fn edits(
        &self,
        definition: Option<&'v Definition>,
        name: &str,
        value: &str,
    ) -> Result<(FileId, Vec<Edit>), Refused> {
        let target = match definition {
            Some(definition) => definition
                .kind
                .attribute(name)
                .and_then(|id| Some(Target::Attribute(id, &id.entry(definition.kind)?.domain))),
            None => catalog::sit_parameter(name)
                .found()
                .map(|entry| Target::Parameter(name.into(), &entry.domain)),
        };
        let target = target.ok_or(Refused("there is no such attribute"))?;
        let reporter = Reporter {
            decks: self.decks,
            region: Some(self.region),
            configured: self.region.is_configured(),
        };
        self.with_env(definition, |env| match value {
            "" => reporter.without(&target, env)?.ok_or(Refused("it is not given")),
            value => reporter.with(&target, value, env),
        })
    }

    fn with_env<T>(&self, definition: Option<&'v Definition>, ask: impl FnOnce(Env<'_, 'v>) -> T) -> T {
        let frame = definition.and_then(|definition| {
            let frames = self.frames.get(usize::from(definition.kind.0))?;
            let frame = frames.get_or_init(|| Frame::new(self.decks, &self.kit.arena, definition.kind));
            frame.set(definition);
            Some(frame)
        });
        ask(Env::of(frame, Some(&self.world)))
    }
}
