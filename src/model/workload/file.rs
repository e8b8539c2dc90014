//! The workload file: what runs in a region, how often, and what it does.
//!
//! Units are in the names. Fields that don't exist are refused with the nearest one that does. A transaction may start
//! from an archetype and override any of its fields.

use serde::Deserialize;

use super::archetypes;
use super::check::{self, Fault};

/// A workload.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// The machine it runs on.
    #[serde(default)]
    pub machine: Machine,
    /// How arrivals burst.
    #[serde(default)]
    pub arrivals: Arrivals,
    /// Whether the CPU figures below were taken with trace and monitoring as they are configured.
    #[serde(default)]
    pub recording_in_cpu: bool,
    /// Settings of the region, as `TYPE.NAME.ATTRIBUTE = value`, over those of the definitions; and its `name`.
    #[serde(default)]
    pub region: toml::Table,
    /// Other regions, where more is to be said of them than the definitions can.
    #[serde(default)]
    pub partner: Vec<Partner>,
    /// The transactions.
    #[serde(default)]
    pub transaction: Vec<Transaction>,
}

/// Another region.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// The name of its CONNECTION.
    pub name: String,
    /// `other` where it runs on another z/OS image: CICS then takes MRO through XCF, and no definition says so.
    pub system_image: String,
}

/// The machine.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// A machine of the model's list; the z13 of the measurements if not given.
    pub model: Option<String>,
    /// General processors of the system.
    pub engines: Option<u32>,
    /// zIIPs of the system.
    pub ziips: Option<u32>,
    /// How often the z/OS Health Checker looks at CICS, in minutes; 30 as installed.
    pub health_check_every_min: Option<f64>,
    /// How much of the general processors other work keeps busy.
    #[serde(default)]
    pub busy_by_others_percent: f64,
}

/// How arrivals burst, the whole region at a time.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrivals {
    /// Rate in a burst over the mean rate.
    pub peak_factor: Option<f64>,
    /// Rate between bursts over the mean rate.
    pub quiet_factor: Option<f64>,
    /// Mean length of a burst. As important as the factor: without it no burst is modelled.
    pub burst_length_s: Option<f64>,
}

/// A transaction.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Transaction {
    /// Its identifier.
    pub id: String,
    /// The measured workload it is like.
    pub archetype: Option<String>,
    /// Tasks per second, on average.
    pub rate_per_s: f64,
    /// Its first program; found by the definitions if not given.
    pub program: Option<String>,
    /// CPU of a task without the calls below.
    pub cpu_us: f64,
    /// The part of it on the QR TCB, if known; otherwise the program's CONCURRENCY decides.
    pub qr_cpu_us: Option<f64>,
    /// The part of it that is spent in Db2, on the TCB of the thread whatever the CONCURRENCY; it counts where there are
    /// SQL calls.
    pub cpu_in_db2_percent: f64,
    /// The CONCURRENCY under which that CPU was measured, if it includes TCB switches.
    pub measured_concurrency: Option<String>,
    /// The part of the CPU that may run on a zIIP.
    pub ziip_percent: f64,
    /// Bounds of the CPU, in percent either way.
    pub cpu_within_percent: Option<f64>,
    /// SQL calls of a task.
    pub sql_calls: f64,
    /// Elapsed time of one, in DB2.
    pub sql_elapsed_ms: f64,
    /// CPU of one.
    pub sql_cpu_us: f64,
    /// Commands that are not threadsafe, besides those below.
    pub non_threadsafe_commands: f64,
    /// START commands (not threadsafe).
    pub start_commands: f64,
    /// RUN TRANSID commands.
    pub run_transid_commands: f64,
    /// A terminal: `none`, `sna` or `telnet`.
    pub terminal: String,
    /// Storage of a task below 16 MB.
    pub memory_below_kb: f64,
    /// Storage of a task between 16 MB and 2 GB.
    pub memory_31_kb: f64,
    /// Other time of a task, not named here.
    pub other_wait_ms: f64,
    /// Files it uses.
    pub file: Vec<File>,
    /// Programs it links to.
    pub link: Vec<Link>,
    /// A web request it serves.
    pub web: Option<Web>,
    /// An EXCI call it serves.
    pub exci: Option<Exci>,
    /// The evidence rows, for archetypes.
    pub evidence: Vec<String>,
}

/// Use of a file by one task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Direct reads.
    #[serde(default)]
    pub reads: f64,
    /// Records browsed.
    #[serde(default)]
    pub browse_records: f64,
    /// Updates.
    #[serde(default)]
    pub updates: f64,
    /// Control intervals in the file.
    #[serde(default = "thousand")]
    pub intervals: u64,
    /// Records in an interval.
    #[serde(default = "eight")]
    pub records_per_interval: f64,
    /// Size of an interval.
    #[serde(default = "page")]
    pub interval_bytes: u32,
    /// How skewed direct reads are: 0 all alike, about 1 for business keys.
    #[serde(default)]
    pub skew: f64,
    /// Time of one I/O; a modern default if not given.
    pub io_us: Option<f64>,
    /// Time of one I/O of a read or update by key, where it is not that of a browse.
    pub direct_io_us: Option<f64>,
    /// Whether reads by key come in the order of the keys, as those of a batch-like task do.
    #[serde(default)]
    pub in_key_order: bool,
    /// The system whose tasks send the requests here by function shipping: the name of its CONNECTION or IPCONN.
    pub shipped_from: Option<String>,
}

fn thousand() -> u64 {
    1_000
}

fn eight() -> f64 {
    8.0
}

fn page() -> u32 {
    4_096
}

/// A program it links to.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The program.
    pub program: String,
    /// How often.
    #[serde(default = "one")]
    pub calls: f64,
    /// Its CPU.
    #[serde(default)]
    pub cpu_us: f64,
    /// Its other time: DB2, I/O.
    #[serde(default)]
    pub wait_ms: f64,
    /// What going to another region takes besides the path length, as measured: queueing there.
    pub remote_wait_ms: Option<f64>,
}

fn one() -> f64 {
    1.0
}

/// A web request.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    /// `none`, `cics` or `at-tls`; if not given, SSL of the TCPIPSERVICE decides.
    pub tls: Option<String>,
    /// The TCPIPSERVICE it comes in by.
    pub tcpipservice: Option<String>,
    /// Requests on a new connection.
    #[serde(default)]
    pub new_connection_percent: f64,
    /// Requests that resume a session.
    #[serde(default)]
    pub resumed_percent: f64,
    /// Requests with a full handshake.
    #[serde(default)]
    pub full_handshake_percent: f64,
    /// How long a client stays away between two connections, on average. With it SSLDELAY divides handshakes into those
    /// that resume a session and full ones, whatever their percentages say.
    pub client_returns_s: Option<f64>,
}

/// An EXCI call.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exci {
    /// `commarea` or `channel`.
    pub by: String,
    /// Bytes of payload.
    pub bytes: f64,
}

/// Why a workload can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Not the form of a workload file.
    #[error("{0}")]
    Form(String),
    /// An archetype that there is not.
    #[error("transaction {transaction}: there is no archetype {archetype}{suggestion}")]
    Archetype {
        /// The transaction.
        transaction: String,
        /// The name.
        archetype: String,
        /// ", did you mean ..." or nothing.
        suggestion: String,
    },
    /// A setting the model does not know, or a value it does not understand.
    #[error("{0}")]
    Setting(String),
    /// What fields may not say, each with its place, its cause and its cure.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  "))]
    Faults(Vec<Fault>),
}

/// Reads a workload file.
pub fn read(text: &str) -> Result<Workload, Refused> {
    let form = |e: toml::de::Error| Refused::Form(with_suggestion(&e.to_string()));
    let mut table: toml::Table = toml::from_str(text).map_err(form)?;
    // Unknown fields of the file as written are refused with their line; merging comes after.
    let plain: Workload = toml::from_str(text).map_err(form)?;
    if plain.transaction.iter().all(|t| t.archetype.is_none()) {
        return checked(plain, text);
    }
    if let Some(toml::Value::Array(transactions)) = table.get_mut("transaction") {
        for transaction in transactions {
            if let toml::Value::Table(own) = transaction {
                *own = merged(own)?;
            }
        }
    }
    checked(table.try_into().map_err(form)?, text)
}

/// An archetype's fields under the transaction's own.
fn merged(own: &toml::Table) -> Result<toml::Table, Refused> {
    let Some(name) = own.get("archetype").and_then(toml::Value::as_str) else { return Ok(own.clone()) };
    let Some(base) = archetypes::table(name) else {
        let known: Vec<&str> = archetypes::names().collect();
        return Err(Refused::Archetype {
            transaction: own.get("id").and_then(toml::Value::as_str).unwrap_or("").to_owned(),
            archetype: name.to_owned(),
            suggestion: suggestion(name, &known),
        });
    };
    let mut merged = base;
    merged.extend(own.clone());
    Ok(merged)
}

fn checked(workload: Workload, text: &str) -> Result<Workload, Refused> {
    workload.settings()?;
    match check::faults(&workload, text) {
        faults if faults.is_empty() => Ok(workload),
        faults => Err(Refused::Faults(faults)),
    }
}

impl Workload {
    /// The name of the region, where the file gives one.
    pub fn region_name(&self) -> Option<&str> {
        self.region.get("name")?.as_str()
    }

    /// The settings of the region: `TYPE.NAME.ATTRIBUTE` or `SIT.PARAMETER`, and the value. Keys may be tables inside
    /// tables, as TOML makes them of names with dots.
    pub fn settings(&self) -> Result<Vec<(String, String)>, Refused> {
        let mut found = Vec::new();
        for (key, value) in &self.region {
            if key == "name" {
                if !value.is_str() {
                    return Err(Refused::Setting("region.name must be text".to_owned()));
                }
                continue;
            }
            flatten(key, value, 0, &mut found)?;
        }
        Ok(found)
    }
}

fn flatten(
    key: &str,
    value: &toml::Value,
    depth: u8,
    found: &mut Vec<(String, String)>,
) -> Result<(), Refused> {
    let text = match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Boolean(yes) => if *yes { "YES" } else { "NO" }.to_owned(),
        // A type, a name, an attribute: nothing is deeper.
        toml::Value::Table(table) if depth < 3 => {
            return table
                .iter()
                .try_for_each(|(inner, value)| flatten(&format!("{key}.{inner}"), value, depth + 1, found));
        }
        _ => return Err(Refused::Setting(format!("region.{key}: a value is text or a whole number"))),
    };
    found.push((key.to_owned(), text));
    Ok(())
}

/// Adds the nearest known field to "unknown field `x`, expected one of `a`, `b`".
fn with_suggestion(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let Some((unknown, known)) = quoted.split_first() else { return message.to_owned() };
    if !message.contains("unknown field") {
        return message.to_owned();
    }
    // The toml error also quotes the line of the file; the field is the first thing in backquotes after the words.
    let unknown =
        message.split("unknown field `").nth(1).and_then(|rest| rest.split('`').next()).unwrap_or(unknown);
    format!("{}{}", message.trim_end(), suggestion(unknown, known))
}

/// ", did you mean `x`?" if something known is near.
pub(super) fn suggestion(unknown: &str, known: &[&str]) -> String {
    let near = known
        .iter()
        .filter(|name| **name != unknown)
        .map(|name| (strsim::damerau_levenshtein(unknown, name), name))
        .min()
        .filter(|(distance, name)| *distance <= 2.max(name.len() / 3));
    near.map_or(String::new(), |(_, name)| format!(", did you mean `{name}`?"))
}
