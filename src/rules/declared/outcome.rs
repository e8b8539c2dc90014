//! What later stages ask of a finding of a declared rule: the values that its fix would set, whether or not the deck
//! gives them, and what the formulas of its price come to.

use super::compile::{Formulas, Target, compile};
use super::report::Reporter;
use crate::csd::{Decks, Definition};
use crate::region::Region;
use crate::rules::expr::{Env, Frame, Inputs, Shared, World};
use crate::rules::{Check, Rule, Safety};
use bumpalo::Bump;

/// What a rule is asked about: the definition of a finding (none for rules about the SIT or a region), and the region.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The decks.
    pub decks: &'a Decks,
    /// The definition.
    pub definition: Option<&'a Definition>,
    /// The region.
    pub region: &'a Region,
}

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

/// What the fix of a rule changes for this case; none where it has no fix, or where a new value is not known.
pub fn changes(rule: &Rule, case: Case<'_>) -> Option<Changes> {
    let Check::Declared(declaration) = rule.check else { return None };
    let compiled = compile(rule.applies_to, rule.message, rule.help, declaration).ok()?;
    let plan = compiled.words.fix.as_ref()?;
    let name = |target: &Target| match (target, case.definition) {
        (Target::Parameter(name, _), _) => Some(name.clone()),
        (Target::Attribute(attribute, _), Some(definition)) => {
            Some(attribute.entry(definition.kind)?.name.into())
        }
        (Target::Attribute(..), None) => None,
    };
    let (arena, shared) = (Bump::new(), Shared::new(case.region.installed()));
    let reporter =
        Reporter { decks: case.decks, region: Some(case.region), configured: case.region.is_configured() };
    with_env(case, &arena, &shared, |env| {
        let set =
            plan.set.iter().map(|(target, value)| Some((name(target)?, reporter.value(target, value, env)?)));
        let remove = plan.remove.iter().map(name);
        Some(Changes {
            safety: plan.safety,
            set: set.collect::<Option<_>>()?,
            remove: remove.collect::<Option<_>>()?,
        })
    })
}

/// What the formulas of a rule come to for this case.
pub fn price(rule: &Rule, case: Case<'_>, inputs: &Inputs<'_>) -> Price {
    let Check::Declared(declaration) = rule.check else { return Price::default() };
    let Ok(compiled) = compile(rule.applies_to, rule.message, rule.help, declaration) else {
        return Price::default();
    };
    let Formulas { cpu_us, latency_us } = &compiled.cost;
    let (arena, shared) = (Bump::new(), Shared::new(case.region.installed()));
    with_env(case, &arena, &shared, |env| {
        let env = env.inputs(inputs);
        Price {
            cpu_us: cpu_us.as_ref().and_then(|formula| formula.run(env).real()),
            latency_us: latency_us.as_ref().and_then(|formula| formula.run(env).real()),
        }
    })
}

fn with_env<'v, T>(
    case: Case<'v>,
    arena: &'v Bump,
    shared: &'v Shared,
    ask: impl FnOnce(Env<'_, 'v>) -> T,
) -> T {
    let world = World::new(case.decks, case.region, shared, arena);
    let frame = case.definition.map(|definition| {
        let frame = Frame::new(case.decks, arena, definition.kind);
        frame.set(definition);
        frame
    });
    ask(Env::of(frame.as_ref(), Some(&world)))
}
