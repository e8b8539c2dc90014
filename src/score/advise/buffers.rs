//! Candidates from LSR pools whose files would be read from storage more often with more buffers.
//!
//! Buffers are doubled as long as a doubling finds enough more of the reads in storage, which is how IBM's statistics are
//! meant to be used. How many reads a number of buffers finds is reckoned from the files as the workload describes them
//! (intervals, skew), by the model's formula for a least-recently-used cache.

use super::candidates::{Candidate, View, push_new};
use super::{NotAdvised, data};
use crate::model::kernel::buffers::{LSR_SIZES, Popularity, Sharer, found, stay_s};
use crate::model::workload::File;
use crate::rules::Confidence;
use std::collections::BTreeMap;

/// The attributes that count data buffers, in the order of [`LSR_SIZES`].
const DATA: [&str; 11] = [
    "DATA512", "DATA1K", "DATA2K", "DATA4K", "DATA8K", "DATA12K", "DATA16K", "DATA20K", "DATA24K", "DATA28K",
    "DATA32K",
];

/// The buffers of one size of a pool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    pool: String,
    /// Its place in [`DATA`].
    at: usize,
}

/// The candidates of all pools.
pub(super) fn from_buffers(view: View<'_, '_>) -> Vec<Candidate> {
    let mut pools: BTreeMap<String, Candidate> = BTreeMap::new();
    for (size, files) in files_by_size(view) {
        one(view, &size, &files, &mut pools);
    }
    pools.into_values().map(Candidate::named).collect()
}

/// A file, and how often its intervals are looked for.
type Used<'a> = (&'a File, Sharer);

fn one(view: View<'_, '_>, size: &Size, files: &[Used<'_>], pools: &mut BTreeMap<String, Candidate>) {
    let (rules, attribute) = (data::buffers(), DATA[size.at]);
    let Some(now) = view.number("LSRPOOL", &size.pool, attribute) else { return };
    let bytes = u64::from(LSR_SIZES[size.at]);
    let most = (u64::from(rules.most_mb) * 1_048_576 / bytes).min(u64::from(rules.most));
    let now = u64::from(now);
    let sharers: Vec<Sharer> = files.iter().map(|(_, sharer)| *sharer).collect();
    let total = wanted(&sharers, now, rules.least_gain_percent / 100.0);
    let takes = total.min(most);
    let Ok(to) = u32::try_from(takes) else { return };
    if takes <= now {
        return;
    }
    let names: Vec<String> = files.iter().map(|(file, _)| file.name.to_uppercase()).collect();
    let percent = |buffers| hit(&sharers, buffers) * 100.0;
    let words = format!(
        "{now} find {:.0} % of the reads of {} in storage, {takes} find {:.0} %",
        percent(now),
        names.join(", "),
        percent(takes),
    );
    let candidate = pools.entry(size.pool.clone()).or_insert_with(|| {
        let mut new = Candidate::new(format!("buffers {}", size.pool), String::new());
        new.confidence = Confidence::Medium;
        new.requires.clone_from(&rules.requires);
        push_new(&mut new.sources, rules.source.clone());
        new
    });
    candidate.change(view.change(("LSRPOOL", &size.pool, attribute), to.to_string()));
    let capped = if takes < total { format!("; more than {most} are not advised") } else { String::new() };
    candidate.because(&format!(
        "LSRPOOL.{}.{attribute}: doubled while a doubling finds {} % more of the reads in storage: {}{capped}; {:.1} MB more",
        size.pool,
        rules.least_gain_percent,
        words,
        (takes - now) as f64 * bytes as f64 / 1_048_576.0,
    ));
}

/// The share of all references that find their interval in so many buffers.
fn hit(sharers: &[Sharer], buffers: u64) -> f64 {
    let (stay, rate) = (stay_s(sharers, buffers), sharers.iter().map(|sharer| sharer.rate).sum::<f64>());
    let all = sharers.iter().map(|sharer| sharer.rate * found(*sharer, stay)).sum::<f64>();
    if rate > 0.0 { all / rate } else { 0.0 }
}

/// As many buffers as doublings bring enough for, and no more than there are intervals.
fn wanted(sharers: &[Sharer], now: u64, least: f64) -> u64 {
    let all: u64 = sharers.iter().map(|sharer| sharer.popularity.intervals).sum();
    let mut buffers = now.max(1);
    while buffers < all {
        let more = (2 * buffers).min(all);
        if hit(sharers, more) - hit(sharers, buffers) < least {
            break;
        }
        buffers = more;
    }
    buffers
}

/// The files of the workload that are read by key out of LSR pools whose buffers are given, by the buffers that they use.
fn files_by_size<'a>(view: View<'a, '_>) -> BTreeMap<Size, Vec<Used<'a>>> {
    let mut all: BTreeMap<Size, Vec<Used<'_>>> = BTreeMap::new();
    for (transaction, file) in
        view.base.workload.transaction.iter().flat_map(|t| t.file.iter().map(move |f| (t, f)))
    {
        // Reads in the order of the keys miss once for each interval, whatever the size of the pool.
        if file.in_key_order || file.reads + file.updates <= 0.0 || transaction.rate_per_s <= 0.0 {
            continue;
        }
        let Some(size) = size_of(view, file) else { continue };
        let rate = transaction.rate_per_s * file.references();
        let files = all.entry(size).or_default();
        match files.iter_mut().find(|(known, _)| known.name.eq_ignore_ascii_case(&file.name)) {
            Some((_, known)) => known.rate += rate,
            None => {
                let popularity = Popularity { intervals: file.intervals, skew: file.skew };
                files.push((file, Sharer { popularity, rate }));
            }
        }
    }
    all
}

/// The buffers that a file uses: those of the smallest size of its pool that hold its intervals. None where that is not
/// known, or Hiperspace stands behind them.
fn size_of(view: View<'_, '_>, file: &File) -> Option<Size> {
    let number = pool_of(view, file)?;
    let pool = definition_of(view, &number)?;
    let at = (0..DATA.len()).find(|at| {
        LSR_SIZES[*at] >= file.interval_bytes
            && view.number("LSRPOOL", pool, DATA[*at]).is_some_and(|count| count > 0)
    })?;
    let size = Size { pool: pool.to_owned(), at };
    (!has_hiperspace(view, &size)).then_some(size)
}

/// The number of the LSR pool of a file; none where it is not read from one.
fn pool_of(view: View<'_, '_>, file: &File) -> Option<String> {
    let name = file.name.to_uppercase();
    let value = |attribute| view.configuration.get("FILE", &name, attribute);
    let elsewhere = value("REMOTESYSTEM").is_some()
        || matches!(value("RLSACCESS"), Some("YES"))
        || matches!(value("TABLE"), Some("CICS" | "USER" | "CF"));
    let number = value("LSRPOOLNUM").or_else(|| value("LSRPOOLID")).unwrap_or("1");
    (!elsewhere && number != "NONE").then(|| number.to_owned())
}

/// The definition of an LSR pool.
fn definition_of<'a>(view: View<'a, '_>, number: &str) -> Option<&'a str> {
    let is = |pool: &&str| view.configuration.get("LSRPOOL", pool, "LSRPOOLNUM") == Some(number);
    view.configuration.names("LSRPOOL").find(is)
}

fn has_hiperspace(view: View<'_, '_>, size: &Size) -> bool {
    let attribute = format!("HS{}", DATA[size.at]);
    view.number("LSRPOOL", &size.pool, &attribute).is_some_and(|buffers| buffers > 0)
}

/// The pools of files of the workload whose buffers cannot be advised, and why.
pub(super) fn unknown(view: View<'_, '_>) -> Vec<NotAdvised> {
    let mut all: Vec<NotAdvised> = Vec::new();
    for file in view.base.workload.transaction.iter().flat_map(|t| &t.file) {
        let Some(number) = pool_of(view, file) else { continue };
        if file.in_key_order || file.reads + file.updates <= 0.0 || size_of(view, file).is_some() {
            continue;
        }
        let title = format!("more buffers for LSR pool {number}");
        if all.iter().any(|known| known.title == title) {
            continue;
        }
        let defined = definition_of(view, &number);
        let given = |pool: &str| DATA.iter().any(|data| view.number("LSRPOOL", pool, data).is_some());
        let why = match defined {
            Some(pool)
                if given(pool)
                    && DATA
                        .iter()
                        .enumerate()
                        .any(|(at, _)| has_hiperspace(view, &Size { pool: pool.to_owned(), at })) =>
            {
                "it has Hiperspace buffers, of which the model knows nothing".to_owned()
            }
            Some(pool) if given(pool) => format!(
                "it has no data buffers for intervals of {} bytes, as the workload says of {}",
                file.interval_bytes,
                file.name.to_uppercase()
            ),
            _ => {
                "CICS reckons its buffers when it is first used; the model takes it to hold a tenth of a file"
                    .to_owned()
            }
        };
        all.push(NotAdvised { title, kind: "not-modelled", why, findings: Vec::new() });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(intervals: u64, skew: f64) -> [Sharer; 1] {
        [Sharer { popularity: Popularity { intervals, skew }, rate: 3.0 }]
    }

    #[test]
    fn buffers_double_until_it_brings_little() {
        // All intervals alike: each doubling finds twice as many, up to the whole file.
        assert_eq!(wanted(&file(1_000, 0.0), 100, 0.02), 1_000);
        // Half of a hundredth more is not enough.
        assert_eq!(wanted(&file(100_000, 0.0), 500, 0.02), 500);
        let skewed = wanted(&file(10_000, 1.0), 100, 0.02);
        assert!((3_000..=10_000).contains(&skewed), "{skewed}");
        assert!(wanted(&file(10_000, 1.0), 100, 0.08) < skewed);
        assert_eq!(wanted(&file(50, 0.0), 100, 0.02), 100);
        // Two files that share them want as many as both have.
        let both = [file(1_000, 0.0), file(1_000, 0.0)].concat();
        assert_eq!(wanted(&both, 100, 0.02), 2_000);
    }
}
