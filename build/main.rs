//! Turns the data under `rules/` into static tables, so that start-up parses nothing.

#![allow(clippy::print_stdout, reason = "Cargo reads what a build script prints")]

mod catalog;
mod rules;
mod supplied;
#[path = "../src/rules/wire/mod.rs"]
mod wire;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/catalog/hash.rs");
    println!("cargo::rerun-if-changed=src/rules/wire");
    run("catalog.rs", catalog::generate);
    run("rules.rs", rules::registry);
    run("rule_tests.rs", rules::test_cases);
    run("supplied.rs", supplied::generate);
}

/// Writes what `generate` makes of the folder `rules` to `name` in the output folder, or stops the build.
fn run(name: &str, generate: fn(&std::path::Path) -> Result<String, String>) {
    let folder = |variable| std::env::var_os(variable).map(std::path::PathBuf::from).unwrap_or_default();
    let rules = folder("CARGO_MANIFEST_DIR").join("rules");
    let written = generate(&rules).and_then(|text| {
        let path = folder("OUT_DIR").join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    });
    if let Err(message) = written {
        for line in message.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}
