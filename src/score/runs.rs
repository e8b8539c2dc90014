//! What the definitions say about who runs what: which transactions start a program, which of them use DB2, which
//! serve web requests.

use super::inferred::Task;
use crate::csd::{AttributeId, Decks, Definition, Map, Set, TypeId, is_generic, matches};
use crate::region::Region;

/// Who runs what in a region.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The first transaction that starts a program, and how many do.
    starts: Map<String, (String, u32)>,
    /// Transactions that use DB2 by an entry of their own, and masks of such.
    db2: Set<String>,
    db2_masks: Vec<String>,
    /// Programs and transactions that web requests start.
    web: Set<String>,
    /// The names of the transactions, in the order of installation.
    transactions: Vec<String>,
    /// Those of them that the decks define.
    own: Vec<String>,
}

impl Runs {
    /// Reads the installed definitions once.
    pub(super) fn of(decks: &Decks, region: &Region) -> Self {
        let mut runs = Self::default();
        let kind = TypeId::of;
        let attribute = |kind: Option<TypeId>, name: &str| kind.and_then(|kind| kind.attribute(name));
        let (transaction, entry, tran, urimap) =
            (kind("TRANSACTION"), kind("DB2ENTRY"), kind("DB2TRAN"), kind("URIMAP"));
        let value = |definition: &Definition, id: Option<AttributeId>| {
            let value = region.attribute(decks, definition, id?).value?;
            (!value.is_empty()).then(|| value.into_owned())
        };
        let (program, entry_tran, tran_tran) =
            (attribute(transaction, "PROGRAM"), attribute(entry, "TRANSID"), attribute(tran, "TRANSID"));
        let by_uri = [attribute(urimap, "PROGRAM"), attribute(urimap, "TRANSACTION")];
        for definition in region.installed().definitions() {
            let of = Some(definition.kind);
            if of == transaction {
                let name = decks.text(definition.name);
                if let Some(program) = value(definition, program) {
                    runs.starts.entry(program).or_insert_with(|| (name.to_owned(), 0)).1 += 1;
                }
                runs.transactions.push(name.to_owned());
                if definition.made_by().is_some() {
                    runs.own.push(name.to_owned());
                }
            } else if of == entry || of == tran {
                let id = if of == entry { entry_tran } else { tran_tran };
                match value(definition, id) {
                    Some(mask) if is_generic(&mask) => runs.db2_masks.push(mask),
                    Some(name) => {
                        runs.db2.insert(name);
                    }
                    None => {}
                }
            } else if of == urimap {
                runs.web.extend(by_uri.iter().filter_map(|id| value(definition, *id)));
            }
        }
        runs
    }

    /// The first transaction that starts a program, and how many do.
    pub(super) fn starting(&self, program: &str) -> Option<(&str, u32)> {
        self.starts.get(program).map(|(first, count)| (first.as_str(), *count))
    }

    /// The names of the transactions.
    pub(super) fn transactions(&self) -> &[String] {
        &self.transactions
    }

    /// The names of those that the decks define: IBM's are no work of a site.
    pub(super) fn own_transactions(&self) -> &[String] {
        &self.own
    }

    /// Whether any transaction uses DB2.
    pub(super) fn any_db2(&self) -> bool {
        !self.db2.is_empty() || !self.db2_masks.is_empty()
    }

    /// Whether any URIMAP starts something.
    pub(super) fn any_web(&self) -> bool {
        !self.web.is_empty()
    }

    /// What a transaction that starts this program is taken to be like.
    pub(super) fn task_of(&self, transaction: Option<&str>, program: &str, is_java: bool) -> Task {
        if transaction.is_some_and(|name| self.uses_db2(name)) {
            Task::Db2
        } else if self.web.contains(program) || transaction.is_some_and(|name| self.web.contains(name)) {
            Task::Web
        } else if is_java {
            Task::Java
        } else {
            Task::Dsw
        }
    }

    fn uses_db2(&self, transaction: &str) -> bool {
        self.db2.contains(transaction) || self.db2_masks.iter().any(|mask| matches(mask, transaction))
    }
}
