//! Turns the data under `rules/` into static tables, so that start-up parses nothing.

#![expect(clippy::print_stdout, reason = "cargo reads the standard output of a build script")]

mod catalog;
mod rules;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/catalog/hash.rs");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("catalog.rs"), catalog::generate(&root.join("rules"))?)?;
    rules::generate(&root.join("rules/checks"), &out)?;
    Ok(())
}
