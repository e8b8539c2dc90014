//! From configuration and workload to the parameters of the solver.
//!
//! One pass over the transactions; each contributes its path and the pools it needs. Every constant is taken at its
//! lower, middle or upper bound, so that solving three times gives an interval.

use std::collections::{BTreeMap, BTreeSet};

use super::arrivals::{burst, burst_notes};
use super::configuration::{Configuration, key_of};
use super::file::{Refused, Transaction, Workload};
use super::path::PathBuilder;
use super::recording::{Recorded, idle_cpu, recording};
use super::settings::{Settings, UsedSetting};
use super::sharing::Sharing;
use crate::model::data::machines::{self, Machine};
use crate::model::data::{Interval, constants};
use crate::model::kernel::async_api::{ZiipSplit, on_ziip};
use crate::model::kernel::overheads::tasks_by_storage;
use crate::model::kernel::switches::Concurrency;
use crate::model::solve::parameters::{Cause, Class, Engines, Parameters, Pool, Transaction as Solved};

/// Which end of the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The cheapest and calmest the evidence allows.
    Low,
    /// The best value.
    Mid,
    /// The dearest and busiest.
    High,
}

impl Bound {
    pub(super) fn constant(self, id: &str) -> f64 {
        self.of(constants::interval(id))
    }

    /// That end of an interval.
    pub(super) fn of(self, interval: Interval) -> f64 {
        match self {
            Bound::Low => interval.low,
            Bound::Mid => interval.mid,
            Bound::High => interval.high,
        }
    }

    /// A share up or down.
    pub(super) fn spread(self, share: f64) -> f64 {
        match self {
            Bound::Low => 1.0 - share,
            Bound::Mid => 1.0,
            Bound::High => 1.0 + share,
        }
    }
}

/// How far rates may be off, either way.
pub const RATE_SPREAD: f64 = 0.1;

/// How far CPU may be off where the workload does not say.
pub(super) const CPU_SPREAD: f64 = 0.1;

/// A transaction without a rate comes as seldom as this each second, so that it never meets itself: it has a response
/// like any other, and adds nothing that could be felt.
pub const SELDOM: f64 = 1e-6;

/// MXT of CICS TS V5.4 where nothing is set.
const DEFAULT_MXT: u32 = 250;

/// What is shared while transactions are added.
pub(super) struct Context<'a> {
    pub settings: &'a Settings<'a>,
    pub bound: Bound,
    /// The machine that it runs on.
    pub machine: &'static str,
    /// Speed of one of its engines, relative to the z13 of the measurements.
    pub speed: f64,
    /// CPU with recording over CPU without, at the bound in force.
    pub recording: f64,
    /// What recording adds, by part.
    pub recorded: Vec<Recorded>,
    pub mxt: u32,
    /// Updates per second of each file.
    pub updates: BTreeMap<String, f64>,
    /// Partners of MRO connections on another z/OS image, in capitals.
    pub other_image: BTreeSet<String>,
    notes: Vec<String>,
    /// Why the response of these transactions is not predicted.
    not_predicted: BTreeMap<String, &'static str>,
    /// Requests per second to and from other regions, by all transactions: the events that MROBTCH gathers.
    pub hops_per_s: f64,
    /// Who shares the buffers of LSR pools.
    pub sharing: Sharing,
    pools: Vec<Pool>,
    index: BTreeMap<String, usize>,
    /// The settings that limit pools, by the names of these.
    limits: BTreeMap<String, String>,
}

impl Context<'_> {
    /// Notes, once, what has been taken for granted.
    pub(super) fn note(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    /// Marks the response of a transaction as not predicted.
    pub(super) fn not_predicted(&mut self, id: &str, why: &'static str) {
        self.not_predicted.insert(id.to_owned(), why);
    }

    /// The pool of this name, made on first use, which a setting limits.
    pub(super) fn limited(
        &mut self,
        name: &str,
        cause: Cause,
        capacity: u32,
        (kind, owner, attribute): (&str, &str, &str),
    ) -> usize {
        if !self.limits.contains_key(name) {
            self.limits.insert(name.to_owned(), key_of(kind, owner, attribute));
        }
        self.pool(name, cause, capacity)
    }

    /// The pool of this name, made on first use.
    pub(super) fn pool(&mut self, name: &str, cause: Cause, capacity: u32) -> usize {
        if let Some(at) = self.index.get(name) {
            return *at;
        }
        self.pools.push(Pool { name: name.to_owned(), cause, capacity });
        self.index.insert(name.to_owned(), self.pools.len() - 1);
        self.pools.len() - 1
    }
}

/// The parameters of a region, and the settings they rest on.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    /// The parameters.
    pub parameters: Parameters,
    /// The settings that were asked for.
    pub settings: Vec<UsedSetting>,
    /// The settings that limit pools, by the names of these.
    pub limits: BTreeMap<String, String>,
    /// How the work splits between general processors and zIIPs, and how many of these there are; none without any.
    pub ziips: Option<(ZiipSplit, u32)>,
    /// The most tasks that MXT allows.
    pub mxt: u32,
    /// The most tasks whose storage EDSALIM holds, where the workload says how much a task needs.
    pub by_storage: Option<u32>,
    /// What has been taken for granted besides what every answer takes.
    pub notes: Vec<String>,
    /// Why the response of these transactions is not predicted.
    pub not_predicted: BTreeMap<String, &'static str>,
}

/// Builds the parameters of a region.
pub fn build(
    name: &str,
    workload: &Workload,
    configuration: &Configuration,
    bound: Bound,
) -> Result<Built, Refused> {
    let mut configuration = configuration.clone();
    for (key, value) in workload.settings()? {
        configuration.set_beneath_edits(&key, &value)?;
    }
    let settings = Settings::new(&configuration);
    let machine = machine(workload)?;
    let engines = engines(workload, machine);
    let mxt = settings.count_or("SIT", "", "MXT", DEFAULT_MXT)?;
    let by_storage = storage_limit(workload, &settings)?;
    let by_mxt = mxt;
    let mxt = mxt.min(by_storage.unwrap_or(u32::MAX));
    let recorded = if workload.recording_in_cpu { vec![] } else { recording(&settings) };
    let mut context = Context {
        settings: &settings,
        bound,
        machine: &machine.id,
        speed: machine.speed,
        recording: 1.0 + recorded.iter().map(|r| bound.of(r.share)).sum::<f64>(),
        recorded,
        mxt,
        updates: updates(workload),
        other_image: other_image(workload),
        notes: burst_notes(workload),
        not_predicted: BTreeMap::new(),
        hops_per_s: super::path::hops_per_s(workload, &settings),
        sharing: Sharing::of(workload, &settings),
        pools: Vec::new(),
        index: BTreeMap::new(),
        limits: BTreeMap::new(),
    };
    let mut classes: Vec<Class> = Vec::new();
    let mut transactions = Vec::new();
    for t in &workload.transaction {
        let class = class_of(t, &settings, &mut classes)?;
        let built = PathBuilder::new(&mut context, t)?.build()?;
        let priority = settings.count("TRANSACTION", &t.id, "PRIORITY")?.unwrap_or(1).min(255);
        transactions.push(Solved {
            id: t.id.clone(),
            rate: t.rate_per_s.max(SELDOM) * bound.spread(RATE_SPREAD),
            class,
            priority: u8::try_from(priority).unwrap_or(255),
            path: built.path,
            cpu: built.cpu,
        });
    }
    let limits = std::mem::take(&mut context.limits);
    let notes = std::mem::take(&mut context.notes);
    let not_predicted = std::mem::take(&mut context.not_predicted);
    let ziips = ziips(workload, machine, &transactions);
    let on_ziips = ziips.map_or(0.0, |(split, _)| split.ziip);
    let engines = engines.map(|engines| Engines { on_ziips, ..engines });
    let parameters = Parameters {
        name: name.to_owned(),
        engines,
        mxt: Some(mxt),
        ageing: ageing(&settings)?,
        burst: burst(workload, bound),
        classes,
        pools: context.pools,
        transactions,
        idle_cpu: idle_cpu(workload, &settings)?,
    };
    let settings = settings.used();
    Ok(Built { parameters, settings, limits, ziips, mxt: by_mxt, by_storage, notes, not_predicted })
}

/// So full z/OS lets the zIIPs become before work waits or goes to general processors. From memory.
const ZIIP_FILL: f64 = 0.95;

/// The split of the work, where the machine has zIIPs.
fn ziips(workload: &Workload, machine: &Machine, transactions: &[Solved]) -> Option<(ZiipSplit, u32)> {
    let of_the_model = workload.machine.model.as_ref().map(|_| machine.ziips);
    let count = workload.machine.ziips.or(of_the_model).filter(|count| *count > 0)?;
    let (mut all, mut eligible) = (0.0, 0.0);
    for (t, solved) in workload.transaction.iter().zip(transactions) {
        let (qr, open) = solved.cpu_seconds();
        all += solved.rate * (qr + open);
        // What is on the QR TCB never is.
        eligible += solved.rate * open.min((qr + open) * (t.ziip_percent / 100.0).min(1.0));
    }
    let share = if all > 0.0 { eligible / all } else { 0.0 };
    Some((on_ziip(all, share, f64::from(count), ZIIP_FILL), count))
}

/// The partners that run on another z/OS image.
fn other_image(workload: &Workload) -> BTreeSet<String> {
    let other = workload.partner.iter().filter(|p| p.system_image.eq_ignore_ascii_case("other"));
    other.map(|partner| partner.name.to_uppercase()).collect()
}

/// Updates per second of each file, by all transactions.
fn updates(workload: &Workload) -> BTreeMap<String, f64> {
    let mut rates = BTreeMap::new();
    for t in &workload.transaction {
        for file in &t.file {
            *rates.entry(file.name.to_uppercase()).or_insert(0.0) += t.rate_per_s * file.updates;
        }
    }
    rates
}

fn machine(workload: &Workload) -> Result<&'static Machine, Refused> {
    let model = workload.machine.model.as_deref().unwrap_or("2964-NE1");
    machines::get(model).ok_or_else(|| {
        let known: Vec<&str> = machines::all().iter().map(|m| m.id.as_str()).collect();
        let near = super::file::suggestion(model, &known);
        Refused::Setting(format!("machine {model} is not known{near}"))
    })
}

/// The engines that the workload gives, or those of the model that it names. Engines that nobody named are as many as it
/// takes.
fn engines(workload: &Workload, machine: &Machine) -> Option<Engines> {
    let busy = workload.machine.busy_by_others_percent.clamp(0.0, 100.0);
    let of_the_model = workload.machine.model.as_ref().map(|_| machine.engines);
    let count = workload.machine.engines.or(of_the_model)?;
    Some(Engines { count, used_by_others: f64::from(count) * busy / 100.0, on_ziips: 0.0 })
}

/// The most tasks that EDSALIM allows: four fifths of it, the rest being programs and CICS itself. None where the
/// workload does not say how much storage a task needs.
fn storage_limit(workload: &Workload, settings: &Settings<'_>) -> Result<Option<u32>, Refused> {
    let Some(limit) = settings.count("SIT", "", "EDSALIM")? else { return Ok(None) };
    let rate: f64 = workload.transaction.iter().map(|t| t.rate_per_s).sum();
    let kb: f64 = workload.transaction.iter().map(|t| t.rate_per_s * t.memory_31_kb).sum();
    if rate <= 0.0 || kb <= 0.0 {
        return Ok(None);
    }
    Ok(Some(tasks_by_storage(f64::from(limit) * 0.8, 0.0, kb / rate * 1_024.0)))
}

fn class_of(
    t: &Transaction,
    settings: &Settings<'_>,
    classes: &mut Vec<Class>,
) -> Result<Option<usize>, Refused> {
    let Some(name) = settings.get("TRANSACTION", &t.id, "TRANCLASS") else { return Ok(None) };
    if let Some(at) = classes.iter().position(|class| class.name == name) {
        return Ok(Some(at));
    }
    let Some(limit) = settings.count("TRANCLASS", name, "MAXACTIVE")? else { return Ok(None) };
    let purge = match settings.get("TRANCLASS", name, "PURGETHRESH") {
        None | Some("NO") => None,
        // A threshold of n lets n - 1 wait.
        Some(_) => settings.count("TRANCLASS", name, "PURGETHRESH")?.map(|n| n.saturating_sub(1)),
    };
    classes.push(Class { name: name.to_owned(), limit, purge });
    Ok(Some(classes.len() - 1))
}

/// PRTYAGE raises a waiting task by one each interval: 0 never; the shorter, the nearer to order of arrival. A wait is
/// of milliseconds, so the interval in milliseconds over ten is a fair scale.
fn ageing(settings: &Settings<'_>) -> Result<f64, Refused> {
    let age = settings.count("SIT", "", "PRTYAGE")?.unwrap_or(1_000);
    Ok(if age == 0 { 0.0 } else { 1.0 / (1.0 + f64::from(age) / 10.0) })
}

/// PROGRAM CONCURRENCY, where API(OPENAPI) counts as REQUIRED.
pub(super) fn concurrency(settings: &Settings<'_>, program: &str) -> Result<Concurrency, Refused> {
    // A Java program runs on the threads of its JVM server, never on the QR TCB.
    let elsewhere = settings.is_on("PROGRAM", program, "JVM");
    if elsewhere || settings.get("PROGRAM", program, "API") == Some("OPENAPI") {
        return Ok(Concurrency::Required);
    }
    match named(settings.get_or("PROGRAM", program, "CONCURRENCY", "QUASIRENT"))? {
        // FORCEQR takes what is threadsafe back to the QR TCB, and leaves what must run on an open TCB.
        Concurrency::Threadsafe if settings.is_on("SIT", "", "FORCEQR") => Ok(Concurrency::Quasirent),
        concurrency => Ok(concurrency),
    }
}

/// Whether a program runs on an L9 TCB: with API(OPENAPI) in user key, where storage is protected by key.
pub(super) fn on_l9(settings: &Settings<'_>, program: &str) -> bool {
    settings.get("PROGRAM", program, "API") == Some("OPENAPI")
        && !settings.is_on("PROGRAM", program, "JVM")
        && settings.get_or("SIT", "", "STGPROT", "YES") == "YES"
        && settings.get_or("PROGRAM", program, "EXECKEY", "USER") == "USER"
}

/// A CONCURRENCY by name.
pub(super) fn named(value: &str) -> Result<Concurrency, Refused> {
    match value.to_uppercase().as_str() {
        "QUASIRENT" => Ok(Concurrency::Quasirent),
        "THREADSAFE" => Ok(Concurrency::Threadsafe),
        "REQUIRED" => Ok(Concurrency::Required),
        other => {
            let near = super::file::suggestion(other, &["QUASIRENT", "THREADSAFE", "REQUIRED"]);
            Err(Refused::Setting(format!("CONCURRENCY({other}) is none{near}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::solve::solve_point;
    use crate::model::workload::read;

    /// 4 engines' worth of Java, three quarters of which may go to zIIPs.
    #[test]
    fn ziips_relieve_the_general_processors_until_they_are_full() {
        let busy = |ziips: &str| {
            let text = format!(
                "[machine]\nengines = 6\n{ziips}\n[[transaction]]\nid = \"JAVA\"\nrate_per_s = 1000\ncpu_us = 4000\n\
                 qr_cpu_us = 0\nziip_percent = 75\n"
            );
            let built = build("R", &read(&text).unwrap(), &Configuration::default(), Bound::Mid).unwrap();
            let point = solve_point(&built.parameters).unwrap();
            let engines = point.resources.iter().find(|r| r.name == "engines").unwrap();
            (engines.utilisation * 6.0, built.ziips.map(|(split, _)| split.overflow))
        };
        let close = |a: f64, b: f64| (a - b).abs() < 0.02;
        assert!(close(busy("").0, 4.0), "{:?}", busy(""));
        let (general, spilt) = busy("ziips = 4");
        assert!(close(general, 1.0) && spilt == Some(0.0), "{general} {spilt:?}");
        let (general, spilt) = busy("ziips = 2");
        assert!(close(general, 4.0 - 1.9) && spilt.is_some_and(|s| close(s, 1.1)), "{general} {spilt:?}");
    }
}
