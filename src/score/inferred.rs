//! What a task is taken to be like where no workload says it (`rules/model/inferred.toml`).

use crate::model::workload::{Refused, Workload, read};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The kinds of tasks that definitions tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Task {
    /// It uses DB2.
    Db2,
    /// It serves a web request.
    Web,
    /// It serves a web request that CICS encrypts.
    Handshake,
    /// The same, of clients that come back after a while.
    Returning,
    /// It is Java.
    Java,
    /// Anything else.
    Dsw,
    /// It browses a file.
    Browse,
    /// It reads records of a file by key.
    Direct,
    /// It reads records of a file of another region.
    Remote,
}

impl Task {
    const fn name(self) -> &'static str {
        match self {
            Self::Db2 => "db2",
            Self::Web => "web",
            Self::Handshake => "handshake",
            Self::Returning => "returning",
            Self::Java => "java",
            Self::Dsw => "dsw",
            Self::Browse => "browse",
            Self::Direct => "direct",
            Self::Remote => "remote",
        }
    }

    fn entry(self) -> Option<&'static Entry> {
        ALL.get(self.name())
    }

    /// What such a task is, in words.
    pub(super) fn says(self) -> &'static str {
        self.entry().map_or("a task of which nothing is known", |entry| entry.says.as_str())
    }

    /// The measured workload that it is like, if it is like one.
    pub(super) fn archetype(self) -> Option<&'static str> {
        self.entry()?.archetype.as_deref()
    }

    /// Workloads of one transaction of this kind: few calls, as many as usual, many. `own` are fields that every one
    /// of them has.
    pub(super) fn workloads(self, own: &toml::Table) -> Result<[Workload; 3], Refused> {
        let entry = self.entry().ok_or_else(|| Refused::Form(format!("no task {}", self.name())))?;
        let nothing = toml::Table::new();
        let one = |over: &toml::Table| {
            let mut transaction = own.clone();
            if let Some(archetype) = &entry.archetype {
                transaction.insert("archetype".to_owned(), archetype.clone().into());
            }
            transaction.extend(entry.mid.clone());
            transaction.extend(over.clone());
            merge_web(&mut transaction, own);
            let mut file = toml::Table::new();
            file.insert("transaction".to_owned(), toml::Value::Array(vec![transaction.into()]));
            read(&file.to_string())
        };
        Ok([one(&entry.low)?, one(&nothing)?, one(&entry.high)?])
    }
}

/// The TCPIPSERVICE that a web request comes in by decides on its TLS.
fn merge_web(transaction: &mut toml::Table, own: &toml::Table) {
    let Some(toml::Value::Table(web)) = own.get("web") else { return };
    if let Some(toml::Value::Table(into)) = transaction.get_mut("web") {
        into.extend(web.clone());
        into.remove("tls");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    says: String,
    archetype: Option<String>,
    mid: toml::Table,
    low: toml::Table,
    high: toml::Table,
}

// The file is part of the program, and a test reads it.
static ALL: LazyLock<BTreeMap<String, Entry>> =
    LazyLock::new(|| toml::from_str(include_str!("../../rules/model/inferred.toml")).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_task_can_be_made_a_workload() {
        let all: BTreeMap<String, Entry> =
            toml::from_str(include_str!("../../rules/model/inferred.toml")).unwrap();
        let tasks = [
            Task::Db2,
            Task::Web,
            Task::Handshake,
            Task::Returning,
            Task::Java,
            Task::Dsw,
            Task::Browse,
            Task::Direct,
            Task::Remote,
        ];
        assert_eq!(all.len(), tasks.len());
        for task in tasks {
            let own = toml::toml! { id = "TRAN" };
            let workloads = task.workloads(&own).unwrap_or_else(|why| panic!("{}: {why}", task.name()));
            assert_eq!(workloads[1].transaction.len(), 1);
            assert!(task.says().len() > 20);
        }
    }
}
