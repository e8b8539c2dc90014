//! Names: `attr.x`, `sit.x`, `region.x`, `this.x`, `workload.x`, `name`, `group`, `type`.

use super::super::ast::Word;
use super::super::error::ExprError;
use super::super::inputs;
use super::super::node::Node;
use super::super::types::Ty;
use super::{Built, Compiler, words};
use crate::catalog::{self, Lookup, SitParameter};
use crate::csd::{AttributeId, TypeId};
use std::ops::Range;

const SPACES: [&str; 6] = ["attr", "sit", "region", "this", "workload", "model"];

impl Compiler<'_> {
    pub(super) fn path(&mut self, span: &Range<usize>, path: &[Word<'_>]) -> Built {
        match path {
            [one] => self.plain_name(one),
            [space, word] => match space.text {
                "attr" => {
                    let (id, ty) = self.attribute_here(span, word)?;
                    Ok((self.add(Node::Attr(id)), ty))
                }
                "this" => self.of_this(span, word),
                "sit" => {
                    let (entry, name) = parameter(word)?;
                    let node = self.parameter_node(entry, &name, Node::Sit, Node::SitNamed);
                    Ok((self.add(node), Ty::of(&entry.domain)))
                }
                "region" => self.of_region(word),
                "workload" => self.of_workload(span, word),
                _ => Err(unknown_space(space, word)),
            },
            [.., last] => {
                let error = ExprError::new(span.clone(), "a name has two parts at most");
                Err(error.help(format!("of another resource: ref(attr.x).{}", last.text)))
            }
            [] => Err(ExprError::new(span.clone(), "a name is missing")),
        }
    }

    fn plain_name(&mut self, word: &Word<'_>) -> Built {
        let here = self.here();
        let node = match (word.text, here) {
            ("name", Some(_)) => Node::Name,
            ("group", Some(_)) => Node::Group,
            ("type", Some(kind)) => Node::Text(self.text(kind.name())),
            ("name" | "group" | "type", None) => {
                let problem = format!("`{}` is that of a definition, and this rule is about none", word.text);
                return Err(ExprError::new(word.span.clone(), problem));
            }
            _ => return Err(self.unknown_name(word)),
        };
        self.reads_here();
        Ok((self.add(node), Ty::TEXT))
    }

    /// Says what was perhaps meant by a bare word.
    fn unknown_name(&self, word: &Word<'_>) -> ExprError {
        let error = ExprError::new(word.span.clone(), format!("`{}` is no name", word.text));
        let upper = word.text.to_ascii_uppercase();
        let lower = word.text.to_ascii_lowercase();
        if self.here().is_some_and(|kind| kind.attribute(&upper).is_some()) {
            return error.help(format!("an attribute is written attr.{lower}"));
        }
        if matches!(catalog::sit_parameter(&upper), Lookup::Full(_)) {
            return error.help(format!("a SIT parameter is written sit.{lower}"));
        }
        if TypeId::of(&upper).is_some() {
            return error
                .help(format!("a resource type stands in count({upper}), exists(..), ref({upper}, ..)"));
        }
        if word.text == upper {
            return error.help(format!("a word is written in quotes: \"{upper}\""));
        }
        error.suggest(
            catalog::nearest(word.text, ["NAME", "GROUP", "TYPE"].into_iter()).map(str::to_lowercase),
        )
    }

    /// The attribute of the definition at hand.
    pub(super) fn attribute_here(
        &mut self,
        span: &Range<usize>,
        word: &Word<'_>,
    ) -> Result<(AttributeId, Ty), ExprError> {
        let Some(kind) = self.here() else {
            let problem = "`attr.` is an attribute of a definition, and this rule is about none";
            let error = ExprError::new(span.clone(), problem);
            return Err(error.help("it may stand in the `where` of count(), exists(), sum(), max(), min()"));
        };
        self.reads_here();
        attribute(kind, word)
    }

    /// The type of the definition outside `where`.
    pub(super) fn this(&mut self, span: &Range<usize>) -> Result<TypeId, ExprError> {
        let Some(_) = self.looped else {
            let error = ExprError::new(span.clone(), "`this.` is known inside `where` only");
            return Err(error.help("write attr.x, name or group"));
        };
        self.program.reads.definition = true;
        self.outer().ok_or_else(|| {
            ExprError::new(span.clone(), "`this.` is the definition of the rule, and this rule is about none")
        })
    }

    fn of_this(&mut self, span: &Range<usize>, word: &Word<'_>) -> Built {
        let kind = self.this(span)?;
        let node = match word.text {
            "name" => Node::ThisName,
            "group" => Node::ThisGroup,
            "type" => Node::Text(self.text(kind.name())),
            _ => {
                let (id, ty) = attribute(kind, word)?;
                return Ok((self.add(Node::ThisAttr(id)), ty));
            }
        };
        Ok((self.add(node), Ty::TEXT))
    }

    fn of_region(&mut self, word: &Word<'_>) -> Built {
        let reads = &mut self.program.reads;
        match word.text {
            "complete" => {
                reads.installed = true;
                Ok((self.add(Node::RegionComplete), Ty::BOOL))
            }
            "has_sit" => {
                reads.sit = true;
                Ok((self.add(Node::RegionHasSit), Ty::BOOL))
            }
            "name" => {
                reads.region_name = true;
                Ok((self.add(Node::RegionName), Ty::TEXT))
            }
            other => {
                let known = ["COMPLETE", "HAS_SIT", "NAME"];
                let near = catalog::nearest(other, known.into_iter());
                let problem = format!("a region has no `{other}`, only complete, has_sit and name");
                let error = ExprError::new(word.span.clone(), problem);
                Err(error.suggest(near.map(|near| format!("region.{}", near.to_lowercase()))))
            }
        }
    }

    fn of_workload(&mut self, span: &Range<usize>, word: &Word<'_>) -> Built {
        if !self.scope.cost {
            return Err(words::only_in_cost(span, "workload"));
        }
        if !inputs::WORKLOAD.contains(&word.text) {
            let problem = format!("a workload has no `{}`, only {}", word.text, inputs::WORKLOAD.join(", "));
            return Err(ExprError::new(word.span.clone(), problem));
        }
        self.program.reads.inputs = true;
        let text = self.text(&format!("workload.{}", word.text));
        Ok((self.add(Node::Input(text)), Ty::NUMBER))
    }

    /// The node of a parameter: by its place in the catalogue, or by its name where it is one of a family.
    pub(super) fn parameter_node(
        &mut self,
        entry: &'static SitParameter,
        name: &str,
        plain: fn(u16) -> Node,
        named: fn(u32) -> Node,
    ) -> Node {
        self.program.reads.sit = true;
        match catalog::sit_parameters().binary_search_by(|known| known.name.cmp(name)) {
            Ok(place) if entry.suffixes.is_empty() => plain(place as u16),
            _ => named(self.text(name)),
        }
    }
}

/// The attribute that a rule names: in full, in small letters.
pub(super) fn attribute(kind: TypeId, word: &Word<'_>) -> Result<(AttributeId, Ty), ExprError> {
    let error = |problem: String| ExprError::new(word.span.clone(), problem);
    let found = kind.attribute_in_full(word.text).and_then(|id| Some((id, id.entry(kind)?)));
    let Some((id, entry)) = found else {
        let upper = word.text.to_ascii_uppercase();
        let known = kind.entry().attributes.iter().map(|attribute| attribute.name);
        let near = catalog::nearest(&upper, known)
            .or_else(|| kind.entry().attribute(&upper).found().map(|attribute| attribute.name));
        let problem = format!("{} has no attribute {upper}", kind.name());
        return Err(error(problem).suggest(near.map(str::to_lowercase)));
    };
    if word.text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let lower = word.text.to_ascii_lowercase();
        return Err(
            error("attributes are written in small letters".to_owned()).help(format!("write {lower}"))
        );
    }
    if entry.name == "GROUP" {
        return Err(error("the group is no attribute here".to_owned()).help("write group, or this.group"));
    }
    Ok((id, Ty::of(&entry.domain)))
}

/// The SIT parameter that a rule names, and its name in capitals.
pub(super) fn parameter(word: &Word<'_>) -> Result<(&'static SitParameter, String), ExprError> {
    let upper = word.text.to_ascii_uppercase();
    let error = |problem: String| ExprError::new(word.span.clone(), problem);
    match catalog::sit_parameter(&upper) {
        Lookup::Full(entry) | Lookup::Unknown(Some(entry))
            if !entry.suffixes.is_empty() && entry.name.eq_ignore_ascii_case(&upper) =>
        {
            let example = entry.suffixes.first().copied().unwrap_or("");
            let stem = entry.name.trim_end_matches('x').to_lowercase();
            let help = format!("name one of them: sit.{stem}{}", example.to_lowercase());
            Err(error(format!("{} stands for many parameters", entry.name)).help(help))
        }
        Lookup::Full(_) if word.text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            let lower = word.text.to_ascii_lowercase();
            Err(error("parameters are written in small letters".to_owned())
                .help(format!("write sit.{lower}")))
        }
        Lookup::Full(entry) => Ok((entry, upper)),
        Lookup::Abbreviation(entry) | Lookup::TooShort(entry) | Lookup::Unknown(Some(entry)) => {
            let near = format!("sit.{}", entry.name.to_lowercase());
            Err(error(format!("there is no SIT parameter {upper}")).suggest(Some(near)))
        }
        Lookup::Ambiguous(_) | Lookup::Unknown(None) => {
            Err(error(format!("there is no SIT parameter {upper}")))
        }
    }
}

fn unknown_space(space: &Word<'_>, word: &Word<'_>) -> ExprError {
    let upper = space.text.to_ascii_uppercase();
    if TypeId::of(&upper).is_some() {
        let problem = format!(
            "attributes of {upper} are read by ref(..), count(..), sum({upper}.{} where ..)",
            word.text
        );
        return ExprError::new(space.span.clone(), problem);
    }
    let spaces = SPACES.map(str::to_uppercase);
    let near = catalog::nearest(&upper, spaces.iter().map(String::as_str)).map(str::to_lowercase);
    let problem = format!("`{}.` is none of {}", space.text, SPACES.map(|s| format!("{s}.")).join(", "));
    ExprError::new(space.span.clone(), problem).suggest(near.map(|near| format!("{near}.{}", word.text)))
}
