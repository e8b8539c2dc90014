//! Generated decks, for measurements and growth tests.

/// What a deck is to be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    /// How many commands of about 190 bytes.
    pub(crate) count: usize,
    /// Whether TRANSACTION, FILE and MAPSET definitions, comments and blank records are mixed in.
    pub(crate) mixed: bool,
    /// How many of a hundred commands have a fault.
    pub(crate) faulty: usize,
}

/// The text of command `number`, with what stands before it.
pub(crate) fn command(wanted: &Wanted, number: usize) -> String {
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
    if wanted.mixed && number.is_multiple_of(50) {
        command.insert_str(0, &format!("* --- part {} ---\n\n", number / 50));
    }
    command
}

/// A whole deck.
#[allow(dead_code, reason = "not every user of this module needs whole decks")]
pub(crate) fn deck(wanted: &Wanted) -> String {
    (0..wanted.count).map(|number| command(wanted, number)).collect()
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
        2 => command.replacen(") GROUP", " GROUP", 1),
        0 => command.replacen("DEFINE", "DEFNE", 1),
        1 => command.replacen(") GROUP", "), GROUP", 1),
        3 => command.replacen("STATUS(ENABLED)", "STATUS(ENABLED))", 1),
        4 => command.replacen("STATUS(", "STATTUS(", 1),
        _ => command.replacen("ENABLED", "YES", 1),
    }
}
