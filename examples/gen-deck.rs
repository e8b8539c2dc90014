//! Writes a deck of DFHCSDUP commands for measurements.
//!
//! `cargo run --release --example gen-deck -- COUNT [--mixed] [--faulty PERCENT]`
//!
//! COUNT commands of about 190 bytes go to standard output, DEFINE PROGRAM with nine attributes over three
//! records. `--mixed` puts TRANSACTION, FILE and MAPSET definitions, comments and blank records among them;
//! `--faulty` spoils that share of the commands, each in one of six ways.

#[path = "../benches/deck.rs"]
mod deck;

use deck::Wanted;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(wanted) = arguments(std::env::args().skip(1)) else {
        let _ = writeln!(io::stderr(), "usage: gen-deck COUNT [--mixed] [--faulty PERCENT]");
        return ExitCode::from(2);
    };
    match write(&wanted, &mut BufWriter::new(io::stdout().lock())) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(3),
        _ => ExitCode::SUCCESS,
    }
}

fn arguments(mut words: impl Iterator<Item = String>) -> Option<Wanted> {
    let mut wanted = Wanted { count: words.next()?.parse().ok()?, mixed: false, faulty: 0 };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--mixed" => wanted.mixed = true,
            "--faulty" => wanted.faulty = words.next()?.parse().ok().filter(|percent| *percent <= 100)?,
            _ => return None,
        }
    }
    Some(wanted)
}

fn write(wanted: &Wanted, out: &mut impl Write) -> io::Result<()> {
    for number in 0..wanted.count {
        out.write_all(deck::command(wanted, number).as_bytes())?;
    }
    out.flush()
}
