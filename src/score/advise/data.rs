//! What is known of settings beside their effect on the model: `rules/model/advice.toml`.

use super::Effort;
use serde::Deserialize;
use std::sync::LazyLock;

/// A limit that may be raised.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Knob {
    /// `TYPE.ATTRIBUTE` or `SIT.PARAMETER`.
    pub(super) setting: String,
    /// Settings that are changed together.
    pub(super) group: String,
    /// Values are multiples of this.
    pub(super) round: u32,
    /// What has to be seen to first.
    pub(super) requires: Vec<String>,
    /// Where that is learnt.
    pub(super) source: String,
}

/// A setting that has to move with others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Partner {
    /// The setting that is to be at least `times` x the sum of `of` + `plus`.
    pub(super) setting: String,
    pub(super) of: Vec<String>,
    #[serde(default = "one")]
    pub(super) times: u32,
    #[serde(default)]
    pub(super) plus: u32,
    /// CICS takes no more.
    pub(super) most: u32,
    /// Where it is left out CICS takes what it needs.
    #[serde(default)]
    pub(super) only_given: bool,
    /// The sum may be above it on purpose.
    #[serde(default)]
    pub(super) may_be_exceeded: bool,
    /// Where it is below the sum, it is so on purpose.
    #[serde(default)]
    pub(super) if_held: bool,
    /// A further limit, where it is known.
    pub(super) bound: Option<Cap>,
    /// The sum in words.
    pub(super) words: String,
    pub(super) source: String,
}

/// `times` x a setting + `plus`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cap {
    pub(super) of: String,
    pub(super) times: u32,
    pub(super) plus: u32,
}

const fn one() -> u32 {
    1
}

/// A setting with a few values that are worth a try.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    pub(super) setting: String,
    pub(super) values: Vec<String>,
    /// What the model leaves out.
    pub(super) unknown: String,
    pub(super) source: String,
}

/// When LSR buffers are enough.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Buffers {
    /// A doubling has to find this much more of the reads in storage.
    pub(super) least_gain_percent: f64,
    /// Buffers of one size.
    pub(super) most: u32,
    /// All buffers of one size, in megabytes.
    pub(super) most_mb: u32,
    pub(super) requires: Vec<String>,
    pub(super) source: String,
}

/// How a value is put into force.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct How {
    /// `TYPE.ATTRIBUTE`, or `TYPE.*` for all that no other entry names.
    pub(super) settings: Vec<String>,
    pub(super) effort: Effort,
    pub(super) text: String,
    pub(super) source: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    knob: Vec<Knob>,
    partner: Vec<Partner>,
    choice: Vec<Choice>,
    buffers: Buffers,
    how: Vec<How>,
}

const TEXT: &str = include_str!("../../../rules/model/advice.toml");

// The file is part of the program, and a test reads it.
static ALL: LazyLock<File> = LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());

/// The knob of a setting such as `DB2ENTRY.PAY.THREADLIMIT`.
pub(super) fn knob(setting: &str) -> Option<&'static Knob> {
    let plain = plain(setting);
    ALL.knob.iter().find(|knob| knob.setting == plain)
}

/// All settings that have to move with others.
pub(super) fn partners() -> &'static [Partner] {
    &ALL.partner
}

/// All settings with a few values that are worth a try.
pub(super) fn choices() -> &'static [Choice] {
    &ALL.choice
}

/// When LSR buffers are enough.
pub(super) fn buffers() -> &'static Buffers {
    &ALL.buffers
}

/// How a setting of this type and attribute is put into force.
pub(super) fn how(kind: &str, attribute: &str) -> Option<&'static How> {
    let entry = |wanted: &str| {
        ALL.how.iter().find(|how| how.settings.iter().any(|s| s.split_once('.') == Some((kind, wanted))))
    };
    entry(attribute).or_else(|| entry("*"))
}

/// `DB2ENTRY.PAY.THREADLIMIT` without its name.
fn plain(setting: &str) -> String {
    let (kind, rest) = setting.split_once('.').unwrap_or((setting, ""));
    format!("{kind}.{}", rest.rsplit('.').next().unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::model::workload::MAPPED;

    fn is_setting(setting: &str) -> bool {
        let Some((kind, attribute)) = setting.split_once('.') else { return false };
        match kind {
            "SIT" => catalog::sit_parameter(attribute).found().is_some(),
            kind => catalog::resource_type(kind)
                .found()
                .is_some_and(|entry| entry.attribute(attribute).found().is_some()),
        }
    }

    #[test]
    fn the_file_reads_and_names_only_settings_that_there_are() {
        let file: File = toml::from_str(TEXT).unwrap();
        assert!(file.knob.len() > 10 && file.partner.len() > 4);
        for knob in &file.knob {
            let (kind, attribute) = knob.setting.split_once('.').unwrap();
            let of = MAPPED.iter().find(|(known, _)| *known == kind).unwrap();
            assert!(of.1.contains(&attribute), "{} does not change the model", knob.setting);
            assert!(!knob.source.is_empty());
        }
        for partner in &file.partner {
            let bound = partner.bound.iter().map(|bound| &bound.of);
            for setting in partner.of.iter().chain([&partner.setting]).chain(bound) {
                assert!(is_setting(setting), "{setting}");
            }
            assert!(!partner.words.is_empty() && !partner.source.is_empty() && partner.most > 0);
        }
        for choice in &file.choice {
            assert!(choice.setting.starts_with("SIT.") && is_setting(&choice.setting), "{}", choice.setting);
            assert!(choice.values.len() > 1 && !choice.unknown.is_empty() && !choice.source.is_empty());
        }
        assert!(file.buffers.least_gain_percent > 0.0 && !file.buffers.source.is_empty());
    }

    #[test]
    fn of_every_setting_of_the_model_it_is_known_how_it_is_put_into_force() {
        for (kind, attributes) in MAPPED {
            for attribute in *attributes {
                let how = how(kind, attribute).unwrap_or_else(|| panic!("{kind}.{attribute}"));
                assert!(!how.text.is_empty() && !how.source.is_empty());
            }
        }
        for how in &ALL.how {
            for setting in how.settings.iter().filter(|setting| !setting.ends_with(".*")) {
                assert!(is_setting(setting), "{setting}");
            }
        }
        assert_eq!(how("SIT", "FCQRONLY").map(|how| how.effort), Some(Effort::Restart));
        assert_eq!(how("TCPIPSERVICE", "SSL").map(|how| how.effort), Some(Effort::Review));
        assert_eq!(how("TCPIPSERVICE", "MAXPERSIST").map(|how| how.effort), Some(Effort::Definition));
    }
}
