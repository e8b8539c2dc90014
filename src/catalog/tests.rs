//! Look-ups and suggestions.

use super::{Lookup, command, resource_type, sit_parameter, sit_parameters, types};
use proptest::prelude::*;

/// The answer in a word or two.
fn shown<T>(found: &Lookup<T>, name: fn(&T) -> &'static str) -> String {
    match found {
        Lookup::Full(entry) => format!("full {}", name(entry)),
        Lookup::Abbreviation(entry) => format!("short {}", name(entry)),
        Lookup::TooShort(entry) => format!("too short {}", name(entry)),
        Lookup::Ambiguous(entries) => {
            format!("ambiguous {}", entries.iter().map(|entry| name(entry)).collect::<Vec<_>>().join(" "))
        }
        Lookup::Unknown(Some(entry)) => format!("unknown, {}?", name(entry)),
        Lookup::Unknown(None) => "unknown".to_owned(),
    }
}

fn type_of(word: &str) -> String {
    shown(&resource_type(word), |entry| entry.name)
}

fn attribute(kind: &str, word: &str) -> String {
    shown(&resource_type(kind).found().expect("a type").attribute(word), |entry| entry.name)
}

fn sit(word: &str) -> String {
    shown(&sit_parameter(word), |entry| entry.name)
}

fn verb(word: &str) -> String {
    shown(&command(word), |entry| entry.name)
}

#[test]
fn the_catalogue_is_whole() {
    assert_eq!(types().len(), 37);
    assert_eq!(types().iter().map(|kind| kind.attributes.len()).sum::<usize>(), 853);
    assert_eq!(sit_parameters().len(), 290);
}

#[test]
fn every_keyword_is_found_in_either_case() {
    for kind in types() {
        assert_eq!(type_of(kind.name), format!("full {}", kind.name));
        assert_eq!(type_of(&kind.name.to_lowercase()), format!("full {}", kind.name));
        assert_ne!(type_of(kind.min_abbreviation), "unknown", "{}", kind.name);
        for entry in kind.attributes {
            assert_eq!(attribute(kind.name, entry.name), format!("full {}", entry.name));
            assert_eq!(attribute(kind.name, &entry.name.to_lowercase()), format!("full {}", entry.name));
        }
    }
    for entry in sit_parameters().iter().filter(|entry| entry.suffixes.is_empty()) {
        assert_eq!(sit(entry.name), format!("full {}", entry.name));
    }
}

#[test]
fn types_are_abbreviated_as_ibm_shows() {
    for (word, answer) in [
        ("TRANS", "short TRANSACTION"),
        ("Trans", "short TRANSACTION"),
        ("TRAN", "ambiguous TRANCLASS TRANSACTION"),
        ("TRANC", "short TRANCLASS"),
        ("F", "short FILE"),
        ("S", "short SESSIONS"),
        ("MQ", "short MQCONN"),
        ("MQM", "too short MQMONITOR"),
        ("MQMON", "short MQMONITOR"),
        ("LS", "too short LSRPOOL"),
        ("PRO", "ambiguous PROCESSTYPE PROFILE PROGRAM"),
        ("PROG", "short PROGRAM"),
        ("DB2", "ambiguous DB2CONN DB2ENTRY DB2TRAN"),
        // DUMPCODE is not in 5.4, so it stands aside
        ("D", "ambiguous DB2CONN DB2ENTRY DB2TRAN DJAR DOCTEMPLATE"),
        ("DU", "short DUMPCODE"),
        ("PROGRAMS", "unknown, PROGRAM?"),
        ("TRANSACTOIN", "unknown, TRANSACTION?"),
        ("CLUSTER", "unknown"),
        ("", "unknown"),
        ("Ä", "unknown"),
    ] {
        assert_eq!(type_of(word), answer, "{word}");
    }
}

#[test]
fn attributes_are_abbreviated() {
    for (kind, word, answer) in [
        ("TRANSACTION", "PRIO", "short PRIORITY"),
        // PRIMEDSIZE is obsolete: it does not make PRI ambiguous, but the panels show PRIO
        ("TRANSACTION", "PRI", "too short PRIORITY"),
        ("TRANSACTION", "PRIM", "short PRIMEDSIZE"),
        ("TRANSACTION", "R", "ambiguous REMOTENAME REMOTESYSTEM RESSEC RESTART ROUTABLE RUNAWAY"),
        ("TRANSACTION", "RU", "short RUNAWAY"),
        ("TRANSACTION", "OTEL", "ambiguous OTELEMIT OTELPROP"),
        ("TRANSACTION", "DEFINET", "short DEFINETIME"),
        ("TDQUEUE", "TYPE", "full TYPE"),
        ("TDQUEUE", "TYP", "ambiguous TYPE TYPEFILE"),
        ("FILE", "LSRPOOL", "short LSRPOOLNUM"),
        ("FILE", "LSRPOOLI", "short LSRPOOLID"),
        ("PROGRAM", "G", "short GROUP"),
        ("PROGRAM", "CONCURENCY", "unknown, CONCURRENCY?"),
        ("PROGRAM", "DATALOC", "short DATALOCATION"),
        ("PROGRAM", "REMOTE-NAME", "unknown, REMOTENAME?"),
        ("PROGRAM", "_VENDOR", "unknown"),
        ("PROGRAM", "AVERYLONGWORDINDEEDTHATISNOKEYWORDATALL", "unknown"),
        ("DB2ENTRY", "SHARELOCKS", "full SHARELOCKS"),
        ("TCPIPSERVICE", "PORT", "short PORTNUMBER"),
        ("TCPIPSERVICE", "P", "ambiguous PORTNUMBER PROTOCOL"),
    ] {
        assert_eq!(attribute(kind, word), answer, "{kind} {word}");
    }
}

#[test]
fn sit_parameters_are_written_in_full() {
    for (word, answer) in [
        ("MXT", "full MXT"),
        ("mxt", "full MXT"),
        ("SI", "short SYSIN"),
        ("CN", "short CONSOLE"),
        (".END", "full END"),
        ("SPCTRAP", "full SPCTRxx"),
        ("STNTRDS", "full STNTRxx"),
        ("SPCTR", "full SPCTR"),
        ("SPCTRQQ", "unknown, SPCTRxx?"),
        ("SKRPF24", "full SKRxxxx"),
        ("SKRPF25", "unknown, SKRxxxx?"),
        ("GRPLST", "unknown, GRPLIST?"),
        ("GRPLISTS", "unknown, GRPLIST?"),
        ("GRPL", "unknown"),
        ("MX", "unknown"),
    ] {
        assert_eq!(sit(word), answer, "{word}");
    }
}

#[test]
fn commands_are_abbreviated() {
    for (word, answer) in [
        ("DEFINE", "full DEFINE"),
        ("def", "short DEFINE"),
        ("DE", "ambiguous DEFINE DELETE"),
        ("S", "short SERVICE"),
        ("SC", "too short SCAN"),
        ("LIST", "full LIST"),
        ("DEFINEE", "unknown, DEFINE?"),
        ("INSTALL", "unknown"),
    ] {
        assert_eq!(verb(word), answer, "{word}");
    }
    let add = command("ADD").found().expect("ADD");
    assert_eq!(shown(&add.operand("LI"), |operand| operand.name), "short LIST");
    assert_eq!(shown(&add.operand("L"), |operand| operand.name), "too short LIST");
    assert_eq!(shown(&add.operand("TO"), |operand| operand.name), "unknown");
}

#[test]
fn minima_are_unique_among_current_attributes() {
    for kind in types() {
        for entry in kind.attributes {
            let Some(short) = entry.min_abbreviation else { continue };
            assert_eq!(attribute(kind.name, short), format!("short {}", entry.name), "{}", kind.name);
        }
    }
}

proptest! {
    #[test]
    fn no_word_panics(word in "\\PC{0,40}") {
        let _ = (type_of(&word), sit(&word), verb(&word), attribute("FILE", &word));
    }

    #[test]
    fn a_prefix_is_never_another_keyword(index in 0_usize..37, at in 0_usize..1000, length in 1_usize..20) {
        let kind = &types()[index];
        let entry = &kind.attributes[at % kind.attributes.len()];
        let word = &entry.name[..length.min(entry.name.len())];
        match kind.attribute(word) {
            Lookup::Full(found) | Lookup::Abbreviation(found) | Lookup::TooShort(found) => {
                prop_assert!(found.name.starts_with(word));
            }
            Lookup::Ambiguous(found) => {
                prop_assert!(found.len() > 1 && found.iter().all(|found| found.name.starts_with(word)));
            }
            Lookup::Unknown(_) => prop_assert!(false, "{word} begins {}", entry.name),
        }
    }
}
