//! Settings that have to move with those that a step changes (`partner` in `rules/model/advice.toml`).

use super::candidates::{Candidate, View, parts, push_new};
use super::data::{Partner, partners};
use crate::model::workload::Provenance;

/// Partners of partners: more rounds than there are settings in a chain.
const ROUNDS: usize = 4;

/// Adds what has to move with the changes of a candidate.
pub(super) fn add(view: View<'_, '_>, candidate: &mut Candidate) {
    // What moves twice is told once.
    let mut told: Vec<(String, String)> = Vec::new();
    for _ in 0..ROUNDS {
        let before = candidate.changes.clone();
        for partner in partners() {
            for (kind, name, attribute) in moved(candidate, partner) {
                if let Some((what, why)) = one(view, candidate, partner, (&kind, &name, &attribute)) {
                    told.retain(|(known, _)| *known != what);
                    told.push((what, why));
                }
            }
        }
        if candidate.changes == before {
            break;
        }
    }
    told.iter().for_each(|(_, why)| candidate.because(why));
}

/// The settings of a partner that may have to move: where the candidate changes one of its terms, or itself.
fn moved(candidate: &Candidate, partner: &Partner) -> Vec<(String, String, String)> {
    let (kind, _, attribute) = parts(&partner.setting);
    let mut all = Vec::new();
    for change in &candidate.changes {
        let is = |setting: &str| parts(setting) == (&*change.kind, "", &*change.attribute);
        if is(&partner.setting) || partner.of.iter().any(|setting| is(setting)) {
            let name = if change.kind == kind { change.name.clone() } else { String::new() };
            let setting = (kind.to_owned(), name, attribute.to_owned());
            if !all.contains(&setting) {
                all.push(setting);
            }
        }
    }
    all
}

/// Moves a partner, where it has to; which setting, and why.
fn one(
    view: View<'_, '_>,
    candidate: &mut Candidate,
    partner: &Partner,
    (kind, name, attribute): (&str, &str, &str),
) -> Option<(String, String)> {
    let (given, from) = view.value(kind, name, attribute)?;
    let set = pending(candidate, (kind, name, attribute));
    // What is taken out, CICS reckons by itself.
    if set == Some("") || partner.only_given && from == Provenance::Default {
        return None;
    }
    let now: u32 = set.unwrap_or(&given).parse().ok()?;
    let reckoned = |candidate: Option<&Candidate>| {
        let sum = sum(view, candidate, partner, (kind, name));
        sum.saturating_mul(partner.times).saturating_add(partner.plus)
    };
    let (before, after) = (reckoned(None), reckoned(Some(candidate)));
    let bound = partner.bound.as_ref().and_then(|bound| {
        let (kind, _, attribute) = parts(&bound.of);
        let set = pending(candidate, (kind, "", attribute)).and_then(|text| text.parse().ok());
        let value: u32 = set.or_else(|| view.number(kind, "", attribute))?;
        Some(value.saturating_mul(bound.times).saturating_add(bound.plus))
    });
    let mut wanted = after.min(partner.most).min(bound.unwrap_or(u32::MAX));
    let was: u32 = given.parse().unwrap_or(now);
    if partner.if_held && before > was {
        return None;
    }
    if partner.may_be_exceeded && before > was {
        wanted = wanted.min(was.saturating_add(after.saturating_sub(before)));
    }
    if wanted <= now {
        return None;
    }
    let change = view.change((kind, name, attribute), wanted.to_string());
    let what = change.what();
    candidate.change(change);
    push_new(&mut candidate.sources, partner.source.clone());
    let why = format!("{what} moves with it, to {wanted}: {}", partner.words);
    Some((what, why))
}

/// The value that a candidate sets.
fn pending<'c>(candidate: &'c Candidate, (kind, name, attribute): (&str, &str, &str)) -> Option<&'c str> {
    let of = |name_of: &str| kind == "SIT" || kind == "DB2CONN" || name_of == name;
    let found = candidate.changes.iter().find(|c| c.kind == kind && c.attribute == attribute && of(&c.name));
    found.map(|change| change.to.as_str())
}

/// The sum of the terms of a partner, as a candidate leaves them, or as they are.
fn sum(
    view: View<'_, '_>,
    candidate: Option<&Candidate>,
    partner: &Partner,
    (of_kind, of_name): (&str, &str),
) -> u32 {
    let value = |kind: &str, name: &str, attribute: &str| -> u32 {
        let set = candidate.and_then(|candidate| pending(candidate, (kind, name, attribute)));
        let set = set.and_then(|text| text.parse().ok());
        set.or_else(|| view.number(kind, name, attribute)).unwrap_or(0)
    };
    let terms = partner.of.iter().map(|setting| {
        let (kind, _, attribute) = parts(setting);
        match kind {
            kind if kind == of_kind => value(kind, of_name, attribute),
            "SIT" | "DB2CONN" => value(kind, "", attribute),
            kind => view.names(kind).into_iter().map(|name| value(kind, name, attribute)).sum(),
        }
    });
    terms.fold(0, u32::saturating_add)
}
