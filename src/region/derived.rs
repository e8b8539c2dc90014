//! Defaults that depend on other values, and values that only the running region knows.

use super::effective::{Effective, Origin, effective, given};
use crate::csd::{Decks, Definition, TypeId};
use std::borrow::Cow;

/// The value of an attribute that is not given, where it is no fixed default.
pub(super) fn attribute<'a>(decks: &'a Decks, definition: &Definition, name: &str) -> Option<Effective<'a>> {
    let kind = definition.kind.name();
    let own_name = |note| derived(Cow::Borrowed(decks.text(definition.name)), note);
    Some(match (kind, name) {
        ("FILE", "LSRPOOLNUM") => file_pool(decks, definition),
        ("FILE", "TABLENAME") => {
            only_if(decks, definition, ("TABLE", "CF"), || own_name("the name of the file"))?
        }
        ("FILE", "DSNAME") => unknown("the DD statement of this name in the start-up job, if any, says it"),
        ("FILE" | "PROGRAM" | "TRANSACTION" | "TDQUEUE", "REMOTENAME") => {
            is_given(decks, definition, "REMOTESYSTEM")?;
            own_name("the name of the resource, where REMOTESYSTEM is given")
        }
        ("PROGRAM", "TRANSID") => {
            is_given(decks, definition, "REMOTESYSTEM")?;
            derived(Cow::Borrowed("CSMI"), "the mirror transaction, where REMOTESYSTEM is given")
        }
        ("PROGRAM", "LANGUAGE") => unknown("CICS deduces it from the load module"),
        ("LSRPOOL", "STRINGS" | "MAXKEYLENGTH") => unknown(
            "CICS computes it from the catalog and the files of the pool when the first of them is opened",
        ),
        ("LSRPOOL", buffers) if is_buffers(buffers) => pool_buffers(decks, definition, buffers)?,
        ("IPCONN", "APPLID") => own_name("the name of the IPCONN"),
        ("DOCTEMPLATE", "TEMPLATENAME") => own_name("the name of the DOCTEMPLATE"),
        ("CONNECTION", "NETNAME") => own_name("the name of the connection (recalled)"),
        ("JOURNALMODEL", "JOURNALNAME") => own_name("the name of the model (recalled)"),
        ("DB2TRAN", "TRANSID") => first_four(decks.text(definition.name)),
        ("TDQUEUE", "DDNAME") => {
            only_if(decks, definition, ("TYPE", "EXTRA"), || own_name("the name of the queue (recalled)"))?
        }
        ("TCPIPSERVICE", "TRANSACTION") => by(
            decks,
            definition,
            "PROTOCOL",
            &[("HTTP", "CWXN"), ("ECI", "CIEP"), ("IPIC", "CISS"), ("USER", "CWXU")],
        ),
        ("TCPIPSERVICE", "URM") => {
            by(decks, definition, "PROTOCOL", &[("HTTP", "DFHWBAAX"), ("IPIC", "DFHISAIP")])
        }
        ("URIMAP", "TRANSACTION") => by(
            decks,
            definition,
            "USAGE",
            &[("SERVER", "CWBA"), ("PIPELINE", "CPIH"), ("ATOM", "CW2A"), ("JVMSERVER", "CJSA")],
        ),
        ("TYPETERM", "DEVICE" | "SESSIONTYPE" | "TERMMODEL") => return None,
        ("TYPETERM", _) => typeterm(decks, definition, name)?,
        _ => return None,
    })
}

/// Whether the value of an attribute that is not given may be another than its default: [`attribute`] may have an
/// answer.
pub fn is_derived(kind: TypeId, name: &str) -> bool {
    match kind.name() {
        "FILE" => matches!(name, "LSRPOOLNUM" | "TABLENAME" | "DSNAME" | "REMOTENAME"),
        "PROGRAM" => matches!(name, "REMOTENAME" | "TRANSID" | "LANGUAGE"),
        "TRANSACTION" => name == "REMOTENAME",
        "TDQUEUE" => matches!(name, "REMOTENAME" | "DDNAME"),
        "LSRPOOL" => matches!(name, "STRINGS" | "MAXKEYLENGTH") || is_buffers(name),
        "IPCONN" => name == "APPLID",
        "DOCTEMPLATE" => name == "TEMPLATENAME",
        "CONNECTION" => name == "NETNAME",
        "JOURNALMODEL" => name == "JOURNALNAME",
        "DB2TRAN" => name == "TRANSID",
        "TCPIPSERVICE" => matches!(name, "TRANSACTION" | "URM"),
        "URIMAP" => name == "TRANSACTION",
        "TYPETERM" => !matches!(name, "DEVICE" | "SESSIONTYPE" | "TERMMODEL"),
        _ => false,
    }
}

fn derived<'a>(value: Cow<'a, str>, note: &'static str) -> Effective<'a> {
    Effective::of(Origin::Derived, Some(value), note)
}

fn unknown(note: &'static str) -> Effective<'static> {
    Effective::of(Origin::Unknown, None, note)
}

/// The value of another attribute of the definition, as it is given.
fn other<'a>(decks: &'a Decks, definition: &Definition, name: &str) -> Option<Effective<'a>> {
    given(decks, definition, definition.kind.attribute(name)?)
}

fn is_given(decks: &Decks, definition: &Definition, name: &str) -> Option<()> {
    other(decks, definition, name).map(|_| ())
}

/// LSRPOOLNUM is 1, or NONE where NSRGROUP is given; the obsolete LSRPOOLID stands for it where that is given.
fn file_pool<'a>(decks: &'a Decks, definition: &Definition) -> Effective<'a> {
    if let Some(pool) = other(decks, definition, "LSRPOOLID") {
        return Effective { origin: Origin::Derived, note: Cow::Borrowed("LSRPOOLID"), ..pool };
    }
    if let Some(group) = other(decks, definition, "NSRGROUP") {
        let note = Cow::Borrowed("NONE, because NSRGROUP is given");
        return Effective { place: group.place, note, ..derived(Cow::Borrowed("NONE"), "") };
    }
    Effective::of(Origin::Default, Some(Cow::Borrowed("1")), "1, or NONE where NSRGROUP is given")
}

fn is_buffers(name: &str) -> bool {
    ["DATA", "INDEX", "HSDATA", "HSINDEX"].iter().any(|start| {
        name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Buffers of a pool that gives none at all are computed by CICS; of a pool that gives some, the others are none.
fn pool_buffers(decks: &Decks, definition: &Definition, name: &str) -> Option<Effective<'static>> {
    let attributes = definition.kind.entry().attributes.iter();
    let some = attributes
        .filter(|attribute| is_buffers(attribute.name))
        .any(|attribute| other(decks, definition, attribute.name).is_some());
    if some || name.starts_with("HS") {
        return None;
    }
    Some(unknown(
        "CICS computes the buffers from the catalog and the files of the pool when the first of them is opened",
    ))
}

/// Where another attribute has this value.
fn only_if<'a>(
    decks: &'a Decks,
    definition: &Definition,
    (name, value): (&str, &str),
    then: impl FnOnce() -> Effective<'a>,
) -> Option<Effective<'a>> {
    let other = effective(decks, definition, definition.kind.attribute(name)?);
    other.is(value).then(then)
}

fn first_four(name: &str) -> Effective<'_> {
    let end = name.char_indices().nth(4).map_or(name.len(), |(at, _)| at);
    derived(Cow::Borrowed(&name[..end]), "the first four characters of the name (recalled)")
}

/// A default that another attribute decides.
fn by<'a>(
    decks: &'a Decks,
    definition: &Definition,
    name: &'static str,
    table: &[(&str, &'static str)],
) -> Effective<'a> {
    let decider = definition.kind.attribute(name).map(|id| effective(decks, definition, id));
    let Some(decider) = decider.filter(|decider| decider.value.is_some()) else {
        return Effective::of(Origin::Unknown, None, format!("it depends on {name}"));
    };
    let value = table.iter().find(|(key, _)| decider.is(key)).map(|(_, value)| Cow::Borrowed(*value));
    match value {
        Some(value) => Effective {
            place: decider.place,
            ..Effective::of(Origin::Derived, Some(value), format!("by {name}"))
        },
        None => Effective::of(Origin::Default, None, format!("none for this {name}")),
    }
}

/// DEVICE, SESSIONTYPE and TERMMODEL set the defaults of other attributes of a TYPETERM; their tables are not known
/// here.
fn typeterm(decks: &Decks, definition: &Definition, name: &str) -> Option<Effective<'static>> {
    is_given(decks, definition, "DEVICE")?;
    let entry = definition.kind.attribute(name)?.entry(definition.kind)?;
    let note = "DEVICE, SESSIONTYPE and TERMMODEL may set another default";
    Some(Effective::of(Origin::Default, entry.default.map(Cow::Borrowed), note))
}
