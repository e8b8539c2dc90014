//! Data flows one way: a module uses only those before it. This test reads the sources and refuses an upward `use`.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Modules, and what each may use beside itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("syntax", &["text"]),
    ("catalog", &["text"]),
    ("csd", &["text", "syntax", "catalog"]),
    ("region", &["text", "syntax", "catalog", "csd"]),
    ("rules", &["text", "syntax", "catalog", "csd", "region"]),
    ("model", &[]),
    ("score", &["text", "syntax", "catalog", "csd", "region", "rules", "model"]),
    ("config", &["text", "syntax", "catalog", "csd", "rules"]),
    ("lint", &["text", "syntax", "catalog", "csd", "region", "rules", "config"]),
    ("fix", &["text", "rules", "lint"]),
    ("report", &["text", "syntax", "catalog", "csd", "region", "rules", "lint"]),
    (
        "cli",
        &[
            "text", "syntax", "catalog", "csd", "region", "rules", "model", "score", "config", "lint", "fix",
            "report",
        ],
    ),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules that `text` names as `crate::module`.
fn used(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1))
        .flat_map(|rest| {
            // `crate::{a::B, c}` names several.
            let list = rest
                .strip_prefix('{')
                .map(|inner| inner.split('}').next().unwrap_or("").split(',').collect());
            list.unwrap_or_else(|| vec![rest])
        })
        .map(|path| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn no_module_uses_one_that_comes_after_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (module, allowed) in MAY_USE {
        let mut files = Vec::new();
        let folder = src.join(module);
        if folder.is_dir() {
            sources(&folder, &mut files);
        }
        for file in files {
            for name in used(&fs::read_to_string(&file).unwrap()) {
                let known = MAY_USE.iter().any(|(other, _)| *other == name);
                if known && name != *module && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{} uses {name}", file.strip_prefix(&src).unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward uses:\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_of_the_sources_has_a_place_in_the_order() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            assert!(
                MAY_USE.iter().any(|(module, _)| *module == name),
                "{name} is not in the order of modules"
            );
        }
    }
}
