//! The VSAM deck: NSR, LSR, data tables, function shipping, exclusive control.

use super::fit;
use super::{Claim, Table};
use crate::model::data::evidence::{self, table};
use crate::model::kernel::buffers::{clustered_hit_ratio, nsr_browse_reads, sequence_set_reads};

/// The deck's file: 12,500 intervals of 4 KB, 180 to a control area, eight records each.
const INTERVALS: u64 = 12_500;
const AREA: u64 = 180;
const RECORDS: f64 = 100_000.0;

pub(crate) fn tables() -> Vec<Table> {
    vec![
        nsr_counts(),
        nsr_response(),
        nsr_concurrent(),
        lsr_counts(),
        lsr_lookaside(),
        lsr_response(),
        data_tables(),
        shipping(),
        conflicts(),
    ]
}

/// Mean of a column over the rows where another has a value.
pub(crate) fn mean_where(id: &str, key: &str, value: &str, column: &str) -> f64 {
    let Some(t) = table(id) else { return 0.0 };
    let cells: Vec<f64> = t.rows_where(key, value).iter().filter_map(|r| t.number(*r, column)).collect();
    cells.iter().sum::<f64>() / cells.len().max(1) as f64
}

/// Mean wait of one I/O in those rows, in seconds.
pub(crate) fn io_wait(id: &str, key: &str, value: &str) -> f64 {
    let Some(t) = table(id) else { return 0.0 };
    let each: Vec<f64> = t
        .rows_where(key, value)
        .iter()
        .filter_map(|r| Some(t.number(*r, "fc_wait_s")? / t.number(*r, "fc_wait_count")?))
        .collect();
    each.iter().sum::<f64>() / each.len().max(1) as f64
}

/// Time dispatched by the tasks of an LSR run after its first, in seconds: response less suspension.
fn dispatched_after_first(tran: &str) -> f64 {
    let Some(t) = table("lsr-single") else { return 0.0 };
    let each: Vec<f64> = t
        .rows_where("tran", tran)
        .iter()
        .skip(1)
        .filter_map(|r| Some(t.number(*r, "response_s")? - t.number(*r, "suspend_s")?))
        .collect();
    each.iter().sum::<f64>() / each.len().max(1) as f64
}

/// The rows with one index buffer: buffers, I/O, response.
fn browses() -> (Vec<String>, Vec<f64>, Vec<f64>, Vec<f64>) {
    let Some(t) = table("nsr-sequential") else { return (vec![], vec![], vec![], vec![]) };
    let rows = t.rows_where("index_buffers", "1");
    let column = |name| rows.iter().filter_map(|r| t.number(*r, name)).collect::<Vec<f64>>();
    let buffers = column("data_buffers");
    let labels = buffers.iter().map(|n| format!("{n:.0} data buffers")).collect();
    (labels, buffers, column("total_io"), column("response_s"))
}

fn predicted_counts(buffers: &[f64]) -> Vec<f64> {
    buffers.iter().map(|n| nsr_browse_reads(INTERVALS, AREA, *n as u64, 1) as f64).collect()
}

fn nsr_counts() -> Table {
    let (labels, buffers, io, _) = browses();
    let model = predicted_counts(&buffers);
    let claim = Claim {
        id: "nsr-sequential",
        quantity: "I/O count",
        model: "chains within a control area: all free buffers, then half of the pool",
        parameters: 0,
        tolerance: 0.25,
        why: "no fitted number, but the rule was chosen after seeing these rows; each within 0.25 %",
    };
    claim.fitted(&labels, &io, |_| model.clone())
}

fn nsr_response() -> Table {
    let (labels, buffers, _, response) = browses();
    let columns = [vec![1.0; buffers.len()], predicted_counts(&buffers)];
    let claim = Claim {
        id: "nsr-sequential",
        quantity: "response s",
        model: "a + b I/O, I/O predicted",
        parameters: 2,
        tolerance: 9.0,
        why: "with 20 and 50 buffers the whole response is below the dispatch time of the 10-buffer run: the runs had \
              different CPU speeds, so no constant cost fits",
    };
    claim.fitted(&labels, &response, |rows| {
        let c = fit::non_negative(&columns, &response, rows);
        (0..response.len()).map(|i| fit::apply(&columns, &c, i)).collect()
    })
}

/// Dispatch time for a task and the end of the last one, of a run of 50.
pub(crate) fn concurrent(run: &str) -> (f64, f64) {
    let Some(t) = table("nsr-concurrent") else { return (0.0, 0.0) };
    let rows: Vec<usize> =
        t.rows_where("run", run).into_iter().filter(|r| t.text(*r, "tran") == "RMIL").collect();
    let each: Vec<f64> =
        rows.iter().filter_map(|r| Some(t.number(*r, "response_s")? - t.number(*r, "suspend_s")?)).collect();
    let last = rows.last().and_then(|r| t.number(*r, "response_s")).unwrap_or(0.0);
    (each.iter().sum::<f64>() / each.len().max(1) as f64, last)
}

fn nsr_concurrent() -> Table {
    let (one, two) = (concurrent("one"), concurrent("two"));
    let capture = |run: (f64, f64)| 50.0 * run.0 / run.1;
    Claim {
        id: "nsr-concurrent",
        quantity: "makespan s",
        model: "50 dispatch / QR capture of the other run",
        parameters: 1,
        tolerance: 10.0,
        why: "four of fifty tasks are listed, so closeness is luck; task 50 waited 30 s (24 s) for neither I/O nor \
              dispatch: an MXT-like limit near 40 was in force though the slide says 50 at once",
    }
    .held_out(&[
        ("run one", one.1, 50.0 * one.0 / capture(two)),
        ("run two", two.1, 50.0 * two.0 / capture(one)),
    ])
}

fn lsr_counts() -> Table {
    let all = (INTERVALS + sequence_set_reads(INTERVALS, AREA)) as f64;
    Claim {
        id: "lsr-single",
        quantity: "I/O count",
        model: "intervals + one sequence set record for each control area",
        parameters: 0,
        tolerance: 0.05,
        why: "no fitted number",
    }
    .held_out(&[("RDIR 3/4 buffers", 12_570.0, all), ("RMIL 50/10 buffers", 12_571.0, all)])
}

fn lsr_lookaside() -> Table {
    let index = sequence_set_reads(INTERVALS, AREA) as f64;
    Claim {
        id: "lsr-single",
        quantity: "lookaside percent",
        model: "1 - 1/8; 1 - 70/reads",
        parameters: 0,
        tolerance: 0.15,
        why: "no fitted number; with one task at a time",
    }
    .held_out(&[
        ("RDIR data", 87.4, 100.0 * clustered_hit_ratio(8.0)),
        ("RDIR index", 99.9, 100.0 * (1.0 - index / RECORDS)),
        ("RMIL index", 99.4, 100.0 * (1.0 - index / INTERVALS as f64)),
        ("50 tasks, 13,000 buffers", 99.75, 100.0 * (1.0 - INTERVALS as f64 / 5e6)),
    ])
}

fn lsr_response() -> Table {
    let wait = io_wait("nsr-sequential-rows", "data_buffers", "2");
    let row = |tran| 12_570.5 * wait + dispatched_after_first(tran);
    Claim {
        id: "lsr-single",
        quantity: "response s",
        model: "I/O wait of the NSR run + dispatch",
        parameters: 0,
        tolerance: 3.5,
        why: "the wait comes from the NSR run; the dispatch time is this run's, without its first task, which warmed up",
    }
    .held_out(&[
        ("RDIR", mean_where("lsr-single", "tran", "RDIR", "response_s"), row("RDIR")),
        ("RMIL", mean_where("lsr-single", "tran", "RMIL", "response_s"), row("RMIL")),
    ])
}

fn data_tables() -> Table {
    let Some(t) = evidence::table("data-tables") else {
        return Claim { id: "data-tables", quantity: "", model: "", parameters: 0, tolerance: 0.0, why: "" }
            .held_out(&[]);
    };
    let rows = t.rows_where("tran", "RDIR");
    let published: Vec<f64> = rows.iter().filter_map(|r| t.number(*r, "response_s")).collect();
    let labels: Vec<String> = rows.iter().map(|r| format!("RDIR task {}", t.text(*r, "task"))).collect();
    let claim = Claim {
        id: "data-tables",
        quantity: "response s for 100,000 reads",
        model: "the mean of the other rows",
        parameters: 1,
        tolerance: 1.5,
        why: "repeatability only; the four browse rows share task number, stop time and CPU: a defect of the deck",
    };
    claim.fitted(&labels, &published, |rows| {
        let one = vec![1.0; published.len()];
        vec![fit::scale(&one, &published, rows); published.len()]
    })
}

const HOPS: [(&str, usize); 5] = [("LU62", 0), ("XCF", 1), ("XCF_LRM", 1), ("MRO", 2), ("MRO_LRM", 2)];

/// Labels, columns (LU6.2, XCF, MRO, mirror), response and local response of the function-shipping runs.
pub(crate) fn hops() -> (Vec<String>, [Vec<f64>; 4], Vec<f64>, Vec<f64>) {
    let (mut labels, mut response, mut local) = (vec![], vec![], vec![]);
    let mut columns = [vec![], vec![], vec![], vec![]];
    let Some(t) = table("function-shipping") else { return (labels, columns, response, local) };
    let cell = |method: &str, tran: &str| {
        t.rows_where("method", method)
            .into_iter()
            .find(|r| t.text(*r, "tran") == tran)
            .and_then(|r| t.number(r, "response_s"))
            .unwrap_or(0.0)
    };
    for (method, hop) in HOPS {
        for (tran, requests) in [("DHUN", 100.0), ("SHUN", 102.0)] {
            labels.push(format!("{method} {tran}"));
            response.push(cell(method, tran));
            local.push(cell("local", tran));
            for (i, column) in columns.iter_mut().enumerate() {
                // A browse keeps its mirror, and so does MROLRM; LU6.2's mirror can't be told from its hop.
                let rebuilt = tran == "DHUN" && (method == "XCF" || method == "MRO");
                column.push(if i == hop || (i == 3 && rebuilt) { requests } else { 0.0 });
            }
        }
    }
    (labels, columns, response, local)
}

/// Seconds for LU6.2, XCF, MRO and a mirror, from the rows named.
pub(crate) fn fit_hops(rows: &[usize]) -> Vec<f64> {
    let (_, columns, response, local) = hops();
    let target: Vec<f64> = response.iter().zip(&local).map(|(y, l)| y - l).collect();
    fit::non_negative_in(&columns, &target, &response, rows)
}

fn shipping() -> Table {
    let (labels, columns, response, local) = hops();
    let claim = Claim {
        id: "function-shipping",
        quantity: "response s for 100 requests",
        model: "local + hop requests + mirror requests",
        parameters: 4,
        tolerance: 17.0,
        why: "the deck does not agree with itself: MROLRM SHUN .0132 or .0093, XCF DHUN .1250 or .1050, local DHUN \
              .0011 or .0007; below about 20 % nothing can be claimed. MROLRM DHUN is the only row that fixes the MRO hop \
              and is off by 94 % when left out",
    };
    claim.fitted(&labels, &response, |rows| {
        let c = fit_hops(rows);
        (0..response.len()).map(|i| local[i] + fit::apply(&columns, &c, i)).collect()
    })
}

fn conflicts() -> Table {
    let Some(t) = table("trn1") else { return shipping() };
    let (records, published) = (t.column("records"), t.column("ex_ctl_conflicts"));
    let labels: Vec<String> = records.iter().map(|n| format!("{n:.0} records")).collect();
    let columns = [vec![1.0; records.len()], records];
    let claim = Claim {
        id: "trn1",
        quantity: "exclusive control conflicts",
        model: "a + k records",
        parameters: 2,
        tolerance: 1.0,
        why: "three rows; the times of the same runs fit nothing",
    };
    claim.fitted(&labels, &published, |rows| {
        let c = fit::non_negative(&columns, &published, rows);
        (0..published.len()).map(|i| fit::apply(&columns, &c, i)).collect()
    })
}
