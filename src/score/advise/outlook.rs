//! How the region stands after the plan.

use super::candidates::parts;
use super::data::knob;
use super::state::bottleneck;
use super::{NotAdvised, Outlook, Step};
use crate::model::compare::Solved;
use crate::model::demand::{Demand, demands};
use crate::model::workload::Bound;

/// Whether the region saturates after so many steps, at the best values or at the upper bound; none where it does neither.
pub(super) fn outlook(steps: usize, solved: &Solved) -> Option<Outlook> {
    let [_, mid, high] = solved.points();
    let (point, bound, at_upper_bound) = match (mid.saturated(), high.saturated()) {
        (true, _) => (mid, Bound::Mid, false),
        (false, true) => (high, Bound::High, true),
        (false, false) => return None,
    };
    let on = bottleneck(point).unwrap_or_else(|| "a limit".to_owned());
    let holds = solved.holds_at(bound);
    let after = match steps {
        0 => "As it is".to_owned(),
        1 => "After this step".to_owned(),
        _ => "After these steps".to_owned(),
    };
    let share = share(holds);
    let words = match at_upper_bound {
        false => format!(
            "{after} the region still saturates: on {on}. It does {share} of the work at most; what more takes is less work \
             for it, less CPU on it, or another region"
        ),
        true => format!(
            "{after} the region keeps up at the best values. Where rates, CPU and bursts are at the upper end of what they \
             may be, it saturates on {on}, and does {share} of that work at most"
        ),
    };
    Some(Outlook { saturated: !at_upper_bound, on, holds, words })
}

/// A value that turns out so much higher than what is needed after the whole plan is worth a word.
const OVERSIZED: f64 = 0.8;

/// Says of each limit what is enough after the whole plan, where steps after it have made that clearly less.
pub(super) fn say_what_is_enough(steps: &mut [Step], solved: &Solved) {
    let Ok(Ok(demands)) = demands(solved.built()) else { return };
    let Some((_, earlier)) = steps.split_last_mut() else { return };
    for step in earlier {
        for change in &step.changes {
            let is_of = |demand: &&Demand| {
                let (kind, name, attribute) = parts(&demand.setting);
                let same = kind == "DB2CONN" || name == change.name;
                kind == change.kind && attribute == change.attribute && same
            };
            let Some(demand) = demands.iter().find(is_of) else { continue };
            let Ok(value) = change.to.parse::<f64>() else { continue };
            let round = knob(&demand.setting).map_or(1.0, |knob| f64::from(knob.round.max(1)));
            let needed = (demand.needed() / round).ceil() * round;
            if needed >= value * OVERSIZED {
                continue;
            }
            let before = change.from.as_deref().and_then(|from| from.parse::<f64>().ok());
            step.notes.push(match before.filter(|before| needed <= *before) {
                Some(before) => format!(
                    "after the steps below {} of {before:.0} is enough again: it is needed as long as they are not made",
                    change.what()
                ),
                None => format!("after the steps below {} of {needed:.0} is enough", change.what()),
            });
        }
    }
}

/// A share of the work in words.
pub(super) fn share(holds: f64) -> String {
    match (holds * 100.0).floor() {
        0.0 => "less than 1 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// Limits that were too low for their demand, and no longer are though nobody raised them; and MXT, where it is enough.
pub(super) fn enough_now(before: &Solved, after: &Solved) -> Vec<NotAdvised> {
    let (Ok(Ok(before)), Ok(Ok(after))) = (demands(before.built()), demands(after.built())) else {
        return Vec::new();
    };
    let enough = before.iter().filter_map(|was| {
        let is = after.iter().find(|is| is.setting == was.setting && is.capacity == was.capacity)?;
        let capacity = f64::from(was.capacity);
        let relieved = was.needed() > capacity;
        // MXT is asked about whatever it was: it is what people raise first.
        if is.needed() > capacity || !(relieved || was.setting == "SIT.MXT") {
            return None;
        }
        let now = format!(
            "{:.0}/s x {:.1} ms{} = {:.0} in use, and {:.0} are enough",
            is.rate,
            is.hold_s * 1e3,
            if is.peak_factor > 1.0 { format!(" x {:.2} in a burst", is.peak_factor) } else { String::new() },
            is.peak(),
            is.needed(),
        );
        let why = match relieved {
            true => format!(
                "before the steps above it was too low ({:.0} wanted); after them {now}",
                was.needed()
            ),
            false => now,
        };
        Some(NotAdvised {
            title: format!("more than {}={}", was.setting, was.capacity),
            kind: if relieved { "enough-now" } else { "enough" },
            why,
            findings: Vec::new(),
        })
    });
    enough.collect()
}
