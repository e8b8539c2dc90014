//! The settings that limit a region (`rules/model/advice.toml`), and the values that they should have.

use super::Effort;
use crate::model::demand::Demand;
use crate::score::edit;
use serde::Deserialize;
use std::sync::LazyLock;

/// A setting that may be advised.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Knob {
    /// `TYPE.ATTRIBUTE` or `SIT.PARAMETER`.
    pub(super) setting: String,
    /// Settings that are changed together.
    pub(super) group: String,
    /// Values are multiples of this.
    round: u32,
    /// What it takes to put it into force.
    pub(super) effort: Effort,
    /// What has to be seen to first.
    pub(super) requires: Vec<String>,
    /// Where that is learnt.
    pub(super) source: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    knob: Vec<Knob>,
}

// The file is part of the program, and a test reads it.
static ALL: LazyLock<Vec<Knob>> =
    LazyLock::new(|| toml::from_str::<File>(TEXT).map(|file| file.knob).unwrap_or_default());

const TEXT: &str = include_str!("../../../rules/model/advice.toml");

/// The knob of a setting such as `DB2ENTRY.PAY.THREADLIMIT`.
pub(super) fn knob(setting: &str) -> Option<&'static Knob> {
    let (kind, rest) = setting.split_once('.')?;
    let attribute = rest.rsplit('.').next()?;
    ALL.iter().find(|knob| knob.setting.split_once('.') == Some((kind, attribute)))
}

/// The value that a limit should have, where it is more than the limit has; none where CICS takes no such value.
pub(super) fn recommended(knob: &Knob, demand: &Demand, given: Option<&str>) -> Option<u32> {
    let wanted = demand.needed();
    if wanted <= f64::from(demand.capacity) || wanted > 1e6 {
        return None;
    }
    if knob.setting == "SIT.EDSALIM" {
        // Storage in proportion to the tasks, in megabytes.
        let now = megabytes(given?)?;
        let factor = wanted / f64::from(demand.capacity.max(1));
        let value = (now * factor).ceil();
        let takes = (value < 2_048.0).then_some(value as u32)?;
        return edit(&format!("SIT.EDSALIM={takes}M")).ok().map(|_| takes);
    }
    let round = f64::from(knob.round.max(1));
    let value = ((wanted / round).ceil() * round) as u32;
    // Beyond what CICS takes the most that it takes is advised, if that is more.
    let takes = |value: u32| edit(&format!("{}={value}", sample(knob))).is_ok();
    if takes(value) {
        return Some(value);
    }
    let (mut low, mut high) = (demand.capacity, value);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if takes(middle) { low = middle } else { high = middle }
    }
    (low > demand.capacity && takes(low)).then_some(low)
}

/// The value as it is written.
pub(super) fn written(knob: &Knob, value: u32) -> String {
    if knob.setting == "SIT.EDSALIM" { format!("{value}M") } else { value.to_string() }
}

fn megabytes(text: &str) -> Option<f64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1.0 / 1_024.0),
        b'M' => (&text[..text.len() - 1], 1.0),
        b'G' => (&text[..text.len() - 1], 1_024.0),
        _ => (text, 1.0 / 1_048_576.0),
    };
    digits.parse::<f64>().ok().map(|number| number * unit)
}

/// The setting with a name put in, as edits take it.
fn sample(knob: &Knob) -> String {
    match knob.setting.split_once('.') {
        Some(("SIT" | "DB2CONN", _)) | None => knob.setting.clone(),
        Some((kind, attribute)) => format!("{kind}.NAME.{attribute}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::workload::MAPPED;

    fn demand(setting: &str, capacity: u32, rate: f64, hold_s: f64) -> Demand {
        let resource = setting.to_owned();
        Demand { resource, setting: setting.to_owned(), capacity, rate, hold_s, peak_factor: 1.0 }
    }

    #[test]
    fn the_file_reads_and_every_knob_is_one_of_the_model() {
        let file: File = toml::from_str(TEXT).unwrap();
        assert!(file.knob.len() > 10);
        for knob in &file.knob {
            let (kind, attribute) = knob.setting.split_once('.').unwrap();
            let of = MAPPED.iter().find(|(known, _)| *known == kind).unwrap();
            assert!(of.1.contains(&attribute), "{} does not change the model", knob.setting);
            assert!(!knob.source.is_empty());
        }
    }

    #[test]
    fn values_are_rounded_up_and_never_beyond_what_cics_takes() {
        let value = |setting, capacity, rate, hold| {
            recommended(knob(setting).unwrap(), &demand(setting, capacity, rate, hold), None)
        };
        assert_eq!(value("SIT.MXT", 100, 1000.0, 0.2), Some(250));
        assert_eq!(value("SIT.MXT", 300, 1000.0, 0.2), None);
        assert_eq!(value("SIT.MXT", 100, 1000.0, 100.0), Some(2000));
        assert_eq!(value("LSRPOOL.POOL.STRINGS", 10, 1000.0, 1.0), Some(255));
        assert_eq!(value("DB2ENTRY.PAY.THREADLIMIT", 10, 100.0, 0.1), Some(20));
    }

    #[test]
    fn storage_grows_with_the_tasks() {
        let asked = demand("SIT.EDSALIM", 100, 1000.0, 0.16);
        assert_eq!(recommended(knob("SIT.EDSALIM").unwrap(), &asked, Some("400M")), Some(800));
    }
}
