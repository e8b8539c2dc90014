//! Runs programs.

use super::frame::{DefaultOf, Frame, defaults};
use super::node::{At, Node, Program};
use super::types::digits_to_number;
use super::value::{Arithmetic, Comparison, Value};
use super::world::World;
use crate::csd::{self, AttributeId, Definition, TypeId};

/// Inputs of formulas by name: `workload.calls`, `model.rtw.cpu`.
pub type Inputs<'a> = dyn Fn(&str) -> Option<f64> + 'a;

/// What a program runs on.
#[derive(Clone, Copy)]
pub struct Env<'a, 'v> {
    /// The definition at hand.
    pub(super) here: Option<&'a Frame<'v>>,
    /// The definition outside `where`.
    pub(super) outer: Option<&'a Frame<'v>>,
    /// The region.
    pub(super) world: Option<&'a World<'v>>,
    /// Inputs of formulas.
    pub(super) inputs: Option<&'a Inputs<'a>>,
    /// Stands for the definition at hand: one of this type with no attribute given.
    pub(super) bare: Option<TypeId>,
}

impl<'a, 'v> Env<'a, 'v> {
    /// Nothing but constants.
    pub(super) const EMPTY: Self = Self { here: None, outer: None, world: None, inputs: None, bare: None };

    /// A definition, by itself or in a region.
    pub fn of(here: Option<&'a Frame<'v>>, world: Option<&'a World<'v>>) -> Self {
        Self { here, world, ..Self::EMPTY }
    }

    /// The definition at hand.
    pub fn definition(&self) -> Option<&'v Definition> {
        self.here.and_then(Frame::definition)
    }

    /// The region.
    pub fn world(&self) -> Option<&'a World<'v>> {
        self.world
    }

    /// With the inputs of a formula.
    pub fn inputs(self, inputs: &'a Inputs<'a>) -> Self {
        Self { inputs: Some(inputs), ..self }
    }

    /// The definition that `where` looks at, with the one at hand outside.
    pub(super) fn looking_at(self, looked_at: &'a Frame<'v>) -> Self {
        Self { here: Some(looked_at), outer: self.here, ..self }
    }
}

impl Program {
    /// Its value.
    #[inline]
    pub fn run<'v>(&'v self, env: Env<'_, 'v>) -> Value<'v> {
        self.value(self.root, &env)
    }

    /// The value of a node whose operands are constants.
    pub(super) fn constant(&self, node: Node) -> Option<Value<'_>> {
        match node {
            Node::Upper(text) => match self.node(text) {
                Node::Text(text) if !self.text(text).bytes().any(|b| b.is_ascii_lowercase()) => {
                    Some(Value::Text(self.text(text)))
                }
                _ => None,
            },
            _ => Some(self.operation(&node, &Env::EMPTY)),
        }
    }

    /// The value of a part. What rules do most is told apart here and done in functions of few registers; one large
    /// function for all would save and restore more than it computes.
    #[inline]
    pub(super) fn value<'v>(&'v self, at: At, env: &Env<'_, 'v>) -> Value<'v> {
        match self.code.get(at as usize) {
            Some(node) => self.operation(node, env),
            None => Value::Unknown,
        }
    }

    fn operation<'v>(&'v self, node: &Node, env: &Env<'_, 'v>) -> Value<'v> {
        match *node {
            Node::Attr(attribute) => attribute_of(attribute, env),
            Node::AttrAndNumber(how, attribute, number) => beside_number(how, attribute, number, env),
            Node::AttrAndAttr(how, a, b, more) => beside_attribute(how, a, (b, more), env),
            Node::Order(how, a, b) => self.order(how, a, b, env),
            Node::And(a, b) => self.both(a, b, env),
            Node::Or(a, b) => self.either(a, b, env),
            Node::Not(a) => self.value(a, env).not(),
            Node::IsWord(a, word) => self.is_word(a, word, env),
            Node::IsOneOf(a, first, count) => self.is_one_of(a, first, count, env),
            Node::Given(attribute) => given(attribute, env),
            Node::Number(number) => Value::Number(number),
            Node::Bool(value) => Value::Bool(value),
            Node::Text(text) => Value::Text(self.text(text)),
            ref other => self.less_usual(other, env),
        }
    }

    /// The number that a part comes to, where it is one and known: two registers instead of a value in memory.
    fn number<'v>(&'v self, at: At, env: &Env<'_, 'v>) -> Option<i64> {
        match *self.code.get(at as usize)? {
            Node::Number(number) => Some(number),
            Node::Attr(attribute) => env.here?.number(attribute),
            Node::Calculate(how, a, b) => how.of(self.number(a, env)?, self.number(b, env)?),
            ref node => self.other_number(node, env),
        }
    }

    #[inline(never)]
    fn other_number<'v>(&'v self, node: &Node, env: &Env<'_, 'v>) -> Option<i64> {
        match self.operation(node, env) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    #[inline(never)]
    fn order<'v>(&'v self, how: Comparison, a: At, b: At, env: &Env<'_, 'v>) -> Value<'v> {
        match (self.number(a, env), self.number(b, env)) {
            (Some(a), Some(b)) => Value::Bool(how.holds(a.cmp(&b))),
            _ => self.compare(how, a, b, env),
        }
    }

    #[inline(never)]
    fn compare<'v>(&'v self, how: Comparison, a: At, b: At, env: &Env<'_, 'v>) -> Value<'v> {
        self.value(a, env).compare(how, self.value(b, env))
    }

    #[inline(never)]
    fn both<'v>(&'v self, a: At, b: At, env: &Env<'_, 'v>) -> Value<'v> {
        match self.value(a, env) {
            Value::Bool(false) => Value::Bool(false),
            Value::Bool(true) => self.value(b, env),
            left => left.and(self.value(b, env)),
        }
    }

    #[inline(never)]
    fn either<'v>(&'v self, a: At, b: At, env: &Env<'_, 'v>) -> Value<'v> {
        match self.value(a, env) {
            Value::Bool(true) => Value::Bool(true),
            Value::Bool(false) => self.value(b, env),
            left => left.or(self.value(b, env)),
        }
    }

    #[inline(never)]
    fn is_word<'v>(&'v self, a: At, word: u32, env: &Env<'_, 'v>) -> Value<'v> {
        self.value(a, env).is_word(self.text(word))
    }

    #[inline(never)]
    fn is_one_of<'v>(&'v self, a: At, first: u32, count: u32, env: &Env<'_, 'v>) -> Value<'v> {
        match self.value(a, env) {
            Value::Text(text) => {
                let words = self.words.get(first as usize..(first + count) as usize).unwrap_or(&[]);
                Value::Bool(words.iter().any(|word| **word == *text))
            }
            value => value.is_word(""),
        }
    }

    #[inline(never)]
    fn less_usual<'v>(&'v self, node: &Node, env: &Env<'_, 'v>) -> Value<'v> {
        match *node {
            Node::Compare(how, a, b) => self.compare(how, a, b, env),
            Node::Calculate(how, a, b) => self.value(a, env).calculate(how, self.value(b, env)),
            Node::In(value, first, count) => self.member(value, first, count, env),
            Node::Has(a) => self.value(a, env).has(),
            Node::IsUnknown(a) => Value::Bool(self.value(a, env) == Value::Unknown),
            Node::Choice(condition, yes, no) => match self.value(condition, env) {
                Value::Bool(true) => self.value(yes, env),
                Value::Bool(false) => self.value(no, env),
                _ => match (self.value(yes, env), self.value(no, env)) {
                    (yes, no) if yes == no => yes,
                    _ => Value::Unknown,
                },
            },
            Node::Negative(a) => self.value(a, env).negative(),
            Node::ThisAttr(attribute) => env.outer.map_or(Value::Unknown, |frame| frame.attribute(attribute)),
            Node::GivenThis(attribute) => env.outer.map_or(Value::Unknown, |frame| frame.given(attribute)),
            Node::Name => env.here.map_or(Value::Unknown, Frame::name),
            Node::Group => env.here.map_or(Value::Unknown, Frame::group),
            Node::ThisName => env.outer.map_or(Value::Unknown, Frame::name),
            Node::ThisGroup => env.outer.map_or(Value::Unknown, Frame::group),
            Node::Matches(a, mask) => match (self.value(a, env), self.value(mask, env)) {
                (Value::Text(text), Value::Text(mask)) => Value::Bool(csd::matches(mask, text)),
                (Value::Absent | Value::Number(_), _) => Value::Bool(false),
                _ => Value::Unknown,
            },
            ref other => self.seldom(other, env),
        }
    }

    /// What few rules do.
    fn seldom<'v>(&'v self, node: &Node, env: &Env<'_, 'v>) -> Value<'v> {
        let Some(world) = env.world else { return self.without_region(node, env) };
        match *node {
            Node::Sit(place) => world.parameter(place),
            Node::SitNamed(name) => world.parameter_named(self.text(name)),
            Node::GivenSit(place) => world.parameter_given(place),
            Node::GivenSitNamed(name) => world.parameter_named_given(self.text(name)),
            Node::RegionName => Value::Text(world.region().name()),
            Node::RegionComplete => Value::Bool(world.region().installed().is_complete()),
            Node::RegionHasSit => Value::Bool(!world.region().sit().is_empty()),
            Node::RefAttr(number) => self.reference_value(number, env, world),
            Node::GivenRef(number) => self.reference_given(number, env, world),
            Node::Found(number) => self.reference_found(number, env, world),
            Node::Aggregate(number) => self.aggregate(number, env, world),
            ref other => self.without_region(other, env),
        }
    }

    fn without_region<'v>(&'v self, node: &Node, env: &Env<'_, 'v>) -> Value<'v> {
        match *node {
            Node::Real(number) => Value::Real(number),
            Node::Divide(a, b) => {
                self.value(a, env).calculate_exactly(Arithmetic::Divide, self.value(b, env))
            }
            Node::Input(name) => {
                let number = env.inputs.and_then(|inputs| inputs(self.text(name)));
                number.filter(|number| number.is_finite()).map_or(Value::Unknown, Value::Real)
            }
            Node::Length(a) => match self.value(a, env) {
                Value::Text(text) => Value::Number(text.chars().count() as i64),
                _ => Value::Unknown,
            },
            Node::Prefix(a, count) => cut(self.value(a, env), self.value(count, env), |text, count| {
                let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
                &text[..end]
            }),
            Node::Suffix(a, count) => cut(self.value(a, env), self.value(count, env), |text, count| {
                let mut starts = text.char_indices().rev();
                let start = match count.checked_sub(1) {
                    Some(before) => starts.nth(before).map_or(0, |(at, _)| at),
                    None => text.len(),
                };
                &text[start..]
            }),
            Node::ToNumber(a) => match self.value(a, env) {
                Value::Text(text) => digits_to_number(text.trim()).map_or(Value::Unknown, Value::Number),
                Value::Absent => Value::Absent,
                Value::Number(number) => Value::Number(number),
                _ => Value::Unknown,
            },
            Node::Upper(a) => {
                match (self.value(a, env), env.here.map(Frame::arena).or(env.world.map(World::arena))) {
                    (Value::Text(text), _) if !text.bytes().any(|byte| byte.is_ascii_lowercase()) => {
                        Value::Text(text)
                    }
                    (Value::Text(text), Some(arena)) => {
                        Value::Text(arena.alloc_str(&text.to_ascii_uppercase()))
                    }
                    (Value::Absent, _) => Value::Absent,
                    _ => Value::Unknown,
                }
            }
            Node::Operand(a, number) => match (self.value(a, env), self.value(number, env)) {
                (Value::Text(text), Value::Number(number)) => {
                    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                    let operand = place.and_then(|place| super::operands::operands(text).nth(place));
                    operand.filter(|operand| !operand.is_empty()).map_or(Value::Absent, Value::Text)
                }
                (Value::Absent, _) => Value::Absent,
                _ => Value::Unknown,
            },
            Node::Operands(a) => match self.value(a, env) {
                Value::Text(text) => Value::Number(super::operands::operands(text).count() as i64),
                Value::Absent => Value::Number(0),
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    fn member<'v>(&'v self, value: At, first: u32, count: u32, env: &Env<'_, 'v>) -> Value<'v> {
        let value = self.value(value, env);
        let items = self.items.get(first as usize..(first + count) as usize).unwrap_or(&[]);
        let mut result = Value::Bool(false);
        for item in items {
            match value.compare(Comparison::Equal, self.value(*item, env)) {
                Value::Bool(true) => return Value::Bool(true),
                Value::Bool(false) => {}
                _ => result = Value::Unknown,
            }
        }
        result
    }
}

#[inline]
fn attribute_of<'v>(attribute: AttributeId, env: &Env<'_, 'v>) -> Value<'v> {
    match env.here {
        Some(frame) => frame.attribute(attribute),
        None => bare_attribute(env.bare, attribute),
    }
}

#[inline(never)]
fn beside_number<'v>(how: Comparison, a: AttributeId, b: i64, env: &Env<'_, 'v>) -> Value<'v> {
    match env.here.and_then(|frame| frame.number(a)) {
        Some(a) => Value::Bool(how.holds(a.cmp(&b))),
        None => attribute_of(a, env).compare(how, Value::Number(b)),
    }
}

#[inline(never)]
fn beside_attribute<'v>(
    how: Comparison,
    a: AttributeId,
    (b, more): (AttributeId, i32),
    env: &Env<'_, 'v>,
) -> Value<'v> {
    if let Some(frame) = env.here
        && let (Some(a), Some(b)) = (frame.number(a), frame.number(b))
        && let Some(b) = b.checked_add(i64::from(more))
    {
        return Value::Bool(how.holds(a.cmp(&b)));
    }
    let other = attribute_of(b, env).calculate(Arithmetic::Add, Value::Number(i64::from(more)));
    attribute_of(a, env).compare(how, other)
}

#[inline]
fn given<'v>(attribute: AttributeId, env: &Env<'_, 'v>) -> Value<'v> {
    match env.here {
        Some(frame) => frame.given(attribute),
        None => env.bare.map_or(Value::Unknown, |_| Value::Bool(false)),
    }
}

/// What an attribute has that is not given.
#[cold]
fn bare_attribute<'v>(kind: Option<TypeId>, attribute: AttributeId) -> Value<'v> {
    match kind.and_then(|kind| defaults(kind).get(attribute.0 as usize)) {
        Some(DefaultOf::Fixed(value)) => *value,
        Some(DefaultOf::Derived) | None => Value::Unknown,
    }
}

fn cut<'v>(text: Value<'v>, count: Value<'v>, how: impl Fn(&'v str, usize) -> &'v str) -> Value<'v> {
    match (text, count) {
        (Value::Text(text), Value::Number(count)) => match usize::try_from(count) {
            Ok(count) => Value::Text(how(text, count)),
            Err(_) => Value::Unknown,
        },
        (Value::Absent, Value::Number(_)) => Value::Absent,
        _ => Value::Unknown,
    }
}
