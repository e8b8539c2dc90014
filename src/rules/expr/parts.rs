//! The conditions that a check is made of, and what each needs: so that most definitions are passed over without a
//! single attribute being decoded.

use super::eval::Env;
use super::frame::{DefaultOf, Mask, bit, defaults};
use super::node::{At, LookUp, Node, Program};
use super::value::Value;
use crate::csd::{AttributeId, TypeId};

/// One of the conditions that must all hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Part {
    at: At,
    /// It reads nothing of the definition at hand.
    pub(in crate::rules) of_region: bool,
    /// It reads nothing but the definition at hand.
    pub(in crate::rules) of_definition: bool,
}

/// What a part of an expression reads.
#[derive(Clone, Copy, Debug, Default)]
struct Sees {
    definition: bool,
    beyond: bool,
    /// Attributes of which nothing is known unless they are given.
    derived: bool,
    attributes: Mask,
}

impl Program {
    /// The conditions that must all hold for it to be true.
    pub(in crate::rules) fn parts(&self) -> Vec<Part> {
        let part = |at| {
            let sees = self.sees(at, None);
            Part { at, of_region: !sees.definition, of_definition: !sees.beyond }
        };
        self.conjuncts(self.root).into_iter().map(part).collect()
    }

    /// The value of one of its parts.
    pub(in crate::rules) fn part<'v>(&'v self, part: Part, env: Env<'_, 'v>) -> Value<'v> {
        self.value(part.at, &env)
    }

    /// Attributes of which one must be given for it to be true (or, for a rule that reports what is unknown, for it
    /// not to be false); a set for each part of which that can be said.
    ///
    /// A part that reads nothing but attributes with fixed defaults, and does not hold where none of them is given,
    /// can hold only where one of them is given.
    pub(in crate::rules) fn needs(&self, kind: TypeId, reports_unknown: bool) -> Vec<Mask> {
        self.needs_of(self.root, kind, reports_unknown)
    }

    /// The same for a part of it that looks at definitions of a type.
    pub(super) fn needs_of(&self, root: At, kind: TypeId, reports_unknown: bool) -> Vec<Mask> {
        let env = Env { bare: Some(kind), ..Env::EMPTY };
        let mut needs = Vec::new();
        for at in self.conjuncts(root) {
            let sees = self.sees(at, Some(kind));
            if sees.beyond || sees.derived {
                continue;
            }
            let may_hold = match self.value(at, &env) {
                Value::Bool(value) => value,
                _ => reports_unknown,
            };
            if !may_hold {
                needs.push(sees.attributes);
            }
        }
        needs
    }

    fn sees(&self, root: At, kind: Option<TypeId>) -> Sees {
        let fixed = |attribute: AttributeId| {
            let default = kind.and_then(|kind| defaults(kind).get(attribute.0 as usize));
            matches!(default, Some(DefaultOf::Fixed(_)))
        };
        let mut sees = Sees::default();
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            let node = self.node(at);
            node.each_operand(&self.items, |operand| open.push(operand));
            match node {
                Node::Attr(attribute) => {
                    sees.definition = true;
                    sees.derived |= !fixed(attribute);
                    sees.attributes |= bit(attribute);
                }
                Node::Given(attribute) => {
                    sees.definition = true;
                    sees.attributes |= bit(attribute);
                }
                Node::Name | Node::Group => {
                    sees.definition = true;
                    sees.derived = true;
                }
                Node::RefAttr(number) | Node::Found(number) | Node::GivenRef(number) => {
                    sees.beyond = true;
                    match self.references.get(usize::from(number)).map(|reference| reference.by) {
                        Some(LookUp::Name(by) | LookUp::Number(by)) => open.push(by),
                        Some(LookUp::Only) | None => {}
                    }
                }
                Node::Aggregate(number) => {
                    sees.beyond = true;
                    let aggregate = self.aggregates.get(usize::from(number));
                    sees.definition |= aggregate.is_none_or(|aggregate| !aggregate.outer.is_empty());
                }
                Node::RegionComplete | Node::Input(_) => sees.beyond = true,
                other => sees.beyond |= other.reads_sit() || other.reads_outer(),
            }
        }
        sees
    }
}
