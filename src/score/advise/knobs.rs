//! The values that limits should have, and how they are written.

use super::data::Knob;
use crate::model::demand::Demand;
use crate::score::edit;

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
    let takes = |value: u32| edit(&format!("{}={}", sample(knob), written(knob, value, given))).is_ok();
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

/// The value as it is written, in place of `given`.
pub(super) fn written(knob: &Knob, value: u32, given: Option<&str>) -> String {
    match knob.setting.as_str() {
        "SIT.EDSALIM" => format!("{value}M"),
        // A pair: the sessions, and those of them in which this system wins. What is added is won here.
        "SESSIONS.MAXIMUM" => {
            let pair = given.unwrap_or("").trim_start_matches('(').trim_end_matches(')');
            let mut numbers = pair.split(',').map(|number| number.trim().parse::<u32>().unwrap_or(0));
            let (all, wins) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
            format!("{value},{}", (wins + value.saturating_sub(all)).min(value))
        }
        _ => value.to_string(),
    }
}

/// A size in megabytes: of a number with K, M, G or nothing behind it.
pub(super) fn megabytes(text: &str) -> Option<f64> {
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
    use super::super::data::knob;
    use super::*;

    fn demand(setting: &str, capacity: u32, rate: f64, hold_s: f64) -> Demand {
        let resource = setting.to_owned();
        Demand { resource, setting: setting.to_owned(), capacity, rate, hold_s, peak_factor: 1.0 }
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

    /// MAXIMUM(20) alone would leave no session in which this system wins.
    #[test]
    fn a_pair_stays_a_pair() {
        let knob = knob("SESSIONS.S.MAXIMUM").unwrap();
        assert_eq!(written(knob, 20, Some("10,5")), "20,15");
        assert_eq!(written(knob, 20, Some("(10,10)")), "20,20");
        assert_eq!(written(knob, 20, Some("10")), "20,10");
        let asked = demand("SESSIONS.S.MAXIMUM", 10, 1000.0, 0.016);
        assert_eq!(recommended(knob, &asked, Some("10,5")), Some(25));
    }
}
