//! Writes a site of many regions for measurements.
//!
//! `cargo run --release --example gen-regions -- FOLDER REGIONS DEFINITIONS`
//!
//! FOLDER gets `base.csd` with DEFINITIONS definitions in groups of 50, and for each region a deck with a program and a
//! list of its own (five groups of the base), a SYSIN member, and its `[[region]]` in `cicslint.toml`.

#[path = "../benches/deck.rs"]
mod deck;

use deck::Wanted;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Definitions of one group of the base.
const GROUP: usize = 50;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = words.get(1..3).and_then(|two| Some((two[0].parse().ok()?, two[1].parse().ok()?)));
    let (Some(folder), Some((regions, definitions))) = (words.first(), numbers) else {
        let _ = writeln!(io::stderr(), "usage: gen-regions FOLDER REGIONS DEFINITIONS");
        return ExitCode::from(2);
    };
    match write(Path::new(folder), regions, definitions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(3)
        }
    }
}

fn write(folder: &Path, regions: usize, definitions: usize) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("regions"))?;
    let wanted = Wanted { count: definitions, mixed: true, faulty: 0 };
    let mut base = String::with_capacity(definitions * 200);
    (0..definitions).for_each(|number| base.push_str(&deck::command(&wanted, number)));
    std::fs::write(folder.join("base.csd"), base)?;
    let groups = definitions.div_ceil(GROUP).max(1);
    let mut config = String::new();
    for number in 0..regions {
        let mut own = format!("DEFINE PROGRAM(OWN{number:05}) GROUP(OWN{number:05})\n");
        let _ = writeln!(own, "ADD GROUP(OWN{number:05}) LIST(L{number:05})");
        for place in 0..5 {
            let group = (number * 7 + place * 13) % groups;
            let _ = writeln!(own, "ADD GROUP(GRP{group:05}) LIST(L{number:05})");
        }
        std::fs::write(folder.join(format!("regions/r{number:05}.csd")), own)?;
        let sit = format!("GRPLIST=(DFHLIST,L{number:05}),\nSTART=COLD,\nMXT={}\n", 100 + number % 400);
        std::fs::write(folder.join(format!("regions/r{number:05}.sit")), sit)?;
        let _ = writeln!(config, "[[region]]\nname = \"R{number:05}\"");
        let _ = writeln!(config, "csd = [\"base.csd\", \"regions/r{number:05}.csd\"]");
        let _ = writeln!(config, "sit = [\"regions/r{number:05}.sit\"]\n");
    }
    std::fs::write(folder.join("cicslint.toml"), config)
}
