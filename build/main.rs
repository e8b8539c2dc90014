//! Turns the data under `rules/` into static tables, so that start-up parses nothing.

#![expect(clippy::print_stdout, reason = "cargo reads the standard output of a build script")]

mod catalog;
mod rules;
mod supplied;

use std::error::Error;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=src/catalog/hash.rs");
    if let Err(message) = generate() {
        for line in message.to_string().lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn generate() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("rules");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("catalog.rs"), catalog::generate(&root)?)?;
    rules::generate(&root.join("checks"), &out)?;
    supplied::generate(&root.join("catalog/ibm-supplied"), &out)?;
    Ok(())
}
