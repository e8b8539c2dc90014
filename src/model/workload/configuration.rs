//! The settings of a region that the model understands, as the region or a what-if fills them.
//!
//! A plain map of `TYPE.NAME.ATTRIBUTE` (SIT parameters: `SIT.PARAMETER`) to the value as written. Only attributes that
//! change the model are accepted; the table below is the whole list.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::file::{Refused, suggestion};

/// Where a setting comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// A definition or SIT source of the region gives it.
    Given,
    /// It is the default of the release, or follows from what is given.
    Default,
    /// Nobody says it; the model takes what is usual.
    Assumed,
    /// The workload file sets it.
    Workload,
    /// An edit sets it.
    Edit,
}

impl Provenance {
    /// The word for it in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Default => "default",
            Self::Assumed => "assumed",
            Self::Workload => "workload",
            Self::Edit => "edit",
        }
    }
}

/// The value of a setting, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The value, in capitals.
    pub value: String,
    /// Where it comes from.
    pub from: Provenance,
}

type Attributes = BTreeMap<&'static str, Setting>;

/// Settings by type, name and attribute, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration {
    values: BTreeMap<&'static str, BTreeMap<String, Attributes>>,
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
            "FORCEQR",
            "FCQRONLY",
            "SSLDELAY",
            "STGPROT",
            "MROBTCH",
            "ICV",
            "EDSALIM",
            "SYSTR",
            "STNTR",
            "INTTR",
            "AUXTR",
            "GTFTR",
            "MN",
            "MNPER",
            "MNRES",
            "TRANISO",
            "CILOCK",
            "STATINT",
            "STATRCD",
        ],
    ),
    ("PROGRAM", &["CONCURRENCY", "API", "EXECKEY", "REMOTESYSTEM", "JVM", "JVMSERVER"]),
    ("JVMSERVER", &["THREADLIMIT"]),
    ("TRANSACTION", &["TRANCLASS", "PRIORITY", "PROGRAM", "TASKDATALOC"]),
    ("TRANCLASS", &["MAXACTIVE", "PURGETHRESH"]),
    ("FILE", &["STRINGS", "DATABUFFERS", "LSRPOOLNUM", "LSRPOOLID", "RLSACCESS", "TABLE", "REMOTESYSTEM"]),
    (
        "LSRPOOL",
        &[
            "LSRPOOLNUM",
            "STRINGS",
            "DATA512",
            "DATA1K",
            "DATA2K",
            "DATA4K",
            "DATA8K",
            "DATA12K",
            "DATA16K",
            "DATA20K",
            "DATA24K",
            "DATA28K",
            "DATA32K",
        ],
    ),
    ("DB2CONN", &["TCBLIMIT", "THREADLIMIT"]),
    ("DB2ENTRY", &["THREADLIMIT", "THREADWAIT", "TRANSID"]),
    ("DB2TRAN", &["ENTRY", "TRANSID"]),
    ("CONNECTION", &["ACCESSMETHOD"]),
    ("SESSIONS", &["CONNECTION", "MAXIMUM", "SENDCOUNT"]),
    ("IPCONN", &["SENDCOUNT"]),
    ("TCPIPSERVICE", &["SSL", "SOCKETCLOSE", "MAXPERSIST"]),
];

/// What would change a region's performance and is not in the model, by type and attribute, with why.
pub const UNMODELLED: &[(&str, &str, &str)] = &[
    ("FILE", "INDEXBUFFERS", "index buffers and reads of the index are not counted"),
    ("LSRPOOL", "INDEX512", INDEX),
    ("LSRPOOL", "INDEX1K", INDEX),
    ("LSRPOOL", "INDEX2K", INDEX),
    ("LSRPOOL", "INDEX4K", INDEX),
    ("LSRPOOL", "INDEX8K", INDEX),
    ("LSRPOOL", "INDEX12K", INDEX),
    ("LSRPOOL", "INDEX16K", INDEX),
    ("LSRPOOL", "INDEX20K", INDEX),
    ("LSRPOOL", "INDEX24K", INDEX),
    ("LSRPOOL", "INDEX28K", INDEX),
    ("LSRPOOL", "INDEX32K", INDEX),
    ("LSRPOOL", "SHARELIMIT", "it counts where CICS builds the pool, which is taken as a tenth of the file"),
    ("DB2CONN", "NONTERMREL", "a thread is taken to be held to the end of the task"),
    ("DB2CONN", "PRIORITY", "TCBs of threads are dispatched alike"),
    ("DB2CONN", "PURGECYCLE", THREADS),
    ("DB2CONN", "REUSELIMIT", THREADS),
    ("DB2ENTRY", "PRIORITY", "TCBs of threads are dispatched alike"),
    ("DB2ENTRY", "PROTECTNUM", THREADS),
    ("SIT", "MROFSE", "a task is taken to have one unit of work"),
    ("SIT", "SSLCACHE", "sessions are taken to be kept in this region alone"),
    ("SIT", "KEYRING", "a certificate is taken to be there where TLS is used"),
    ("SIT", "ICVR", "no task is taken to run away"),
    ("TRANSACTION", "RUNAWAY", "no task is taken to run away"),
    ("URIMAP", "ANALYZER", "its program is not counted: give its CPU with that of the transaction"),
];

const INDEX: &str = "index buffers and reads of the index are not counted";
const THREADS: &str = "the CPU of making a thread, and of using it again, is not counted";

impl Configuration {
    /// Sets `TYPE.NAME.ATTRIBUTE`, or `SIT.PARAMETER`.
    pub fn set(&mut self, key: &str, value: &str, from: Provenance) -> Result<(), Refused> {
        let key = key.to_uppercase();
        let (kind, name, attribute) = split(&key)?;
        self.insert(kind, name, attribute, value, from);
        Ok(())
    }

    /// Sets what a workload file says, unless an edit says otherwise.
    pub(super) fn set_beneath_edits(&mut self, key: &str, value: &str) -> Result<(), Refused> {
        let key = key.to_uppercase();
        let (kind, name, attribute) = split(&key)?;
        let edited = self.written(kind, name, attribute).is_some_and(|s| s.from == Provenance::Edit);
        if !edited {
            self.insert(kind, name, attribute, value, Provenance::Workload);
        }
        Ok(())
    }

    /// Sets an attribute; those that don't change the model are passed over.
    pub fn put(&mut self, kind: &str, name: &str, attribute: &str, value: &str, from: Provenance) {
        let Some((kind, attributes)) = MAPPED.iter().find(|(known, _)| *known == kind) else { return };
        if let Some(attribute) = attributes.iter().find(|known| **known == attribute) {
            self.insert(kind, name, attribute, value, from);
        }
    }

    fn insert(
        &mut self,
        kind: &'static str,
        name: &str,
        attribute: &'static str,
        value: &str,
        from: Provenance,
    ) {
        let setting = Setting { value: value.trim().to_uppercase(), from };
        // There is one DB2CONN in a region, whatever it is called.
        let name = if kind == "DB2CONN" { String::new() } else { name.to_uppercase() };
        self.values.entry(kind).or_default().entry(name).or_default().insert(attribute, setting);
    }

    /// Applies an edit of the form `TYPE.NAME.ATTRIBUTE=VALUE`; without a value the attribute is taken away, and the
    /// model goes by what is usual.
    pub fn edit(&mut self, edit: &str) -> Result<(), Refused> {
        let Some((key, value)) = edit.split_once('=') else {
            return Err(Refused::Setting(format!("{edit}: not of the form TYPE.NAME.ATTRIBUTE=VALUE")));
        };
        self.set(key.trim(), value, Provenance::Edit)
    }

    /// A setting; names in any case. One that an edit has taken away is none.
    pub fn setting(&self, kind: &str, name: &str, attribute: &str) -> Option<&Setting> {
        self.written(kind, name, attribute).filter(|setting| !setting.value.is_empty())
    }

    /// A setting as it was last written, empty if an edit has taken it away.
    fn written(&self, kind: &str, name: &str, attribute: &str) -> Option<&Setting> {
        let name = if kind == "DB2CONN" { "" } else { name };
        let names = self.values.get(kind)?;
        let folded = match name.bytes().any(|b| b.is_ascii_lowercase()) {
            true => Cow::Owned(name.to_uppercase()),
            false => Cow::Borrowed(name),
        };
        names.get(folded.as_ref())?.get(attribute)
    }

    /// Its value.
    pub fn get(&self, kind: &str, name: &str, attribute: &str) -> Option<&str> {
        self.setting(kind, name, attribute).map(|setting| setting.value.as_str())
    }

    /// The names of a type for which anything is set.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.values.get(kind).into_iter().flatten().map(|(name, _)| name.as_str())
    }

    /// All settings, as `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`.
    pub fn iter(&self) -> impl Iterator<Item = (String, &Setting)> {
        self.values.iter().flat_map(|(kind, names)| {
            names.iter().flat_map(move |(name, attributes)| {
                attributes.iter().map(move |(attribute, setting)| (key_of(kind, name, attribute), setting))
            })
        })
    }
}

/// The key under which people set an attribute.
pub(super) fn key_of(kind: &str, name: &str, attribute: &str) -> String {
    if name.is_empty() { format!("{kind}.{attribute}") } else { format!("{kind}.{name}.{attribute}") }
}

/// A value as a whole number: digits, perhaps with an ending K, M or G.
pub(super) fn number(kind: &str, name: &str, attribute: &str, value: &str) -> Result<u32, Refused> {
    // MAXIMUM of SESSIONS is a pair, the second of which is the contention winners.
    let first = value.trim_start_matches('(').split([',', ')']).next().unwrap_or(value).trim();
    let (digits, factor) = match first.as_bytes().last() {
        Some(b'K') => (&first[..first.len() - 1], 1_024),
        Some(b'M') => (&first[..first.len() - 1], 1_048_576),
        Some(b'G') => (&first[..first.len() - 1], 1_073_741_824),
        _ => (first, 1),
    };
    let key = key_of(kind, name, attribute);
    digits
        .parse::<u32>()
        .ok()
        .and_then(|n| n.checked_mul(factor))
        .ok_or_else(|| Refused::Setting(format!("{key}={value}: not a number")))
}

/// Type, name and attribute of a key in capitals.
fn split(key: &str) -> Result<(&'static str, &str, &'static str), Refused> {
    let (kind, rest) = key.split_once('.').unwrap_or((key, ""));
    let kinds: Vec<&str> = MAPPED.iter().map(|(kind, _)| *kind).collect();
    let last = rest.rsplit('.').next().unwrap_or(rest);
    if let Some((.., why)) = UNMODELLED.iter().find(|(of, name, _)| *of == kind && *name == last) {
        return Err(Refused::Setting(format!("{key}: the model does not know {kind} {last}: {why}")));
    }
    let Some((kind, attributes)) = MAPPED.iter().find(|(known, _)| *known == kind) else {
        return Err(Refused::Setting(format!("{key}: the model has no {kind}{}", suggestion(kind, &kinds))));
    };
    let kind = *kind;
    let (name, attribute) =
        if kind == "SIT" { ("", rest) } else { rest.rsplit_once('.').unwrap_or(("", rest)) };
    let Some(attribute) = attributes.iter().find(|known| **known == attribute) else {
        let near = suggestion(attribute, attributes);
        return Err(Refused::Setting(format!(
            "{key}: {kind} {attribute} is nothing that the model knows{near}"
        )));
    };
    if name.is_empty() && kind != "SIT" && kind != "DB2CONN" {
        return Err(Refused::Setting(format!("{key}: not of the form TYPE.NAME.ATTRIBUTE")));
    }
    Ok((kind, name, attribute))
}
