//! Prints what the kernel makes of some random queues and networks, as JSON, for `tests/crosscheck/check.py`.
//!
//! `cargo run --release --example kernel-numbers`

#![allow(clippy::print_stdout, reason = "an example: prints its figures")]

use cicslint::model::kernel::single::{Stream, by_priority};
use cicslint::model::kernel::{erlang, mva};
use serde_json::{Value, json};

/// A small generator, so that the cases are the same everywhere.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 33) as f64 + 0.5) / (1_u64 << 31) as f64
    }

    fn whole(&mut self, low: u32, high: u32) -> u32 {
        self.between(f64::from(low), f64::from(high + 1)) as u32
    }
}

/// Two or three stations of one to twelve servers, and a delay.
fn closed(dice: &mut Dice) -> Value {
    let stations: Vec<mva::Station> = (0..dice.whole(2, 3))
        .map(|_| {
            let servers = if dice.between(0.0, 1.0) < 0.4 { 1 } else { dice.whole(2, 12) };
            mva::Station { demand_s: dice.between(0.02, 0.2) * f64::from(servers), servers }
        })
        .collect();
    let (think_s, population) = (dice.between(0.0, 2.0), dice.whole(2, 60));
    let throughput = mva::throughput(&stations, think_s, population);
    json!({
        "demands": stations.iter().map(|s| s.demand_s).collect::<Vec<f64>>(),
        "servers": stations.iter().map(|s| s.servers).collect::<Vec<u32>>(),
        "think": think_s,
        "population": population,
        "throughput": throughput.last(),
        "queues": mva::queue_lengths(&stations, think_s, population),
    })
}

fn several_servers(dice: &mut Dice) -> Value {
    let (servers, service) = (dice.whole(1, 12), dice.between(0.5, 2.0));
    let rate = dice.between(0.5, 0.9) * f64::from(servers) / service;
    let wait = erlang::mmc(rate, service, servers).steady().map(|q| q.wait_s);
    json!({ "rate": rate, "service": service, "servers": servers, "wait": wait })
}

fn with_loss(dice: &mut Dice) -> Value {
    let (servers, service, room) = (dice.whole(1, 8), dice.between(0.5, 2.0), dice.whole(0, 8));
    let rate = dice.between(0.7, 1.3) * f64::from(servers) / service;
    let q = erlang::mmck(rate, service, servers, servers + room);
    json!({ "rate": rate, "service": service, "servers": servers, "room": room, "lost": q.lost, "wait": q.wait_s })
}

fn priorities(dice: &mut Dice) -> Value {
    let count = dice.whole(2, 4);
    let load = dice.between(0.5, 0.85) / f64::from(count);
    let streams: Vec<Stream> = (0..count)
        .map(|i| {
            let service = dice.between(0.3, 2.0);
            Stream { priority: 10 * (count - i) as u8, ..Stream::exponential(load / service, service) }
        })
        .collect();
    let waits = by_priority(&streams, 0.0).steady().unwrap_or_default();
    json!({
        "rates": streams.iter().map(|s| s.rate).collect::<Vec<f64>>(),
        "services": streams.iter().map(|s| s.service_s).collect::<Vec<f64>>(),
        "waits": waits.iter().map(|w| w.mean).collect::<Vec<f64>>(),
    })
}

fn main() {
    let mut dice = Dice(20);
    let mut cases =
        |n: usize, make: fn(&mut Dice) -> Value| -> Vec<Value> { (0..n).map(|_| make(&mut dice)).collect() };
    let all = json!({
        "closed": cases(10, closed),
        "several_servers": cases(5, several_servers),
        "with_loss": cases(5, with_loss),
        "priorities": cases(4, priorities),
    });
    println!("{all:#}");
}
