//! What one transaction does, in order, under a configuration.

mod files;
mod links;
mod requests;
mod threads;

pub(super) use links::hops_per_s;

use super::archetypes;
use super::build::{Bound, CPU_SPREAD, Context, concurrency, named, on_l9};
use super::file::{Refused, Transaction};
use crate::model::data::{Basis, Interval, constants};
use crate::model::kernel::overheads::subspace_activations;
use crate::model::kernel::switches::{Calls, Concurrency, by_count, share_on_qr};
use crate::model::solve::parameters::{Act, Block, Cause, CpuPart};

const US: f64 = 1e-6;

pub(super) struct Built {
    pub path: Vec<Block>,
    pub cpu: Vec<CpuPart>,
}

pub(super) struct PathBuilder<'c, 'w, 'a> {
    context: &'c mut Context<'a>,
    t: &'w Transaction,
    /// Its first program.
    program: String,
    concurrency: Concurrency,
    calls: Calls,
    /// What comes between the first and the last burst.
    middle: Vec<Block>,
    cpu: Vec<CpuPart>,
    /// CPU besides the program's, in seconds, that runs on the TCB on which the task is.
    extra: f64,
    /// CPU of commands that run on the QR TCB, whatever the program is.
    extra_on_qr: f64,
    /// CPU of the TCB switches that the program's was measured with, in microseconds of the measured machine.
    measured_switches: f64,
}

impl<'c, 'w, 'a> PathBuilder<'c, 'w, 'a> {
    pub(super) fn new(context: &'c mut Context<'a>, t: &'w Transaction) -> Result<Self, Refused> {
        let defined = || context.settings.get("TRANSACTION", &t.id, "PROGRAM").map(str::to_owned);
        let program = t.program.clone().or_else(defined).unwrap_or_else(|| t.id.clone()).to_uppercase();
        let concurrency = concurrency(context.settings, &program)?;
        let mut non_threadsafe = t.non_threadsafe_commands + t.start_commands;
        if concurrency != Concurrency::Quasirent {
            non_threadsafe += t.file.iter().map(|file| files::on_qr(context.settings, file)).sum::<f64>();
            for link in &t.link {
                non_threadsafe += links::on_qr(context.settings, link)?;
            }
        }
        let calls = Calls { sql: t.sql_calls, non_threadsafe };
        let (middle, cpu) = (vec![], vec![]);
        let (extra, extra_on_qr, measured_switches) = (0.0, 0.0, 0.0);
        Ok(PathBuilder {
            context,
            t,
            program,
            concurrency,
            calls,
            middle,
            cpu,
            extra,
            extra_on_qr,
            measured_switches,
        })
    }

    fn constant(&self, id: &str) -> f64 {
        self.context.bound.constant(id)
    }

    /// Notes a part of the CPU, with its bounds; recording is a part of its own.
    fn part(&mut self, name: &'static str, us: Interval, basis: Basis, evidence: &[&str]) {
        if us.high <= 0.0 {
            return;
        }
        let factor = US / self.context.speed;
        let evidence = evidence.iter().map(|row| (*row).to_owned()).collect();
        self.cpu.push(CpuPart { name, seconds: us.times(factor), basis, evidence });
    }

    /// A cost given by a constant, times a count.
    fn constant_part(&mut self, name: &'static str, id: &str, count: f64) -> f64 {
        let Some(constant) = constants::get(id) else { return 0.0 };
        let rows: Vec<&str> = constant.rows.iter().map(String::as_str).collect();
        let us = constant.as_cpu(self.context.machine).times(count);
        self.part(name, us, constant.basis, &rows);
        self.scaled(self.context.bound.of(us))
    }

    /// Microseconds of the measured machine, as seconds of this one with recording.
    fn scaled(&self, us: f64) -> f64 {
        us * US * self.context.recording / self.context.speed
    }

    pub(super) fn build(mut self) -> Result<Built, Refused> {
        let (t, within) = (self.t, self.t.cpu_within_percent.map_or(CPU_SPREAD, |p| p / 100.0));
        self.like_the_archetype();
        let own = self.own_cpu(within)?;
        if let Some(web) = &t.web {
            self.web(web)?;
        }
        if let Some(exci) = &t.exci {
            self.exci(exci)?;
        }
        if t.terminal.eq_ignore_ascii_case("telnet") {
            let share = constants::interval("telnet.cpu").times(t.cpu_us);
            self.part("telnet", share, Basis::Borrowed, &["vtam-telnet"]);
            self.extra += self.scaled(self.constant("telnet.cpu") * t.cpu_us);
        }
        self.isolation();
        for file in &t.file {
            self.file(file)?;
        }
        for link in &t.link {
            self.link(link)?;
        }
        if t.other_wait_ms > 0.0 {
            self.delay(1.0, Cause::Other, t.other_wait_ms * 1e-3);
        }
        self.between_open_tcbs();
        let switches = by_count(self.concurrency, self.calls);
        let n = match self.context.bound {
            Bound::Low => switches.low,
            Bound::Mid => switches.mid,
            Bound::High => switches.high,
        };
        let switch = self.constant_part("tcb switches", "switch.cpu", n);
        let in_db2 = if t.sql_calls > 0.0 { (t.cpu_in_db2_percent / 100.0).min(1.0) } else { 0.0 };
        self.assemble((own * (1.0 - in_db2), own * in_db2), switch, n)
    }

    /// Says what to know of the archetype, and where the transaction is not solved as it was measured.
    fn like_the_archetype(&mut self) {
        let Some(name) = &self.t.archetype else { return };
        let id = &self.t.id;
        for note in archetypes::notes(name) {
            self.context.note(format!("{id}, archetype {name}: {}", note.trim_end_matches('.')));
        }
        let Some((attribute, how)) = archetypes::measured_with(name) else { return };
        for file in &self.t.file {
            let file = file.name.to_uppercase();
            let value = self.context.settings.get("FILE", &file, attribute);
            if value.is_none_or(|value| value.is_empty() || value == "NO") {
                self.context.note(format!(
                    "{id}: {name} was measured {how}, but FILE {file} has no {attribute}: it is solved as a local file"
                ));
            }
        }
    }

    /// Transaction isolation: a subspace activation for each new page, which below 16 MB is smaller.
    fn isolation(&mut self) {
        let settings = self.context.settings;
        if !settings.is_on("SIT", "", "TRANISO") {
            return;
        }
        let kb = 1_024.0;
        let (mut below, mut above) = (self.t.memory_below_kb * kb, self.t.memory_31_kb * kb);
        if settings.get("TRANSACTION", &self.t.id, "TASKDATALOC") == Some("BELOW") {
            (below, above) = (below + above, 0.0);
        }
        let n = subspace_activations(below, above);
        self.extra += self.constant_part("transaction isolation", "subspace.activation", n);
    }

    /// Db2 runs on an L8 TCB: a program on an L9 TCB leaves it for each call, and comes back.
    fn between_open_tcbs(&mut self) {
        if self.t.sql_calls <= 0.0 || !on_l9(self.context.settings, &self.program) {
            return;
        }
        let n = 2.0 * self.t.sql_calls;
        self.extra += self.constant_part("switches between open TCBs", "switch.cpu", n);
        let latency = self.constant("switch.latency") * US;
        self.delay(n, Cause::Switch, latency);
    }

    /// Trace and monitoring, as parts of the CPU of everything else.
    fn recorded(&mut self) {
        let all = self.cpu.iter().fold(Interval::default(), |sum, part| sum.plus(part.seconds));
        for recorded in self.context.recorded.clone() {
            let share = Interval {
                low: all.low * recorded.share.low,
                mid: all.mid * recorded.share.mid,
                high: all.high * recorded.share.high,
            };
            let part = CpuPart {
                name: recorded.name,
                seconds: share,
                basis: recorded.basis,
                evidence: recorded.evidence.to_vec(),
            };
            self.cpu.push(part);
        }
    }

    /// The program's own CPU, in seconds, without the switches it was measured with.
    fn own_cpu(&mut self, within: f64) -> Result<f64, Refused> {
        let mut us = self.t.cpu_us;
        let mut basis = if self.t.archetype.is_some() { Basis::Calibrated } else { Basis::Assumed };
        if let Some(measured) = &self.t.measured_concurrency {
            let with = named(measured)?;
            let switches = by_count(with, self.calls).mid * constants::value("switch.cpu");
            us = (us - switches).max(0.0);
            self.measured_switches = switches;
            if with != self.concurrency && self.t.cpu_us > 0.0 {
                // Of a switch only an upper bound is known, so what is left is less sure than what was measured.
                basis = basis.max(Basis::Derived);
                self.context.note(format!(
                    "{}: its CPU of {:.0} us was measured with CONCURRENCY({measured}); here it is solved as {}, with other TCB \
                     switches",
                    self.t.id,
                    self.t.cpu_us,
                    self.concurrency.name()
                ));
            }
        }
        let rows: Vec<&str> = self.t.evidence.iter().map(String::as_str).collect();
        self.part("program", Interval::around(us * (1.0 - within), us, us * (1.0 + within)), basis, &rows);
        Ok(self.scaled(us * self.context.bound.spread(within)))
    }

    /// CPU of a command that is threadsafe or not.
    fn spend(&mut self, on_qr: bool, seconds: f64) {
        *(if on_qr { &mut self.extra_on_qr } else { &mut self.extra }) += seconds;
    }

    fn delay(&mut self, times: f64, cause: Cause, seconds: f64) {
        self.middle.push(Block { times, acts: vec![Act::Delay { cause, seconds }] });
    }

    /// How often the task waits before its SQL part, and must be dispatched again.
    fn waits(&self) -> f64 {
        self.middle.iter().filter(|block| is_wait(block)).map(|block| block.times).sum()
    }

    /// Lets every such wait end in the queue for the QR TCB.
    fn resume_on_qr(&mut self, seconds: f64) {
        for block in self.middle.iter_mut().filter(|block| is_wait(block)) {
            block.acts.push(Act::Qr { seconds });
        }
    }

    /// Delays one after the other, during which one of a pool is held.
    fn held(&mut self, times: f64, pool: usize, cause: Cause, delays_s: &[f64]) {
        let mut acts = vec![Act::Take { pool }];
        acts.extend(delays_s.iter().map(|seconds| Act::Delay { cause, seconds: *seconds }));
        acts.push(Act::Give { pool });
        self.middle.push(Block { times, acts });
    }

    /// So many delays, during all of which, and between them, one of a pool is held.
    fn held_throughout(&mut self, times: f64, pool: usize, cause: Cause, seconds: f64) {
        self.middle.push(Block { times: 1.0, acts: vec![Act::Take { pool }] });
        self.delay(times, cause, seconds);
        self.middle.push(Block { times: 1.0, acts: vec![Act::Give { pool }] });
    }

    /// Puts bursts, switches and calls in order. The CPU is that of the program, and what of it is spent in Db2.
    fn assemble(mut self, (own, in_db2): (f64, f64), switch: f64, switches: f64) -> Result<Built, Refused> {
        let t = self.t;
        let share = share_on_qr(self.concurrency, self.calls);
        // Half of the switches come to the QR TCB: also of those that the CPU was measured with.
        let own_share = match t.qr_cpu_us {
            Some(qr) if t.cpu_us > self.measured_switches => {
                ((qr - self.measured_switches / 2.0).max(0.0) / (t.cpu_us - self.measured_switches)).min(1.0)
            }
            Some(_) => 0.0,
            None => share,
        };
        let qr = own * own_share + self.extra * share + self.extra_on_qr + switch / 2.0;
        let open = own * (1.0 - own_share) + self.extra * (1.0 - share) + in_db2 + switch / 2.0;
        let latency = self.constant("switch.latency") * US;
        let sql_cpu = self.scaled(t.sql_cpu_us);
        let sql_wait = (t.sql_elapsed_ms * 1e-3 - sql_cpu).max(0.0);
        let sql_interval = Interval::around(t.sql_cpu_us * 0.9, t.sql_cpu_us, t.sql_cpu_us * 1.1);
        self.part("sql", sql_interval.times(t.sql_calls), Basis::Assumed, &[]);
        // Returns to the QR TCB cut its time into bursts; a task without any has one.
        let returns = (switches / 2.0).floor().max(0.0);
        let resumed = if qr > 0.0 && self.concurrency != Concurrency::Required { self.waits() } else { 0.0 };
        let bursts = 1.0 + returns + resumed;
        if resumed > 0.0 {
            self.resume_on_qr(qr / bursts);
        }
        let mut path = vec![];
        let burst = |path: &mut Vec<Block>, times: f64| {
            if qr > 0.0 {
                path.push(Block { times, acts: vec![Act::Qr { seconds: qr / bursts }] });
            }
        };
        let (threads, whole) = (self.threads()?, self.java_threads()?);
        self.recorded();
        path.extend(whole.map(|pool| Block { times: 1.0, acts: vec![Act::Take { pool }] }));
        burst(&mut path, 1.0);
        // Nobody says in which order a task works; the rest is taken to come before its first SQL call, so that the
        // thread is held for the SQL part only. A task that goes on after its last call holds it longer.
        path.append(&mut self.middle);
        let take = |pools: &[usize], path: &mut Vec<Block>| {
            let acts = pools.iter().map(|pool| Act::Take { pool: *pool }).collect();
            path.push(Block { times: 1.0, acts });
        };
        take(&threads, &mut path);
        let mut body = vec![];
        let runs = t.sql_calls.max(returns);
        if open > 0.0 {
            body.push(Act::Open { seconds: open / runs.max(1.0) });
        }
        let per_run = |total: f64| total / runs.max(1.0);
        if t.sql_calls > 0.0 {
            if sql_cpu > 0.0 {
                body.push(Act::Open { seconds: per_run(sql_cpu * t.sql_calls) });
            }
            body.push(Act::Delay { cause: Cause::Db2, seconds: per_run(sql_wait * t.sql_calls) });
        }
        if switches > 0.0 {
            body.push(Act::Delay { cause: Cause::Switch, seconds: per_run(latency * switches) });
        }
        path.push(Block { times: runs.max(1.0), acts: body });
        burst(&mut path, returns);
        let acts = threads.iter().rev().map(|pool| Act::Give { pool: *pool }).collect();
        path.push(Block { times: 1.0, acts });
        interleave(&mut path, runs, returns);
        path.extend(whole.map(|pool| Block { times: 1.0, acts: vec![Act::Give { pool }] }));
        Ok(Built { path, cpu: self.cpu })
    }
}

/// Whether a block keeps its task waiting at all.
fn is_wait(block: &Block) -> bool {
    block.times > 0.0
        && block.acts.iter().any(|act| matches!(act, Act::Delay { seconds, .. } if *seconds > 0.0))
}

/// Joins the runs on the open TCB with the returns to the QR TCB, where there are as many of both: call, return, call.
fn interleave(path: &mut Vec<Block>, runs: f64, returns: f64) {
    if runs != returns || runs <= 0.0 {
        return;
    }
    let Some(at) = path.iter().position(|b| {
        b.times == runs && b.acts.iter().any(|a| matches!(a, Act::Delay { .. } | Act::Open { .. }))
    }) else {
        return;
    };
    let next = path
        .get(at + 1)
        .filter(|b| b.times == returns && matches!(b.acts.as_slice(), [Act::Qr { .. }]))
        .cloned();
    if let Some(next) = next {
        path[at].acts.extend(next.acts);
        path.remove(at + 1);
    }
}
