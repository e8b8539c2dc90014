//! JSON, version 1: one document, or a line for each finding.
//!
//! The names of the fields are a promise to other programs: they may be added to, not changed.

use super::context::{BUFFER, TOOL, VERSION, file_of, reason_text};
use super::order::{self, Placed};
use super::{Context, Counts};
use crate::lint::{LintedFile, Outcome};
use crate::rules::{
    Confidence, Finding, Fingerprint, Impact, ResourceId, Rule, Safety, Severity, Suppressed,
};
use crate::text::{Source, Span};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes the whole outcome as one document.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(BUFFER, out);
    serde_json::to_writer_pretty(&mut out, &Document { outcome, context })?;
    writeln!(out)?;
    out.flush()
}

/// Writes each finding as a document on a line of its own.
pub(super) fn write_lines(
    outcome: &Outcome,
    context: &Context<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(BUFFER, out);
    for Placed { finding, print, file, .. } in order::findings(outcome, context) {
        serde_json::to_writer(&mut out, &Item::of(finding, print, file, outcome, context))?;
        writeln!(out)?;
    }
    out.flush()
}

struct Document<'a> {
    outcome: &'a Outcome,
    context: &'a Context<'a>,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &1)?;
        map.serialize_entry("tool", &Tool { name: TOOL, version: VERSION })?;
        map.serialize_entry("release", self.context.release)?;
        map.serialize_entry("summary", &Summary::of(self.outcome))?;
        map.serialize_entry("statistics", &Statistics::of(self.outcome, self.context))?;
        map.serialize_entry("skipped", &Skipped(self.outcome))?;
        map.serialize_entry("findings", &Findings { outcome: self.outcome, context: self.context })?;
        map.end()
    }
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Summary {
    files: u64,
    definitions: u64,
    errors: u64,
    warnings: u64,
    advice: u64,
    suppressed: u64,
    skipped_files: u64,
}

impl Summary {
    fn of(outcome: &Outcome) -> Self {
        let Counts { errors, warnings, advice, suppressed, .. } = Counts::of(outcome);
        Self {
            files: outcome.statistics.files,
            definitions: outcome.statistics.definitions.values().sum(),
            errors,
            warnings,
            advice,
            suppressed,
            skipped_files: outcome.skipped.len() as u64,
        }
    }
}

#[derive(Serialize)]
struct Statistics<'a> {
    bytes: u64,
    definitions: &'a BTreeMap<String, u64>,
    commands: &'a BTreeMap<String, u64>,
    sit_parameters: &'a BTreeMap<String, u64>,
    /// Findings by code.
    findings: BTreeMap<&'a str, u64>,
}

impl<'a> Statistics<'a> {
    fn of(outcome: &'a Outcome, context: &Context<'a>) -> Self {
        let mut findings = BTreeMap::new();
        for finding in outcome.files.iter().flat_map(LintedFile::open) {
            *findings.entry(context.rule(finding).code).or_insert(0) += 1;
        }
        let statistics = &outcome.statistics;
        Self {
            bytes: statistics.bytes,
            definitions: &statistics.definitions,
            commands: &statistics.commands,
            sit_parameters: &statistics.sit_parameters,
            findings,
        }
    }
}

struct Skipped<'a>(&'a Outcome);

impl Serialize for Skipped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Entry<'a> {
            path: &'a str,
            reason: &'a str,
        }
        serializer.collect_seq(
            self.0.skipped.iter().map(|s| Entry { path: &s.path, reason: reason_text(&s.reason) }),
        )
    }
}

/// The findings, made one by one while they are written.
struct Findings<'a> {
    outcome: &'a Outcome,
    context: &'a Context<'a>,
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for Placed { finding, print, file, .. } in order::findings(self.outcome, self.context) {
            seq.serialize_element(&Item::of(finding, print, file, self.outcome, self.context))?;
        }
        seq.end()
    }
}

#[derive(Serialize)]
struct Item<'a> {
    code: &'a str,
    rule: &'a str,
    category: &'a str,
    severity: Severity,
    confidence: Confidence,
    message: &'a str,
    help: Option<&'a str>,
    /// The one region that it is about.
    region: Option<&'a str>,
    /// The regions in which it is one (the first of them, where they are many), and how many they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<&'a [Box<str>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region_count: Option<u32>,
    resource: Option<&'a ResourceId>,
    attribute: Option<&'a str>,
    location: Location<'a>,
    related: Vec<Related<'a>>,
    fix: Option<Fix<'a>>,
    impact: Cow<'a, Impact>,
    suppressed: Option<&'a Suppressed>,
    #[serde(serialize_with = "as_text")]
    fingerprint: Fingerprint,
}

impl<'a> Item<'a> {
    fn of(
        finding: &'a Finding,
        fingerprint: Fingerprint,
        file: &'a LintedFile,
        outcome: &'a Outcome,
        context: &Context<'a>,
    ) -> Self {
        let rule: &'a Rule = context.rule(finding);
        let related = finding.related.iter().filter_map(|related| {
            let place = Location::of(&file_of(related, file, outcome)?.source, related.span);
            Some(Related { message: &related.message, location: place })
        });
        let fix = finding.fix.as_ref().map(|fix| Fix {
            safety: fix.safety,
            edits: fix
                .edits
                .iter()
                .map(|edit| Edit { location: Location::of(&file.source, edit.span), text: &edit.text })
                .collect(),
        });
        Self {
            code: rule.code,
            rule: rule.name,
            category: rule.category,
            severity: finding.severity,
            confidence: finding.confidence,
            message: &finding.message,
            help: finding.help.as_deref(),
            region: finding.regions.as_deref().and_then(|regions| match regions.names.as_slice() {
                [one] if regions.count == 1 => Some(&**one),
                _ => None,
            }),
            regions: finding.regions.as_deref().map(|regions| regions.names.as_slice()),
            region_count: finding.regions.as_deref().map(|regions| regions.count),
            resource: finding.resource.as_ref(),
            attribute: finding.attribute.as_deref(),
            location: Location::of(&file.source, finding.span),
            related: related.collect(),
            fix,
            impact: Impact::of(finding, rule),
            suppressed: finding.suppressed.as_deref(),
            fingerprint,
        }
    }
}

fn as_text<S: Serializer>(value: &Fingerprint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A place in the original file.
#[derive(Serialize)]
pub(super) struct Location<'a> {
    path: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    offset: u64,
    length: u64,
}

impl<'a> Location<'a> {
    pub(super) fn of(source: &'a Source, span: Span) -> Self {
        let place = source.locate(span);
        Self {
            path: source.name(),
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            offset: place.offset,
            length: place.length,
        }
    }
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Fix<'a> {
    safety: Safety,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    location: Location<'a>,
    text: &'a str,
}
