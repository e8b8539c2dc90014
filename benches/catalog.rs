//! What a look-up and the check of a value cost: `cargo bench --bench catalog`.

use cicslint::catalog::{Lookup, ResourceType, resource_type, sit_parameter};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Keywords as a deck has them, in the order of a DEFINE TRANSACTION.
const ATTRIBUTES: [&str; 16] = [
    "GROUP",
    "DESCRIPTION",
    "PROGRAM",
    "TWASIZE",
    "PROFILE",
    "STATUS",
    "TASKDATALOC",
    "TASKDATAKEY",
    "STORAGECLEAR",
    "RUNAWAY",
    "SHUTDOWN",
    "ISOLATE",
    "DYNAMIC",
    "ROUTABLE",
    "PRIORITY",
    "TRANCLASS",
];

fn transaction() -> &'static ResourceType {
    match resource_type("TRANSACTION") {
        Lookup::Full(kind) => kind,
        other => panic!("TRANSACTION is {other:?}"),
    }
}

fn attributes(bencher: Bencher<'_, '_>, words: &[&str]) {
    let kind = transaction();
    bencher.counter(divan::counter::ItemsCount::new(words.len())).bench_local(|| {
        for word in words {
            black_box(kind.attribute(black_box(word)).found());
        }
    });
}

#[divan::bench]
fn attribute_in_full(bencher: Bencher<'_, '_>) {
    attributes(bencher, &ATTRIBUTES);
}

#[divan::bench]
fn attribute_in_small_letters(bencher: Bencher<'_, '_>) {
    let words = ATTRIBUTES.map(str::to_lowercase);
    attributes(bencher, &words.each_ref().map(String::as_str));
}

#[divan::bench]
fn attribute_abbreviated(bencher: Bencher<'_, '_>) {
    attributes(bencher, &["G", "DES", "PROG", "TW", "PROF", "STAT", "TASKDATAL", "PRIO"]);
}

#[divan::bench]
fn attribute_misspelt(bencher: Bencher<'_, '_>) {
    attributes(
        bencher,
        &["GRUOP", "DESCRIPTON", "PROGRAMM", "TWASIZES", "PROFIL3", "STATE", "TASKDATA-LOC", "PRIOR1TY"],
    );
}

#[divan::bench]
fn type_in_full(bencher: Bencher<'_, '_>) {
    let words = ["TRANSACTION", "PROGRAM", "FILE", "MAPSET", "TDQUEUE", "DB2ENTRY", "URIMAP", "TSMODEL"];
    bencher.counter(divan::counter::ItemsCount::new(words.len())).bench_local(|| {
        for word in words {
            black_box(resource_type(black_box(word)).found());
        }
    });
}

#[divan::bench]
fn sit_parameter_in_full(bencher: Bencher<'_, '_>) {
    let words = ["MXT", "EDSALIM", "GRPLIST", "SPCTRAP", "APPLID", "STATINT", "XTRAN", "WRKAREA"];
    bencher.counter(divan::counter::ItemsCount::new(words.len())).bench_local(|| {
        for word in words {
            black_box(sit_parameter(black_box(word)).found());
        }
    });
}

#[divan::bench]
fn values_of_a_transaction(bencher: Bencher<'_, '_>) {
    let kind = transaction();
    let values = [
        ("GROUP", "PAYROLL"),
        ("PROGRAM", "PAYPGM01"),
        ("TWASIZE", "128"),
        ("PROFILE", "DFHCICST"),
        ("STATUS", "ENABLED"),
        ("TASKDATALOC", "ANY"),
        ("RUNAWAY", "SYSTEM"),
        ("PRIORITY", "100"),
    ];
    let checks = values.map(|(name, value)| match kind.attribute(name).found() {
        Some(entry) => (&entry.domain, value),
        None => panic!("{name} is unknown"),
    });
    bencher.counter(divan::counter::ItemsCount::new(checks.len())).bench_local(|| {
        for (domain, value) in checks {
            black_box(domain.check(black_box(value)).is_ok());
        }
    });
}
