//! Step after step, the best one first.

use super::candidates::{Candidate, View, push_new};
use super::data::choices;
use super::findings::{Found, from_findings};
use super::judge::{at_every_bound, lower, rises, too_little, worse};
use super::outlook::{enough_now, outlook, say_what_is_enough};
use super::state::{Cost, state};
use super::{Advice, Advisable, Change, NotAdvised, Step, neighbours, warnings};
use super::{buffers, limits, partners, programs};
use crate::model::answer;
use crate::model::compare::Solved;
use crate::model::workload::{Configuration, Provenance};
use crate::score::price::{Base, Pricer};

/// A plan has at most so many steps.
const MOST_STEPS: usize = 30;

/// The plan for a region under its workload, from the findings in it.
///
/// # Errors
/// When the region has no workload, or the model cannot take it.
pub fn advise(pricer: &Pricer<'_>, findings: &[Advisable<'_>]) -> Result<Advice, String> {
    let base = match pricer.base() {
        None => return Err("no workload says what runs in it".to_owned()),
        Some(Err(why)) => return Err(why.to_owned()),
        Some(Ok(base)) => base,
    };
    // What the workload sets counts before the decks, and is shown as such.
    let mut configuration = base.configuration.clone();
    for (key, value) in base.workload.settings().map_err(|why| why.to_string())? {
        configuration.set(&key, &value, Provenance::Workload).map_err(|why| why.to_string())?;
    }
    let view = View { pricer, base, configuration: &configuration };
    let Found { candidates: mut fixed, mut not_advised, suppressed } = from_findings(view, findings);
    fixed.iter_mut().for_each(|candidate| partners::add(view, candidate));
    programs::add_db2_programs(view, &suppressed, &mut fixed);
    let mut plan = Plan { pricer, base, fixed, taken: Vec::new(), steps: Vec::new() };
    let (configuration, solved) = plan.run(configuration.clone());
    not_advised.extend(plan.left(&configuration, &solved));
    not_advised.extend(buffers::unknown(plan.view(&configuration)));
    not_advised.extend(enough_now(&base.solved, &solved));
    say_what_is_enough(&mut plan.steps, &solved);
    let name = pricer.region().name();
    let now = state(&base.solved);
    Ok(Advice {
        region: name.to_owned(),
        baseline: answer::outcome(name, &base.solved),
        outlook: outlook(plan.steps.len(), &solved),
        now,
        steps: plan.steps,
        not_advised,
        warnings: warnings::of(&base.workload, &base.solved),
        assumptions: assumptions(base),
    })
}

fn assumptions(base: &Base) -> Vec<String> {
    let mut all: Vec<String> = base.notes.clone();
    all.push("response times are estimates of the model, CPU rests on measurements".to_owned());
    if base.workload.arrivals.burst_length_s.is_none() {
        all.push("no bursts: the workload gives no burst_length_s".to_owned());
    }
    let like = base
        .workload
        .transaction
        .iter()
        .filter_map(|t| Some(format!("{} is taken to be like {}", t.id, t.archetype.as_deref()?)));
    all.extend(like);
    all
}

struct Plan<'a, 'v> {
    pricer: &'a Pricer<'v>,
    base: &'a Base,
    /// Candidates from findings, which do not depend on the steps before.
    fixed: Vec<Candidate>,
    /// The keys of those that were taken.
    taken: Vec<String>,
    steps: Vec<Step>,
}

/// What a candidate makes of a region.
struct Tried {
    candidate: Candidate,
    configuration: Configuration,
    solved: Solved,
    gain: f64,
}

impl<'v> Plan<'_, 'v> {
    /// Takes steps while any gains enough; the region after the last one.
    fn run(&mut self, mut configuration: Configuration) -> (Configuration, Solved) {
        let mut solved = self.base.solved.clone();
        while self.steps.len() < MOST_STEPS {
            let now = Cost::of(&solved);
            let tried = self.candidates(&configuration, &solved, now).into_iter().filter_map(|candidate| {
                let gained = self.tried(candidate, &configuration, now)?;
                gained.gain.is_finite().then_some(gained)
            });
            let best = tried.reduce(|best, other| if other.gain > best.gain { other } else { best });
            let best = best.filter(|best| best.gain > now.least_gain());
            let Some(best) = best.or_else(|| self.jointly(&configuration, &solved, now)) else { break };
            self.steps.push(self.step(&solved, &best, &configuration));
            self.taken.push(best.candidate.key);
            (configuration, solved) = (best.configuration, best.solved);
        }
        (configuration, solved)
    }

    /// Limits that are one behind the other gain nothing alone, for tasks then wait at the next: two groups of them
    /// together, or else all.
    fn jointly(&self, configuration: &Configuration, solved: &Solved, now: Cost) -> Option<Tried> {
        let groups = limits::from_limits(self.view(configuration), solved);
        let pairs = groups
            .iter()
            .enumerate()
            .flat_map(|(at, one)| groups.iter().skip(at + 1).map(move |other| one.clone().with(other)));
        let best = |candidates: Vec<Candidate>| {
            let tried =
                candidates.into_iter().filter_map(|candidate| self.tried(candidate, configuration, now));
            let best = tried.reduce(|best, other| if other.gain > best.gain { other } else { best });
            best.filter(|best| best.gain > now.least_gain())
        };
        best(pairs.collect()).or_else(|| {
            let (first, others) = groups.split_first().filter(|(_, others)| others.len() > 1)?;
            best(vec![others.iter().fold(first.clone(), |all, other| all.with(other))])
        })
    }

    fn view<'b>(&'b self, configuration: &'b Configuration) -> View<'b, 'v> {
        View { pricer: self.pricer, base: self.base, configuration }
    }

    fn candidates(&self, configuration: &Configuration, solved: &Solved, now: Cost) -> Vec<Candidate> {
        let view = self.view(configuration);
        // What a limit has to hold is reckoned from the work, and of a few values the best is known; the fix of a rule
        // knows only the definitions.
        let mut reckoned = limits::from_limits(view, solved);
        reckoned.extend(self.choices(configuration, solved, now));
        let mut all = Vec::new();
        for candidate in self.fixed.iter().filter(|candidate| self.is_open(candidate, configuration)) {
            match reckoned.iter_mut().find(|better| better.covers(candidate)) {
                Some(better) => {
                    better.findings.extend(&candidate.findings);
                    candidate.sources.iter().for_each(|source| push_new(&mut better.sources, source.clone()));
                }
                None => all.push(candidate.clone()),
            }
        }
        all.extend(reckoned);
        all.extend(buffers::from_buffers(view));
        all.extend(programs::from_links(view));
        all
    }

    /// Whether a candidate from findings was not taken, and no step has set what it would set.
    fn is_open(&self, candidate: &Candidate, configuration: &Configuration) -> bool {
        !self.taken.contains(&candidate.key) && set_above(candidate, configuration).is_none()
    }

    /// The best of a few values, of each setting that has such, where it is better than the value in force.
    fn choices(&self, configuration: &Configuration, solved: &Solved, now: Cost) -> Vec<Candidate> {
        let view = self.view(configuration);
        let mut all = Vec::new();
        for choice in choices() {
            let (kind, attribute) = choice.setting.split_once('.').unwrap_or_default();
            let is_asked = solved.settings().iter().any(|setting| setting.key == choice.setting);
            let Some((given, _)) = view.value(kind, "", attribute).filter(|_| is_asked) else { continue };
            let tried = choice.values.iter().filter(|value| **value != *given).filter_map(|value| {
                let mut candidate =
                    Candidate::new(format!("choice {}={value}", choice.setting), String::new());
                candidate.change(view.change((kind, "", attribute), value.clone()));
                self.tried(candidate.named(), configuration, now)
            });
            let best = tried.reduce(|best, other| if other.gain > best.gain { other } else { best });
            let Some(mut best) = best.filter(|best| best.gain > now.least_gain()) else { continue };
            best.candidate.because(&format!(
                "{}: of {} the model finds {} best",
                choice.setting,
                choice.values.join(", "),
                best.candidate.changes.first().map_or("", |change| &change.to)
            ));
            best.candidate.notes.push(choice.unknown.clone());
            best.candidate.sources.push(choice.source.clone());
            all.push(best.candidate);
        }
        all
    }

    fn tried(&self, candidate: Candidate, configuration: &Configuration, now: Cost) -> Option<Tried> {
        let (after, solved) = self.with(&candidate.changes, configuration)?;
        let gain = now.less(Cost::of(&solved));
        Some(Tried { candidate, configuration: after, solved, gain })
    }

    /// The region with some changes.
    fn with(&self, changes: &[Change], configuration: &Configuration) -> Option<(Configuration, Solved)> {
        let mut after = configuration.clone();
        for change in changes {
            after.put(&change.kind, &change.name, &change.attribute, &change.to, Provenance::Edit);
        }
        let solved = Solved::new(self.pricer.region().name(), &self.base.workload, &after).ok()?;
        Some((after, solved))
    }

    fn step(&self, before: &Solved, best: &Tried, configuration: &Configuration) -> Step {
        let how = best.candidate.how();
        let Candidate {
            title, changes, findings, confidence, effort, requires, mut notes, why, sources, ..
        } = best.candidate.clone();
        let (was, is) = (state(before), state(&best.solved));
        let mut confidence = confidence.min(at_every_bound(before, &best.solved));
        let rises = rises(&was, &is);
        if !rises.is_empty() {
            confidence = lower(confidence);
        }
        notes.extend(rises);
        notes.extend(set_in_workload(&changes));
        notes.extend(not_used(&best.solved, &changes));
        if !findings.is_empty() {
            let ask =
                |changes: &[Change]| self.with(changes, configuration).map(|(_, solved)| Cost::of(&solved));
            let after = Cost::of(&best.solved);
            notes.extend(neighbours::better(self.view(configuration), &changes, after, ask));
        }
        Step {
            title,
            changes,
            findings,
            confidence,
            effort,
            how,
            requires,
            notes,
            why,
            sources,
            before: was,
            after: is,
        }
    }

    /// What was looked at and not taken.
    fn left(&self, configuration: &Configuration, solved: &Solved) -> Vec<NotAdvised> {
        let now = Cost::of(solved);
        let when = if self.steps.is_empty() { "as the region is" } else { "after the steps above" };
        let left = self.candidates(configuration, solved, now).into_iter().map(|candidate| {
            let (kind, why) = match self.tried(candidate.clone(), configuration, now) {
                None => ("not-solved", "the model does not take it".to_owned()),
                Some(_) if candidate.changes.iter().all(|change| !is_used(solved, change)) => {
                    ("not-used", "no transaction of the workload uses it".to_owned())
                }
                Some(_) if kept_on_qr(&candidate, configuration) => (
                    "too-little",
                    "FORCEQR=YES keeps the program on the QR TCB whatever its CONCURRENCY is".to_owned(),
                ),
                Some(tried) if tried.gain < -now.least_gain() => {
                    worse(&candidate, when, solved, &tried.solved)
                }
                Some(tried) => too_little(&candidate, when, now, tried.gain),
            };
            candidate.not_advised(kind, why)
        });
        let superseded = self.fixed.iter().filter(|candidate| !self.taken.contains(&candidate.key));
        let is_mended = |candidate: &&Candidate| {
            let mended = |print| self.steps.iter().any(|step| step.findings.contains(print));
            candidate.findings.iter().all(mended)
        };
        let superseded = superseded.filter(|candidate| !is_mended(candidate)).filter_map(|candidate| {
            let set = set_above(candidate, configuration)?;
            Some(candidate.clone().not_advised("superseded", format!("a step above sets {set}")))
        });
        left.chain(superseded).collect()
    }
}

/// Whether a candidate makes programs threadsafe that FORCEQR keeps on the QR TCB all the same.
fn kept_on_qr(candidate: &Candidate, configuration: &Configuration) -> bool {
    let threadsafe = |change: &Change| change.attribute == "CONCURRENCY" && change.to == "THREADSAFE";
    configuration.get("SIT", "", "FORCEQR") == Some("YES") && candidate.changes.iter().all(threadsafe)
}

/// Whether a transaction of the workload asks for anything of the definition that a change is made to.
fn is_used(solved: &Solved, change: &Change) -> bool {
    let start = match change.kind.as_str() {
        "SIT" => return true,
        "DB2CONN" => "DB2CONN.".to_owned(),
        kind => format!("{kind}.{}.", change.name),
    };
    solved.settings().iter().any(|setting| setting.key.starts_with(&start))
}

/// Definitions of a step that the workload does not use: the rule finds them all the same.
fn not_used(solved: &Solved, changes: &[Change]) -> Option<String> {
    let names: Vec<&str> =
        changes.iter().filter(|change| !is_used(solved, change)).map(|change| change.name.as_str()).collect();
    let (shown, more) = names.split_at(names.len().min(3));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    (!names.is_empty()).then(|| {
        format!(
            "no transaction of the workload uses {}{more}: what it gains there is not known",
            shown.join(", ")
        )
    })
}

/// What the workload sets, a later plan takes from there again.
fn set_in_workload(changes: &[Change]) -> Option<String> {
    let set = changes.iter().filter(|change| change.origin == Some(Provenance::Workload));
    let set: Vec<String> = set.map(Change::what).collect();
    (!set.is_empty()).then(|| {
        format!("the workload sets {}, over what the decks say: change it there too", set.join(" and "))
    })
}

/// What the steps so far set of the settings that a candidate changes, if they set all of them.
fn set_above(candidate: &Candidate, configuration: &Configuration) -> Option<String> {
    let set = candidate.changes.iter().map(|change| {
        let setting = configuration.setting(&change.kind, &change.name, &change.attribute)?;
        (setting.from == Provenance::Edit).then(|| format!("{}={}", change.what(), setting.value))
    });
    Some(set.collect::<Option<Vec<String>>>()?.join(", "))
}
