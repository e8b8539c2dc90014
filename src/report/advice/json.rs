//! The plan as one JSON document, version 1: of one region as the contract has it; of several, a list of such.

use super::Sources;
use crate::model::answer::Outcome;
use crate::model::workload::Provenance;
use crate::report::json::Location;
use crate::rules::Confidence;
use crate::score::advise::{Advice, Change, Effort, NotAdvised, Outlook, State, Step};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    region: &'a str,
    baseline: &'a Outcome,
    now: &'a State,
    steps: Vec<StepItem<'a>>,
    outlook: Option<&'a Outlook>,
    not_advised: &'a [NotAdvised],
    warnings: &'a [String],
    assumptions: &'a [String],
}

#[derive(Serialize)]
struct StepItem<'a> {
    title: &'a str,
    changes: Vec<ChangeItem<'a>>,
    findings: Vec<String>,
    before: &'a State,
    after: &'a State,
    bottleneck_before: Option<&'a str>,
    bottleneck_after: Option<&'a str>,
    confidence: Confidence,
    effort: Effort,
    how: &'a [String],
    requires: &'a [String],
    notes: &'a [String],
    why: &'a str,
    sources: &'a [String],
}

#[derive(Serialize)]
struct ChangeItem<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    name: &'a str,
    attribute: &'a str,
    from: Option<&'a str>,
    origin: Option<Provenance>,
    to: Option<&'a str>,
    location: Option<Location<'a>>,
}

#[derive(Serialize)]
struct Several<'a> {
    version: u32,
    regions: Vec<Document<'a>>,
}

/// Writes the plans of all regions.
pub fn write(plans: &[Advice], sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
    match plans {
        [one] => serde_json::to_writer_pretty(&mut *out, &document(one, sources))?,
        all => {
            let regions = all.iter().map(|advice| document(advice, sources)).collect();
            serde_json::to_writer_pretty(&mut *out, &Several { version: 1, regions })?;
        }
    }
    writeln!(out)
}

fn document<'a>(advice: &'a Advice, sources: &'a Sources) -> Document<'a> {
    Document {
        version: 1,
        region: &advice.region,
        baseline: &advice.baseline,
        now: &advice.now,
        steps: advice.steps.iter().map(|step| item(step, sources)).collect(),
        outlook: advice.outlook.as_ref(),
        not_advised: &advice.not_advised,
        warnings: &advice.warnings,
        assumptions: &advice.assumptions,
    }
}

fn item<'a>(step: &'a Step, sources: &'a Sources) -> StepItem<'a> {
    StepItem {
        title: &step.title,
        changes: step.changes.iter().map(|change| of(change, sources)).collect(),
        findings: step.findings.iter().map(ToString::to_string).collect(),
        before: &step.before,
        after: &step.after,
        bottleneck_before: step.before.bottleneck.as_deref(),
        bottleneck_after: step.after.bottleneck.as_deref(),
        confidence: step.confidence,
        effort: step.effort,
        how: &step.how,
        requires: &step.requires,
        notes: &step.notes,
        why: &step.why,
        sources: &step.sources,
    }
}

fn of<'a>(change: &'a Change, sources: &'a Sources) -> ChangeItem<'a> {
    let location = change.place.and_then(|place| {
        let source = sources.get(place.file.0 as usize)?.as_deref()?;
        Some(Location::of(source, place.span))
    });
    ChangeItem {
        kind: &change.kind,
        name: &change.name,
        attribute: &change.attribute,
        from: change.from.as_deref(),
        origin: change.origin,
        to: (!change.to.is_empty()).then_some(change.to.as_str()),
        location,
    }
}
