//! The settings of a region that the model understands, as the region or a what-if fills them.
//!
//! A plain map of `TYPE.NAME.ATTRIBUTE` (SIT parameters: `SIT.PARAMETER`) to the value as written. Only attributes that
//! change the model are accepted; the table below is the whole list.

use std::collections::BTreeMap;

use super::file::{Refused, suggestion};

/// Settings by type, name and attribute, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration {
    values: BTreeMap<(String, String, String), String>,
}

/// Every attribute that changes the model, by type.
pub const MAPPED: &[(&str, &[&str])] = &[
    (
        "SIT",
        &[
            "MXT",
            "MAXOPENTCBS",
            "MAXSSLTCBS",
            "PRTYAGE",
            "MROLRM",
            "MROBTCH",
            "ICV",
            "EDSALIM",
            "SYSTR",
            "STNTR",
            "MN",
            "MNPER",
            "MNRES",
            "TRANISO",
        ],
    ),
    ("PROGRAM", &["CONCURRENCY", "API", "REMOTESYSTEM"]),
    ("TRANSACTION", &["TRANCLASS", "PRIORITY", "PROGRAM"]),
    ("TRANCLASS", &["MAXACTIVE", "PURGETHRESH"]),
    ("FILE", &["STRINGS", "DATABUFFERS", "LSRPOOLNUM", "LSRPOOLID", "RLSACCESS", "TABLE", "REMOTESYSTEM"]),
    (
        "LSRPOOL",
        &[
            "STRINGS", "DATA512", "DATA1K", "DATA2K", "DATA4K", "DATA8K", "DATA12K", "DATA16K", "DATA20K",
            "DATA24K", "DATA28K", "DATA32K",
        ],
    ),
    ("DB2CONN", &["TCBLIMIT", "THREADLIMIT"]),
    ("DB2ENTRY", &["THREADLIMIT", "THREADWAIT"]),
    ("DB2TRAN", &["ENTRY"]),
    ("CONNECTION", &["ACCESSMETHOD"]),
    ("SESSIONS", &["MAXIMUM"]),
];

impl Configuration {
    /// Sets `TYPE.NAME.ATTRIBUTE`, or `SIT.PARAMETER`.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Refused> {
        let key = split(key)?;
        self.values.insert(key, value.trim().to_uppercase());
        Ok(())
    }

    /// Applies an edit of the form `TYPE.NAME.ATTRIBUTE=VALUE`.
    pub fn edit(&mut self, edit: &str) -> Result<(), Refused> {
        let Some((key, value)) = edit.split_once('=') else {
            return Err(Refused::Setting(format!("{edit}: not of the form TYPE.NAME.ATTRIBUTE=VALUE")));
        };
        self.set(key.trim(), value)
    }

    /// A value; names and attributes in any case.
    pub fn get(&self, kind: &str, name: &str, attribute: &str) -> Option<&str> {
        let key = (kind.to_owned(), name.to_uppercase(), attribute.to_owned());
        self.values.get(&key).map(String::as_str)
    }

    /// A value that must be a whole number.
    pub fn count(&self, kind: &str, name: &str, attribute: &str) -> Result<Option<u32>, Refused> {
        self.get(kind, name, attribute).map(|value| number(kind, name, attribute, value)).transpose()
    }

    /// Whether a value is YES or ON.
    pub fn is_on(&self, kind: &str, name: &str, attribute: &str) -> bool {
        matches!(self.get(kind, name, attribute), Some("YES" | "ON"))
    }

    /// The names of a type for which anything is set.
    pub fn names(&self, kind: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.values.keys().filter(|(k, ..)| k == kind).map(|(_, name, _)| name.as_str()).collect();
        names.dedup();
        names
    }
}

fn number(kind: &str, name: &str, attribute: &str, value: &str) -> Result<u32, Refused> {
    let (digits, factor) = match value.as_bytes().last() {
        Some(b'K') => (&value[..value.len() - 1], 1_024),
        Some(b'M') => (&value[..value.len() - 1], 1_048_576),
        _ => (value, 1),
    };
    let dot = if name.is_empty() { "" } else { "." };
    digits
        .parse::<u32>()
        .ok()
        .and_then(|n| n.checked_mul(factor))
        .ok_or_else(|| Refused::Setting(format!("{kind}{dot}{name}.{attribute}={value}: not a number")))
}

fn split(key: &str) -> Result<(String, String, String), Refused> {
    let key = key.to_uppercase();
    let (kind, rest) = key.split_once('.').unwrap_or((&key, ""));
    let kinds: Vec<&str> = MAPPED.iter().map(|(kind, _)| *kind).collect();
    let Some((_, attributes)) = MAPPED.iter().find(|(known, _)| *known == kind) else {
        return Err(Refused::Setting(format!("{key}: the model has no {kind}{}", suggestion(kind, &kinds))));
    };
    let (name, attribute) =
        if kind == "SIT" { ("", rest) } else { rest.rsplit_once('.').unwrap_or(("", rest)) };
    if !attributes.contains(&attribute) {
        let near = suggestion(attribute, attributes);
        return Err(Refused::Setting(format!("{key}: {kind} {attribute} does not change the model{near}")));
    }
    if name.is_empty() && kind != "SIT" && kind != "DB2CONN" {
        return Err(Refused::Setting(format!("{key}: not of the form TYPE.NAME.ATTRIBUTE")));
    }
    // There is one DB2CONN in a region, whatever it is called.
    let name = if kind == "DB2CONN" { "" } else { name };
    Ok((kind.to_owned(), name.to_owned(), attribute.to_owned()))
}
