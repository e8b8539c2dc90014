//! Mutants of a rule file.

use cicslint::catalog::{self, Domain, ValueType};
use std::collections::HashSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The name of a field of the file.
    Field,
    /// The name of an attribute or SIT parameter.
    Attribute,
    /// The name of a function, or of an aggregate.
    Function,
    /// Another word of the language.
    Word,
    /// A value of an attribute or parameter that has a list of values.
    Value,
    /// An operator that is no operator any more.
    Operator,
    /// Another text in quotation marks: the language takes any.
    Text,
    /// An operator in place of another one.
    Swap,
}

impl Kind {
    /// Whether it is a slip of the pen, which must never pass.
    pub(crate) fn is_slip(self) -> bool {
        !matches!(self, Self::Text | Self::Swap)
    }
}

/// A rule file with one change.
pub(crate) struct Mutant {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// The place of the change in `text`.
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
}

/// Every mutant of the rule file `text`.
pub(crate) fn mutants(text: &str) -> Vec<Mutant> {
    let table = DeTable::parse(text).unwrap();
    let mut found = Found { text, fields: HashSet::new(), mutants: Vec::new() };
    found.table("", table.get_ref());
    found.mutants
}

struct Found<'t> {
    text: &'t str,
    /// Fields that have been misspelt: once is enough, however many tests the rule has.
    fields: HashSet<String>,
    mutants: Vec<Mutant>,
}

/// Misspelt: a letter that no word of the language ends in.
fn misspelt(word: &str) -> String {
    format!("{word}q")
}

impl Found<'_> {
    fn put(&mut self, kind: Kind, at: Range<usize>, new: &str) {
        let (before, old, after) = (&self.text[..at.start], &self.text[at.clone()], &self.text[at.end..]);
        let what = format!("{old} -> {new}");
        let place = at.start..at.start + new.len();
        self.mutants.push(Mutant { kind, text: [before, new, after].concat(), at: place, what });
    }

    fn table(&mut self, path: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let kind = if path == "fix.set" { Kind::Attribute } else { Kind::Field };
            let name = key.get_ref();
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            if self.fields.insert(path.clone()) {
                self.put(kind, key.span(), &misspelt(&self.text[key.span()]));
            }
            self.value(&path, value);
        }
    }

    fn value(&mut self, path: &str, value: &Spanned<DeValue<'_>>) {
        match value.get_ref() {
            DeValue::Table(table) => self.table(path, table),
            DeValue::Array(items) => items.iter().for_each(|item| self.value(path, item)),
            DeValue::String(_) => match path {
                "when" | "check" | "at" | "related.at" | "cost.cpu_us" | "cost.latency_us" => {
                    self.expression(value.span());
                }
                "message" | "help" | "related.message" => self.template(value.span()),
                "fix.remove" => {
                    let at = value.span().start + 1..value.span().end - 1;
                    self.put(Kind::Attribute, at.clone(), &misspelt(&self.text[at]));
                }
                path if path.starts_with("fix.set.") => self.template(value.span()),
                _ => {}
            },
            _ => {}
        }
    }

    /// The expressions in braces.
    fn template(&mut self, at: Range<usize>) {
        let mut from = at.start;
        while let Some(open) = self.text[from..at.end].find('{') {
            let start = from + open + 1;
            let Some(length) = self.text[start..at.end].find('}') else { return };
            self.tokens(start..start + length);
            from = start + length;
        }
    }

    /// A whole string, its quotation marks left out.
    fn expression(&mut self, at: Range<usize>) {
        let marks = if self.text[at.clone()].starts_with("'''") || self.text[at.clone()].starts_with("\"\"\"")
        {
            3
        } else {
            1
        };
        self.tokens(at.start + marks..at.end - marks);
    }

    fn tokens(&mut self, at: Range<usize>) {
        let tokens = tokens(self.text, at);
        for (number, token) in tokens.iter().enumerate() {
            let text = &self.text[token.at.clone()];
            let before =
                |back: usize| number.checked_sub(back).map_or("", |n| &self.text[tokens[n].at.clone()]);
            let after = tokens.get(number + 1).map_or("", |next| &self.text[next.at.clone()]);
            match token.form {
                Form::Word if before(1) == "." => {
                    self.put(attribute_or_word(before(2)), token.at.clone(), &misspelt(text))
                }
                Form::Word if after == "(" => self.put(Kind::Function, token.at.clone(), &misspelt(text)),
                Form::Word => self.put(Kind::Word, token.at.clone(), &misspelt(text)),
                Form::Text(marks) => {
                    let inner = token.at.start + marks..token.at.end - marks;
                    if inner.is_empty() {
                        continue;
                    }
                    let kind = if self.is_listed(&tokens, number) { Kind::Value } else { Kind::Text };
                    let first = self.text[inner.clone()].chars().next().map_or(0, char::len_utf8);
                    let new = format!("QQ{}", &self.text[inner.start + first..inner.end]);
                    self.put(kind, inner, &new);
                }
                Form::Sign => {
                    if let Some(broken) = broken(text) {
                        self.put(Kind::Operator, token.at.clone(), broken);
                    }
                    if let Some(other) = swapped(text) {
                        self.put(Kind::Swap, token.at.clone(), other);
                    }
                }
                Form::Number => {}
            }
        }
    }

    /// Whether a text is compared with an attribute or parameter that has it in its list of values.
    fn is_listed(&self, tokens: &[Token], number: usize) -> bool {
        let word = |n: usize| &self.text[tokens[n].at.clone()];
        let mut at = number;
        // Back over a list to its opening bracket.
        while at > 0 && (matches!(tokens[at - 1].form, Form::Text(_)) || matches!(word(at - 1), "," | "[")) {
            at -= 1;
        }
        let Some(operator) = at.checked_sub(1).filter(|n| matches!(word(*n), "==" | "!=" | "in")) else {
            return false;
        };
        let mut operand = (0..operator).rev().map(word);
        let name = operand.next().unwrap_or("");
        let owner = operand.nth(1).unwrap_or("");
        let closed = |domain: &Domain| {
            matches!(domain.value_type, ValueType::Enum | ValueType::YesNo) && !domain.open_values
        };
        match owner {
            "sit" => catalog::sit_parameter(name).found().is_some_and(|entry| closed(&entry.domain)),
            // The type is not known here: the attribute has such a list in every type that has it.
            "attr" | "this" | ")" => {
                let types = catalog::types().iter();
                let entries: Vec<_> = types.filter_map(|kind| kind.attribute_in_full(name)).collect();
                !entries.is_empty() && entries.iter().all(|entry| closed(&entry.domain))
            }
            _ => false,
        }
    }
}

/// What stands behind a point.
fn attribute_or_word(owner: &str) -> Kind {
    match owner {
        "region" | "workload" | "model" => Kind::Word,
        _ => Kind::Attribute,
    }
}

/// An operator misspelt.
fn broken(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "==" => "=",
        "!=" => "=!",
        "<=" => "=<",
        ">=" => "=>",
        "<" => "<<",
        ">" => ">>",
        "&&" => "&",
        "||" => "|",
        "+" => "#",
        "*" => "**",
        "/" => "//",
        "%" => "%%",
        "?" => "??",
        _ => return None,
    })
}

/// Another operator that takes the same operands.
fn swapped(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "==" => "!=",
        "!=" => "==",
        "<=" => ">",
        ">=" => "<",
        "<" => ">=",
        ">" => "<=",
        "&&" => "||",
        "||" => "&&",
        "+" => "-",
        "*" => "/",
        "/" => "*",
        _ => return None,
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Word,
    Number,
    /// A text, with marks of this length around it.
    Text(usize),
    Sign,
}

#[derive(Clone, Debug)]
struct Token {
    form: Form,
    at: Range<usize>,
}

/// The tokens of an expression as it stands in the file, where marks may have a backslash before them.
fn tokens(text: &str, within: Range<usize>) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = within.start;
    while let Some(first) = text[at..within.end].chars().next() {
        let rest = &text[at..within.end];
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let (form, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if first.is_ascii_digit() {
            (Some(Form::Number), rest.find(|c| !word(c) && c != '.').unwrap_or(rest.len()))
        } else if word(first) {
            (Some(Form::Word), rest.find(|c| !word(c)).unwrap_or(rest.len()))
        } else if let Some(mark) = ["\\\"", "\"", "'"].into_iter().find(|mark| rest.starts_with(mark)) {
            let length = rest[mark.len()..].find(mark).map_or(rest.len(), |end| end + 2 * mark.len());
            (Some(Form::Text(mark.len())), length)
        } else {
            let double = rest.get(..2).filter(|two| ["==", "!=", "<=", ">=", "&&", "||"].contains(two));
            (Some(Form::Sign), double.map_or(first.len_utf8(), str::len))
        };
        found.extend(form.map(|form| Token { form, at: at..at + length }));
        at += length;
    }
    found
}
