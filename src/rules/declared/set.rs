//! The declared rules of a run. Each is compiled when it is first needed: a run over a small deck of programs never
//! compiles the rules about files.

use super::compile::{self, Condition, Words};
use crate::catalog;
use crate::csd::TypeId;
use crate::rules::expr::{Env, Mask, Part, Program, Subject, Value};
use crate::rules::{Check, Declaration, Rule, RuleId, Unknown};
use std::sync::OnceLock;

/// The declared rules of a run, by what they are about.
#[derive(Debug)]
pub struct RuleSet<'r> {
    entries: Vec<Entry<'r>>,
    by_type: Vec<Vec<u32>>,
    sit: Vec<u32>,
    region: Vec<u32>,
}

/// One rule.
#[derive(Debug)]
pub(super) struct Entry<'r> {
    pub(super) id: RuleId,
    pub(super) rule: &'r Rule,
    pub(super) declaration: &'r Declaration,
    subject: Subject,
    /// Empty where the rule is wrong, which `declared::compile` says beforehand.
    ready: OnceLock<Option<Ready>>,
    words: OnceLock<Option<Words>>,
}

/// A rule that can be run.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) condition: Condition,
    pub(super) needs: Vec<Mask>,
    pub(super) rests_on: RestsOn,
    /// Parts that are the same for every definition of a region, and parts that are the same in every region; of
    /// the guard, then of the check.
    pub(super) of_region: [Vec<Part>; 2],
    pub(super) of_definition: [Vec<Part>; 2],
}

/// What the findings of a rule depend on beside the definition at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestsOn {
    /// Nothing.
    Definition,
    /// What the region installs.
    Installed,
    /// Its SIT, or its name.
    Region,
}

impl<'r> RuleSet<'r> {
    /// Of these rules, those that are declared.
    pub fn new<'a>(rules: impl IntoIterator<Item = (RuleId, &'r Rule)> + 'a) -> Self {
        let mut set = Self {
            entries: Vec::new(),
            by_type: vec![Vec::new(); catalog::types().len()],
            sit: Vec::new(),
            region: Vec::new(),
        };
        for (id, rule) in rules {
            let Check::Declared(declaration) = rule.check else { continue };
            let Some(subject) = Subject::of(rule.applies_to) else { continue };
            let of_subject = match subject {
                Subject::Type(kind) => set.by_type.get_mut(kind.0 as usize),
                Subject::Sit => Some(&mut set.sit),
                Subject::Region => Some(&mut set.region),
            };
            if let Some(of_subject) = of_subject {
                of_subject.push(set.entries.len() as u32);
            }
            let (ready, words) = (OnceLock::new(), OnceLock::new());
            set.entries.push(Entry { id, rule, declaration, subject, ready, words });
        }
        set
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn of_type(&self, kind: TypeId) -> impl Iterator<Item = (u32, &Entry<'r>)> {
        self.chosen(self.by_type.get(kind.0 as usize).map_or(&[], Vec::as_slice))
    }

    pub(super) fn of_sit(&self) -> impl Iterator<Item = (u32, &Entry<'r>)> {
        self.chosen(&self.sit)
    }

    pub(super) fn of_regions(&self) -> impl Iterator<Item = (u32, &Entry<'r>)> {
        self.chosen(&self.region)
    }

    pub(super) fn entries(&self) -> &[Entry<'r>] {
        &self.entries
    }

    /// The types that rules are about.
    pub(super) fn types(&self) -> impl Iterator<Item = TypeId> {
        let about = |(kind, rules): (usize, &Vec<u32>)| (!rules.is_empty()).then_some(TypeId(kind as u8));
        self.by_type.iter().enumerate().filter_map(about)
    }

    fn chosen<'a>(&'a self, numbers: &'a [u32]) -> impl Iterator<Item = (u32, &'a Entry<'r>)> {
        numbers.iter().filter_map(|number| Some((*number, self.entries.get(*number as usize)?)))
    }
}

impl Entry<'_> {
    pub(super) fn ready(&self) -> Option<&Ready> {
        let make = || Some(self.make(compile::condition(self.subject, self.declaration)?));
        let ready = self.ready.get_or_init(make).as_ref();
        debug_assert!(ready.is_some(), "{} does not compile", self.rule.code);
        ready
    }

    pub(super) fn words(&self) -> Option<&Words> {
        let (rule, declaration) = (self.rule, self.declaration);
        let make = || compile::words(self.subject, rule.message, rule.help, declaration);
        let words = self.words.get_or_init(make).as_ref();
        debug_assert!(words.is_some(), "the words of {} do not compile", self.rule.code);
        words
    }

    pub(super) fn reports_unknown(&self) -> bool {
        self.declaration.unknown == Unknown::Report
    }

    fn make(&self, condition: Condition) -> Ready {
        let programs = || condition.when.iter().chain([&condition.check]);
        let needs = match self.subject {
            Subject::Type(kind) => programs().flat_map(|p| p.needs(kind, self.reports_unknown())).collect(),
            Subject::Sit | Subject::Region => Vec::new(),
        };
        let parts = |keep: fn(&Part) -> bool| {
            let of = |program: &Program| program.parts().into_iter().filter(keep).collect::<Vec<_>>();
            [condition.when.as_ref().map_or(Vec::new(), of), of(&condition.check)]
        };
        let of_region = parts(|part| part.of_region && !part.of_definition);
        let of_definition = parts(|part| part.of_definition);
        let rests_on = self.rests_on(&condition);
        Ready { needs, rests_on, of_region, of_definition, condition }
    }

    /// What the words read is told by looking at them, so that they need not be compiled before there is a finding.
    fn rests_on(&self, condition: &Condition) -> RestsOn {
        let declaration = self.declaration;
        let fix = declaration.fix.iter().flat_map(|fix| fix.set.iter().map(|(_, value)| *value));
        let words = [self.rule.message, self.rule.help].into_iter();
        let words = words.chain(declaration.related.iter().map(|(_, words)| *words)).chain(fix);
        let places =
            declaration.at.iter().copied().chain(declaration.related.iter().map(|(place, _)| *place));
        let texts: Vec<&str> = words.flat_map(in_braces).chain(places).collect();
        let any = |marks: &[&str]| texts.iter().any(|text| marks.iter().any(|mark| text.contains(mark)));
        let reads = condition.reads;
        if reads.sit || reads.region_name || any(&["sit.", "region.has_sit", "region.name"]) {
            RestsOn::Region
        } else if reads.installed || any(&["(", "region."]) {
            RestsOn::Installed
        } else {
            RestsOn::Definition
        }
    }
}

/// What stands in braces.
fn in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest))
}

impl Ready {
    /// Whether the rule can fire for a definition with these attributes given.
    #[inline]
    pub(super) fn may_fire(&self, given: Mask) -> bool {
        self.needs.iter().all(|need| given & need != 0)
    }

    /// True, false or unknown.
    #[inline]
    pub(super) fn run<'v>(&'v self, env: Env<'_, 'v>) -> Value<'v> {
        let guard = match &self.condition.when {
            None => return self.condition.check.run(env),
            Some(when) => when.run(env),
        };
        if guard == Value::Bool(false) {
            return guard;
        }
        kleene_and(guard, self.condition.check.run(env))
    }

    /// Whether some of its parts are known not to hold, or are not known to hold where `report` does not matter.
    pub(super) fn refuted<'v>(&'v self, parts: &[Vec<Part>; 2], env: Env<'_, 'v>, report: bool) -> bool {
        let [of_when, of_check] = parts;
        let fails = |program: &'v Program, part: &Part| match program.part(*part, env) {
            Value::Bool(value) => !value,
            _ => !report,
        };
        let when = self.condition.when.as_ref();
        when.is_some_and(|when| of_when.iter().any(|part| fails(when, part)))
            || of_check.iter().any(|part| fails(&self.condition.check, part))
    }
}

fn kleene_and<'v>(a: Value<'v>, b: Value<'v>) -> Value<'v> {
    match (a, b) {
        (_, Value::Bool(false)) => Value::Bool(false),
        (Value::Bool(true), b) => b,
        _ => Value::Unknown,
    }
}
