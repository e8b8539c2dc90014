//! The task that stands for those which use a definition, where no workload says which they are.

use super::inferred::Task;
use super::price::{Edit, Pricer};
use crate::csd::{Definition, TypeId};
use crate::region::Region;
use std::borrow::Cow;

/// A task, and the definitions that it meets, under names that all tasks of its kind share.
pub(super) struct Stand<'v> {
    pub(super) task: Task,
    /// The name of the definition that is edited.
    pub(super) name: &'static str,
    pub(super) definitions: Vec<(&'v Definition, &'static str)>,
    /// It comes in by the TCPIPSERVICE.
    by_service: bool,
    /// Settings beside those of the definitions.
    pub(super) settings: Vec<(&'static str, &'static str)>,
}

impl Stand<'_> {
    fn of(task: Task, name: &'static str) -> Self {
        Self { task, name, definitions: Vec::new(), by_service: false, settings: Vec::new() }
    }

    /// Fields of its transaction.
    pub(super) fn own(&self) -> toml::Table {
        let mut own = toml::Table::new();
        own.insert("id".to_owned(), "TRAN".into());
        own.insert("program".to_owned(), "PROGRAM".into());
        if self.by_service {
            let mut web = toml::Table::new();
            web.insert("tcpipservice".to_owned(), self.name.into());
            own.insert("web".to_owned(), web.into());
        }
        own
    }
}

/// SIT parameters that only some tasks feel.
const FELT_BY: [(&str, Task); 9] = [
    ("FCQRONLY", Task::Direct),
    ("MAXSSLTCBS", Task::Handshake),
    ("SSLDELAY", Task::Returning),
    ("MROLRM", Task::Remote),
    ("MROBTCH", Task::Remote),
    ("ICV", Task::Remote),
    ("MAXOPENTCBS", Task::Db2),
    ("FORCEQR", Task::Db2),
    ("CILOCK", Task::Direct),
];

impl<'v> Pricer<'v> {
    /// The task that stands for those which use `definition` (none: the SIT).
    pub(super) fn stand(
        &self,
        definition: Option<&'v Definition>,
        edits: &[Edit<'_>],
    ) -> Result<Stand<'v>, String> {
        let Some(definition) = definition else { return Ok(self.stand_for_sit(edits)) };
        let region = self.region();
        let value = |attribute: &str| value(self, region, definition, attribute);
        let mut stand = match definition.kind.name() {
            "PROGRAM" => {
                let program = self.decks().text(definition.name);
                let first = self.runs().starting(program).map(|(first, _)| first);
                let java = value("JVM").as_deref() == Some("YES");
                Stand::of(self.runs().task_of(first, program, java), "PROGRAM")
            }
            "FILE" => {
                let browses = value("BROWSE").as_deref() == Some("YES");
                let task = match value("REMOTESYSTEM") {
                    Some(_) => Task::Remote,
                    None if browses && !edits.iter().any(|edit| edit.attribute == "LSRPOOLNUM") => {
                        Task::Browse
                    }
                    None => Task::Direct,
                };
                let mut stand = Stand::of(task, "FILE");
                for number in [value("LSRPOOLNUM"), value_of(edits, "LSRPOOLNUM")].into_iter().flatten() {
                    let pool = number.parse().ok().and_then(|number| region.installed().lsrpool(number));
                    if let Some(pool) = pool
                        && !stand.definitions.iter().any(|(known, _)| std::ptr::eq(*known, pool))
                    {
                        let name = if stand.definitions.is_empty() { "POOL1" } else { "POOL2" };
                        stand.definitions.push((pool, name));
                    }
                }
                stand
            }
            "TCPIPSERVICE" => {
                let encrypts = matches!(value("SSL").as_deref(), Some("YES" | "CLIENTAUTH"));
                let mut stand = Stand::of(if encrypts { Task::Handshake } else { Task::Web }, "SERVICE");
                stand.by_service = true;
                stand
            }
            "DB2CONN" => Stand::of(Task::Db2, ""),
            "DB2ENTRY" => {
                let mut stand = Stand::of(Task::Db2, "ENTRY");
                stand.settings.push(("DB2ENTRY.ENTRY.TRANSID", "TRAN"));
                stand
            }
            kind => {
                return Err(format!(
                    "the definitions do not say which tasks use {kind} {}; a workload does",
                    self.decks().text(definition.name)
                ));
            }
        };
        stand.definitions.push((definition, stand.name));
        if stand.task == Task::Db2 && !stand.name.is_empty() {
            let connection = TypeId::of("DB2CONN").and_then(|kind| region.installed().only(kind));
            stand.definitions.extend(connection.map(|connection| (connection, "")));
        }
        Ok(stand)
    }

    fn stand_for_sit(&self, edits: &[Edit<'_>]) -> Stand<'v> {
        let felt = edits
            .iter()
            .find_map(|edit| FELT_BY.iter().find(|(name, _)| *name == edit.attribute))
            .map(|(_, task)| *task);
        let runs = self.runs();
        let task = felt.unwrap_or(match (runs.any_db2(), runs.any_web()) {
            (true, _) => Task::Db2,
            (false, true) => Task::Web,
            (false, false) => Task::Dsw,
        });
        let mut stand = Stand::of(task, "");
        match task {
            Task::Remote => stand.settings.push(("FILE.FILE.REMOTESYSTEM", "SYST")),
            // A program that is not threadsafe is on the QR TCB anyway.
            Task::Db2 => stand.settings.push(("PROGRAM.PROGRAM.CONCURRENCY", "THREADSAFE")),
            // So is one that has nothing to do on an open TCB.
            Task::Direct if edits.iter().any(|edit| edit.attribute == "FCQRONLY") => {
                stand.settings.push(("PROGRAM.PROGRAM.CONCURRENCY", "REQUIRED"));
            }
            _ => {}
        }
        stand
    }
}

fn value_of<'e>(edits: &[Edit<'e>], attribute: &str) -> Option<Cow<'e, str>> {
    edits.iter().find(|edit| edit.attribute == attribute).map(|edit| Cow::Borrowed(edit.value))
}

fn value<'v>(
    pricer: &Pricer<'v>,
    region: &Region,
    definition: &Definition,
    attribute: &str,
) -> Option<Cow<'v, str>> {
    let id = definition.kind.attribute(attribute)?;
    region.attribute(pricer.decks(), definition, id).value.filter(|value| !value.is_empty())
}
