//! Writes a deck of DFHCSDUP commands for measurements.
//!
//! `cargo run --release --example gen-deck -- COUNT [--mixed] [--faulty PERCENT]`
//!
//! COUNT commands of about 190 bytes go to standard output, DEFINE PROGRAM with nine attributes over three
//! records. `--mixed` puts TRANSACTION, FILE and MAPSET definitions, comments and blank records among them;
//! `--faulty` spoils that share of the commands, each in one of six ways.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// What is asked for.
struct Wanted {
    count: usize,
    mixed: bool,
    faulty: usize,
}

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
        let mut command = match number % 20 {
            11..=14 if wanted.mixed => transaction(number),
            15..=17 if wanted.mixed => file(number),
            18 if wanted.mixed => mapset(number),
            _ => program(number),
        };
        // Spread evenly: exactly `faulty` of each hundred.
        if (number * wanted.faulty) / 100 != ((number + 1) * wanted.faulty) / 100 {
            command = spoiled(&command, number);
        }
        if wanted.mixed && number % 50 == 0 {
            writeln!(out, "* --- part {} ---\n", number / 50)?;
        }
        out.write_all(command.as_bytes())?;
    }
    out.flush()
}

fn group(number: usize) -> String {
    format!("GRP{:05}", number / 50)
}

fn program(n: usize) -> String {
    format!(
        "DEFINE PROGRAM(P{:07}) GROUP({}) LANGUAGE(COBOL)\n       DATALOCATION(ANY) EXECKEY(USER) \
         CONCURRENCY(THREADSAFE)\n       STATUS(ENABLED) RELOAD(NO) RESIDENT(NO) USAGE(NORMAL)\n",
        n % 10_000_000,
        group(n),
    )
}

fn transaction(n: usize) -> String {
    format!(
        "DEFINE TRANSACTION(T{:03X}) GROUP({}) PROGRAM(P{:07})\n       TWASIZE(0) PROFILE(DFHCICST) \
         STATUS(ENABLED) TASKDATALOC(ANY)\n       TASKDATAKEY(USER) RUNAWAY(SYSTEM) PRIORITY({})\n",
        n % 4096,
        group(n),
        n % 10_000_000,
        n % 256,
    )
}

fn file(n: usize) -> String {
    format!(
        "DEFINE FILE(F{:07}) GROUP({}) DSNAME(APPL.PROD.F{:07})\n       LSRPOOLNUM(1) STRINGS({}) ADD(YES) \
         BROWSE(YES) DELETE(YES)\n       READ(YES) UPDATE(YES) RECOVERY(BACKOUTONLY) OPENTIME(FIRSTREF)\n",
        n % 10_000_000,
        group(n),
        n % 10_000_000,
        n % 255 + 1,
    )
}

fn mapset(n: usize) -> String {
    format!(
        "DEFINE MAPSET(M{:06}) GROUP({})\n       DESCRIPTION(MAPS OF SCREEN {})\n       RESIDENT(NO) \
         USAGE(NORMAL) USELPACOPY(NO) STATUS(ENABLED)\n",
        n % 1_000_000,
        group(n),
        n,
    )
}

/// `command` with one fault.
fn spoiled(command: &str, number: usize) -> String {
    match number % 6 {
        0 => command.replacen(") GROUP", " GROUP", 1),
        1 => command.replacen("DEFINE", "DEFNE", 1),
        2 => command.replacen(") GROUP", "), GROUP", 1),
        3 => command.replacen("STATUS(ENABLED)", "STATUS(ENABLED))", 1),
        4 => command.replacen("STATUS(", "STATTUS(", 1),
        _ => command.replacen("ENABLED", "YES", 1),
    }
}
