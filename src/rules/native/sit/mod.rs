//! Checks of SIT sources: SYSIN members, PARM strings, console input and DFHSIT macro source.
//!
//! Each parameter is looked up in the catalogue; what the catalogue says of it (sources, releases, form of the value)
//! is checked by the modules here, one subject each. A value that holds a placeholder is not checked: what will stand
//! there is not known.

mod control;
mod duplicate;
mod list;
mod name;
mod numbers;
mod placeholder;
mod problem;
mod scalar;
mod special;
#[cfg(test)]
mod tests;
mod value;

use crate::catalog::{Basis, SitParameter};
use crate::rules::{Confidence, Finding, RuleId, Severity, Sink};
use crate::syntax::symbols::Symbols;
use crate::syntax::{Setting, SitForm, SitSource};
use crate::text::Span;

/// Checks one SIT source of `text`.
pub fn check_sit(text: &str, source: &SitSource, symbols: &Symbols, sink: &mut Sink<'_>) {
    problem::check(text, source, sink);
    let mut given = Vec::with_capacity(source.settings.len());
    for setting in &source.settings {
        if let Some(parameter) = name::check(text, source, setting, symbols, sink) {
            given.push(parameter);
        }
    }
    control::check(text, source, sink);
    duplicate::check(text, source, &given, sink);
    for one in &given {
        one.check_value(text, sink);
    }
    special::check_together(text, source.form, &given, sink);
    placeholder::check(text, source, symbols, sink);
}

/// A setting whose parameter is known and may stand where it stands.
#[derive(Debug)]
struct Given<'a> {
    parameter: &'static SitParameter,
    /// The name in capitals, with its component or key (SPCTRSO, SKRPF7).
    name: Box<str>,
    setting: &'a Setting,
    form: SitForm,
    /// Values of placeholders.
    symbols: &'a Symbols,
}

impl Given<'_> {
    /// The name and the value in the source.
    fn span(&self) -> Span {
        self.setting.value.map_or(self.setting.name, |value| self.setting.name.to(value))
    }

    /// A finding about it. Where the fact behind it is only recalled, it is a warning that says so.
    fn finding(&self, id: RuleId, span: Span, basis: Basis, message: String) -> Finding {
        let finding = if basis.is_firm() {
            Finding::new(id, span, message)
        } else {
            let recalled = Finding::new(id, span, message + " (recalled)").confidence(Confidence::Medium);
            let severity = recalled.severity.min(Severity::Warning);
            recalled.severity(severity)
        };
        finding.attribute(self.name.clone())
    }

    /// Whether it stands in an override, not in the macro.
    fn is_override(&self) -> bool {
        self.form != SitForm::Macro
    }
}
