//! The attributes of a definition: keywords, duplicates, and attributes that this release does not take.

use super::deck::{Deck, MAX_ATTRIBUTES, has_equals_sign, is_damaged, is_unclosed, problems_in};
use super::definition::Subject;
use super::record::excerpt;
use crate::catalog::{self, Attribute, Basis, Lookup, ResourceType, ValueType};
use crate::rules::{Finding, Safety, Severity, ids};
use crate::syntax::{Operand, ProblemKind, Verb};
use crate::text::Span;
use std::sync::LazyLock;

/// Which attributes a command gives.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Given {
    /// Bit n: attribute n is given.
    bits: u128,
    /// Bit n: attribute n was probably meant by a keyword that is none.
    meant: u128,
    /// Something was given that cannot be known, so nothing can be called missing.
    pub(super) incomplete: bool,
}

impl Given {
    /// The attributes that `kind` requires and that are neither given nor were meant.
    #[inline]
    pub(super) fn missing(self, kind: &'static ResourceType) -> impl Iterator<Item = &'static Attribute> {
        let first = catalog::types().as_ptr().addr();
        let place = std::ptr::from_ref(kind).addr().wrapping_sub(first) / size_of::<ResourceType>();
        let absent = REQUIRED.get(place).map_or(0, |required| required & !(self.bits | self.meant));
        let attributes = if absent == 0 { &[] } else { kind.attributes };
        attributes.iter().enumerate().filter(move |(index, _)| absent & bit(*index) != 0).map(|(_, it)| it)
    }
}

fn bit(index: usize) -> u128 {
    if index < MAX_ATTRIBUTES { 1 << index } else { 0 }
}

/// Whether a value that holds a placeholder breaks the domain for sure, so that it is looked for then only.
pub(super) fn is_closed(value_type: ValueType) -> bool {
    matches!(value_type, ValueType::Enum | ValueType::YesNo | ValueType::Integer | ValueType::ReadOnly)
}

/// The place of GROUP among the attributes of every type.
const GROUP: usize = 0;

/// The attributes that each type requires, in the order of the types.
static REQUIRED: LazyLock<Vec<u128>> = LazyLock::new(|| {
    let mask = |kind: &'static ResourceType| {
        let required = kind.attributes.iter().enumerate().filter(|(_, attribute)| attribute.required);
        required.fold(0, |mask, (index, _)| mask | bit(index))
    };
    catalog::types().iter().map(mask).collect()
});

/// The place of `attribute` among those of `kind`.
fn index_of(kind: &'static ResourceType, attribute: &'static Attribute) -> usize {
    let distance = std::ptr::from_ref(attribute).addr().wrapping_sub(kind.attributes.as_ptr().addr());
    distance / size_of::<Attribute>()
}

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// Checks every operand but the resource itself.
    pub(super) fn attributes(&mut self, subject: &Subject<'c>) -> Given {
        let mut given = Given::default();
        let operands = subject.operands;
        let mut at = 0;
        while let Some(operand) = operands.get(at) {
            if at != subject.resource {
                match subject.kind.attribute(self.key(operand)) {
                    Lookup::Full(attribute) | Lookup::Abbreviation(attribute) => {
                        if !is_closed(attribute.domain.value_type) {
                            self.note_placeholders(std::slice::from_ref(operand));
                        }
                        self.attribute(subject, attribute, at, &mut given);
                    }
                    other => at = self.odd_attribute(subject, at, &other, &mut given),
                }
            }
            at += 1;
        }
        given
    }

    fn attribute(
        &mut self,
        subject: &Subject<'c>,
        attribute: &'static Attribute,
        at: usize,
        given: &mut Given,
    ) {
        let operand = &subject.operands[at];
        let index = index_of(subject.kind, attribute);
        if given.bits & bit(index) != 0 {
            return self.duplicate(subject, attribute, operand, index);
        }
        given.bits |= bit(index);
        if let Some(first) = self.first_given.get_mut(index) {
            *first = at as u32;
        }
        let unusual = attribute.obsolete
            || attribute.added_after.is_some()
            || attribute.domain.value_type == ValueType::ReadOnly;
        if unusual && !self.unusual(subject, attribute, operand) {
            return;
        }
        match operand.value() {
            None => self.no_value(subject, attribute, operand),
            Some(value) if value.is_empty() => self.empty(subject, attribute, operand),
            Some(value) => {
                if index == GROUP {
                    if self.is_mask(value) {
                        return self.group_mask(subject, value);
                    }
                    self.ibm_group(subject.verb, "GROUP", operand);
                }
                self.value(subject, attribute, operand, value);
            }
        }
    }

    /// A generic name of a group, which ALTER takes and DEFINE does not.
    #[cold]
    fn group_mask(&mut self, subject: &Subject<'c>, value: Span) {
        if !subject.syntax.generic_resource {
            self.generic(value, subject.syntax.name, "GROUP");
        }
    }

    #[cold]
    fn duplicate(&mut self, subject: &Subject<'c>, attribute: &Attribute, operand: &Operand, index: usize) {
        if is_closed(attribute.domain.value_type) {
            self.note_placeholders(std::slice::from_ref(operand));
        }
        let first = self.first_given.get(index).and_then(|&first| subject.operands.get(first as usize));
        let mut finding =
            Finding::new(ids::DUPLICATE_ATTRIBUTE, operand.key, format!("{} is given twice", attribute.name))
                .help("keep the one that is meant")
                .attribute(attribute.name)
                .resource(subject.id(self.text));
        if let Some(first) = first {
            finding = finding.related(first.key, "first given here");
            if self.say_the_same(first, operand) {
                finding = finding.edits(Safety::Safe, self.without(operand));
            }
        }
        self.report(finding);
    }

    /// An attribute that is obsolete, of a later release, or CICS's own. Says whether its value is to be checked.
    #[cold]
    fn unusual(&mut self, subject: &Subject<'c>, attribute: &'static Attribute, operand: &Operand) -> bool {
        let of = format!("{} of {}", attribute.name, subject.kind.name);
        if attribute.domain.value_type == ValueType::ReadOnly {
            if !self.options.report {
                self.once.signature.add(operand.key, attribute.name);
            }
            return false;
        }
        let finding = if let Some(release) = attribute.added_after {
            let message = format!("{of} came after CICS TS {release}");
            let finding = Finding::new(ids::ATTRIBUTE_OF_LATER_RELEASE, operand.key, message)
                .help("remove it from decks for 5.4");
            self.recalled(finding, attribute.basis)
        } else {
            if self.options.report && operand.value().is_none_or(Span::is_empty) {
                return false;
            }
            let (severity, help) = self.compatibility(attribute.obsolete_basis);
            let note = attribute.doc.obsolete_note.split(". ").next().unwrap_or("").trim_end_matches('.');
            let help = if note.is_empty() { help.to_owned() } else { format!("{help} ({note})") };
            let finding = Finding::new(ids::OBSOLETE_ATTRIBUTE, operand.key, format!("{of} is obsolete"))
                .severity(severity)
                .help(help);
            match self.options.compat {
                // It is kept for other regions.
                Some(true) => finding,
                _ => finding.edits(Safety::Review, self.without(operand)),
            }
        };
        self.report(finding.attribute(attribute.name).resource(subject.id(self.text)));
        self.options.compat == Some(true) && attribute.obsolete
    }

    /// How bad something is that PARM COMPAT allows, and what to do about it; `basis` is that of the obsolescence.
    pub(super) fn compatibility(&self, basis: Basis) -> (Severity, &'static str) {
        match (self.options.compat, basis.is_firm()) {
            _ if self.options.report => (Severity::Advice, "it has no effect in this release"),
            (Some(true), _) => {
                (Severity::Advice, "it is kept for regions of earlier releases; this one does not use it")
            }
            (Some(false), true) => (Severity::Error, "remove it, or run DFHCSDUP with PARM COMPAT"),
            (None, true) => {
                (Severity::Warning, "remove it: DFHCSDUP refuses it, unless it runs with PARM COMPAT")
            }
            (_, false) => (
                Severity::Advice,
                "remove it: this release does not use it; that DFHCSDUP refuses it without PARM COMPAT is only recalled",
            ),
        }
    }

    fn no_value(&mut self, subject: &Subject<'c>, attribute: &Attribute, operand: &Operand) {
        if has_equals_sign(operand, self.text) || is_cut(operand.key, subject) {
            return;
        }
        let finding =
            Finding::new(ids::OPERAND_MISSING, operand.key, format!("{} has no value", attribute.name))
                .help(format!("give it a value in parentheses: {}(...)", attribute.name))
                .attribute(attribute.name)
                .resource(subject.id(self.text));
        self.report(finding);
    }

    /// `KEYWORD()`: the default, except where there is none.
    fn empty(&mut self, subject: &Subject<'c>, attribute: &Attribute, operand: &Operand) {
        if std::ptr::eq(attribute, &subject.kind.attributes[GROUP]) {
            return self.no_value(subject, attribute, operand);
        }
        if subject.verb == Verb::Alter
            || self.options.report
            || !self.sink.wants(ids::EMPTY_VALUE)
            || is_unclosed(operand, subject.problems)
        {
            return;
        }
        let finding = Finding::new(ids::EMPTY_VALUE, operand.key, format!("{} is empty", attribute.name))
            .help("leave it out, or give it a value")
            .attribute(attribute.name)
            .resource(subject.id(self.text));
        // After USERDEFINE it may take a default of the site away.
        let finding = match subject.verb {
            Verb::Define if !attribute.required => finding.edits(Safety::Review, self.without(operand)),
            _ => finding,
        };
        self.report(finding);
    }

    /// A keyword that stands for no attribute as it is. Gives the last operand that was dealt with.
    #[cold]
    fn odd_attribute(
        &mut self,
        subject: &Subject<'c>,
        at: usize,
        found: &Lookup<Attribute>,
        given: &mut Given,
    ) -> usize {
        let operand = &subject.operands[at];
        if !matches!(found, Lookup::TooShort(attribute) if is_closed(attribute.domain.value_type)) {
            self.note_placeholders(std::slice::from_ref(operand));
        }
        let word = self.key(operand);
        let second = at > 0 && is_cut(subject.operands[at - 1].key, subject);
        let told = second || is_cut(operand.key, subject) || is_damaged(operand.key, subject.problems);
        if told || self.is_unknowable(operand.key, word) {
            given.incomplete = true;
            return at;
        }
        match found {
            Lookup::TooShort(attribute) => {
                let minimum = attribute.min_abbreviation.unwrap_or(attribute.name);
                if let Some(finding) = self.too_short(operand.key, minimum, attribute.name) {
                    self.report(finding.attribute(attribute.name).resource(subject.id(self.text)));
                }
                self.attribute(subject, attribute, at, given);
                at
            }
            Lookup::Ambiguous(candidates) => {
                given.incomplete = true;
                self.ambiguous(subject, operand, candidates);
                at
            }
            Lookup::Unknown(nearest) => {
                if let Some(nearest) = nearest {
                    given.meant |= bit(index_of(subject.kind, nearest));
                }
                self.unknown_attribute(subject, at, *nearest)
            }
            Lookup::Full(_) | Lookup::Abbreviation(_) => at,
        }
    }

    fn ambiguous(&mut self, subject: &Subject<'c>, operand: &Operand, candidates: &[&'static Attribute]) {
        let firm = candidates.iter().filter(|attribute| attribute.basis.is_firm()).count() > 1;
        let names: Vec<_> = candidates.iter().map(|attribute| attribute.name).collect();
        let message = format!("{} may stand for {}", self.upper(operand.key), names.join(", "));
        let finding = Finding::new(ids::AMBIGUOUS_ABBREVIATION, operand.key, message)
            .severity(if firm { Severity::Error } else { Severity::Warning })
            .help("write the attribute in full")
            .resource(subject.id(self.text));
        self.report(finding);
    }

    /// Reports a keyword that the type does not have, with the words without value that follow it.
    fn unknown_attribute(
        &mut self,
        subject: &Subject<'c>,
        at: usize,
        nearest: Option<&'static Attribute>,
    ) -> usize {
        let operand = &subject.operands[at];
        let last = self.last_of_run(subject, at);
        if operand.value().is_none() && self.follows_unclosed(subject, at) {
            return last;
        }
        let span = operand.key.to(subject.operands[last].key);
        let shown = if last == at { self.shown(span) } else { excerpt(span.of_text(self.text)) };
        let message = match last == at {
            true => format!("{shown} is no attribute of {}", subject.kind.name),
            false => format!("{shown:?} holds no attribute of {}", subject.kind.name),
        };
        let nearest = nearest.filter(|_| last == at).map(|attribute| attribute.name);
        let mut finding = self.unknown(ids::UNKNOWN_ATTRIBUTE, span, message, nearest);
        let same = |other: &Operand| subject.kind.attribute(self.key(other)).found().map(|known| known.name);
        if nearest.is_some() && subject.operands.iter().any(|other| same(other) == nearest) {
            finding.fix = None; // It is given already.
        }
        if finding.help.is_none() && last == at {
            finding.help = self.elsewhere(subject, operand);
        }
        self.report(finding.attribute(&*shown).resource(subject.id(self.text)));
        last
    }

    /// The last of the words without value that follow an unknown one and are no keywords in full: a remark.
    fn last_of_run(&self, subject: &Subject<'c>, at: usize) -> usize {
        let unknown = |operand: &&Operand| {
            operand.value().is_none() && subject.kind.attribute_in_full(self.key(operand)).is_none()
        };
        if subject.operands[at].value().is_some() {
            return at;
        }
        at + subject.operands[at + 1..].iter().take_while(unknown).count()
    }

    /// Whether the operand before was never closed, so that this word belongs to its value.
    fn follows_unclosed(&self, subject: &Subject<'c>, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| subject.operands.get(before));
        before.is_some_and(|before| is_unclosed(before, subject.problems))
    }

    /// Where else a keyword has a meaning.
    fn elsewhere(&self, subject: &Subject<'c>, operand: &Operand) -> Option<String> {
        let word = self.key(operand);
        if operand.value().is_some() && matches!(catalog::resource_type(word), Lookup::Full(_)) {
            let resource = subject.operands[subject.resource].key;
            return Some(format!(
                "a command names one resource, and this one names a {}",
                self.upper(resource)
            ));
        }
        let types: Vec<_> = catalog::types()
            .iter()
            .filter(|kind| kind.attribute_in_full(word).is_some())
            .map(|kind| kind.name)
            .collect();
        match types.as_slice() {
            [] => Some(format!("`cicslint explain {}` lists its attributes", subject.kind.name)),
            [one] => Some(format!("it is an attribute of {one}")),
            _ if types.len() <= 4 => Some(format!("it is an attribute of {}", types.join(", "))),
            _ => Some(format!("it is an attribute of {} and other types", types[..3].join(", "))),
        }
    }

    /// Lowers a finding whose ground is only recalled to a warning, and says so.
    pub(super) fn recalled(&self, mut finding: Finding, basis: Basis) -> Finding {
        if !basis.is_firm() {
            finding.severity = finding.severity.min(Severity::Warning);
            let help = finding.help.take().unwrap_or_default();
            let ground =
                if basis == Basis::Memory { "recalled" } else { "recalled from other sources than IBM's" };
            finding.help =
                Some(format!("{help}{}this limit is {ground}, not read in a manual", joint(&help)));
        }
        finding
    }

    /// Reports a finding; what a LIST report shows was accepted once, so it is no error there.
    pub(super) fn report(&mut self, mut finding: Finding) {
        if self.options.report {
            finding.severity = finding.severity.min(Severity::Warning);
        }
        self.sink.report(finding);
    }
}

/// Whether `*` in column 72, which continues values only, cuts the keyword at `key`; that is reported.
fn is_cut(key: Span, subject: &Subject<'_>) -> bool {
    problems_in(subject.problems, Span::new(key.end, key.end + 1))
        .any(|problem| problem.kind == ProblemKind::ContinuationOfNothing)
}

fn joint(help: &str) -> &'static str {
    if help.is_empty() { "" } else { "; " }
}
