//! How long the model takes to solve a region.
//!
//! `cargo bench --bench model`. The region has a thread pool and MXT; `bursts` has peaks that pile up a backlog, and
//! `limits` a full thread pool inside of a full MXT, which is where most of the work is.

use cicslint::model::kernel::bursts::Burst;
use cicslint::model::solve::parameters::{Act, Block, Cause, Parameters, Pool, Transaction};
use cicslint::model::solve::solve_point;
use divan::Bencher;

fn main() {
    divan::main();
}

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

#[divan::bench(args = [1, 50, 500])]
fn plain(bencher: Bencher<'_, '_>, count: usize) {
    let region = region(count);
    bencher.bench(|| solve_point(divan::black_box(&region)));
}

#[divan::bench(args = [1, 50, 500])]
fn bursts(bencher: Bencher<'_, '_>, count: usize) {
    let burst = Burst { peak_factor: 1.3, quiet_factor: 0.8, length_s: 0.1 };
    let region = Parameters { burst: Some(burst), ..region(count) };
    bencher.bench(|| solve_point(divan::black_box(&region)));
}

#[divan::bench(args = [1, 50, 500])]
fn limits(bencher: Bencher<'_, '_>, count: usize) {
    let mut region = region(count);
    region.pools[0].capacity = 8;
    region.mxt = Some(12);
    bencher.bench(|| solve_point(divan::black_box(&region)));
}
