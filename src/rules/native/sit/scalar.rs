//! Values that are one word: words, numbers, sizes, times, suffixes, names, texts.

use super::numbers::{self, TimeFault};
use super::special;
use super::value::Word;
use super::{Given, list, placeholder};
use crate::catalog::{Basis, Chars, Shape, ValueType};
use crate::rules::{Confidence, Finding, Severity, Sink, ids};
use std::ops::Range;

/// Times whose pages say that minutes and seconds go from 00 to 59.
const CLOCKS: [&str; 5] = ["STATEOD", "STATINT", "PRGDLAY", "PSDINT", "RSTSIGNTIME"];

impl Given<'_> {
    /// Checks the value against what the catalogue says of the parameter.
    pub(super) fn check_value(&self, text: &str, sink: &mut Sink<'_>) {
        let Some(span) = self.setting.value else {
            let message = format!("{} has no value", self.name);
            sink.report(
                Finding::new(ids::SIT_VALUE_MISSING, self.setting.name, message)
                    .help(self.written())
                    .attribute(self.name.clone()),
            );
            return;
        };
        let value = Word::new(text, self, span);
        if value.text.is_empty() {
            self.report_empty(sink);
            return;
        }
        if placeholder::is_unknown(self.form, &value.text) || special::check(self, text, &value, sink) {
            return;
        }
        match self.parameter.domain.value_type {
            ValueType::Composite => list::check(self, text, &value, sink),
            _ => self.check_word(text, value, sink),
        }
    }

    /// An equals sign with nothing behind it. In the macro that stands for the default.
    fn report_empty(&self, sink: &mut Sink<'_>) {
        if self.is_override() {
            let message = format!("{} has an empty value; what CICS makes of it is only recalled", self.name);
            sink.report(
                Finding::new(ids::SIT_VALUE_MISSING, self.span(), message)
                    .severity(Severity::Warning)
                    .confidence(Confidence::Medium)
                    .help(self.written())
                    .attribute(self.name.clone()),
            );
        }
    }

    /// The syntax, as help.
    pub(super) fn written(&self) -> String {
        match self.parameter.syntax {
            "" => format!("its form is {}=value", self.name),
            syntax => format!("its form is {syntax}"),
        }
    }

    fn check_word<'t>(&self, text: &'t str, mut word: Word<'t>, sink: &mut Sink<'_>) {
        if word.text.starts_with('(') {
            let operands = Word::operands(text, self, self.setting.value.unwrap_or_default());
            match operands.get(1) {
                Some(second) => sink.report(self.too_many(&word, second)),
                None => sink.report(self.form_warning(&word, "parentheses")),
            }
            match operands.into_iter().next() {
                Some(first) if !first.text.is_empty() => word = first,
                _ => return,
            }
        }
        let is_text = matches!(self.parameter.domain.value_type, ValueType::String | ValueType::DsName);
        match word.unquoted() {
            Some(inner) if is_text => self.check_text(&word, &inner, sink),
            Some(inner) => {
                sink.report(self.form_warning(&word, "apostrophes"));
                self.check_one(&inner, sink);
            }
            None => self.check_one(&word, sink),
        }
    }

    /// A second operand where the parameter takes one in 5.4.
    pub(super) fn too_many(&self, whole: &Word<'_>, second: &Word<'_>) -> Finding {
        let later = self.parameter.doc.changed.iter().find(|(_, what)| what.contains("second operand"));
        let since =
            later.map_or(String::new(), |(release, _)| format!("; a second operand came with {release}"));
        let message = format!("{} takes one value{since}", self.name);
        let span = if second.text.is_empty() { whole.span } else { second.span };
        self.finding(ids::SIT_VALUE_FORM, span, self.parameter.domain.basis, message).help(self.written())
    }

    /// A form that no page shows, though CICS may well take it.
    pub(super) fn form_warning(&self, word: &Word<'_>, marks: &str) -> Finding {
        let message = format!("IBM shows {} without {marks}", self.name);
        Finding::new(ids::SIT_VALUE_FORM, word.span, message)
            .severity(Severity::Warning)
            .confidence(Confidence::Low)
            .help(self.written())
            .attribute(self.name.clone())
    }

    /// Checks one bare word against the domain.
    fn check_one(&self, word: &Word<'_>, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        if domain.values.iter().chain(domain.special).any(|allowed| word.is(allowed)) {
            return;
        }
        if let Some((later, release)) = domain.later_values.iter().find(|(later, _)| word.is(later)) {
            let message = format!("{}={later} came with {release}; 5.4 does not take it", self.name);
            let finding = self.finding(ids::SIT_VALUE_NOT_ALLOWED, word.span, domain.basis, message);
            sink.report(finding.help(self.takes()));
            return;
        }
        match domain.value_type {
            ValueType::Enum | ValueType::YesNo if domain.open_values => {}
            ValueType::Enum | ValueType::YesNo => {
                let message = format!("{} does not take {}", self.name, word.text);
                let finding = self.finding(ids::SIT_VALUE_NOT_ALLOWED, word.span, domain.basis, message);
                sink.report(finding.help(self.takes()));
            }
            ValueType::Integer => match numbers::number(&word.text) {
                Some(number) => self.check_number(word, number, sink),
                None => self.report_not_a_number(word, "decimal digits alone", sink),
            },
            ValueType::Storage => self.check_storage(word, sink),
            ValueType::Time => self.check_time(word, sink),
            ValueType::String | ValueType::DsName => self.check_text(word, word, sink),
            _ => {
                self.check_length(word, word, sink);
                self.check_chars(word, sink);
            }
        }
    }

    /// What the parameter takes, as help.
    fn takes(&self) -> String {
        match self.parameter.domain.values {
            [] => self.written(),
            words => format!("it takes {}", list::alternatives(words)),
        }
    }

    /// Something else where a number must stand; `form` says how it is written.
    pub(super) fn report_not_a_number(&self, word: &Word<'_>, form: &str, sink: &mut Sink<'_>) {
        let message = format!("{} takes a number, not {}", self.name, word.text);
        let words = match self.parameter.domain.special {
            [] => String::new(),
            words => format!(", or {}", list::alternatives(words)),
        };
        let finding = self.finding(ids::SIT_NOT_A_NUMBER, word.span, self.parameter.domain.basis, message);
        sink.report(finding.help(format!("write {form}{words}")));
    }

    fn check_storage(&self, word: &Word<'_>, sink: &mut Sink<'_>) {
        let needs_unit = self.parameter.syntax.contains("nnG");
        let (units, form) = if needs_unit {
            ([Some('M'), Some('G')].as_slice(), "digits and M or G")
        } else {
            ([None, Some('K'), Some('M')].as_slice(), "digits with an optional K or M")
        };
        match numbers::storage(&word.text) {
            Some((bytes, unit)) if units.contains(&unit) => self.check_number(word, bytes, sink),
            _ => self.report_not_a_number(word, form, sink),
        }
    }

    fn check_time(&self, word: &Word<'_>, sink: &mut Sink<'_>) {
        let hhmm = self.parameter.domain.shape == Shape::Hhmm;
        let (digits, form) = if hhmm { (4, "hhmm") } else { (6, "hhmmss") };
        let basis = self.parameter.domain.basis;
        let (id, basis, message) = match numbers::time(&word.text, digits) {
            Ok(time) => return self.check_number(word, time, sink),
            Err(TimeFault::Form) => {
                let message = format!("{} takes a time {form}, in at most {digits} digits", self.name);
                (ids::SIT_VALUE_FORM, basis, message)
            }
            Err(fault) => {
                let unit = if fault == TimeFault::Minutes { "minutes" } else { "seconds" };
                let message = format!("{} is a time {form}, so its {unit} go from 00 to 59", self.name);
                let basis = if CLOCKS.contains(&&*self.name) { basis } else { Basis::Memory };
                (ids::SIT_NUMBER_OUT_OF_RANGE, basis, message)
            }
        };
        sink.report(self.finding(id, word.span, basis, message).help(self.written()));
    }

    /// Checks a number against the limits and the steps.
    fn check_number(&self, word: &Word<'_>, number: i64, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let below = domain.min.is_some_and(|min| number < min);
        let above = domain.max.is_some_and(|max| number > max);
        if below || above || domain.excluded.contains(&number) {
            let message = format!("{} must be {}", self.name, self.limits());
            let finding = self.finding(ids::SIT_NUMBER_OUT_OF_RANGE, word.span, domain.basis, message);
            sink.report(finding.help(self.changed_limits()));
            return;
        }
        if let Some(step) = domain.multiple_of
            && number % step != 0
        {
            sink.report(self.rounding(word, number, step));
        }
    }

    /// The limits in words: `0, or 50 to 65535`.
    fn limits(&self) -> String {
        let domain = &self.parameter.domain;
        let show = |number: i64| match domain.value_type {
            ValueType::Storage => numbers::show_storage(number),
            ValueType::Time if domain.shape == Shape::Hhmm => format!("{number:04}"),
            ValueType::Time => format!("{number:06}"),
            _ => number.to_string(),
        };
        let range = match (domain.min, domain.max) {
            (Some(min), Some(max)) => format!("{} to {}", show(min), show(max)),
            (Some(min), None) => format!("at least {}", show(min)),
            (None, Some(max)) => format!("at most {}", show(max)),
            (None, None) => "another number".to_owned(),
        };
        match domain.special {
            [] => range,
            words => format!("{}, or {range}", words.join(", ")),
        }
    }

    /// What releases changed in the limits, else the syntax.
    fn changed_limits(&self) -> String {
        let changes: Vec<_> = self
            .parameter
            .doc
            .changed
            .iter()
            .filter(|(_, what)| ["minimum", "maximum", "range"].iter().any(|word| what.contains(word)))
            .map(|(release, what)| format!("{release}: {what}"))
            .collect();
        if changes.is_empty() {
            self.written()
        } else {
            format!("{}; {}", self.written(), changes.join("; "))
        }
    }

    fn rounding(&self, word: &Word<'_>, number: i64, step: i64) -> Finding {
        let storage = self.parameter.domain.value_type == ValueType::Storage;
        let show = |number| if storage { numbers::show_storage(number) } else { i64::to_string(&number) };
        let goes = format!("{} goes in steps of {}", self.name, show(step));
        // The manual says so of each but CSDSTRNO: ICVR is rounded down, sizes are rounded up.
        let (message, help) = if &*self.name == "CSDSTRNO" {
            (format!("{goes}; what CICS makes of another number is not documented"), self.written())
        } else {
            let taken = show(numbers::rounded(number, step, &*self.name != "ICVR"));
            (format!("{goes}; CICS takes {taken}"), format!("write {taken}"))
        };
        Finding::new(ids::SIT_NOT_A_MULTIPLE, word.span, message).help(help).attribute(self.name.clone())
    }

    /// A text: `word` as it is written, `inner` without the apostrophes around it.
    fn check_text(&self, word: &Word<'_>, inner: &Word<'_>, sink: &mut Sink<'_>) {
        self.check_length(word, inner, sink);
        if let Chars::Set { .. } = self.parameter.domain.chars {
            self.check_chars(inner, sink);
        }
    }

    /// Checks the length of `inner`, which is `word` or what stands between its apostrophes.
    pub(super) fn check_length(&self, word: &Word<'_>, inner: &Word<'_>, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let Some(max) = domain.max_length else { return };
        let length = inner.length();
        if length > max as usize {
            let later = self.parameter.doc.changed.iter().find(|(_, what)| what.contains("full name"));
            let since = later.map_or(String::new(), |(release, what)| format!("; {release}: {what}"));
            let unit = if max == 1 { "character" } else { "characters" };
            let message = format!("{} takes {max} {unit}; this value has {length}{since}", self.name);
            let finding = self.finding(ids::SIT_VALUE_TOO_LONG, word.span, domain.basis, message);
            sink.report(finding.help(self.written()));
        }
    }

    /// Checks the characters of a name or a suffix. Where no page limits them, A-Z 0-9 $ @ # are recalled.
    pub(super) fn check_chars(&self, word: &Word<'_>, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let (allowed, basis) = match domain.chars {
            Chars::Any => (list::NATIONAL, Basis::Memory),
            set => (set, domain.chars_basis),
        };
        if let Some(bad) = list::foreign(&word.text, allowed) {
            sink.report(self.foreign_character(word, bad, &list::show_chars(allowed), basis));
        }
    }

    /// A character of `word` that may not stand there.
    pub(super) fn foreign_character(
        &self,
        word: &Word<'_>,
        bad: Range<usize>,
        allowed: &str,
        basis: Basis,
    ) -> Finding {
        let message = format!("{} may not stand in {}", &word.text[bad.clone()], self.name);
        self.finding(ids::SIT_CHARACTER_NOT_ALLOWED, word.at(bad), basis, message)
            .help(format!("{} takes {allowed}", self.name))
    }
}
