//! `examples/06_mobile_api`: each step of the case helps, and comes near the response times that the case tells.
//!
//! One number is fitted, on one statement of the case: the length of a burst, on the 85 ms that a task of MBAL waits for
//! the QR TCB before anything is changed, with no limit that would keep tasks away from it. All stages are predicted. `UPDATE_DOCS=1 cargo test --test example_mobile_api` writes the fitted length into `workload.toml` and the
//! tables into the page.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use cicslint::config::Config;
use cicslint::lint::{self, Plan};
use cicslint::model::answer::{Outcome, TransactionOutcome, solve, what_if};
use cicslint::model::simulate::{self, Simulated, simulate};
use cicslint::model::solve::parameters::{CAUSES, Cause};
use cicslint::model::workload::{Bound, Configuration, Workload, build, read};
use cicslint::region::Regions;
use cicslint::score;
use common::{cicslint, run};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What the case tells of MBAL at a stage.
struct Stage {
    name: &'static str,
    edits: &'static [&'static str],
    p50: f64,
}

/// The steps of the case, in its order; each keeps those before it.
const STAGES: [Stage; 5] = [
    Stage { name: "as it was", edits: &[], p50: 280.0 },
    Stage {
        name: "threadsafe programs",
        edits: &[
            "PROGRAM.PGMMBAL.CONCURRENCY=THREADSAFE",
            "PROGRAM.PGMMXFR.CONCURRENCY=THREADSAFE",
            "PROGRAM.PGMMHST.CONCURRENCY=THREADSAFE",
        ],
        p50: 185.0,
    },
    Stage { name: "60 Db2 threads", edits: &["DB2CONN.SFADB2.TCBLIMIT=60"], p50: 138.0 },
    Stage { name: "local fraud check", edits: &["PROGRAM.PGMFRAUD.REMOTESYSTEM="], p50: 98.0 },
    Stage {
        name: "MXT and classes",
        edits: &[
            "SIT.MXT=400",
            "SIT.EDSALIM=650M",
            "TRANCLASS.CLSBAL.MAXACTIVE=200",
            "TRANCLASS.CLSXFR.MAXACTIVE=80",
            "TRANCLASS.CLSHST.MAXACTIVE=80",
            "TRANSACTION.MBAL.TRANCLASS=CLSBAL",
            "TRANSACTION.MXFR.TRANCLASS=CLSXFR",
            "TRANSACTION.MHST.TRANCLASS=CLSHST",
        ],
        p50: 98.0,
    },
];

/// What MBAL waits for dispatch at first, in the case.
const DISPATCH_MS: f64 = 85.0;

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/06_mobile_api").join(file)
}

fn text(file: &str) -> String {
    std::fs::read_to_string(example(file)).unwrap()
}

/// The region as its decks and its SIT make it.
fn configuration() -> Configuration {
    let path = example("");
    let mut plan = Plan::default();
    plan.add(&path, Config::discover(&path).unwrap());
    plan.find_regions().unwrap();
    let (_, run, _) = lint::resolve(&plan);
    let [input] = run.inputs.as_slice() else { panic!("not one region") };
    let region = Regions::new(&run.decks, &run.inputs).resolve(input);
    score::configuration(&run.decks, &region)
}

/// The edits of all steps up to this one, as `model whatif` takes them.
fn edits(stage: usize) -> Vec<String> {
    STAGES[..=stage].iter().flat_map(|s| s.edits).map(|edit| score::edit(edit).unwrap()).collect()
}

fn edited(stage: usize) -> Configuration {
    let mut configuration = configuration();
    edits(stage).iter().for_each(|edit| configuration.edit(edit).unwrap());
    configuration
}

fn mbal(outcome: &Outcome) -> &TransactionOutcome {
    outcome.transaction("MBAL").unwrap()
}

fn p50(transaction: &TransactionOutcome) -> f64 {
    transaction.response_ms.p50.mid.unwrap_or(f64::MAX)
}

/// A wait of MBAL.
fn wait_ms(outcome: &Outcome, cause: Cause) -> f64 {
    mbal(outcome).waits_ms.get(cause.name()).copied().unwrap_or(0.0)
}

/// Lifts the limits that keep tasks away from the QR TCB.
const UNLIMITED: [&str; 4] =
    ["SIT.MXT=2000", "SIT.EDSALIM=2047M", "DB2CONN.SFADB2.TCBLIMIT=2000", "DB2ENTRY.MOBENT.THREADLIMIT=2000"];

/// The burst length at which MBAL waits for the QR TCB as long as the case tells, to a millisecond.
fn fitted_length(workload: &Workload) -> f64 {
    let mut configuration = configuration();
    UNLIMITED.iter().for_each(|edit| configuration.edit(edit).unwrap());
    // What the tasks of the case hold in storage would let 398 of them in.
    let mut workload = workload.clone();
    workload.transaction.iter_mut().for_each(|t| t.memory_31_kb = 0.0);
    let (mut low, mut high) = (0.001_f64, 4.0_f64);
    while high - low > 0.000_01 {
        let middle = f64::midpoint(low, high);
        workload.arrivals.burst_length_s = Some(middle);
        let outcome = solve("SFAORM1", &workload, &configuration).unwrap();
        if wait_ms(&outcome, Cause::Qr) < DISPATCH_MS { low = middle } else { high = middle }
    }
    (low * 1e3).round() / 1e3
}

/// The workload with the fitted burst length, which must be the one in the file.
fn workload() -> Workload {
    let mut workload = read(&text("workload.toml")).unwrap();
    let length = fitted_length(&workload);
    let written = workload.arrivals.burst_length_s.unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let line = |length: f64| format!("burst_length_s = {length}\n");
        let new = text("workload.toml").replace(&line(written), &line(length));
        std::fs::write(example("workload.toml"), new).unwrap();
        workload.arrivals.burst_length_s = Some(length);
    } else {
        assert!(
            (written - length).abs() < 0.001_5,
            "burst_length_s is {written}, and {length} fits: UPDATE_DOCS=1"
        );
    }
    workload
}

fn simulated(workload: &Workload, stage: usize) -> Simulated {
    let plan = simulate::Plan { seed: 1, replications: 4, arrivals: 15_000, warm_up: 1_500 };
    let built = build("SFAORM1", workload, &edited(stage), Bound::Mid).unwrap();
    simulate(&built.parameters, plan).unwrap().transactions.swap_remove(0)
}

/// The stages, solved.
fn stages(workload: &Workload) -> Vec<Outcome> {
    let configuration = configuration();
    let solved = |n| what_if("SFAORM1", workload, &configuration, &edits(n)).unwrap().after;
    (0..STAGES.len()).map(solved).collect()
}

#[test]
fn every_step_helps_and_comes_near_the_case() {
    let workload = workload();
    let stages = stages(&workload);
    let found: Vec<f64> = stages.iter().map(|o| p50(mbal(o))).collect();
    let played: Vec<Simulated> = (0..STAGES.len()).map(|n| simulated(&workload, n)).collect();
    for ((stage, found), played) in STAGES.iter().zip(&found).zip(&played) {
        for found in [*found, played.p50.mean * 1e3] {
            let off = (found / stage.p50 - 1.0).abs();
            assert!(off <= 0.2, "{}: {found} ms against {}", stage.name, stage.p50);
        }
    }
    // Each step but the last helps the mean of all tasks and the median of MBAL; by then MXT has ceased to bind.
    for (now, next) in stages.iter().zip(&stages[1..4]) {
        assert!(next.mean_ms() < now.mean_ms() && p50(mbal(next)) < 0.99 * p50(mbal(now)));
    }
    assert!((found[4] / found[3] - 1.0).abs() < 0.01, "{found:?}");
    page(&table(&stages, &played));
}

/// The tables of the page are those of the model.
fn page(table: &str) {
    let page = text("README.md");
    let (start, rest) = page.split_once("<!-- stages -->\n").unwrap();
    let (_, end) = rest.split_once("<!-- end -->\n").unwrap();
    let wanted = format!("{start}<!-- stages -->\n{table}<!-- end -->\n{end}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(example("README.md"), &wanted).unwrap();
    } else {
        assert!(
            page == wanted,
            "the page is not current: UPDATE_DOCS=1 cargo test --test example_mobile_api"
        );
    }
}

fn table(stages: &[Outcome], played: &[Simulated]) -> String {
    let mut table = String::from(
        "| after | P50 in the case | model | off | simulated | P95 | QR TCB busy | wait: QR TCB | Db2 thread | MXT |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for ((stage, outcome), simulated) in STAGES.iter().zip(stages).zip(played) {
        let t = mbal(outcome);
        let both = |cause: Cause| {
            let at = CAUSES.iter().position(|known| *known == cause).unwrap();
            format!("{:.0} ({:.0})", wait_ms(outcome, cause), simulated.causes[at] * 1e3)
        };
        let qr = outcome.resources.iter().find(|r| r.name == "QR TCB").map_or(0.0, |r| r.utilisation);
        writeln!(
            table,
            "| {} | {} ms | {:.0} ms | {:+.0} % | {:.0} ms | {:.0} ms | {:.0} % | {} ms | {} ms | {} ms |",
            stage.name,
            stage.p50,
            p50(t),
            100.0 * (p50(t) / stage.p50 - 1.0),
            simulated.p50.mean * 1e3,
            t.response_ms.p95.mid.unwrap_or(f64::NAN),
            100.0 * qr,
            both(Cause::Qr),
            both(Cause::Db2Thread),
            both(Cause::Mxt),
        )
        .unwrap();
    }
    table
}

#[test]
fn the_command_says_the_same_as_the_library() {
    let workload = read(&text("workload.toml")).unwrap();
    let answer = what_if("SFAORM1", &workload, &configuration(), &edits(4)).unwrap();
    let mut command = cicslint();
    command.args(["model", "whatif", "--format", "json", "--workload"]).arg(example("workload.toml"));
    command.arg(example("")).args(STAGES.iter().flat_map(|s| s.edits));
    let ran = run(&mut command);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let printed: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let wanted: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
    assert_eq!(printed["before"]["transactions"], wanted["before"]["transactions"]);
    assert_eq!(printed["after"]["transactions"], wanted["after"]["transactions"]);
}

#[test]
fn the_rules_find_what_the_case_found() {
    let mut command = cicslint();
    command.args(["check", "--format", "json"]).arg(example(""));
    let ran = run(&mut command);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let codes: Vec<&str> =
        report["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect();
    for (code, times) in [("PGM014", 3), ("DBT013", 1)] {
        assert_eq!(codes.iter().filter(|c| **c == code).count(), times, "{code} in {codes:?}");
    }
}

#[test]
fn the_case_as_it_is_told_cannot_run() {
    let workload = read(&text("as-told.toml")).unwrap();
    let mut configuration = configuration();
    let bottleneck = |configuration: &Configuration| {
        let outcome = solve("SFAORM1", &workload, configuration).unwrap();
        assert!(outcome.saturated);
        outcome.bottleneck.unwrap()
    };
    // 1,800 a second, 3.6 calls of 12 ms each: 77 threads, where there are 30.
    assert!(bottleneck(&configuration).starts_with("DB2"), "{}", bottleneck(&configuration));
    for edit in ["DB2CONN.TCBLIMIT=2000", "DB2ENTRY.MOBENT.THREADLIMIT=2000"] {
        configuration.edit(edit).unwrap();
    }
    assert_eq!(bottleneck(&configuration), "MXT");
    for edit in STAGES[1].edits {
        configuration.edit(edit).unwrap();
    }
    assert_eq!(bottleneck(&configuration), "MXT");
    // The fraud check is quasi-reentrant: 0.8 ms at 1,200 a second fill the QR TCB, once it is local.
    configuration.edit(STAGES[3].edits[0]).unwrap();
    assert_eq!(bottleneck(&configuration), "QR TCB");
}
