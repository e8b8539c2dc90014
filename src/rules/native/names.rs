//! Names that are IBM's: groups and lists, transactions, programs.

use super::deck::{Deck, Once};
use crate::rules::{Finding, Severity, Sink, ids};
use crate::syntax::{Operand, Verb};
use crate::text::Span;

/// Groups of IBM that are not locked: their definitions may be changed ("Resource definition groups in DFHLIST").
const OPEN_GROUPS: [&str; 2] = ["DFHCBTS", "DFHDCTG"];

/// Programs of IBM that users replace by their own, under the same name.
const REPLACEABLE: [&str; 23] = [
    "DFHAPXPO", "DFHAXRO", "DFHDBUEX", "DFHDSRP", "DFHDYP", "DFHEJDNX", "DFHISAIP", "DFHJVMRO", "DFHPEP",
    "DFHPGADX", "DFHPGAHX", "DFHPGALX", "DFHPGAOX", "DFHREST", "DFHTEP", "DFHUCNV", "DFHWBAAX", "DFHWBADX",
    "DFHWBEP", "DFHXCURM", "DFHZATDX", "DFHZATDY", "DFHZNEP",
];

impl<'a, 'c> Deck<'a, 'c, '_> {
    /// Reports a change to a group or list of IBM, once for each name. `keyword` is the operand in full.
    pub(super) fn ibm_group(&mut self, verb: Verb, keyword: &str, operand: &Operand) {
        let Some(name) = operand.value() else { return };
        if !is_ibm(name.of_text(self.text)) || !changes(verb, keyword) {
            return;
        }
        let upper = self.upper(name);
        if OPEN_GROUPS.contains(&upper.as_str()) || self.once.ibm_groups.contains_key(&upper) {
            return;
        }
        let kind = match (keyword, verb) {
            ("LIST", _) | ("TO", Verb::Append) => "list",
            _ => "group",
        };
        let locked = verb == Verb::Delete || upper == "DFHLIST";
        let help = match verb {
            Verb::Delete => format!("IBM's {kind}s cannot be deleted"),
            _ if locked => "add the group to a list of your own: IBM's list is locked".to_owned(),
            _ => format!("use a {kind} of your own; most of IBM's {kind}s are locked"),
        };
        let message = format!("{upper} is a {kind} name that IBM reserves");
        let severity = if locked { Severity::Warning } else { Severity::Advice };
        let finding = Finding::new(ids::IBM_GROUP_NAME, name, message).severity(severity).help(help);
        self.once.ibm_groups.insert(upper, finding);
    }

    /// Notes a definition whose name is one of IBM's.
    pub(super) fn ibm_resource(&mut self, kind: &str, name: Span) {
        let text = name.of_text(self.text);
        match kind {
            "TRANSACTION" if text.starts_with('C') => self.once.ibm_transactions.add(name, text),
            "PROGRAM" if is_ibm(text) && !is_replaceable(text) => self.once.ibm_programs.add(name, text),
            _ => {}
        }
    }
}

/// Reports what [`Deck::ibm_resource`] has noted.
pub(super) fn report_once(once: &Once<'_>, sink: &mut Sink<'_>) {
    let names = once.ibm_transactions.list();
    once.ibm_transactions.report(sink, ids::IBM_TRANSACTION_NAME, |_, _| {
        let message = format!("IBM reserves transaction names that begin with C: {names}");
        (message, "choose another first letter, where that is still possible".to_owned())
    });
    let names = once.ibm_programs.list();
    once.ibm_programs.report(sink, ids::IBM_PROGRAM_NAME, |_, _| {
        let message = format!("IBM reserves program names that begin with DFH: {names}");
        let help = "choose another name, unless it is a program of IBM that you define on purpose";
        (message, help.to_owned())
    });
}

fn is_ibm(name: &str) -> bool {
    name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("DFH"))
}

/// Samples and programs that are there to be replaced.
fn is_replaceable(name: &str) -> bool {
    matches!(name.as_bytes().get(3), Some(b'$' | b'0'))
        || REPLACEABLE.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the command changes the group or list that stands under `keyword`.
fn changes(verb: Verb, keyword: &str) -> bool {
    match verb {
        Verb::Define | Verb::Userdefine | Verb::Alter => keyword == "GROUP",
        Verb::Delete => matches!(keyword, "GROUP" | "LIST"),
        Verb::Add | Verb::Remove => keyword == "LIST",
        Verb::Append | Verb::Copy => keyword == "TO",
        _ => false,
    }
}
