//! A rule's fix sets one value. Where the model has half or twice of it gain clearly more, that is said with the step:
//! which of them is right, the rule does not know.

use super::Change;
use super::state::{Cost, LEAST_SHARE};
use crate::score::edit;

/// What is to be said of the numbers that a step sets; `ask` gives the gain of other changes.
pub(super) fn better(
    changes: &[Change],
    gain: f64,
    now: Cost,
    ask: impl Fn(&[Change]) -> Option<f64>,
) -> Vec<String> {
    if now.holds < 1.0 {
        return Vec::new();
    }
    let mut notes = Vec::new();
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for change in changes {
        let key = (change.attribute.as_str(), change.to.as_str());
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let others = values(change).into_iter().filter_map(|value| {
            let with: Vec<Change> = changes
                .iter()
                .map(|other| match (other.attribute.as_str(), other.to.as_str()) == key {
                    true => Change { to: value.clone(), ..other.clone() },
                    false => other.clone(),
                })
                .collect();
            Some((value, ask(&with)? - gain))
        });
        let best = others.reduce(|best, other| if other.1 > best.1 { other } else { best });
        if let Some((value, more)) = best.filter(|(_, more)| *more > now.ms * LEAST_SHARE) {
            notes.push(format!(
                "{}={} is the value of the rule; with {value} the model gains {more:.2} ms a task more",
                change.attribute, change.to,
            ));
        }
    }
    notes
}

/// Half and twice of a number, where CICS takes them.
fn values(change: &Change) -> Vec<String> {
    let is_number = !change.to.starts_with('0') && change.to.bytes().all(|b| b.is_ascii_digit());
    let Some(number) = change.to.parse::<u32>().ok().filter(|number| is_number && *number > 0) else {
        return Vec::new();
    };
    let each = [number / 2, number.saturating_mul(2)].map(|number| number.to_string());
    let takes = |value: &String| edit(&Change { to: value.clone(), ..change.clone() }.edit()).is_ok();
    // One pool is no half of another.
    let is_quantity = !change.attribute.starts_with("LSRPOOL");
    each.into_iter().filter(takes).filter(|_| is_quantity).collect()
}
