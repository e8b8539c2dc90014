//! VSAM buffers: how many reads find their control interval in storage.
//!
//! LSR by H. Che's approximation of a least-recently-used cache (Che, Tung and Wang 2002), which an LRU simulation of
//! 12,500 intervals confirms within 0.002. NSR read-ahead by a structural rule read off the published I/O counts:
//! chains never cross a control area, the first fills all free buffers, later ones half of the pool.

use super::{Settled, quantity, saturated};

/// How references spread over the control intervals of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Popularity {
    /// Control intervals in the file.
    pub intervals: u64,
    /// Zipf's exponent: 0 for all alike, about 0.8 to 1 for business keys.
    pub skew: f64,
}

impl Popularity {
    /// Groups of (how many intervals, probability of each), most popular first. Groups are one interval wide at
    /// first, then grow by a percent.
    fn groups(&self) -> Vec<(f64, f64)> {
        let n = self.intervals as f64;
        let skew = quantity(self.skew).min(5.0);
        if skew == 0.0 {
            return if n > 0.0 { vec![(n, 1.0 / n)] } else { vec![] };
        }
        let mut groups = Vec::new();
        let (mut from, mut total) = (1.0_f64, 0.0);
        while from <= n {
            let to = (from * 1.01).floor().max(from).min(n);
            let weight = ((from + to) / 2.0).powf(-skew);
            groups.push((to - from + 1.0, weight));
            total += (to - from + 1.0) * weight;
            from = to + 1.0;
        }
        groups.iter_mut().for_each(|g| g.1 /= total);
        groups
    }
}

/// References to a file whose intervals share buffers with those of other files.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sharer {
    /// How they spread.
    pub popularity: Popularity,
    /// How many there are in a second.
    pub rate: f64,
}

/// How long an interval stays in the buffers after a reference to it, in seconds: Che's characteristic time, one for all
/// that share them. Infinite where everything fits, zero without buffers.
pub fn stay_s(sharers: &[Sharer], buffers: u64) -> f64 {
    let used: Vec<&Sharer> = sharers.iter().filter(|sharer| sharer.rate > 0.0).collect();
    let all: u64 = used.iter().map(|sharer| sharer.popularity.intervals).sum();
    let rate: f64 = used.iter().map(|sharer| sharer.rate).sum();
    if buffers == 0 {
        return 0.0;
    }
    if buffers >= all {
        return f64::INFINITY;
    }
    let groups: Vec<(f64, f64)> = used
        .iter()
        .flat_map(|sharer| sharer.popularity.groups().into_iter().map(|(n, p)| (n, p * sharer.rate)))
        .collect();
    let held = |t: f64| groups.iter().map(|(n, rate)| n * -(-rate * t).exp_m1()).sum::<f64>();
    let target = buffers as f64;
    let (mut low, mut high) = (0.0, target / rate);
    while held(high) < target && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if held(middle) < target { low = middle } else { high = middle }
    }
    high
}

/// The share of references that find their interval, where intervals stay so long.
pub fn found(sharer: Sharer, stay_s: f64) -> f64 {
    if stay_s == f64::INFINITY {
        return if sharer.popularity.intervals > 0 { 1.0 } else { 0.0 };
    }
    let groups = sharer.popularity.groups();
    let all = groups.iter().map(|(n, p)| n * p * -(-p * sharer.rate * stay_s).exp_m1());
    all.sum::<f64>().clamp(0.0, 1.0)
}

/// The share of independent references that find their interval among `buffers` of their own (Che).
pub fn lru_hit_ratio(popularity: Popularity, buffers: u64) -> f64 {
    let alone = Sharer { popularity, rate: 1.0 };
    found(alone, stay_s(&[alone], buffers))
}

/// Mean wait of an update for its control interval, which other updates hold for `held_s` each.
///
/// Every interval is a queue of its own, M/M/1 at its share of `rate`. Saturated where the most popular one is.
pub fn conflict_wait(rate: f64, held_s: f64, popularity: Popularity) -> Settled<f64> {
    let (rate, held) = (quantity(rate), quantity(held_s));
    let mut sum = 0.0;
    for (n, p) in popularity.groups() {
        let load = rate * p * held;
        if load >= 1.0 {
            return saturated(rate * p - 1.0 / held);
        }
        sum += n * p * load * held / (1.0 - load);
    }
    Settled::Steady(sum)
}

/// The share of sequential reads that find their interval: all but the first of each interval's records.
pub fn clustered_hit_ratio(records_per_interval: f64) -> f64 {
    let r = quantity(records_per_interval);
    if r <= 1.0 { 0.0 } else { 1.0 - 1.0 / r }
}

/// Reads of the index's lowest level of a browse: one for each control area.
pub fn sequence_set_reads(intervals: u64, intervals_per_area: u64) -> u64 {
    intervals.div_ceil(intervals_per_area.max(1))
}

/// Whether a pool is too small for its concurrency: then buffers are stolen between two reads and no ratio holds.
pub fn thrashes(buffers: u64, strings_in_use: f64, intervals_held_by_each: f64) -> bool {
    (buffers as f64) < quantity(strings_in_use) * quantity(intervals_held_by_each)
}

/// The buffer sizes of an LSR pool, in bytes.
pub const LSR_SIZES: [u32; 11] = [512, 1024, 2048, 4096, 8192, 12288, 16384, 20480, 24576, 28672, 32768];

/// Buffers of an LSR pool, one count for each of [`LSR_SIZES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LsrPool {
    /// Data buffers, or all buffers where index buffers are not apart.
    pub data: [u32; 11],
    /// Index buffers.
    pub index: [u32; 11],
}

impl LsrPool {
    /// The data buffers an interval of this size uses: those of the smallest defined size that holds it.
    pub fn data_buffers(&self, interval_bytes: u32) -> Option<u32> {
        smallest(&self.data, interval_bytes)
    }

    /// Their place in [`LSR_SIZES`].
    pub fn data_size(&self, interval_bytes: u32) -> Option<usize> {
        LSR_SIZES.iter().zip(&self.data).position(|(size, n)| *size >= interval_bytes && *n > 0)
    }

    /// The index buffers an interval of this size uses; without any index buffers the data buffers serve both.
    pub fn index_buffers(&self, interval_bytes: u32) -> Option<u32> {
        if self.index.iter().all(|n| *n == 0) {
            return self.data_buffers(interval_bytes);
        }
        smallest(&self.index, interval_bytes)
    }
}

fn smallest(counts: &[u32; 11], bytes: u32) -> Option<u32> {
    LSR_SIZES.iter().zip(counts).find(|(size, n)| **size >= bytes && **n > 0).map(|(_, n)| *n)
}

/// I/O of one NSR browse of `intervals`, with `data_buffers` of which `strings` are spoken for.
///
/// Within 0.25 % of the published counts for one string. With more strings in use read-ahead is mostly lost: see
/// [`nsr_concurrent_reads`].
pub fn nsr_browse_reads(intervals: u64, intervals_per_area: u64, data_buffers: u64, strings: u64) -> u64 {
    let area = intervals_per_area.max(1);
    (intervals / area) * area_reads(area, data_buffers, strings)
        + area_reads(intervals % area, data_buffers, strings)
}

/// I/O for `count` intervals of one control area.
fn area_reads(count: u64, data_buffers: u64, strings: u64) -> u64 {
    let free = data_buffers.saturating_sub(strings.max(1)).max(1);
    let later = (data_buffers + 1).saturating_sub(strings.max(1)).div_euclid(2).max(1);
    match count {
        0 => 0,
        c if c <= free => 1,
        c => 1 + (c - free).div_ceil(later),
    }
}

/// I/O of `browses` concurrent NSR browses, lower and upper bound, for all of them together.
///
/// Only as many extra chains as fit in the buffers beyond one for each string; the rest read one interval at a time.
pub fn nsr_concurrent_reads(
    intervals: u64,
    intervals_per_area: u64,
    data_buffers: u64,
    strings: u64,
    browses: u64,
) -> (u64, u64) {
    let alone = nsr_browse_reads(intervals, intervals_per_area, data_buffers, strings);
    let chains = data_buffers.saturating_sub(strings + 1) / 2;
    let chained = browses.min(chains);
    (chained * alone + (browses - chained) * intervals, browses * intervals)
}

/// The probability that an update finds its control interval held by another.
///
/// `updates_per_s` over the file, each holding an interval for `hold_s`; `effective_intervals` is the number of
/// intervals they spread over, fewer than the file has where keys are skewed.
pub fn interval_conflict(updates_per_s: f64, hold_s: f64, effective_intervals: f64) -> f64 {
    let n = quantity(effective_intervals).max(1.0);
    -(-quantity(updates_per_s) * quantity(hold_s) / n).exp_m1()
}

/// Intervals that references spread over as if all were alike: one over the sum of squared shares.
pub fn effective_intervals(popularity: Popularity) -> f64 {
    let squares: f64 = popularity.groups().iter().map(|(n, p)| n * p * p).sum();
    if squares > 0.0 { 1.0 / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn files_that_share_buffers_have_them_by_how_often_they_are_read() {
        let file = |intervals, rate| Sharer { popularity: Popularity { intervals, skew: 0.0 }, rate };
        // Two files alike have half of the buffers each.
        let alike = [file(1_000, 5.0), file(1_000, 5.0)];
        let stay = stay_s(&alike, 500);
        let half = lru_hit_ratio(Popularity { intervals: 1_000, skew: 0.0 }, 250);
        assert!((found(alike[0], stay) - half).abs() < 1e-9);
        // What is read more often keeps more; together they fill the buffers.
        let [busy, quiet] = [file(1_000, 50.0), file(1_000, 5.0)];
        let stay = stay_s(&[busy, quiet], 500);
        let (a, b) = (found(busy, stay), found(quiet, stay));
        assert!(a > half && b < half && ((a + b) * 1_000.0 - 500.0).abs() < 1e-6, "{a} {b}");
        assert_eq!(stay_s(&alike, 2_000), f64::INFINITY);
        assert_eq!(found(alike[0], stay_s(&alike, 0)), 0.0);
        // A file that nobody reads takes nothing.
        assert_eq!(found(file(10, 1.0), stay_s(&[file(10, 1.0), file(1_000, 0.0)], 10)), 1.0);
    }

    #[test]
    fn updates_wait_where_they_meet() {
        let one = conflict_wait(50.0, 0.01, Popularity { intervals: 1, skew: 0.0 });
        close(one.steady().unwrap(), 0.01, 1e-9);
        let many = conflict_wait(50.0, 0.01, Popularity { intervals: 1_000, skew: 0.0 }).steady().unwrap();
        assert!(many < 1e-5);
        assert!(
            conflict_wait(50.0, 0.01, Popularity { intervals: 1_000, skew: 1.0 }).steady().unwrap() > many
        );
        assert!(conflict_wait(200.0, 0.01, Popularity { intervals: 1, skew: 0.0 }).is_saturated());
    }

    #[test]
    fn nsr_read_ahead_gives_the_published_counts() {
        for (buffers, published) in [(2, 12_500.0), (5, 6_177.0), (10, 2_496.0), (20, 1_250.0), (50, 487.0)] {
            close(nsr_browse_reads(12_500, 180, buffers, 1) as f64, published, 0.0025);
        }
        // The default, one buffer more than strings, reads one interval at a time.
        assert_eq!(nsr_browse_reads(12_500, 180, 51, 50), 12_500);
        assert_eq!(nsr_concurrent_reads(12_500, 180, 51, 50, 50), (625_000, 625_000));
        assert_eq!(nsr_browse_reads(0, 0, 0, 0), 0);
    }

    #[test]
    fn lsr_counts_and_lookasides_are_the_published_ones() {
        assert_eq!(12_500 + sequence_set_reads(12_500, 180), 12_570);
        close(clustered_hit_ratio(8.0), 0.874, 0.002);
        close(1.0 - 12_500.0 / 5e6, 0.9975, 1e-6);
    }

    #[test]
    fn che_agrees_with_the_simulated_cache() {
        // LRU simulation of 12,500 intervals: (skew, buffers, hit ratio).
        let table = [
            (0.6, 50, 0.0201),
            (0.6, 2_500, 0.3839),
            (0.8, 500, 0.3048),
            (1.0, 50, 0.2982),
            (1.0, 500, 0.5677),
            (1.0, 2_500, 0.7748),
        ];
        for (skew, buffers, simulated) in table {
            let h = lru_hit_ratio(Popularity { intervals: 12_500, skew }, buffers);
            assert!((h - simulated).abs() < 0.002, "{skew} {buffers}: {h} against {simulated}");
        }
        close(lru_hit_ratio(Popularity { intervals: 12_500, skew: 0.0 }, 2_500), 0.2, 1e-6);
        assert_eq!(lru_hit_ratio(Popularity { intervals: 10, skew: 1.0 }, 10), 1.0);
        assert_eq!(lru_hit_ratio(Popularity { intervals: 10, skew: f64::NAN }, 0), 0.0);
    }

    #[test]
    fn a_pool_uses_the_smallest_size_that_fits() {
        let mut pool = LsrPool::default();
        pool.data[3] = 50;
        pool.data[6] = 10;
        assert_eq!(pool.data_buffers(4096), Some(50));
        assert_eq!(pool.data_buffers(6144), Some(10));
        assert_eq!(pool.data_buffers(20_480), None);
        assert_eq!(pool.index_buffers(2048), Some(50));
        pool.index[2] = 4;
        assert_eq!(pool.index_buffers(2048), Some(4));
    }

    #[test]
    fn conflicts_grow_with_skew_and_hold_time() {
        let alike = effective_intervals(Popularity { intervals: 1_000, skew: 0.0 });
        close(alike, 1_000.0, 1e-9);
        assert!(effective_intervals(Popularity { intervals: 1_000, skew: 1.0 }) < 100.0);
        assert!(interval_conflict(100.0, 0.1, alike) < interval_conflict(100.0, 0.2, alike));
        assert!(thrashes(3, 50.0, 1.0) && !thrashes(1_000, 50.0, 2.0));
    }
}
