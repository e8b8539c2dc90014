//! For tests: how time grows with the input, on a machine that does other work meanwhile.

use std::time::{Duration, Instant};

/// The time for which this thread has had a processor; where the system does not tell, the time since `clock`.
fn processor_time(clock: Instant) -> Duration {
    // Giving up the processor brings the account up to date.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|field| field.parse().ok());
    nanoseconds.map_or_else(|| clock.elapsed(), Duration::from_nanos)
}

fn time(work: &mut dyn FnMut(), times: u32) -> f64 {
    let clock = Instant::now();
    let start = processor_time(clock);
    (0..times).for_each(|_| work());
    (processor_time(clock) - start).as_secs_f64().max(1e-7)
}

/// Panics when `large` takes more than `most` times as long as `small` in each of several measurements.
pub(crate) fn assert_growth(name: &str, most: f64, mut small: impl FnMut(), mut large: impl FnMut()) {
    let times = (0.02 / time(&mut small, 1)).ceil().clamp(1.0, 500.0) as u32;
    let mut ratios = Vec::new();
    while ratios.len() < 6 {
        let ratio = time(&mut large, times) / time(&mut small, times);
        if ratio < most {
            return;
        }
        ratios.push(ratio);
    }
    panic!("{name}: the larger input takes {ratios:.1?} times as long as the smaller");
}
