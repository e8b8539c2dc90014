//! TCB switches: how often a task moves between the QR TCB and an open TCB.
//!
//! The rule of section 8.9.5 of the CICS TS V5.4 performance chapter, whose counts of 10 and 30 it gives exactly. A
//! switch costs little CPU and much more elapsed time; both numbers are constants, not part of this file.

/// Where a program may run (PROGRAM CONCURRENCY).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Concurrency {
    /// On the QR TCB only.
    Quasirent,
    /// On whichever TCB it is.
    Threadsafe,
    /// On an open TCB always.
    Required,
}

impl Concurrency {
    /// Its name in a definition.
    pub fn name(self) -> &'static str {
        match self {
            Concurrency::Quasirent => "QUASIRENT",
            Concurrency::Threadsafe => "THREADSAFE",
            Concurrency::Required => "REQUIRED",
        }
    }
}

/// What a program calls, as far as TCBs are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// An SQL call, or another that needs the open TCB.
    Sql,
    /// A command that runs on any TCB.
    Threadsafe,
    /// A command that runs on the QR TCB only.
    NonThreadsafe,
}

/// How many of each call a task makes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Calls {
    /// SQL calls, and others that need the open TCB.
    pub sql: f64,
    /// Commands that run on the QR TCB only.
    pub non_threadsafe: f64,
}

/// Fewest, likely and most switches of a task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Switches {
    /// The fewest that any order of the calls gives.
    pub low: f64,
    /// What evenly mixed calls give.
    pub mid: f64,
    /// The most that any order gives.
    pub high: f64,
}

/// Switches of the syncpoint and the task-related user exit at the end of a CONCURRENCY(REQUIRED) task.
const END_OF_REQUIRED: u32 = 4;

/// Switches of a task whose calls come in this order.
pub fn in_order(concurrency: Concurrency, calls: &[Call]) -> u32 {
    match concurrency {
        Concurrency::Quasirent => 2 * calls.iter().filter(|c| **c == Call::Sql).count() as u32,
        Concurrency::Required => {
            let held_up = calls.iter().filter(|c| **c == Call::NonThreadsafe).count() as u32;
            1 + 2 * held_up + END_OF_REQUIRED + 1
        }
        Concurrency::Threadsafe => {
            let (mut open, mut switches) = (false, 0);
            for call in calls {
                let needs = match call {
                    Call::Sql => true,
                    Call::NonThreadsafe => false,
                    Call::Threadsafe => open,
                };
                switches += u32::from(needs != open);
                open = needs;
            }
            switches + u32::from(open)
        }
    }
}

/// Switches where only the counts are known.
pub fn by_count(concurrency: Concurrency, calls: Calls) -> Switches {
    let (sql, held_up) = (calls.sql.max(0.0), calls.non_threadsafe.max(0.0));
    let exact = |n: f64| Switches { low: n, mid: n, high: n };
    match concurrency {
        Concurrency::Quasirent => exact(2.0 * sql),
        Concurrency::Required => exact(2.0 * held_up + f64::from(2 + END_OF_REQUIRED)),
        Concurrency::Threadsafe if sql <= 0.0 => exact(0.0),
        Concurrency::Threadsafe => {
            // One run on the open TCB at least; every non-threadsafe command between two SQL calls splits a run.
            let runs = 1.0_f64.min(sql);
            let most = held_up.min((sql - 1.0).max(0.0));
            // Evenly mixed, the chance that at least one of them falls into a given gap between SQL calls.
            let gaps = (sql - 1.0).max(0.0);
            let filled = gaps * (1.0 - (1.0 - 1.0 / (sql + 1.0)).powf(held_up));
            Switches { low: 2.0 * runs, mid: 2.0 * (runs + filled.min(most)), high: 2.0 * (runs + most) }
        }
    }
}

/// The share of a program's own logic that runs on the QR TCB: all for QUASIRENT, none for REQUIRED. Calls cut that of a
/// THREADSAFE program into as many equal pieces as there are calls, and one: the first piece is on the QR TCB, the others
/// are where the call before them has left the task. That does not depend on the order of the calls.
pub fn share_on_qr(concurrency: Concurrency, calls: Calls) -> f64 {
    let (sql, held_up) = (calls.sql.max(0.0), calls.non_threadsafe.max(0.0));
    match concurrency {
        Concurrency::Quasirent => 1.0,
        Concurrency::Required => 0.0,
        Concurrency::Threadsafe => (1.0 + held_up) / (1.0 + held_up + sql),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Call::{NonThreadsafe as N, Sql as S, Threadsafe as T};

    #[test]
    fn the_published_counts_come_out() {
        // RECEIVE, ten RUN TRANSID (threadsafe) or START (not), SEND.
        let run: Vec<Call> = [N].into_iter().chain([T; 10]).chain([N]).collect();
        let start: Vec<Call> = [N].into_iter().chain([N; 10]).chain([N]).collect();
        assert_eq!(in_order(Concurrency::Required, &run), 10);
        assert_eq!(in_order(Concurrency::Required, &start), 30);
        assert_eq!(by_count(Concurrency::Required, Calls { sql: 0.0, non_threadsafe: 12.0 }).mid, 30.0);
    }

    #[test]
    fn each_concurrency_has_its_own_rule() {
        let calls = [S, S, N, S, T];
        assert_eq!(in_order(Concurrency::Quasirent, &calls), 6);
        assert_eq!(in_order(Concurrency::Threadsafe, &calls), 4);
        assert_eq!(in_order(Concurrency::Required, &calls), 8);
        assert_eq!(in_order(Concurrency::Threadsafe, &[T, N, T]), 0);
        assert_eq!(in_order(Concurrency::Threadsafe, &[]), 0);
    }

    #[test]
    fn counts_bound_every_order() {
        let orders: [&[Call]; 4] = [&[S, S, S, N, N], &[S, N, S, N, S], &[N, S, S, N, S], &[N, N, S, S, S]];
        let bound = by_count(Concurrency::Threadsafe, Calls { sql: 3.0, non_threadsafe: 2.0 });
        for order in orders {
            let n = f64::from(in_order(Concurrency::Threadsafe, order));
            assert!(n >= bound.low && n <= bound.high, "{order:?}: {n} {bound:?}");
        }
        assert!(bound.mid >= bound.low && bound.mid <= bound.high);
    }

    #[test]
    fn threadsafe_moves_work_off_the_qr_tcb() {
        let calls = Calls { sql: 3.0, non_threadsafe: 0.0 };
        assert_eq!(share_on_qr(Concurrency::Quasirent, calls), 1.0);
        assert_eq!(share_on_qr(Concurrency::Threadsafe, calls), 0.25);
        assert_eq!(share_on_qr(Concurrency::Required, calls), 0.0);
        assert_eq!(share_on_qr(Concurrency::Threadsafe, Calls::default()), 1.0);
    }

    #[test]
    fn commands_that_are_not_threadsafe_bring_it_back() {
        let share =
            |held_up| share_on_qr(Concurrency::Threadsafe, Calls { sql: 4.0, non_threadsafe: held_up });
        assert_eq!([0.0, 1.0, 5.0].map(share), [0.2, 2.0 / 6.0, 0.6]);
        assert!(share(1_000.0) > 0.99);
    }
}
