//! Of the edits of one file those that can be made together.
//!
//! Edits are taken in the order of the text. One that touches an earlier one waits for the next round, and so does one
//! that shares a record with an earlier one where the record may become too long, or holds something in the columns
//! beyond the text. Of one definition one declared rule at a time is served: the rules may be about the same fault.

use crate::rules::{Check, Edit, Finding, Fix, RuleId, rule};
use crate::text::Source;
use std::collections::{HashMap, HashSet};

/// A record that is edited together with others stays within this length.
const COLUMNS: i64 = 71;

/// The edits that are taken.
pub(super) struct Chosen<'a> {
    source: &'a Source,
    /// The edits, by the line in which they begin or end.
    by_line: HashMap<u32, Vec<(&'a Edit, bool)>>,
    definitions: HashSet<(&'a str, &'a str, Option<&'a str>)>,
    edits: Vec<&'a Edit>,
}

/// How an edit stands to those that are taken.
#[derive(PartialEq)]
enum Standing {
    Free,
    /// The same text is added at the same place already.
    Same,
    Waits,
}

impl<'a> Chosen<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source, by_line: HashMap::new(), definitions: HashSet::new(), edits: Vec::new() }
    }

    /// Takes the edits of a finding, where they go together with those before.
    pub(super) fn take(&mut self, finding: &'a Finding, fix: &'a Fix) -> bool {
        let declared = matches!(rule(RuleId::of(finding)).check, Check::Declared(_));
        let resource = finding.resource.as_ref().filter(|_| declared);
        let definition = resource.map(|id| (&*id.kind, &*id.name, id.group.as_deref()));
        if definition.is_some_and(|definition| self.definitions.contains(&definition)) {
            return false;
        }
        let standing: Vec<Standing> = fix.edits.iter().map(|edit| self.standing(edit)).collect();
        if standing.contains(&Standing::Waits) {
            return false;
        }
        self.definitions.extend(definition);
        for (edit, _) in fix.edits.iter().zip(&standing).filter(|(_, standing)| **standing == Standing::Free)
        {
            let (first, last) = self.lines(edit);
            for line in first..=last {
                self.by_line.entry(line).or_default().push((edit, line == first));
            }
            self.edits.push(edit);
        }
        true
    }

    /// The edits in the order of the text.
    pub(super) fn into_edits(mut self) -> Vec<Edit> {
        // Those at one place stay in the order in which they were taken.
        self.edits.sort_by_key(|edit| edit.span.start);
        self.edits.into_iter().cloned().collect()
    }

    fn lines(&self, edit: &Edit) -> (u32, u32) {
        let line = |at| self.source.line_at(at);
        (line(edit.span.start), line(edit.span.end))
    }

    fn standing(&self, edit: &Edit) -> Standing {
        let (first, last) = self.lines(edit);
        let mut all = Standing::Free;
        for line in first..=last {
            let Some(others) = self.by_line.get(&line) else { continue };
            for (other, _) in others {
                match beside(edit, other) {
                    Standing::Free => {}
                    found => return found,
                }
            }
            if first != last || !self.has_room(line, edit, others) {
                all = Standing::Waits;
            }
        }
        all
    }

    /// Whether the record stays short enough with all its edits.
    fn has_room(&self, line: u32, edit: &Edit, others: &[(&Edit, bool)]) -> bool {
        let span = self.source.line_span(line);
        let width = |text: &str| text.chars().count() as i64;
        let here = width(span.of_text(self.source.text()));
        let grows = |edit: &Edit| {
            let added = edit.text.split('\n').next().unwrap_or("");
            width(added) - width(edit.span.of_text(self.source.text()))
        };
        let single = others.iter().all(|(other, first)| *first && self.lines(other).0 == self.lines(other).1);
        let sum: i64 = others.iter().map(|(other, _)| grows(other).max(0)).sum();
        single && here <= COLUMNS && here + sum + grows(edit) <= COLUMNS
    }
}

/// How an edit stands to another in the same record.
fn beside(edit: &Edit, other: &Edit) -> Standing {
    let (a, b) = (edit.span, other.span);
    if a.end < b.start || b.end < a.start {
        return Standing::Free;
    }
    if a != b || !a.is_empty() {
        return if *edit == *other { Standing::Same } else { Standing::Waits };
    }
    if edit.text == other.text {
        return Standing::Same;
    }
    // Two operands are added at one place: both in records of their own, or both in this one.
    let own_record = |edit: &Edit| edit.text.trim_start_matches('\r').starts_with('\n');
    let goes_on = |edit: &Edit| edit.text.contains('\n') && !own_record(edit);
    let name = |edit: &Edit| {
        let text = edit.text.trim_start_matches([' ', '\r', '\n', ',']);
        text.split(['(', '=']).next().unwrap_or("").to_ascii_uppercase()
    };
    let alike = own_record(edit) == own_record(other) && !goes_on(edit) && !goes_on(other);
    if alike && name(edit) != name(other) { Standing::Free } else { Standing::Waits }
}
