//! Suppressions in the comments of a file, bound to what they are about.
//!
//! `* cicslint: ignore[...]` holds for the command (or SIT parameter) that follows, up to the next one;
//! `//* cicslint: ignore[...]` for the JCL statement that follows and for its in-stream data; `ignore-file[...]` for
//! the whole file. What a finding underlines decides where it stands.

use crate::rules::native::suppression;
use crate::rules::{Edit, Finding, RuleId, Sink, Suppressed, SuppressedBy, by_word, is_suppressible};
use crate::syntax::directive::{Date, Directive, Directives};
use crate::text::Span;
use std::collections::{BTreeMap, HashMap};

/// A command or a SIT parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// From its beginning to where the next one begins.
    pub(in crate::lint) span: Span,
    /// Where the command ends, or the name of the parameter.
    pub(in crate::lint) body_end: u32,
}

/// The suppressions of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comments {
    all: Vec<Comment>,
    /// Those that hold for a command, by the place where it begins.
    commands: BTreeMap<u32, Reach>,
    /// Those that hold for a JCL statement, likewise.
    statements: BTreeMap<u32, Reach>,
    whole_file: Rules,
}

#[derive(Clone, Debug)]
struct Comment {
    directive: Directive,
    /// Of each rule of the directive: which it is, where that is known, and whether it hides anything.
    rules: Vec<(Option<RuleId>, bool)>,
}

/// The comments that name a rule.
#[derive(Clone, Debug, Default)]
struct Naming {
    /// The number of the comment, and the place of the rule in its list.
    places: Vec<(usize, usize)>,
    /// A finding was hidden, so that all of them are known to be used.
    hit: bool,
}

type Rules = HashMap<RuleId, Naming>;

/// What some comments reach: up to where, and which rules they name.
#[derive(Clone, Debug)]
struct Reach {
    end: u32,
    rules: Rules,
}

impl Comments {
    /// Binds `directives`. `units` are the commands and SIT parameters of the file, each up to where the next one
    /// begins. What has no effect is reported.
    pub(in crate::lint) fn bind(
        text: &str,
        directives: Directives,
        mut units: Vec<Unit>,
        today: Date,
        sink: &mut Sink<'_>,
    ) -> Self {
        let mut comments = Self::default();
        units.sort_by_key(|unit| (unit.span.start, unit.span.end));
        let spans: Vec<Span> = units.iter().map(|unit| unit.span).collect();
        let of_jcl = directives.read.iter().any(|directive| directive.of_jcl);
        let statements = if of_jcl { statements(text) } else { Vec::new() };
        for directive in directives.read {
            if directive.until.is_some_and(|(until, _)| until < today) {
                continue;
            }
            let after = directive.records.end;
            let first = spans.first().is_none_or(|first| after <= first.start);
            let (all, reaches) = match directive.of_jcl {
                true => (&statements, &mut comments.statements),
                false => (&spans, &mut comments.commands),
            };
            let following = all.get(all.partition_point(|unit| unit.start < after));
            let before = spans.partition_point(|span| span.start < directive.records.start);
            let before = before.checked_sub(1).and_then(|last| units.get(last));
            if !directive.of_jcl && before.is_some_and(|unit| directive.records.start < unit.body_end) {
                sink.report(suppression::inside_a_command(&directive));
                continue;
            }
            let naming = match following {
                _ if directive.whole_file && first => &mut comments.whole_file,
                Some(unit) if !directive.whole_file => {
                    let reach = Reach { end: unit.end, rules: Rules::new() };
                    &mut reaches.entry(unit.start).or_insert(reach).rules
                }
                _ => {
                    sink.report(suppression::without_effect(&directive));
                    continue;
                }
            };
            let comment = comments.all.len();
            let mut rules = Vec::with_capacity(directive.rules.len());
            for (number, word) in directive.rules.iter().enumerate() {
                let id = by_word(word.of_text(text));
                if let Some(id) = id {
                    naming.entry(id).or_default().places.push((comment, number));
                }
                rules.push((id, false));
            }
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
            let (at, id) = (finding.span.start, RuleId::of(finding));
            let reaching = [&mut self.commands, &mut self.statements].into_iter().filter_map(|reaches| {
                let (_, reach) = reaches.range_mut(..=at).next_back()?;
                (at < reach.end).then_some(&mut reach.rules)
            });
            for rules in reaching.chain([&mut self.whole_file]) {
                let Some(naming) = rules.get_mut(&id) else { continue };
                if !std::mem::replace(&mut naming.hit, true) {
                    for (comment, number) in &naming.places {
                        self.all[*comment].rules[*number].1 = true;
                    }
                }
                if let Some((comment, _)) = naming.places.first().filter(|_| finding.suppressed.is_none()) {
                    finding.suppressed = Some(Box::new(self.all[*comment].directive.suppressed()));
                }
            }
        }
    }

    /// What suppresses nothing, of rules that were looked for.
    pub(in crate::lint) fn unused(&self, was_looked_for: impl Fn(RuleId) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for Comment { directive, rules } in &self.all {
            for (number, (id, used)) in rules.iter().enumerate() {
                if let Some(id) = id.filter(|id| !used && was_looked_for(*id)) {
                    let edit = Edit { span: without(directive, number), text: String::new() };
                    found.push(suppression::unused(id, directive.rules[number], Some(edit)));
                }
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

/// What has to go, so that the comment does not name the rule `number`: all of it, where that is the only one.
fn without(directive: &Directive, number: usize) -> Span {
    let rules = &directive.rules;
    match number {
        _ if rules.len() == 1 => directive.records,
        // With the comma behind it, or before it.
        0 => Span::new(rules[0].start, rules[1].start),
        _ => Span::new(rules[number - 1].end, rules[number].end),
    }
}

/// The JCL statements of `text`, each with its continuations and its in-stream data.
fn statements(text: &str) -> Vec<Span> {
    let mut statements: Vec<Span> = Vec::new();
    let mut at = 0;
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let is_statement = line.starts_with("//") && !line.starts_with("//*");
        let end = at + line.len();
        match statements.last_mut() {
            Some(last) if !is_statement || goes_on => last.end = end as u32,
            _ if is_statement => statements.push(Span::of(at..end)),
            _ => {}
        }
        if is_statement {
            goes_on = line.get(..71).unwrap_or(line).trim_end().ends_with(',');
        }
        at = end;
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn a_statement_goes_up_to_the_next() {
        let text = "//* c\n//A EXEC PGM=X,\n// REGION=0M\n//* d\n//SYSIN DD *\nDATA\n/*\n//B EXEC PGM=Y\n";
        let found: Vec<&str> = statements(text).iter().map(|span| span.of_text(text)).collect();
        assert_eq!(
            found,
            ["//A EXEC PGM=X,\n// REGION=0M\n//* d\n", "//SYSIN DD *\nDATA\n/*\n", "//B EXEC PGM=Y\n"]
        );
    }
}
