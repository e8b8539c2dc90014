//! SYSIN, CONSOLE and .END: where they may stand.

use crate::rules::{Finding, Severity, Sink, ids};
use crate::syntax::{Setting, SitForm, SitSource};

/// A control keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Sysin,
    Console,
    End,
}

impl Control {
    /// The keyword that `word` is, if any.
    pub(super) fn of(word: &str) -> Option<Self> {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if is("SYSIN") || is("SI") {
            Some(Self::Sysin)
        } else if is("CONSOLE") || is("CN") {
            Some(Self::Console)
        } else if is(".END") {
            Some(Self::End)
        } else {
            None
        }
    }
}

/// Checks the control keywords of one source.
pub(super) fn check(text: &str, source: &SitSource, sink: &mut Sink<'_>) {
    let mut seen: Vec<(Control, &Setting)> = Vec::new();
    // What follows a keyword is known when one goes backwards.
    let mut parameter_follows = false;
    for setting in source.settings.iter().rev() {
        let Some(control) = Control::of(setting.name.of_text(text)) else {
            parameter_follows = true;
            continue;
        };
        let later = seen.iter().find(|(other, _)| *other == control).map(|(_, setting)| *setting);
        if let Some((severity, why)) = fault(source.form, control, later.is_some(), parameter_follows) {
            let word = setting.name.of_text(text).to_ascii_uppercase();
            let mut finding =
                Finding::new(ids::MISPLACED_CONTROL_KEYWORD, setting.name, format!("{word} {why}"))
                    .severity(severity)
                    .help(help(control));
            if let Some(later) = later {
                finding = finding.related(later.name, "and here");
            }
            sink.report(finding);
        }
        if let Some(value) = setting.value {
            let word = setting.name.of_text(text).to_ascii_uppercase();
            sink.report(
                Finding::new(ids::MISPLACED_CONTROL_KEYWORD, value, format!("{word} takes no value"))
                    .severity(Severity::Warning)
                    .help(format!("write {word} alone")),
            );
        }
        seen.push((control, setting));
    }
}

/// What is wrong with a control keyword, if anything, and how surely CICS refuses it.
fn fault(
    form: SitForm,
    control: Control,
    again: bool,
    parameter_follows: bool,
) -> Option<(Severity, &'static str)> {
    match (form, control) {
        (SitForm::Macro, _) => Some((Severity::Warning, "is no operand of the DFHSIT macro")),
        (SitForm::Sysin | SitForm::Console, Control::Sysin) => {
            Some((Severity::Error, "may stand in PARM only"))
        }
        (SitForm::Console, Control::Console) => Some((Severity::Warning, "has no meaning at the console")),
        (_, Control::End) => None,
        _ if again => Some((Severity::Warning, "is given twice; it may be given once")),
        (SitForm::Parm, _) if parameter_follows => Some((Severity::Warning, "must stand at the end of PARM")),
        _ => None,
    }
}

fn help(control: Control) -> &'static str {
    match control {
        Control::Sysin => {
            "SYSIN (or SI) stands in PARM only, once, with nothing behind it but CONSOLE and .END"
        }
        Control::Console => {
            "CONSOLE (or CN) stands at the end of PARM or in the SYSIN data set, in one of them only"
        }
        Control::End => ".END ends PARM, SYSIN or the input at the console",
    }
}
