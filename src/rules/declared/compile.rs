//! From a rule as it is written to one that runs; what is wrong with it, with its field and its place there.

use super::template::Template;
use crate::catalog::{self, Domain, Lookup, Violation};
use crate::csd::AttributeId;
use crate::rules::expr::{
    self, Base, ExprError, PlaceOf, Program, Reads, Scope, Subject, check_word, compile_place,
};
use crate::rules::{Cost, Declaration, FixTemplate, Safety};

/// What is wrong with a field of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredProblem {
    /// The field: `check`, `when`, `at`, `at[1]`, `related[0].at`, `message`, `fix.set.STRINGS`, ...
    pub field: String,
    /// What stands there.
    pub text: String,
    /// What is wrong.
    pub error: ExprError,
}

impl std::fmt::Display for DeclaredProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field, self.error.show(&self.text))
    }
}

/// A rule that runs.
#[derive(Clone, Debug)]
pub struct DeclaredRule {
    pub(super) condition: Condition,
    pub(super) words: Words,
    /// The formulas of its price.
    pub cost: Formulas,
}

impl DeclaredRule {
    /// What its guard and its check read.
    pub fn reads(&self) -> Reads {
        self.condition.reads
    }
}

/// Guard and check.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) when: Option<Program>,
    pub(super) check: Program,
    pub(super) reads: Reads,
}

/// What a finding says, and where.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) at: Vec<PlaceOf>,
    pub(super) related: Vec<(PlaceOf, Template)>,
    pub(super) message: Template,
    pub(super) help: Template,
    pub(super) fix: Option<FixPlan>,
}

/// An edit, compiled.
#[derive(Clone, Debug)]
pub(super) struct FixPlan {
    pub(super) safety: Safety,
    pub(super) set: Vec<(Target, Template)>,
    pub(super) remove: Vec<Target>,
}

/// What an edit changes.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Attribute(AttributeId, &'static Domain),
    Parameter(Box<str>, &'static Domain),
}

impl Target {
    pub(super) fn domain(&self) -> &'static Domain {
        match self {
            Self::Attribute(_, domain) | Self::Parameter(_, domain) => domain,
        }
    }
}

/// The formulas of a price.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    /// CPU in microseconds.
    pub cpu_us: Option<Program>,
    /// Latency in microseconds.
    pub latency_us: Option<Program>,
}

/// Compiles everything of a rule that is written in the language.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn compile(
    applies_to: &str,
    message: &str,
    help: &str,
    declaration: &Declaration,
) -> Result<DeclaredRule, Vec<DeclaredProblem>> {
    let Some(subject) = Subject::of(applies_to) else {
        return Err(vec![unknown_subject(applies_to)]);
    };
    let mut fields = Fields { scope: Scope::of(subject), problems: Vec::new() };
    let condition = fields.condition(declaration);
    let words = fields.words(message, help, declaration);
    let cost = fields.formulas(declaration);
    match (condition, fields.problems.is_empty()) {
        (Some(condition), true) => Ok(DeclaredRule { condition, words, cost }),
        _ => Err(fields.problems),
    }
}

/// Guard and check alone; none where they are wrong.
pub(super) fn condition(subject: Subject, declaration: &Declaration) -> Option<Condition> {
    let mut fields = Fields { scope: Scope::of(subject), problems: Vec::new() };
    fields.condition(declaration)
}

/// The words alone; none where they are wrong.
pub(super) fn words(subject: Subject, message: &str, help: &str, declaration: &Declaration) -> Option<Words> {
    let mut fields = Fields { scope: Scope::of(subject), problems: Vec::new() };
    let words = fields.words(message, help, declaration);
    fields.problems.is_empty().then_some(words)
}

fn unknown_subject(applies_to: &str) -> DeclaredProblem {
    let upper = applies_to.to_ascii_uppercase();
    let known = catalog::types().iter().map(|kind| kind.name).chain(["SIT", "REGION"]);
    let near = catalog::nearest(&upper, known);
    let problem = format!("{applies_to} is no resource type, nor SIT or REGION");
    let error = ExprError::new(0..applies_to.len(), problem).suggest(near);
    DeclaredProblem { field: "applies_to".to_owned(), text: applies_to.to_owned(), error }
}

/// The fields of a rule, one after another.
struct Fields {
    scope: Scope,
    problems: Vec<DeclaredProblem>,
}

impl Fields {
    /// Keeps what is wrong.
    fn note<T>(&mut self, field: impl Into<String>, text: &str, result: Result<T, ExprError>) -> Option<T> {
        result
            .map_err(|error| {
                self.problems.push(DeclaredProblem { field: field.into(), text: text.to_owned(), error });
            })
            .ok()
    }

    fn condition(&mut self, declaration: &Declaration) -> Option<Condition> {
        let scope = self.scope;
        let program = |fields: &mut Self, field: &str, text: &str| {
            fields.note(field, text, expr::compile(text, &scope, Some(Base::Bool)))
        };
        let when = match declaration.when.trim() {
            "" => None,
            _ => Some(program(self, "when", declaration.when)),
        };
        let check = program(self, "check", declaration.check);
        let (when, check) = match when {
            Some(when) => (Some(when?), check?),
            None => (None, check?),
        };
        let reads = when.as_ref().map_or(check.reads(), |when| when.reads().with(check.reads()));
        Some(Condition { when, check, reads })
    }

    fn template(&mut self, field: impl Into<String>, text: &str) -> Template {
        let compiled = Template::compile(text, &self.scope);
        self.note(field, text, compiled).unwrap_or_default()
    }

    fn place(&mut self, field: impl Into<String>, text: &str) -> Option<PlaceOf> {
        let compiled = compile_place(text, &self.scope);
        self.note(field, text, compiled)
    }

    fn words(&mut self, message: &str, help: &str, declaration: &Declaration) -> Words {
        let field = |n: usize, of: usize| if of == 1 { "at".to_owned() } else { format!("at[{n}]") };
        let places = declaration.at;
        let at = places.iter().enumerate();
        let at = at.filter_map(|(n, text)| self.place(field(n, places.len()), text)).collect();
        let mut related = Vec::new();
        for (n, (place, words)) in declaration.related.iter().enumerate() {
            let place = self.place(format!("related[{n}].at"), place);
            let words = self.template(format!("related[{n}].message"), words);
            related.extend(place.map(|place| (place, words)));
        }
        let message = self.template("message", message);
        let help = self.template("help", help);
        let fix = declaration.fix.as_ref().map(|fix| self.fix(fix));
        Words { at, related, message, help, fix }
    }

    fn fix(&mut self, fix: &FixTemplate) -> FixPlan {
        let mut set = Vec::new();
        for (name, value) in fix.set {
            let field = format!("fix.set.{name}");
            let target = self.target(&field, name);
            let template = self.template(&field, value);
            let Some(target) = target else { continue };
            if let Some(plain) = template.plain() {
                let checked = check_value(plain, target.domain());
                self.note(&field, value, checked);
            }
            set.push((target, template));
        }
        let names = fix.remove.iter().enumerate();
        let remove = names.filter_map(|(n, name)| {
            let field = format!("fix.remove[{n}]");
            let target = self.target(&field, name)?;
            let needed = is_needed(self.scope.subject, &target).then(|| {
                ExprError::new(0..name.len(), format!("{name} cannot be taken out: the command needs it"))
            });
            self.note(field, name, needed.map_or(Ok(target), Err))
        });
        let remove = remove.collect();
        FixPlan { safety: fix.safety, set, remove }
    }

    /// The attribute or parameter that a fix names, in full and in capitals.
    fn target(&mut self, field: &str, name: &str) -> Option<Target> {
        let wrong = |problem: String| ExprError::new(0..name.len(), problem);
        let found = match self.scope.subject {
            Subject::Type(kind) => match kind.attribute(name).and_then(|id| Some((id, id.entry(kind)?))) {
                Some((id, entry)) => Ok(Target::Attribute(id, &entry.domain)),
                None => {
                    let upper = name.to_ascii_uppercase();
                    let known = kind.entry().attributes.iter().map(|attribute| attribute.name);
                    let error = wrong(format!("{} has no attribute {name}", kind.name()));
                    Err(error.suggest(catalog::nearest(&upper, known)))
                }
            },
            Subject::Sit => match catalog::sit_parameter(name) {
                Lookup::Full(entry) if !name.bytes().any(|b| b.is_ascii_lowercase()) => {
                    Ok(Target::Parameter(name.into(), &entry.domain))
                }
                Lookup::Unknown(near) => {
                    let error = wrong(format!("there is no SIT parameter {name}"));
                    Err(error.suggest(near.map(|near| near.name)))
                }
                other => {
                    let error = wrong("SIT parameters are written in full and in capitals".to_owned());
                    Err(error.suggest(other.found().map(|entry| entry.name)))
                }
            },
            Subject::Region => Err(wrong("a rule about a region has no definition to change".to_owned())),
        };
        self.note(field, name, found)
    }

    fn formulas(&mut self, declaration: &Declaration) -> Formulas {
        let Cost::Formula { cpu_us, latency_us, .. } = declaration.cost else { return Formulas::default() };
        let scope = Scope::cost(self.scope.subject);
        let mut formula = |field: &str, text: &str| match text.trim() {
            "" => None,
            _ => self.note(field, text, expr::compile(text, &scope, Some(Base::Number))),
        };
        Formulas {
            cpu_us: formula("cost.cpu_us", cpu_us),
            latency_us: formula("cost.latency_us", latency_us),
        }
    }
}

/// Whether a definition cannot do without this attribute.
fn is_needed(subject: Subject, target: &Target) -> bool {
    match (subject, target) {
        (Subject::Type(kind), Target::Attribute(attribute, _)) => {
            attribute.entry(kind).is_some_and(|entry| entry.required || entry.name == "GROUP")
        }
        _ => false,
    }
}

/// Whether a fix may set this value.
fn check_value(value: &str, domain: &'static Domain) -> Result<(), ExprError> {
    let span = 0..value.len();
    let Err(violation) = domain.check(value) else { return Ok(()) };
    let wrong = |problem: &str| Err(ExprError::new(span.clone(), problem));
    match violation {
        Violation::NotOneOf | Violation::Abbreviated(_) | Violation::NotANumber { .. } => {
            check_word(&span, value, expr::Ty::of(domain), domain)?;
            wrong("the attribute cannot have this value")
        }
        Violation::Empty => wrong("a fix sets a value; `remove` takes an attribute out"),
        Violation::OutOfRange { .. } | Violation::NotAMultiple { .. } | Violation::Reserved { .. } => {
            wrong("the attribute cannot have this number")
        }
        Violation::ObsoleteValue(_) | Violation::OnlyInLaterRelease { .. } => {
            wrong("this release does not have this value")
        }
        _ => wrong("the attribute cannot have this value"),
    }
}
