//! For each rule with a price of its own: it is what `model whatif` says of the fix, and it moves with what drives it.

use crate::ask::{Case, number};
use crate::cases::{ALL, Measure, Priced};
use crate::common::folder;
use cicslint::rules::{self, Check, Cost, Rule};
use serde_json::Value;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

fn cost(rule: &Rule) -> Option<Cost> {
    match rule.check {
        Check::Declared(declaration) => Some(declaration.cost),
        Check::Native => None,
    }
}

fn is_what_if(code: &str) -> bool {
    rules::all().iter().any(|rule| rule.code == code && matches!(cost(rule), Some(Cost::WhatIf)))
}

/// Writes a case to files of its own, for tests run at the same time; its driver moved, if so.
fn written(case: &Priced, dearer: bool) -> Case {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let folder = folder(&format!("prices-{}-{}", case.code, NUMBER.fetch_add(1, Ordering::Relaxed)));
    let moved = |text: &str| match case.dearer {
        Some((from, to)) if dearer => text.replace(from, to),
        _ => text.to_owned(),
    };
    if let (true, Some((from, _))) = (dearer, case.dearer) {
        let all = [case.deck, case.sit, case.workload];
        assert_eq!(all.iter().filter(|text| text.contains(from)).count(), 1, "{}: {from}", case.code);
    }
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, moved(text)).unwrap();
        path
    };
    let mut files = vec![write("deck.csd", case.deck)];
    if !case.sit.is_empty() {
        files.push(write("region.sit", case.sit));
    }
    Case { files, workload: Some(write("workload.toml", case.workload)) }
}

fn price(impact: &Value, measure: Measure) -> f64 {
    match measure {
        Measure::Cpu => number(impact, &["cpu_us_per_tran", "mid"]),
        Measure::Engine => number(impact, &["cpu_percent_of_engine", "mid"]),
        Measure::P95 => number(impact, &["response_ms", "p95", "mid"]),
    }
}

#[test]
fn every_rule_with_a_price_has_a_case() {
    let priced =
        rules::all().iter().filter(|rule| matches!(cost(rule), Some(Cost::WhatIf | Cost::Formula { .. })));
    let missing: Vec<_> =
        priced.filter(|rule| ALL.iter().all(|case| case.code != rule.code)).map(|r| r.code).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn a_price_moves_with_what_drives_it() {
    for case in ALL {
        let impact = written(case, false).impact(case.code);
        assert_eq!(impact["status"], "scored", "{}: {impact:#}", case.code);
        let before = price(&impact, case.measure);
        assert!(before > 0.0, "{}: {impact:#}", case.code);
        let after = price(&written(case, true).impact(case.code), case.measure);
        println!("{} {:?}: {before} -> {after}", case.code, case.measure);
        match case.dearer {
            Some((from, to)) => {
                assert!(after > before, "{}: {after} with {to}, {before} with {from}", case.code)
            }
            None => assert_eq!(after, before, "{}", case.code),
        }
    }
}

#[test]
fn the_price_is_what_the_model_says_of_the_fix() {
    for case in ALL.iter().filter(|case| is_what_if(case.code)) {
        let files = written(case, false);
        let impact = files.impact(case.code);
        let edits: Vec<&str> = impact["edits"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let answer = files.what_if(&edits);
        let names = impact["transactions"].as_array().cloned().unwrap_or_default();
        let mean = |side: &str, path: &[&str]| {
            let (mut sum, mut rate) = (0.0, 0.0);
            for transaction in answer[side]["transactions"].as_array().unwrap() {
                if names.contains(&transaction["id"]) {
                    rate += number(transaction, &["rate"]);
                    sum += number(transaction, &["rate"]) * number(transaction, path);
                }
            }
            if rate > 0.0 { sum / rate } else { 0.0 }
        };
        let same = |ours: f64, path: &[&str]| {
            let (before, after) = (mean("before", path), mean("after", path));
            // Six digits, of a difference of two numbers.
            let near = 1e-5 * (before - after).abs() + 1e-9 * before.abs() + 1e-9;
            assert!(
                (ours - (before - after)).abs() <= near,
                "{} {path:?}: {ours}, {before} - {after}",
                case.code
            );
        };
        same(number(&impact, &["cpu_us_per_tran", "mid"]), &["cpu_us", "mid"]);
        for percentile in ["p50", "p95"] {
            let ours = number(&impact, &["response_ms", percentile, "mid"]);
            same(ours, &["response_ms", percentile, "mid"]);
        }
    }
}

/// The case of a rule, with another text in place of one of its own.
fn changed(code: &str, from: &'static str, to: &'static str) -> Value {
    let case = ALL.iter().find(|case| case.code == code).unwrap();
    written(&Priced { dearer: Some((from, to)), ..*case }, true).impact(code)
}

#[test]
fn what_saturates_says_so_in_words() {
    let impact = changed("DBT013", "rate_per_s = 300.0", "rate_per_s = 600.0");
    assert_eq!(impact["status"], "saturated");
    assert_eq!(impact["consequence"], "queueing");
    assert!(impact["response_ms"].is_null());
    let why = impact["why"].as_str().unwrap();
    assert!(
        why.starts_with("DB2 TCBs saturates: the region keeps up with ")
            && why.ends_with(" % of the rates at most; with DB2CONN.C.TCBLIMIT=41 with all"),
        "{why}"
    );
    let hopeless = changed("DBT013", "rate_per_s = 300.0", "rate_per_s = 9000.0");
    assert!(hopeless["why"].as_str().unwrap().ends_with("and more is needed"), "{hopeless}");
}

#[test]
fn in_a_region_that_saturates_only_what_helps_is_called_so() {
    // Sessions of TLS make no difference to how many tasks MXT lets in, but cost CPU all the same.
    let cpu = changed("TUN018", "rate_per_s = 100.0", "rate_per_s = 100.0\nother_wait_ms = 60000.0");
    assert_eq!(cpu["status"], "scored", "{cpu:#}");
    assert!(number(&cpu, &["cpu_us_per_tran", "mid"]) > 1.0);
    assert!(cpu["response_ms"]["p95"]["mid"].is_null());
    let why = cpu["why"].as_str().unwrap();
    assert!(why.contains("saturates with it and without: the region keeps up with "), "{why}");
    // A task without SQL calls does not feel FORCEQR, in whatever state the region is.
    let unfelt = changed(
        "TUN003",
        "rate_per_s = 100.0\ncpu_us = 900.0\nsql_calls = 4.0",
        "rate_per_s = 5000.0\ncpu_us = 900.0\nsql_calls = 0.0",
    );
    assert_eq!(unfelt["status"], "scored", "{unfelt:#}");
    assert_eq!(unfelt["why"], "no transaction of the workload feels SIT.FORCEQR=NO");
}

#[test]
fn what_no_transaction_feels_says_so() {
    for (code, from, to, edit) in [
        ("TUN013", "file = [{ name = 'F', reads = 10.0 }]", "", "SIT.MROBTCH=6"),
        ("TUN011", ", shipped_from = 'AOR1'", "", "SIT.MROLRM=YES"),
        ("TUN003", "sql_calls = 4.0", "sql_calls = 0.0", "SIT.FORCEQR=NO"),
    ] {
        let impact = changed(code, from, to);
        assert_eq!(impact["why"], format!("no transaction of the workload feels {edit}"));
        assert!(impact["rate_per_s"].is_null() && impact["transactions"].is_null(), "{impact:#}");
        assert_eq!(number(&impact, &["cpu_us_per_tran", "mid"]), 0.0);
        assert!(!impact.to_string().contains("-0.0"), "{impact}");
    }
}
