//! Which attributes name other resources.

use crate::csd::{AttributeId, TypeId};
use crate::rules::{RuleId, ids};
use std::sync::LazyLock;

/// An attribute that names a resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    /// The type that has the attribute.
    from: &'static str,
    pub(super) attribute: &'static str,
    /// The types that the name may be of.
    to: &'static [&'static str],
    /// The rule that reports a missing one.
    pub(super) rule: RuleId,
    /// Words that stand for no resource.
    pub(super) free: &'static [&'static str],
    /// When the reference counts.
    pub(super) when: When,
}

/// When a reference counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// The resource runs here: it is neither remote nor routed dynamically.
    Local,
    /// Another attribute has this value.
    Is(&'static str, &'static str),
}

/// A reference with its type and attribute found.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) id: AttributeId,
    pub(super) reference: &'static Reference,
    pub(super) targets: Vec<TypeId>,
}

const fn to(
    from: &'static str,
    attribute: &'static str,
    to: &'static [&'static str],
    rule: RuleId,
) -> Reference {
    Reference { from, attribute, to, rule, free: &[], when: When::Always }
}

impl Reference {
    const fn free(self, free: &'static [&'static str]) -> Self {
        Self { free, ..self }
    }

    const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }
}

const SYSTEM: &[&str] = &["CONNECTION", "IPCONN"];

/// Every reference that can be checked. Left out are those whose target is in another region (TRANSID of a PROGRAM),
/// outside CICS (CFDTPOOL, plans), or made at run time (terminals, the web services of a PIPELINE scan).
static REFERENCES: [Reference; 35] = [
    to("TRANSACTION", "PROGRAM", &["PROGRAM"], ids::MISSING_PROGRAM).when(When::Local),
    to("TRANSACTION", "PROFILE", &["PROFILE"], ids::MISSING_PROFILE),
    to("TRANSACTION", "TRPROF", &["PROFILE"], ids::MISSING_PROFILE),
    to("TRANSACTION", "TRANCLASS", &["TRANCLASS"], ids::MISSING_TRANCLASS).free(&["DFHTCL00"]),
    to("TRANSACTION", "PARTITIONSET", &["PARTITIONSET"], ids::MISSING_PARTITIONSET).free(&["KEEP", "OWN"]),
    to("TRANSACTION", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("PROGRAM", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("PROGRAM", "JVMSERVER", &["JVMSERVER"], ids::MISSING_JVMSERVER).when(When::Is("JVM", "YES")),
    to("FILE", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("TDQUEUE", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("TSMODEL", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("TERMINAL", "REMOTESYSTEM", SYSTEM, ids::MISSING_SYSTEM),
    to("CONNECTION", "INDSYS", SYSTEM, ids::MISSING_SYSTEM),
    to("SESSIONS", "CONNECTION", &["CONNECTION"], ids::MISSING_SYSTEM),
    to("TDQUEUE", "INDIRECTNAME", &["TDQUEUE"], ids::MISSING_TDQUEUE).when(When::Is("TYPE", "INDIRECT")),
    to("TDQUEUE", "TRANSID", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("TDQUEUE", "FACILITYID", SYSTEM, ids::MISSING_SYSTEM).when(When::Is("ATIFACILITY", "SYSTEM")),
    to("DB2ENTRY", "TRANSID", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("DB2TRAN", "TRANSID", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("DB2TRAN", "ENTRY", &["DB2ENTRY"], ids::MISSING_DB2ENTRY),
    to("DB2CONN", "MSGQUEUE1", &["TDQUEUE"], ids::MISSING_TDQUEUE),
    to("DB2CONN", "MSGQUEUE2", &["TDQUEUE"], ids::MISSING_TDQUEUE),
    to("DB2CONN", "MSGQUEUE3", &["TDQUEUE"], ids::MISSING_TDQUEUE),
    to("URIMAP", "TCPIPSERVICE", &["TCPIPSERVICE"], ids::MISSING_TCPIPSERVICE),
    to("URIMAP", "PIPELINE", &["PIPELINE"], ids::MISSING_PIPELINE),
    to("URIMAP", "WEBSERVICE", &["WEBSERVICE"], ids::MISSING_WEBSERVICE),
    to("URIMAP", "PROGRAM", &["PROGRAM"], ids::MISSING_PROGRAM),
    to("URIMAP", "TRANSACTION", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("WEBSERVICE", "PIPELINE", &["PIPELINE"], ids::MISSING_PIPELINE),
    to("TCPIPSERVICE", "TRANSACTION", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("TCPIPSERVICE", "URM", &["PROGRAM"], ids::MISSING_PROGRAM).free(&["NO", "NONE"]),
    to("IPCONN", "TCPIPSERVICE", &["TCPIPSERVICE"], ids::MISSING_TCPIPSERVICE),
    to("TERMINAL", "TYPETERM", &["TYPETERM"], ids::MISSING_TYPETERM),
    to("MQMONITOR", "TRANSACTION", &["TRANSACTION"], ids::MISSING_TRANSACTION),
    to("PROCESSTYPE", "FILE", &["FILE"], ids::MISSING_FILE),
];

/// The references of each type, by its number.
static BY_TYPE: LazyLock<Vec<Vec<Resolved>>> = LazyLock::new(|| {
    let mut by_type = vec![Vec::new(); crate::catalog::types().len()];
    for reference in &REFERENCES {
        let Some(kind) = TypeId::of(reference.from) else { continue };
        let Some(id) = kind.attribute(reference.attribute) else { continue };
        let targets = reference.to.iter().filter_map(|to| TypeId::of(to)).collect();
        by_type[kind.0 as usize].push(Resolved { id, reference, targets });
    }
    by_type
});

/// The references of a type.
pub(super) fn of(kind: TypeId) -> &'static [Resolved] {
    BY_TYPE.get(kind.0 as usize).map_or(&[], Vec::as_slice)
}

/// The types that an attribute may name a resource of, and the words in it that stand for none.
pub(in crate::rules) fn reference_of(
    kind: TypeId,
    attribute: AttributeId,
) -> Option<(&'static [TypeId], &'static [&'static str])> {
    let found = of(kind).iter().find(|resolved| resolved.id == attribute)?;
    Some((&found.targets, found.reference.free))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_is_one_of_the_catalogue() {
        for reference in &REFERENCES {
            let kind = TypeId::of(reference.from).unwrap();
            assert!(
                kind.attribute(reference.attribute).is_some(),
                "{} {}",
                reference.from,
                reference.attribute
            );
            for to in reference.to {
                assert!(TypeId::of(to).is_some(), "{to}");
            }
            if let When::Is(attribute, _) = reference.when {
                assert!(kind.attribute(attribute).is_some(), "{attribute}");
            }
        }
    }
}
