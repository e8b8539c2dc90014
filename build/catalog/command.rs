//! `rules/catalog/commands.toml`.

use super::basis::{self, Basis};
use super::chars;
use super::spec::{self, DomainSpec};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandFile {
    ceda_only: Vec<String>,
    command: Vec<toml::Table>,
}

/// The commands and the words of CEDA that are none.
#[derive(Debug)]
pub(crate) struct Commands {
    pub(crate) ceda_only: Vec<String>,
    pub(crate) commands: Vec<CommandEntry>,
}

/// Whether a command takes a resource operand.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Resource {
    No,
    Optional,
    Required,
    First,
}

/// One command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandEntry {
    pub(crate) name: String,
    pub(crate) min_abbreviation: String,
    pub(crate) min_abbreviation_confidence: String,
    pub(crate) summary: String,
    pub(crate) resource: Resource,
    #[serde(default)]
    pub(crate) attributes: bool,
    #[serde(default)]
    pub(crate) generic_resource: bool,
    #[serde(default)]
    pub(crate) operands: Vec<OperandEntry>,
    #[serde(default)]
    pub(crate) required: Vec<Vec<String>>,
    #[serde(default)]
    pub(crate) exclusive: Vec<Vec<String>>,
    #[serde(default)]
    pub(crate) needs: Vec<(String, Vec<String>)>,
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    pub(crate) confidence: String,
    pub(crate) source: String,
}

/// What an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Value {
    /// Nothing.
    None,
    /// The name of a group, a list, a program, a member or a DD: 1 to 8 of A-Z 0-9 $ @ #.
    Name,
    /// The name of a resource.
    Resource,
    /// Three digits.
    Level,
    /// The number of an APAR.
    Apar,
}

/// One operand of a command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OperandEntry {
    pub(crate) name: String,
    pub(crate) min: String,
    pub(crate) value: Value,
    #[serde(default)]
    pub(crate) generic: bool,
    pub(crate) confidence: Option<String>,
}

/// Reads and checks the commands.
pub(crate) fn read(file: &str, text: &str) -> Result<Commands, String> {
    let tables: CommandFile = toml::from_str(text).map_err(|error| format!("{file}: {error}"))?;
    let commands: Vec<CommandEntry> = super::entries(file, &tables.command)?;
    for command in &commands {
        check(command).map_err(|error| format!("{file}: {}: {error}", command.name))?;
    }
    super::unique(file, commands.iter().map(|command| command.name.as_str()))?;
    Ok(Commands { ceda_only: tables.ceda_only, commands })
}

fn check(command: &CommandEntry) -> Result<(), String> {
    basis::of_keyword(&command.confidence)?;
    basis::of_keyword(&command.min_abbreviation_confidence)?;
    if !command.name.starts_with(&command.min_abbreviation) {
        return Err("min_abbreviation does not begin the name".to_owned());
    }
    let known =
        |name: &String| name == "RESOURCE" || command.operands.iter().any(|operand| operand.name == *name);
    let needs = command.needs.iter().flat_map(|(first, others)| std::iter::once(first).chain(others));
    let mut named = command.required.iter().chain(&command.exclusive).flatten().chain(needs);
    if let Some(name) = named.find(|name| !known(name)) {
        return Err(format!("{name} is none of its operands"));
    }
    for operand in &command.operands {
        if !operand.name.starts_with(&operand.min) {
            return Err(format!("{}: min does not begin the name", operand.name));
        }
        basis::of_keyword(operand.confidence.as_ref().unwrap_or(&command.confidence))?;
    }
    Ok(())
}

/// The domain of the value of an operand, where it takes one.
pub(crate) fn domain(operand: &OperandEntry, basis: Basis) -> Result<Option<DomainSpec>, String> {
    let (length, allowed) = match operand.value {
        Value::None => return Ok(None),
        Value::Name => (8, "A-Z0-9$@#"),
        // the name's own type checks it further
        Value::Resource => (32, ""),
        Value::Level => (3, "0-9"),
        Value::Apar => (8, "A-Z0-9"),
    };
    let mut chars = chars::parse(allowed)?;
    chars.generic = operand.generic;
    if let (true, Some((ascii, _))) = (operand.generic, &mut chars.set) {
        *ascii |= 1 << u32::from(b'+');
    }
    Ok(Some(spec::name(length, chars, operand.value == Value::Resource, basis)))
}
