//! The constants of the model (`rules/model/constants.toml`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Basis, Interval, machines};

const TEXT: &str = include_str!("../../../rules/model/constants.toml");

/// How a constant came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Fitted to the rows named; `model validate` fits it again.
    Fitted,
    /// Read off the source.
    Given,
}

/// A constant of the model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// Subject and name, as in `switch.latency`.
    pub id: String,
    /// The value, in `unit`.
    pub value: f64,
    /// Lower bound: the spread of the sources.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// `us`, `fraction` or `number`.
    pub unit: String,
    /// The machine whose CPU it is, where it is not the z13 of the measurements.
    #[serde(default)]
    pub machine: Option<String>,
    /// Fitted or given.
    pub kind: Kind,
    /// How far it can be trusted.
    pub basis: Basis,
    /// The evidence: table or table:row.
    pub rows: Vec<String>,
    /// What to know before relying on it.
    #[serde(default)]
    pub note: String,
}

impl Constant {
    /// Value and bounds.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, mid: self.value, high: self.high }
    }

    /// The same as CPU of the z13 of the measurements, which work on any machine is counted in. On the machine where it
    /// was measured the speed of that machine cancels, and so do its bounds.
    pub fn as_cpu(&self, on: &str) -> Interval {
        let Interval { low, mid, high } = self.interval();
        match self.machine.as_deref().and_then(machines::get) {
            None => self.interval(),
            Some(measured) if measured.id == on => self.interval().times(measured.speed),
            Some(measured) => {
                Interval { low: low * measured.low, mid: mid * measured.speed, high: high * measured.high }
            }
        }
    }
}

#[derive(Deserialize)]
struct File {
    constant: Vec<Constant>,
}

// The file is part of the program and a test reads it: it can't fail to parse for a user.
static ALL: LazyLock<BTreeMap<String, Constant>> = LazyLock::new(|| {
    let file: File = toml::from_str(TEXT).unwrap_or(File { constant: Vec::new() });
    file.constant.into_iter().map(|constant| (constant.id.clone(), constant)).collect()
});

/// All constants, by id.
pub fn all() -> impl Iterator<Item = &'static Constant> {
    ALL.values()
}

/// A constant by id.
pub fn get(id: &str) -> Option<&'static Constant> {
    ALL.get(id)
}

/// The bounds of a constant; nothing at all where the id is unknown (a test keeps that from happening).
pub fn interval(id: &str) -> Interval {
    get(id).map(Constant::interval).unwrap_or_default()
}

/// The value of a constant.
pub fn value(id: &str) -> f64 {
    interval(id).mid
}

#[cfg(test)]
mod tests {
    use super::super::evidence;
    use super::*;

    #[test]
    fn the_file_reads_and_every_constant_is_bounded_and_sourced() {
        let file: File = toml::from_str(TEXT).unwrap();
        assert_eq!(file.constant.len(), all().count(), "two constants share an id");
        for c in &file.constant {
            assert!(c.low <= c.value && c.value <= c.high, "{}", c.id);
            assert!(["us", "fraction", "number"].contains(&c.unit.as_str()), "{}", c.id);
            assert!(c.basis == Basis::Assumed || !c.rows.is_empty(), "{} has no source", c.id);
            assert!(c.machine.as_deref().is_none_or(|id| machines::get(id).is_some()), "{}", c.id);
            for row in &c.rows {
                let table = row.split(':').next().unwrap();
                assert!(evidence::table(table).is_some(), "{}: no evidence {row}", c.id);
            }
        }
    }

    #[test]
    fn cpu_of_another_machine_is_scaled_once() {
        let read = get("lsr.read").unwrap();
        let (here, there) = (read.as_cpu("2964-NE1"), read.as_cpu("deck-2006"));
        let deck = machines::get("deck-2006").unwrap();
        assert!((here.mid - 8.29 * deck.speed).abs() < 1e-9 && here.low < here.mid && here.mid < here.high);
        assert!((there.high / deck.speed - read.high).abs() < 1e-9);
        assert_eq!(get("web.base").unwrap().as_cpu("deck-2006").mid, value("web.base"));
    }

    #[test]
    fn unknown_ids_are_nothing() {
        assert_eq!(value("no.such"), 0.0);
        assert_eq!(value("qr.capture"), 0.83);
    }
}
