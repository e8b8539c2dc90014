//! Settings as they are asked for: each answer is noted with where it comes from, so that a result can say on which
//! settings it rests.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::Serialize;

use super::configuration::{Configuration, Provenance, key_of, number};
use super::file::Refused;

/// A setting that a result rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UsedSetting {
    /// `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Where it comes from.
    pub from: Provenance,
}

type Key = (&'static str, String, &'static str);

/// A configuration that notes what is asked of it.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    configuration: &'a Configuration,
    asked: RefCell<BTreeMap<Key, (String, Provenance)>>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(configuration: &'a Configuration) -> Self {
        Settings { configuration, asked: RefCell::default() }
    }

    /// What was asked and answered, in order.
    pub(super) fn used(&self) -> Vec<UsedSetting> {
        let asked = self.asked.borrow();
        let each = asked.iter().map(|((kind, name, attribute), (value, from))| UsedSetting {
            key: key_of(kind, name, attribute),
            value: value.clone(),
            from: *from,
        });
        each.collect()
    }

    fn note(&self, kind: &'static str, name: &str, attribute: &'static str, value: &str, from: Provenance) {
        let key = (kind, name.to_uppercase(), attribute);
        self.asked.borrow_mut().entry(key).or_insert_with(|| (value.to_owned(), from));
    }

    pub(super) fn get(&self, kind: &'static str, name: &str, attribute: &'static str) -> Option<&'a str> {
        let setting = self.configuration.setting(kind, name, attribute)?;
        self.note(kind, name, attribute, &setting.value, setting.from);
        Some(&setting.value)
    }

    /// A value, or else what is usual.
    pub(super) fn get_or(
        &self,
        kind: &'static str,
        name: &str,
        attribute: &'static str,
        usual: &'static str,
    ) -> &'a str {
        self.get(kind, name, attribute).unwrap_or_else(|| {
            self.note(kind, name, attribute, usual, Provenance::Assumed);
            usual
        })
    }

    /// A value that must be a whole number.
    pub(super) fn count(
        &self,
        kind: &'static str,
        name: &str,
        attribute: &'static str,
    ) -> Result<Option<u32>, Refused> {
        self.get(kind, name, attribute).map(|value| number(kind, name, attribute, value)).transpose()
    }

    /// The same, or else what is usual.
    pub(super) fn count_or(
        &self,
        kind: &'static str,
        name: &str,
        attribute: &'static str,
        usual: u32,
    ) -> Result<u32, Refused> {
        let given = self.count(kind, name, attribute)?;
        Ok(given.unwrap_or_else(|| {
            self.note(kind, name, attribute, &usual.to_string(), Provenance::Assumed);
            usual
        }))
    }

    /// Whether a value is YES or ON.
    pub(super) fn is_on(&self, kind: &'static str, name: &str, attribute: &'static str) -> bool {
        matches!(self.get(kind, name, attribute), Some("YES" | "ON"))
    }

    /// The definition of this type whose `attribute` is `value`, or is a mask that takes it; the closest mask wins.
    /// Where no definition has the attribute, the one whose name is `value`.
    pub(super) fn by(&self, kind: &'static str, attribute: &'static str, value: &str) -> Option<&'a str> {
        let value = value.to_uppercase();
        let mut best: Option<(usize, &'a str)> = None;
        let mut named = None;
        for name in self.configuration.names(kind) {
            match self.configuration.get(kind, name, attribute) {
                Some(has) => {
                    let fit = closeness(has, &value);
                    if fit > best.map(|(fit, _)| fit) {
                        best = fit.map(|fit| (fit, name));
                    }
                }
                None if name == value => named = Some(name),
                None => {}
            }
        }
        let name = best.map(|(_, name)| name).or(named)?;
        let _ = self.get(kind, name, attribute);
        Some(name)
    }
}

/// How many characters of a mask (`+` any one, `*` at the end any number) name `value` exactly; none where it does not
/// take it.
fn closeness(mask: &str, value: &str) -> Option<usize> {
    if mask == value {
        return Some(usize::MAX);
    }
    let (start, open) = mask.strip_suffix('*').map_or((mask, false), |start| (start, true));
    let mut rest = value.chars();
    let mut exact = 0;
    for wanted in start.chars() {
        let found = rest.next()?;
        match wanted {
            '+' => {}
            _ if wanted == found => exact += 1,
            _ => return None,
        }
    }
    (open || rest.next().is_none()).then_some(exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_mask_wins_and_a_name_counts_only_without_one() {
        let mut c = Configuration::default();
        for (name, mask) in [("D1", "*"), ("D2", "PA*"), ("D3", "PA+1"), ("D4", "PAY1")] {
            c.put("DB2TRAN", name, "TRANSID", mask, Provenance::Given);
        }
        c.put("DB2TRAN", "XYZ1", "ENTRY", "E", Provenance::Given);
        let s = Settings::new(&c);
        for (transaction, entry) in
            [("pay1", "D4"), ("PAX1", "D3"), ("PABC", "D2"), ("ZZZZ", "D1"), ("XYZ1", "D1")]
        {
            assert_eq!(s.by("DB2TRAN", "TRANSID", transaction), Some(entry), "{transaction}");
        }
        let mut only = Configuration::default();
        only.put("DB2TRAN", "XYZ1", "ENTRY", "E", Provenance::Given);
        assert_eq!(Settings::new(&only).by("DB2TRAN", "TRANSID", "XYZ1"), Some("XYZ1"));
    }

    #[test]
    fn what_is_asked_is_noted_once_with_its_origin() {
        let mut c = Configuration::default();
        c.put("SIT", "", "MXT", "150", Provenance::Given);
        let s = Settings::new(&c);
        assert_eq!(s.count_or("SIT", "", "MXT", 250), Ok(150));
        assert_eq!(s.count_or("SIT", "", "PRTYAGE", 1000), Ok(1000));
        let used: Vec<_> = s.used().into_iter().map(|u| (u.key, u.value, u.from)).collect();
        assert_eq!(
            used,
            [
                ("SIT.MXT".to_owned(), "150".to_owned(), Provenance::Given),
                ("SIT.PRTYAGE".to_owned(), "1000".to_owned(), Provenance::Assumed),
            ]
        );
    }
}
