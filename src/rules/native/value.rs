//! Values: what the catalogue has against one, put into words and underlined.

use super::attribute::is_closed;
use super::deck::{Deck, is_damaged, is_unclosed, problems_in};
use super::definition::{Subject, is_generic};
use super::record::excerpt;
use crate::catalog::{Attribute, Chars, Domain, ResourceType, Violation, nearest};
use crate::rules::{Finding, RuleId, Safety, Severity, ids};
use crate::syntax::{Operand, Problem, ProblemKind};
use crate::text::Span;

/// A value and what is wrong with it.
struct Fault<'d> {
    domain: &'d Domain,
    violation: Violation,
    /// Of what the value is: the attribute or operand, in full.
    what: &'d str,
    /// The value as DFHCSDUP joins it.
    value: &'d str,
    /// Where it stands.
    span: Span,
    /// Whether `value` is the text under `span`, so that offsets into it are places.
    in_place: bool,
}

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// Checks the value of one attribute.
    pub(super) fn value(
        &mut self,
        subject: &Subject<'c>,
        attribute: &'static Attribute,
        operand: &Operand,
        value: Span,
    ) {
        let joined = self.value_text(value);
        let Err(violation) = attribute.domain.check(&joined) else {
            if subject.kind.name == "WEBSERVICE" && joined.contains("//") {
                self.double_slash(subject, attribute, value, &joined);
            }
            return;
        };
        if is_closed(attribute.domain.value_type) {
            self.note_placeholders(std::slice::from_ref(operand));
        }
        if is_unclosed(operand, subject.problems) || is_damaged(value, subject.problems) {
            return;
        }
        if let Violation::Abbreviated(_) = violation {
            return self.once.short_values.add(value, value.of_text(self.text));
        }
        // the blanks at the start of a record that continue a value are reported as such
        let continued = |problem: &Problem| problem.kind == ProblemKind::ContinuedAfterBlank;
        if matches!(violation, Violation::Blank { .. }) && problems_in(subject.problems, value).any(continued)
        {
            return;
        }
        if let Some(finding) = self.domain(&attribute.domain, attribute.name, value) {
            self.report(finding.attribute(attribute.name).resource(subject.id(self.text)));
        }
    }

    /// Two slashes side by side in a path of a WEBSERVICE, which its page forbids.
    #[cold]
    fn double_slash(&mut self, subject: &Subject<'c>, attribute: &'static Attribute, span: Span, path: &str) {
        if !matches!(attribute.name, "WSBIND" | "WSDLFILE" | "ARCHIVEFILE") {
            return;
        }
        if is_damaged(span, subject.problems) || self.has_placeholder(path) {
            return;
        }
        let message = format!("{} is not of the form that {} takes", excerpt(path), attribute.name);
        let finding = Finding::new(ids::VALUE_FORM, span, message)
            .severity(Severity::Warning)
            .help("a path has no two slashes side by side")
            .attribute(attribute.name)
            .resource(subject.id(self.text));
        self.report(finding);
    }

    /// What is wrong with the value at `span`, if anything.
    #[cold]
    pub(super) fn domain(&mut self, domain: &Domain, what: &str, span: Span) -> Option<Finding> {
        let joined = self.value_text(span);
        let violation = domain.check(&joined).err()?;
        if self.is_unknown_value(span, &joined, violation) {
            return None;
        }
        let in_place = matches!(joined, std::borrow::Cow::Borrowed(_));
        let fault = Fault { domain, violation, what, value: &joined, span, in_place };
        self.fault(&fault)
    }

    fn fault(&self, fault: &Fault<'_>) -> Option<Finding> {
        let (what, shown) = (fault.what, excerpt(fault.value));
        let finding = match fault.violation {
            Violation::NotOneOf => self.not_one_of(fault),
            Violation::Empty | Violation::Abbreviated(_) => return None,
            Violation::ObsoleteValue(word) => return Some(self.obsolete_value(fault, word)),
            Violation::OnlyInLaterRelease { value, release } => {
                let message = format!("{value} of {what} came with CICS TS {release}");
                Finding::new(ids::ATTRIBUTE_OF_LATER_RELEASE, fault.span, message)
                    .help(domain_in_words(fault.domain))
            }
            Violation::NotANumber { .. } => {
                let message = format!("{shown} is no number, and {what} takes one");
                Finding::new(ids::NOT_A_NUMBER, fault.span, message).help(domain_in_words(fault.domain))
            }
            Violation::OutOfRange { min, max, part, .. } => {
                let of = if part.is_empty() { what.to_owned() } else { format!("the {part} of {what}") };
                let message = format!("{shown} is outside the range of {of}, {}", range(min, max));
                Finding::new(ids::NUMBER_OUT_OF_RANGE, fault.span, message)
                    .help(domain_in_words(fault.domain))
            }
            Violation::Reserved { number } => {
                let message = format!("{number} is a value of {what} that CICS keeps for itself");
                Finding::new(ids::NUMBER_OUT_OF_RANGE, fault.span, message)
                    .help(domain_in_words(fault.domain))
            }
            Violation::NotAMultiple { number, of } => {
                let message = format!("{shown} is no multiple of {of}; CICS rounds {what} down");
                let (lower, upper) = (number / of * of, number.saturating_add(of) / of * of);
                Finding::new(ids::NOT_A_MULTIPLE, fault.span, message)
                    .help(format!("write the multiple that is meant: {lower} or {upper}"))
            }
            Violation::TooLong { length, max } => too_long(ids::VALUE_TOO_LONG, fault, length, max),
            Violation::BadCharacter { offset, character } => self.bad_character(fault, offset, character),
            Violation::Blank { offset } => self.blank(fault, offset),
            Violation::WrongForm(form) => {
                let message = format!("{shown} is not of the form that {what} takes");
                Finding::new(ids::VALUE_FORM, fault.span, message).help(form)
            }
        };
        Some(self.recalled(finding, fault.domain.basis_of(&fault.violation)))
    }

    fn not_one_of(&self, fault: &Fault<'_>) -> Finding {
        let shown = excerpt(fault.value).to_ascii_uppercase();
        let message = format!("{shown} is no value of {}", fault.what);
        let finding = Finding::new(ids::VALUE_NOT_ALLOWED, fault.span, message);
        let words = fault.domain.values.iter().chain(fault.domain.special).copied();
        match nearest(fault.value, words) {
            Some(near) => {
                let help = format!("did you mean {near}? ({})", domain_in_words(fault.domain));
                finding.help(help).edits(Safety::Review, self.replace(fault.span, near))
            }
            None => finding.help(domain_in_words(fault.domain)),
        }
    }

    fn obsolete_value(&self, fault: &Fault<'_>, word: &str) -> Finding {
        let (severity, help) = self.compatibility(fault.domain.basis);
        let message = format!("{word} is an obsolete value of {}", fault.what);
        let help = format!("{help}; {}", domain_in_words(fault.domain));
        Finding::new(ids::OBSOLETE_VALUE, fault.span, message).severity(severity).help(help)
    }

    fn bad_character(&self, fault: &Fault<'_>, offset: usize, character: char) -> Finding {
        let message = format!("{} is not allowed in {}", shown_character(character), fault.what);
        let span = fault.place(offset, character.len_utf8());
        Finding::new(ids::CHARACTER_NOT_ALLOWED, span, message).help(characters_in_words(&fault.domain.chars))
    }

    fn blank(&self, fault: &Fault<'_>, offset: usize) -> Finding {
        let run = fault.value[offset..].bytes().take_while(|byte| *byte == b' ').count();
        let span = fault.place(offset, run);
        let help = if !fault.span.of_text(self.text).contains('\n') {
            "remove the blank"
        } else {
            "the value is broken over records, which are joined with a blank; write it in one record, or cut it at \
             column 71 with * in column 72"
        };
        Finding::new(ids::BLANK_IN_VALUE, span, format!("blank inside the value of {}", fault.what))
            .help(help)
    }

    /// What is wrong with the name of a resource, if anything. Where `generic` names are allowed one is no fault.
    pub(super) fn resource_name(
        &mut self,
        kind: &'static ResourceType,
        span: Span,
        generic: bool,
        command: &str,
    ) -> Option<Finding> {
        let joined = self.value_text(span);
        let domain = &kind.name_domain;
        let violation = domain.check(&joined).err()?;
        if self.is_unknown_value(span, &joined, violation) {
            return None;
        }
        if is_generic(&joined) {
            let message =
                format!("{} is generic, but {command} takes one {} only", excerpt(&joined), kind.name);
            return (!generic).then(|| {
                Finding::new(ids::GENERIC_NAME_NOT_ALLOWED, span, message)
                    .help(format!("write a command for each {}", kind.name))
            });
        }
        let in_place = matches!(joined, std::borrow::Cow::Borrowed(_));
        let what = kind.name;
        let fault = Fault { domain, violation, what, value: &joined, span, in_place };
        let finding = match violation {
            Violation::TooLong { length, max } => {
                let message =
                    format!("{} has {length} characters; the name of a {what} takes {max}", excerpt(&joined));
                Finding::new(ids::NAME_TOO_LONG, span, message).help(format!("at most {max} characters"))
            }
            Violation::BadCharacter { offset, character } => {
                let message =
                    format!("{} is not allowed in the name of a {what}", shown_character(character));
                Finding::new(
                    ids::NAME_CHARACTER_NOT_ALLOWED,
                    fault.place(offset, character.len_utf8()),
                    message,
                )
                .help(characters_in_words(&domain.chars))
            }
            Violation::Blank { offset } => {
                let message = format!("a blank is not allowed in the name of a {what}");
                Finding::new(ids::NAME_CHARACTER_NOT_ALLOWED, fault.place(offset, 1), message)
                    .help(characters_in_words(&domain.chars))
            }
            _ => return self.fault(&fault),
        };
        Some(self.recalled(finding, domain.basis_of(&violation)))
    }

    /// Whether the value stands for several names.
    pub(super) fn is_mask(&self, value: Span) -> bool {
        let text = value.of_text(self.text);
        is_generic(text) && !self.has_placeholder(text)
    }
}

impl Fault<'_> {
    /// The place of `length` bytes at `offset` of the value; the whole value where it was joined over records.
    fn place(&self, offset: usize, length: usize) -> Span {
        match self.in_place {
            true => Span::new(self.span.start + offset as u32, self.span.start + (offset + length) as u32),
            false => self.span,
        }
    }
}

fn too_long(id: RuleId, fault: &Fault<'_>, length: usize, max: u32) -> Finding {
    let message = format!("{} has {length} characters; {} takes {max}", excerpt(fault.value), fault.what);
    Finding::new(id, fault.span, message).help(format!("at most {max} characters"))
}

/// What a domain allows, in a few words.
fn domain_in_words(domain: &Domain) -> String {
    let words: Vec<&str> = domain.values.iter().chain(domain.special).copied().collect();
    let numbers = (domain.min.is_some() || domain.max.is_some())
        .then(|| format!("a number from {}", range(domain.min, domain.max)));
    match (words.as_slice(), numbers) {
        ([], Some(numbers)) => numbers,
        ([], None) => "see `cicslint explain` for what it takes".to_owned(),
        ([one], None) => format!("only {one} is allowed"),
        (_, None) => format!("one of {}", words.join(", ")),
        (_, Some(numbers)) => format!("{numbers}, or {}", words.join(", ")),
    }
}

fn range(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("0 to {max}"),
        (None, None) => "its range".to_owned(),
    }
}

/// The characters of a set: letters and digits as ranges, the others one by one.
fn characters_in_words(chars: &Chars) -> String {
    let Chars::Set { ascii, beyond } = chars else {
        return "see `cicslint explain` for what it takes".to_owned();
    };
    let has = |byte: u8| ascii & (1 << byte) != 0;
    let mut parts = Vec::new();
    for (first, last, name) in [(b'A', b'Z', "A-Z"), (b'a', b'z', "a-z"), (b'0', b'9', "0-9")] {
        if (first..=last).all(has) {
            parts.push(name.to_owned());
        }
    }
    let others = (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric() && has(*byte));
    parts.extend(others.map(|byte| char::from(byte).to_string()));
    parts.extend(beyond.chars().map(String::from));
    format!("allowed: {}", parts.join(" "))
}

fn shown_character(character: char) -> String {
    match character {
        '!'..='~' => character.to_string(),
        _ if character.is_control() => format!("X'{:02X}'", u32::from(character)),
        _ => format!("{character} (U+{:04X})", u32::from(character)),
    }
}
