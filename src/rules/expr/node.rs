//! A compiled expression: nodes in one row, each knowing its operands by their places.

use super::frame::Mask;
use super::value::{Arithmetic, Comparison};
use crate::catalog;
use crate::csd::{AttributeId, TypeId};

/// The place of a node in its program.
pub(super) type At = u32;

/// One operation. Names have become numbers, so that nothing is looked up when it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Node {
    Unknown,
    Bool(bool),
    Number(i64),
    Real(f64),
    /// A text of the program.
    Text(u32),
    /// An attribute of the definition at hand, or of the one that `where` looks at.
    Attr(AttributeId),
    /// The same of the definition outside `where`.
    ThisAttr(AttributeId),
    Name,
    Group,
    ThisName,
    ThisGroup,
    /// A SIT parameter, by its place in the catalogue.
    Sit(u16),
    /// A SIT parameter of a family (SPCTRAP), by a text of the program.
    SitNamed(u32),
    RegionName,
    RegionComplete,
    RegionHasSit,
    /// An attribute of what a reference of the program names: reference, then the attribute of each target.
    RefAttr(u16),
    Found(u16),
    Given(AttributeId),
    GivenThis(AttributeId),
    GivenSit(u16),
    GivenSitNamed(u32),
    GivenRef(u16),
    Has(At),
    IsUnknown(At),
    Not(At),
    Negative(At),
    And(At, At),
    Or(At, At),
    Choice(At, At, At),
    /// `==` or `!=`.
    Compare(Comparison, At, At),
    /// `<`, `<=`, `>` or `>=`.
    Order(Comparison, At, At),
    /// An attribute beside a number: what most comparisons come to. Only in code.
    AttrAndNumber(Comparison, AttributeId, i64),
    /// An attribute beside another one and so much more. Only in code.
    AttrAndAttr(Comparison, AttributeId, AttributeId, i32),
    Calculate(Arithmetic, At, At),
    /// Division as the formulas of costs have it.
    Divide(At, At),
    /// Whether a value is a text of the program.
    IsWord(At, u32),
    /// Whether a value is one of so many words of the program.
    IsOneOf(At, u32, u32),
    /// Whether a value is one of so many items of the program.
    In(At, u32, u32),
    Matches(At, At),
    Length(At),
    Prefix(At, At),
    Suffix(At, At),
    ToNumber(At),
    Upper(At),
    /// The n-th operand of a value.
    Operand(At, At),
    Operands(At),
    Aggregate(u16),
    /// An input of a formula, by a text of the program (`workload.calls`, `model.rtw.cpu`).
    Input(u32),
}

impl Node {
    /// Calls `f` with each operand.
    pub(super) fn each_operand(self, items: &[At], mut f: impl FnMut(At)) {
        match self {
            Self::Has(a)
            | Self::IsUnknown(a)
            | Self::Not(a)
            | Self::Negative(a)
            | Self::Length(a)
            | Self::ToNumber(a)
            | Self::Upper(a)
            | Self::Operands(a)
            | Self::IsWord(a, _)
            | Self::IsOneOf(a, _, _) => f(a),
            Self::And(a, b)
            | Self::Or(a, b)
            | Self::Compare(_, a, b)
            | Self::Order(_, a, b)
            | Self::Calculate(_, a, b)
            | Self::Divide(a, b)
            | Self::Matches(a, b)
            | Self::Prefix(a, b)
            | Self::Suffix(a, b)
            | Self::Operand(a, b) => {
                f(a);
                f(b);
            }
            Self::Choice(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Self::In(a, first, count) => {
                f(a);
                let items = items.get(first as usize..(first + count) as usize);
                items.unwrap_or(&[]).iter().for_each(|item| f(*item));
            }
            _ => {}
        }
    }

    /// Whether it is a constant.
    pub(super) const fn is_constant(self) -> bool {
        matches!(self, Self::Unknown | Self::Bool(_) | Self::Number(_) | Self::Real(_) | Self::Text(_))
    }
}

/// What a reference is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookUp {
    /// The name of the resource.
    Name(At),
    /// LSRPOOL: its number.
    Number(At),
    /// DB2CONN, MQCONN: a region has one.
    Only,
}

/// `ref(..)`
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reference {
    pub(super) by: LookUp,
    /// The types that are looked at, with the attribute that is wanted of them, where one is.
    pub(super) targets: Vec<(TypeId, Option<AttributeId>)>,
    /// Words that stand for no resource.
    pub(super) free: &'static [&'static str],
}

/// What an aggregate makes of the definitions that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Count,
    Exists,
    Sum(AttributeId),
    Max(AttributeId),
    Min(AttributeId),
}

/// `count(FILE where ..)`
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aggregate {
    /// As it is written.
    pub(super) source: Box<str>,
    pub(super) over: Over,
    pub(super) kind: TypeId,
    pub(super) condition: Option<At>,
    /// Attributes of which one must be given for the condition not to be false; a set for each of its parts.
    pub(super) needs: Vec<Mask>,
    /// The nodes in `condition` that read the definition outside, each once: the answer depends on nothing else.
    pub(super) outer: Vec<At>,
    /// Where the condition asks for the equality of something of the definition looked at and something of the
    /// one outside: these two, and what else is asked for.
    pub(super) index: Option<IndexPlan>,
    /// It reads the SIT, or the name of the region.
    pub(super) reads_sit: bool,
}

/// An equality that an index answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IndexPlan {
    /// Of the definition looked at.
    pub(super) key: At,
    /// Of the definition outside.
    pub(super) wanted: At,
    /// The other conditions, all of which must hold.
    pub(super) rest: Vec<At>,
}

/// What a program reads, beside constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// The definition at hand.
    pub definition: bool,
    /// Other definitions that the region installs, or whether all are known.
    pub installed: bool,
    /// SIT parameters, or whether there is a SIT.
    pub sit: bool,
    /// The name of the region.
    pub region_name: bool,
    /// The workload or the constants of the model.
    pub inputs: bool,
}

impl Reads {
    /// What either reads.
    pub fn with(self, other: Self) -> Self {
        Self {
            definition: self.definition | other.definition,
            installed: self.installed | other.installed,
            sit: self.sit | other.sit,
            region_name: self.region_name | other.region_name,
            inputs: self.inputs | other.inputs,
        }
    }

    /// Whether it needs a region.
    pub fn region(self) -> bool {
        self.installed | self.sit | self.region_name
    }
}

/// A compiled expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// What it says.
    pub(super) nodes: Vec<Node>,
    /// What is run: at the same places nodes that do the same in fewer steps.
    pub(super) code: Vec<Node>,
    pub(super) root: At,
    pub(super) texts: Vec<Box<str>>,
    /// What lists of words hold.
    pub(super) words: Vec<Box<str>>,
    pub(super) items: Vec<At>,
    pub(super) references: Vec<Reference>,
    pub(super) aggregates: Vec<Aggregate>,
    pub(super) reads: Reads,
    pub(super) ty: super::types::Ty,
}

/// What a program reads that does nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read<'p> {
    /// An attribute of the definition at hand.
    Attribute(AttributeId),
    /// A SIT parameter, by its name.
    Parameter(&'p str),
    /// The name of the definition at hand.
    Name,
    /// Its group.
    Group,
}

impl Program {
    /// What it reads, where it does nothing else.
    pub fn read(&self) -> Option<Read<'_>> {
        match self.node(self.root) {
            Node::Attr(attribute) => Some(Read::Attribute(attribute)),
            Node::Sit(place) => Some(Read::Parameter(catalog::sit_parameters().get(place as usize)?.name)),
            Node::SitNamed(name) => Some(Read::Parameter(self.text(name))),
            Node::Name => Some(Read::Name),
            Node::Group => Some(Read::Group),
            _ => None,
        }
    }

    /// Its type.
    pub fn ty(&self) -> super::types::Ty {
        self.ty
    }

    /// What it reads.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// Whether it is the constant `true`, which a condition that is left out stands for.
    pub fn is_always(&self) -> bool {
        self.nodes.get(self.root as usize) == Some(&Node::Bool(true))
    }

    /// The node that does the same in fewer steps.
    pub(super) fn shortened(&self, node: Node) -> Node {
        let Node::Order(how, a, b) = node else { return node };
        match (self.node(a), self.node(b)) {
            (Node::Attr(attribute), Node::Number(number)) => Node::AttrAndNumber(how, attribute, number),
            (Node::Number(number), Node::Attr(attribute)) => {
                Node::AttrAndNumber(how.turned(), attribute, number)
            }
            (Node::Attr(a), Node::Attr(b)) => Node::AttrAndAttr(how, a, b, 0),
            (Node::Attr(a), _) => match self.more_than_attribute(b) {
                Some((b, more)) => Node::AttrAndAttr(how, a, b, more),
                None => node,
            },
            (_, Node::Attr(b)) => match self.more_than_attribute(a) {
                Some((a, more)) => Node::AttrAndAttr(how.turned(), b, a, more),
                None => node,
            },
            _ => node,
        }
    }

    /// `attr.x + 1`
    fn more_than_attribute(&self, at: At) -> Option<(AttributeId, i32)> {
        let Node::Calculate(how, a, b) = self.node(at) else { return None };
        match (how, self.node(a), self.node(b)) {
            (Arithmetic::Add, Node::Attr(attribute), Node::Number(more))
            | (Arithmetic::Add, Node::Number(more), Node::Attr(attribute)) => {
                Some((attribute, i32::try_from(more).ok()?))
            }
            (Arithmetic::Subtract, Node::Attr(attribute), Node::Number(less)) => {
                Some((attribute, i32::try_from(less).ok()?.checked_neg()?))
            }
            _ => None,
        }
    }

    pub(super) fn node(&self, at: At) -> Node {
        self.nodes.get(at as usize).copied().unwrap_or(Node::Unknown)
    }

    pub(super) fn text(&self, at: u32) -> &str {
        self.texts.get(at as usize).map_or("", |text| text)
    }
}
