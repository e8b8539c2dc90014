//! What is not known, in words, where a check has no answer.

use super::eval::Env;
use super::node::{Node, Program};
use super::value::Value;
use crate::catalog;

impl Program {
    /// What it reads that is not known.
    pub(in crate::rules) fn unknowns<'v>(&'v self, env: Env<'_, 'v>) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut open = vec![self.root];
        while let Some(at) = open.pop() {
            let node = self.node(at);
            node.each_operand(&self.items, |operand| open.push(operand));
            let is_leaf = matches!(
                node,
                Node::Attr(_)
                    | Node::Name
                    | Node::Group
                    | Node::Sit(_)
                    | Node::SitNamed(_)
                    | Node::GivenSit(_)
                    | Node::GivenSitNamed(_)
                    | Node::RefAttr(_)
                    | Node::GivenRef(_)
                    | Node::Found(_)
                    | Node::Aggregate(_)
            );
            if !is_leaf || !matches!(self.value(at, &env), Value::Unknown | Value::AtLeast(_)) {
                continue;
            }
            let words = self.leaf(node, env);
            if !found.contains(&words) {
                found.push(words);
            }
        }
        found.reverse();
        found
    }

    fn leaf(&self, node: Node, env: Env<'_, '_>) -> String {
        let parameter = |name: &str| {
            let note = env.world.map(|world| world.region().parameter(name).note);
            match note.filter(|note| !note.is_empty()) {
                Some(note) => format!("{name} is not known ({note})"),
                None => format!("{name} is not known"),
            }
        };
        match node {
            Node::Attr(attribute) => {
                let kind = env.here.and_then(|frame| frame.definition()).map(|definition| definition.kind);
                let entry = kind.and_then(|kind| attribute.entry(kind));
                format!("{} is not known", entry.map_or("an attribute", |entry| entry.name))
            }
            Node::Name => "the name is not known".to_owned(),
            Node::Group => "the group is not known".to_owned(),
            Node::Sit(place) | Node::GivenSit(place) => {
                parameter(catalog::sit_parameters().get(place as usize).map_or("", |entry| entry.name))
            }
            Node::SitNamed(name) | Node::GivenSitNamed(name) => parameter(self.text(name)),
            Node::RefAttr(number) | Node::GivenRef(number) | Node::Found(number) => {
                let reference = self.references.get(usize::from(number));
                let kinds = reference.map_or(&[][..], |reference| reference.targets.as_slice());
                let kinds: Vec<&str> = kinds.iter().map(|(kind, _)| kind.name()).collect();
                format!("nothing is known of the {} that it names", kinds.join(" or "))
            }
            Node::Aggregate(number) => {
                let kind = self.aggregates.get(usize::from(number)).map_or("", |all| all.kind.name());
                format!("not every {kind} of the region is known")
            }
            _ => "something is not known".to_owned(),
        }
    }
}
