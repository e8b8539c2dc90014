//! `rules/catalog/ibm-supplied/*.tsv` to static tables: the groups, lists and resources that IBM supplies.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// One resource: what `names.tsv` and `definitions.tsv` say of it.
struct Resource {
    group: String,
    facts: String,
    attributes: Vec<(String, String)>,
    basis: &'static str,
    source: String,
}

/// Reads the tables below `rules` and gives the text of the static ones.
pub(crate) fn generate(rules: &Path) -> Result<String, String> {
    let folder = rules.join("catalog/ibm-supplied");
    let mut text = groups(&folder.join("groups.tsv"))?;
    let resources = resources(&folder.join("names.tsv"), &folder.join("definitions.tsv"))?;
    let count = resources.len();
    let _ = writeln!(
        text,
        "/// Resources, by type and name.\npub(super) static RESOURCES: [SuppliedResource; {count}] = ["
    );
    for ((kind, name), resource) in &resources {
        let Resource { group, facts, attributes, basis, source } = resource;
        let _ = writeln!(
            text,
            "    SuppliedResource {{ kind: {kind:?}, name: {name:?}, group: {group:?}, facts: {facts:?}, \
             attributes: &{attributes:?}, basis: Basis::{basis}, source: {source:?} }},"
        );
    }
    text.push_str("];\n");
    Ok(text)
}

fn groups(path: &Path) -> Result<String, String> {
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
            return Err(format!("{at}: the group stands there twice"));
        }
    }
    let (count, lines) = (groups.len(), groups.into_values().collect::<Vec<_>>().join("\n"));
    Ok(format!(
        "/// Groups and lists, by name.\npub(super) static GROUPS: [SuppliedGroup; {count}] = [\n{lines}\n];\n"
    ))
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

fn resources(names: &Path, definitions: &Path) -> Result<BTreeMap<(String, String), Resource>, String> {
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
            return Err(format!("{at}: the resource stands there twice"));
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

fn basis(at: &str, confidence: &str) -> Result<&'static str, String> {
    Ok(match confidence {
        "page-5.4" => "Page",
        "listing-5.3" | "page-other-release" => "OtherRelease",
        "secondary" => "Secondary",
        "from-memory" => "Memory",
        other => return Err(format!("{at}: confidence {other:?}")),
    })
}

/// The rows below the heading, each with its place for messages.
fn rows<const N: usize>(path: &Path, heading: [&str; N]) -> Result<Vec<(String, [String; N])>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = format!("{} line {}", path.display(), number + 1);
        let fields: Vec<String> = line.split('\t').map(|field| field.trim().to_owned()).collect();
        let count = fields.len();
        let row: [String; N] =
            fields.try_into().map_err(|_| format!("{at}: {count} fields where {N} are expected"))?;
        match number {
            0 if row == heading => {}
            0 => return Err(format!("{at}: the heading is not {heading:?}")),
            _ => rows.push((at, row)),
        }
    }
    Ok(rows)
}
