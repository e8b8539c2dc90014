//! Random numbers that are the same everywhere: xoshiro256++, seeded by splitmix64 (Blackman and Vigna, public domain).

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub(super) struct Random([u64; 4]);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        let mut x = seed;
        let mut next = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Random([next(), next(), next(), next()])
    }

    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Evenly between 0 and 1, never 0.
    pub(super) fn unit(&mut self) -> f64 {
        ((self.next() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Exponential with this mean.
    pub(super) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * self.unit().ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_right_and_seeds_repeat() {
        let mut a = Random::new(7);
        let mean = (0..200_000).map(|_| a.exponential(2.0)).sum::<f64>() / 200_000.0;
        assert!((mean - 2.0).abs() < 0.02, "{mean}");
        let (mut b, mut c) = (Random::new(1), Random::new(1));
        assert!((0..10).all(|_| b.unit() == c.unit()));
    }
}
