//! A rule's fix sets one value. Where the model has another gain clearly more (half or twice of a number, another LSR pool),
//! that is said with the step: which of them is right, the rule does not know.

use super::Change;
use super::candidates::View;
use super::state::Cost;
use crate::score::edit;

/// What is to be said of the values that a step sets; `after` is what the region costs with it, `ask` what it costs with
/// other changes.
pub(super) fn better(
    view: View<'_, '_>,
    changes: &[Change],
    after: Cost,
    ask: impl Fn(&[Change]) -> Option<Cost>,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for change in changes {
        let key = (change.attribute.as_str(), change.to.as_str());
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        notes.extend(pool_left_to_cics(view, change));
        let others = values(view, change).into_iter().filter_map(|value| {
            let with: Vec<Change> = changes
                .iter()
                .map(|other| match (other.attribute.as_str(), other.to.as_str()) == key {
                    true => Change { to: value.clone(), ..other.clone() },
                    false => other.clone(),
                })
                .collect();
            Some((value, after.less(ask(&with)?)))
        });
        let best = others.reduce(|best, other| if other.1 > best.1 { other } else { best });
        if let Some((value, more)) = best.filter(|(_, more)| *more > after.least_gain()) {
            let more = match after.rests() {
                true => format!("the model gains {more:.2} ms a task more"),
                false => "the region does more of the work".to_owned(),
            };
            notes.push(format!(
                "{}={} is the value of the rule; with {value} {more}",
                change.attribute, change.to
            ));
        }
    }
    notes
}

/// Half and twice of a number, where CICS takes them; of an LSR pool, the others that the region defines.
fn values(view: View<'_, '_>, change: &Change) -> Vec<String> {
    if is_pool(change) {
        return pools(view).into_iter().filter(|pool| *pool != change.to).collect();
    }
    let is_number = !change.to.starts_with('0') && change.to.bytes().all(|b| b.is_ascii_digit());
    let Some(number) = change.to.parse::<u32>().ok().filter(|number| is_number && *number > 0) else {
        return Vec::new();
    };
    let each = [number / 2, number.saturating_mul(2)].map(|number| number.to_string());
    let takes = |value: &String| edit(&Change { to: value.clone(), ..change.clone() }.edit()).is_ok();
    each.into_iter().filter(takes).collect()
}

fn is_pool(change: &Change) -> bool {
    change.kind == "FILE" && change.attribute == "LSRPOOLNUM" && change.to != "NONE" && !change.to.is_empty()
}

/// The numbers of the LSR pools that the region defines.
fn pools(view: View<'_, '_>) -> Vec<String> {
    let names = view.configuration.names("LSRPOOL");
    names
        .filter_map(|name| view.configuration.get("LSRPOOL", name, "LSRPOOLNUM"))
        .map(str::to_owned)
        .collect()
}

/// A pool that no definition makes is built by CICS, of the files that it then sees.
fn pool_left_to_cics(view: View<'_, '_>, change: &Change) -> Option<String> {
    let is_left = is_pool(change) && !pools(view).contains(&change.to);
    is_left.then(|| {
        format!(
            "the region defines no LSR pool {}: CICS builds it of the files that it sees when the first is opened; the model \
             takes it to hold a tenth of the file",
            change.to
        )
    })
}
