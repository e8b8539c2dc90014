//! What settings of the whole region add: trace, monitoring, statistics, protection, batching, idle work.
//!
//! The forms are arithmetic; the percentages come from old published benchmarks and are therefore always ranges.

use super::quantity;

/// Fractions that recording adds to the path length of every command.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Recording {
    /// Internal or auxiliary trace, if on.
    pub trace: f64,
    /// Performance-class monitoring, if on.
    pub monitoring: f64,
}

/// CPU with recording on. The two add, as in the published benchmark.
pub fn recorded(cpu: f64, recording: Recording) -> f64 {
    quantity(cpu) * (1.0 + quantity(recording.trace) + quantity(recording.monitoring))
}

/// CPU seconds per second of something that wakes every `every_s` and takes `each_s`: statistics intervals, the
/// Health Checker, interval control with nothing to do.
pub fn periodic(every_s: f64, each_s: f64) -> f64 {
    let every = quantity(every_s);
    if every > 0.0 { quantity(each_s) / every } else { 0.0 }
}

/// Subspace activations of a task under transaction isolation: one for each new page.
///
/// A page is 4 KB below 16 MB and 1 MB above; a task that uses none below activates none there.
pub fn subspace_activations(below_bytes: f64, above_bytes: f64) -> f64 {
    (quantity(below_bytes) / 4_096.0).ceil() + (quantity(above_bytes) / 1_048_576.0).ceil()
}

/// Interregion batching (SIT MROBTCH).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Batching {
    /// The share of wait-and-post CPU that is saved, at most.
    pub saved: f64,
    /// Delay added to a request, in seconds.
    pub delay_s: f64,
}

/// Batches of `size` at `rate` requests a second: saves at most (n-1)/n, delays by (n+1)/2 mean gaps, and never more
/// than the region's idle interval `idle_s` (SIT ICV).
pub fn batching(size: u32, rate: f64, idle_s: f64) -> Batching {
    let n = f64::from(size.max(1));
    if size <= 1 {
        return Batching { saved: 0.0, delay_s: 0.0 };
    }
    let rate = quantity(rate);
    let gap = if rate > 0.0 { 1.0 / rate } else { f64::MAX / 4.0 };
    Batching { saved: (n - 1.0) / n, delay_s: ((n + 1.0) / 2.0 * gap).min(quantity(idle_s)) }
}

/// CPU and wait of one write to a log stream in the coupling facility.
///
/// Below the limit the write is synchronous: the engine spins for `service_s`. Above, the task waits instead.
pub fn log_write(bytes: f64, limit_bytes: f64, service_s: f64) -> (f64, f64) {
    if quantity(bytes) < limit_bytes { (quantity(service_s), 0.0) } else { (0.0, quantity(service_s)) }
}

/// The largest number of tasks that storage allows: `limit_bytes` less what is used apart from tasks, over what a
/// task takes.
pub fn tasks_by_storage(limit_bytes: f64, fixed_bytes: f64, per_task_bytes: f64) -> u32 {
    let per_task = quantity(per_task_bytes);
    if per_task == 0.0 {
        return u32::MAX;
    }
    (quantity(quantity(limit_bytes) - quantity(fixed_bytes)) / per_task).min(f64::from(u32::MAX)) as u32
}

/// How much longer work takes when `busy` of the engines is used by all together.
///
/// Every dispatch waits as in a queue of `engines` servers: 1 + C / (m (1 - ρ)).
pub fn engine_stretch(engines: u32, busy: f64) -> super::Settled<f64> {
    let (m, rho) = (f64::from(engines), quantity(busy));
    if rho >= 1.0 || engines == 0 {
        return super::saturated(rho);
    }
    super::Settled::Steady(1.0 + super::erlang::erlang_c(engines, m * rho) / (m * (1.0 - rho)))
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn the_health_checker_costs_a_millisecond_an_hour() {
        close(periodic(1_800.0, 538e-6) * 3_600.0, 1.08e-3, 0.01);
        assert_eq!(periodic(0.0, 1.0), 0.0);
    }

    #[test]
    fn recording_and_protection() {
        close(recorded(1.0, Recording { trace: 0.2, monitoring: 0.05 }), 1.25, 1e-12);
        assert_eq!(subspace_activations(4_096.0, 1.0), 2.0);
        assert_eq!(subspace_activations(0.0, 0.0), 0.0);
    }

    #[test]
    fn batching_saves_less_and_less_and_waits_more_and_more() {
        let two = batching(2, 100.0, 1.0);
        close(two.saved, 0.5, 1e-12);
        close(two.delay_s, 0.015, 1e-12);
        close(batching(6, 100.0, 1.0).saved, 0.8333, 1e-3);
        close(batching(6, 0.0, 0.5).delay_s, 0.5, 1e-12);
        assert_eq!(batching(1, 0.0, 0.5).delay_s, 0.0);
    }

    #[test]
    fn storage_bounds_tasks_and_engines_stretch_time() {
        assert_eq!(tasks_by_storage(500e6, 100e6, 2e6), 200);
        assert_eq!(tasks_by_storage(1.0, 2.0, 1.0), 0);
        close(engine_stretch(1, 0.5).steady().unwrap(), 2.0, 1e-12);
        assert!(engine_stretch(8, 0.5).steady().unwrap() < 1.02);
        assert!(engine_stretch(2, 1.0).is_saturated());
        assert_eq!(log_write(3_000.0, 4_096.0, 2e-5), (2e-5, 0.0));
    }
}
