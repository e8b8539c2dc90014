//! Regions to compare the solver with the simulation: one to eight transactions, the QR TCB from 30 to 95 % busy, and by
//! number threads, strings, MXT, a class, priorities or bursts that bind.

use cicslint::model::kernel::bursts::Burst;
use cicslint::model::solve::parameters::{Act, Block, Cause, Class, Parameters, Pool, Transaction};
use cicslint::model::solve::solve_point;

/// A small generator, so that the regions are the same everywhere.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f64 + 0.5) / (1_u64 << 31) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn whole(&mut self, low: u32, high: u32) -> u32 {
        low + (self.unit() * f64::from(high - low + 1)) as u32
    }
}

const THREADS: usize = 0;
const STRINGS: usize = 1;

/// Region number `number`: its load rises over forty, and what binds in it follows from the number.
pub(crate) fn region(number: u64) -> Parameters {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 17);
    let busy = 0.3 + 0.65 * (number % 40) as f64 / 39.0;
    let count = dice.whole(1, 8);
    let visits_apart = dice.between(1.0, 10.0);
    let transactions: Vec<Transaction> =
        (0..count).map(|i| transaction(&mut dice, i, visits_apart)).collect();
    let mut region = Parameters {
        name: format!("R{number}"),
        pools: vec![
            Pool { name: "DB2".to_owned(), cause: Cause::Db2Thread, capacity: 10_000 },
            Pool { name: "FILE".to_owned(), cause: Cause::String, capacity: 10_000 },
        ],
        transactions,
        ..Parameters::default()
    };
    let load: f64 = region.transactions.iter().map(|t| t.rate * t.cpu_seconds().0).sum();
    for t in &mut region.transactions {
        t.rate *= busy / load;
    }
    bind(&mut region, number, &mut dice);
    region
}

fn transaction(dice: &mut Dice, i: u32, apart: f64) -> Transaction {
    let burst = dice.between(0.0002, 0.0008);
    let calls = dice.whole(1, 4);
    let delay = burst * apart * dice.between(0.7, 3.0);
    let mut path =
        vec![Block { times: 1.0, acts: vec![Act::Qr { seconds: burst }, Act::Take { pool: THREADS }] }];
    path.push(Block {
        times: f64::from(calls),
        acts: vec![Act::Delay { cause: Cause::Db2, seconds: delay }, Act::Qr { seconds: burst }],
    });
    path.push(Block { times: 1.0, acts: vec![Act::Give { pool: THREADS }] });
    if dice.unit() < 0.5 {
        let reads = f64::from(dice.whole(1, 3));
        path.push(Block {
            times: reads,
            acts: vec![
                Act::Take { pool: STRINGS },
                Act::Delay { cause: Cause::Io, seconds: delay },
                Act::Give { pool: STRINGS },
                Act::Open { seconds: burst },
            ],
        });
        path.push(Block { times: 1.0, acts: vec![Act::Qr { seconds: burst }] });
    }
    Transaction {
        id: format!("T{i:03}"),
        rate: dice.between(0.3, 1.0),
        class: None,
        priority: 1,
        path,
        cpu: vec![],
    }
}

/// Makes limits bind: sizes them from the number of holders in the region without limits.
fn bind(region: &mut Parameters, number: u64, dice: &mut Dice) {
    let free = solve_point(region).unwrap();
    let holders = |name: &str| {
        let r = free.resources.iter().find(|r| r.name == name).unwrap();
        r.utilisation * r.capacity
    };
    let size = |holders: f64, use_of_it: f64| (holders / use_of_it).ceil().max(2.0) as u32;
    if number % 3 == 1 {
        region.pools[THREADS].capacity = size(holders("DB2"), dice.between(0.6, 0.88));
    }
    if number % 5 == 2 {
        region.pools[STRINGS].capacity = size(holders("FILE"), dice.between(0.5, 0.85));
    }
    let inside = |p: &Parameters| {
        let s = solve_point(p).unwrap();
        let rate: f64 = p.transactions.iter().map(|t| t.rate).sum();
        s.mean_response().map(|r| r * rate)
    };
    if let Some(n) = inside(region).filter(|_| number % 4 == 3) {
        region.mxt = Some(size(n, dice.between(0.5, 0.85)));
    }
    if number % 6 == 4 {
        let response = free.transactions[0].response.unwrap().mean;
        let limit = size(region.transactions[0].rate * response, dice.between(0.5, 0.8));
        region.classes.push(Class { name: "CLASS".to_owned(), limit, purge: None });
        region.transactions[0].class = Some(0);
    }
    if number % 7 == 5 {
        for (i, t) in region.transactions.iter_mut().enumerate() {
            t.priority = 1 + 100 * (i % 2) as u8;
        }
    }
    if number % 8 == 6 {
        region.burst = Some(Burst {
            peak_factor: dice.between(1.2, 1.6),
            quiet_factor: dice.between(0.6, 0.8),
            length_s: dice.between(0.05, 0.3),
        });
    }
}
