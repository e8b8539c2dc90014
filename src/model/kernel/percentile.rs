//! Percentiles of a response time from its mean and variance.
//!
//! A gamma distribution is fitted to mean and variance; behind a limit, those who wait and those who don't are two
//! parts of their own, and so are bursts and the time between them. The incomplete gamma function by series and
//! continued fraction as in Abramowitz and Stegun, section 6.5; the logarithm of the gamma function after Lanczos.

use super::quantity;

/// The shape from which on a gamma distribution counts as a step: its spread is less than a thousandth.
const STEP: f64 = 1e6;

/// A gamma distribution fitted to a mean and a variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gamma {
    /// Mean.
    pub mean: f64,
    /// Variance; zero for a constant.
    pub variance: f64,
}

impl Gamma {
    /// Fits the two moments.
    pub fn fit(mean: f64, variance: f64) -> Self {
        Gamma { mean: quantity(mean), variance: quantity(variance) }
    }

    /// The sum of this and an independent exponential of mean `other`.
    pub fn plus_exponential(self, other: f64) -> Self {
        let other = quantity(other);
        Gamma { mean: self.mean + other, variance: self.variance + other * other }
    }

    /// The probability of a value up to `t`.
    pub fn cdf(&self, t: f64) -> f64 {
        let t = quantity(t);
        if t <= 0.0 {
            return if self.mean == 0.0 { 1.0 } else { 0.0 };
        }
        let shape = self.shape();
        if shape > STEP || self.mean == 0.0 {
            return if t >= self.mean { 1.0 } else { 0.0 };
        }
        regularised(shape, t * shape / self.mean)
    }

    /// The value that a share `p` stays below.
    pub fn quantile(&self, p: f64) -> f64 {
        mixture_quantile(&[(1.0, *self)], p)
    }

    /// About the quantile: Wilson and Hilferty (1931), and the power at the origin where that is of no use.
    fn first_guess(&self, p: f64) -> f64 {
        let shape = self.shape();
        let c = 1.0 / (9.0 * shape);
        let root = 1.0 - c + normal_quantile(p) * c.sqrt();
        if shape > 0.2 && root > 0.3 {
            return self.mean * root * root * root;
        }
        let origin = ((p.ln() + ln_gamma(shape + 1.0)) / shape).exp();
        (self.mean / shape * origin).max(self.mean * 1e-12)
    }

    fn shape(&self) -> f64 {
        if self.variance > 0.0 { (self.mean * self.mean / self.variance).max(1e-3) } else { f64::MAX }
    }
}

/// Those who pass a limit at once and those who wait for it exponentially, as two parts.
///
/// `inside` is the response without the wait; `waiting` the share that waits, `wait_s` the mean wait over all.
pub fn behind_a_gate(inside: Gamma, waiting: f64, wait_s: f64) -> [(f64, Gamma); 2] {
    let share = quantity(waiting).min(1.0);
    let wait = if share > 0.0 { quantity(wait_s) / share } else { 0.0 };
    [(1.0 - share, inside), (share, inside.plus_exponential(wait))]
}

/// Those who never wait for a server and those who do, as two parts, of the same mean and variance together. A single
/// gamma distribution puts the median below the time of the work itself, where waits are rare and long.
///
/// `free` is the share that never waits, `work` the time without the wait and `wait_s` the mean wait over all.
pub fn apart_from_waiting(all: Gamma, free: f64, work: Gamma, wait_s: f64) -> [(f64, Gamma); 2] {
    let (free, wait) = (quantity(free).min(1.0), quantity(wait_s));
    let rest = 1.0 - free;
    if free < FEW || rest < SMALL || wait <= 0.0 {
        return [(1.0, all), (0.0, all)];
    }
    let mean = work.mean + wait / rest;
    let square = all.variance + all.mean * all.mean - free * (work.variance + work.mean * work.mean);
    let variance = (square / rest - mean * mean).max(work.variance);
    [(free, work), (rest, Gamma::fit(mean, variance))]
}

/// A part of a mixture, made ready for many evaluations.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    weight: f64,
    shape: f64,
    /// One over the scale.
    pace: f64,
    ln_gamma: f64,
}

/// More parts than a mixture here ever has; further ones would be dropped.
const MOST_PARTS: usize = 32;

/// Fewer than this that never wait are not told apart.
const FEW: f64 = 0.02;

/// Smaller parts than this move no percentile that anyone looks at.
const SMALL: f64 = 1e-7;

/// The value that a share `p` of a mixture stays below; weights need not sum to one.
///
/// Newton's method from the gamma distribution of the same mean and variance, kept between bounds that close in.
pub fn mixture_quantile(parts: &[(f64, Gamma)], p: f64) -> f64 {
    let [at] = mixture_quantiles(parts, [p]);
    at
}

/// Several of them at once.
pub fn mixture_quantiles<const N: usize>(parts: &[(f64, Gamma)], shares: [f64; N]) -> [f64; N] {
    let total: f64 = parts.iter().map(|(w, _)| quantity(*w)).sum();
    let mut ready = [Part::default(); MOST_PARTS];
    let (mut used, mut mean, mut square, mut steps) = (0, 0.0, 0.0, false);
    for (weight, gamma) in parts {
        let weight = quantity(*weight) / total.max(1e-300);
        if weight < SMALL || used == MOST_PARTS {
            continue;
        }
        mean += weight * gamma.mean;
        square += weight * (gamma.variance + gamma.mean * gamma.mean);
        let shape = gamma.shape();
        // A spread of less than a thousandth is a step as far as anyone can see.
        steps |= shape > STEP || gamma.mean == 0.0;
        let pace = if gamma.mean > 0.0 { shape / gamma.mean } else { 0.0 };
        ready[used] =
            Part { weight, shape, pace, ln_gamma: if shape > STEP { 0.0 } else { ln_gamma(shape) } };
        used += 1;
    }
    if used == 0 || mean <= 0.0 {
        return [0.0; N];
    }
    let whole = Gamma::fit(mean, square - mean * mean);
    shares.map(|p| {
        let p = quantity(p).min(0.999_999_9);
        if p <= 0.0 {
            0.0
        } else if steps {
            by_bisection(parts, total, p)
        } else {
            by_newton(&ready[..used], whole.first_guess(p), p)
        }
    })
}

fn by_newton(parts: &[Part], guess: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, f64::MAX);
    let mut t = guess;
    for _ in 0..60 {
        let (mut below, mut density) = (0.0, 0.0);
        for part in parts {
            let x = t * part.pace;
            let front = (part.shape * x.ln() - x - part.ln_gamma).exp();
            below += part.weight * lower(part.shape, x, front);
            density += part.weight * front;
        }
        // The density is that of ln t: steps are taken there, where tails are milder.
        let step = (p - below) / density;
        if below >= p {
            high = t;
        } else {
            low = t;
        }
        let mut next = t * (1.0 + step);
        if !(next > low && next < high) {
            next = if high < f64::MAX { (low + high) / 2.0 } else { t * 2.0 };
        }
        let moved = (next - t).abs();
        t = next;
        // The error after a step is about the square of it.
        if moved <= 1e-4 * t {
            break;
        }
    }
    t
}

/// Where a part is a step, and has no density.
fn by_bisection(parts: &[(f64, Gamma)], total: f64, p: f64) -> f64 {
    let below = |t: f64| parts.iter().map(|(w, g)| quantity(*w) * g.cdf(t)).sum::<f64>() / total;
    let mut high = parts.iter().map(|(_, g)| g.mean + 2.0 * g.variance.sqrt()).fold(0.0, f64::max);
    let mut low = 0.0;
    for _ in 0..60 {
        if below(high) >= p {
            break;
        }
        low = high;
        high *= 2.0;
    }
    for _ in 0..60 {
        if high - low <= 1e-7 * high {
            break;
        }
        let middle = (low + high) / 2.0;
        if below(middle) >= p {
            high = middle;
        } else {
            low = middle;
        }
    }
    (low + high) / 2.0
}

/// The quantile of the normal distribution, to three decimals (Abramowitz and Stegun 26.2.23).
fn normal_quantile(p: f64) -> f64 {
    let (tail, sign) = if p < 0.5 { (p, -1.0) } else { (1.0 - p, 1.0) };
    let t = (-2.0 * tail.max(1e-300).ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    sign * (t - above / below)
}

/// Variance of a sum of `visits` equal stages whose neighbours are correlated: by `alike`, those two apart by its square,
/// and so on. `stage` is the variance of one visit and `shared` the part of it that the queue (not the own service) makes.
pub fn visits_variance(visits: f64, stage: f64, shared: f64, alike: f64) -> f64 {
    let n = quantity(visits);
    let (stage, shared) = (quantity(stage), quantity(shared));
    if n <= 1.0 || shared == 0.0 {
        return n * stage;
    }
    let q = quantity(alike).min(1.0);
    // Sum over i < j of q^(j-i) = q/(1-q) (n - (1-q^n)/(1-q)).
    let pairs = if q > 1.0 - 1e-6 {
        n * (n - 1.0) / 2.0
    } else {
        q / (1.0 - q) * (n - (1.0 - q.powf(n)) / (1.0 - q))
    };
    n * stage + 2.0 * shared * pairs.max(0.0)
}

/// The regularised lower incomplete gamma function P(a, x).
fn regularised(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    lower(a, x, (a * x.ln() - x - ln_gamma(a)).exp())
}

/// The same, given x^a e^-x / gamma(a).
fn lower(a: f64, x: f64, front: f64) -> f64 {
    if x < a + 1.0 {
        let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, a);
        for _ in 0..10_000 {
            k += 1.0;
            term *= x / k;
            sum += term;
            if term < sum * 1e-11 {
                break;
            }
        }
        return (front * sum).clamp(0.0, 1.0);
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / small(an * d + b);
        c = small(b + an / c);
        let step = d * c;
        h *= step;
        if (step - 1.0).abs() < 1e-11 {
            break;
        }
    }
    (1.0 - front * h).clamp(0.0, 1.0)
}

fn small(x: f64) -> f64 {
    if x.abs() < 1e-300 { 1e-300 } else { x }
}

/// Logarithm of the gamma function for positive arguments.
fn ln_gamma(x: f64) -> f64 {
    const C: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        1.208_650_973_866_179e-3,
        -5.395_239_384_953e-6,
    ];
    let t = x + 5.5 - (x + 0.5) * (x + 5.5).ln();
    let mut y = x;
    let sum = C.iter().fold(1.000_000_000_190_015, |sum, c| {
        y += 1.0;
        sum + c / y
    });
    (2.506_628_274_631_000_5 * sum / x).ln() - t
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;

    #[test]
    fn those_who_never_wait_keep_their_own_time() {
        let (all, work) = (Gamma::fit(13.6, 600.0), Gamma::fit(0.5, 0.25));
        let parts = apart_from_waiting(all, 0.69, work, 13.1);
        let mean: f64 = parts.iter().map(|(share, part)| share * part.mean).sum();
        let square: f64 = parts.iter().map(|(w, part)| w * (part.variance + part.mean * part.mean)).sum();
        assert!((mean - 13.6).abs() < 1e-9 && (square - mean * mean - 600.0).abs() < 1e-6);
        // A single gamma distribution has most of them done before they have begun.
        let median = mixture_quantile(&parts, 0.5);
        assert!(median > work.quantile(0.5) && all.quantile(0.1) < work.quantile(0.1), "{median}");
        // Where hardly anybody is free it stays whole.
        assert_eq!(apart_from_waiting(all, 0.01, work, 13.1)[0], (1.0, all));
    }

    #[test]
    fn exponential_and_chi_square_tables() {
        let exponential = Gamma::fit(2.0, 4.0);
        close(exponential.quantile(0.5), 2.0 * 2.0_f64.ln(), 1e-5);
        close(exponential.quantile(0.95), 2.0 * 20.0_f64.ln(), 1e-5);
        // Chi-square with 10 degrees of freedom: mean 10, variance 20; 95 % point 18.307, median 9.342.
        let chi = Gamma::fit(10.0, 20.0);
        close(chi.quantile(0.95), 18.307, 1e-4);
        close(chi.quantile(0.5), 9.342, 1e-4);
        close(chi.cdf(18.307), 0.95, 1e-4);
        // Chi-square with 100: 95 % point 124.342.
        close(Gamma::fit(100.0, 200.0).quantile(0.95), 124.342, 1e-4);
    }

    #[test]
    fn constants_and_nonsense() {
        close(Gamma::fit(3.0, 0.0).quantile(0.95), 3.0, 1e-4);
        assert_eq!(Gamma::fit(0.0, 0.0).quantile(0.5), 0.0);
        assert!(Gamma::fit(f64::NAN, f64::INFINITY).quantile(0.95).is_finite());
        assert!(Gamma::fit(1e-9, 1.0).quantile(0.99).is_finite());
        assert_eq!(mixture_quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn a_gate_has_two_parts() {
        let parts = behind_a_gate(Gamma::fit(1.0, 0.0), 0.1, 1.0);
        // Nine in ten take one second; the rest one and an exponential wait of ten.
        close(mixture_quantile(&parts, 0.5), 1.0, 1e-3);
        let p95 = mixture_quantile(&parts, 0.95);
        assert!((6.0..10.0).contains(&p95), "{p95}");
    }

    #[test]
    fn visits_close_together_count_as_one_long_one() {
        close(visits_variance(4.0, 1.0, 1.0, 1.0), 16.0, 1e-9);
        close(visits_variance(4.0, 1.0, 1.0, 0.0), 4.0, 1e-9);
        let between = visits_variance(4.0, 1.0, 1.0, 0.4);
        assert!(between > 4.0 && between < 16.0);
    }
}
