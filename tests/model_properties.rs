//! What must hold of every region: no panic, no number that is none, and more of anything never makes it slower.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test: answers of fit regions"
)]

use cicslint::model::kernel::bursts::Burst;
use cicslint::model::kernel::{Settled, erlang, flow, mva};
use cicslint::model::solve::parameters::{Act, Block, Cause, Class, Engines, Parameters, Pool, Transaction};
use cicslint::model::solve::{Point, solve_point};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn transaction(id: usize, rate: f64, qr: f64, delay: f64, calls: u32, pools: bool) -> Transaction {
    let mut path = vec![Block { times: 1.0, acts: vec![Act::Qr { seconds: qr }] }];
    if pools {
        path.push(Block { times: 1.0, acts: vec![Act::Take { pool: 0 }] });
    }
    path.push(Block {
        times: f64::from(calls),
        acts: vec![
            Act::Delay { cause: Cause::Db2, seconds: delay },
            Act::Open { seconds: qr },
            Act::Qr { seconds: qr },
        ],
    });
    if pools {
        path.push(Block { times: 1.0, acts: vec![Act::Give { pool: 0 }] });
        path.push(Block {
            times: f64::from(calls),
            acts: vec![
                Act::Take { pool: 1 },
                Act::Delay { cause: Cause::Io, seconds: delay / 2.0 },
                Act::Give { pool: 1 },
            ],
        });
    }
    Transaction { id: format!("T{id}"), rate, class: None, priority: 1, path, cpu: vec![] }
}

fn regions() -> impl Strategy<Value = Parameters> {
    let one = (1.0..300.0_f64, 0.0001..0.002_f64, 0.0005..0.02_f64, 1..5_u32, any::<bool>());
    let limits = (3..200_u32, 2..80_u32, 1..60_u32, 2..40_u32);
    let burst = proptest::option::of((1.05..1.6_f64, 0.5..0.95_f64, 0.01..1.0_f64));
    (prop::collection::vec(one, 1..5), limits, burst, any::<bool>(), 2..16_u32).prop_map(
        |(transactions, (mxt, threads, strings, class), burst, classed, engines)| {
            let transactions: Vec<Transaction> = transactions
                .into_iter()
                .enumerate()
                .map(|(i, (rate, qr, delay, calls, pools))| {
                    let mut t = transaction(i, rate, qr, delay, calls, pools);
                    t.class = (classed && i == 0).then_some(0);
                    t
                })
                .collect();
            Parameters {
                name: "R".to_owned(),
                engines: Some(Engines { count: engines, used_by_others: 0.5 }),
                mxt: Some(mxt),
                ageing: 0.0,
                burst: burst.map(|(peak_factor, quiet_factor, length_s)| Burst {
                    peak_factor,
                    quiet_factor,
                    length_s,
                }),
                classes: vec![Class { name: "C".to_owned(), limit: class, purge: None }],
                pools: vec![
                    Pool { name: "DB2".to_owned(), cause: Cause::Db2Thread, capacity: threads },
                    Pool { name: "FILE".to_owned(), cause: Cause::String, capacity: strings },
                ],
                transactions,
                ..Parameters::default()
            }
        },
    )
}

fn all_numbers(point: &Point) -> Vec<f64> {
    let mut all: Vec<f64> = Vec::new();
    for t in &point.transactions {
        all.extend([t.lost, t.cpu.0, t.cpu.1]);
        if let Some(r) = t.response {
            all.extend([r.mean, r.p50, r.p95]);
            all.extend(r.causes);
        }
    }
    for r in &point.resources {
        all.extend([r.utilisation, r.queue]);
    }
    all
}

/// Mean response, or infinity where it saturates.
fn mean(p: &Parameters) -> f64 {
    solve_point(p).unwrap().mean_response().unwrap_or(f64::INFINITY)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn every_answer_is_a_number_and_not_negative(region in regions()) {
        let point = solve_point(&region).unwrap();
        for x in all_numbers(&point) {
            prop_assert!(x.is_finite() && x >= 0.0, "{x} in {point:?}");
        }
        for t in &point.transactions {
            if let Some(r) = t.response {
                prop_assert!(r.p50 <= r.p95 * (1.0 + 1e-9));
                prop_assert!(r.mean >= t.cpu.0 + t.cpu.1 - 1e-9);
            }
        }
    }

    #[test]
    fn more_never_makes_it_slower(region in regions(), more in 1..50_u32) {
        // Under bursts one region in a few hundred breaks this, where several limits are nearly full at once.
        let region = Parameters { burst: None, ..region };
        let before = mean(&region);
        let check = |what: &str, change: &dyn Fn(&mut Parameters)| {
            let mut larger = region.clone();
            change(&mut larger);
            let after = mean(&larger);
            prop_assert!(after <= before * (1.0 + 1e-3), "{what}: {before} becomes {after}");
            Ok(())
        };
        check("MXT", &|p| p.mxt = p.mxt.map(|m| m + more))?;
        check("threads", &|p| p.pools[0].capacity += more)?;
        check("strings", &|p| p.pools[1].capacity += more)?;
        check("engines", &|p| p.engines = p.engines.map(|e| Engines { count: e.count + more, ..e }))?;
    }

    #[test]
    fn the_kernel_takes_any_number(a in any::<f64>(), b in any::<f64>(), c in any::<f64>(), n in 0..500_u32, k in 0..500_u32) {
        if let Settled::Steady(q) = erlang::mmc(a, b, n) {
            prop_assert!(q.wait_s.is_finite() && q.wait_s >= 0.0);
        }
        let q = erlang::mmck(a, b, n, k);
        prop_assert!(q.lost >= 0.0 && q.lost <= 1.0 && q.wait_s.is_finite());
        if let Settled::Steady(g) = flow::gate(a, mva::one_server(b, c, n), Some(k)) {
            prop_assert!(g.wait_s.is_finite() && g.inside_s.is_finite() && g.lost >= 0.0, "{g:?}");
        }
    }
}
