//! What could be changed: the fixes of findings, limits that are too low, programs that could be local.

use super::knobs::{self, knob};
use super::{Advisable, Change, Effort, NotAdvised};
use crate::model::compare::Solved;
use crate::model::demand::{Demand, demands};
use crate::model::workload::{Configuration, MAPPED};
use crate::rules::{Confidence, Fingerprint, Rule, Safety};
use crate::score::price::Pricer;
use std::collections::BTreeMap;

/// Some changes that belong together.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// By this it is known from round to round.
    pub(super) key: String,
    pub(super) title: String,
    pub(super) changes: Vec<Change>,
    pub(super) findings: Vec<Fingerprint>,
    pub(super) confidence: Confidence,
    pub(super) effort: Effort,
    pub(super) requires: Vec<String>,
    pub(super) why: String,
    pub(super) sources: Vec<String>,
}

impl Candidate {
    /// Whether it changes all the settings that the other one does.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let same =
            |a: &Change, b: &Change| a.kind == b.kind && a.name == b.name && a.attribute == b.attribute;
        other.changes.iter().all(|change| self.changes.iter().any(|own| same(own, change)))
    }
}

/// Names that a title lists.
const MOST_NAMED: usize = 3;

/// Candidates from findings: one for each rule and new value, of all the definitions that the rule finds. What cannot be
/// a candidate is added to `not`.
pub(super) fn from_findings(
    pricer: &Pricer<'_>,
    configuration: &Configuration,
    findings: &[Advisable<'_>],
    not: &mut Vec<NotAdvised>,
) -> Vec<Candidate> {
    let mut groups: BTreeMap<String, Candidate> = BTreeMap::new();
    for Advisable { finding, fingerprint } in findings {
        let rule = Rule::of(finding, pricer.rules());
        if rule.fix.is_none()
            || rule.category != "performance" && rule.category != "storage" && rule.category != "migration"
        {
            continue;
        }
        let mut refuse = |why: String| {
            let title = format!("{} {}", rule.code, finding.message);
            not.push(NotAdvised { title, why, findings: vec![*fingerprint] });
        };
        if let Some(suppressed) = &finding.suppressed {
            refuse(match &suppressed.reason {
                Some(reason) => format!("suppressed: {reason}"),
                None => "suppressed".to_owned(),
            });
            continue;
        }
        let definition = match &finding.resource {
            Some(id) => match pricer.installed(id) {
                None => continue,
                found => found,
            },
            None => None,
        };
        let Some(changes) = pricer.asker().changes(finding.rule, rule, definition) else {
            refuse("the value that the fix would set is not known".to_owned());
            continue;
        };
        let (kind, name) = match definition {
            Some(definition) => (definition.kind.name(), pricer.decks().text(definition.name)),
            None => ("SIT", ""),
        };
        let set = changes.set.iter().map(|(attribute, value)| (&**attribute, value.clone()));
        let edits: Vec<(&str, String)> =
            set.chain(changes.remove.iter().map(|attribute| (&**attribute, String::new()))).collect();
        if !edits.iter().any(|(attribute, _)| is_mapped(kind, attribute)) {
            let names: Vec<&str> = edits.iter().map(|(attribute, _)| *attribute).collect();
            refuse(format!("the model does not know what {kind} {} does to a task", names.join(" and ")));
            continue;
        }
        let words: Vec<String> =
            edits.iter().map(|(attribute, value)| format!("{attribute}={value}")).collect();
        let key = format!("{} {}", rule.code, words.join(" "));
        let changes = edits.iter().map(|(attribute, value)| {
            change(pricer, configuration, (kind, name, attribute), value.clone(), definition)
        });
        let candidate = groups.entry(key.clone()).or_insert_with(|| Candidate {
            key,
            title: String::new(),
            changes: Vec::new(),
            findings: Vec::new(),
            confidence: finding.confidence,
            effort: effort_of(
                kind,
                edits.first().map_or("", |(attribute, _)| attribute),
                changes_safety(&rule.fix),
            ),
            requires: finding.help.iter().cloned().collect(),
            why: format!("{} {}: {}", rule.code, rule.name, rule.title),
            sources: rule.refs.iter().map(|source| (*source).to_owned()).collect(),
        });
        candidate.changes.extend(changes);
        candidate.findings.push(*fingerprint);
        candidate.confidence = candidate.confidence.min(finding.confidence);
        if !candidate.requires.iter().any(|known| Some(known) == finding.help.as_ref()) {
            // Help that names the definition is said once.
            candidate.requires.truncate(1);
        }
    }
    let mut all: Vec<Candidate> = groups.into_values().collect();
    all.iter_mut().for_each(|candidate| candidate.title = title(&candidate.changes));
    all
}

fn changes_safety(fix: &Option<Safety>) -> Safety {
    fix.unwrap_or(Safety::Review)
}

fn is_mapped(kind: &str, attribute: &str) -> bool {
    MAPPED.iter().any(|(known, attributes)| *known == kind && attributes.contains(&attribute))
}

fn effort_of(kind: &str, attribute: &str, safety: Safety) -> Effort {
    match (kind, safety) {
        ("SIT", _) => Effort::Restart,
        // What a program or its callers have to bear is for a person to say.
        ("PROGRAM", _) => Effort::Review,
        ("TCPIPSERVICE", _) if attribute == "SSL" => Effort::Review,
        _ => Effort::Definition,
    }
}

/// A change, with what is there now and where.
fn change<'v>(
    pricer: &Pricer<'v>,
    configuration: &Configuration,
    (kind, name, attribute): (&str, &str, &str),
    to: String,
    definition: Option<&'v crate::csd::Definition>,
) -> Change {
    let from = configuration.get(kind, name, attribute).map(str::to_owned);
    let place = pricer.place_of(kind, name, attribute, definition);
    let edits = match (kind, definition) {
        ("SIT", _) => pricer.asker().edits(None, attribute, &to).map_err(|refused| refused.0),
        (_, Some(_)) => pricer.asker().edits(definition, attribute, &to).map_err(|refused| refused.0),
        (_, None) => Err("the region does not install it"),
    };
    Change {
        kind: kind.to_owned(),
        name: name.to_owned(),
        attribute: attribute.to_owned(),
        from,
        to,
        place,
        edits,
    }
}

/// `PROGRAM PAY1, PAY2 and 3 more: CONCURRENCY=THREADSAFE`
pub(super) fn title(changes: &[Change]) -> String {
    let mut parts: Vec<(String, Vec<&str>)> = Vec::new();
    for change in changes {
        let what = match change.to.as_str() {
            "" => format!("no {}", change.attribute),
            to => format!("{}={to}", change.attribute),
        };
        let key = format!("{}\n{what}", change.kind);
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, names)) => names.push(&change.name),
            None => parts.push((key, vec![&change.name])),
        }
    }
    let each = parts.iter().map(|(key, names)| {
        let (kind, what) = key.split_once('\n').unwrap_or((key, ""));
        let shown = names.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
        let more = names.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        match shown.as_str() {
            "" => format!("{kind} {what}"),
            shown => format!("{kind} {shown}{more}: {what}"),
        }
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Candidates from limits that are lower than what they have to hold, those of a group together.
pub(super) fn from_limits(
    pricer: &Pricer<'_>,
    configuration: &Configuration,
    solved: &Solved,
) -> Vec<Candidate> {
    let Ok(Ok(demands)) = demands(solved.built()) else { return Vec::new() };
    let mut groups: BTreeMap<&str, Candidate> = BTreeMap::new();
    for demand in &demands {
        let Some(knob) = knob(&demand.setting) else { continue };
        let (kind, name, attribute) = parts(&demand.setting);
        let given = configuration.get(kind, name, attribute);
        let Some(value) = knobs::recommended(knob, demand, given) else { continue };
        let to = knobs::written(knob, value);
        let definition = pricer.definition(kind, name);
        // There is one DB2CONN in a region; people know it by its name.
        let name = definition.map_or(name, |definition| pricer.decks().text(definition.name));
        let candidate = groups.entry(&knob.group).or_insert_with(|| Candidate {
            key: format!("limit {}", knob.group),
            title: String::new(),
            changes: Vec::new(),
            findings: Vec::new(),
            confidence: Confidence::High,
            effort: Effort::Definition,
            requires: Vec::new(),
            why: String::new(),
            sources: Vec::new(),
        });
        candidate.changes.push(change(pricer, configuration, (kind, name, attribute), to, definition));
        candidate.effort = candidate.effort.max(knob.effort);
        for text in &knob.requires {
            if !candidate.requires.contains(text) {
                candidate.requires.push(text.clone());
            }
        }
        candidate.sources.push(knob.source.clone());
        if !candidate.why.is_empty() {
            candidate.why.push_str("; ");
        }
        candidate.why.push_str(&arithmetic(demand, value));
    }
    let mut all: Vec<Candidate> = groups.into_values().collect();
    all.iter_mut().for_each(|candidate| candidate.title = title(&candidate.changes));
    all
}

/// How a recommended value comes about.
fn arithmetic(demand: &Demand, value: u32) -> String {
    let peak = match demand.peak_factor > 1.0 {
        true => format!(" x {:.2} in a burst", demand.peak_factor),
        false => String::new(),
    };
    if demand.setting == "SIT.EDSALIM" {
        return format!(
            "SIT.EDSALIM: it holds the storage of {} tasks, and {:.0} are to be in the region: {value}M in proportion",
            demand.capacity,
            demand.needed(),
        );
    }
    format!(
        "{}: {:.1}/s x {:.1} ms held{peak} = {:.1} in use, and room for their spread: {:.0}, rounded to {value}",
        demand.setting,
        demand.rate,
        demand.hold_s * 1e3,
        demand.peak(),
        demand.needed(),
    )
}

/// Candidates from programs that the workload links to in another region.
pub(super) fn from_links(pricer: &Pricer<'_>, configuration: &Configuration) -> Vec<Candidate> {
    let Some(Ok(base)) = pricer.base() else { return Vec::new() };
    let mut programs: Vec<String> = base
        .workload
        .transaction
        .iter()
        .flat_map(|t| &t.link)
        .map(|link| link.program.to_uppercase())
        .collect();
    programs.sort();
    programs.dedup();
    let remote = programs.iter().filter_map(|program| {
        let system = configuration.get("PROGRAM", program, "REMOTESYSTEM")?;
        let definition = pricer.definition("PROGRAM", program);
        let changes =
            vec![change(pricer, configuration, ("PROGRAM", program, "REMOTESYSTEM"), String::new(), definition)];
        Some(Candidate {
            key: format!("local {program}"),
            title: format!("PROGRAM {program}: run it here instead of in {system}"),
            changes,
            findings: Vec::new(),
            confidence: Confidence::Medium,
            effort: Effort::Review,
            requires: vec![format!(
                "{program}, and all that it reads, can be used from this region: its files, tables and security"
            )],
            why: format!("each call of {program} goes to {system} and back, and waits there"),
            sources: vec!["CICS TS 5.4: PROGRAM, REMOTESYSTEM".to_owned()],
        })
    });
    remote.collect()
}

/// Type, name and attribute of a setting.
pub(super) fn parts(setting: &str) -> (&str, &str, &str) {
    let (kind, rest) = setting.split_once('.').unwrap_or((setting, ""));
    let (name, attribute) = rest.rsplit_once('.').unwrap_or(("", rest));
    (kind, name, attribute)
}
