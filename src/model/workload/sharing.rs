//! Which files share the buffers of an LSR pool, and how long an interval stays in them.

use std::collections::BTreeMap;

use super::build::SELDOM;
use super::file::{File, Refused, Workload};
use super::settings::Settings;
use crate::model::kernel::buffers::{LSR_SIZES, LsrPool, Popularity, Sharer, found, stay_s};

/// The attributes of an LSRPOOL that count data buffers, in the order of [`LSR_SIZES`].
const DATA_BUFFERS: [&str; LSR_SIZES.len()] = [
    "DATA512", "DATA1K", "DATA2K", "DATA4K", "DATA8K", "DATA12K", "DATA16K", "DATA20K", "DATA24K", "DATA28K",
    "DATA32K",
];

/// References to files in a second, in each pool: by file, so that transactions that use the same one add up.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    /// By pool: name, bytes of an interval, and references.
    files: BTreeMap<String, Vec<(String, u32, Sharer)>>,
    /// How long an interval stays, by pool and place of the size.
    stays: BTreeMap<(String, usize), f64>,
}

/// The number of the LSR pool of a local file that is read from VSAM; none where it has none.
pub(super) fn pool_of<'a>(settings: &Settings<'a>, name: &str) -> Option<&'a str> {
    let number = settings
        .get("FILE", name, "LSRPOOLNUM")
        .unwrap_or_else(|| settings.get_or("FILE", name, "LSRPOOLID", "1"));
    (number != "NONE").then_some(number)
}

/// The data buffers of a pool, where any are given.
pub(super) fn data_buffers(settings: &Settings<'_>, defined: &str) -> Result<Option<LsrPool>, Refused> {
    let (mut pool, mut given) = (LsrPool::default(), false);
    for (count, attribute) in pool.data.iter_mut().zip(DATA_BUFFERS) {
        if let Some(n) = settings.count("LSRPOOL", defined, attribute)? {
            (*count, given) = (n, true);
        }
    }
    Ok(given.then_some(pool))
}

impl File {
    /// How often a task looks for an interval of the file.
    pub fn references(&self) -> f64 {
        let records = self.records_per_interval.max(1.0);
        // Records in the order of the keys look for an interval once.
        let direct = self.reads + self.updates;
        let direct = if self.in_key_order { direct / records } else { direct };
        direct + self.browse_records / records
    }
}

impl Sharing {
    pub(super) fn of(workload: &Workload, settings: &Settings<'_>) -> Self {
        let mut files: BTreeMap<String, Vec<(String, u32, Sharer)>> = BTreeMap::new();
        for (rate, file) in
            workload.transaction.iter().flat_map(|t| t.file.iter().map(|f| (t.rate_per_s.max(SELDOM), f)))
        {
            let name = file.name.to_uppercase();
            let table = settings.get("FILE", &name, "TABLE");
            let elsewhere = settings.get("FILE", &name, "REMOTESYSTEM").is_some()
                || settings.is_on("FILE", &name, "RLSACCESS")
                || matches!(table, Some("USER" | "CF"));
            let Some(pool) = pool_of(settings, &name).filter(|_| !elsewhere) else { continue };
            let references = if table == Some("CICS") { file.updates } else { file.references() };
            let rate = rate * references;
            let sharers = files.entry(pool.to_owned()).or_default();
            match sharers.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., known)) => known.rate += rate,
                None => {
                    let popularity = Popularity { intervals: file.intervals, skew: file.skew };
                    sharers.push((name, file.interval_bytes, Sharer { popularity, rate }));
                }
            }
        }
        Self { files, stays: BTreeMap::new() }
    }

    /// The share of the references to a file that find their interval in a pool with these buffers.
    pub(super) fn hit_ratio(&mut self, id: &str, pool: &LsrPool, name: &str, file: &File) -> f64 {
        let Some(size) = pool.data_size(file.interval_bytes) else { return 0.0 };
        let buffers = u64::from(pool.data[size]);
        let own = self.files.get(id).and_then(|files| files.iter().find(|(known, ..)| known == name));
        let popularity = Popularity { intervals: file.intervals, skew: file.skew };
        let (_, _, own) = own.cloned().unwrap_or((String::new(), 0, Sharer { popularity, rate: 1.0 }));
        if own.rate <= 0.0 {
            let alone = Sharer { rate: 1.0, ..own };
            return found(alone, stay_s(&[alone], buffers));
        }
        let files = &self.files;
        let stay = *self.stays.entry((id.to_owned(), size)).or_insert_with(|| {
            let all = files.get(id).into_iter().flatten();
            let sharers: Vec<Sharer> = all
                .filter(|(_, bytes, _)| pool.data_size(*bytes) == Some(size))
                .map(|(.., sharer)| *sharer)
                .collect();
            stay_s(&sharers, buffers)
        });
        found(own, stay)
    }
}
