//! Other definitions of the region: references and aggregates.

use super::super::ast::{Argument, Ast, Call, Kind, Word};
use super::super::error::ExprError;
use super::super::node::{Aggregate, At, IndexPlan, LookUp, Node, Over, Program, Reference};
use super::super::types::{Base, Ty};
use super::super::value::Comparison;
use super::names::attribute;
use super::{Built, Compiler};
use crate::catalog;
use crate::csd::{AttributeId, TypeId};
use crate::rules::native::reference_of;
use std::ops::Range;

/// A reference, before it is known which attribute of its target is read.
struct Target {
    by: LookUp,
    kinds: Vec<TypeId>,
    free: &'static [&'static str],
}

impl Compiler<'_> {
    /// `ref(..).attribute`
    pub(super) fn reference_read(&mut self, span: &Range<usize>, call: &Call<'_>) -> Built {
        if call.field.is_none() {
            let error = ExprError::new(span.clone(), "ref(..) is a resource, not a value");
            return Err(error.help("write ref(..).attribute, or found(ref(..))"));
        }
        let (reference, ty) = self.reference_to_attribute(span, call)?;
        Ok((self.add(Node::RefAttr(reference)), ty))
    }

    /// The reference and the attribute that is read of what it names.
    pub(in crate::rules::expr) fn reference_to_attribute(
        &mut self,
        span: &Range<usize>,
        call: &Call<'_>,
    ) -> Result<(u16, Ty), ExprError> {
        let target = self.target(span, call)?;
        let (Some(field), [kind]) = (&call.field, target.kinds.as_slice()) else {
            let kinds: Vec<&str> = target.kinds.iter().map(|kind| kind.name()).collect();
            let error = ExprError::new(
                span.clone(),
                format!("it may name a resource of type {}", kinds.join(" or ")),
            );
            let first = kinds.first().copied().unwrap_or("TYPE");
            return Err(error.help(format!("say which: ref({first}, attr.x).y")));
        };
        if let ("name" | "group", kind) = (field.text, *kind) {
            let problem = format!("the {} is no attribute of {}", field.text, kind.name());
            return Err(ExprError::new(field.span.clone(), problem));
        }
        let (id, ty) = attribute(*kind, field)?;
        let targets = vec![(*kind, Some(id))];
        Ok((self.reference(Reference { by: target.by, targets, free: target.free }), ty))
    }

    /// `found(ref(..))`
    pub(super) fn found(&mut self, ast: &Ast<'_>) -> Built {
        let call = match &ast.kind {
            Kind::Call(call) if call.name.text == "ref" && call.field.is_none() => call,
            _ => {
                let error = ExprError::new(ast.span.clone(), "found(..) asks of a reference");
                return Err(error.help("write found(ref(attr.x)) or found(ref(TYPE, name))"));
            }
        };
        let reference = self.reference_to_resource(&ast.span, call)?;
        Ok((self.add(Node::Found(reference)), Ty::BOOL))
    }

    /// A reference of which no attribute is read.
    pub(in crate::rules::expr) fn reference_to_resource(
        &mut self,
        span: &Range<usize>,
        call: &Call<'_>,
    ) -> Result<u16, ExprError> {
        let target = self.target(span, call)?;
        let targets = target.kinds.into_iter().map(|kind| (kind, None)).collect();
        Ok(self.reference(Reference { by: target.by, targets, free: target.free }))
    }

    fn reference(&mut self, reference: Reference) -> u16 {
        self.program.reads.installed = true;
        self.program.references.push(reference);
        (self.program.references.len() - 1) as u16
    }

    fn target(&mut self, span: &Range<usize>, call: &Call<'_>) -> Result<Target, ExprError> {
        if let Some(condition) = call.arguments.iter().find_map(|argument| argument.condition.as_ref()) {
            return Err(ExprError::new(condition.span.clone(), "`where` does not stand inside ref(..)"));
        }
        match call.arguments.as_slice() {
            [one] => match resource_type(&one.value) {
                Some(found) => only(found?, &one.value),
                None => self.target_of_attribute(&one.value),
            },
            [kind, name] => {
                let Some(kind) = resource_type(&kind.value).transpose()? else {
                    let error = ExprError::new(kind.value.span.clone(), "this is no resource type");
                    return Err(error.help("write ref(PROGRAM, name)"));
                };
                let by = self.look_up(kind, &name.value)?;
                Ok(Target { by, kinds: vec![kind], free: &[] })
            }
            _ => {
                let error = ExprError::new(span.clone(), "ref takes an attribute, or a type and a name");
                Err(error.help("write ref(attr.program) or ref(PROGRAM, name)"))
            }
        }
    }

    /// What an LSRPOOL is looked up by is its number; of every other resource it is the name.
    fn look_up(&mut self, kind: TypeId, name: &Ast<'_>) -> Result<LookUp, ExprError> {
        let (at, ty) = self.build(name)?;
        match (kind.name(), ty.base) {
            ("DB2CONN" | "MQCONN", _) => {
                let error = ExprError::new(name.span.clone(), "a region has only one");
                Err(error.help(format!("write ref({})", kind.name())))
            }
            ("LSRPOOL", Base::Number) => Ok(LookUp::Number(at)),
            ("LSRPOOL", base) => {
                let problem = format!("this is {}, and an LSRPOOL is looked up by its number", base.words());
                Err(ExprError::new(name.span.clone(), problem))
            }
            (_, Base::Text) => Ok(LookUp::Name(at)),
            (_, base) => {
                let problem = format!("this is {}, and {} is looked up by name", base.words(), kind.name());
                Err(ExprError::new(name.span.clone(), problem))
            }
        }
    }

    /// The target of an attribute that names a resource.
    fn target_of_attribute(&mut self, ast: &Ast<'_>) -> Result<Target, ExprError> {
        let owner = self.owner(ast)?;
        let (at, _) = self.build(ast)?;
        let pool = |kind: TypeId, id: AttributeId| {
            let name = id.entry(kind).map_or("", |entry| entry.name);
            (kind.name() == "FILE" && matches!(name, "LSRPOOLNUM" | "LSRPOOLID"))
                .then(|| TypeId::of("LSRPOOL"))
        };
        if let Some((kind, id)) = owner {
            if let Some(Some(lsrpool)) = pool(kind, id) {
                return Ok(Target { by: LookUp::Number(at), kinds: vec![lsrpool], free: &[] });
            }
            if let Some((targets, free)) = reference_of(kind, id) {
                return Ok(Target { by: LookUp::Name(at), kinds: targets.to_vec(), free });
            }
        }
        let error = ExprError::new(ast.span.clone(), "it is not known which type of resource this names");
        Err(error.help("say it: ref(PROGRAM, ..)"))
    }

    /// The type and attribute that `attr.x`, `this.x` or `ref(..).x` reads.
    fn owner(&mut self, ast: &Ast<'_>) -> Result<Option<(TypeId, AttributeId)>, ExprError> {
        let (kind, word): (TypeId, &Word<'_>) = match &ast.kind {
            Kind::Path(path) => match path.as_slice() {
                [space, word] if space.text == "attr" => match self.here() {
                    Some(kind) => (kind, word),
                    None => return Ok(None),
                },
                [space, word] if space.text == "this" => (self.this(&ast.span)?, word),
                _ => return Ok(None),
            },
            Kind::Call(call) if call.name.text == "ref" => match (&call.field, self.target(&ast.span, call)?)
            {
                (Some(field), Target { kinds, .. }) => match kinds.as_slice() {
                    [kind] => (*kind, field),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        if matches!(word.text, "name" | "group" | "type") {
            return Ok(None);
        }
        attribute(kind, word).map(|(id, _)| Some((kind, id)))
    }

    /// `count(TYPE where ..)`, `sum(TYPE.x where ..)`, ...
    pub(super) fn aggregate(&mut self, span: &Range<usize>, call: &Call<'_>) -> Built {
        let name = call.name.text;
        let [argument] = call.arguments.as_slice() else {
            let error = ExprError::new(span.clone(), format!("{name} takes a resource type"));
            return Err(error.help(format!("write {name}(TYPE where condition)")));
        };
        if self.looped.is_some() {
            let problem = format!("{name}(..) cannot stand inside the `where` of another");
            return Err(ExprError::new(span.clone(), problem));
        }
        let (over, kind, ty) = over(name, &argument.value)?;
        self.looped = Some(kind);
        let built = self.condition(argument);
        self.looped = None;
        let (condition, first) = built?;
        self.program.reads.installed = true;
        let source = self.source.get(span.clone()).unwrap_or("").into();
        let aggregate = self.program.plan(source, (over, kind), condition, first);
        self.program.aggregates.push(aggregate);
        let number = (self.program.aggregates.len() - 1) as u16;
        Ok((self.add(Node::Aggregate(number)), ty))
    }

    /// The type, and perhaps the attribute, that `first` looks at.
    pub(in crate::rules::expr) fn looked_at(
        &mut self,
        value: &Ast<'_>,
    ) -> Result<(TypeId, Option<AttributeId>), ExprError> {
        let path = match &value.kind {
            Kind::Path(path) => path.as_slice(),
            _ => &[],
        };
        match path {
            [kind] => Ok((type_of(kind)?, None)),
            [kind, field] => {
                let kind = type_of(kind)?;
                Ok((kind, Some(attribute(kind, field)?.0)))
            }
            _ => {
                let error = ExprError::new(value.span.clone(), "a resource type stands here");
                Err(error.help("write first(FILE where ..)"))
            }
        }
    }

    /// The condition behind `where` in `first`.
    pub(in crate::rules::expr) fn inside(
        &mut self,
        kind: TypeId,
        argument: &Argument<'_>,
    ) -> Result<At, ExprError> {
        self.looped = Some(kind);
        let built = self.condition(argument);
        self.looped = None;
        Ok(match built?.0 {
            Some(condition) => condition,
            None => self.add(Node::Bool(true)),
        })
    }

    /// The condition behind `where`, and the first node that belongs to it.
    fn condition(&mut self, argument: &Argument<'_>) -> Result<(Option<At>, At), ExprError> {
        let first = self.program.nodes.len() as At;
        let condition = match &argument.condition {
            Some(condition) => Some(self.of(condition, Base::Bool, "a condition stands behind `where`")?),
            None => None,
        };
        Ok((condition, first))
    }
}

/// What is computed over which type: `FILE` or `FILE.strings`.
fn over(name: &str, value: &Ast<'_>) -> Result<(Over, TypeId, Ty), ExprError> {
    let Kind::Path(path) = &value.kind else {
        let error = ExprError::new(value.span.clone(), "a resource type stands here");
        return Err(error.help(format!("write {name}(FILE where ..)")));
    };
    let (kind, field) = match path.as_slice() {
        [kind] => (kind, None),
        [kind, field] => (kind, Some(field)),
        _ => return Err(ExprError::new(value.span.clone(), "this is TYPE or TYPE.attribute")),
    };
    let kind = type_of(kind)?;
    match (name, field) {
        ("count", None) => Ok((Over::Count, kind, Ty::NUMBER)),
        ("exists", None) => Ok((Over::Exists, kind, Ty::BOOL)),
        ("count" | "exists", Some(field)) => {
            let error =
                ExprError::new(field.span.clone(), format!("{name} counts resources, not attributes"));
            Err(error.help(format!("write {name}({} where has(attr.{}))", kind.name(), field.text)))
        }
        (_, None) => {
            let error = ExprError::new(value.span.clone(), format!("{name} needs an attribute"));
            Err(error.help(format!("write {name}({}.attribute where ..)", kind.name())))
        }
        (_, Some(field)) => {
            let (id, ty) = attribute(kind, field)?;
            if !matches!(ty.base, Base::Number | Base::Time) {
                let problem = format!("{name} is for numbers and times, and this is {}", ty.base.words());
                return Err(ExprError::new(field.span.clone(), problem));
            }
            let over = match name {
                "sum" => Over::Sum(id),
                "max" => Over::Max(id),
                _ => Over::Min(id),
            };
            Ok((over, kind, Ty { base: ty.base, domain: None }))
        }
    }
}

/// The resource type, where a bare word stands that could be one.
fn resource_type(ast: &Ast<'_>) -> Option<Result<TypeId, ExprError>> {
    match &ast.kind {
        Kind::Path(path) => match path.as_slice() {
            [one] if !matches!(one.text, "name" | "group" | "type") => Some(type_of(one)),
            _ => None,
        },
        _ => None,
    }
}

pub(in crate::rules::expr) fn type_of(word: &Word<'_>) -> Result<TypeId, ExprError> {
    if let Some(kind) = TypeId::of(word.text) {
        return Ok(kind);
    }
    let upper = word.text.to_ascii_uppercase();
    let error = ExprError::new(word.span.clone(), format!("there is no resource type {}", word.text));
    if TypeId::of(&upper).is_some() {
        return Err(error.help(format!("types are written in capitals: {upper}")));
    }
    let near = catalog::nearest(&upper, catalog::types().iter().map(|kind| kind.name))
        .or_else(|| catalog::resource_type(&upper).found().map(|kind| kind.name));
    Err(error.suggest(near))
}

fn only(kind: TypeId, ast: &Ast<'_>) -> Result<Target, ExprError> {
    if matches!(kind.name(), "DB2CONN" | "MQCONN") {
        return Ok(Target { by: LookUp::Only, kinds: vec![kind], free: &[] });
    }
    let error = ExprError::new(ast.span.clone(), format!("a region may have more than one {}", kind.name()));
    Err(error.help(format!("say which: ref({}, name)", kind.name())))
}

/// Which definitions a part of a condition reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sides {
    looked_at: bool,
    outer: bool,
}

impl Program {
    /// How an aggregate is answered. Its condition is made of the nodes from `first`.
    fn plan(
        &self,
        source: Box<str>,
        (over, kind): (Over, TypeId),
        condition: Option<At>,
        first: At,
    ) -> Aggregate {
        let nodes = self.nodes.get(first as usize..).unwrap_or(&[]);
        let mut outer: Vec<At> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let is_new = !outer.iter().any(|known| self.node(*known) == *node);
            if is_new && node.reads_outer() {
                outer.push(first + at as At);
            }
        }
        let reads_sit = nodes.iter().any(|node| node.reads_sit());
        let index = condition.filter(|_| !outer.is_empty()).and_then(|condition| self.index(condition));
        let needs = condition.map_or(Vec::new(), |condition| self.needs_of(condition, kind, true));
        Aggregate { source, over, kind, condition, needs, outer, index, reads_sit }
    }

    /// The parts that must all hold.
    pub(in crate::rules::expr) fn conjuncts(&self, root: At) -> Vec<At> {
        let (mut parts, mut open) = (Vec::new(), vec![root]);
        while let Some(at) = open.pop() {
            match self.node(at) {
                Node::And(a, b) => open.extend([b, a]),
                _ => parts.push(at),
            }
        }
        parts
    }

    fn index(&self, condition: At) -> Option<IndexPlan> {
        let parts = self.conjuncts(condition);
        let (looked_at, outer) =
            (Sides { looked_at: true, outer: false }, Sides { looked_at: false, outer: true });
        parts.iter().enumerate().find_map(|(n, part)| {
            let Node::Compare(Comparison::Equal, a, b) = self.node(*part) else { return None };
            let (key, wanted) = match (self.sides(a), self.sides(b)) {
                (left, right) if left == looked_at && right == outer => (a, b),
                (left, right) if left == outer && right == looked_at => (b, a),
                _ => return None,
            };
            let rest = parts.iter().enumerate().filter(|(other, _)| *other != n).map(|(_, part)| *part);
            Some(IndexPlan { key, wanted, rest: rest.collect() })
        })
    }

    fn sides(&self, root: At) -> Sides {
        let mut sides = Sides::default();
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            let node = self.node(at);
            sides.outer |= node.reads_outer();
            sides.looked_at |= matches!(node, Node::Attr(_) | Node::Name | Node::Group | Node::Given(_));
            node.each_operand(&self.items, |operand| open.push(operand));
            if let Node::RefAttr(number) | Node::Found(number) | Node::GivenRef(number) = node {
                match self.references.get(usize::from(number)).map(|reference| reference.by) {
                    Some(LookUp::Name(by) | LookUp::Number(by)) => open.push(by),
                    Some(LookUp::Only) | None => {}
                }
            }
        }
        sides
    }
}

impl Node {
    pub(in crate::rules::expr) fn reads_outer(self) -> bool {
        matches!(self, Self::ThisAttr(_) | Self::ThisName | Self::ThisGroup | Self::GivenThis(_))
    }

    pub(in crate::rules::expr) fn reads_sit(self) -> bool {
        matches!(
            self,
            Self::Sit(_)
                | Self::SitNamed(_)
                | Self::GivenSit(_)
                | Self::GivenSitNamed(_)
                | Self::RegionHasSit
                | Self::RegionName
        )
    }
}
