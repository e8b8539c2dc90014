//! What `cicslint advise` makes of LSR pools: more buffers, and which pool.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "common/advised.rs"]
mod advised;
mod common;

use advised::{Region, list, steps};

const LSR: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE FILE(ACC) GROUP(G) DSNAME(A.B) LSRPOOLNUM(3)
DEFINE LSRPOOL(P3) GROUP(G) LSRPOOLNUM(3) STRINGS(40)
       MAXKEYLENGTH(20) DATA4K(100) INDEX4K(50)
";

fn lsr_work(more: &str) -> String {
    format!(
        "[[transaction]]\nid = \"PAY1\"\nrate_per_s = 300\ncpu_us = 800\n\
         [[transaction.file]]\nname = \"ACC\"\nreads = 20\nintervals = 200000\nskew = 0.9\n{more}"
    )
}

#[test]
fn buffers_grow_while_reads_are_found_in_them() {
    let region = Region { name: "lsr", deck: LSR, sit: "", work: &lsr_work("") };
    let plan = region.plan();
    let all = steps(&plan);
    let value: u32 = all[0][0].strip_prefix("LSRPOOL.P3.DATA4K=").unwrap().parse().unwrap();
    // Doubled from 100, and no more than CICS takes.
    assert!(value == 32_767 || (value.is_multiple_of(100) && (value / 100).is_power_of_two()), "{all:?}");
    assert!(plan["steps"][0]["why"].as_str().unwrap().contains("doubled while a doubling finds 2 % more"));
    assert!(list(&plan["steps"][0]["how"])[0].contains("all its files have to be closed at one time"));
    insta::assert_snapshot!("advise_buffers", region.text());
    // Of Hiperspace the model knows nothing, nor of a pool that CICS builds.
    for (name, deck, why) in [
        (
            "lsr_hiperspace",
            LSR.replace("INDEX4K(50)", "INDEX4K(50) HSDATA4K(900)"),
            "it has Hiperspace buffers",
        ),
        (
            "lsr_none",
            LSR.replace("LSRPOOLNUM(3)\nDEFINE", "LSRPOOLNUM(5)\nDEFINE"),
            "CICS reckons its buffers",
        ),
    ] {
        let plan = Region { name, deck: &deck, sit: "", work: &lsr_work("") }.plan();
        assert!(steps(&plan).iter().flatten().all(|edit| !edit.contains("DATA4K")), "{:?}", steps(&plan));
        assert!(plan["not_advised"].to_string().contains(why), "{}", plan["not_advised"]);
    }
    // Reads in the order of the keys find no more, however many there are.
    let work = lsr_work("in_key_order = true\n");
    let plan = Region { name: "lsr_order", deck: LSR, sit: "", work: &work }.plan();
    assert!(steps(&plan).is_empty(), "{:?}", steps(&plan));
}

/// Of the LSR pools that there are another may be better than the one that the rule names.
#[test]
fn of_a_value_that_a_rule_sets_better_ones_are_named() {
    let deck = LSR
        .replace("LSRPOOLNUM(3)\nDEFINE LSRPOOL", "LSRPOOLNUM(NONE)\nDEFINE LSRPOOL")
        .replace("100", "9000");
    let work = lsr_work("").replace("200000", "10000");
    let plan = Region { name: "pools", deck: &deck, sit: "", work: &work }.plan();
    assert_eq!(steps(&plan)[0], ["FILE.ACC.LSRPOOLNUM=1"]);
    let notes = plan["steps"][0]["notes"].to_string();
    assert!(notes.contains("the region defines no LSR pool 1"), "{notes}");
    assert!(notes.contains("LSRPOOLNUM=1 is the value of the rule; with 3 the model gains"), "{notes}");
}
