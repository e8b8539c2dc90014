//! File requests: by the way the file is reached.

use super::{PathBuilder, US};
use crate::model::kernel::Settled;
use crate::model::kernel::buffers::{
    Popularity, clustered_hit_ratio, conflict_wait, lru_hit_ratio, nsr_browse_reads, sequence_set_reads,
};
use crate::model::solve::parameters::Cause;
use crate::model::workload::file::{File, Refused};
use crate::model::workload::settings::Settings;
use crate::model::workload::sharing::{data_buffers, pool_of};

/// Control intervals of 4 KB in a control area.
const AREA: u64 = 180;

/// Wait for one I/O on today's storage, in microseconds, where the workload does not say.
const IO_US: f64 = 300.0;

impl PathBuilder<'_, '_, '_> {
    pub(super) fn file(&mut self, file: &File) -> Result<(), Refused> {
        let name = file.name.to_uppercase();
        let settings = self.context.settings;
        let requests = requests(file);
        if requests <= 0.0 {
            return Ok(());
        }
        let held_up = on_qr(settings, file) > 0.0;
        if let Some(system) = settings.get("FILE", &name, "REMOTESYSTEM") {
            let system = system.to_owned();
            return self.hop(&system, requests, keeps_its_mirror(file), 0.0);
        }
        if let Some(system) = &file.shipped_from {
            self.shipped(&system.to_uppercase(), requests, keeps_its_mirror(file))?;
        }
        if settings.is_on("FILE", &name, "RLSACCESS") {
            let kinds = [
                ("rls.browse-cpu", "rls.browse-response", file.browse_records),
                ("rls.read-cpu", "rls.read-response", requests - file.browse_records),
            ];
            for (cpu, response, count) in kinds.into_iter().filter(|(.., count)| *count > 0.0) {
                let wait = (self.constant(response) - self.constant(cpu)).max(0.0);
                let cpu = self.constant_part("rls", cpu, count);
                self.spend(held_up, cpu);
                self.delay(count, Cause::Io, wait * US);
            }
            return Ok(());
        }
        match settings.get("FILE", &name, "TABLE") {
            Some("USER") => {
                let cpu = self.constant_part("data table", "data-table.read", requests);
                self.spend(held_up, cpu);
                Ok(())
            }
            // CICS keeps such a table and its file alike: what changes a record goes to both (CICS TS 5.4: REWRITE).
            Some("CICS") => {
                let cpu = self.constant_part("data table", "data-table.read", requests - file.updates);
                self.spend(held_up, cpu);
                let source = File { reads: 0.0, browse_records: 0.0, ..file.clone() };
                if source.updates > 0.0 { self.vsam(&name, &source) } else { Ok(()) }
            }
            Some("CF") => {
                let cpu = self.constant_part("coupling facility table", "coupling-table.read-cpu", requests);
                self.spend(held_up, cpu);
                Ok(())
            }
            _ => self.vsam(&name, file),
        }
    }

    /// Requests to VSAM itself, with buffers of the file's own or in an LSR pool.
    fn vsam(&mut self, name: &str, file: &File) -> Result<(), Refused> {
        let settings = self.context.settings;
        match pool_of(settings, name).map(str::to_owned) {
            None => self.nsr(name, file, requests(file)),
            Some(id) => self.lsr(name, &id, file, requests(file)),
        }
    }

    fn nsr(&mut self, name: &str, file: &File, requests: f64) -> Result<(), Refused> {
        let settings = self.context.settings;
        let strings = settings.count_or("FILE", name, "STRINGS", 1)?;
        let buffers = settings.count_or("FILE", name, "DATABUFFERS", strings + 1)?;
        let whole = (file.browse_records / file.records_per_interval.max(1.0)).ceil().max(0.0) as u64;
        let browse_ios = nsr_browse_reads(whole, AREA, u64::from(buffers), u64::from(strings)) as f64;
        let browse = self.constant_part("nsr browse", "nsr.request", file.browse_records);
        let reads = self.constant_part("nsr", "nsr.read", requests - file.browse_records);
        let ios = self.constant_part("nsr read-ahead", "nsr.io-cpu", browse_ios);
        self.spend(true, browse + reads + ios);
        let pool =
            self.context.limited(&format!("FILE {name}"), Cause::String, strings, ("FILE", name, "STRINGS"));
        let io = file.io_us.unwrap_or(IO_US) * US;
        let direct = file.direct_io_us.map_or(io, |us| us * US);
        self.conflicts(name, file, direct, direct)?;
        if browse_ios > 0.0 {
            // A browse keeps its string from STARTBR to ENDBR, and an update from READ to REWRITE.
            let overlapped = self.overlapped(whole as f64 / browse_ios);
            self.held_throughout(browse_ios, pool, Cause::Io, io * overlapped);
        }
        // Every direct read and update reads its interval; an update also writes it.
        self.held(file.reads, pool, Cause::Io, &[direct]);
        self.held(file.updates, pool, Cause::Io, &[direct, direct]);
        Ok(())
    }

    /// The part of a read-ahead I/O that a browse waits for: all of it without chains, half of it with chains of five
    /// intervals or more; between them as the measured chains of two.
    fn overlapped(&self, chain: f64) -> f64 {
        let least = self.constant("nsr.chained-io-wait") / self.constant("nsr.io-wait");
        let alone = ((1.0 / chain.max(1.0) - 0.2) / 0.8).max(0.0);
        least.min(1.0) * (1.0 - alone) + alone
    }

    fn lsr(&mut self, name: &str, id: &str, file: &File, requests: f64) -> Result<(), Refused> {
        let settings = self.context.settings;
        let defined = settings.by("LSRPOOL", "LSRPOOLNUM", id).unwrap_or(id);
        let popularity = Popularity { intervals: file.intervals, skew: file.skew };
        // A pool that CICS builds is taken as one that holds a tenth of the file.
        let (buffers, found) = match data_buffers(settings, defined)? {
            Some(pool) => {
                let buffers = pool.data_buffers(file.interval_bytes).unwrap_or(0);
                (u64::from(buffers), self.context.sharing.hit_ratio(id, &pool, name, file))
            }
            None => (file.intervals / 10, lru_hit_ratio(popularity, file.intervals / 10)),
        };
        let strings = settings.count_or("LSRPOOL", defined, "STRINGS", 255)?;
        let browse = self.constant_part("lsr browse", "lsr.browse", file.browse_records);
        let read = self.constant_part("lsr", "lsr.read", requests - file.browse_records);
        self.spend(on_qr(settings, file) > 0.0, browse + read);
        // Reads in the order of the keys miss once for each interval, whatever the size of the pool.
        let hit = match file.in_key_order && buffers > 0 {
            true => clustered_hit_ratio(file.records_per_interval),
            false => found,
        };
        let miss = 1.0 - hit;
        let whole = (file.browse_records / file.records_per_interval.max(1.0)).ceil();
        // A browse of more than the pool holds finds nothing that one before it has left there, unless all fits.
        let browse_miss = if found >= 1.0 || buffers as f64 > whole { 1.0 - found } else { 1.0 };
        let whole_ios = if whole > 0.0 { whole + sequence_set_reads(whole as u64, AREA) as f64 } else { 0.0 };
        let browse_ios = whole_ios * browse_miss;
        let pool = self.context.limited(
            &format!("LSRPOOL {id}"),
            Cause::String,
            strings,
            ("LSRPOOL", defined, "STRINGS"),
        );
        let io = file.io_us.unwrap_or(IO_US) * US;
        // One after the other in the file, reads are as quick as those of a browse.
        let direct = file.direct_io_us.filter(|_| !file.in_key_order).map_or(io, |us| us * US);
        self.conflicts(name, file, direct * miss, direct)?;
        if browse_ios > 0.0 {
            self.held_throughout(browse_ios, pool, Cause::Io, io);
        }
        self.held(file.reads * miss, pool, Cause::Io, &[direct]);
        self.held(file.updates, pool, Cause::Io, &[direct * miss, direct]);
        Ok(())
    }

    /// Waits of updates for control intervals that other updates hold: from the READ to the REWRITE with CILOCK=YES,
    /// for the REWRITE alone with CILOCK=NO.
    fn conflicts(&mut self, name: &str, file: &File, read_s: f64, write_s: f64) -> Result<(), Refused> {
        if file.updates <= 0.0 {
            return Ok(());
        }
        let held = match self.context.settings.get_or("SIT", "", "CILOCK", "NO") {
            "YES" => read_s + write_s,
            "NO" => write_s,
            other => return Err(Refused::Setting(format!("SIT.CILOCK={other} is not YES or NO"))),
        };
        let rate = self.context.updates.get(name).copied().unwrap_or(0.0);
        let popularity = Popularity { intervals: file.intervals, skew: file.skew };
        match conflict_wait(rate, held, popularity) {
            Settled::Steady(wait) => self.delay(file.updates, Cause::Lock, wait),
            Settled::Saturated { .. } => {
                // The most popular interval is full: as a pool of one it saturates the region by its own name.
                let pool = self.context.pool(&format!("busiest interval of FILE {name}"), Cause::Lock, 1);
                self.held(file.updates, pool, Cause::Lock, &[held]);
            }
        }
        Ok(())
    }
}

/// Requests of a task: an update is a READ and a REWRITE.
pub(super) fn requests(file: &File) -> f64 {
    file.reads + file.browse_records + 2.0 * file.updates
}

/// How many requests of a task run on the QR TCB only. Those of local files in LSR pools and in RLS run anywhere with
/// FCQRONLY=NO, and those of remote files where IPIC takes them; what tasks of other regions ship here comes over a line
/// of its own. (CICS TS 5.4: FCQRONLY; threadsafe file control.)
pub(super) fn on_qr(settings: &Settings<'_>, file: &File) -> f64 {
    let name = file.name.to_uppercase();
    let anywhere = match settings.get("FILE", &name, "REMOTESYSTEM") {
        Some(system) => super::links::is_ipic(settings, system),
        None => {
            let own = settings.get("FILE", &name, "LSRPOOLNUM") == Some("NONE")
                || settings.get("FILE", &name, "LSRPOOLID") == Some("NONE");
            let rls = settings.is_on("FILE", &name, "RLSACCESS");
            let table = matches!(settings.get("FILE", &name, "TABLE"), Some("CICS" | "USER" | "CF"));
            (rls || !own && !table) && settings.get_or("SIT", "", "FCQRONLY", "YES") == "NO"
        }
    };
    if anywhere { 0.0 } else { requests(file) }
}

/// Whether the mirror of a task stays between its requests whatever MROLRM says: after a browse or an update has begun.
fn keeps_its_mirror(file: &File) -> bool {
    file.reads + file.updates <= 0.0
}
