//! A region and its work as the model sees them: what each transaction does, in order, and what it has to wait for.

use crate::model::data::Basis;
use crate::model::kernel::bursts::Burst;

/// What a task can wait for, or spend time on other than its own CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// Dispatch on the QR TCB.
    Qr,
    /// An engine.
    Engine,
    /// A place in its transaction class.
    Tranclass,
    /// A place under MXT.
    Mxt,
    /// A DB2 thread.
    Db2Thread,
    /// DB2 itself.
    Db2,
    /// A VSAM string.
    String,
    /// File I/O.
    Io,
    /// An MRO or IPIC session.
    Session,
    /// The way to another region and back.
    Hop,
    /// What a program of another region does there.
    Remote,
    /// The switch from one TCB to another.
    Switch,
    /// An open TCB, an S8 TCB or a thread of a JVM server.
    Tcb,
    /// A lock: control interval, record, ENQ.
    Lock,
    /// Anything else.
    Other,
}

/// All causes, in the order of reports.
pub const CAUSES: [Cause; 15] = [
    Cause::Qr,
    Cause::Engine,
    Cause::Tranclass,
    Cause::Mxt,
    Cause::Db2Thread,
    Cause::Db2,
    Cause::String,
    Cause::Io,
    Cause::Session,
    Cause::Hop,
    Cause::Remote,
    Cause::Switch,
    Cause::Tcb,
    Cause::Lock,
    Cause::Other,
];

impl Cause {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Qr => "qr",
            Cause::Engine => "cp",
            Cause::Tranclass => "tranclass",
            Cause::Mxt => "mxt",
            Cause::Db2Thread => "db2_thread",
            Cause::Db2 => "db2",
            Cause::String => "string",
            Cause::Io => "io",
            Cause::Session => "session",
            Cause::Hop => "hop",
            Cause::Remote => "remote_program",
            Cause::Switch => "switch",
            Cause::Tcb => "tcb",
            Cause::Lock => "lock",
            Cause::Other => "other",
        }
    }
}

/// One thing a task does. Times are means of exponential times unless said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Act {
    /// Runs on the QR TCB.
    Qr {
        /// Seconds of CPU.
        seconds: f64,
    },
    /// Runs on a TCB of its own.
    Open {
        /// Seconds of CPU.
        seconds: f64,
    },
    /// Lets time pass.
    Delay {
        /// What for.
        cause: Cause,
        /// Seconds.
        seconds: f64,
    },
    /// Takes one of a pool, or waits for it.
    Take {
        /// Index into the pools.
        pool: usize,
    },
    /// Gives it back.
    Give {
        /// Index into the pools.
        pool: usize,
    },
}

/// Acts that are done one after the other, several times.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// How often; a fraction counts on average.
    pub times: f64,
    /// What is done each time.
    pub acts: Vec<Act>,
}

/// CPU of a transaction by what it is spent on.
#[derive(Debug, Clone, PartialEq)]
pub struct CpuPart {
    /// What for.
    pub name: &'static str,
    /// Seconds for each transaction: bounds and best value.
    pub seconds: crate::model::data::Interval,
    /// How far it can be trusted.
    pub basis: Basis,
    /// The evidence rows.
    pub evidence: Vec<String>,
}

/// A kind of transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Transaction {
    /// Its identifier.
    pub id: String,
    /// Arrivals per second.
    pub rate: f64,
    /// Its class, as an index; none if it has none.
    pub class: Option<usize>,
    /// Dispatching priority; the larger goes first.
    pub priority: u8,
    /// What it does.
    pub path: Vec<Block>,
    /// CPU by part; informative, the path is what is solved.
    pub cpu: Vec<CpuPart>,
}

/// A limit on the active tasks of some transactions (TRANCLASS).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// MAXACTIVE.
    pub limit: u32,
    /// PURGETHRESH: with that many waiting, further ones are abended (AKCC).
    pub purge: Option<u32>,
}

/// Something of which there are only so many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// Its name.
    pub name: String,
    /// What a wait for it is called.
    pub cause: Cause,
    /// How many there are.
    pub capacity: u32,
}

/// The engines that the region shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Engines {
    /// How many general processors.
    pub count: u32,
    /// How many of them other work keeps busy, on average.
    pub used_by_others: f64,
    /// What zIIPs take of the region's work, in engines.
    pub on_ziips: f64,
}

/// A region and its work.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parameters {
    /// Its name.
    pub name: String,
    /// The engines; without them no contention for engines is modelled.
    pub engines: Option<Engines>,
    /// Most tasks at a time (MXT).
    pub mxt: Option<u32>,
    /// How far waiting tasks rise in priority (PRTYAGE): 0 not at all, 1 to order of arrival.
    pub ageing: f64,
    /// How the arrivals burst, all together.
    pub burst: Option<Burst>,
    /// Transaction classes.
    pub classes: Vec<Class>,
    /// Pools.
    pub pools: Vec<Pool>,
    /// Transactions.
    pub transactions: Vec<Transaction>,
    /// CPU seconds per second of the region itself, by part; informative, too little to queue for.
    pub idle_cpu: Vec<CpuPart>,
}

impl Transaction {
    /// CPU seconds on the QR TCB and elsewhere.
    pub fn cpu_seconds(&self) -> (f64, f64) {
        let (mut qr, mut open) = (0.0, 0.0);
        for block in &self.path {
            for act in &block.acts {
                match act {
                    Act::Qr { seconds } => qr += block.times * seconds,
                    Act::Open { seconds } => open += block.times * seconds,
                    _ => {}
                }
            }
        }
        (qr, open)
    }
}

/// Why parameters can't be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A number is negative or not a number.
    #[error("{0}: every rate, time and count must be a number of at least zero")]
    Number(String),
    /// A pool or class that is not there.
    #[error("{0}: uses a pool or class that the region does not have")]
    Missing(String),
    /// A pool that is given back before it is taken, taken twice, or kept.
    #[error("{0}: takes and gives of its pools do not match")]
    Unbalanced(String),
}

impl Parameters {
    /// Checks that the parameters make sense, which the solver and the simulator rely on.
    pub fn check(&self) -> Result<(), Unfit> {
        let number = |x: f64| x.is_finite() && (0.0..1e12).contains(&x);
        if !number(self.ageing)
            || self.engines.is_some_and(|e| !number(e.used_by_others) || !number(e.on_ziips))
        {
            return Err(Unfit::Number(self.name.clone()));
        }
        let burst = self.burst.map_or([0.0; 3], |b| [b.peak_factor, b.quiet_factor, b.length_s]);
        if !burst.into_iter().all(number) {
            return Err(Unfit::Number(self.name.clone()));
        }
        let (mut held, mut before) = (vec![0_u32; self.pools.len()], Vec::new());
        self.transactions
            .iter()
            .try_for_each(|transaction| self.check_one(transaction, &mut held, &mut before))
    }

    /// `held` is all zeros before and after; `before` is for the use of this function alone.
    fn check_one(
        &self,
        transaction: &Transaction,
        held: &mut [u32],
        before: &mut Vec<u32>,
    ) -> Result<(), Unfit> {
        let name = || transaction.id.clone();
        let number = |x: f64| x.is_finite() && (0.0..1e12).contains(&x);
        if !number(transaction.rate) {
            return Err(Unfit::Number(name()));
        }
        if transaction.class.is_some_and(|class| class >= self.classes.len()) {
            return Err(Unfit::Missing(name()));
        }
        let mut holding = 0_u32;
        for block in &transaction.path {
            if !number(block.times) {
                return Err(Unfit::Number(name()));
            }
            let once = block.times == 1.0;
            if !once {
                before.clear();
                before.extend_from_slice(held);
            }
            for act in &block.acts {
                match *act {
                    Act::Qr { seconds } | Act::Open { seconds } | Act::Delay { seconds, .. } => {
                        if !number(seconds) {
                            return Err(Unfit::Number(name()));
                        }
                    }
                    Act::Take { pool } => match held.get_mut(pool) {
                        None => return Err(Unfit::Missing(name())),
                        Some(0) => (held[pool], holding) = (1, holding + 1),
                        Some(_) => return Err(Unfit::Unbalanced(name())),
                    },
                    Act::Give { pool } => match held.get_mut(pool) {
                        None => return Err(Unfit::Missing(name())),
                        Some(1) => (held[pool], holding) = (0, holding - 1),
                        Some(_) => return Err(Unfit::Unbalanced(name())),
                    },
                }
            }
            // A block that is not done exactly once must leave the pools as it found them.
            if !once && held != before.as_slice() {
                return Err(Unfit::Unbalanced(name()));
            }
        }
        if holding > 0 {
            return Err(Unfit::Unbalanced(name()));
        }
        Ok(())
    }
}
