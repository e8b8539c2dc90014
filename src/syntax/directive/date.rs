//! Days, for suppressions that end.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no day of the form YYYY-MM-DD")]
pub struct NoDate(String);

impl Date {
    /// This day, where there is one.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        (year <= 9999 && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// Today, in UTC.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self::after_1970(seconds / 86_400)
    }

    /// The day so many days after 1 January 1970.
    fn after_1970(days: u64) -> Self {
        // Years begin in March here, so that a leap day ends one; an era has 400 years.
        let days = days + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self { year: (year + era * 400 + later) as u16, month: month as u8, day: day as u8 }
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        let parts: Vec<&str> = text.split('-').collect();
        let date = match parts.as_slice() {
            [year, month, day] if (year.len(), month.len(), day.len()) == (4, 2, 2) => {
                let number = |text: &str| {
                    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u16>().ok()).flatten()
                };
                let (year, month, day) = (number(year), number(month), number(day));
                year.zip(month)
                    .zip(day)
                    .and_then(|((year, month), day)| Self::new(year, month as u8, day as u8))
            }
            _ => None,
        };
        date.ok_or_else(|| NoDate(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_are_read_and_shown() {
        for good in ["2027-06-30", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(good.parse::<Date>().unwrap().to_string(), good);
        }
        for bad in [
            "2027-6-30",
            "2027-02-29",
            "1900-02-29",
            "2027-13-01",
            "2027-00-01",
            "30.06.2027",
            "",
            "+027-01-01",
        ] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
        assert!("2027-06-30".parse::<Date>().unwrap() < "2027-07-01".parse::<Date>().unwrap());
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (days, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_999, "2027-06-30"),
            (47_540, "2100-02-28"),
        ] {
            assert_eq!(Date::after_1970(days).to_string(), date);
        }
        let mut last = Date::after_1970(0);
        for days in 1..50_000 {
            let next = Date::after_1970(days);
            assert!(last < next, "{last} {next}");
            last = next;
        }
    }
}
