//! What is wrong with suppressions: those that cannot be read, have no effect, have ended, or are not needed.

use crate::catalog;
use crate::rules::{Edit, Finding, Fix, RuleId, Safety, Sink, by_word, ids, numbers, rule};
use crate::syntax::directive::{Date, Directive, Directives};
use crate::text::Span;
use std::cell::OnceCell;

/// Checks the directives of a file by themselves.
pub fn check_directives(text: &str, directives: &Directives, today: Date, sink: &mut Sink<'_>) {
    for (span, why) in &directives.malformed {
        let message = format!("this is no suppression: {why}");
        sink.report(malformed(*span, message));
    }
    let known: OnceCell<Vec<String>> = OnceCell::new();
    for directive in &directives.read {
        for word in &directive.rules {
            if by_word(word.of_text(text)).is_none() {
                sink.report(unknown(text, *word, known.get_or_init(known_words)));
            }
        }
        if let Some((date, place)) = directive.until.filter(|(date, _)| *date < today) {
            sink.report(expired(date, place));
        }
        if directive.reason.as_ref().is_none_or(|reason| reason.trim().is_empty()) {
            let message = "this suppression does not say why";
            let finding = Finding::new(ids::SUPPRESSION_WITHOUT_REASON, directive.list, message);
            sink.report(finding.help("add reason=\"...\""));
        }
    }
}

/// A suppression whose last day was `date`.
pub fn expired(date: Date, place: Span) -> Finding {
    let message = format!("this suppression ended with {date}");
    Finding::new(ids::EXPIRED_SUPPRESSION, place, message)
        .help("mend what it hides, or agree on a later date")
}

/// A suppression for the next command, of which there is none; or for the file, which stands too low in it.
pub fn without_effect(directive: &Directive) -> Finding {
    let message = match directive.whole_file {
        true => "this suppression of the whole file stands behind the first command",
        false => "no command follows this suppression",
    };
    malformed(directive.list, message.to_owned())
}

/// A suppression between the records of one command.
pub fn inside_a_command(directive: &Directive) -> Finding {
    Finding::new(
        ids::MALFORMED_SUPPRESSION,
        directive.list,
        "this stands inside a command: put it before the command",
    )
    .help("it has no effect here")
}

/// A suppression of the rule `id` at `place`, which hides nothing. `edit` takes it out.
pub fn unused(id: RuleId, place: Span, edit: Option<Edit>) -> Finding {
    let rule = rule(id);
    let message = format!("{} {} finds nothing here: the suppression is not needed", rule.code, rule.name);
    let finding = Finding::new(ids::UNUSED_SUPPRESSION, place, message);
    match edit {
        Some(edit) => {
            finding.help("remove it from the list").fix(Fix { safety: Safety::Safe, edits: vec![edit] })
        }
        None => finding.help("remove it"),
    }
}

/// An entry of the configuration that hides nothing.
pub fn unused_entry(place: Span) -> Finding {
    Finding::new(ids::UNUSED_SUPPRESSION, place, "this entry suppresses nothing: it is not needed")
        .help("remove it")
}

fn malformed(place: Span, message: String) -> Finding {
    Finding::new(ids::MALFORMED_SUPPRESSION, place, message)
        .help("write, for example: cicslint: ignore[RDO107] until=2027-06-30 reason=\"why\"")
}

/// Codes and names of all rules, in capitals.
fn known_words() -> Vec<String> {
    numbers().flat_map(|id| [rule(id).code, rule(id).name]).map(str::to_ascii_uppercase).collect()
}

fn unknown(text: &str, place: Span, known: &[String]) -> Finding {
    let word = place.of_text(text);
    let message = format!("{word} is the code or name of no rule: nothing is suppressed");
    let near = catalog::nearest(&word.to_ascii_uppercase(), known.iter().map(String::as_str));
    let help = match near.and_then(by_word).map(rule) {
        Some(near) if word.len() == near.code.len() => format!("did you mean {}?", near.code),
        Some(near) => format!("did you mean {}?", near.name),
        None => "`cicslint rules list` shows all rules".to_owned(),
    };
    Finding::new(ids::UNKNOWN_RULE_IN_SUPPRESSION, place, message).help(help)
}
