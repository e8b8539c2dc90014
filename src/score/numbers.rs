//! Numbers of impacts: from those of the model, and rounded where an impact is made.

use crate::model::answer::Bounded;
use crate::model::data::Interval;
use crate::rules::{Impact, Range};
use std::sync::Arc;

/// An impact as reports have it: six digits are more than any of its numbers knows.
pub(super) fn made(mut impact: Impact) -> Arc<Impact> {
    let ranges = [&mut impact.cpu_us_per_tran, &mut impact.cpu_percent_of_engine].into_iter().flatten();
    let times = impact.response_ms.iter_mut().flat_map(|response| [&mut response.p50, &mut response.p95]);
    for range in ranges.chain(times) {
        for value in [&mut range.low, &mut range.mid, &mut range.high].into_iter().flatten() {
            *value = six_digits(*value);
        }
    }
    impact.rate_per_s = impact.rate_per_s.map(six_digits);
    Arc::new(impact)
}

/// A number to six digits; what is below a billionth is nothing, and nothing has no sign.
fn six_digits(value: f64) -> f64 {
    if value.abs() < 1e-9 {
        return 0.0;
    }
    if !value.is_finite() {
        return value;
    }
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// A time of the model as a number with bounds.
pub(super) fn range(bounded: Bounded) -> Range {
    Range { low: bounded.low, mid: bounded.mid, high: bounded.high }
}

/// The best value with the widest bounds of several; where one has no upper bound, there is none.
pub(super) fn widest(mid: f64, all: [Range; 3]) -> Range {
    let low = all.iter().filter_map(|range| range.low).fold(mid, f64::min);
    let high = all.iter().try_fold(mid, |high, range| Some(high.max(range.high?)));
    Range { low: Some(low), mid: Some(mid), high }
}

impl From<Interval> for Range {
    fn from(interval: Interval) -> Self {
        Self { low: Some(interval.low), mid: Some(interval.mid), high: Some(interval.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits_and_nothing_has_no_sign() {
        for (value, rounded) in [
            (58.079_999_999_999_98, 58.08),
            (-0.0, 0.0),
            (-1e-12, 0.0),
            (1_234_567.8, 1_234_570.0),
            (0.1, 0.1),
        ] {
            assert_eq!(six_digits(value).to_bits(), f64::to_bits(rounded), "{value}");
        }
        assert_eq!(six_digits(f64::INFINITY), f64::INFINITY);
    }

    #[test]
    fn every_number_of_an_impact_is_rounded() {
        let range = Range { low: Some(-0.0), mid: Some(58.079_999_999_999_98), high: None };
        let response = crate::rules::ResponseCost { p50: range, p95: range };
        let impact = made(Impact {
            cpu_us_per_tran: Some(range),
            cpu_percent_of_engine: Some(range),
            response_ms: Some(response),
            rate_per_s: Some(0.1 + 0.2),
            ..Impact::none("")
        });
        let text = serde_json::to_string(&*impact).unwrap_or_default();
        assert!(!text.contains("-0.0") && !text.contains("99999") && !text.contains("0000"), "{text}");
    }

    #[test]
    fn the_widest_bounds_count_and_none_is_the_widest_above() {
        let of = |low, high| Range { low, mid: Some(1.0), high };
        let bounded = [of(Some(0.5), Some(2.0)), of(None, Some(9.0)), of(Some(3.0), Some(4.0))];
        assert_eq!(widest(1.0, bounded), Range { low: Some(0.5), mid: Some(1.0), high: Some(9.0) });
        let open = [of(Some(0.5), Some(2.0)), of(Some(0.5), None), of(Some(0.5), Some(2.0))];
        assert_eq!(widest(1.0, open).high, None);
    }
}
