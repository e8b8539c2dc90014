//! Runs declared rules over regions, and nothing twice that regions share.
//!
//! - A rule that reads nothing but the definition runs once over each group, however many CSDs hold it.
//! - A rule that reads other definitions runs once over what is installed, however many regions install the same;
//!   what it found is repeated for each of them.
//! - A rule that reads the SIT runs in each region, over those definitions only for which the rest of it may hold.
//!
//! Groups and what is installed are known again by their addresses. A weak reference keeps an address from being used
//! anew, and nothing else: what no region holds any more is gone.

use super::report::Reporter;
use super::set::{Entry, Ready, RestsOn, RuleSet};
use crate::csd::{Csd, Decks, Definition, Group, TypeId};
use crate::region::{Installed, Region};
use crate::rules::expr::{Env, Frame, Mask, Shared, Value, World, mask_of};
use crate::rules::{Placed, PlacedSink};
use bumpalo::Bump;
use rayon::prelude::*;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Definitions that one thread checks at a time.
const PART: usize = 4_096;

/// One run of declared rules. Several threads may use it at once.
#[derive(Debug)]
pub struct Session<'s> {
    rules: &'s RuleSet<'s>,
    decks: &'s Decks,
    /// Of each rule whether it is wanted.
    wanted: Vec<bool>,
    groups: Mutex<HashMap<usize, Weak<Group>>>,
    installed: Mutex<HashMap<(usize, bool), Arc<Known>>>,
}

/// What regions share that install the same.
#[derive(Debug)]
struct Known {
    _address: Weak<Installed>,
    shared: Shared,
    /// What rules found that read no SIT.
    found: OnceLock<Vec<Placed>>,
    /// Of rules that read the SIT the definitions for which the rest of the rule may hold, by their places among
    /// those of the type.
    candidates: Mutex<HashMap<u32, Arc<[u32]>>>,
}

impl Known {
    fn new(installed: &Arc<Installed>) -> Self {
        Self {
            _address: Arc::downgrade(installed),
            shared: Shared::new(installed),
            found: OnceLock::new(),
            candidates: Mutex::default(),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'s> Session<'s> {
    /// Runs those of `rules` that `sink` wants.
    pub fn new(rules: &'s RuleSet<'s>, decks: &'s Decks, sink: &PlacedSink<'_>) -> Self {
        let wanted = rules.entries().iter().map(|entry| sink.wants(entry.id)).collect();
        Self { rules, decks, wanted, groups: Mutex::default(), installed: Mutex::default() }
    }

    /// Checks every definition of a CSD by itself, installed or not, unless another CSD of this session held its
    /// group as it is.
    pub fn check_definitions(&self, csd: &Csd, configured: bool, sink: &mut PlacedSink<'_>) {
        let mut parts: Vec<Vec<&Group>> = vec![Vec::new()];
        let mut size = 0;
        let mut known = locked(&self.groups);
        for group in csd.groups() {
            let address = Arc::as_ptr(group) as usize;
            if known.contains_key(&address) {
                continue;
            }
            known.insert(address, Arc::downgrade(group));
            if size > PART {
                size = 0;
                parts.push(Vec::new());
            }
            size += group.members().len();
            if let Some(part) = parts.last_mut() {
                part.push(group);
            }
        }
        drop(known);
        let check = |part: &Vec<&Group>| {
            let arena = Bump::new();
            let walk = Walk::new(self, RestsOn::Definition, &arena);
            let reporter = Reporter { decks: self.decks, region: None, configured };
            let mut found = Vec::new();
            let members = part.iter().flat_map(|group| group.members());
            for definition in members.filter(|definition| !walk.active(definition.kind).is_empty()) {
                walk.check((definition, mask_of(self.decks, definition)), None, &reporter, &mut found);
            }
            found
        };
        let found: Vec<Placed> = match parts.as_slice() {
            [_, _, ..] => parts.par_iter().flat_map_iter(check).collect(),
            few => few.iter().flat_map(check).collect(),
        };
        report(found, sink);
    }

    /// Checks a region: its definitions beside each other, its SIT, and itself.
    pub fn check_region(&self, region: &Region, sink: &mut PlacedSink<'_>) {
        let known = self.known(region);
        let found = known.found.get_or_init(|| self.check_installed(region, &known.shared));
        for Placed { file, finding } in found {
            let place = crate::csd::Place { file: *file, span: finding.span };
            sink.report(place, finding.clone());
        }
        report(self.check_with_sit(region, &known), sink);
    }

    /// What is known of that which a region installs. It is kept where other regions hold it as well.
    fn known(&self, region: &Region) -> Arc<Known> {
        let installed = region.installed();
        if Arc::strong_count(installed) <= 1 {
            return Arc::new(Known::new(installed));
        }
        let key = (Arc::as_ptr(installed) as usize, region.is_configured());
        if let Some(known) = locked(&self.installed).get(&key) {
            return Arc::clone(known);
        }
        let new = Arc::new(Known::new(installed));
        Arc::clone(locked(&self.installed).entry(key).or_insert(new))
    }

    /// The rules about definitions that read other definitions, and no SIT; those about a region likewise.
    fn check_installed(&self, region: &Region, shared: &Shared) -> Vec<Placed> {
        let arena = Bump::new();
        let walk = Walk::new(self, RestsOn::Installed, &arena);
        let world = OnceCell::new();
        let mut found = Vec::new();
        let reporter =
            Reporter { decks: self.decks, region: Some(region), configured: region.is_configured() };
        for kind in self.rules.types() {
            if shared.count(kind) == 0 || walk.active(kind).is_empty() {
                continue;
            }
            let world = world.get_or_init(|| World::new(self.decks, region, shared, &arena));
            let members = world.members(kind).iter().copied().zip(world.masks(kind));
            for (definition, given) in members {
                walk.check((definition, *given), Some(world), &reporter, &mut found);
            }
        }
        found
    }

    fn check_with_sit(&self, region: &Region, known: &Known) -> Vec<Placed> {
        let arena = Bump::new();
        let world = World::new(self.decks, region, &known.shared, &arena);
        let reporter =
            Reporter { decks: self.decks, region: Some(region), configured: region.is_configured() };
        let mut found = Vec::new();
        let of_sit = self.rules.of_sit().filter(|_| !region.sit().is_empty());
        for (number, entry) in of_sit.chain(self.rules.of_regions()) {
            if self.wants(number)
                && let Some(ready) = entry.ready()
            {
                let env = Env::of(None, Some(&world));
                judge(entry, ready, env, &reporter, &mut found);
            }
        }
        for kind in self.rules.types().filter(|kind| known.shared.count(*kind) > 0) {
            for (number, entry) in self.rules.of_type(kind).filter(|(number, _)| self.wants(*number)) {
                let Some(ready) = entry.ready().filter(|ready| ready.rests_on == RestsOn::Region) else {
                    continue;
                };
                let report = entry.reports_unknown();
                if ready.refuted(&ready.of_region, Env::of(None, Some(&world)), report) {
                    continue;
                }
                let frame = Frame::new(self.decks, &arena, kind);
                let candidates = candidates((number, entry, ready), kind, known, &world, &frame);
                let members = world.members(kind);
                for definition in candidates.iter().filter_map(|place| members.get(*place as usize)) {
                    frame.set(definition);
                    judge(entry, ready, Env::of(Some(&frame), Some(&world)), &reporter, &mut found);
                }
            }
        }
        found
    }

    fn wants(&self, number: u32) -> bool {
        self.wanted.get(number as usize).copied().unwrap_or(false)
    }
}

/// The definitions for which that part of a rule may hold which reads no SIT.
fn candidates<'v>(
    (number, entry, ready): (u32, &Entry<'_>, &'v Ready),
    kind: TypeId,
    known: &Known,
    world: &World<'v>,
    frame: &Frame<'v>,
) -> Arc<[u32]> {
    if let Some(candidates) = locked(&known.candidates).get(&number) {
        return Arc::clone(candidates);
    }
    let report = entry.reports_unknown();
    let members = world.members(kind).iter().zip(world.masks(kind)).enumerate();
    let may_fire = |(place, (definition, given)): (usize, (&&'v Definition, &Mask))| {
        definition.made_by()?;
        if !ready.may_fire(*given) {
            return None;
        }
        frame.set_known(definition, *given);
        let refuted = ready.refuted(&ready.of_definition, Env::of(Some(frame), None), report);
        (!refuted).then_some(place as u32)
    };
    let candidates: Arc<[u32]> = members.filter_map(may_fire).collect();
    locked(&known.candidates).insert(number, Arc::clone(&candidates));
    candidates
}

fn report(found: Vec<Placed>, sink: &mut PlacedSink<'_>) {
    for Placed { file, finding } in found {
        sink.report(crate::csd::Place { file, span: finding.span }, finding);
    }
}

/// One walk over definitions, by one thread.
struct Walk<'a, 'v> {
    session: &'a Session<'v>,
    which: RestsOn,
    arena: &'v Bump,
    frames: Vec<OnceCell<Frame<'v>>>,
    active: Vec<OnceCell<Vec<(&'v Entry<'v>, &'v Ready)>>>,
}

impl<'a, 'v> Walk<'a, 'v> {
    fn new(session: &'a Session<'_>, which: RestsOn, arena: &'v Bump) -> Self
    where
        'a: 'v,
    {
        let types = crate::catalog::types().len();
        Self {
            session,
            which,
            arena,
            frames: (0..types).map(|_| OnceCell::new()).collect(),
            active: (0..types).map(|_| OnceCell::new()).collect(),
        }
    }

    /// The rules of a type that are wanted and rest on what this walk is about.
    fn active(&self, kind: TypeId) -> &[(&'v Entry<'v>, &'v Ready)] {
        let Some(active) = self.active.get(kind.0 as usize) else { return &[] };
        active.get_or_init(|| {
            let wanted = self.session.rules.of_type(kind).filter(|(number, _)| self.session.wants(*number));
            let ready = wanted.filter_map(|(_, entry)| Some((entry, entry.ready()?)));
            ready.filter(|(_, ready)| ready.rests_on == self.which).collect()
        })
    }

    /// Checks one definition, of which it is known which attributes are given.
    fn check(
        &self,
        (definition, given): (&'v Definition, Mask),
        world: Option<&World<'v>>,
        reporter: &Reporter<'v>,
        found: &mut Vec<Placed>,
    ) {
        let mut may_fire =
            self.active(definition.kind).iter().filter(|(_, ready)| ready.may_fire(given)).peekable();
        if may_fire.peek().is_none() || definition.made_by().is_none() {
            return;
        }
        let Some(frame) = self.frames.get(definition.kind.0 as usize) else { return };
        let frame = frame.get_or_init(|| Frame::new(self.session.decks, self.arena, definition.kind));
        frame.set_known(definition, given);
        let env = Env::of(Some(frame), world);
        for (entry, ready) in may_fire {
            judge(entry, ready, env, reporter, found);
        }
    }
}

/// Runs a rule, and keeps what it finds.
#[inline]
fn judge<'v>(
    entry: &'v Entry<'_>,
    ready: &'v Ready,
    env: Env<'_, 'v>,
    reporter: &Reporter<'v>,
    found: &mut Vec<Placed>,
) {
    match ready.run(env) {
        Value::Bool(true) => found.extend(reporter.finding(entry, ready, env)),
        Value::Bool(false) => {}
        _ if entry.reports_unknown() => found.extend(reporter.unknown(entry, ready, env)),
        _ => {}
    }
}
