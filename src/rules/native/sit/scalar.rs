//! Values that are one word: words, numbers, sizes, times, suffixes, names, texts.

use super::numbers::{self, TimeFault};
use super::special;
use super::value::{self, Value, operands, unquoted};
use super::{Given, list};
use crate::catalog::{Basis, Chars, Shape, ValueType};
use crate::rules::{Confidence, Finding, Severity, Sink, ids};
use crate::syntax::{sit, symbols};
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
        let value = Value::join(text, &sit::value_pieces(text, self.form, span));
        if value.text.trim().is_empty() {
            self.report_empty(sink);
            return;
        }
        if symbols::has_placeholder(&value.text) || special::check(self, &value, sink) {
            return;
        }
        match self.parameter.domain.value_type {
            ValueType::Composite => list::check(self, &value, sink),
            _ => self.check_word(&value, sink),
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
            "" => format!("Write {}=value", self.name),
            syntax => format!("Write {syntax}"),
        }
    }

    fn check_word(&self, value: &Value<'_>, sink: &mut Sink<'_>) {
        let text = &*value.text;
        let mut range = value::trim(text, 0..text.len());
        if text[range.clone()].starts_with('(') {
            let found = operands(text);
            if let Some(second) = found.ranges.get(1) {
                sink.report(self.too_many(value, second.clone()));
            } else {
                sink.report(self.form_warning(value, range, "parentheses"));
            }
            range = found.ranges.into_iter().next().unwrap_or(0..0);
        }
        if range.is_empty() {
            return;
        }
        let word = &text[range.clone()];
        let is_text = matches!(self.parameter.domain.value_type, ValueType::String | ValueType::DsName);
        match unquoted(word) {
            Some(inner) if is_text => self.check_text(value, range, inner, sink),
            Some(inner) => {
                sink.report(self.form_warning(value, range.clone(), "apostrophes"));
                self.check_one(value, range.start + 1..range.start + 1 + inner.len(), sink);
            }
            None => self.check_one(value, range, sink),
        }
    }

    /// More operands than the parameter takes in 5.4.
    fn too_many(&self, value: &Value<'_>, second: Range<usize>) -> Finding {
        let later = self.parameter.doc.changed.iter().find(|(_, what)| what.contains("second operand"));
        let since = later.map_or(String::new(), |(release, _)| format!("; a second operand came with {release}"));
        let message = format!("{} takes one value{since}", self.name);
        let span = if second.is_empty() { value.whole } else { value.span(second) };
        let finding = self.finding(ids::SIT_VALUE_FORM, span, self.parameter.domain.basis, message).help(self.written());
        // The 5.4 page of GMTRAN was not found.
        if &*self.name == "GMTRAN" { finding.severity(Severity::Warning) } else { finding }
    }

    /// A form that no page shows, though CICS may well take it.
    pub(super) fn form_warning(&self, value: &Value<'_>, range: Range<usize>, marks: &str) -> Finding {
        let message = format!("IBM shows {} without {marks}", self.name);
        Finding::new(ids::SIT_VALUE_FORM, value.span(range), message)
            .severity(Severity::Warning)
            .confidence(Confidence::Low)
            .help(self.written())
            .attribute(self.name.clone())
    }

    /// Checks one bare word against the domain.
    fn check_one(&self, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let word = &value.text[range.clone()];
        let is = |allowed: &&str| allowed.eq_ignore_ascii_case(word);
        if domain.values.iter().any(|allowed| is(allowed)) || domain.special.iter().any(|allowed| is(allowed)) {
            return;
        }
        if let Some((later, release)) = domain.later_values.iter().find(|(later, _)| is(later)) {
            let message = format!("{}={later} came with {release}; 5.4 does not take it", self.name);
            let span = value.span(range);
            sink.report(self.finding(ids::SIT_VALUE_NOT_ALLOWED, span, domain.basis, message).help(self.takes()));
            return;
        }
        match domain.value_type {
            ValueType::Enum | ValueType::YesNo if !domain.open_values => self.report_not_allowed(value, range, sink),
            ValueType::Enum | ValueType::YesNo => {}
            ValueType::Integer => match numbers::number(word) {
                Some(number) => self.check_number(value, range, number, sink),
                None => self.report_not_a_number(value, range, "decimal digits alone", sink),
            },
            ValueType::Storage => self.check_storage(value, range, sink),
            ValueType::Time => self.check_time(value, range, sink),
            ValueType::String | ValueType::DsName => self.check_text(value, range, word, sink),
            _ => {
                self.check_length(value, range.clone(), word, sink);
                self.check_chars(value, range, sink);
            }
        }
    }

    /// What the parameter takes, as help.
    fn takes(&self) -> String {
        let domain = &self.parameter.domain;
        match domain.values {
            [] => self.written(),
            words => format!("It takes {}", list::alternatives(words)),
        }
    }

    fn report_not_allowed(&self, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
        let message = format!("{} does not take {}", self.name, &value.text[range.clone()]);
        let span = value.span(range);
        let basis = self.parameter.domain.basis;
        sink.report(self.finding(ids::SIT_VALUE_NOT_ALLOWED, span, basis, message).help(self.takes()));
    }

    pub(super) fn report_not_a_number(&self, value: &Value<'_>, range: Range<usize>, form: &str, sink: &mut Sink<'_>) {
        let message = format!("{} takes a number, not {}", self.name, &value.text[range.clone()]);
        let words = match self.parameter.domain.special {
            [] => String::new(),
            words => format!(", or {}", list::alternatives(words)),
        };
        let span = value.span(range);
        let basis = self.parameter.domain.basis;
        let finding = self.finding(ids::SIT_NOT_A_NUMBER, span, basis, message);
        sink.report(finding.help(format!("Write {form}{words}")));
    }

    fn check_storage(&self, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
        let needs_unit = self.parameter.syntax.contains("nnG");
        let (units, form) = if needs_unit {
            ([Some('M'), Some('G')].as_slice(), "digits and M or G")
        } else {
            ([None, Some('K'), Some('M')].as_slice(), "digits with an optional K or M")
        };
        match numbers::storage(&value.text[range.clone()]) {
            Some((bytes, unit)) if units.contains(&unit) => self.check_number(value, range, bytes, sink),
            _ => self.report_not_a_number(value, range, form, sink),
        }
    }

    fn check_time(&self, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
        let (digits, form) =
            if self.parameter.domain.shape == Shape::Hhmm { (4, "hhmm") } else { (6, "hhmmss") };
        let span = value.span(range.clone());
        let basis = self.parameter.domain.basis;
        match numbers::time(&value.text[range.clone()], digits) {
            Ok(time) => self.check_number(value, range, time, sink),
            Err(TimeFault::Form) => {
                let message = format!("{} takes a time {form}, in at most {digits} digits", self.name);
                sink.report(self.finding(ids::SIT_VALUE_FORM, span, basis, message).help(self.written()));
            }
            Err(fault) => {
                let unit = if fault == TimeFault::Minutes { "minutes" } else { "seconds" };
                let message = format!("{} is a time {form}, so its {unit} go from 00 to 59", self.name);
                let basis = if CLOCKS.contains(&&*self.name) { basis } else { Basis::Memory };
                sink.report(
                    self.finding(ids::SIT_NUMBER_OUT_OF_RANGE, span, basis, message).help(self.written()),
                );
            }
        }
    }

    /// Checks a number against the limits and the steps.
    fn check_number(&self, value: &Value<'_>, range: Range<usize>, number: i64, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let below = domain.min.is_some_and(|min| number < min);
        let above = domain.max.is_some_and(|max| number > max);
        if below || above || domain.excluded.contains(&number) {
            let message = format!("{} must be {}", self.name, self.limits());
            let span = value.span(range);
            let finding = self.finding(ids::SIT_NUMBER_OUT_OF_RANGE, span, domain.basis, message);
            sink.report(finding.help(self.changed_limits()));
            return;
        }
        if let Some(step) = domain.multiple_of
            && number % step != 0
        {
            sink.report(self.rounding(value, range, number, step));
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
        if changes.is_empty() { self.written() } else { format!("{}; {}", self.written(), changes.join("; ")) }
    }

    fn rounding(&self, value: &Value<'_>, range: Range<usize>, number: i64, step: i64) -> Finding {
        let storage = self.parameter.domain.value_type == ValueType::Storage;
        let show = |number| if storage { numbers::show_storage(number) } else { i64::to_string(&number) };
        let goes = format!("{} goes in steps of {}", self.name, show(step));
        // The manual says so of each but CSDSTRNO: ICVR is rounded down, sizes are rounded up.
        let (message, help) = if &*self.name == "CSDSTRNO" {
            (format!("{goes}; what CICS makes of another number is not documented"), self.written())
        } else {
            let taken = show(numbers::rounded(number, step, &*self.name != "ICVR"));
            (format!("{goes}; CICS takes {taken}"), format!("Write {taken}"))
        };
        Finding::new(ids::SIT_NOT_A_MULTIPLE, value.span(range), message).help(help).attribute(self.name.clone())
    }

    /// A text, without the apostrophes around it.
    fn check_text(&self, value: &Value<'_>, range: Range<usize>, inner: &str, sink: &mut Sink<'_>) {
        self.check_length(value, range.clone(), inner, sink);
        if let Chars::Set { .. } = self.parameter.domain.chars {
            self.check_chars(value, range, sink);
        }
    }

    pub(super) fn check_length(&self, value: &Value<'_>, range: Range<usize>, inner: &str, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let default = if domain.value_type == ValueType::Suffix { Some(2) } else { None };
        let Some(max) = domain.max_length.or(default) else { return };
        let length = value::length(inner);
        if length > max as usize {
            let later = self.parameter.doc.changed.iter().find(|(_, what)| what.contains("full name"));
            let since = later.map_or(String::new(), |(release, what)| format!("; {release}: {what}"));
            let unit = if max == 1 { "character" } else { "characters" };
            let message = format!("{} takes {max} {unit}; this value has {length}{since}", self.name);
            let finding = self.finding(ids::SIT_VALUE_TOO_LONG, value.span(range), domain.basis, message);
            sink.report(finding.help(self.written()));
        }
    }

    /// Checks the characters of a name or a suffix. Where no page limits them, A-Z 0-9 $ @ # are recalled.
    pub(super) fn check_chars(&self, value: &Value<'_>, range: Range<usize>, sink: &mut Sink<'_>) {
        let domain = &self.parameter.domain;
        let (allowed, basis) = match domain.chars {
            Chars::Any => (list::NATIONAL, Basis::Memory),
            set => (set, domain.chars_basis),
        };
        if let Some(bad) = list::foreign(&value.text, range, allowed) {
            sink.report(self.foreign_character(value, bad, &list::show_chars(allowed), basis));
        }
    }

    pub(super) fn foreign_character(
        &self,
        value: &Value<'_>,
        bad: Range<usize>,
        allowed: &str,
        basis: Basis,
    ) -> Finding {
        let message = format!("{} may not stand in {}", &value.text[bad.clone()], self.name);
        self.finding(ids::SIT_CHARACTER_NOT_ALLOWED, value.span(bad), basis, message)
            .help(format!("{} takes {allowed}", self.name))
    }
}
