//! Aggregates: `count`, `exists`, `sum`, `max`, `min` over the installed definitions of a type.
//!
//! An answer depends on what the condition reads of the definition outside and on nothing else, so it is remembered
//! by that. Where the condition asks for an equality between the two definitions, an index finds those that fit.
//!
//! What is not known makes an answer less sure, never wrong: where a definition may or may not fit, or where not all
//! that is installed is known, a count is "at least", and `exists` is true or unknown. IBM's own definitions count
//! only where they are known to fit.

use super::eval::Env;
use super::frame::Frame;
use super::node::{Aggregate, At, IndexPlan, Node, Over, Program};
use super::value::Value;
use super::world::{DeckCount, World};
use crate::csd::{Base, Definition, Map};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A value as a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part<'v>(Value<'v>);

impl Eq for Part<'_> {}

impl Hash for Part<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0 {
            Value::Unknown | Value::Absent | Value::Real(_) => state.write_u8(0),
            Value::Bool(value) => value.hash(state),
            Value::Number(number) | Value::AtLeast(number) => number.hash(state),
            Value::Text(text) => text.hash(state),
        }
    }
}

/// The most values of the definition outside by which an answer is remembered.
const MOST_OUTER: usize = 4;

/// An aggregate (by its program and its number there) and what it reads of the definition outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoKey<'v> {
    aggregate: (usize, u16),
    outer: [Part<'v>; MOST_OUTER],
}

/// An answer, and the decks that it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    value: Value<'static>,
    decks: DeckCount,
}

/// The definitions of a type by the value of something of theirs.
#[derive(Debug, Default)]
pub(super) struct Index<'v> {
    by_key: Map<Part<'v>, Vec<&'v Definition>>,
    /// Those of which that value is not known.
    unknown: Vec<&'v Definition>,
}

/// A definition that IBM supplies and of which nothing but the name is known.
fn is_bare_name(definition: &Definition) -> bool {
    matches!(definition.base, Base::Supplied(id) if id.entry().attributes.is_empty())
        && definition.made_by().is_none()
}

impl Program {
    pub(super) fn aggregate<'v>(&'v self, number: u16, env: &Env<'_, 'v>, world: &World<'v>) -> Value<'v> {
        let Some(aggregate) = self.aggregates.get(usize::from(number)) else { return Value::Unknown };
        let id = (std::ptr::from_ref(self) as usize, number);
        let answer = if aggregate.outer.is_empty() && !aggregate.reads_sit {
            world.shared().answer(&aggregate.source).unwrap_or_else(|| {
                let answer = self.answer(id, aggregate, env, world);
                world.shared().keep(&aggregate.source, answer);
                answer
            })
        } else {
            self.remembered(id, aggregate, env, world)
        };
        world.rests_on_all(answer.decks);
        answer.value
    }

    fn remembered<'v>(
        &'v self,
        id: (usize, u16),
        aggregate: &'v Aggregate,
        env: &Env<'_, 'v>,
        world: &World<'v>,
    ) -> Answer {
        // Where the name is read no other definition has the same question.
        let by_name = aggregate.outer.iter().any(|at| self.node(*at) == Node::ThisName);
        if by_name || aggregate.outer.len() > MOST_OUTER {
            return self.answer(id, aggregate, env, world);
        }
        let inside = Env { outer: env.here, ..*env };
        let mut outer = [Part(Value::Absent); MOST_OUTER];
        for (slot, at) in outer.iter_mut().zip(&aggregate.outer) {
            *slot = Part(self.value(*at, &inside));
        }
        let key = MemoKey { aggregate: id, outer };
        if let Some(known) = world.memo.borrow().get(&key) {
            return *known;
        }
        let answer = self.answer(id, aggregate, env, world);
        world.memo.borrow_mut().insert(key, answer);
        answer
    }

    fn answer<'v>(
        &'v self,
        id: (usize, u16),
        aggregate: &'v Aggregate,
        env: &Env<'_, 'v>,
        world: &World<'v>,
    ) -> Answer {
        let Some(frame) = world.looped(aggregate.kind) else {
            return Answer { value: Value::Unknown, decks: DeckCount::default() };
        };
        let scan = Scan { program: self, aggregate, frame, env: env.looking_at(frame) };
        let mut tally = Tally::new(aggregate.over);
        match &aggregate.index {
            Some(plan) => scan.by_index(id, plan, world, &mut tally),
            None => scan.all(world, &mut tally),
        }
        Answer { value: tally.finish(world.region().installed().is_complete()), decks: tally.decks }
    }
}

/// One walk over definitions.
struct Scan<'a, 'v> {
    program: &'v Program,
    aggregate: &'v Aggregate,
    frame: &'a Frame<'v>,
    env: Env<'a, 'v>,
}

impl<'v> Scan<'_, 'v> {
    fn all(&self, world: &World<'v>, tally: &mut Tally) {
        let kind = self.aggregate.kind;
        for (definition, given) in world.members(kind).iter().zip(world.masks(kind)) {
            if tally.is_settled() {
                return;
            }
            if self.aggregate.needs.iter().any(|need| given & need == 0) {
                continue;
            }
            self.frame.set_known(definition, *given);
            let fits = match self.aggregate.condition {
                Some(condition) => self.program.value(condition, &self.env),
                None => Value::Bool(!is_bare_name(definition)),
            };
            self.add(definition, fits, tally);
        }
    }

    fn by_index(&self, id: (usize, u16), plan: &IndexPlan, world: &World<'v>, tally: &mut Tally) {
        let index = self.index(id, plan.key, world);
        match self.program.value(plan.wanted, &self.env) {
            Value::Absent => {}
            Value::Unknown | Value::AtLeast(_) | Value::Real(_) => {
                self.add_unsure(world.members(self.aggregate.kind), plan, tally);
            }
            wanted => {
                for definition in index.by_key.get(&Part(wanted)).map_or(&[][..], Vec::as_slice) {
                    if tally.is_settled() {
                        return;
                    }
                    self.frame.set(definition);
                    self.add(definition, self.rest(plan), tally);
                }
                self.add_unsure(&index.unknown, plan, tally);
            }
        }
    }

    /// Definitions of which it is not known whether the equality holds. One that may fit is as good as many.
    fn add_unsure(&self, definitions: &[&'v Definition], plan: &IndexPlan, tally: &mut Tally) {
        for definition in definitions {
            if tally.open || tally.is_settled() {
                return;
            }
            self.frame.set(definition);
            // What has no value at all is equal to nothing.
            if !is_bare_name(definition) && self.program.value(plan.key, &self.env) != Value::Absent {
                self.add(definition, Value::Unknown.and(self.rest(plan)), tally);
            }
        }
    }

    /// Whether the conditions beside the equality hold.
    fn rest(&self, plan: &IndexPlan) -> Value<'v> {
        let mut result = Value::Bool(true);
        for part in &plan.rest {
            result = result.and(self.program.value(*part, &self.env));
            if result == Value::Bool(false) {
                break;
            }
        }
        result
    }

    /// Counts the definition to which the frame is set.
    fn add(&self, definition: &'v Definition, fits: Value<'v>, tally: &mut Tally) {
        if fits == Value::Bool(false) || (is_bare_name(definition) && !fits.is_true()) {
            return;
        }
        if fits.is_true() {
            tally.decks.add_definition(definition);
        }
        let value = match tally.over {
            Over::Count | Over::Exists => Value::Absent,
            Over::Sum(attribute) | Over::Max(attribute) | Over::Min(attribute) => {
                self.frame.attribute(attribute)
            }
        };
        tally.add(fits, value);
    }

    fn index(&self, id: (usize, u16), key: At, world: &World<'v>) -> Rc<Index<'v>> {
        if let Some(known) = world.indexes.borrow().get(&id) {
            return Rc::clone(known);
        }
        let mut index = Index::default();
        for definition in world.members(self.aggregate.kind) {
            self.frame.set(definition);
            match self.program.value(key, &self.env) {
                Value::Absent => {}
                Value::Unknown | Value::AtLeast(_) | Value::Real(_) => {
                    if !is_bare_name(definition) {
                        index.unknown.push(definition);
                    }
                }
                value => index.by_key.entry(Part(value)).or_default().push(definition),
            }
        }
        let index = Rc::new(index);
        world.indexes.borrow_mut().insert(id, Rc::clone(&index));
        index
    }
}

/// What has been found so far.
struct Tally {
    over: Over,
    count: i64,
    /// The sum, the greatest or the least.
    value: Option<i64>,
    /// A definition may or may not fit, or its value is not known.
    open: bool,
    overflow: bool,
    decks: DeckCount,
}

impl Tally {
    fn new(over: Over) -> Self {
        Self { over, count: 0, value: None, open: false, overflow: false, decks: DeckCount::default() }
    }

    /// Whether nothing more can change the answer.
    fn is_settled(&self) -> bool {
        self.over == Over::Exists && self.count > 0
    }

    fn add(&mut self, fits: Value<'_>, value: Value<'_>) {
        if !fits.is_true() {
            self.open = true;
            return;
        }
        self.count += 1;
        let number = match (self.over, value) {
            (Over::Count | Over::Exists, _) | (_, Value::Absent) => return,
            (_, Value::Number(number)) => number,
            _ => {
                self.open = true;
                return;
            }
        };
        self.value = match (self.over, self.value) {
            (Over::Sum(_), old) => {
                let sum = old.unwrap_or(0).checked_add(number);
                self.overflow |= sum.is_none();
                sum
            }
            (Over::Max(_), Some(old)) => Some(old.max(number)),
            (Over::Min(_), Some(old)) => Some(old.min(number)),
            _ => Some(number),
        };
    }

    fn finish(&self, complete: bool) -> Value<'static> {
        let open = self.open || !complete;
        let number = |number| if open { Value::AtLeast(number) } else { Value::Number(number) };
        match self.over {
            _ if self.overflow => Value::Unknown,
            Over::Count => number(self.count),
            Over::Exists if self.count > 0 => Value::Bool(true),
            Over::Exists if open => Value::Unknown,
            Over::Exists => Value::Bool(false),
            Over::Sum(_) => number(self.value.unwrap_or(0)),
            Over::Max(_) => match self.value {
                Some(greatest) => number(greatest),
                None if open => Value::Unknown,
                None => Value::Absent,
            },
            Over::Min(_) if open => Value::Unknown,
            Over::Min(_) => self.value.map_or(Value::Absent, Value::Number),
        }
    }
}
