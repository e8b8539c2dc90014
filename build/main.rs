//! Turns the data under `rules/` into static tables, so that start-up parses nothing.

#![expect(clippy::print_stdout, reason = "cargo reads the standard output of a build script")]

mod rules;
mod supplied;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    rules::generate(&root.join("rules/checks"), &out)?;
    supplied::generate(&root.join("rules/catalog/ibm-supplied"), &out)?;
    Ok(())
}
