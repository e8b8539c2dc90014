//! Where checks put their findings.

use super::finding::{Confidence, Finding, Fix, Related, ResourceId, Safety, Severity};
use super::meta::RuleId;
use super::registry::rule;
use super::selection::Selection;
use crate::syntax::edit::Edits;
use crate::text::Span;

/// Takes the findings of one file. It knows which rules are on; a check asks [`Sink::wants`] before it does work
/// for a message, and need not ask otherwise.
#[derive(Debug)]
pub struct Sink<'a> {
    selection: &'a Selection,
    findings: Vec<Finding>,
}

impl<'a> Sink<'a> {
    /// An empty sink for the rules of `selection`.
    pub fn new(selection: &'a Selection) -> Self {
        Self { selection, findings: Vec::new() }
    }

    /// An empty sink for the same rules, for a part of the work.
    pub fn fork(&self) -> Self {
        Self::new(self.selection)
    }

    /// Takes over the findings of a part of the work.
    pub fn absorb(&mut self, mut part: Self) {
        self.findings.append(&mut part.findings);
    }

    /// Whether findings of the rule are kept.
    pub fn wants(&self, id: RuleId) -> bool {
        self.selection.wants(id)
    }

    /// Keeps `finding`, where its rule is on.
    pub fn report(&mut self, finding: Finding) {
        debug_assert!(
            finding.severity <= super::rule(RuleId::of(&finding)).severity,
            "{} above its rule",
            finding.message
        );
        if self.selection.wants(RuleId(finding.rule)) {
            self.findings.push(finding);
        }
    }

    /// The findings so far, in the order in which they were reported.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings, by place, then by code. A text that is read twice (a procedure that is called twice) has its
    /// findings once.
    pub fn into_findings(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| (finding.span.start, finding.span.end, finding.rule));
        self.findings.dedup_by(|next, first| {
            (next.rule, next.span) == (first.rule, first.span) && next.message == first.message
        });
        self.findings
    }
}

impl Finding {
    /// A finding of the rule `id` at `span`, with the severity and confidence of the rule.
    pub fn new(id: RuleId, span: Span, message: impl Into<String>) -> Self {
        let rule = rule(id);
        Self {
            rule: id.index(),
            severity: rule.severity,
            confidence: rule.confidence,
            message: message.into(),
            help: None,
            span,
            related: Vec::new(),
            resource: None,
            attribute: None,
            fix: None,
            unfixed: None,
            regions: None,
            impact: None,
            suppressed: None,
        }
    }

    /// With what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// At this severity instead of that of the rule, which is the highest one.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// With this confidence instead of that of the rule.
    pub fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }

    /// With another place of the same file that explains it.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { message: message.into(), file: None, span });
        self
    }

    /// About this definition.
    pub fn resource(mut self, resource: Option<ResourceId>) -> Self {
        self.resource = resource;
        self
    }

    /// About this attribute or parameter, by its full name.
    pub fn attribute(mut self, attribute: impl Into<Box<str>>) -> Self {
        self.attribute = Some(attribute.into());
        self
    }

    /// With an edit that mends it.
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// With edits that mend it, or with why there are none.
    pub fn edits(mut self, safety: Safety, edits: Edits) -> Self {
        match edits {
            Ok(edits) => self.fix = Some(Fix { safety, edits }),
            Err(why) => self.unfixed = Some(why.0),
        }
        self
    }
}
