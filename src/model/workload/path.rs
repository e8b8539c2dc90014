//! What one transaction does, in order, under a configuration.

use super::build::{Bound, CPU_SPREAD, Context, concurrency, named};
use super::file::{Exci, File, Link, Refused, Transaction, Web};
use crate::model::data::{Basis, Interval, constants};
use crate::model::kernel::buffers::{
    LSR_SIZES, LsrPool, Popularity, lru_hit_ratio, nsr_browse_reads, sequence_set_reads,
};
use crate::model::kernel::paths::{Tls, Transfer, WebCosts, WebMix, channel, commarea, web_request};
use crate::model::kernel::switches::{Calls, Concurrency, by_count, share_on_qr};
use crate::model::solve::parameters::{Act, Block, Cause, CpuPart};

const US: f64 = 1e-6;

/// Control intervals of 4 KB in a control area.
const AREA: u64 = 180;

/// Wait for one I/O on today's storage, in microseconds, where the workload does not say.
const IO_US: f64 = 300.0;

pub(super) struct Built {
    pub path: Vec<Block>,
    pub cpu: Vec<CpuPart>,
}

pub(super) struct PathBuilder<'c, 'w, 'a> {
    context: &'c mut Context<'a>,
    t: &'w Transaction,
    concurrency: Concurrency,
    calls: Calls,
    /// What comes between the first and the last burst.
    middle: Vec<Block>,
    cpu: Vec<CpuPart>,
    /// CPU besides the program's, in seconds: on QR with it, or on its open TCB.
    extra: f64,
}

impl<'c, 'w, 'a> PathBuilder<'c, 'w, 'a> {
    pub(super) fn new(context: &'c mut Context<'a>, t: &'w Transaction) -> Result<Self, Refused> {
        let defined = context.configuration.get("TRANSACTION", &t.id, "PROGRAM").map(str::to_owned);
        let program = t.program.clone().or(defined).unwrap_or_else(|| t.id.clone()).to_uppercase();
        let concurrency = concurrency(context.configuration, &program)?;
        let calls = Calls { sql: t.sql_calls, non_threadsafe: t.non_threadsafe_commands + t.start_commands };
        Ok(PathBuilder { context, t, concurrency, calls, middle: vec![], cpu: vec![], extra: 0.0 })
    }

    fn constant(&self, id: &str) -> f64 {
        self.context.bound.constant(id)
    }

    /// Notes a part of the CPU: `us` at the bound in force, with its bounds.
    fn part(&mut self, name: &'static str, us: Interval, basis: Basis, evidence: &[&str]) {
        if us.high <= 0.0 {
            return;
        }
        let factor = self.context.recording / self.context.speed * US;
        let evidence = evidence.iter().map(|row| (*row).to_owned()).collect();
        self.cpu.push(CpuPart { name, seconds: us.times(factor), basis, evidence });
    }

    /// A cost given by a constant, times a count.
    fn constant_part(&mut self, name: &'static str, id: &str, count: f64) -> f64 {
        let Some(constant) = constants::get(id) else { return 0.0 };
        let rows: Vec<&str> = constant.rows.iter().map(String::as_str).collect();
        self.part(name, constant.interval().times(count), constant.basis, &rows);
        self.scaled(self.constant(id) * count)
    }

    /// Microseconds of the measured machine, as seconds of this one with recording.
    fn scaled(&self, us: f64) -> f64 {
        us * US * self.context.recording / self.context.speed
    }

    pub(super) fn build(mut self) -> Result<Built, Refused> {
        let (t, within) = (self.t, self.t.cpu_within_percent.map_or(CPU_SPREAD, |p| p / 100.0));
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
        if self.context.configuration.is_on("SIT", "", "TRANISO") {
            let kb = 1_024.0;
            let n = crate::model::kernel::overheads::subspace_activations(
                t.memory_below_kb * kb,
                t.memory_31_kb * kb,
            );
            self.extra += self.constant_part("transaction isolation", "subspace.activation", n);
        }
        for file in &t.file {
            self.file(file)?;
        }
        for link in &t.link {
            self.link(link)?;
        }
        if t.other_wait_ms > 0.0 {
            self.delay(1.0, Cause::Other, t.other_wait_ms * 1e-3);
        }
        let switches = by_count(self.concurrency, self.calls);
        let n = match self.context.bound {
            Bound::Low => switches.low,
            Bound::Mid => switches.mid,
            Bound::High => switches.high,
        };
        let switch = self.constant_part("tcb switches", "switch.cpu", n);
        let cpu = own + self.extra;
        Ok(self.assemble(cpu, switch, n))
    }

    /// The program's own CPU, in seconds, without the switches it was measured with.
    fn own_cpu(&mut self, within: f64) -> Result<f64, Refused> {
        let mut us = self.t.cpu_us;
        if let Some(measured) = &self.t.measured_concurrency {
            us = (us - by_count(named(measured)?, self.calls).mid * constants::value("switch.cpu")).max(0.0);
        }
        let basis = if self.t.archetype.is_some() { Basis::Calibrated } else { Basis::Assumed };
        let rows: Vec<&str> = self.t.evidence.iter().map(String::as_str).collect();
        self.part("program", Interval::around(us * (1.0 - within), us, us * (1.0 + within)), basis, &rows);
        Ok(self.scaled(us * self.context.bound.spread(within)))
    }

    fn delay(&mut self, times: f64, cause: Cause, seconds: f64) {
        self.middle.push(Block { times, acts: vec![Act::Delay { cause, seconds }] });
    }

    /// A delay during which one of a pool is held.
    fn held(&mut self, times: f64, pool: usize, cause: Cause, seconds: f64) {
        let acts = vec![Act::Take { pool }, Act::Delay { cause, seconds }, Act::Give { pool }];
        self.middle.push(Block { times, acts });
    }

    fn web(&mut self, web: &Web) -> Result<(), Refused> {
        let tls = match web.tls.to_lowercase().as_str() {
            "none" => Tls::None,
            "cics" => Tls::Cics,
            "at-tls" => Tls::AtTls,
            other => return Err(Refused::Setting(format!("tls = \"{other}\" is not none, cics or at-tls"))),
        };
        let mix = WebMix {
            tls,
            new_connection: web.new_connection_percent / 100.0,
            resumed: web.resumed_percent / 100.0,
            full: web.full_handshake_percent / 100.0,
        };
        let cost = |bound: Bound| {
            let c = |id| bound.constant(id);
            let costs = WebCosts {
                base: c("web.base"),
                connection: c("web.connection"),
                cics_tls: c("web.cics-tls"),
                at_tls: c("web.at-tls"),
                resumed: c("web.resumed"),
                full: c("web.full"),
            };
            web_request(&costs, &mix)
        };
        let us = Interval::around(cost(Bound::Low), cost(Bound::Mid), cost(Bound::High));
        self.part("web", us, Basis::Calibrated, &["8-18", "8-19", "8-20", "8-21", "8-22", "8-23"]);
        let all = cost(self.context.bound);
        let handshake = all - web_request_without_handshake(&mix, self.context.bound);
        self.extra += self.scaled(all - handshake);
        if handshake > 0.0 && tls == Tls::Cics {
            // Handshakes run on the S8 TCBs.
            let limit = self.context.configuration.count("SIT", "", "MAXSSLTCBS")?.unwrap_or(32);
            let pool = self.context.pool("S8 TCBs", Cause::Tcb, limit);
            let seconds = self.scaled(handshake);
            let acts = vec![Act::Take { pool }, Act::Open { seconds }, Act::Give { pool }];
            self.middle.push(Block { times: 1.0, acts });
        } else {
            self.extra += self.scaled(handshake);
        }
        Ok(())
    }

    fn exci(&mut self, exci: &Exci) -> Result<(), Refused> {
        let by_channel = match exci.by.to_lowercase().as_str() {
            "channel" => true,
            "commarea" => false,
            other => return Err(Refused::Setting(format!("by = \"{other}\" is not commarea or channel"))),
        };
        let cost = |bound: Bound| {
            let c = |id: &str| bound.constant(id);
            if by_channel {
                let cost = Transfer {
                    call: c("exci.channel-call"),
                    large: c("exci.channel-large"),
                    byte: c("exci.channel-byte"),
                };
                channel(cost, exci.bytes)
            } else {
                let cost =
                    Transfer { call: c("exci.commarea-call"), large: 0.0, byte: c("exci.commarea-byte") };
                commarea(cost, exci.bytes)
            }
        };
        let us = Interval::around(cost(Bound::Low), cost(Bound::Mid), cost(Bound::High));
        self.part("exci", us, Basis::Calibrated, &["8-15"]);
        self.extra += self.scaled(cost(self.context.bound));
        Ok(())
    }

    fn file(&mut self, file: &File) -> Result<(), Refused> {
        let name = file.name.to_uppercase();
        let configuration = self.context.configuration;
        let requests = file.reads + file.browse_records + 2.0 * file.updates;
        if requests <= 0.0 {
            return Ok(());
        }
        if let Some(system) = configuration.get("FILE", &name, "REMOTESYSTEM") {
            let stays = configuration.is_on("SIT", "", "MROLRM") || file.reads + file.updates <= 0.0;
            let system = system.to_owned();
            return self.hop(&system, requests, stays, 0.0);
        }
        if configuration.is_on("FILE", &name, "RLSACCESS") {
            self.extra += self.constant_part("rls", "rls.read-cpu", requests);
            let wait = (self.constant("rls.read-response") - self.constant("rls.read-cpu")).max(0.0);
            self.delay(requests, Cause::Io, wait * US);
            return Ok(());
        }
        match configuration.get("FILE", &name, "TABLE") {
            Some("CICS" | "USER") => {
                self.extra += self.constant_part("data table", "data-table.read", requests);
                return Ok(());
            }
            Some("CF") => {
                self.extra +=
                    self.constant_part("coupling facility table", "coupling-table.read-cpu", requests);
                return Ok(());
            }
            _ => {}
        }
        let pool_id = configuration
            .get("FILE", &name, "LSRPOOLNUM")
            .or_else(|| configuration.get("FILE", &name, "LSRPOOLID"))
            .unwrap_or("1")
            .to_owned();
        if pool_id == "NONE" { self.nsr(&name, file, requests) } else { self.lsr(&pool_id, file, requests) }
    }

    fn nsr(&mut self, name: &str, file: &File, requests: f64) -> Result<(), Refused> {
        let configuration = self.context.configuration;
        let strings = configuration.count("FILE", name, "STRINGS")?.unwrap_or(1);
        let buffers = configuration.count("FILE", name, "DATABUFFERS")?.unwrap_or(strings + 1);
        self.extra += self.constant_part("nsr", "nsr.request", requests);
        let whole = (file.browse_records / file.records_per_interval.max(1.0)).ceil().max(0.0) as u64;
        let browse_ios = nsr_browse_reads(whole, AREA, u64::from(buffers), u64::from(strings)) as f64;
        let pool = self.context.pool(&format!("FILE {name}"), Cause::String, strings);
        let io = file.io_us.unwrap_or(IO_US) * US;
        // Every direct read and update reads its interval; an update also writes it.
        self.held(browse_ios + file.reads + 2.0 * file.updates, pool, Cause::Io, io);
        Ok(())
    }

    fn lsr(&mut self, id: &str, file: &File, requests: f64) -> Result<(), Refused> {
        let configuration = self.context.configuration;
        let mut pool = LsrPool::default();
        let mut given = false;
        for (count, size) in pool.data.iter_mut().zip(LSR_SIZES) {
            let attribute = if size == 512 { "DATA512".to_owned() } else { format!("DATA{}K", size / 1_024) };
            if let Some(n) = configuration.count("LSRPOOL", id, &attribute)? {
                (*count, given) = (n, true);
            }
        }
        // A pool that CICS builds is taken as one that holds a tenth of the file.
        let buffers = if given {
            pool.data_buffers(file.interval_bytes).unwrap_or(0)
        } else {
            u32::try_from(file.intervals / 10).unwrap_or(u32::MAX)
        };
        let strings = configuration.count("LSRPOOL", id, "STRINGS")?.unwrap_or(255);
        let browse = self.constant_part("lsr browse", "lsr.browse", file.browse_records);
        let read = self.constant_part("lsr", "lsr.read", requests - file.browse_records);
        self.extra += browse + read;
        let popularity = Popularity { intervals: file.intervals, skew: file.skew };
        let miss = 1.0 - lru_hit_ratio(popularity, u64::from(buffers));
        let whole = (file.browse_records / file.records_per_interval.max(1.0)).ceil();
        let browse_ios =
            if whole > 0.0 { whole + sequence_set_reads(whole as u64, AREA) as f64 } else { 0.0 };
        let ios = browse_ios + file.reads * miss + file.updates * (1.0 + miss);
        let pool = self.context.pool(&format!("LSRPOOL {id}"), Cause::String, strings);
        self.held(ios, pool, Cause::Io, file.io_us.unwrap_or(IO_US) * US);
        Ok(())
    }

    /// `requests` to another region, over the connection of its name.
    fn hop(&mut self, system: &str, requests: f64, mirror_stays: bool, wait_s: f64) -> Result<(), Refused> {
        let configuration = self.context.configuration;
        let (cpu, latency) = match configuration.get("CONNECTION", system, "ACCESSMETHOD").unwrap_or("IRC") {
            "IRC" | "XM" => ("hop-cpu.mro", "hop.mro"),
            "XCF" => ("hop-cpu.xcf", "hop.xcf"),
            "VTAM" => ("hop-cpu.lu62", "hop.lu62"),
            "IPIC" => ("hop-cpu.ipic", "hop.ipic"),
            other => {
                return Err(Refused::Setting(format!(
                    "ACCESSMETHOD({other}) is not IRC, XM, XCF, VTAM or IPIC"
                )));
            }
        };
        let mirrors = if mirror_stays { 1.0_f64.min(requests) } else { requests };
        self.extra += self.constant_part("hop", cpu, requests);
        self.extra += self.constant_part("mirror", "hop-cpu.mirror", mirrors);
        let time = self.constant(latency) + self.constant("hop.mirror") * mirrors / requests.max(1e-9);
        let batch = configuration.count("SIT", "", "MROBTCH")?.unwrap_or(1);
        let idle = f64::from(configuration.count("SIT", "", "ICV")?.unwrap_or(1_000)) * 1e-3;
        let delay =
            crate::model::kernel::overheads::batching(batch, self.t.rate_per_s * requests, idle).delay_s;
        let seconds = time * US + wait_s + delay;
        match configuration.count("SESSIONS", system, "MAXIMUM")? {
            None => self.delay(requests, Cause::Hop, seconds),
            Some(limit) => {
                let pool = self.context.pool(&format!("SESSIONS {system}"), Cause::Session, limit);
                self.held(requests, pool, Cause::Hop, seconds);
            }
        }
        Ok(())
    }

    fn link(&mut self, link: &Link) -> Result<(), Refused> {
        let program = link.program.to_uppercase();
        let system = self.context.configuration.get("PROGRAM", &program, "REMOTESYSTEM").map(str::to_owned);
        match system {
            Some(system) => {
                // Its CPU is spent in the other region, but it is part of what the transaction costs.
                let us = link.cpu_us * link.calls;
                self.part("linked programs", Interval::around(us * 0.9, us, us * 1.1), Basis::Assumed, &[]);
                let there = self.scaled(link.cpu_us) + link.wait_ms * 1e-3;
                let queueing = link.remote_wait_ms.unwrap_or(0.0) * 1e-3;
                self.hop(&system, link.calls, true, there + queueing)
            }
            None => {
                let us = link.cpu_us * link.calls;
                self.part("linked programs", Interval::around(us * 0.9, us, us * 1.1), Basis::Assumed, &[]);
                self.extra += self.scaled(us * self.context.bound.spread(CPU_SPREAD));
                self.delay(link.calls, Cause::Other, link.wait_ms * 1e-3);
                Ok(())
            }
        }
    }

    /// Puts bursts, switches and calls in order.
    fn assemble(mut self, cpu: f64, switch: f64, switches: f64) -> Built {
        let t = self.t;
        let qr_share = match t.qr_cpu_us {
            Some(qr) if t.cpu_us > 0.0 => (qr / t.cpu_us).min(1.0),
            Some(_) => 0.0,
            None => share_on_qr(self.concurrency, self.calls),
        };
        // Half of the switches come to the QR TCB.
        let (qr, open) = (cpu * qr_share + switch / 2.0, cpu * (1.0 - qr_share) + switch / 2.0);
        let latency = self.constant("switch.latency") * US;
        let sql_cpu = self.scaled(t.sql_cpu_us);
        let sql_wait = (t.sql_elapsed_ms * 1e-3 - sql_cpu).max(0.0);
        let sql_interval = Interval::around(t.sql_cpu_us * 0.9, t.sql_cpu_us, t.sql_cpu_us * 1.1);
        self.part("sql", sql_interval.times(t.sql_calls), Basis::Assumed, &[]);
        // Returns to the QR TCB cut its time into bursts; a task without any has one.
        let returns = (switches / 2.0).floor().max(0.0);
        let bursts = 1.0 + returns;
        let mut path = vec![];
        let burst = |path: &mut Vec<Block>, times: f64| {
            if qr > 0.0 {
                path.push(Block { times, acts: vec![Act::Qr { seconds: qr / bursts }] });
            }
        };
        let threads = self.threads();
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
        Built { path, cpu: self.cpu }
    }

    /// The thread and TCB pools that a task with SQL holds from its first call to its end.
    fn threads(&mut self) -> Vec<usize> {
        let configuration = self.context.configuration;
        if self.t.sql_calls <= 0.0 {
            return vec![];
        }
        let limit = |kind, name: &str, attribute| configuration.count(kind, name, attribute).ok().flatten();
        let mut pools = vec![];
        let tcbs = limit("DB2CONN", "", "TCBLIMIT");
        let shared = limit("DB2CONN", "", "THREADLIMIT");
        let entry = configuration.get("DB2TRAN", &self.t.id, "ENTRY").map(str::to_owned);
        let own = entry.as_deref().and_then(|entry| limit("DB2ENTRY", entry, "THREADLIMIT"));
        if let Some(tcbs) = tcbs {
            pools.push(self.context.pool("DB2 TCBs", Cause::Db2Thread, tcbs));
        }
        match (entry, own) {
            // A full entry may overflow to the pool; then both are one supply.
            (Some(entry), Some(own)) if own > 0 => {
                let overflows = configuration.get("DB2ENTRY", &entry, "THREADWAIT") == Some("POOL");
                let capacity = own.saturating_add(if overflows { shared.unwrap_or(3) } else { 0 });
                pools.push(self.context.pool(&format!("DB2ENTRY {entry}"), Cause::Db2Thread, capacity));
            }
            _ => {
                if let Some(shared) = shared {
                    pools.push(self.context.pool("DB2 pool", Cause::Db2Thread, shared));
                }
            }
        }
        if let Some(open) = limit("SIT", "", "MAXOPENTCBS") {
            // 2 MXT + 32 can never bind, and is what CICS sets by itself.
            if open < 2 * self.context.mxt + 32 {
                pools.push(self.context.pool("open TCBs", Cause::Tcb, open));
            }
        }
        pools
    }
}

/// CPU of a web request without its handshakes.
fn web_request_without_handshake(mix: &WebMix, bound: Bound) -> f64 {
    let c = |id| bound.constant(id);
    let costs = WebCosts {
        base: c("web.base"),
        connection: c("web.connection"),
        cics_tls: c("web.cics-tls"),
        at_tls: c("web.at-tls"),
        resumed: 0.0,
        full: 0.0,
    };
    web_request(&costs, mix)
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
