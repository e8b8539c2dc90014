//! References: which installed definition an attribute names.

use super::eval::Env;
use super::frame::given_in;
use super::node::{LookUp, Program, Reference};
use super::value::Value;
use super::world::World;
use crate::csd::{AttributeId, Definition, Sym, TypeId};
use crate::region::Installed;
use crate::rules::native::may_be_supplied;

/// What a reference leads to.
pub(in crate::rules) enum Named<'v> {
    /// This definition, with the attribute that is wanted of it.
    Definition(&'v Definition, Option<AttributeId>),
    /// There is nothing to refer to: the attribute has no value, or a word that stands for no resource.
    Nothing,
    /// Nothing of that name is installed; whether it may be IBM's.
    Missing { supplied: bool },
    /// The name is not known.
    Unknown,
}

impl Program {
    pub(super) fn reference_value<'v>(
        &'v self,
        number: u16,
        env: &Env<'_, 'v>,
        world: &World<'v>,
    ) -> Value<'v> {
        match self.named(number, env, world) {
            Named::Definition(definition, Some(attribute)) => {
                world.rests_on(definition);
                world.named(definition).map_or(Value::Unknown, |frame| frame.attribute(attribute))
            }
            Named::Nothing => Value::Absent,
            _ => Value::Unknown,
        }
    }

    pub(super) fn reference_given<'v>(
        &'v self,
        number: u16,
        env: &Env<'_, 'v>,
        world: &World<'v>,
    ) -> Value<'v> {
        match self.named(number, env, world) {
            Named::Definition(definition, Some(attribute)) => {
                world.rests_on(definition);
                given_in(world.decks(), definition, attribute)
            }
            Named::Nothing => Value::Bool(false),
            _ => Value::Unknown,
        }
    }

    /// Whether what it names is installed; unknown where it names nothing.
    pub(super) fn reference_found<'v>(
        &'v self,
        number: u16,
        env: &Env<'_, 'v>,
        world: &World<'v>,
    ) -> Value<'v> {
        match self.named(number, env, world) {
            Named::Definition(definition, _) => {
                world.rests_on(definition);
                Value::Bool(true)
            }
            Named::Missing { supplied: false } if world.region().installed().is_complete() => {
                Value::Bool(false)
            }
            _ => Value::Unknown,
        }
    }

    pub(super) fn named<'v>(&'v self, number: u16, env: &Env<'_, 'v>, world: &World<'v>) -> Named<'v> {
        let Some(reference) = self.references.get(usize::from(number)) else { return Named::Unknown };
        let installed: &'v Installed = world.region().installed();
        match reference.by {
            LookUp::Only => {
                reference.first(|kind| installed.only(kind)).unwrap_or(Named::Missing { supplied: false })
            }
            LookUp::Number(at) => match self.value(at, env) {
                Value::Number(number) => {
                    let number = u32::try_from(number).unwrap_or(u32::MAX);
                    let found = reference.first(|_| installed.lsrpool(number));
                    found.unwrap_or(Named::Missing { supplied: false })
                }
                Value::Absent | Value::Text(_) => Named::Nothing,
                _ => Named::Unknown,
            },
            LookUp::Name(at) => match self.value(at, env) {
                Value::Text(name) if reference.free.contains(&name) => Named::Nothing,
                Value::Text(name) => {
                    let sym = world.decks().names().get(name).unwrap_or(Sym::NONE);
                    reference.first(|kind| installed.get(kind, sym)).unwrap_or_else(|| {
                        let may_be = |(kind, _): &(TypeId, _)| may_be_supplied(world.decks(), *kind, name);
                        Named::Missing { supplied: reference.targets.iter().any(may_be) }
                    })
                }
                Value::Absent => Named::Nothing,
                _ => Named::Unknown,
            },
        }
    }
}

impl Reference {
    fn first<'v>(&self, find: impl Fn(TypeId) -> Option<&'v Definition>) -> Option<Named<'v>> {
        let target = |(kind, attribute): &(TypeId, Option<AttributeId>)| {
            find(*kind).map(|definition| Named::Definition(definition, *attribute))
        };
        self.targets.iter().find_map(target)
    }
}
