//! Places: what a rule underlines. `attr.x`, `sit.x`, `name`, `group`, `first(TYPE where ..)`, `ref(attr.x)`.

use super::ast::{Call, Kind};
use super::compile::Compiler;
use super::error::ExprError;
use super::eval::Env;
use super::node::{Node, Program, Reads};
use super::parse::parse;
use super::reference::Named;
use super::scope::Scope;
use super::value::Value;
use super::world::World;
use crate::csd::{AttributeId, Definition, TypeId};

/// What is underlined.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceOf {
    /// An attribute of the definition.
    Attribute(AttributeId),
    /// A SIT parameter, by its name.
    Parameter(Box<str>),
    /// The name of the definition.
    Name,
    /// Its group.
    Group,
    /// Another definition.
    Other(Other),
}

/// How another definition is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    program: Program,
    how: How,
    attribute: Option<AttributeId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// The first of a type for which the program is true.
    First(TypeId),
    /// What a reference of the program names.
    Reference(u16),
}

/// Compiles a place.
pub fn compile_place(text: &str, scope: &Scope) -> Result<PlaceOf, ExprError> {
    let ast = parse(text)?;
    let mut compiler = Compiler::new(text, *scope);
    match &ast.kind {
        Kind::Path(_) => {
            let (root, _) = compiler.build(&ast)?;
            match compiler.finished(root).node(root) {
                Node::Attr(attribute) => return Ok(PlaceOf::Attribute(attribute)),
                Node::Name => return Ok(PlaceOf::Name),
                Node::Group => return Ok(PlaceOf::Group),
                Node::Sit(_) | Node::SitNamed(_) => {
                    let name = text.trim().trim_start_matches("sit.").to_ascii_uppercase();
                    return Ok(PlaceOf::Parameter(name.into()));
                }
                _ => {}
            }
        }
        Kind::Call(call) if call.name.text == "first" => return first(compiler, call).map(PlaceOf::Other),
        Kind::Call(call) if call.name.text == "ref" && call.field.is_none() => {
            let number = compiler.reference_to_resource(&ast.span, call)?;
            let how = How::Reference(number);
            return Ok(PlaceOf::Other(Other { program: compiler.finished(0), how, attribute: None }));
        }
        Kind::Call(call) if call.name.text == "ref" => {
            let (number, _) = compiler.reference_to_attribute(&ast.span, call)?;
            let how = How::Reference(number);
            return Ok(PlaceOf::Other(Other { program: compiler.finished(0), how, attribute: None }));
        }
        _ => {}
    }
    let error = ExprError::new(ast.span, "this is no place that can be underlined");
    Err(error.help("places are attr.x, sit.x, name, group, first(TYPE where ..), ref(attr.x)"))
}

/// `first(TYPE where ..)`, `first(TYPE.attribute where ..)`
fn first(mut compiler: Compiler<'_>, call: &Call<'_>) -> Result<Other, ExprError> {
    let [argument] = call.arguments.as_slice() else {
        let error = ExprError::new(call.name.span.clone(), "first takes a resource type");
        return Err(error.help("write first(TYPE where condition)"));
    };
    let (kind, attribute) = compiler.looked_at(&argument.value)?;
    let root = compiler.inside(kind, argument)?;
    Ok(Other { program: compiler.finished(root), how: How::First(kind), attribute })
}

impl PlaceOf {
    /// What finding it reads.
    pub fn reads(&self) -> Reads {
        match self {
            Self::Parameter(_) => Reads { sit: true, ..Reads::default() },
            Self::Other(other) => Reads { installed: true, ..other.program.reads() },
            Self::Attribute(_) | Self::Name | Self::Group => Reads { definition: true, ..Reads::default() },
        }
    }
}

impl Other {
    /// The definition, and the attribute of it that is underlined, where one is.
    pub fn find<'v>(
        &'v self,
        env: Env<'_, 'v>,
        world: &World<'v>,
    ) -> Option<(&'v Definition, Option<AttributeId>)> {
        match self.how {
            How::Reference(number) => match self.program.named(number, &env, world) {
                Named::Definition(definition, attribute) => Some((definition, attribute)),
                _ => None,
            },
            How::First(kind) => {
                let frame = world.looped(kind)?;
                let fits = |definition: &&&'v Definition| {
                    frame.set(definition);
                    definition.made_by().is_some()
                        && self.program.run(env.looking_at(frame)) == Value::Bool(true)
                };
                world.members(kind).iter().find(fits).map(|found| (*found, self.attribute))
            }
        }
    }
}
