//! A region followed over the values of one setting.

use serde::Serialize;

use super::answer::{NoAnswer, Outcome, edited, solve};
use super::workload::{Configuration, Refused, Workload};

/// So many values at most.
const VALUES: u64 = 1_000;

/// The values of a sweep: `TYPE.NAME.ATTRIBUTE=FIRST..LAST:STEP`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The setting, as `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub key: String,
    /// Its values, in order, each with how it is written.
    pub values: Vec<(u32, String)>,
}

impl Range {
    /// Reads a range. Sizes may end in K, M or G; without a step each whole number, or each unit, is a value.
    pub fn parse(text: &str) -> Result<Self, Refused> {
        let bad = |why: String| Refused::Setting(format!("{text}: {why}"));
        let form = || bad("not of the form TYPE.NAME.ATTRIBUTE=FIRST..LAST:STEP".to_owned());
        let (key, values) = text.split_once('=').ok_or_else(form)?;
        let (ends, step) = match values.split_once(':') {
            Some((ends, step)) => (ends, Some(step)),
            None => (values, None),
        };
        let (first, last) = ends.split_once("..").ok_or_else(form)?;
        let number =
            |text: &str| size(text).ok_or_else(|| bad(format!("`{}` is not a whole number", text.trim())));
        let ((first, unit), (last, _)) = (number(first)?, number(last)?);
        let step = step.map(number).transpose()?.map_or(unit, |(step, _)| step);
        if step == 0 {
            return Err(bad("the step is 0, which never reaches the end: give 1 or more".to_owned()));
        }
        if first > last {
            return Err(bad(format!(
                "the first value, {first}, is greater than the last, {last}: exchange them"
            )));
        }
        if (last - first) / step >= VALUES {
            return Err(bad(format!("more than {VALUES} values: give a greater step")));
        }
        let values: Option<Vec<(u32, String)>> = (0..=(last - first) / step)
            .map(|n| first + n * step)
            .map(|value| Some((u32::try_from(value).ok()?, written(value, unit))))
            .collect();
        let values =
            values.ok_or_else(|| bad(format!("values are less than {}", u64::from(u32::MAX) + 1)))?;
        Ok(Self { key: key.trim().to_uppercase(), values })
    }
}

/// A whole number, with its unit: 1, or that of an ending K, M or G.
fn size(text: &str) -> Option<(u64, u64)> {
    let text = text.trim();
    let unit = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => 1 << 10,
        b'M' => 1 << 20,
        b'G' => 1 << 30,
        _ => 1,
    };
    let digits = if unit == 1 { text } else { text.get(..text.len() - 1)? };
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|_| plain)?;
    Some((number.checked_mul(unit)?, unit))
}

/// A value in the unit of the first one, where it is a whole number of these.
fn written(value: u64, unit: u64) -> String {
    let (unit, ending) = match unit {
        u if u == 1 << 10 => (u, "K"),
        u if u == 1 << 20 => (u, "M"),
        u if u == 1 << 30 => (u, "G"),
        _ => (1, ""),
    };
    if value.is_multiple_of(unit) { format!("{}{ending}", value / unit) } else { value.to_string() }
}

/// One value of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The value; a size in bytes.
    pub value: u32,
    /// The value as it is written.
    pub written: String,
    /// The region with it.
    pub outcome: Outcome,
}

/// A region followed over the values of one setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sweep {
    /// The version of this form.
    pub version: u32,
    /// The region.
    pub region: String,
    /// The setting, as `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub key: String,
    /// Its values, in order.
    pub steps: Vec<Step>,
}

impl Sweep {
    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Follows a region over a range: `TYPE.NAME.ATTRIBUTE=FIRST..LAST:STEP`, at most a thousand values.
pub fn sweep(
    region: &str,
    workload: &Workload,
    configuration: &Configuration,
    range: &str,
) -> Result<Sweep, NoAnswer> {
    let Range { key, values } = Range::parse(range)?;
    let steps = values.into_iter().map(|(value, written)| -> Result<Step, NoAnswer> {
        let configuration = edited(configuration, &[format!("{key}={written}")])?;
        Ok(Step { value, written, outcome: solve(region, workload, &configuration)? })
    });
    let steps = steps.collect::<Result<Vec<Step>, NoAnswer>>()?;
    Ok(Sweep { version: 1, region: region.to_owned(), key, steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Range::parse(text).unwrap().values.into_iter().map(|(_, written)| written).collect()
    }

    #[test]
    fn ranges_are_numbers_or_sizes() {
        assert_eq!(values("SIT.MXT=10..12"), ["10", "11", "12"]);
        assert_eq!(values("SIT.MXT=10..35:10"), ["10", "20", "30"]);
        assert_eq!(values("sit.edsalim=100M..700M:300M"), ["100M", "400M", "700M"]);
        assert_eq!(values("SIT.EDSALIM=1G..2G:512M"), ["1G", "1610612736", "2G"]);
        assert_eq!(values("SIT.EDSALIM=100M..102M"), ["100M", "101M", "102M"]);
        assert_eq!(Range::parse("sit.edsalim=1M..1M").unwrap().values, [(1_048_576, "1M".to_owned())]);
    }

    #[test]
    fn what_is_no_range_says_why() {
        for (text, why) in [
            ("SIT.MXT", "not of the form"),
            ("SIT.MXT=5", "not of the form"),
            ("SIT.MXT=5..9:0", "the step is 0"),
            ("SIT.MXT=500..50:50", "exchange them"),
            ("SIT.MXT=-5..9", "`-5` is not a whole number"),
            ("SIT.MXT=5..9:x", "`x` is not a whole number"),
            ("SIT.MXT=..9", "`` is not a whole number"),
            ("SIT.MXT=1..5000", "more than 1000 values"),
            ("SIT.EDSALIM=1G..9G:1G", "values are less than 4294967296"),
            ("SIT.EDSALIM=99999999999G..99999999999G", "is not a whole number"),
        ] {
            let refused = Range::parse(text).unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
