//! Functions.

use super::super::ast::{Argument, Ast, Call, Kind, Word};
use super::super::error::ExprError;
use super::super::node::{At, Node};
use super::super::types::{Base, Ty};
use super::super::value::Arithmetic;
use super::names::{attribute, parameter};
use super::{Built, Compiler, words};
use crate::catalog;
use std::ops::Range;

/// Every function, with what it takes.
const FUNCTIONS: [(&str, &str); 22] = [
    ("given", "given(attr.x)"),
    ("has", "has(x)"),
    ("unknown", "unknown(x)"),
    ("operand", "operand(sit.x, n)"),
    ("operands", "operands(sit.x)"),
    ("matches", "matches(text, \"MASK*\")"),
    ("length", "length(text)"),
    ("prefix", "prefix(text, n)"),
    ("suffix", "suffix(text, n)"),
    ("number", "number(text)"),
    ("upper", "upper(text)"),
    ("min2", "min2(a, b)"),
    ("max2", "max2(a, b)"),
    ("ceil_div", "ceil_div(a, b)"),
    ("ref", "ref(attr.x).y, ref(TYPE, name).y"),
    ("found", "found(ref(attr.x))"),
    ("count", "count(TYPE where condition)"),
    ("exists", "exists(TYPE where condition)"),
    ("sum", "sum(TYPE.x where condition)"),
    ("max", "max(TYPE.x where condition)"),
    ("min", "min(TYPE.x where condition)"),
    ("first", "first(TYPE where condition)"),
];

impl Compiler<'_> {
    pub(super) fn call(&mut self, span: &Range<usize>, call: &Call<'_>) -> Built {
        let name = call.name.text;
        if !FUNCTIONS.iter().any(|(known, _)| *known == name) {
            return Err(unknown_function(span, &call.name));
        }
        if !matches!(name, "ref") && call.field.is_some() {
            return Err(ExprError::new(span.clone(), "only ref(..) has attributes"));
        }
        if matches!(name, "count" | "exists" | "sum" | "max" | "min") {
            return self.aggregate(span, call);
        }
        if let Some(condition) = call.arguments.iter().find_map(|argument| argument.condition.as_ref()) {
            let problem = "`where` stands inside count(), exists(), sum(), max(), min() and first() only";
            return Err(ExprError::new(condition.span.clone(), problem));
        }
        let arguments: Vec<&Ast<'_>> =
            call.arguments.iter().map(|argument: &Argument<'_>| &argument.value).collect();
        match (name, arguments.as_slice()) {
            ("given", [one]) => self.given(one),
            ("has", [one]) => {
                let (at, _) = self.build(one)?;
                Ok((self.add(Node::Has(at)), Ty::BOOL))
            }
            ("unknown", [one]) => {
                let (at, _) = self.build(one)?;
                Ok((self.add(Node::IsUnknown(at)), Ty::BOOL))
            }
            ("matches", [text, mask]) => self.matches(text, mask),
            ("length", [text]) => {
                let text = self.text_of(text)?;
                Ok((self.add(Node::Length(text)), Ty::NUMBER))
            }
            ("prefix" | "suffix", [text, count]) => {
                let text = self.text_of(text)?;
                let count = self.of(count, Base::Number, "so many characters")?;
                let node =
                    if name == "prefix" { Node::Prefix(text, count) } else { Node::Suffix(text, count) };
                Ok((self.add(node), Ty::TEXT))
            }
            ("number", [text]) => {
                let text = self.text_of(text)?;
                Ok((self.add(Node::ToNumber(text)), Ty::NUMBER))
            }
            ("upper", [text]) => {
                let text = self.text_of(text)?;
                Ok((self.add(Node::Upper(text)), Ty::TEXT))
            }
            ("min2", [a, b]) => self.of_two(Arithmetic::Min, a, b),
            ("max2", [a, b]) => self.of_two(Arithmetic::Max, a, b),
            ("ceil_div", [a, b]) => {
                let why = "ceil_div divides numbers and rounds up";
                let a = self.of(a, Base::Number, why)?;
                let b = self.of(b, Base::Number, why)?;
                Ok((self.add(Node::Calculate(Arithmetic::CeilDiv, a, b)), Ty::NUMBER))
            }
            ("operand", [value, number]) => {
                let value = self.list_of(value)?;
                let number = self.of(number, Base::Number, "operands are counted from 1")?;
                Ok((self.add(Node::Operand(value, number)), Ty::TEXT))
            }
            ("operands", [value]) => {
                let value = self.list_of(value)?;
                Ok((self.add(Node::Operands(value)), Ty::NUMBER))
            }
            ("ref", _) => self.reference_read(span, call),
            ("found", [one]) => self.found(one),
            ("first", _) => {
                let problem = "first(..) is a place, not a value: it stands in `at` only";
                Err(ExprError::new(span.clone(), problem))
            }
            _ => Err(unknown_function(span, &call.name)),
        }
    }

    fn of_two(&mut self, how: Arithmetic, a: &Ast<'_>, b: &Ast<'_>) -> Built {
        let (a, b, base) = self.two_numbers(a, b, how.sign())?;
        Ok((self.add(Node::Calculate(how, a, b)), Ty { base, domain: None }))
    }

    fn text_of(&mut self, ast: &Ast<'_>) -> Result<At, ExprError> {
        let (at, ty) = self.build(ast)?;
        // A number that may be a word is a text where it is that word.
        if ty.base == Base::Text || ty.has_words() {
            return Ok(at);
        }
        let problem = format!("this is {}, where a text is wanted", ty.base.words());
        Err(ExprError::new(ast.span.clone(), problem))
    }

    /// A value with operands: `(A,B)`.
    fn list_of(&mut self, ast: &Ast<'_>) -> Result<At, ExprError> {
        match &ast.kind {
            Kind::Path(path) if path.len() == 2 => self.text_of(ast),
            _ => {
                Err(ExprError::new(ast.span.clone(), "this is sit.x or attr.x, the value that has operands"))
            }
        }
    }

    fn matches(&mut self, text: &Ast<'_>, mask: &Ast<'_>) -> Built {
        let (value, ty) = self.build(text)?;
        if ty.base != Base::Text && !ty.has_words() {
            let problem = format!("this is {}, where a text is wanted", ty.base.words());
            return Err(ExprError::new(text.span.clone(), problem));
        }
        if let (Kind::Text(mask_text), Some(domain)) = (&mask.kind, ty.domain) {
            if !domain.mixed_case && mask_text.bytes().any(|byte| byte.is_ascii_lowercase()) {
                let problem = "CICS folds the value to capitals, so it never fits this";
                let error = ExprError::new(mask.span.clone(), problem);
                return Err(error.help(format!("write \"{}\"", mask_text.to_ascii_uppercase())));
            }
            if !mask_text.contains(['*', '+']) {
                words::check_word(&mask.span, mask_text, ty, domain)?;
            }
        }
        let mask = self.of(mask, Base::Text, "a mask: + is one character, * the rest")?;
        Ok((self.add(Node::Matches(value, mask)), Ty::BOOL))
    }

    fn given(&mut self, ast: &Ast<'_>) -> Built {
        let wrong = || {
            let error = ExprError::new(ast.span.clone(), "given(..) asks of an attribute or a parameter");
            error.help("write given(attr.x), given(sit.x), given(ref(attr.x).y)")
        };
        let node = match &ast.kind {
            Kind::Path(path) => match path.as_slice() {
                [space, word] if space.text == "attr" => Node::Given(self.attribute_here(&ast.span, word)?.0),
                [space, word] if space.text == "this" => {
                    let kind = self.this(&ast.span)?;
                    Node::GivenThis(attribute(kind, word)?.0)
                }
                [space, word] if space.text == "sit" => {
                    let (entry, name) = parameter(word)?;
                    self.parameter_node(entry, &name, Node::GivenSit, Node::GivenSitNamed)
                }
                _ => return Err(wrong()),
            },
            Kind::Call(call) if call.name.text == "ref" && call.field.is_some() => {
                Node::GivenRef(self.reference_to_attribute(&ast.span, call)?.0)
            }
            _ => return Err(wrong()),
        };
        Ok((self.add(node), Ty::BOOL))
    }
}

fn unknown_function(span: &Range<usize>, name: &Word<'_>) -> ExprError {
    if let Some((_, form)) = FUNCTIONS.iter().find(|(known, _)| *known == name.text) {
        let problem = format!("{} takes other arguments", name.text);
        return ExprError::new(span.clone(), problem).help(format!("write {form}"));
    }
    let upper: Vec<String> = FUNCTIONS.iter().map(|(known, _)| known.to_uppercase()).collect();
    let near = catalog::nearest(name.text, upper.iter().map(String::as_str));
    let form = near.and_then(|near| FUNCTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(near)));
    ExprError::new(name.span.clone(), format!("there is no function {}", name.text))
        .suggest(form.map(|(_, form)| *form))
}
