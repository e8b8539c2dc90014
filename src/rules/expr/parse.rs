//! From the text of an expression to what it says: pest reads it, and the operators find their operands here.

use super::ast::{Argument, Ast, COMPARISON, Call, Kind, Operator, Word};
use super::balance;
use super::error::ExprError;
use super::value::{Arithmetic, Comparison};
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range;

#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/expr.pest"]
    pub struct ExprParser;
}

use grammar::{ExprParser, Rule};

/// Parts of an expression that may stand in each other.
const DEEPEST: usize = 160;

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Ast, ExprError> {
    balance::check(text)?;
    if text.trim().is_empty() {
        return Err(ExprError::new(0..text.len(), "the expression is empty"));
    }
    let mut pairs = ExprParser::parse(Rule::whole, text).map_err(|error| refused(text, &error))?;
    match pairs.next() {
        Some(pair) => expr(pair),
        None => Err(ExprError::new(0..text.len(), "the expression is empty")),
    }
}

fn span_of(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    // Blanks before what follows belong to no part.
    span.start()..span.start() + span.as_str().trim_end().len()
}

fn ast(span: Range<usize>, kind: Kind) -> Result<Ast, ExprError> {
    let depth = 1 + match &kind {
        Kind::Not(inner) | Kind::Negative(inner) => inner.depth,
        Kind::Binary(_, a, b) => a.depth.max(b.depth),
        Kind::Choice(a, b, c) => a.depth.max(b.depth).max(c.depth),
        Kind::List(items) => items.iter().map(|item| item.depth).max().unwrap_or(0),
        Kind::Call(call) => {
            let depth = |argument: &Argument| {
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

/// `operand (infix operand)* ("?" expr ":" expr)?`
fn expr(pair: Pair<'_, Rule>) -> Result<Ast, ExprError> {
    let span = span_of(&pair);
    let mut parts = pair.into_inner().peekable();
    let mut operands = Vec::new();
    let mut operators = Vec::new();
    while let Some(part) = parts.next_if(|part| matches!(part.as_rule(), Rule::operand | Rule::infix)) {
        match part.as_rule() {
            Rule::operand => operands.push(operand(part)?),
            _ => operators.push((operator(&part)?, span_of(&part))),
        }
    }
    let mut operands = operands.into_iter();
    let Some(first) = operands.next() else { return Err(ExprError::new(span, "the expression is empty")) };
    let mut chain = Chain { operands, operators: operators.into_iter().peekable() };
    let condition = chain.climb(first, 0)?;
    match (parts.next(), parts.next()) {
        (Some(yes), Some(no)) => {
            ast(span, Kind::Choice(Box::new(condition), Box::new(expr(yes)?), Box::new(expr(no)?)))
        }
        _ => Ok(condition),
    }
}

/// Operands and the operators between them.
struct Chain<O: Iterator<Item = Ast>, P: Iterator<Item = (Operator, Range<usize>)>> {
    operands: O,
    operators: std::iter::Peekable<P>,
}

impl<O: Iterator<Item = Ast>, P: Iterator<Item = (Operator, Range<usize>)>> Chain<O, P> {
    /// Takes the operators that bind more tightly than `than`. It recurses once for each level of precedence.
    fn climb(&mut self, mut left: Ast, than: u8) -> Result<Ast, ExprError> {
        while let Some((operator, place)) = self.operators.next_if(|(next, _)| next.precedence() > than) {
            let Some(mut right) = self.operands.next() else {
                return Err(ExprError::new(place, "a value is missing behind this operator"));
            };
            right = self.climb(right, operator.precedence())?;
            if operator.precedence() == COMPARISON {
                self.refuse_chain(operator)?;
            }
            let span = left.span.start..right.span.end;
            left = ast(span, Kind::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn refuse_chain(&mut self, first: Operator) -> Result<(), ExprError> {
        match self.operators.peek() {
            Some((second, place)) if second.precedence() == COMPARISON => Err(ExprError::new(
                place.clone(),
                "comparisons do not chain",
            )
            .help(format!("write a {} b && b {} c", first.sign(), second.sign()))),
            _ => Ok(()),
        }
    }
}

/// `prefix* value`
fn operand(pair: Pair<'_, Rule>) -> Result<Ast, ExprError> {
    let end = span_of(&pair).end;
    let mut prefixes = Vec::new();
    let mut value = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::prefix => prefixes.push((span_of(&part).start, part.as_str().starts_with('!'))),
            _ => value = Some(primary(part)?),
        }
    }
    let Some(mut value) = value else { return Err(ExprError::new(end..end, "a value is missing")) };
    for (start, not) in prefixes.into_iter().rev() {
        let inner = Box::new(value);
        value = ast(start..end, if not { Kind::Not(inner) } else { Kind::Negative(inner) })?;
    }
    Ok(value)
}

fn primary(pair: Pair<'_, Rule>) -> Result<Ast, ExprError> {
    let span = span_of(&pair);
    let kind = match pair.as_rule() {
        Rule::group => {
            let Some(inner) = pair.into_inner().next() else {
                return Err(ExprError::new(span, "nothing stands in these parentheses"));
            };
            return Ok(Ast { span, ..expr(inner)? });
        }
        Rule::list => Kind::List(pair.into_inner().map(expr).collect::<Result<_, _>>()?),
        Rule::number => number(&pair)?,
        Rule::text => {
            Kind::Text(pair.into_inner().next().map_or(String::new(), |inner| inner.as_str().to_owned()))
        }
        Rule::truth => Kind::Bool(pair.as_str() == "true"),
        Rule::call => Kind::Call(call(pair)?),
        Rule::constant => {
            let name = pair.as_str().strip_prefix("model.").unwrap_or("");
            Kind::Constant(Word { span: span.end - name.len()..span.end, text: name.to_owned() })
        }
        _ => Kind::Path(pair.into_inner().map(word).collect()),
    };
    ast(span, kind)
}

fn word(pair: Pair<'_, Rule>) -> Word {
    Word { span: span_of(&pair), text: pair.as_str().to_owned() }
}

fn call(pair: Pair<'_, Rule>) -> Result<Call, ExprError> {
    let span = span_of(&pair);
    let mut parts = pair.into_inner();
    let name = parts.next().map_or(Word { span, text: String::new() }, word);
    let mut call = Call { name, arguments: Vec::new(), field: None };
    for part in parts {
        if part.as_rule() == Rule::word {
            call.field = Some(word(part));
            continue;
        }
        let span = span_of(&part);
        let mut inner = part.into_inner();
        let Some(value) = inner.next() else { return Err(ExprError::new(span, "a value is missing")) };
        let value = expr(value)?;
        let condition = inner.find(|part| part.as_rule() == Rule::expr).map(expr).transpose()?;
        call.arguments.push(Argument { value, condition });
    }
    Ok(call)
}

/// `12`, `64K`, `30s`, `0.057`
fn number(pair: &Pair<'_, Rule>) -> Result<Kind, ExprError> {
    let text = pair.as_str();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let too_great = || ExprError::new(span_of(pair), "this number is too great");
    if digits.contains('.') {
        return match (unit, digits.parse()) {
            ("", Ok(number)) => Ok(Kind::Real(number)),
            _ => Err(ExprError::new(span_of(pair), "a size or a time is a whole number")),
        };
    }
    let number: i64 = digits.parse().map_err(|_| too_great())?;
    let (factor, is_time) = match unit {
        "K" => (1 << 10, false),
        "M" => (1 << 20, false),
        "G" => (1 << 30, false),
        "ms" => (1, true),
        "s" => (1_000, true),
        "m" => (60_000, true),
        "h" => (3_600_000, true),
        _ => (1, false),
    };
    let number = number.checked_mul(factor).ok_or_else(too_great)?;
    Ok(if is_time { Kind::Time(number) } else { Kind::Number(number) })
}

fn operator(pair: &Pair<'_, Rule>) -> Result<Operator, ExprError> {
    let wrong = || ExprError::new(span_of(pair), format!("there is no operator `{}`", pair.as_str().trim()));
    let Some(inner) = pair.clone().into_inner().next() else { return Err(wrong()) };
    Ok(match inner.as_rule() {
        Rule::equal => Operator::Compare(Comparison::Equal),
        Rule::unequal => Operator::Compare(Comparison::Unequal),
        Rule::at_most => Operator::Compare(Comparison::AtMost),
        Rule::at_least => Operator::Compare(Comparison::AtLeast),
        Rule::less => Operator::Compare(Comparison::Less),
        Rule::more => Operator::Compare(Comparison::More),
        Rule::and => Operator::And,
        Rule::or => Operator::Or,
        Rule::member => Operator::In,
        Rule::add => Operator::Calculate(Arithmetic::Add),
        Rule::subtract => Operator::Calculate(Arithmetic::Subtract),
        Rule::multiply => Operator::Calculate(Arithmetic::Multiply),
        Rule::divide => Operator::Calculate(Arithmetic::Divide),
        Rule::rest => Operator::Calculate(Arithmetic::Rest),
        _ => {
            let instead = match inner.as_str().to_ascii_lowercase().as_str() {
                "=" => "==",
                "=<" => "<=",
                "=>" => ">=",
                "<>" => "!=",
                "&" | "and" => "&&",
                "|" | "or" => "||",
                _ => return Err(wrong()),
            };
            return Err(wrong().help(format!("write {instead}")));
        }
    })
}

/// What pest says, in the words of a person.
fn refused(text: &str, error: &pest::error::Error<Rule>) -> ExprError {
    use pest::error::{ErrorVariant, InputLocation};
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = text.get(at..).unwrap_or("");
    let skipped = rest.len() - rest.trim_start().len();
    let (at, rest) = (at + skipped, rest.trim_start());
    let expected: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    };
    let operator = expected.iter().any(|rule| matches!(rule, Rule::infix | Rule::equal | Rule::EOI));
    let wanted = if operator { "an operator" } else { "a value" };
    if rest.is_empty() && text.contains('?') && !text.contains(':') {
        return ExprError::new(at.saturating_sub(1)..at, "the other choice is missing")
            .help("write a ? b : c");
    }
    if rest.is_empty() {
        return ExprError::new(
            at.saturating_sub(1)..at,
            format!("the expression ends where {wanted} should stand"),
        );
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let length = match rest.find(|c| !is_word(c)) {
        Some(0) => rest.chars().next().map_or(1, char::len_utf8),
        Some(end) => end,
        None => rest.len(),
    };
    let token = &rest[..length];
    let before = text.get(..at).unwrap_or("").trim_end();
    let problem = ExprError::new(at..at + length, format!("`{token}` stands where {wanted} should"));
    let last_word = before.rsplit(|c: char| !is_word(c)).next().unwrap_or("");
    if last_word.eq_ignore_ascii_case("not") {
        return problem.help("write ! for not");
    }
    match token {
        "where" => problem.help("`where` stands inside count(), exists(), sum(), max(), min() and first()"),
        "[" | "{" => problem.help("a list stands right of `in` only"),
        "." => problem.help("attributes are attr.x, parameters sit.x, of another resource ref(attr.x).y"),
        _ => problem,
    }
}
