//! How long one solution takes. Needs optimisation: `cargo test --release --test model_speed -- --ignored --nocapture`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test: prints its figures"
)]

use std::time::{Duration, Instant};

use cicslint::model::solve::parameters::{Act, Block, Cause, Parameters, Pool, Transaction};
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

#[test]
#[ignore = "needs optimisation"]
fn one_solution_is_quick() {
    for (count, bound) in [(1, 5), (50, 200), (500, 5_000)] {
        let region = region(count);
        // The best of several rounds: the machine has other work.
        let best = (0..20)
            .map(|_| {
                let (start, turns) = (Instant::now(), 2_000 / count + 1);
                for _ in 0..turns {
                    assert!(!solve_point(&region).unwrap().saturated());
                }
                start.elapsed() / turns as u32
            })
            .min()
            .unwrap_or(Duration::MAX);
        println!("{count} transactions: {best:?} (allowed {bound} us)");
        assert!(best <= Duration::from_micros(bound));
    }
}
