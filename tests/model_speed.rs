//! How long solutions take, as growth: what fifty transactions cost against one, and five hundred against fifty.
//!
//! Needs optimisation: `cargo test --release --test model_speed -- --ignored --nocapture`. The times are printed and
//! depend on the machine, so that only their ratios are held; `benches/model.rs` measures more closely.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test: prints its figures"
)]

use std::time::{Duration, Instant};

use cicslint::model::kernel::bursts::Burst;
use cicslint::model::solve::parameters::{Act, Block, Cause, Class, Parameters, Pool, Transaction};
use cicslint::model::solve::solve_point;

fn region(count: usize) -> Parameters {
    let transactions = (0..count)
        .map(|i| {
            let burst = 0.0002 + 0.0001 * (i % 7) as f64;
            let acts = vec![Act::Delay { cause: Cause::Db2, seconds: 0.004 }, Act::Qr { seconds: burst }];
            Transaction {
                id: format!("T{i}"),
                rate: 500.0 / count as f64,
                class: None,
                priority: 1,
                path: vec![
                    Block { times: 1.0, acts: vec![Act::Qr { seconds: burst }, Act::Take { pool: 0 }] },
                    Block { times: 2.0, acts },
                    Block { times: 1.0, acts: vec![Act::Give { pool: 0 }] },
                ],
                cpu: vec![],
            }
        })
        .collect();
    Parameters {
        name: "SPEED".to_owned(),
        mxt: Some(250),
        pools: vec![Pool { name: "DB2".to_owned(), cause: Cause::Db2Thread, capacity: 20 }],
        transactions,
        ..Parameters::default()
    }
}

/// The same with priorities, bursts, and a class and a pool for every ten transactions.
fn rich(count: usize) -> Parameters {
    let mut region = region(count);
    region.burst = Some(Burst { peak_factor: 1.3, quiet_factor: 0.8, length_s: 0.1 });
    for (i, t) in region.transactions.iter_mut().enumerate() {
        t.priority = [1, 100, 200][i % 3];
        t.class = Some(i / 10);
        let group = 1 + i / 10;
        t.path.push(Block {
            times: 2.0,
            acts: vec![
                Act::Take { pool: group },
                Act::Delay { cause: Cause::Io, seconds: 0.001 },
                Act::Give { pool: group },
            ],
        });
    }
    for i in 0..count.div_ceil(10) {
        region.classes.push(Class { name: format!("C{i}"), limit: 40, purge: None });
        region.pools.push(Pool { name: format!("F{i}"), cause: Cause::String, capacity: 5 });
    }
    region
}

/// The best of several rounds: the machine has other work.
fn best(region: &Parameters) -> Duration {
    let turns = 2_000 / region.transactions.len() + 1;
    let round = || {
        let start = Instant::now();
        for _ in 0..turns {
            assert!(!solve_point(region).unwrap().saturated());
        }
        start.elapsed() / turns as u32
    };
    (0..20).map(|_| round()).min().unwrap()
}

#[test]
#[ignore = "needs optimisation"]
fn time_grows_with_the_transactions_and_no_faster() {
    for (what, make) in [("plain", region as fn(usize) -> Parameters), ("rich", rich)] {
        let [one, fifty, many] = [1, 50, 500].map(|n| best(&make(n)).as_secs_f64() * 1e6);
        println!("{what}: 1 transaction {one:.1} us, 50 {fifty:.0} us, 500 {many:.0} us");
        assert!(fifty <= 60.0 * one, "{what}: 50 take {:.1} times as long as one", fifty / one);
        assert!(many <= 15.0 * fifty, "{what}: 500 take {:.1} times as long as 50", many / fifty);
    }
}
