//! Percentiles of a response time from its mean and variance.
//!
//! A gamma distribution is fitted to mean and variance; behind a limit, those who wait and those who don't are two
//! parts of their own, and so are bursts and the time between them. The incomplete gamma function by series and
//! continued fraction as in Abramowitz and Stegun, section 6.5; the logarithm of the gamma function after Lanczos.

use super::quantity;

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
        // A spread of less than a thousandth is a step as far as anyone can see.
        if shape > 1e6 || self.mean == 0.0 {
            return if t >= self.mean { 1.0 } else { 0.0 };
        }
        regularised(shape, t * shape / self.mean)
    }

    /// The value that a share `p` stays below.
    pub fn quantile(&self, p: f64) -> f64 {
        mixture_quantile(&[(1.0, *self)], p)
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

/// The value that a share `p` of a mixture stays below; weights need not sum to one.
pub fn mixture_quantile(parts: &[(f64, Gamma)], p: f64) -> f64 {
    let total: f64 = parts.iter().map(|(w, _)| quantity(*w)).sum();
    let p = quantity(p).min(0.999_999_9);
    if total <= 0.0 || p <= 0.0 {
        return 0.0;
    }
    let below = |t: f64| parts.iter().map(|(w, g)| quantity(*w) * g.cdf(t)).sum::<f64>() / total;
    let mut high = parts.iter().map(|(_, g)| g.mean + 2.0 * g.variance.sqrt()).fold(0.0, f64::max);
    if high <= 0.0 {
        return 0.0;
    }
    let mut low = 0.0;
    for _ in 0..60 {
        if below(high) >= p {
            break;
        }
        low = high;
        high *= 2.0;
    }
    // Bisection with a secant step in between: safe, and about a dozen evaluations.
    let (mut at_low, mut at_high) = (below(low), below(high));
    for turn in 0..80 {
        if high - low <= 1e-6 * high {
            break;
        }
        let secant = low + (high - low) * ((p - at_low) / (at_high - at_low).max(1e-300)).clamp(0.02, 0.98);
        let middle = if turn % 3 == 2 { (low + high) / 2.0 } else { secant };
        let at = below(middle);
        if at >= p {
            (high, at_high) = (middle, at);
        } else {
            (low, at_low) = (middle, at);
        }
    }
    (low + high) / 2.0
}

/// Variance of a sum of `visits` equal stages whose neighbours are correlated.
///
/// Visits to one queue `apart_s` apart see nearly the same queue if that is short against its `memory_s`: the
/// covariance falls as exp(-k apart / memory). `stage` is the variance of one visit and `shared` the part of it that
/// the queue (not the own service) makes.
pub fn visits_variance(visits: f64, stage: f64, shared: f64, apart_s: f64, memory_s: f64) -> f64 {
    let n = quantity(visits);
    let (stage, shared) = (quantity(stage), quantity(shared));
    if n <= 1.0 || shared == 0.0 {
        return n * stage;
    }
    let q = if memory_s > 0.0 { (-quantity(apart_s) / memory_s).exp() } else { 0.0 };
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
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, a);
        for _ in 0..10_000 {
            k += 1.0;
            term *= x / k;
            sum += term;
            if term < sum * 1e-12 {
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
        if (step - 1.0).abs() < 1e-12 {
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
        close(visits_variance(4.0, 1.0, 1.0, 0.0, 1.0), 16.0, 1e-9);
        close(visits_variance(4.0, 1.0, 1.0, 1e9, 1.0), 4.0, 1e-9);
        let between = visits_variance(4.0, 1.0, 1.0, 1.0, 1.0);
        assert!(between > 4.0 && between < 16.0);
    }
}
