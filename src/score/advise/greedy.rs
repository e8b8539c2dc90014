//! Step after step, the best one first.

use super::candidates::{Candidate, from_findings, from_limits, from_links};
use super::{Advice, Advisable, NotAdvised, State, Step, TransactionState, warnings};
use crate::model::answer::{self, Bounded};
use crate::model::compare::Solved;
use crate::model::demand::demands;
use crate::model::solve::{Point, Response};
use crate::model::workload::{Configuration, Provenance};
use crate::rules::Confidence;
use crate::score::price::{Base, Pricer};

/// A step has to gain this share of the time of a task.
const LEAST_SHARE: f64 = 0.005;
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
    let mut not_advised = Vec::new();
    let fixed = from_findings(pricer, &base.configuration, findings, &mut not_advised);
    let mut plan = Plan { pricer, base, fixed, taken: Vec::new(), steps: Vec::new() };
    let (configuration, solved) = plan.run()?;
    not_advised.extend(plan.left(&configuration, &solved));
    not_advised.extend(enough_now(&base.solved, &solved));
    let name = pricer.region().name();
    Ok(Advice {
        region: name.to_owned(),
        baseline: answer::outcome(name, &base.solved),
        now: state(&base.solved),
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

/// Limits that were too low for their demand, and no longer are though nobody raised them.
fn enough_now(before: &Solved, after: &Solved) -> Vec<NotAdvised> {
    let (Ok(Ok(before)), Ok(Ok(after))) = (demands(before.built()), demands(after.built())) else {
        return Vec::new();
    };
    let relieved = before.iter().filter_map(|was| {
        let is = after.iter().find(|is| is.setting == was.setting && is.capacity == was.capacity)?;
        let capacity = f64::from(was.capacity);
        (was.needed() > capacity && is.needed() <= capacity).then(|| NotAdvised {
            title: format!("more than {}={}", was.setting, was.capacity),
            why: format!(
                "before the steps above it was too low ({:.0} wanted); after them {:.0}/s x {:.1} ms{} = {:.0} in use, and {:.0} \
                 are enough",
                was.needed(),
                is.rate,
                is.hold_s * 1e3,
                if is.peak_factor > 1.0 { format!(" x {:.2} in a burst", is.peak_factor) } else { String::new() },
                is.peak(),
                is.needed(),
            ),
            findings: Vec::new(),
        })
    });
    relieved.collect()
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

impl Plan<'_, '_> {
    /// Takes steps while any gains enough; the region after the last one.
    fn run(&mut self) -> Result<(Configuration, Solved), String> {
        let mut configuration = self.base.configuration.clone();
        let mut solved = self.base.solved.clone();
        while self.steps.len() < MOST_STEPS {
            let now = Cost::of(&solved);
            let tried = self.candidates(&configuration, &solved).into_iter().filter_map(|candidate| {
                let gained = self.tried(candidate, &configuration, now)?;
                gained.gain.is_finite().then_some(gained)
            });
            let best = tried.reduce(|best, other| if other.gain > best.gain { other } else { best });
            let Some(best) = best.filter(|best| best.gain > now.least_gain()) else { break };
            self.steps.push(step(&solved, &best));
            self.taken.push(best.candidate.key);
            (configuration, solved) = (best.configuration, best.solved);
        }
        Ok((configuration, solved))
    }

    fn candidates(&self, configuration: &Configuration, solved: &Solved) -> Vec<Candidate> {
        let mut limits = from_limits(self.pricer, configuration, solved);
        let mut all = Vec::new();
        for candidate in self.fixed.iter().filter(|candidate| !self.taken.contains(&candidate.key)) {
            // What a limit has to hold is reckoned from the work; the fix of a rule knows only the definitions.
            match limits.iter_mut().find(|limit| limit.covers(candidate)) {
                Some(limit) => limit.findings.extend(&candidate.findings),
                None => all.push(candidate.clone()),
            }
        }
        all.extend(limits);
        all.extend(from_links(self.pricer, configuration));
        all
    }

    fn tried(&self, candidate: Candidate, configuration: &Configuration, now: Cost) -> Option<Tried> {
        let mut after = configuration.clone();
        for change in &candidate.changes {
            after.put(&change.kind, &change.name, &change.attribute, &change.to, Provenance::Edit);
        }
        let solved = Solved::new(self.pricer.region().name(), &self.base.workload, &after).ok()?;
        let gain = now.less(Cost::of(&solved));
        Some(Tried { candidate, configuration: after, solved, gain })
    }

    /// What was looked at and not taken.
    fn left(&self, configuration: &Configuration, solved: &Solved) -> Vec<NotAdvised> {
        let now = Cost::of(solved);
        let left = self.candidates(configuration, solved).into_iter().map(|candidate| {
            let (title, findings) = (candidate.title.clone(), candidate.findings.clone());
            let why = match self.tried(candidate, configuration, now) {
                None => "the model does not take it".to_owned(),
                Some(Tried { gain, .. }) if gain < -now.least_gain() => match now.holds < 1.0 {
                    true => "after the steps above the region would do less of the work with it".to_owned(),
                    false => "after the steps above it would make the region slower".to_owned(),
                },
                Some(_) => "after the steps above it gains next to nothing under this workload".to_owned(),
            };
            NotAdvised { title, why, findings }
        });
        left.collect()
    }
}

/// What a region costs: the share of its work that it can do, and the time and CPU of a task.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// The share of the work at which nothing saturates: 1 where nothing does at the rates given.
    holds: f64,
    /// Milliseconds: mean response, the mean CPU once more, and the CPU of the region itself.
    ms: f64,
}

/// Doing a share more of the work is better than any time.
const WORK: f64 = 1e9;

impl Cost {
    fn of(solved: &Solved) -> Self {
        let point = solved.mid();
        let rate: f64 = point.transactions.iter().map(|t| t.rate).sum();
        let per_task = |sum: f64| if rate > 0.0 { sum / rate } else { sum };
        let time: f64 =
            point.transactions.iter().filter_map(|t| Some(t.response?.mean * t.rate)).sum::<f64>();
        let cpu: f64 = point.transactions.iter().map(|t| (t.cpu.0 + t.cpu.1) * t.rate).sum();
        let idle: f64 = solved.parameters().idle_cpu.iter().map(|part| part.seconds.mid).sum();
        Self { holds: solved.holds(), ms: per_task(time + cpu + idle) * 1e3 }
    }

    /// What it has more than another: the gain in milliseconds, or far more where more of the work can be done.
    fn less(self, other: Self) -> f64 {
        let work = (other.holds - self.holds) * WORK;
        let both_rest = self.holds >= 1.0 && other.holds >= 1.0;
        if both_rest { self.ms - other.ms } else { work }
    }

    fn least_gain(self) -> f64 {
        if self.holds < 1.0 { self.holds * LEAST_SHARE * WORK } else { (self.ms * LEAST_SHARE).max(1e-4) }
    }
}

fn step(before: &Solved, best: &Tried) -> Step {
    let Candidate { title, changes, findings, confidence, effort, requires, why, sources, .. } =
        best.candidate.clone();
    Step {
        title,
        changes,
        findings,
        confidence: confidence.min(at_every_bound(before, &best.solved)),
        effort,
        requires,
        why,
        sources,
        before: state(before),
        after: state(&best.solved),
    }
}

/// High where a change helps at the lower, middle and upper bound of all that is uncertain.
fn at_every_bound(before: &Solved, after: &Solved) -> Confidence {
    let mean = |point: &Point| point.mean_response().unwrap_or(f64::INFINITY);
    let helps = before.points().iter().zip(after.points()).map(|(b, a)| {
        let (b, a) = (mean(b), mean(a));
        a < b || (b.is_infinite() && a.is_infinite())
    });
    match helps.filter(|helps| *helps).count() {
        3 => Confidence::High,
        2 => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// A region in short.
fn state(solved: &Solved) -> State {
    let [low, mid, high] = solved.points();
    let rate: f64 = mid.transactions.iter().map(|t| t.rate).sum();
    let weighted = |point: &Point, of: fn(&Response) -> f64| -> Option<f64> {
        let sum: Option<f64> = point
            .transactions
            .iter()
            .zip(&mid.transactions)
            .map(|(t, m)| Some(of(t.response.as_ref()?) * m.rate))
            .sum();
        (rate > 0.0).then_some(())?;
        Some(sum? / rate * 1e3)
    };
    let bounded = |of: fn(&Response) -> f64| {
        let (low, mid, high) = (weighted(low, of), weighted(mid, of), weighted(high, of));
        let least = low.into_iter().chain(mid).reduce(f64::min);
        Bounded { low: least, mid, high: high.map(|high| mid.map_or(high, |mid| mid.max(high))) }
    };
    let cpu: f64 = solved
        .parameters()
        .transactions
        .iter()
        .map(|t| t.cpu.iter().map(|p| p.seconds.mid).sum::<f64>() * t.rate)
        .sum();
    let idle: f64 = solved.parameters().idle_cpu.iter().map(|part| part.seconds.mid).sum();
    State {
        saturated: mid.saturated(),
        bottleneck: answer::bottleneck(mid),
        cpu_us: if rate > 0.0 { cpu / rate * 1e6 } else { 0.0 },
        percent_of_engine: (cpu + idle) * 100.0,
        p50_ms: bounded(|r| r.p50),
        p95_ms: bounded(|r| r.p95),
        transactions: mid
            .transactions
            .iter()
            .zip(&solved.parameters().transactions)
            .map(|(answer, t)| TransactionState {
                id: answer.id.clone(),
                cpu_us: t.cpu.iter().map(|p| p.seconds.mid).sum::<f64>() * 1e6,
                p50_ms: answer.response.map(|r| r.p50 * 1e3),
                p95_ms: answer.response.map(|r| r.p95 * 1e3),
            })
            .collect(),
    }
}
