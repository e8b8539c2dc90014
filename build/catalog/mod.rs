//! `rules/catalog/*.toml` to static tables.
//!
//! `schema` says which fields an entry may have and what must hold between them; `basis`, `chars` and `parts`
//! read the small languages inside some fields; `index` makes the perfect hashes; `emit` writes Rust.
//! Anything that does not fit stops the build with the file and the entry named.

pub(crate) mod basis;
pub(crate) mod chars;
mod command;
mod emit;
#[path = "../../src/catalog/hash.rs"]
mod hash;
mod index;
mod parts;
mod schema;
mod spec;

use schema::{AttributeEntry, SitEntry, TypeFile};
use std::path::Path;

/// Reads the catalogue below `rules` and gives the text of `src/catalog/tables.rs`.
pub(crate) fn generate(rules: &Path) -> Result<String, String> {
    let folder = rules.join("catalog");
    let mut types = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml") && !["sit.toml", "commands.toml"].contains(&name.as_str()))
        .collect();
    names.sort();
    for name in &names {
        let file = format!("rules/catalog/{name}");
        types.push(read_type(&file, &read(&folder.join(name))?)?);
    }
    let sit = read_sit("rules/catalog/sit.toml", &read(&folder.join("sit.toml"))?)?;
    let commands = command::read("rules/catalog/commands.toml", &read(&folder.join("commands.toml"))?)?;
    emit::tables(&types, &sit, &commands)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads and checks one file of a resource type.
pub(crate) fn read_type(file: &str, text: &str) -> Result<(TypeFile, Vec<AttributeEntry>), String> {
    let head: TypeFile = toml::from_str(text).map_err(|error| format!("{file}: {error}"))?;
    schema::check_type(&head).map_err(|error| format!("{file}: {error}"))?;
    let entries: Vec<AttributeEntry> = entries(file, &head.attribute)?;
    for entry in &entries {
        schema::check_attribute(entry).map_err(|error| format!("{file}: {}: {error}", entry.name))?;
    }
    unique(file, entries.iter().map(|entry| entry.name.as_str()))?;
    Ok((head, entries))
}

/// Reads and checks the SIT parameters.
pub(crate) fn read_sit(file: &str, text: &str) -> Result<Vec<SitEntry>, String> {
    let tables: schema::SitFile = toml::from_str(text).map_err(|error| format!("{file}: {error}"))?;
    let entries: Vec<SitEntry> = entries(file, &tables.parameter)?;
    for entry in &entries {
        schema::check_sit(entry).map_err(|error| format!("{file}: {}: {error}", entry.name))?;
    }
    unique(file, entries.iter().map(|entry| entry.name.as_str()))?;
    Ok(entries)
}

/// Gives each table the shape `T`; an error names the entry.
fn entries<T: serde::de::DeserializeOwned>(file: &str, tables: &[toml::Table]) -> Result<Vec<T>, String> {
    let mut entries = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        let name = table.get("name").and_then(toml::Value::as_str).unwrap_or("(no name)");
        entries.push(
            table.clone().try_into().map_err(|error: toml::de::Error| {
                format!("{file}: {name} (entry {}): {error}", number + 1)
            })?,
        );
    }
    Ok(entries)
}

fn unique<'a>(file: &str, names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("{file}: {name} stands there twice"));
        }
    }
    Ok(())
}
