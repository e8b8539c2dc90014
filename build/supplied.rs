//! `rules/catalog/ibm-supplied/*.tsv` to static tables: the groups, lists and resources that IBM supplies.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// One resource: what `names.tsv` and `definitions.tsv` say of it.
struct Resource {
    group: String,
    facts: String,
    attributes: Vec<(String, String)>,
    basis: &'static str,
    source: String,
}

/// Reads the tables in `folder` and writes `supplied.rs` to `out`.
pub(crate) fn generate(folder: &Path, out: &Path) -> Result<()> {
    let mut text = groups(&folder.join("groups.tsv"))?;
    let resources = resources(&folder.join("names.tsv"), &folder.join("definitions.tsv"))?;
    writeln!(text, "/// Resources, by type and name.")?;
    writeln!(text, "pub(super) static RESOURCES: [SuppliedResource; {}] = [", resources.len())?;
    for ((kind, name), resource) in &resources {
        let Resource { group, facts, attributes, basis, source } = resource;
        writeln!(
            text,
            "    SuppliedResource {{ kind: {kind:?}, name: {name:?}, group: {group:?}, facts: {facts:?}, \
             attributes: &{attributes:?}, basis: Basis::{basis}, source: {source:?} }},"
        )?;
    }
    writeln!(text, "];")?;
    fs::write(out.join("supplied.rs"), text)?;
    Ok(())
}

fn groups(path: &Path) -> Result<String> {
    let mut groups = BTreeMap::new();
    for (at, row) in rows::<5>(path, ["name", "list", "purpose", "source", "confidence"])? {
        let [name, list, purpose, source, confidence] = row;
        let (standing, basis) =
            (standing(&list).ok_or(format!("{at}: list {list:?}"))?, basis(&at, &confidence)?);
        let line = format!(
            "    SuppliedGroup {{ name: {name:?}, standing: Standing::{standing}, purpose: {purpose:?}, \
             basis: Basis::{basis}, source: {source:?} }},"
        );
        if groups.insert(name, line).is_some() {
            return Err(format!("{at}: the group stands there twice").into());
        }
    }
    let mut text = String::new();
    writeln!(text, "/// Groups and lists, by name.")?;
    writeln!(text, "pub(super) static GROUPS: [SuppliedGroup; {}] = [", groups.len())?;
    for line in groups.values() {
        writeln!(text, "{line}")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}

fn standing(list: &str) -> Option<&'static str> {
    Some(match list {
        "DFHLIST" => "InDfhlist",
        "DFHLIST (not locked)" => "InDfhlistUnlocked",
        "not in DFHLIST" => "Optional",
        "sample" => "Sample",
        "(is a list)" => "List",
        "?" => "Unknown",
        list if list.starts_with("compatibility") => "Compatibility",
        list if list.starts_with("none (older") => "Older",
        list if list.starts_with("site") => "Site",
        _ => return None,
    })
}

fn resources(names: &Path, definitions: &Path) -> Result<BTreeMap<(String, String), Resource>> {
    let mut resources = BTreeMap::new();
    let head = ["type", "name", "group", "facts", "confidence", "source"];
    for (at, [kind, name, group, facts, confidence, source]) in rows::<6>(names, head)? {
        if !is_name(&name) {
            continue; // A pattern such as DFHxxxx: words for people, no name.
        }
        let group = if is_name(&group) { group } else { String::new() };
        let basis = basis(&at, &confidence)?;
        let resource = Resource { group, facts, attributes: Vec::new(), basis, source };
        if resources.insert((kind, name), resource).is_some() {
            return Err(format!("{at}: the resource stands there twice").into());
        }
    }
    for (at, [group, kind, name, attributes]) in
        rows::<4>(definitions, ["group", "type", "name", "attributes"])?
    {
        let attributes = attributes
            .split(';')
            .map(|pair| pair.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())))
            .collect::<Option<Vec<_>>>()
            .ok_or(format!("{at}: an attribute without ="))?;
        let resource = resources.entry((kind, name)).or_insert_with(|| Resource {
            group: group.clone(),
            facts: String::new(),
            attributes: Vec::new(),
            basis: "OtherRelease",
            source: "LIST report of a 5.3 CSD (definitions.tsv)".to_owned(),
        });
        resource.attributes = attributes;
        resource.group = group;
    }
    Ok(resources)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"$@#".contains(&b))
}

fn basis(at: &str, confidence: &str) -> Result<&'static str> {
    Ok(match confidence {
        "page-5.4" => "Page",
        "listing-5.3" | "page-other-release" => "OtherRelease",
        "secondary" => "Secondary",
        "from-memory" => "Memory",
        other => return Err(format!("{at}: confidence {other:?}").into()),
    })
}

/// The rows below the heading, each with its place for messages.
fn rows<const N: usize>(path: &Path, heading: [&str; N]) -> Result<Vec<(String, [String; N])>> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = format!("{} line {}", path.display(), number + 1);
        let fields: Vec<String> = line.split('\t').map(|field| field.trim().to_owned()).collect();
        let count = fields.len();
        let row: [String; N] =
            fields.try_into().map_err(|_| format!("{at}: {count} fields where {N} are expected"))?;
        match number {
            0 if row == heading => {}
            0 => return Err(format!("{at}: the heading is not {heading:?}").into()),
            _ => rows.push((at, row)),
        }
    }
    Ok(rows)
}
