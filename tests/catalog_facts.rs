//! `rules/catalog` against the facts that it was carried over from, field by field: nothing was dropped, and each
//! deliberate difference is listed here with its reason.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a skipped test says so; a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Fields that the catalogue has beyond the facts.
const ADDED: &[(&str, &str)] = &[
    ("name_confidence", "how sure the characters of the name are"),
    ("name_length_confidence", "how sure the length of the name is"),
    ("chars_confidence", "the characters are less sure than the rest of the domain"),
    ("format", "the form of a time, which the facts give in words"),
    ("parts", "the operands of a list, which the facts give in words or in `syntax`"),
    ("repeat", "how many operands a list may have, from `syntax`"),
    ("suffixes", "what xx stands for, from `depends`"),
    ("excluded", "numbers that are refused inside the range, from `value_notes`"),
    ("later_values", "words of later releases, from `changed` and `schema_6_3`"),
    ("min_abbreviation", "shortest forms of attributes, from the notes on abbreviations"),
    ("min_abbreviation_confidence", "as above"),
    ("min_abbreviation_source", "as above"),
    ("obsolete_confidence", "where it was read that an attribute is obsolete"),
    ("required_confidence", "where it was read that it is required"),
    ("resolved", "which of several facts won, and why"),
];

/// (file, entry, field, reason) of every other difference.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("transaction", "RUNAWAY", "min", "0 is a word beside the range 250-2700000"),
    ("ipconn", "APPLID", "default", "no single value: default_note"),
    ("ipconn", "APPLID", "default_note", "no single value"),
    ("doctemplate", "TEMPLATENAME", "default", "no single value: default_note"),
    ("doctemplate", "TEMPLATENAME", "default_note", "no single value"),
    ("urimap", "TRANSACTION", "default", "no single value: default_note"),
    ("urimap", "TRANSACTION", "default_note", "no single value"),
    ("tcpipservice", "TRANSACTION", "default", "no single value: default_note"),
    ("tcpipservice", "TRANSACTION", "default_note", "no single value"),
    ("tcpipservice", "URM", "default", "no single value: default_note"),
    ("tcpipservice", "URM", "default_note", "no single value"),
    ("terminal", "CONSOLE", "obsolete", "the list of obsolete attributes names it"),
    ("terminal", "CONSOLE", "obsolete_note", "the list of obsolete attributes names it"),
    ("jvmserver", "(head)", "name_chars", "the page is narrower than the schema"),
    ("atomservice", "(head)", "name_mixed_case", "no small letters are allowed"),
    ("connection", "(head)", "name_mixed_case", "no small letters are allowed"),
    ("pipeline", "(head)", "name_mixed_case", "no small letters are allowed"),
    ("sessions", "CONNECTION", "mixed_case", "no small letters are allowed"),
    ("db2conn", "AUTHTYPE", "special", "spellings of one diagram"),
    ("db2conn", "COMAUTHTYPE", "special", "spellings of one diagram"),
    ("db2entry", "AUTHTYPE", "special", "spellings of one diagram"),
    ("corbaserver", "(head)", "until", "there was no release 5.0"),
    ("djar", "(head)", "until", "there was no release 5.0"),
    ("requestmodel", "(head)", "until", "there was no release 5.0"),
    ("typeterm", "DEVICE", "type", "the words are a list"),
    ("typeterm", "DEVICE", "values", "the words are a list"),
    ("typeterm", "DEVICE", "value_notes", "the words are a list"),
    ("typeterm", "DEVICE", "limits_confidence", "the end of the list was recalled"),
    ("typeterm", "DEVICE", "schema_agrees", "the schema has no list of words"),
    ("typeterm", "PAGESIZE", "limits_confidence", "value_notes say that the numbers were recalled"),
    ("typeterm", "IOAREALEN", "limits_confidence", "value_notes say that the numbers were recalled"),
    ("terminal", "CONSOLE", "limits_confidence", "numbers were allowed once"),
    ("tsmodel", "EXPIRYINT", "(entry)", "the list of obsolete attributes names it"),
    ("typeterm", "LOGMODECOM", "(entry)", "the list of obsolete attributes names it"),
    ("sit", "AKPFREQ", "min", "two ranges: 0, or 50 and more"),
    ("sit", "AKPFREQ", "values", "two ranges: 0, or 50 and more"),
    ("sit", "ICVR", "min", "two ranges: 0, or 250 and more"),
    ("sit", "ICVR", "values", "two ranges: 0, or 250 and more"),
    ("sit", "MNFREQ", "min", "two ranges: 0, or 000100 and more"),
    ("sit", "MNFREQ", "values", "two ranges: 0, or 000100 and more"),
    ("sit", "DSHIPINT", "min", "two ranges: 0, or 1 and more"),
    ("sit", "DSHIPINT", "values", "two ranges: 0, or 1 and more"),
    ("sit", "ENCRYPTION", "obsolete", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "removed_in", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "depends", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "changed", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "source", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "confidence", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "ENCRYPTION", "limits_confidence", "5.5 deprecates it, 6.1 removes it: `resolved`"),
    ("sit", "CSDFRLOG", "values", "NO stands in its syntax"),
    ("sit", "CSDJID", "values", "NO stands in its syntax"),
    ("sit", "CICSSVC", "limits_confidence", "the page of the parameter states no range"),
    ("sit", "SRBSVC", "limits_confidence", "the page of the parameter states no range"),
    ("sit", "MAXSOCKETS", "limits_confidence", "the page states no minimum"),
    ("sit", "SECPRFX", "chars", "from depends"),
    ("sit", "UOWNETQL", "chars", "from depends"),
    ("sit", "XCFGROUP", "chars", "from depends"),
    ("sit", "CSDDSN", "type", "it is a data set name"),
    ("sit", "AIEXIT", "max_length", "a program name"),
    ("sit", "AIEXIT", "unit", "a program name"),
    ("sit", "DSRTPGM", "max_length", "a program name"),
    ("sit", "DSRTPGM", "unit", "a program name"),
    ("sit", "DTRPGM", "max_length", "a program name"),
    ("sit", "DTRPGM", "unit", "a program name"),
    ("sit", "DFLTUSER", "max_length", "a user identifier"),
    ("sit", "DFLTUSER", "unit", "a user identifier"),
    ("sit", "KERBEROSUSER", "max_length", "a user identifier"),
    ("sit", "KERBEROSUSER", "unit", "a user identifier"),
    ("sit", "DTRTRAN", "max_length", "a transaction name"),
    ("sit", "DTRTRAN", "unit", "a transaction name"),
    ("sit", "GMTRAN", "type", "it may have two operands"),
    ("sit", "GMTRAN", "values", "in parts"),
    ("sit", "GNTRAN", "type", "the second operand of later releases is told from a name that is too long"),
    ("sit", "STNTRxx", "limits_confidence", "whether level 5 exists is not sure"),
    ("sit", "GMTRAN", "max_length", "a transaction name"),
    ("sit", "GMTRAN", "unit", "a transaction name"),
    ("sit", "GNTRAN", "max_length", "a transaction name"),
    ("sit", "GNTRAN", "unit", "a transaction name"),
    ("sit", "BMS", "values", "in parts"),
    ("sit", "NATLANG", "values", "in parts"),
    ("sit", "RAPOOL", "values", "in parts"),
    ("sit", "RAPOOL", "min", "in parts"),
    ("sit", "RAPOOL", "max", "in parts"),
    ("sit", "START", "values", "in parts"),
    ("sit", "TD", "min", "in parts"),
    ("sit", "TD", "max", "in parts"),
    ("sit", "TS", "values", "in parts"),
    ("sit", "TS", "min", "in parts"),
    ("sit", "TS", "max", "in parts"),
    ("sit", "WEBDELAY", "min", "in parts"),
    ("sit", "WEBDELAY", "max", "in parts"),
    ("sit", "WLMHEALTH", "min", "in parts"),
    ("sit", "WLMHEALTH", "max", "in parts"),
    ("sit", "GMTEXT", "mixed_case", "the case counts"),
    ("sit", "HTTPSERVERHDR", "mixed_case", "the case counts"),
    ("sit", "HTTPUSRAGENTHDR", "mixed_case", "the case counts"),
    ("sit", "INFOCENTER", "mixed_case", "the case counts"),
    ("sit", "JVMPROFILEDIR", "mixed_case", "the case counts, says depends"),
    ("sit", "KEYRING", "mixed_case", "the case counts, says depends"),
    ("sit", "USSCONFIG", "mixed_case", "the case counts, says depends"),
    ("sit", "USSHOME", "mixed_case", "the case counts, says depends"),
];

fn facts() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/facts"));
    let found = path.join("sit.toml").exists();
    if !found {
        println!("skipped: {} is not there", path.display());
    }
    found.then(|| path.to_owned())
}

fn table(path: &Path) -> Table {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(table: &Table, key: &str) -> BTreeMap<String, Table> {
    let list = table.get(key).and_then(Value::as_array).expect(key);
    list.iter()
        .map(|entry| {
            let entry = entry.as_table().expect("a table").clone();
            (entry["name"].as_str().expect("a name").to_owned(), entry)
        })
        .collect()
}

/// What the facts say, in the words of the catalogue.
fn normalised(file: &str, fact: &Table) -> Table {
    let mut out = Table::new();
    let characters = matches!(fact.get("unit").and_then(Value::as_str), Some("characters" | "hex digits"));
    for (key, value) in fact {
        let value = match value {
            // how the report was found means nothing to a reader; `Â¢` is `¢` read as Latin-1
            Value::String(text) if text.contains("section DEFINITION-SIGNATURE") => Value::from(
                "DFHCSDUP LIST report of a CICS TS 5.3 CSD (a public file), section DEFINITION-SIGNATURE",
            ),
            Value::String(text) => Value::from(text.replace("Â¢", "¢")),
            other => other.clone(),
        };
        // a default is left out, and the length of a text is not called min and max
        let empty = value.as_array().is_some_and(Vec::is_empty) || value == Value::Boolean(false);
        match key.as_str() {
            "values" | "obsolete" if file == "sit" && empty => continue,
            "max" | "min" if file == "sit" && characters => out.insert(format!("{key}_length"), value),
            _ => out.insert(key.clone(), value),
        };
    }
    for key in ["confidence", "source"] {
        out.entry(key).or_insert_with(|| Value::from("not-stated"));
    }
    out
}

/// Compares one entry; returns what differs.
fn compare(file: &str, entry: &str, fact: &Table, ours: &Table) -> BTreeSet<(String, String, String)> {
    let keys: BTreeSet<_> = fact.keys().chain(ours.keys()).collect();
    keys.into_iter()
        .filter(|key| fact.get(*key) != ours.get(*key))
        .filter(|key| fact.contains_key(*key) || !ADDED.iter().any(|(added, _)| added == key))
        .map(|key| (file.to_owned(), entry.to_owned(), key.clone()))
        .collect()
}

#[test]
fn nothing_was_dropped() {
    let Some(facts) = facts() else { return };
    let catalog = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/catalog"));
    let mut found = BTreeSet::new();
    let mut pairs = vec![(facts.join("sit.toml"), "sit".to_owned())];
    for file in std::fs::read_dir(facts.join("rdo")).expect("rdo").flatten() {
        pairs.push((file.path(), file.path().file_stem().expect("a name").to_string_lossy().into_owned()));
    }
    assert_eq!(pairs.len(), 38);
    let mut count = 0;
    for (path, file) in pairs {
        let key = if file == "sit" { "parameter" } else { "attribute" };
        let (fact, ours) = (table(&path), table(&catalog.join(format!("{file}.toml"))));
        let (mut head, mut our_head) = (fact.clone(), ours.clone());
        head.remove(key);
        our_head.remove(key);
        found.append(&mut compare(&file, "(head)", &head, &our_head));
        let (fact, ours) = (entries(&fact, key), entries(&ours, key));
        count += fact.len();
        for name in fact.keys().chain(ours.keys()).collect::<BTreeSet<_>>() {
            match (fact.get(name), ours.get(name)) {
                (Some(fact), Some(ours)) => {
                    found.append(&mut compare(&file, name, &normalised(&file, fact), ours));
                }
                _ => {
                    found.insert((file.clone(), name.clone(), "(entry)".to_owned()));
                }
            }
        }
    }
    assert_eq!(count, 290 + 851);
    let known: BTreeSet<_> = DIFFERENCES
        .iter()
        .map(|(file, entry, key, _)| ((*file).to_owned(), (*entry).to_owned(), (*key).to_owned()))
        .collect();
    let unexplained: Vec<_> = found.difference(&known).collect();
    assert!(unexplained.is_empty(), "not explained: {unexplained:#?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "listed, but no difference: {gone:#?}");
}
