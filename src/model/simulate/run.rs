//! One run of the simulated region: tasks, queues, and a clock that jumps from event to event.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::random::Random;
use crate::model::solve::parameters::{Act, CAUSES, Cause, Parameters};

/// A moment, ordered for the heap.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Time(f64);

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Arrival,
    /// The arrivals change between burst and quiet.
    Phase,
    /// A task's burst or delay ends.
    Done(usize),
    /// The next burst on shared engines ends, if nothing has changed since.
    Engine(u64),
}

#[derive(Debug, Clone)]
struct Task {
    transaction: usize,
    arrived: f64,
    /// When it began to wait for what it waits for.
    since: f64,
    block: usize,
    act: usize,
    /// How often the block is still to be done.
    left: u64,
    counted: bool,
    causes: [f64; CAUSES.len()],
}

/// What a run has measured of one transaction.
#[derive(Debug, Clone, Default)]
pub(super) struct Measured {
    pub responses: Vec<f64>,
    pub causes: [f64; CAUSES.len()],
    pub lost: u64,
}

struct Queue {
    waiting: VecDeque<usize>,
    active: u32,
}

/// Processor sharing of bursts among engines, in virtual time.
struct Sharing {
    engines: f64,
    now: f64,
    virtual_time: f64,
    jobs: BinaryHeap<Reverse<(Time, usize)>>,
    version: u64,
}

impl Sharing {
    fn rate(&self) -> f64 {
        (self.engines / self.jobs.len().max(1) as f64).min(1.0)
    }

    fn advance(&mut self, now: f64) {
        self.virtual_time += (now - self.now) * self.rate();
        self.now = now;
    }
}

pub(super) struct Run<'a> {
    region: &'a Parameters,
    random: Random,
    events: BinaryHeap<Reverse<(Time, u64, Event)>>,
    sequence: u64,
    now: f64,
    tasks: Vec<Task>,
    free: Vec<usize>,
    qr: BinaryHeap<(u8, Reverse<u64>, usize)>,
    qr_busy: bool,
    sharing: Option<Sharing>,
    pools: Vec<Queue>,
    mxt: Queue,
    classes: Vec<Queue>,
    cumulative: Vec<f64>,
    rate: f64,
    in_burst: bool,
    arrivals: u64,
    warm: u64,
    last: u64,
    pub measured: Vec<Measured>,
}

impl<'a> Run<'a> {
    /// Simulates `count` arrivals; those of the first `warm` and of the last three in a hundred are not counted.
    pub(super) fn new(region: &'a Parameters, seed: u64, count: u64, warm: u64) -> Self {
        let queue = || Queue { waiting: VecDeque::new(), active: 0 };
        let mut sum = 0.0;
        let cumulative = region
            .transactions
            .iter()
            .map(|t| {
                sum += t.rate;
                sum
            })
            .collect();
        Run {
            region,
            random: Random::new(seed),
            events: BinaryHeap::new(),
            sequence: 0,
            now: 0.0,
            tasks: Vec::new(),
            free: Vec::new(),
            qr: BinaryHeap::new(),
            qr_busy: false,
            sharing: region.engines.map(|e| Sharing {
                engines: (f64::from(e.count) - e.used_by_others).max(0.01),
                now: 0.0,
                virtual_time: 0.0,
                jobs: BinaryHeap::new(),
                version: 0,
            }),
            pools: region.pools.iter().map(|_| queue()).collect(),
            mxt: queue(),
            classes: region.classes.iter().map(|_| queue()).collect(),
            cumulative,
            rate: sum,
            in_burst: false,
            arrivals: 0,
            warm,
            last: count,
            measured: region.transactions.iter().map(|_| Measured::default()).collect(),
        }
    }

    fn at(&mut self, delay: f64, event: Event) {
        self.sequence += 1;
        self.events.push(Reverse((Time(self.now + delay), self.sequence, event)));
    }

    pub(super) fn go(&mut self) {
        if self.rate <= 0.0 {
            return;
        }
        self.next_arrival();
        if self.region.burst.and_then(|b| b.phases(self.rate)).is_some() {
            self.next_phase();
        }
        while let Some(Reverse((Time(now), _, event))) = self.events.pop() {
            self.now = now;
            match event {
                Event::Arrival => {
                    self.arrive();
                    if self.arrivals < self.last {
                        self.next_arrival();
                    }
                }
                Event::Phase => {
                    if self.arrivals < self.last {
                        self.in_burst = !self.in_burst;
                        self.next_phase();
                    }
                }
                Event::Done(task) => self.done(task),
                Event::Engine(version) => self.engine(version),
            }
        }
    }

    fn next_phase(&mut self) {
        if let Some(phases) = self.region.burst.and_then(|b| b.phases(self.rate)) {
            let length = self.random.exponential(1.0 / phases.ends[usize::from(self.in_burst)]);
            self.at(length, Event::Phase);
        }
    }

    /// Arrivals come at the peak rate; between bursts some of them are dropped.
    fn next_arrival(&mut self) {
        let peak = self.region.burst.and_then(|b| b.phases(self.rate)).map_or(self.rate, |p| p.rate[1]);
        let gap = self.random.exponential(1.0 / peak);
        self.at(gap, Event::Arrival);
    }

    fn arrive(&mut self) {
        let phases = self.region.burst.and_then(|b| b.phases(self.rate));
        if let Some(phases) = phases.filter(|_| !self.in_burst)
            && self.random.unit() > phases.rate[0] / phases.rate[1]
        {
            return;
        }
        self.arrivals += 1;
        let pick = self.random.unit() * self.rate;
        let transaction = self.cumulative.partition_point(|sum| *sum < pick).min(self.cumulative.len() - 1);
        let counted = self.arrivals > self.warm && self.arrivals * 100 <= self.last * 97;
        let class = self.region.transactions[transaction].class;
        if let Some(k) = class {
            let purge = self.region.classes[k].purge;
            let full = self.classes[k].active >= self.region.classes[k].limit;
            if full && purge.is_some_and(|room| self.classes[k].waiting.len() as u64 >= u64::from(room)) {
                self.measured[transaction].lost += u64::from(counted);
                return;
            }
        }
        let task = self.new_task(transaction, counted);
        match class {
            Some(k) if self.classes[k].active >= self.region.classes[k].limit => {
                self.classes[k].waiting.push_back(task);
            }
            Some(k) => {
                self.classes[k].active += 1;
                self.enter_mxt(task);
            }
            None => self.enter_mxt(task),
        }
    }

    fn new_task(&mut self, transaction: usize, counted: bool) -> usize {
        let task = Task {
            transaction,
            arrived: self.now,
            since: self.now,
            block: 0,
            act: 0,
            left: 0,
            counted,
            causes: [0.0; CAUSES.len()],
        };
        if let Some(at) = self.free.pop() {
            self.tasks[at] = task;
            return at;
        }
        self.tasks.push(task);
        self.tasks.len() - 1
    }

    fn enter_mxt(&mut self, task: usize) {
        self.tasks[task].since = self.now;
        if self.region.mxt.is_some_and(|mxt| self.mxt.active >= mxt) {
            self.mxt.waiting.push_back(task);
            return;
        }
        self.mxt.active += 1;
        self.begin(task);
    }

    fn begin(&mut self, task: usize) {
        self.tasks[task].left = self.times(task);
        self.step(task);
    }

    /// How often the task does its current block: the fraction of a count is a chance.
    fn times(&mut self, task: usize) -> u64 {
        let Task { transaction, block, .. } = self.tasks[task];
        let times = self.region.transactions[transaction].path.get(block).map_or(0.0, |b| b.times);
        let whole = times.floor();
        whole as u64 + u64::from(self.random.unit() < times - whole)
    }

    /// Does acts until one of them takes time.
    fn step(&mut self, task: usize) {
        let region = self.region;
        loop {
            let Task { transaction, block, act, left, .. } = self.tasks[task];
            let path = &region.transactions[transaction].path;
            let Some(current) = path.get(block) else {
                self.finish(task);
                return;
            };
            if left == 0 || current.acts.is_empty() {
                self.tasks[task].block += 1;
                self.tasks[task].act = 0;
                self.tasks[task].left = self.times(task);
                continue;
            }
            let Some(todo) = current.acts.get(act) else {
                self.tasks[task].act = 0;
                self.tasks[task].left -= 1;
                continue;
            };
            self.tasks[task].act += 1;
            self.tasks[task].since = self.now;
            match *todo {
                Act::Qr { .. } => {
                    self.sequence += 1;
                    let priority =
                        if region.ageing >= 1.0 { 0 } else { region.transactions[transaction].priority };
                    self.qr.push((priority, Reverse(self.sequence), task));
                    self.dispatch();
                    return;
                }
                Act::Open { seconds } => {
                    let burst = self.random.exponential(seconds);
                    self.run(task, burst);
                    return;
                }
                Act::Delay { cause, seconds } => {
                    let delay = self.random.exponential(seconds);
                    self.tasks[task].causes[cause as usize] += delay;
                    self.at(delay, Event::Done(task));
                    return;
                }
                Act::Take { pool } => {
                    if self.pools[pool].active >= region.pools[pool].capacity {
                        self.pools[pool].waiting.push_back(task);
                        return;
                    }
                    self.pools[pool].active += 1;
                }
                Act::Give { pool } => match self.pools[pool].waiting.pop_front() {
                    None => self.pools[pool].active -= 1,
                    Some(next) => {
                        let waited = self.now - self.tasks[next].since;
                        self.tasks[next].causes[region.pools[pool].cause as usize] += waited;
                        // Not here and now: this task is in the middle of a step.
                        self.at(0.0, Event::Done(next));
                    }
                },
            }
        }
    }

    fn dispatch(&mut self) {
        if self.qr_busy {
            return;
        }
        let Some((_, _, task)) = self.qr.pop() else { return };
        self.qr_busy = true;
        let waited = self.now - self.tasks[task].since;
        self.tasks[task].causes[Cause::Qr as usize] += waited;
        let Task { transaction, block, act, .. } = self.tasks[task];
        let acts = &self.region.transactions[transaction].path[block].acts;
        if let Some(Act::Qr { seconds }) = acts.get(act - 1) {
            let burst = self.random.exponential(*seconds);
            self.run(task, burst);
        }
    }

    /// Runs a burst of CPU, on engines if they are modelled.
    fn run(&mut self, task: usize, burst: f64) {
        match &mut self.sharing {
            None => self.at(burst, Event::Done(task)),
            Some(sharing) => {
                sharing.advance(self.now);
                let end = sharing.virtual_time + burst;
                sharing.jobs.push(Reverse((Time(end), task)));
                self.next_engine();
            }
        }
    }

    fn next_engine(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        sharing.version += 1;
        let version = sharing.version;
        if let Some(Reverse((Time(end), _))) = sharing.jobs.peek() {
            let delay = ((end - sharing.virtual_time) / sharing.rate()).max(0.0);
            self.at(delay, Event::Engine(version));
        }
    }

    fn engine(&mut self, version: u64) {
        let now = self.now;
        let Some(sharing) = &mut self.sharing else { return };
        if sharing.version != version {
            return;
        }
        sharing.advance(now);
        if let Some(Reverse((_, task))) = sharing.jobs.pop() {
            self.next_engine();
            self.done(task);
        }
    }

    /// A burst, a delay or a wait for a pool is over.
    fn done(&mut self, task: usize) {
        let Task { transaction, block, act, .. } = self.tasks[task];
        let was = self.region.transactions[transaction].path[block].acts.get(act.wrapping_sub(1)).copied();
        if let Some(Act::Qr { .. }) = was {
            self.qr_busy = false;
            self.step(task);
            self.dispatch();
        } else {
            self.step(task);
        }
    }

    fn finish(&mut self, task: usize) {
        let Task { transaction, arrived, counted, causes, .. } = self.tasks[task];
        if counted {
            let measured = &mut self.measured[transaction];
            measured.responses.push(self.now - arrived);
            measured.causes.iter_mut().zip(causes).for_each(|(sum, x)| *sum += x);
        }
        self.free.push(task);
        self.mxt.active -= 1;
        if let Some(next) = self.mxt.waiting.pop_front() {
            self.mxt.active += 1;
            let waited = self.now - self.tasks[next].since;
            self.tasks[next].causes[Cause::Mxt as usize] += waited;
            self.begin(next);
        }
        if let Some(k) = self.region.transactions[transaction].class {
            self.classes[k].active -= 1;
            if let Some(next) = self.classes[k].waiting.pop_front() {
                self.classes[k].active += 1;
                let waited = self.now - self.tasks[next].since;
                self.tasks[next].causes[Cause::Tranclass as usize] += waited;
                self.enter_mxt(next);
            }
        }
    }
}
