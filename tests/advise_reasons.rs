//! What `cicslint advise` says of a region that stays full, of what it does not advise, and of what only the workload knows.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "common/advised.rs"]
mod advised;
mod common;

use advised::{POOL, POOL_WORK, Region, TWO, TWO_WORK, list, steps};

/// A QR TCB that is asked for more than it has is no matter of limits.
#[test]
fn what_a_saturated_region_does_is_a_figure() {
    let work = "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 800\ncpu_us = 2000\n";
    let deck = "DEFINE PROGRAM(PAY1) GROUP(G)\nDEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)\n";
    let region = Region { name: "full", deck, sit: "MXT=100,\n", work };
    let plan = region.plan();
    let holds = plan["now"]["holds"].as_f64().unwrap();
    // 1.6 seconds of work a second.
    assert!(plan["now"]["saturated"] == true && (0.5..0.63).contains(&holds), "{holds}");
    assert_eq!(plan["now"]["lost"], 0.0);
    let outlook = &plan["outlook"];
    assert!(outlook["saturated"] == true && outlook["on"] == "QR TCB", "{outlook}");
    let text = region.text();
    let share = format!("QR TCB (full): does {:.0} % of the work at most", (holds * 100.0).floor());
    assert!(text.contains(&share), "{text}");
    assert!(text.contains("As it is the region still saturates: on QR TCB."), "{text}");
    let markdown = region.advise(&["--format", "markdown"]).out;
    assert!(markdown.contains(&share) && markdown.contains("## After the plan"), "{markdown}");
}

#[test]
fn reasons_against_a_change_are_told_apart() {
    let sit = "SYSTR=ON,\nAUXTR=ON,\nSTNTR=ALL,\nSTGPROT=NO,\n";
    let deck = TWO.replace("THREADLIMIT(12)", "THREADLIMIT(30)").replace("TCBLIMIT(25)", "TCBLIMIT(60)");
    let plan = Region { name: "left", deck: &deck, sit, work: TWO_WORK }.plan();
    let left = plan["not_advised"].as_array().unwrap();
    let of = |start: &str| {
        let found = left.iter().find(|item| item["title"].as_str().unwrap().starts_with(start));
        let item = found.unwrap_or_else(|| panic!("{start}: {left:#?}"));
        (item["kind"].as_str().unwrap(), item["why"].as_str().unwrap())
    };
    let (kind, why) = of("SIT STGPROT=YES");
    assert!(kind == "other-benefit" && why.contains("data is at risk without it"), "{why}");
    let (kind, why) = of("SIT STNTR=1");
    assert!(kind == "other-benefit" && why.contains("only trace at level 1 has a published figure"), "{why}");
    let (kind, why) = of("DBT011");
    assert!(kind == "not-modelled" && why.contains("PROTECTNUM"), "{why}");
    // And with a figure where the model has one.
    let deck = deck.replace("PROGRAM(INQ1) GROUP(G) CONCURRENCY(THREADSAFE)", "PROGRAM(INQ1) GROUP(G)");
    let plan = Region { name: "left_little", deck: &deck, sit: "", work: TWO_WORK }.plan();
    let left = plan["not_advised"].as_array().unwrap();
    let item = left.iter().find(|item| item["title"] == "PROGRAM INQ1: CONCURRENCY=THREADSAFE").unwrap();
    let why = item["why"].as_str().unwrap();
    assert!(item["kind"] == "too-little" && why.contains(" ms a task (0.") && why.contains("0.5 %"), "{why}");
}

/// What the workload does not use gains nothing that is known, and where nothing runs there are times all the same.
#[test]
fn what_the_workload_does_not_use_is_told() {
    let deck = TWO.replace("CONCURRENCY(THREADSAFE)", "")
        + "DEFINE DB2TRAN(INQ1) GROUP(G) ENTRY(ENT) TRANSID(INQ1)\n\
           DEFINE FILE(ACC) GROUP(G) DSNAME(A.B) LSRPOOLNUM(NONE) READ(YES)\n";
    let work = TWO_WORK.split("[[transaction]]\nid = \"INQ1\"").next().unwrap();
    let plan = Region { name: "not_used", deck: &deck, sit: "", work }.plan();
    let all = plan["steps"].as_array().unwrap();
    let step = all.iter().find(|step| step["effort"] == "review").unwrap();
    assert_eq!(step["changes"].as_array().unwrap().len(), 2);
    assert!(
        list(&step["notes"]).iter().any(|note| note.starts_with("no transaction of the workload uses INQ1"))
    );
    let left = plan["not_advised"].as_array().unwrap();
    assert!(
        left.iter().any(|l| l["title"] == "FILE ACC: LSRPOOLNUM=1" && l["kind"] == "not-used"),
        "{left:#?}"
    );
    let idle = "[[transaction]]\nid = \"PAY1\"\ncpu_us = 100\n";
    let text = Region { name: "idle", deck: &deck, sit: "", work: idle }.text();
    assert!(!text.contains("saturated"), "{text}");
}

/// No DB2ENTRY and no DB2TRAN says that PAY1 uses Db2; the workload does.
#[test]
fn programs_that_make_db2_calls_under_the_workload_are_found() {
    let deck = POOL.replace("CONCURRENCY(THREADSAFE)", "CONCURRENCY(QUASIRENT)");
    let work = POOL_WORK.replace("[region]\n\"SIT.MXT\" = 20\n", "");
    let plan = Region { name: "pool_program", deck: &deck, sit: "", work: &work }.plan();
    let step = plan["steps"].as_array().unwrap().iter().find(|step| step["effort"] == "review").unwrap();
    assert_eq!(step["changes"][0]["name"], "PAY1", "{step}");
    assert!(step["why"].as_str().unwrap().contains("the workload says that PAY1 makes Db2 calls"), "{step}");
    // Under FORCEQR it would be no use, and that is said.
    let plan = Region { name: "pool_forced", deck: &deck, sit: "FORCEQR=YES,\n", work: &work }.plan();
    assert!(steps(&plan).iter().flatten().all(|edit| !edit.contains("CONCURRENCY")), "{:?}", steps(&plan));
    assert!(plan["not_advised"].to_string().contains("FORCEQR=YES keeps the program on the QR TCB"));
    // Java, and a program that is not installed here, are none of them.
    for other in ["PROGRAM(PAY1) GROUP(G) JVM(YES) JVMCLASS(A)", "PROGRAM(OTHER) GROUP(G)"] {
        let deck = deck.replace("PROGRAM(PAY1) GROUP(G) CONCURRENCY(QUASIRENT)", other);
        let plan = Region { name: "pool_other", deck: &deck, sit: "", work: &work }.plan();
        assert!(steps(&plan).iter().flatten().all(|edit| !edit.contains("CONCURRENCY")), "{other}");
    }
}
