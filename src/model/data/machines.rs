//! The machines of the sources (`rules/model/machines.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

const TEXT: &str = include_str!("../../../rules/model/machines.toml");

/// A machine.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Type and model.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// General processors, of a workload that gives none.
    pub engines: u32,
    /// zIIPs, likewise.
    pub ziips: u32,
    /// Speed of one engine; the z13 of the measurements is one.
    pub speed: f64,
    /// Lower bound of it.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// `measured`, `derived` or `recalled`.
    pub confidence: String,
    /// Where that comes from.
    pub source: String,
}

#[derive(Deserialize)]
struct File {
    machine: Vec<Machine>,
}

static ALL: LazyLock<Vec<Machine>> =
    LazyLock::new(|| toml::from_str::<File>(TEXT).map_or_else(|_| Vec::new(), |file| file.machine));

/// All machines.
pub fn all() -> &'static [Machine] {
    &ALL
}

/// A machine by id, in any case.
pub fn get(id: &str) -> Option<&'static Machine> {
    ALL.iter().find(|machine| machine.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads() {
        assert!(toml::from_str::<File>(TEXT).is_ok());
        assert_eq!(get("2964-ne1").unwrap().speed, 1.0);
        assert!(all().iter().all(|m| m.engines > 0 && m.low > 0.0 && m.low <= m.speed && m.speed <= m.high));
    }
}
