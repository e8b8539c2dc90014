//! From what an expression says to a program: types are checked against the catalogue, names become numbers,
//! constants are folded.

mod calls;
mod names;
mod relations;
mod words;

pub(in crate::rules) use words::check_word;

use super::ast::{Ast, Kind, Operator, Word};
use super::error::ExprError;
use super::node::{At, Node, Program, Reads};
use super::parse::parse;
use super::scope::{Scope, Subject};
use super::types::{Base, Ty, is_closed};
use super::value::{Arithmetic, Comparison, Value};
use crate::csd::TypeId;
use std::ops::Range;

/// Compiles an expression, which must be of this type, where one is given.
pub fn compile(text: &str, scope: &Scope, expected: Option<Base>) -> Result<Program, ExprError> {
    let ast = parse(text)?;
    let mut compiler = Compiler::new(text, *scope);
    let (root, ty) = compiler.build(&ast)?;
    if let Some(expected) = expected.filter(|expected| *expected != ty.base) {
        let problem = format!("this is {}, where {} is wanted", ty.base.words(), expected.words());
        return Err(ExprError::new(ast.span, problem));
    }
    Ok(compiler.finish(root, ty))
}

/// A program in the making.
pub(in crate::rules::expr) struct Compiler<'t> {
    source: &'t str,
    scope: Scope,
    /// The type that `where` looks at.
    looped: Option<TypeId>,
    program: Program,
}

pub(in crate::rules::expr) type Built = Result<(At, Ty), ExprError>;

impl<'t> Compiler<'t> {
    pub(in crate::rules::expr) fn new(source: &'t str, scope: Scope) -> Self {
        let program = Program {
            nodes: Vec::new(),
            code: Vec::new(),
            root: 0,
            texts: Vec::new(),
            words: Vec::new(),
            items: Vec::new(),
            references: Vec::new(),
            aggregates: Vec::new(),
            reads: Reads::default(),
            ty: Ty::BOOL,
        };
        Self { source, scope, looped: None, program }
    }

    fn finish(self, root: At, ty: Ty) -> Program {
        Program { ty, ..self.finished(root) }
    }

    /// The program, of which only the way is used.
    pub(in crate::rules::expr) fn finished(mut self, root: At) -> Program {
        self.program.root = root;
        self.program
    }

    /// The type of the definition outside `where`.
    fn outer(&self) -> Option<TypeId> {
        match self.scope.subject {
            Subject::Type(kind) => Some(kind),
            Subject::Sit | Subject::Region => None,
        }
    }

    /// The type of the definition at hand.
    fn here(&self) -> Option<TypeId> {
        self.looped.or(self.outer())
    }

    /// Notes that the definition of the rule is read, unless it is the one that `where` looks at.
    fn reads_here(&mut self) {
        self.program.reads.definition |= self.looped.is_none();
    }

    fn text(&mut self, text: &str) -> u32 {
        let known = self.program.texts.iter().position(|known| **known == *text);
        let at = known.unwrap_or_else(|| {
            self.program.texts.push(text.into());
            self.program.texts.len() - 1
        });
        at as u32
    }

    /// Adds a node. One whose operands are all constants becomes a constant.
    fn add(&mut self, node: Node) -> At {
        let node = self.folded(node).unwrap_or(node);
        self.program.code.push(self.program.shortened(node));
        self.program.nodes.push(node);
        self.program.nodes.len() as At - 1
    }

    fn folded(&mut self, node: Node) -> Option<Node> {
        let (mut operands, mut constants) = (0, 0);
        node.each_operand(&self.program.items, |operand| {
            operands += 1;
            constants += usize::from(self.program.node(operand).is_constant());
        });
        if operands == 0 || operands != constants {
            return None;
        }
        Some(match self.program.constant(node)? {
            Value::Unknown => Node::Unknown,
            Value::Bool(value) => Node::Bool(value),
            Value::Number(number) => Node::Number(number),
            Value::Real(number) => Node::Real(number),
            Value::Text(text) => {
                let text = text.to_owned();
                Node::Text(self.text(&text))
            }
            Value::Absent | Value::AtLeast(_) => return None,
        })
    }

    pub(in crate::rules::expr) fn build(&mut self, ast: &Ast<'_>) -> Built {
        Ok(match &ast.kind {
            Kind::Number(number) => (self.add(Node::Number(*number)), Ty::NUMBER),
            Kind::Time(time) => (self.add(Node::Number(*time)), Ty::TIME),
            Kind::Bool(value) => (self.add(Node::Bool(*value)), Ty::BOOL),
            Kind::Text(text) => {
                let text = self.text(text);
                (self.add(Node::Text(text)), Ty::TEXT)
            }
            Kind::Real(number) if self.scope.cost => (self.add(Node::Real(*number)), Ty::NUMBER),
            Kind::Real(_) => {
                let problem = "fractions are understood in the formulas of [cost] only";
                return Err(ExprError::new(ast.span.clone(), problem));
            }
            Kind::List(_) => {
                return Err(ExprError::new(ast.span.clone(), "a list stands right of `in` only"));
            }
            Kind::Path(path) => self.path(&ast.span, path)?,
            Kind::Constant(name) => self.constant_of_the_model(&ast.span, name)?,
            Kind::Call(call) => self.call(&ast.span, call)?,
            Kind::Not(inner) => {
                let inner = self.of(inner, Base::Bool, "! turns true and false round")?;
                (self.add(Node::Not(inner)), Ty::BOOL)
            }
            Kind::Negative(inner) => {
                let inner = self.of(inner, Base::Number, "- stands before a number")?;
                (self.add(Node::Negative(inner)), Ty::NUMBER)
            }
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Kind::Choice(condition, yes, no) => self.choice(condition, yes, no)?,
        })
    }

    /// Builds what must be of this type; `why` says so.
    fn of(&mut self, ast: &Ast<'_>, base: Base, why: &str) -> Result<At, ExprError> {
        let (at, ty) = self.build(ast)?;
        if ty.base == base {
            return Ok(at);
        }
        let mut error = mismatch(&ast.span, ty.base, base).help(why);
        if base == Base::Bool && ty.domain.is_some() {
            error.help = Some("compare it with a value, or ask has(..) or given(..)".to_owned());
        }
        Err(error)
    }

    fn binary(&mut self, operator: Operator, left: &Ast<'_>, right: &Ast<'_>) -> Built {
        match operator {
            Operator::And | Operator::Or => {
                let why = "&& and || join conditions";
                let a = self.of(left, Base::Bool, why)?;
                let b = self.of(right, Base::Bool, why)?;
                Ok((self.join(operator == Operator::And, a, b), Ty::BOOL))
            }
            Operator::Compare(how @ (Comparison::Equal | Comparison::Unequal)) => {
                let (a, left_ty) = self.build(left)?;
                let (b, right_ty) = self.build(right)?;
                words::comparable((left, left_ty), (right, right_ty))?;
                let node = match (self.program.node(a), self.program.node(b)) {
                    (_, Node::Text(word)) => Node::IsWord(a, word),
                    (Node::Text(word), _) => Node::IsWord(b, word),
                    _ => return Ok((self.add(Node::Compare(how, a, b)), Ty::BOOL)),
                };
                let is = self.add(node);
                Ok((if how == Comparison::Equal { is } else { self.add(Node::Not(is)) }, Ty::BOOL))
            }
            Operator::Compare(how) => {
                let (a, b, _) = self.two_numbers(left, right, how.sign())?;
                Ok((self.add(Node::Order(how, a, b)), Ty::BOOL))
            }
            Operator::In => self.member(left, right),
            Operator::Calculate(how) => self.calculate(how, left, right),
        }
    }

    /// Two numbers or two times.
    fn two_numbers(
        &mut self,
        left: &Ast<'_>,
        right: &Ast<'_>,
        sign: &str,
    ) -> Result<(At, At, Base), ExprError> {
        let (a, left_ty) = self.build(left)?;
        let (b, right_ty) = self.build(right)?;
        for (ast, ty) in [(left, left_ty), (right, right_ty)] {
            if !matches!(ty.base, Base::Number | Base::Time) {
                let problem = format!("{sign} takes numbers or times, and this is {}", ty.base.words());
                let error = ExprError::new(ast.span.clone(), problem);
                return Err(match ty.base {
                    Base::Text if !ty.domain.is_some_and(is_closed) => {
                        error.help("number(..) makes a number of a text")
                    }
                    _ => error,
                });
            }
        }
        if left_ty.base != right_ty.base {
            return Err(words::number_and_time((left, left_ty), (right, right_ty)));
        }
        Ok((a, b, left_ty.base))
    }

    fn calculate(&mut self, how: Arithmetic, left: &Ast<'_>, right: &Ast<'_>) -> Built {
        if matches!(how, Arithmetic::Multiply | Arithmetic::Divide) {
            return self.scale(how, left, right);
        }
        let (a, b, base) = self.two_numbers(left, right, how.sign())?;
        Ok((self.add(Node::Calculate(how, a, b)), Ty { base, domain: None }))
    }

    /// A time may be multiplied and divided by a number; a time divided by a time is a number.
    fn scale(&mut self, how: Arithmetic, left: &Ast<'_>, right: &Ast<'_>) -> Built {
        let (a, left_ty) = self.build(left)?;
        let (b, right_ty) = self.build(right)?;
        let base = match (how, left_ty.base, right_ty.base) {
            (_, Base::Number, Base::Number) | (Arithmetic::Divide, Base::Time, Base::Time) => Base::Number,
            (_, Base::Time, Base::Number) | (Arithmetic::Multiply, Base::Number, Base::Time) => Base::Time,
            (_, Base::Number, Base::Time) => {
                return Err(ExprError::new(right.span.clone(), "a number cannot be divided by a time"));
            }
            (Arithmetic::Multiply, Base::Time, Base::Time) => {
                return Err(ExprError::new(right.span.clone(), "two times cannot be multiplied"));
            }
            (_, Base::Number | Base::Time, other) => {
                return Err(mismatch(&right.span, other, Base::Number));
            }
            (_, other, _) => return Err(mismatch(&left.span, other, Base::Number)),
        };
        let node = match self.scope.cost && how == Arithmetic::Divide {
            true => Node::Divide(a, b),
            false => Node::Calculate(how, a, b),
        };
        Ok((self.add(node), Ty { base, domain: None }))
    }

    fn member(&mut self, left: &Ast<'_>, right: &Ast<'_>) -> Built {
        let (value, ty) = self.build(left)?;
        let Kind::List(items) = &right.kind else {
            let error = ExprError::new(right.span.clone(), "a list stands right of `in`");
            return Err(error.help("write [\"A\", \"B\"]"));
        };
        if items.is_empty() {
            return Err(ExprError::new(right.span.clone(), "this list is empty"));
        }
        let mut built = Vec::with_capacity(items.len());
        for item in items {
            let (at, item_ty) = self.build(item)?;
            words::comparable((left, ty), (item, item_ty))?;
            built.push(at);
        }
        let count = built.len() as u32;
        let words: Option<Vec<Box<str>>> = built
            .iter()
            .map(|item| match self.program.node(*item) {
                Node::Text(text) => Some(self.program.text(text).into()),
                _ => None,
            })
            .collect();
        let node = match words {
            Some(words) => {
                let first = self.program.words.len() as u32;
                self.program.words.extend(words);
                Node::IsOneOf(value, first, count)
            }
            None => {
                let first = self.program.items.len() as u32;
                self.program.items.extend(&built);
                Node::In(value, first, count)
            }
        };
        Ok((self.add(node), Ty::BOOL))
    }

    /// `a && b` or `a || b`; where one side is a constant that decides nothing it is the other.
    fn join(&mut self, and: bool, a: At, b: At) -> At {
        match (self.program.node(a), self.program.node(b)) {
            (Node::Bool(value), _) if value == and => b,
            (_, Node::Bool(value)) if value == and => a,
            _ => self.add(if and { Node::And(a, b) } else { Node::Or(a, b) }),
        }
    }

    fn choice(&mut self, condition: &Ast<'_>, yes: &Ast<'_>, no: &Ast<'_>) -> Built {
        let condition = self.of(condition, Base::Bool, "a condition stands before ?")?;
        let (a, yes_ty) = self.build(yes)?;
        let (b, no_ty) = self.build(no)?;
        if yes_ty.base != no_ty.base {
            return Err(mismatch(&no.span, no_ty.base, yes_ty.base).help("both choices are of one type"));
        }
        let ty = if yes_ty == no_ty { yes_ty } else { Ty { base: yes_ty.base, domain: None } };
        Ok((self.add(Node::Choice(condition, a, b)), ty))
    }

    fn constant_of_the_model(&mut self, span: &Range<usize>, name: &Word<'_>) -> Built {
        if !self.scope.cost {
            return Err(words::only_in_cost(span, "model"));
        }
        super::inputs::constant(name)?;
        let text = self.text(&format!("model.{}", name.text));
        self.program.reads.inputs = true;
        Ok((self.add(Node::Input(text)), Ty::NUMBER))
    }
}

fn mismatch(span: &Range<usize>, found: Base, wanted: Base) -> ExprError {
    ExprError::new(span.clone(), format!("this is {}, where {} is wanted", found.words(), wanted.words()))
}
