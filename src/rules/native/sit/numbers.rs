//! Numbers, sizes and times of SIT parameters: how they are read and how they are shown.

/// What is wrong with the digits of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeFault {
    /// Something else than up to `digits` digits.
    Form,
    /// More than 59 minutes.
    Minutes,
    /// More than 59 seconds.
    Seconds,
}

/// A decimal number. One that is too large for the type is as good as the largest.
pub(super) fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(i64::MAX))
}

/// A number with an optional unit, in bytes, and the unit in capitals.
pub(super) fn storage(text: &str) -> Option<(i64, Option<char>)> {
    let unit =
        text.chars().next_back().filter(char::is_ascii_alphabetic).map(|unit| unit.to_ascii_uppercase());
    let digits = if unit.is_some() { &text[..text.len() - 1] } else { text };
    let factor = match unit {
        None => 1,
        Some('K') => 1 << 10,
        Some('M') => 1 << 20,
        Some('G') => 1 << 30,
        Some(_) => return None,
    };
    Some((number(digits)?.saturating_mul(factor), unit))
}

/// `bytes` in the largest unit of K, M and G that leaves no rest.
pub(super) fn show_storage(bytes: i64) -> String {
    let units = [(1_i64 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")];
    match units.iter().find(|(factor, _)| bytes != 0 && bytes % factor == 0) {
        Some((factor, unit)) => format!("{}{unit}", bytes / factor),
        None => bytes.to_string(),
    }
}

/// A time of up to `digits` digits (6: hhmmss, 4: hhmm), as the number that its digits make.
pub(super) fn time(text: &str, digits: usize) -> Result<i64, TimeFault> {
    let value = number(text).filter(|_| text.len() <= digits).ok_or(TimeFault::Form)?;
    if digits == 6 && value % 100 > 59 {
        return Err(TimeFault::Seconds);
    }
    let minutes = if digits == 6 { value / 100 % 100 } else { value % 100 };
    if minutes > 59 { Err(TimeFault::Minutes) } else { Ok(value) }
}

/// The number that CICS takes instead of `value`, which is no multiple of `step`.
pub(super) fn rounded(value: i64, step: i64, up: bool) -> i64 {
    let down = value - value.rem_euclid(step.max(1));
    if up { down.saturating_add(step) } else { down }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_shown() {
        let cases = [
            ("800M", Some((800 << 20, Some('M')))),
            ("5m", Some((5 << 20, Some('M')))),
            ("512K", Some((512 << 10, Some('K')))),
            ("2G", Some((2 << 30, Some('G')))),
            ("5242880", Some((5 << 20, None))),
            ("0K", Some((0, Some('K')))),
            ("99999999999999999999M", Some((i64::MAX, Some('M')))),
            ("M", None),
            ("12X", None),
            ("1.5M", None),
            ("", None),
            ("5é", None),
        ];
        for (text, expected) in cases {
            assert_eq!(storage(text), expected, "{text}");
        }
        for (bytes, shown) in
            [(0, "0"), (1000, "1000"), (1536, "1536"), (512 << 10, "512K"), (2047 << 20, "2047M")]
        {
            assert_eq!(show_storage(bytes), shown);
        }
    }

    #[test]
    fn times_have_sixty_minutes() {
        let cases = [
            ("500", 6, Ok(500)),
            ("235959", 6, Ok(235_959)),
            ("006100", 6, Err(TimeFault::Minutes)),
            ("000075", 6, Err(TimeFault::Seconds)),
            ("0160", 4, Err(TimeFault::Minutes)),
            ("0159", 4, Ok(159)),
            ("0000100", 6, Err(TimeFault::Form)),
            ("12H", 6, Err(TimeFault::Form)),
            ("", 6, Err(TimeFault::Form)),
        ];
        for (text, digits, expected) in cases {
            assert_eq!(time(text, digits), expected, "{text}");
        }
    }

    #[test]
    fn rounding_goes_the_way_of_the_parameter() {
        assert_eq!(rounded(2100, 250, false), 2000);
        assert_eq!(rounded(97 << 20 | 1, 1 << 20, true), 98 << 20);
        assert_eq!(rounded(i64::MAX, 250, true), i64::MAX);
    }
}
