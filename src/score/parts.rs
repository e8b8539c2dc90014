//! How each part of the CPU of a task comes about, in words (`rules/model/formulas.toml`).

use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) formula: String,
    pub(super) constants: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    part: Vec<Part>,
}

const TEXT: &str = include_str!("../../rules/model/formulas.toml");

// The file is part of the program, and a test reads it.
static PARTS: LazyLock<Vec<Part>> =
    LazyLock::new(|| toml::from_str::<File>(TEXT).map(|file| file.part).unwrap_or_default());

/// The part of this name.
pub(super) fn part(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::data::constants;

    #[test]
    fn the_formulas_name_constants_that_there_are() {
        let file: File = toml::from_str(TEXT).unwrap();
        for part in &file.part {
            for id in &part.constants {
                assert!(constants::get(id).is_some(), "{}: there is no constant {id}", part.name);
            }
        }
    }
}
