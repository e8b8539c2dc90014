//! From the lexemes of an expression to what it says. The language is written out in `grammar/expr.pest`.

use super::ast::{Argument, Ast, COMPARISON, Call, Kind, Operator, Word};
use super::balance;
use super::error::ExprError;
use super::lexemes::{Form, Lexeme, lexemes};
use super::value::{Arithmetic, Comparison};
use std::ops::Range;

/// Parts of an expression that may depend on each other.
const DEEPEST: usize = 160;

/// Reads an expression. How deep it nests is checked beforehand, which bounds the recursion here.
pub(super) fn parse(text: &str) -> Result<Ast<'_>, ExprError> {
    balance::check(text)?;
    if text.trim().is_empty() {
        return Err(ExprError::new(0..text.len(), "the expression is empty"));
    }
    let mut parser = Parser { text, lexemes: lexemes(text)?, at: 0 };
    let ast = parser.expr()?;
    match parser.peek() {
        None => Ok(ast),
        Some(_) => Err(parser.unexpected("an operator")),
    }
}

struct Parser<'t> {
    text: &'t str,
    lexemes: Vec<Lexeme<'t>>,
    at: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<Lexeme<'t>> {
        self.lexemes.get(self.at).copied()
    }

    /// The next lexeme, where it is this sign or word.
    fn take(&mut self, text: &str) -> Option<Lexeme<'t>> {
        let next =
            self.peek().filter(|next| next.text == text && matches!(next.form, Form::Sign | Form::Word))?;
        self.at += 1;
        Some(next)
    }

    fn expect(&mut self, text: &str, wanted: &str) -> Result<Lexeme<'t>, ExprError> {
        self.take(text).ok_or_else(|| self.unexpected(wanted))
    }

    /// Where the lexeme before ends.
    fn end(&self) -> usize {
        self.at.checked_sub(1).and_then(|before| self.lexemes.get(before)).map_or(0, Lexeme::end)
    }

    fn expr(&mut self) -> Result<Ast<'t>, ExprError> {
        let first = self.operand()?;
        let condition = self.climb(first, 0)?;
        if self.take("?").is_none() {
            return Ok(condition);
        }
        let yes = self.expr()?;
        if self.take(":").is_none() {
            return Err(self.unexpected("an operator or `:`").help("write a ? b : c"));
        }
        let no = self.expr()?;
        let span = condition.span.start..no.span.end;
        ast(span, Kind::Choice(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// Takes the operators that bind more tightly than `than`. It recurses once for each level of precedence.
    fn climb(&mut self, mut left: Ast<'t>, than: u8) -> Result<Ast<'t>, ExprError> {
        while let Some((operator, _)) = self.operator()?.filter(|(next, _)| next.precedence() > than) {
            self.at += 1;
            let right = self.operand()?;
            let right = self.climb(right, operator.precedence())?;
            if operator.precedence() == COMPARISON {
                self.refuse_chain(operator)?;
            }
            let span = left.span.start..right.span.end;
            left = ast(span, Kind::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn refuse_chain(&self, first: Operator) -> Result<(), ExprError> {
        match self.operator()? {
            Some((second, place)) if second.precedence() == COMPARISON => {
                let error = ExprError::new(place, "comparisons do not chain");
                Err(error.help(format!("write a {} b && b {} c", first.sign(), second.sign())))
            }
            _ => Ok(()),
        }
    }

    /// The operator that comes next, where one does.
    fn operator(&self) -> Result<Option<(Operator, Range<usize>)>, ExprError> {
        let Some(next) = self.peek() else { return Ok(None) };
        let operator = match (next.form, next.text) {
            (Form::Word, "in") => Operator::In,
            (Form::Word, word) if word.eq_ignore_ascii_case("and") => return Err(wrong(next, "&&")),
            (Form::Word, word) if word.eq_ignore_ascii_case("or") => return Err(wrong(next, "||")),
            (Form::Sign, sign) => match sign {
                "==" => Operator::Compare(Comparison::Equal),
                "!=" => Operator::Compare(Comparison::Unequal),
                "<=" => Operator::Compare(Comparison::AtMost),
                ">=" => Operator::Compare(Comparison::AtLeast),
                "<" => Operator::Compare(Comparison::Less),
                ">" => Operator::Compare(Comparison::More),
                "&&" => Operator::And,
                "||" => Operator::Or,
                "+" => Operator::Calculate(Arithmetic::Add),
                "-" => Operator::Calculate(Arithmetic::Subtract),
                "*" => Operator::Calculate(Arithmetic::Multiply),
                "/" => Operator::Calculate(Arithmetic::Divide),
                "%" => Operator::Calculate(Arithmetic::Rest),
                "=" => return Err(wrong(next, "==")),
                "=<" => return Err(wrong(next, "<=")),
                "=>" => return Err(wrong(next, ">=")),
                "<>" => return Err(wrong(next, "!=")),
                "&" => return Err(wrong(next, "&&")),
                "|" => return Err(wrong(next, "||")),
                "**" => return Err(no_operator(next)),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some((operator, next.span())))
    }

    /// `(! | -)* value`
    fn operand(&mut self) -> Result<Ast<'t>, ExprError> {
        let mut prefixes = Vec::new();
        while let Some(prefix) = self.take("!").or_else(|| self.take("-")) {
            prefixes.push(prefix);
        }
        let mut value = self.value()?;
        for prefix in prefixes.into_iter().rev() {
            let span = prefix.start..value.span.end;
            let inner = Box::new(value);
            value = ast(span, if prefix.text == "!" { Kind::Not(inner) } else { Kind::Negative(inner) })?;
        }
        Ok(value)
    }

    fn value(&mut self) -> Result<Ast<'t>, ExprError> {
        let Some(next) = self.peek() else { return Err(self.unexpected("a value")) };
        let kind = match (next.form, next.text) {
            (Form::Number, _) => number(next)?,
            (Form::Text, text) => Kind::Text(text.get(1..text.len() - 1).unwrap_or("")),
            (Form::Word, "true") => Kind::Bool(true),
            (Form::Word, "false") => Kind::Bool(false),
            (Form::Word, "in" | "where") => return Err(self.unexpected("a value")),
            (Form::Word, "model") => return self.constant(next),
            (Form::Word, _) => return self.name(next),
            (Form::Sign, "(") => return self.group(),
            (Form::Sign, "[") => return self.list(),
            (Form::Sign, _) => return Err(self.unexpected("a value")),
        };
        self.at += 1;
        ast(next.span(), kind)
    }

    /// `( expr )`
    fn group(&mut self) -> Result<Ast<'t>, ExprError> {
        let open = self.expect("(", "a value")?;
        let inner = self.expr()?;
        let close = self.expect(")", "an operator")?;
        Ok(Ast { span: open.start..close.end(), ..inner })
    }

    /// `[ expr, .. ]`
    fn list(&mut self) -> Result<Ast<'t>, ExprError> {
        let open = self.expect("[", "a value")?;
        let mut items = Vec::new();
        while self.peek().is_some_and(|next| next.text != "]" || next.form != Form::Sign) {
            if !items.is_empty() {
                self.expect(",", "an operator, `,` or `]`")?;
            }
            items.push(self.expr()?);
        }
        let close = self.expect("]", "an operator, `,` or `]`")?;
        ast(open.start..close.end(), Kind::List(items))
    }

    /// `name`, `name.name`, `name(..)`
    fn name(&mut self, first: Lexeme<'t>) -> Result<Ast<'t>, ExprError> {
        self.at += 1;
        if self.take("(").is_some() {
            return self.call(first);
        }
        let mut path = vec![word(first)];
        while self.take(".").is_some() {
            path.push(word(self.word("a name")?));
        }
        ast(first.start..self.end(), Kind::Path(path))
    }

    /// `model.dsw-static.cpu`: hyphens and points without blanks belong to the name.
    fn constant(&mut self, model: Lexeme<'t>) -> Result<Ast<'t>, ExprError> {
        self.at += 1;
        let point = self.expect(".", "`.` and the name of a constant")?;
        let mut end = self.word("the name of a constant")?.end();
        while let (Some(joint), Some(next)) = (self.peek(), self.lexemes.get(self.at + 1)) {
            let joins = matches!(joint.text, "." | "-") && joint.start == end && next.start == joint.end();
            if !joins || !matches!(next.form, Form::Word | Form::Number) {
                break;
            }
            end = next.end();
            self.at += 2;
        }
        let span = point.end()..end;
        let text = self.text.get(span.clone()).unwrap_or("");
        ast(model.start..end, Kind::Constant(Word { span, text }))
    }

    fn word(&mut self, wanted: &str) -> Result<Lexeme<'t>, ExprError> {
        match self.peek().filter(|next| matches!(next.form, Form::Word | Form::Number)) {
            Some(next) => {
                self.at += 1;
                Ok(next)
            }
            None => Err(self.unexpected(wanted)),
        }
    }

    /// What stands behind `name(`.
    fn call(&mut self, name: Lexeme<'t>) -> Result<Ast<'t>, ExprError> {
        let mut call = Call { name: word(name), arguments: Vec::new(), field: None };
        while self.peek().is_some_and(|next| next.text != ")" || next.form != Form::Sign) {
            if !call.arguments.is_empty() {
                self.expect(",", "an operator, `,` or `)`")?;
            }
            let value = self.expr()?;
            let condition = match self.take("where") {
                Some(_) => Some(self.expr()?),
                None => None,
            };
            call.arguments.push(Argument { value, condition });
        }
        self.expect(")", "an operator, `,` or `)`")?;
        if self.take(".").is_some() {
            call.field = Some(word(self.word("a name")?));
        }
        ast(name.start..self.end(), Kind::Call(call))
    }

    /// The next lexeme stands where something else should.
    #[cold]
    fn unexpected(&self, wanted: &str) -> ExprError {
        let Some(next) = self.peek() else {
            let end = self.end().max(1);
            return ExprError::new(end - 1..end, format!("the expression ends where {wanted} should stand"));
        };
        let error = ExprError::new(next.span(), format!("`{}` stands where {wanted} should", next.text));
        let before = self.at.checked_sub(1).and_then(|before| self.lexemes.get(before));
        if before.is_some_and(|before| before.form == Form::Word && before.text.eq_ignore_ascii_case("not")) {
            return error.help("write ! for not");
        }
        match next.text {
            "where" => error.help("`where` stands inside count(), exists(), sum(), max(), min() and first()"),
            "[" => error.help("a list stands right of `in` only"),
            "." if self.text.get(next.end()..).is_some_and(|rest| !rest.is_empty()) => {
                error.help("attributes are attr.x, parameters sit.x, of another resource ref(attr.x).y")
            }
            _ => error,
        }
    }
}

fn word(lexeme: Lexeme<'_>) -> Word<'_> {
    Word { span: lexeme.span(), text: lexeme.text }
}

fn no_operator(lexeme: Lexeme<'_>) -> ExprError {
    ExprError::new(lexeme.span(), format!("there is no operator `{}`", lexeme.text))
}

fn wrong(lexeme: Lexeme<'_>, instead: &str) -> ExprError {
    no_operator(lexeme).help(format!("write {instead}"))
}

/// A part of an expression, unless too many stand in each other.
fn ast(span: Range<usize>, kind: Kind<'_>) -> Result<Ast<'_>, ExprError> {
    let depth = 1 + match &kind {
        Kind::Not(inner) | Kind::Negative(inner) => inner.depth,
        Kind::Binary(_, a, b) => a.depth.max(b.depth),
        Kind::Choice(a, b, c) => a.depth.max(b.depth).max(c.depth),
        Kind::List(items) => items.iter().map(|item| item.depth).max().unwrap_or(0),
        Kind::Call(call) => {
            let depth = |argument: &Argument<'_>| {
                argument.value.depth.max(argument.condition.as_ref().map_or(0, |condition| condition.depth))
            };
            call.arguments.iter().map(depth).max().unwrap_or(0)
        }
        _ => 0,
    };
    if depth > DEEPEST {
        let problem = format!("more than {DEEPEST} operators depend on each other");
        return Err(ExprError::new(span, problem).help("write it as two rules, or more simply"));
    }
    Ok(Ast { span, kind, depth })
}

/// `12`, `64K`, `30s`, `0.057`
fn number(lexeme: Lexeme<'_>) -> Result<Kind<'_>, ExprError> {
    let text = lexeme.text;
    let too_great = || ExprError::new(lexeme.span(), "this number is too great");
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, unit) = text.split_at(unit_at);
    let (factor, is_time) = match unit {
        "" => (1, false),
        "K" => (1 << 10, false),
        "M" => (1 << 20, false),
        "G" => (1 << 30, false),
        "ms" => (1, true),
        "s" => (1_000, true),
        "m" => (60_000, true),
        "h" => (3_600_000, true),
        _ => {
            let error = ExprError::new(lexeme.span(), format!("`{text}` is no number"));
            return Err(error.help("sizes are 64K, 500M, 2G, times 250ms, 30s, 5m, 1h"));
        }
    };
    if digits.contains('.') {
        return match (unit, digits.parse()) {
            ("", Ok(number)) => Ok(Kind::Real(number)),
            _ => Err(ExprError::new(lexeme.span(), "a size or a time is a whole number")),
        };
    }
    let number: i64 = digits.parse().map_err(|_| too_great())?;
    let number = number.checked_mul(factor).ok_or_else(too_great)?;
    Ok(if is_time { Kind::Time(number) } else { Kind::Number(number) })
}
