//! The threads and TCBs that a task holds: DB2 threads, open TCBs, threads of a JVM server.

use super::PathBuilder;
use crate::model::solve::parameters::Cause;
use crate::model::workload::file::Refused;

/// THREADLIMIT of DB2CONN where it is not given.
const POOL_THREADS: u32 = 3;

/// TCBLIMIT of DB2CONN where it is not given.
const TCBS: u32 = 12;

/// THREADLIMIT of JVMSERVER where it is not given.
const JVM_THREADS: u32 = 15;

impl PathBuilder<'_, '_, '_> {
    /// The thread and TCB pools that a task with SQL holds from its first call to its end.
    pub(super) fn threads(&mut self) -> Result<Vec<usize>, Refused> {
        let settings = self.context.settings;
        if self.t.sql_calls <= 0.0 {
            return Ok(vec![]);
        }
        let mut pools = vec![];
        match settings.count("DB2CONN", "", "TCBLIMIT")? {
            Some(tcbs) => {
                let limit = ("DB2CONN", "", "TCBLIMIT");
                pools.push(self.context.limited("DB2 TCBs", Cause::Db2Thread, tcbs, limit));
            }
            None => self.context.note(format!(
                "TCBs with a Db2 thread are not short: no DB2CONN TCBLIMIT is given (CICS has {TCBS} then)"
            )),
        }
        let shared = settings.count("DB2CONN", "", "THREADLIMIT")?;
        // A DB2TRAN, or TRANSID of the entry itself, gives a transaction its entry.
        let by_tran = settings.by("DB2TRAN", "TRANSID", &self.t.id);
        let named = by_tran.and_then(|tran| settings.get("DB2TRAN", tran, "ENTRY"));
        let entry = named.or_else(|| {
            let entry = settings.by("DB2ENTRY", "TRANSID", &self.t.id)?;
            settings.get("DB2ENTRY", entry, "TRANSID").map(|_| entry)
        });
        let own = entry.map(|entry| settings.count("DB2ENTRY", entry, "THREADLIMIT")).transpose()?.flatten();
        match (entry, own) {
            // A full entry may overflow to the pool; then both are one supply.
            (Some(entry), Some(own)) if own > 0 => {
                let wait = settings.get_or("DB2ENTRY", entry, "THREADWAIT", "POOL");
                let more = match wait {
                    "POOL" => settings.count_or("DB2CONN", "", "THREADLIMIT", POOL_THREADS)?,
                    _ => 0,
                };
                if wait == "NO" {
                    self.context.note(format!(
                        "tasks wait for a thread of DB2ENTRY {entry}: with THREADWAIT(NO) they are abended, which is not counted"
                    ));
                }
                let capacity = own.saturating_add(more);
                pools.push(self.context.limited(
                    &format!("DB2ENTRY {entry}"),
                    Cause::Db2Thread,
                    capacity,
                    ("DB2ENTRY", entry, "THREADLIMIT"),
                ));
            }
            _ => {
                if let Some(shared) = shared {
                    pools.push(self.context.limited(
                        "DB2 pool",
                        Cause::Db2Thread,
                        shared,
                        ("DB2CONN", "", "THREADLIMIT"),
                    ));
                } else {
                    self.context.note(format!(
                        "threads of the Db2 pool are not short: no DB2CONN THREADLIMIT is given (CICS has {POOL_THREADS} then)"
                    ));
                }
            }
        }
        if let Some(open) = settings.count("SIT", "", "MAXOPENTCBS")? {
            // 2 MXT + 32 can never bind, and is what CICS sets by itself.
            if open < 2 * self.context.mxt + 32 {
                pools.push(self.context.limited("open TCBs", Cause::Tcb, open, ("SIT", "", "MAXOPENTCBS")));
            }
        }
        Ok(pools)
    }

    /// The threads of the JVM server that a Java program runs on, held by a task from beginning to end.
    pub(super) fn java_threads(&mut self) -> Result<Option<usize>, Refused> {
        let settings = self.context.settings;
        if !settings.is_on("PROGRAM", &self.program, "JVM") {
            return Ok(None);
        }
        let Some(server) = settings.get("PROGRAM", &self.program, "JVMSERVER") else { return Ok(None) };
        let limit = settings.count_or("JVMSERVER", server, "THREADLIMIT", JVM_THREADS)?;
        Ok(Some(self.context.limited(
            &format!("JVMSERVER {server}"),
            Cause::Tcb,
            limit,
            ("JVMSERVER", server, "THREADLIMIT"),
        )))
    }
}
