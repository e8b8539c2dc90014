//! What the steps of `cicslint advise` say and change: partners that move along, the best of a few values, what gets
//! worse, and how a value is put into force. Small regions, each with the workload that shows it.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "common/advised.rs"]
mod advised;
mod common;

use advised::{POOL, POOL_WORK, Region, TWO, TWO_WORK, list, steps};
use common::{cicslint, folder, run};
use serde_json::Value;

/// 20 + 12 + 1 threads need 33 TCBs, and these more than 32 open TCBs.
#[test]
fn thread_limits_take_tcblimit_and_maxopentcbs_along() {
    let deck = TWO.replace("THREADLIMIT(10)", "THREADLIMIT(12)");
    let region = Region { name: "db2", deck: &deck, sit: "MXT=100,\nMAXOPENTCBS=32,\n", work: TWO_WORK };
    let plan = region.plan();
    let all = steps(&plan);
    assert_eq!(
        all[0],
        ["DB2ENTRY.ENT.THREADLIMIT=20", "DB2CONN.CONN.TCBLIMIT=33", "SIT..MAXOPENTCBS=232"],
        "{all:?}"
    );
    // A task of PAY1 makes ten calls, whatever the other transactions make.
    let warnings = plan["warnings"].to_string();
    assert!(
        warnings.contains("DB2ENTRY.ENT.THREADLIMIT=12") && warnings.contains("all 10.0 calls"),
        "{warnings}"
    );
    insta::assert_snapshot!("advise_steps_db2", region.text());
    // Where the limits add up to more on purpose, TCBLIMIT grows by as much as they do.
    let deck = TWO.replace("THREADLIMIT(10)", "THREADLIMIT(100)");
    let plan = Region { name: "db2_more", deck: &deck, sit: "MXT=100,\n", work: TWO_WORK }.plan();
    assert_eq!(steps(&plan)[0], ["DB2ENTRY.ENT.THREADLIMIT=20", "DB2CONN.CONN.TCBLIMIT=33"]);
}

const NSR: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
* cicslint: ignore[FIL024] reason=\"SHAREOPTIONS(4)\"
DEFINE FILE(ACC) GROUP(G) DSNAME(A.C) LSRPOOLNUM(NONE)
       READ(YES) STRINGS(3) DATABUFFERS(4)
";

#[test]
fn strings_take_their_buffers_along() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 400\ncpu_us = 500\n\
                [[transaction.file]]\nname = \"ACC\"\nupdates = 3\nintervals = 10000\nio_us = 900\n";
    let region = Region { name: "nsr", deck: NSR, sit: "", work };
    assert_eq!(
        steps(&region.plan())[0],
        ["FILE.ACC.STRINGS=6", "FILE.ACC.DATABUFFERS=7", "FILE.ACC.INDEXBUFFERS=6"]
    );
    let diff = region.advise(&["--apply"]).out;
    assert!(diff.contains("STRINGS(6) DATABUFFERS(7) INDEXBUFFERS(6)"), "{diff}");
}

/// MXT and the threads are one behind the other: more of one alone moves the wait to the other.
#[test]
fn limits_one_behind_the_other_are_raised_together() {
    let region = Region { name: "joint", deck: POOL, sit: "MAXOPENTCBS=40,\nMXT=90,\n", work: POOL_WORK };
    let plan = region.plan();
    let all = steps(&plan);
    assert_eq!(all.len(), 1, "{all:?}");
    for edit in
        ["DB2CONN.CONN.TCBLIMIT=31", "DB2CONN.CONN.THREADLIMIT=30", "SIT..MXT=30", "SIT..MAXOPENTCBS=92"]
    {
        assert!(all[0].iter().any(|known| known == edit), "{edit}: {all:?}");
    }
    // What the workload sets is shown as such, and is to be changed there too.
    let step = &plan["steps"][0];
    let mxt = step["changes"].as_array().unwrap().iter().find(|c| c["attribute"] == "MXT").unwrap();
    assert_eq!((&mxt["from"], &mxt["origin"]), (&"20".into(), &"workload".into()));
    assert!(region.text().contains("SIT.MXT: 20 (set in the workload) -> 30"));
    assert!(list(&step["notes"]).iter().any(|note| note.contains("the workload sets SIT.MXT")));
    assert_eq!((&step["before"]["bottleneck"], &step["after"]["bottleneck"]), (&"MXT".into(), &Value::Null));
}

#[test]
fn without_a_sit_source_the_diff_says_so() {
    let folder = folder("advise_steps_no_sit");
    std::fs::write(folder.join("d.csd"), POOL).unwrap();
    std::fs::write(folder.join("work.toml"), POOL_WORK).unwrap();
    let ran =
        run(cicslint().current_dir(&folder).args(["advise", ".", "--workload", "work.toml", "--apply"]));
    assert!(ran.err.contains("SIT.MXT=30: no source of SIT parameters is among the files"), "{}", ran.err);
    assert!(ran.out.contains("TCBLIMIT(31) THREADLIMIT(30)"), "{}", ran.out);
}

const REMOTE: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE FILE(ACC) GROUP(G) REMOTESYSTEM(FOR1)
DEFINE CONNECTION(FOR1) GROUP(G) ACCESSMETHOD(XM) NETNAME(FORAPPL)
DEFINE SESSIONS(FOR1S) GROUP(G) CONNECTION(FOR1) PROTOCOL(LU61)
       SENDCOUNT(3) RECEIVECOUNT(3) SENDPFX(S) RECEIVEPFX(R)
";

/// The fix of TUN013 sets 6; the model finds 1 better. TUN014 would set ICV, which is no better either.
#[test]
fn of_a_few_values_the_best_is_advised() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 30\ncpu_us = 800\n\
                [[transaction.file]]\nname = \"ACC\"\nreads = 5\n";
    for (name, sit) in [("mro_ten", "MROBTCH=10,\nICV=500,\n"), ("mro_three", "MROBTCH=3,\nICV=1000,\n")] {
        let plan = Region { name, deck: REMOTE, sit, work }.plan();
        assert_eq!(steps(&plan)[0], ["SIT..MROBTCH=1"], "{name}");
        let step = &plan["steps"][0];
        assert!(
            list(&step["notes"]).iter().any(|note| note.contains("which the model does not count")),
            "{step}"
        );
        assert_eq!(step["effort"], "definition");
        assert!(list(&step["how"])[0].contains("CEMT SET DISPATCHER"), "{step}");
        // More sessions only held the batches that waited.
        assert!(steps(&plan).iter().flatten().all(|edit| !edit.contains("SENDCOUNT")), "{:?}", steps(&plan));
    }
}

const AWAY: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G) CONCURRENCY(QUASIRENT)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE PROGRAM(INQ1) GROUP(G) CONCURRENCY(QUASIRENT)
DEFINE TRANSACTION(INQ1) GROUP(G) PROGRAM(INQ1)
DEFINE PROGRAM(RATES) GROUP(G) CONCURRENCY(QUASIRENT) REMOTESYSTEM(SYSB)
DEFINE CONNECTION(SYSB) GROUP(G) ACCESSMETHOD(XM) NETNAME(CICSB)
";

/// A program that comes home shortens the tasks that call it, and loads the QR TCB for all others.
#[test]
fn a_percentile_that_rises_is_said_and_lowers_the_confidence() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 200\ncpu_us = 1000\n\
                [[transaction.link]]\nprogram = \"RATES\"\ncpu_us = 2000\nremote_wait_ms = 60\n\
                [[transaction]]\nid = \"INQ1\"\nrate_per_s = 100\ncpu_us = 1000\n";
    let plan = Region { name: "rise", deck: AWAY, sit: "", work }.plan();
    let step = plan["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| step["title"] == "PROGRAM RATES: run it here instead of in SYSB")
        .unwrap();
    let notes = list(&step["notes"]);
    assert!(notes.iter().any(|note| note.starts_with("P95 of INQ1 rises from ")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("cicslint model simulate")), "{notes:?}");
    assert_eq!(step["confidence"], "low");
    let at = |state: &str| step[state]["transactions"][1]["p95_ms"].as_f64().unwrap();
    assert!(at("after") > at("before"));
}

const FILES: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G) CONCURRENCY(REQUIRED)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE FILE(ACC) GROUP(G) DSNAME(A.B) LSRPOOLNUM(3)
DEFINE LSRPOOL(P3) GROUP(G) LSRPOOLNUM(3) STRINGS(40)
       MAXKEYLENGTH(20) DATA4K(9000) INDEX4K(50)
";

#[test]
fn a_finding_on_the_sit_may_point_at_a_program() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 300\ncpu_us = 1000\n\
                [[transaction.file]]\nname = \"ACC\"\nreads = 20\nintervals = 10000\n";
    for (name, sit) in [("fcqronly_given", "FCQRONLY=YES,\n"), ("fcqronly_default", "")] {
        let plan = Region { name, deck: FILES, sit, work }.plan();
        let all = plan["steps"].as_array().unwrap();
        let step = all.iter().find(|step| step["title"] == "SIT FCQRONLY=NO").unwrap();
        assert_eq!(step["effort"], "restart");
    }
}

/// Tasks that are abended for want of a place are work that is not done, whatever the mean of the others is.
#[test]
fn tasks_that_are_abended_count_as_work() {
    let deck = "DEFINE PROGRAM(PAY1) GROUP(G)\nDEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1) TRANCLASS(PAYC)\n\
                DEFINE TRANCLASS(PAYC) GROUP(G) MAXACTIVE(5) PURGETHRESH(2)\n";
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 100\ncpu_us = 500\nother_wait_ms = 60\n";
    let region = Region { name: "lost", deck, sit: "", work };
    let plan = region.plan();
    let step = &plan["steps"][0];
    assert_eq!(steps(&plan)[0], ["TRANCLASS.PAYC.MAXACTIVE=15"]);
    assert!(
        step["before"]["lost"].as_f64().unwrap() > 0.1 && step["after"]["lost"].as_f64().unwrap() < 0.001,
        "{step}"
    );
    assert_eq!(step["confidence"], "high");
    let text = region.text();
    assert!(
        text.contains("of the tasks 30.7 % are abended for want of a place; after the step, none"),
        "{text}"
    );
}

/// What is changed together fits together: a plan makes no new findings. A rule that asks for threads to be kept speaks of
/// how many there are.
#[test]
fn a_plan_leaves_nothing_to_find_that_was_not_there() {
    let class = "DEFINE PROGRAM(PAY1) GROUP(G)\nDEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1) TRANCLASS(PAYC)\n\
                 DEFINE TRANCLASS(PAYC) GROUP(G) MAXACTIVE(5) PURGETHRESH(9)\n";
    let class_work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 100\ncpu_us = 500\nother_wait_ms = 60\n";
    let nsr_work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 400\ncpu_us = 500\n\
                    [[transaction.file]]\nname = \"ACC\"\nupdates = 3\nintervals = 10000\nio_us = 900\n";
    let pool = "DEFINE PROGRAM(PAY1) GROUP(G)\nDEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)\n\
                DEFINE FILE(ACC) GROUP(G) DSNAME(A.B) LSRPOOLNUM(3)\n\
                DEFINE LSRPOOL(P3) GROUP(G) LSRPOOLNUM(3) STRINGS(3)\n       MAXKEYLENGTH(20) DATA4K(4) INDEX4K(50)\n";
    let many = TWO.replace("THREADLIMIT(10)", "THREADLIMIT(200)");
    for (name, deck, sit, work) in [
        ("new_db2", TWO, "MXT=100,\nMAXOPENTCBS=32,\n", TWO_WORK),
        ("new_many", &many, "MXT=100,\n", TWO_WORK),
        ("new_threads", &TWO.replace("THREADLIMIT(12)", "THREADLIMIT(5)"), "MXT=10,\n", TWO_WORK),
        ("new_joint", POOL, "MXT=20,\n", &POOL_WORK.replace("[region]\n\"SIT.MXT\" = 20\n", "")),
        ("new_nsr", NSR, "", nsr_work),
        ("new_lsr", pool, "", &nsr_work.replace("updates = 3", "updates = 6")),
        ("new_class", class, "", class_work),
    ] {
        let new = Region { name, deck, sit, work }.new_after_the_plan();
        let new: Vec<&String> = new.iter().filter(|found| !found.contains("DBT011")).collect();
        assert!(new.is_empty(), "{name}: {new:?}");
    }
}

/// A few tasks that are abended do not keep what makes the others quicker out of the plan.
#[test]
fn time_counts_where_few_tasks_are_abended() {
    let deck = TWO
        .replace("(PAY1) GROUP(G) CONCURRENCY(THREADSAFE)", "(PAY1) GROUP(G)")
        .replace("PROGRAM(INQ1)\n", "PROGRAM(INQ1) TRANCLASS(INQC)\n")
        .replace("THREADLIMIT(12)", "THREADLIMIT(40)")
        .replace("TCBLIMIT(25)", "TCBLIMIT(60)");
    let deck = format!("{deck}DEFINE TRANCLASS(INQC) GROUP(G) MAXACTIVE(1) PURGETHRESH(2)\n");
    let plan = Region { name: "few_lost", deck: &deck, sit: "", work: TWO_WORK }.plan();
    assert!(plan["now"]["lost"].as_f64().unwrap() > 0.001, "{}", plan["now"]);
    let all = steps(&plan);
    assert!(all[0][0].starts_with("TRANCLASS.INQC.MAXACTIVE="), "{all:?}");
    assert!(all.iter().flatten().any(|edit| edit == "PROGRAM.PAY1.CONCURRENCY=THREADSAFE"), "{all:?}");
}

/// The open TCBs alone are too few: nothing less than what CICS takes by itself makes sense.
#[test]
fn maxopentcbs_is_never_raised_to_less_than_mxt_wants() {
    let deck = POOL.replace("TCBLIMIT(25) THREADLIMIT(20)", "TCBLIMIT(80) THREADLIMIT(79)");
    let work = POOL_WORK.replace("[region]\n\"SIT.MXT\" = 20\n", "").replace("= 300", "= 560");
    let plan = Region { name: "open", deck: &deck, sit: "MXT=200,\nMAXOPENTCBS=36,\n", work: &work }.plan();
    assert!(steps(&plan)[0].contains(&"SIT..MAXOPENTCBS=432".to_owned()), "{:?}", steps(&plan));
    assert!(plan["steps"][0]["how"].to_string().contains("CEMT SET DISPATCHER"));
}

/// A region has 2 GB below the bar, and other uses for it.
#[test]
fn an_edsalim_that_few_regions_have_room_for_is_said() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 600\ncpu_us = 500\nother_wait_ms = 600\nmemory_31_kb = 3000\n";
    let deck = "DEFINE PROGRAM(PAY1) GROUP(G)\nDEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)\n";
    let plan = Region { name: "edsa", deck, sit: "MXT=300,\nEDSALIM=800M,\n", work }.plan();
    let step = &plan["steps"][0];
    assert!(steps(&plan)[0].iter().any(|edit| edit.starts_with("SIT..EDSALIM=1")), "{step}");
    assert!(list(&step["notes"]).iter().any(|note| note.contains("of the 2 GB")), "{step}");
    assert_eq!(step["confidence"], "low");
    assert!(list(&step["how"]).iter().any(|how| how.contains("CEMT SET DSAS EDSALIMIT")), "{step}");
}

/// Each region has its own plan, from the findings in its own decks.
#[test]
fn json_of_several_regions_is_a_list() {
    let folder = folder("advise_steps_two");
    let configuration = "[[region]]\nname = \"A\"\ncsd = [\"a.csd\"]\nsit = [\"a.sit\"]\n\
                         [[region]]\nname = \"B\"\ncsd = [\"b.csd\"]\nsit = [\"b.sit\"]\n";
    let open = NSR.replace("* cicslint: ignore[FIL024] reason=\"SHAREOPTIONS(4)\"\n", "");
    let sit = "START=INITIAL,\nGRPLIST=L,\n.END\n";
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 400\ncpu_us = 500\n\
                [[transaction.file]]\nname = \"ACC\"\nupdates = 3\nintervals = 10000\nio_us = 900\n";
    let list = "ADD GROUP(G) LIST(L)\n";
    for (path, text) in [
        ("cicslint.toml", configuration),
        ("a.csd", &format!("{NSR}{list}")),
        ("b.csd", &format!("{open}{list}")),
        ("a.sit", sit),
        ("b.sit", sit),
        ("work.toml", work),
    ] {
        std::fs::write(folder.join(path), text).unwrap();
    }
    let arguments = ["advise", ".", "--workload", "work.toml", "--format", "json"];
    let ran = run(cicslint().current_dir(&folder).args(arguments));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let all: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(all["version"], 1);
    let first = |at: usize| steps(&all["regions"][at])[0][0].clone();
    assert_eq!((first(0).as_str(), first(1).as_str()), ("FILE.ACC.STRINGS=6", "FILE.ACC.LSRPOOLNUM=1"));
}
