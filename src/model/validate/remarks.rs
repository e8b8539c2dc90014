//! What can't be predicted, and where the sources contradict themselves.

use serde::Serialize;

use super::{Status, Table};
use crate::model::data::evidence;

/// An error or contradiction of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// Where.
    pub place: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What holds.
    pub holds: &'static str,
    /// The evidence or constants it touches.
    pub touches: &'static str,
}

const fn remark(
    touches: &'static str,
    place: &'static str,
    says: &'static str,
    holds: &'static str,
) -> Remark {
    Remark { place, says, holds, touches }
}

const REMARKS: [Remark; 15] = [
    remark(
        "8-20",
        "CICS TS V5.4 chapter, 8.12.2",
        "CICS SSL on persistent connections costs 0.375 ms, 0.057 ms more than none",
        "its own table gives 0.339 ms and 0.022 ms; the printed figures are those of new connections without SSL. The \
         online documentation repeats the error",
    ),
    remark(
        "8-15",
        "CICS TS V5.4 chapter, 8.10.6",
        "channels win above 64 KB (three calls)",
        "the tables give four calls, above 96 KB; straight lines through them cross at 75 to 126 KB",
    ),
    remark(
        "8-2",
        "CICS TS V5.4 chapter, 8.2.1 and 8.2.2",
        "mean costs of 0.617 and 0.408 ms",
        "they hold for CPU over rate before rounding; the printed cells average 0.6176 and 0.4086",
    ),
    remark(
        "8-17",
        "CICS TS V5.4 chapter, 8.11",
        "about 540 us a wake",
        "538 us for 60 wakes, 529 us for 61: which of the two is not stated",
    ),
    remark(
        "8-23",
        "CICS TS V5.4 chapter, 8.12",
        "AT-TLS at 0.311 ms, no encryption at 0.318 ms",
        "encryption can't be cheaper than none: the runs differ otherwise, and the difference counts as nothing",
    ),
    remark(
        "nsr-sequential",
        "VSAM deck, NSR chart",
        "10 buffers: 1.4245 s; I/O counts of 5 and 10 buffers",
        "the rows average 1.4258 s; the chart prints the first row's counts, not the mean",
    ),
    remark(
        "function-shipping",
        "VSAM deck, LU6.2 slide",
        "DHUN went to .1413, SHUN to .1399",
        ".1413 is SHUN's mean, DHUN's is .1328 and .1399 is one row of SHUN",
    ),
    remark(
        "function-shipping",
        "VSAM deck, function shipping",
        "local DHUN .0011 and .0007, SHUN .0065, .00637 and .0006; MROLRM SHUN .0132 and .0093; XCF DHUN .1250 and .1050",
        "the same runs differ by 19 to 57 % within the deck",
    ),
    remark(
        "data-tables",
        "VSAM deck, shared data tables",
        "four browse rows",
        "they share task number, stop time and CPU: one observation",
    ),
    remark(
        "nsr-concurrent",
        "VSAM deck, concurrent runs",
        "50 tasks at once",
        "task 50 waited 30 s (24 s) for neither I/O nor dispatch: a limit near 40 was in force",
    ),
    remark(
        "mobile-api-prose",
        "mobile API case, week 2",
        "QUASIRENT blocks the QR TCB for 75.6 seconds per second",
        "SQL runs on open TCBs whatever the program's CONCURRENCY: QUASIRENT costs two switches and a QR wait a call. 82 % \
         busy and 75.6 s/s can't both be",
    ),
    remark(
        "mobile-api-prose",
        "mobile API case, week 3",
        "CMDT = rate x share x 12 ms x 1.5 = 28, or 43 at the peak",
        "the formula leaves out the calls per transaction: with three the peak holds 86 threads, more than the 60 set",
    ),
    remark(
        "mobile-api-prose",
        "mobile API case, week 5",
        "504 tasks in the region at MXT 150; MXT raised only after the response had come down",
        "at 1,800 a second MXT 150 allows 83 ms in the region; neither 280 ms nor 98 ms fits, and no MXT wait is listed",
    ),
    remark(
        "mobile-api-tables",
        "mobile API case, wait breakdown",
        "DB2 wait of 120 ms; CPU of 15 ms",
        "3 x 12 + 40 is 76 ms; 15 ms of CPU at 1,200 a second are 18 engines, while 82 % of one QR TCB is 0.46 ms",
    ),
    remark(
        "mobile-api-prose",
        "mobile API case, week 5",
        "500 MB is 38 % headroom over 310 MB; CLSHST has the lowest limit",
        "38 % is of the limit, 61 % over the peak; CLSHST and CLSXFR are both 80",
    ),
];

/// The errors of the sources.
pub fn remarks() -> Vec<Remark> {
    REMARKS.to_vec()
}

/// The errors that touch a table.
pub fn about(table: &str) -> impl Iterator<Item = &'static Remark> + '_ {
    REMARKS.iter().filter(move |remark| remark.touches == table)
}

const IMPOSSIBLE: [(&str, &str, &str); 9] = [
    ("8-21", "response ms", "printed as whole milliseconds (2, 2, 2, 2, 3): about 23 % is in the rounding"),
    (
        "8-22",
        "response ms",
        "whole milliseconds that fall and rise again (8, 6, 6, 7, 11): 15 to 20 % at best",
    ),
    (
        "lsr-lookaside",
        "lookaside with 3 and 1,000 buffers",
        "buffers stolen between tasks (3), and ten groups of tasks instead of one (1,000): depends on when tasks start",
    ),
    (
        "nsr-direct",
        "response s",
        "a random read waits 2.7 times as long as a sequential one: seek and cache misses are not known",
    ),
    ("function-shipping-100k", "response s", "the bars of the chart have lost their labels"),
    ("cilock", "response s", "two figures for two unknowns, and the labels are inferred"),
    ("rls", "response s", "two rows for two unknowns: calibration only"),
    ("trn1", "response s", "which bar is local and which RLS is lost; the times fit nothing"),
    ("vtam-telnet", "CPU per command", "the table is missing; only its summary (3.9 and 8.2 %) is known"),
];

/// What `solve` does where a table is fitted in a form of its own.
pub(super) fn solve_does(id: &str, quantity: &str) -> Option<&'static str> {
    Some(match (id, quantity) {
        // A constant cost is what it takes.
        ("8-8" | "8-22" | "8-23", _) => return None,
        (id, _) if id.contains('>') => return None,
        (id, "zIIP-eligible percent") if id.starts_with("8-") => "one share for every rate, that of V5.4",
        (id, quantity) if id.starts_with("8-") && quantity.starts_with("region CPU") => {
            "one CPU for every rate, that of V5.4"
        }
        ("8-13", "child's response us") => "children are transactions like any other: no burst of ten",
        ("nsr-sequential", "response s") => {
            "CPU for a record and for an I/O, and a wait by the length of the chain"
        }
        ("nsr-concurrent", _) => {
            "the QR TCB is as busy as its CPU: what monitoring does not capture is not added"
        }
        ("lsr-single", "response s") => "CPU for a record, and 300 us an I/O where the workload does not say",
        ("data-tables", _) => "CPU for a read, and nothing else",
        ("trn1", _) => "updates wait for intervals that others hold, by their rate; nothing is counted",
        _ => return None,
    })
}

/// The tables that no model can predict.
pub(crate) fn not_predictable() -> Vec<Table> {
    let table = |(id, quantity, why): &(&str, &str, &str)| Table {
        id: (*id).to_owned(),
        source: evidence::table(id).map(|t| t.source).unwrap_or_default(),
        quantity: (*quantity).to_owned(),
        model: String::new(),
        parameters: 0,
        rows: Vec::new(),
        mape_fit: 0.0,
        mape_loo: 0.0,
        worst_loo: 0.0,
        tolerance: 0.0,
        status: Status::NotPredictable,
        why: (*why).to_owned(),
        shape_from: Vec::new(),
        solve_does: None,
    };
    let mut all: Vec<Table> = IMPOSSIBLE.iter().map(table).collect();
    all.push(table(&(
        "mobile-api-stages",
        "waits ms",
        "a story, not a measurement: its waits contradict each other (see the remarks); only the order of its steps is used",
    )));
    all
}
