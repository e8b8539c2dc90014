//! A plot of response times over a setting, as SVG.
//!
//! P50 is drawn solid, P95 dashed, one colour for each transaction. Values for which the region is saturated are shaded:
//! there is no response to draw. The axis of times is logarithmic where they differ by more than twenty times.

use std::fmt::Write;

use super::answer::{ResponseMs, Sweep};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;

/// Colours that people with any colour vision can tell apart (Okabe and Ito).
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999999"];

/// An axis: from a value to a place.
struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    fn share(&self, value: f64) -> f64 {
        let of = |x: f64| if self.logarithmic { x.max(1e-9).log10() } else { x };
        let span = of(self.high) - of(self.low);
        if span > 0.0 { ((of(value) - of(self.low)) / span).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Round values between its ends.
    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let first = self.low.log10().floor() as i32;
            let last = self.high.log10().ceil() as i32;
            let all = (first..=last).flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10_f64.powi(power)));
            return all.filter(|tick| (self.low..=self.high).contains(tick)).collect();
        }
        let raw = (self.high - self.low).max(1e-9) / 6.0;
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= raw);
        let step = step.unwrap_or(raw);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// The plot of a sweep.
pub fn svg(sweep: &Sweep) -> String {
    let x = axis_of_values(sweep);
    let y = axis_of_times(sweep);
    let place_x = |value: f64| LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
    let place_y = |value: f64| HEIGHT - BOTTOM - y.share(value) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Response by {key} in region {region}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        key = escaped(&sweep.key),
        region = escaped(&sweep.region),
    );
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"22\" font-size=\"15\">Response by {}, region {}</text>",
        escaped(&sweep.key),
        escaped(&sweep.region)
    );
    shade(&mut out, sweep, &x);
    axes(&mut out, sweep, (&x, &place_x), (&y, &place_y));
    let transactions = sweep.steps.first().map_or(0, |step| step.outcome.transactions.len());
    for n in 0..transactions {
        let colour = COLOURS[n % COLOURS.len()];
        for (of, dash) in [(p50 as fn(&ResponseMs) -> Option<f64>, ""), (p95, " stroke-dasharray=\"6 4\"")] {
            line(&mut out, sweep, n, of, &place_x, &place_y, &format!("stroke=\"{colour}\"{dash}"));
        }
    }
    legend(&mut out, sweep);
    out.push_str("</svg>\n");
    out
}

fn p50(response: &ResponseMs) -> Option<f64> {
    response.p50.mid
}

fn p95(response: &ResponseMs) -> Option<f64> {
    response.p95.mid
}

/// The unit of the values, and its letter: sizes are drawn as they are written.
fn unit(sweep: &Sweep) -> (f64, &'static str) {
    match sweep.steps.first().and_then(|step| step.written.bytes().last()) {
        Some(b'K') => (1_024.0, "K"),
        Some(b'M') => (1_048_576.0, "M"),
        Some(b'G') => (1_073_741_824.0, "G"),
        _ => (1.0, ""),
    }
}

fn axis_of_values(sweep: &Sweep) -> Axis {
    let (unit, _) = unit(sweep);
    let values = || sweep.steps.iter().map(|step| f64::from(step.value) / unit);
    Axis { low: values().fold(f64::MAX, f64::min), high: values().fold(0.0, f64::max), logarithmic: false }
}

fn axis_of_times(sweep: &Sweep) -> Axis {
    let all = || sweep.steps.iter().flat_map(|step| &step.outcome.transactions).map(|t| &t.response_ms);
    let low = all().filter_map(p50).filter(|ms| *ms > 0.0).fold(f64::MAX, f64::min);
    let high = all().filter_map(p95).fold(0.0, f64::max);
    if high <= 0.0 || low > high {
        return Axis { low: 0.0, high: 1.0, logarithmic: false };
    }
    match high / low > 20.0 {
        true => Axis { low: low * 0.8, high: high * 1.2, logarithmic: true },
        false => Axis { low: 0.0, high: high * 1.08, logarithmic: false },
    }
}

/// Shades the values at which anything is saturated, half a step to either side.
fn shade(out: &mut String, sweep: &Sweep, x: &Axis) {
    let place = |value: f64| LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
    let half = match sweep.steps.as_slice() {
        [first, second, ..] => f64::from(second.value - first.value) / 2.0,
        _ => 0.0,
    };
    let (unit, _) = unit(sweep);
    for step in sweep.steps.iter().filter(|step| step.outcome.saturated) {
        let value = f64::from(step.value);
        let (from, to) = (place((value - half) / unit), place((value + half) / unit));
        let _ = writeln!(
            out,
            "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#f4d6d2\"/>",
            (to - from).max(2.0),
            HEIGHT - TOP - BOTTOM
        );
    }
}

type Placed<'a> = (&'a Axis, &'a dyn Fn(f64) -> f64);

fn axes(out: &mut String, sweep: &Sweep, (x, place_x): Placed<'_>, (y, place_y): Placed<'_>) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let (_, letter) = unit(sweep);
    for tick in y.ticks() {
        let at = place_y(tick);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            plain(tick)
        );
    }
    for tick in x.ticks() {
        let at = place_x(tick);
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{bottom}\" x2=\"{at:.1}\" y2=\"{:.1}\" stroke=\"#333333\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}{letter}</text>",
            bottom + 5.0,
            bottom + 19.0,
            plain(tick)
        );
    }
    let scale = if y.logarithmic { ", logarithmic" } else { "" };
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333333\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text transform=\"rotate(-90)\" x=\"{:.1}\" y=\"18\" text-anchor=\"middle\">response, milliseconds{scale}</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 16.0,
        escaped(&sweep.key),
        -(TOP + bottom) / 2.0,
    );
}

/// One line; it breaks where there is no value.
fn line(
    out: &mut String,
    sweep: &Sweep,
    transaction: usize,
    of: fn(&ResponseMs) -> Option<f64>,
    place_x: &dyn Fn(f64) -> f64,
    place_y: &dyn Fn(f64) -> f64,
    style: &str,
) {
    let (unit, _) = unit(sweep);
    let mut path = String::new();
    let mut drawing = false;
    for step in &sweep.steps {
        let value = step.outcome.transactions.get(transaction).and_then(|t| of(&t.response_ms));
        let Some(value) = value else {
            drawing = false;
            continue;
        };
        let command = if drawing { 'L' } else { 'M' };
        let _ = write!(path, "{command}{:.1} {:.1}", place_x(f64::from(step.value) / unit), place_y(value));
        drawing = true;
    }
    if !path.is_empty() {
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke-width=\"2\" {style}/>");
    }
}

fn legend(out: &mut String, sweep: &Sweep) {
    let left = WIDTH - RIGHT + 16.0;
    let mut y = TOP + 8.0;
    let mut entry = |mark: &str, text: &str| {
        let _ = writeln!(
            out,
            "<g transform=\"translate({left:.1} {y:.1})\">{mark}<text x=\"36\" y=\"4\">{}</text></g>",
            escaped(text)
        );
        y += 20.0;
    };
    let Some(first) = sweep.steps.first() else { return };
    for (n, t) in first.outcome.transactions.iter().enumerate() {
        let colour = COLOURS[n % COLOURS.len()];
        entry(&format!("<path d=\"M0 0H28\" stroke-width=\"2\" stroke=\"{colour}\"/>"), &t.id);
    }
    entry("<path d=\"M0 0H28\" stroke-width=\"2\" stroke=\"#555555\"/>", "P50");
    entry("<path d=\"M0 0H28\" stroke-width=\"2\" stroke=\"#555555\" stroke-dasharray=\"6 4\"/>", "P95");
    if sweep.steps.iter().any(|step| step.outcome.saturated) {
        entry("<rect y=\"-6\" width=\"28\" height=\"12\" fill=\"#f4d6d2\"/>", "saturated");
    }
}

/// A tick's number without needless digits.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_between_the_ends() {
        let even = Axis { low: 50.0, high: 500.0, logarithmic: false };
        assert_eq!(even.ticks(), [100.0, 200.0, 300.0, 400.0, 500.0]);
        let wide = Axis { low: 3.0, high: 700.0, logarithmic: true };
        assert_eq!(wide.ticks(), [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]);
        assert_eq!(plain(0.5), "0.5");
        assert_eq!(plain(100.0), "100");
    }

    #[test]
    fn one_value_and_none_are_no_fault() {
        let none = Sweep { version: 1, region: "R<&>".to_owned(), key: "SIT.MXT".to_owned(), steps: vec![] };
        let text = svg(&none);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && text.contains("R&lt;&amp;&gt;"));
    }
}
