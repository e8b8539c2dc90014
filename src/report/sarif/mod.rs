//! SARIF 2.1.0, which code hosts and editors read.

mod log;

use super::context::{BUFFER, TOOL, VERSION, reason_text};
use super::order::{self, Placed};
use super::{Context, paths};
use crate::lint::{LintedFile, Outcome, SkipReason};
use crate::rules::{
    self, Confidence, Fingerprint, Impact, PriceBasis, ResourceId, Rule, Safety, Severity, Status,
    Suppressed, SuppressedBy,
};
use crate::text::{Encoding, Source, Span};
use log::*;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Where the schema is published.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// What relative paths are relative to.
const ROOT: &str = "%SRCROOT%";

/// Writes a log of one run.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(BUFFER, out);
    serde_json::to_writer_pretty(&mut out, &Log { outcome, context })?;
    writeln!(out)?;
    out.flush()
}

/// The log and its run. They are written field by field, so that findings are made one at a time.
#[derive(Clone, Copy)]
struct Log<'a> {
    outcome: &'a Outcome,
    context: &'a Context<'a>,
}

struct Run<'a>(Log<'a>);

struct Findings<'a>(Log<'a>);

impl Serialize for Log<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("$schema", SCHEMA)?;
        map.serialize_entry("version", "2.1.0")?;
        map.serialize_entry("runs", &[Run(*self)])?;
        map.end()
    }
}

impl Serialize for Run<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(Log { outcome, context }) = self;
        let rules = context.rules.iter().map(descriptor).collect();
        let driver = Driver { name: TOOL, semantic_version: VERSION, rules };
        let artifacts = outcome.files.iter().enumerate().map(|(index, file)| artifact(index, file, context));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tool", &Tool { driver })?;
        map.serialize_entry("invocations", &[invocation(outcome, context)])?;
        map.serialize_entry("columnKind", "unicodeCodePoints")?;
        map.serialize_entry("artifacts", &artifacts.collect::<Vec<_>>())?;
        map.serialize_entry("results", &Findings(self.0))?;
        map.end()
    }
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(Log { outcome, context }) = self;
        let mut seq = serializer.serialize_seq(None)?;
        for Placed { index, file, finding, print } in order::findings(outcome, context) {
            let message = match &finding.help {
                Some(help) => &format!("{}\n{help}", finding.message),
                None => &finding.message,
            };
            let place = Place { outcome, context, index, file };
            seq.serialize_element(&place.finding(finding, print, message))?;
        }
        seq.end()
    }
}

/// What a finding costs, where anything can be said of it.
fn impact(finding: &rules::Finding, rule: &Rule) -> Option<ImpactProperties> {
    let impact = Impact::of(finding, rule);
    let texts = |all: &[Cow<'static, str>]| all.iter().map(ToString::to_string).collect();
    (impact.status != Status::None).then(|| ImpactProperties {
        status: impact.status,
        cpu_us_per_tran: impact.cpu_us_per_tran,
        cpu_percent_of_engine: impact.cpu_percent_of_engine,
        response_ms: impact.response_ms,
        consequence: impact.consequence,
        basis: (impact.basis != PriceBasis::None).then_some(impact.basis),
        evidence: texts(&impact.evidence),
        assumptions: texts(&impact.assumptions),
        why: impact.why.to_string(),
    })
}

/// The file whose findings are being written.
struct Place<'a> {
    outcome: &'a Outcome,
    context: &'a Context<'a>,
    index: usize,
    file: &'a LintedFile,
}

impl<'a> Place<'a> {
    fn finding(&self, finding: &'a rules::Finding, print: Fingerprint, message: &'a str) -> Finding<'a> {
        let rule = self.context.rule(finding);
        let known = usize::from(finding.rule) < self.context.rules.len();
        let related = finding.related.iter().enumerate();
        Finding {
            rule_id: rule.code,
            rule_index: known.then_some(finding.rule),
            level: level(finding.severity),
            message: Message { text: message },
            locations: [Location {
                id: None,
                physical_location: self.physical(None, finding.span),
                logical_locations: finding.resource.iter().map(logical).collect(),
                message: None,
            }],
            related_locations: related
                .map(|(id, related)| Location {
                    id: Some(id),
                    physical_location: self.physical(related.file.map(|file| file.0 as usize), related.span),
                    logical_locations: Vec::new(),
                    message: Some(Message { text: &related.message }),
                })
                .collect(),
            fixes: finding.fix.iter().map(|fix| self.fix(fix)).collect(),
            partial_fingerprints: Fingerprints { v1: print },
            baseline_state: self.outcome.has_baseline.then(|| baseline_state(finding)),
            suppressions: finding.suppressed.iter().map(|suppressed| suppression(suppressed)).collect(),
            properties: FindingProperties {
                confidence: finding.confidence,
                impact: impact(finding, rule),
                help: finding.help.as_deref(),
                resource: finding.resource.as_ref(),
                attribute: finding.attribute.as_deref(),
            },
        }
    }

    /// `span` in the file of number `index`, or in this one.
    fn physical(&self, index: Option<usize>, span: Span) -> PhysicalLocation {
        let index = index.unwrap_or(self.index);
        let file = self.outcome.files.get(index).unwrap_or(self.file);
        PhysicalLocation {
            artifact_location: artifact_location(file.source.name(), Some(index), self.context),
            region: Some(region(&file.source, span)),
        }
    }

    fn fix(&self, fix: &'a rules::Fix) -> Fix<'a> {
        let source = &self.file.source;
        let replacement = |edit: &'a rules::Edit| Replacement {
            deleted_region: region(source, edit.span),
            inserted_content: Message { text: &edit.text },
        };
        let description = match fix.safety {
            Safety::Safe => "Mends the finding and changes nothing else.",
            Safety::Review => "Mends the finding; to be reviewed.",
        };
        Fix {
            description: Message { text: description },
            artifact_changes: [ArtifactChange {
                artifact_location: artifact_location(source.name(), Some(self.index), self.context),
                replacements: fix.edits.iter().map(replacement).collect(),
            }],
        }
    }
}

/// Whether the baseline has the finding.
fn baseline_state(finding: &rules::Finding) -> &'static str {
    match &finding.suppressed {
        Some(suppressed) if suppressed.by == SuppressedBy::Baseline => "unchanged",
        _ => "new",
    }
}

fn suppression(suppressed: &Suppressed) -> Suppression<'_> {
    Suppression {
        kind: match suppressed.by {
            SuppressedBy::Comment => "inSource",
            SuppressedBy::Config | SuppressedBy::Baseline => "external",
        },
        status: "accepted",
        justification: suppressed.reason.as_deref(),
        properties: SuppressionProperties {
            by: suppressed.by,
            until: suppressed.until.map(|date| date.to_string()),
        },
    }
}

fn descriptor(rule: &Rule) -> ReportingDescriptor<'_> {
    let explained = (!rule.explain.is_empty()).then_some(rule.explain);
    ReportingDescriptor {
        id: rule.code,
        name: pascal_case(rule.name),
        short_description: Message { text: rule.title },
        full_description: explained.map(|text| Message { text }),
        help: explained.map(|text| MultiformatMessage { text, markdown: text }),
        default_configuration: ReportingConfiguration { level: level(rule.severity) },
        properties: RuleProperties {
            tags: [rule.category],
            precision: match rule.confidence {
                Confidence::Low => "low",
                Confidence::Medium => "medium",
                Confidence::High => "high",
            },
            problem_severity: match rule.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => "recommendation",
            },
            references: rule.refs,
        },
    }
}

/// SARIF wants the names of rules in Pascal case.
fn pascal_case(name: &str) -> String {
    let capital = |word: &str| {
        let mut rest = word.chars();
        rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect::<String>()
    };
    name.split('-').map(capital).collect()
}

fn invocation<'a>(outcome: &'a Outcome, context: &Context<'_>) -> Invocation<'a> {
    let unreadable = outcome.skipped.iter().filter(|s| matches!(s.reason, SkipReason::Unreadable(_)));
    let notifications: Vec<Notification<'a>> = unreadable
        .map(|skipped| Notification {
            level: "error",
            message: Message { text: reason_text(&skipped.reason) },
            locations: [Location {
                id: None,
                physical_location: PhysicalLocation {
                    artifact_location: artifact_location(&skipped.path, None, context),
                    region: None,
                },
                logical_locations: Vec::new(),
                message: None,
            }],
        })
        .collect();
    Invocation { execution_successful: notifications.is_empty(), tool_execution_notifications: notifications }
}

fn artifact(index: usize, file: &LintedFile, context: &Context<'_>) -> Artifact {
    Artifact {
        location: artifact_location(file.source.name(), Some(index), context),
        length: file.source.original().len(),
        encoding: match file.source.encoding() {
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Ibm037 => "IBM037",
            Encoding::Ibm1047 => "IBM1047",
            Encoding::Ibm500 => "IBM500",
            Encoding::Ibm273 => "IBM273",
            Encoding::Ibm1140 => "IBM01140",
        },
    }
}

fn artifact_location(name: &str, index: Option<usize>, context: &Context<'_>) -> ArtifactLocation {
    let path = paths::relative(name, context.base);
    let uri_base_id = (!path.starts_with('/')).then_some(ROOT);
    ArtifactLocation { uri: paths::uri(&path), uri_base_id, index }
}

fn region(source: &Source, span: Span) -> Region {
    let place = source.locate(span);
    Region {
        start_line: place.line,
        start_column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
        byte_offset: place.offset,
        byte_length: place.length,
    }
}

fn logical(resource: &ResourceId) -> LogicalLocation<'_> {
    let group = resource.group.as_deref().unwrap_or("?");
    LogicalLocation {
        name: &resource.name,
        fully_qualified_name: format!("{group}/{}/{}", resource.kind, resource.name),
        kind: "resource",
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}
