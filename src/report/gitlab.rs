//! The Code Quality report of GitLab.

use super::context::BUFFER;
use super::{Context, paths};
use crate::lint::Outcome;
use crate::rules::{Severity, fingerprints};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use std::io::{self, Write};

#[derive(Serialize)]
struct Issue<'a> {
    description: &'a str,
    check_name: String,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// Writes one issue for each finding.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(BUFFER, out);
    let mut serializer = serde_json::Serializer::pretty(&mut out);
    let mut issues = serializer.serialize_seq(None)?;
    for file in &outcome.files {
        let path = paths::relative(file.source.name(), context.base);
        let prints = fingerprints(&file.source, &file.findings, context.rules);
        for (finding, print) in file.findings.iter().zip(prints).filter(|(f, _)| f.suppressed.is_none()) {
            let place = file.source.locate(finding.span);
            let rule = context.rule(finding);
            issues.serialize_element(&Issue {
                description: &finding.message,
                check_name: format!("{} {}", rule.code, rule.name),
                // GitLab drops issues whose fingerprint it has seen, whatever their path.
                fingerprint: print.with(&path).to_string(),
                severity: match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Advice => "info",
                },
                location: Location { path: &path, lines: Lines { begin: place.line, end: place.end_line } },
            })?;
        }
    }
    issues.end()?;
    writeln!(out)?;
    out.flush()
}
