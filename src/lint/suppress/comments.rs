//! Suppressions in the comments of a file, bound to what they are about.
//!
//! `* cicslint: ignore[...]` holds for the command (or SIT parameter) that follows, up to the next one;
//! `//* cicslint: ignore[...]` for the JCL statement that follows and for its in-stream data; `ignore-file[...]` for
//! the whole file. What a finding underlines decides where it stands.

use crate::rules::native::suppression;
use crate::rules::{Edit, Finding, RuleId, Sink, Suppressed, SuppressedBy, by_word, is_suppressible};
use crate::syntax::directive::{Date, Directive, Directives};
use crate::text::Span;
use std::collections::BTreeMap;

/// The suppressions of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comments {
    all: Vec<Comment>,
    /// Those that hold for a command, by the place where it begins.
    commands: BTreeMap<u32, Reach>,
    /// Those that hold for a JCL statement, likewise.
    statements: BTreeMap<u32, Reach>,
    whole_file: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Comment {
    directive: Directive,
    rules: Vec<Named>,
}

/// A rule that a comment names.
#[derive(Clone, Copy, Debug)]
struct Named {
    id: RuleId,
    place: Span,
    used: bool,
}

/// What some comments reach: up to where, and which they are.
#[derive(Clone, Debug)]
struct Reach {
    end: u32,
    comments: Vec<usize>,
}

impl Comments {
    /// Binds `directives`. `units` are the commands and SIT parameters of the file, each up to where the next one
    /// begins. What has no effect is reported.
    pub(in crate::lint) fn bind(
        text: &str,
        directives: Directives,
        mut units: Vec<Span>,
        today: Date,
        sink: &mut Sink<'_>,
    ) -> Self {
        let mut comments = Self::default();
        units.sort_by_key(|unit| (unit.start, unit.end));
        for directive in directives.read {
            if directive.until.is_some_and(|(until, _)| until < today) {
                continue;
            }
            let after = directive.records.end;
            let following = if directive.of_jcl {
                statement_after(text, after)
            } else {
                units.get(units.partition_point(|unit| unit.start < after)).copied()
            };
            let first = units.first().is_none_or(|first| after <= first.start);
            let number = comments.all.len();
            match following {
                _ if directive.whole_file && first => comments.whole_file.push(number),
                Some(unit) if !directive.whole_file => {
                    let reaches =
                        if directive.of_jcl { &mut comments.statements } else { &mut comments.commands };
                    let reach = Reach { end: unit.end, comments: Vec::new() };
                    reaches.entry(unit.start).or_insert(reach).comments.push(number);
                }
                _ => {
                    sink.report(suppression::without_effect(&directive));
                    continue;
                }
            }
            let named =
                |place: &Span| Some(Named { id: by_word(place.of_text(text))?, place: *place, used: false });
            let rules = directive.rules.iter().filter_map(named).collect();
            comments.all.push(Comment { directive, rules });
        }
        comments
    }

    /// Whether there are none.
    pub(in crate::lint) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Marks the findings that a comment suppresses, and the comments that suppress any.
    pub(in crate::lint) fn suppress(&mut self, findings: &mut [Finding]) {
        if self.is_empty() {
            return;
        }
        for finding in findings.iter_mut().filter(|finding| is_suppressible(RuleId::of(finding))) {
            let at = finding.span.start;
            let near = [&self.commands, &self.statements].into_iter().filter_map(|reaches| {
                let (_, reach) = reaches.range(..=at).next_back()?;
                (at < reach.end).then_some(&reach.comments)
            });
            let numbers: Vec<usize> = near.chain([&self.whole_file]).flatten().copied().collect();
            for number in numbers {
                let comment = &mut self.all[number];
                let id = RuleId::of(finding);
                for named in comment.rules.iter_mut().filter(|named| named.id == id) {
                    named.used = true;
                    finding.suppressed.get_or_insert_with(|| Box::new(comment.directive.suppressed()));
                }
            }
        }
    }

    /// What suppresses nothing, of rules that were looked for.
    pub(in crate::lint) fn unused(
        &self,
        text: &str,
        was_looked_for: impl Fn(RuleId) -> bool,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        for comment in &self.all {
            for named in comment.rules.iter().filter(|named| !named.used && was_looked_for(named.id)) {
                found.push(suppression::unused(named.id, named.place, Some(without(comment, named, text))));
            }
        }
        found
    }
}

impl Directive {
    fn suppressed(&self) -> Suppressed {
        Suppressed {
            by: SuppressedBy::Comment,
            reason: self.reason.clone(),
            until: self.until.map(|(date, _)| date),
        }
    }
}

/// The edit that takes a rule out of a comment: the comment itself, where it is the only one.
fn without(comment: &Comment, named: &Named, text: &str) -> Edit {
    let rules = &comment.directive.rules;
    let span = match rules.iter().position(|place| *place == named.place) {
        _ if rules.len() == 1 => comment.directive.records,
        // With the comma before it, or behind it.
        Some(0) => Span::new(named.place.start, rules[1].start),
        Some(number) => Span::new(rules[number - 1].end, named.place.end),
        None => named.place,
    };
    debug_assert!((span.end as usize) <= text.len());
    Edit { span, text: String::new() }
}

/// The JCL statement that begins after `after`, with its continuations and its in-stream data.
fn statement_after(text: &str, after: u32) -> Option<Span> {
    let mut start: Option<usize> = None;
    let mut at = after as usize;
    let mut goes_on = false;
    for line in text.get(at..)?.split_inclusive('\n') {
        let begins = line.starts_with("//") && !line.starts_with("//*");
        if begins {
            if start.is_some() && !goes_on {
                break;
            }
            start.get_or_insert(at);
            let kept = line.get(..71).unwrap_or(line);
            goes_on = kept.trim_end().ends_with(',');
        }
        at += line.len();
    }
    Some(Span::of(start?..at))
}

#[cfg(test)]
mod tests {
    use super::statement_after;

    #[test]
    fn a_statement_goes_up_to_the_next() {
        let text = "//* c\n//A EXEC PGM=X,\n// REGION=0M\n//* d\n//SYSIN DD *\nDATA\n/*\n//B EXEC PGM=Y\n";
        let statement = |after| statement_after(text, after).map(|span| span.of_text(text));
        assert_eq!(statement(6), Some("//A EXEC PGM=X,\n// REGION=0M\n//* d\n"));
        assert_eq!(statement(40), Some("//SYSIN DD *\nDATA\n/*\n"));
        assert_eq!(statement(text.len() as u32), None);
    }
}
