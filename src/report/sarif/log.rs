//! The part of the SARIF 2.1.0 object model that is written, under its own names.

use crate::rules::{PriceBasis, Range, ResponseCost, Status};
use serde::Serialize;
use serde::ser::Serializer;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tool<'a> {
    pub(super) driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver<'a> {
    pub(super) name: &'static str,
    pub(super) semantic_version: &'static str,
    pub(super) rules: Vec<ReportingDescriptor<'a>>,
}

/// A rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportingDescriptor<'a> {
    pub(super) id: &'a str,
    pub(super) name: String,
    pub(super) short_description: Message<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) full_description: Option<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<MultiformatMessage<'a>>,
    pub(super) default_configuration: ReportingConfiguration,
    pub(super) properties: RuleProperties<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportingConfiguration {
    pub(super) level: &'static str,
}

/// `precision` and `problem.severity` are read by GitHub.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleProperties<'a> {
    pub(super) tags: [&'a str; 1],
    pub(super) precision: &'static str,
    #[serde(rename = "problem.severity")]
    pub(super) problem_severity: &'static str,
    pub(super) references: &'a [&'a str],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Message<'a> {
    pub(super) text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MultiformatMessage<'a> {
    pub(super) text: &'a str,
    pub(super) markdown: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation<'a> {
    pub(super) execution_successful: bool,
    pub(super) tool_execution_notifications: Vec<Notification<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Notification<'a> {
    pub(super) level: &'static str,
    pub(super) message: Message<'a>,
    pub(super) locations: [Location<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Artifact {
    pub(super) location: ArtifactLocation,
    pub(super) length: usize,
    /// An IANA name.
    pub(super) encoding: &'static str,
}

/// A finding.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding<'a> {
    pub(super) rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule_index: Option<u16>,
    pub(super) level: &'static str,
    pub(super) message: Message<'a>,
    pub(super) locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<Fix<'a>>,
    pub(super) partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) suppressions: Vec<Suppression<'a>>,
    pub(super) properties: FindingProperties<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Suppression<'a> {
    pub(super) kind: &'static str,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) justification: Option<&'a str>,
    pub(super) properties: SuppressionProperties,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SuppressionProperties {
    pub(super) by: crate::rules::SuppressedBy,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FindingProperties<'a> {
    pub(super) confidence: crate::rules::Confidence,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) impact: Option<ImpactProperties>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resource: Option<&'a crate::rules::ResourceId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) attribute: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Fingerprints {
    /// What it is made of is said at [`crate::rules::fingerprints`].
    #[serde(rename = "cicslint/v1", serialize_with = "as_text")]
    pub(super) v1: crate::rules::Fingerprint,
}

fn as_text<S: Serializer>(value: &crate::rules::Fingerprint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<usize>,
    pub(super) physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) logical_locations: Vec<LogicalLocation<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub(super) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: u32,
    pub(super) start_column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
}

/// A definition.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation<'a> {
    pub(super) name: &'a str,
    pub(super) fully_qualified_name: String,
    pub(super) kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fix<'a> {
    pub(super) description: Message<'a>,
    pub(super) artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactChange<'a> {
    pub(super) artifact_location: ArtifactLocation,
    pub(super) replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Replacement<'a> {
    pub(super) deleted_region: Region,
    pub(super) inserted_content: Message<'a>,
}

/// What a finding costs, without the fields that have no value.
#[derive(Serialize)]
pub(super) struct ImpactProperties {
    pub(super) status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cpu_us_per_tran: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cpu_percent_of_engine: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_ms: Option<ResponseCost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) consequence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) basis: Option<PriceBasis>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) evidence: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) assumptions: Vec<String>,
    pub(super) why: String,
}
