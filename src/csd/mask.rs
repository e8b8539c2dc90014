//! Generic names: `*` stands for any number of characters, `+` for exactly one.

/// Whether `name` holds a character that makes it generic.
pub fn is_generic(name: &str) -> bool {
    name.bytes().any(|b| matches!(b, b'*' | b'+'))
}

/// Whether `name` fits `mask`. The time is at most the product of the lengths, and names are short.
pub fn matches(mask: &str, name: &str) -> bool {
    let (mask, name) = (mask.as_bytes(), name.as_bytes());
    let (mut m, mut n) = (0, 0);
    // Where to go on when a later character does not fit: after the last `*`, one character further on.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match mask.get(m) {
            Some(b'*') => {
                retry = Some((m + 1, n));
                m += 1;
            }
            Some(b'+') => (m, n) = (m + 1, n + 1),
            Some(&c) if c == name[n] => (m, n) = (m + 1, n + 1),
            _ => match retry {
                Some((after, at)) => {
                    retry = Some((after, at + 1));
                    (m, n) = (after, at + 1);
                }
                None => return false,
            },
        }
    }
    mask[m..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks() {
        for (mask, name, fits) in [
            ("PAY*", "PAY", true),
            ("PAY*", "PAY01", true),
            ("PAY*", "PA", false),
            ("*", "", true),
            ("*", "X", true),
            ("P+Y", "PAY", true),
            ("P+Y", "PY", false),
            ("+", "", false),
            ("*01", "PAY01", true),
            ("*01", "PAY011", false),
            ("A*B*C", "AXXBYYC", true),
            ("A*B*C", "AXXBYY", false),
            ("PAY01", "PAY01", true),
            ("PAY01", "PAY02", false),
        ] {
            assert_eq!(matches(mask, name), fits, "{mask} against {name}");
        }
        assert!(is_generic("A*") && is_generic("A+B") && !is_generic("AB"));
    }
}
