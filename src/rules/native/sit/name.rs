//! The name of a parameter: whether CICS knows it, in this release, in this source.

use super::control::Control;
use super::{Given, placeholder};
use crate::catalog::{self, Lookup, SitParameter, Sources};
use crate::rules::{Confidence, Finding, Safety, Severity, Sink, ids};
use crate::syntax::symbols::Symbols;
use crate::syntax::{Setting, SitForm, SitSource, edit, sit};

/// What to do instead of giving a parameter of an old release.
const INSTEAD: [(&str, &str); 5] = [
    ("DCT", "transient data queues are TDQUEUE definitions in the CSD"),
    ("JCT", "journals are JOURNALMODEL definitions in the CSD"),
    ("MAXJVMTCBS", "a JVMSERVER definition has its own THREADLIMIT"),
    ("TSMGSET", "temporary storage manages its own storage"),
    ("IIOPLISTENER", "IIOP is no longer supported"),
];

/// Looks the parameter of `setting` up and reports what is wrong with its name. `None` where there is nothing to
/// check further: it is unknown, a control keyword, a placeholder, or not one of 5.4.
pub(super) fn check<'a>(
    text: &str,
    source: &SitSource,
    setting: &'a Setting,
    symbols: &'a Symbols,
    sink: &mut Sink<'_>,
) -> Option<Given<'a>> {
    let form = source.form;
    let name = sit::value_text(text, form, setting.name);
    let word: &str = &name;
    if Control::of(word).is_some() || placeholder::is_unknown(form, word) {
        return None;
    }
    let parameter = match catalog::sit_parameter(word) {
        Lookup::Full(parameter) | Lookup::Abbreviation(parameter) => parameter,
        Lookup::Unknown(nearest) => {
            let finding = unknown(word, form, setting, nearest);
            sink.report(match nearest {
                // The name of a family (SPCTRxx) is none that can be written.
                Some(parameter) if parameter.suffixes.is_empty() => {
                    let name = edit::in_case_of(setting.name.of_text(text), parameter.name);
                    finding.edits(Safety::Review, edit::replace_parameter(text, source, setting.name, &name))
                }
                _ => finding,
            });
            return None;
        }
        Lookup::TooShort(_) | Lookup::Ambiguous(_) => return None,
    };
    let given = Given { parameter, name: word.to_ascii_uppercase().into(), setting, form, symbols };
    if let Some(finding) = gone_or_to_come(&given) {
        sink.report(match parameter.removed_in {
            Some(_) if parameter.added_in.is_none() => {
                finding.edits(Safety::Review, edit::remove_parameter(text, source, setting.name.start))
            }
            _ => finding,
        });
        return None;
    }
    if let Some(finding) = wrong_source(&given) {
        sink.report(finding);
        return None;
    }
    Some(given)
}

fn unknown(word: &str, form: SitForm, setting: &Setting, nearest: Option<&'static SitParameter>) -> Finding {
    let upper = word.to_ascii_uppercase();
    if let Some(finding) = unknown_suffix(&upper, setting) {
        return finding;
    }
    let consequence = match form {
        SitForm::Macro => "; the assembler warns, and the parameter keeps its default",
        _ => "",
    };
    let message = format!("{upper} is no system initialization parameter of 5.4{consequence}");
    let help = match nearest {
        Some(parameter) => format!("did you mean {}?", parameter.name),
        None => "no parameter of 5.4 has a name like it".to_owned(),
    };
    let finding = Finding::new(ids::UNKNOWN_PARAMETER, setting.name, message).help(help).attribute(upper);
    if form == SitForm::Macro { finding.severity(Severity::Warning) } else { finding }
}

/// A name such as SPCTRxx with a component that the manual does not list. Components come and go with releases, so it
/// is a warning.
fn unknown_suffix(upper: &str, setting: &Setting) -> Option<Finding> {
    let family = catalog::sit_parameters().iter().find(|parameter| {
        let stem = parameter.name.trim_end_matches('x');
        !parameter.suffixes.is_empty() && upper.len() > stem.len() && upper.starts_with(stem)
    })?;
    let stem = family.name.trim_end_matches('x');
    let (what, suffix) =
        if stem == "SKR" { ("key", &upper[3..]) } else { ("component", &upper[stem.len()..]) };
    let message = format!("{upper}: the manual lists no {what} {suffix}");
    Some(
        Finding::new(ids::UNKNOWN_PARAMETER, setting.name, message)
            .severity(Severity::Warning)
            .confidence(Confidence::Medium)
            .help(format!("{} takes {}", family.name, family.suffixes.join(" ")))
            .attribute(upper),
    )
}

/// A parameter that the release no longer has, or does not have yet.
fn gone_or_to_come(given: &Given<'_>) -> Option<Finding> {
    let Given { parameter, name, setting, .. } = given;
    let span = setting.name;
    if let Some(release) = parameter.added_in {
        let message = format!("{name} came with {release}; 5.4 does not know it");
        let finding = given
            .finding(ids::PARAMETER_OF_LATER_RELEASE, span, parameter.basis, message)
            .help(format!("remove it for regions before {release}"));
        let soften = !given.is_override() || release.contains("inferred");
        return Some(if soften { finding.severity(Severity::Warning) } else { finding });
    }
    let removed = parameter.removed_in?;
    let instead = INSTEAD.iter().find(|(old, _)| *old == parameter.name).map(|(_, instead)| *instead);
    let help = instead.map_or("remove it".to_owned(), |instead| format!("remove it: {instead}"));
    // Some entries explain the release in parentheses.
    let release = removed.split(" (").next().unwrap_or(removed);
    let known = release.starts_with(|c: char| c.is_ascii_digit());
    let finding = if known {
        let message = format!("{name} was removed in {release}");
        given.finding(ids::REMOVED_PARAMETER, span, parameter.basis, message)
    } else {
        let message = format!("{name} is a parameter of an old release");
        given.finding(ids::OBSOLETE_PARAMETER, span, parameter.basis, message)
    };
    Some(finding.help(help))
}

/// A parameter that may not be given in this kind of source.
fn wrong_source(given: &Given<'_>) -> Option<Finding> {
    let Given { parameter, name, form, setting, .. } = given;
    let allowed = parameter.sources;
    let here = match form {
        SitForm::Macro => allowed.in_macro,
        SitForm::Parm => allowed.parm,
        SitForm::Sysin => allowed.sysin,
        SitForm::Console => allowed.console,
    };
    if here {
        return None;
    }
    let message = format!("{name} may not be given {}", place(*form));
    let mut help = format!("it may be given {}", places(allowed));
    for (release, what) in parameter.doc.changed {
        if ["PARM", "SYSIN", "console"].iter().any(|word| what.contains(word)) {
            help.push_str(&format!("; {release}: {what}"));
        }
    }
    let finding = given.finding(ids::WRONG_SOURCE, setting.name, parameter.basis, message).help(help);
    // In macro source it is an undefined keyword, of which the assembler only warns.
    Some(if *form == SitForm::Macro { finding.severity(Severity::Warning) } else { finding })
}

fn place(form: SitForm) -> &'static str {
    match form {
        SitForm::Macro => "in the DFHSIT macro",
        SitForm::Parm => "in PARM",
        SitForm::Sysin => "in SYSIN",
        SitForm::Console => "at the console",
    }
}

fn places(sources: Sources) -> String {
    let all = [
        (sources.in_macro, SitForm::Macro),
        (sources.parm, SitForm::Parm),
        (sources.sysin, SitForm::Sysin),
        (sources.console, SitForm::Console),
    ];
    let named: Vec<_> = all.iter().filter(|(allowed, _)| *allowed).map(|(_, form)| place(*form)).collect();
    match named.as_slice() {
        [] => "nowhere".to_owned(),
        [one] => format!("{one} only"),
        [most @ .., last] => format!("{} or {last} only", most.join(", ")),
    }
}
