//! The effective region as one JSON document, version 1.

use super::view::View;
use crate::csd::Place;
use crate::report::json::Location;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    release: &'static str,
    region: Option<&'a str>,
    /// Whether everything that is installed is known.
    complete: bool,
    /// Whether GRPLIST is not followed, and every group of the decks is taken as installed.
    every_group: bool,
    counts: Counts,
    notes: Vec<Note<'a>>,
    sit: BTreeMap<&'a str, Value<'a>>,
    lists: Vec<List<'a>>,
    groups: Vec<Group<'a>>,
    definitions: Vec<Definition<'a>>,
}

#[derive(Serialize)]
struct Counts {
    sit_given: usize,
    lists: usize,
    groups: usize,
    definitions: usize,
    by_type: BTreeMap<&'static str, usize>,
    ibm_supplied: usize,
    shadowed: usize,
}

#[derive(Serialize)]
struct Note<'a> {
    text: &'a str,
    location: Option<Location<'a>>,
}

#[derive(Serialize)]
struct Value<'a> {
    value: Option<String>,
    from: &'static str,
    location: Option<Location<'a>>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Serialize)]
struct List<'a> {
    written: &'a str,
    names: Vec<&'a str>,
    missing: bool,
    location: Option<Location<'a>>,
}

#[derive(Serialize)]
struct Group<'a> {
    name: &'a str,
    list: Option<&'a str>,
    location: Option<Location<'a>>,
}

#[derive(Serialize)]
struct Definition<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    group: &'a str,
    location: Option<Location<'a>>,
    attributes: BTreeMap<&'static str, Value<'a>>,
    shadows: Vec<Shadow<'a>>,
}

#[derive(Serialize)]
struct Shadow<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    group: &'a str,
    why: &'static str,
    location: Option<Location<'a>>,
}

/// Writes the region.
pub fn write(view: &View<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(view))?;
    writeln!(out)
}

fn document<'a>(view: &'a View<'_>) -> Document<'a> {
    let (region, installed) = (view.region, view.installed());
    let at = |place: Option<Place>| location(view, place);
    let (by_type, ibm_supplied) = view.counts();
    let counts = Counts {
        sit_given: region.sit().given_names().count(),
        lists: region.lists().iter().map(|list| list.lists.len()).sum(),
        groups: installed.groups().len(),
        definitions: by_type.values().sum(),
        by_type,
        ibm_supplied,
        shadowed: installed.shadows().len(),
    };
    let sit = view.parameters().into_iter().map(|(name, value)| {
        let note = value.note.into_owned();
        let (from, location) = (value.origin.word(), at(value.place));
        (name, Value { value: value.value.map(|v| v.into_owned()), from, location, note })
    });
    let lists = region.lists().iter().map(|list| List {
        written: &list.written,
        names: list.lists.iter().map(|name| view.text(*name)).collect(),
        missing: list.missing,
        location: at(list.place),
    });
    let groups = installed.groups().iter().map(|group| Group {
        name: view.text(group.name),
        list: (!group.list.is_none()).then(|| view.text(group.list)),
        location: at(group.added_by.map(|step| view.decks.place_of(step))),
    });
    Document {
        version: 1,
        release: crate::catalog::RELEASE,
        region: Some(region.name()).filter(|name| !name.is_empty()),
        complete: installed.is_complete(),
        every_group: region.takes_every_group(),
        counts,
        notes: region
            .notes()
            .iter()
            .map(|note| Note { text: &note.text, location: at(note.place) })
            .collect(),
        sit: sit.collect(),
        lists: lists.collect(),
        groups: groups.collect(),
        definitions: definitions(view),
    }
}

fn definitions<'a>(view: &'a View<'_>) -> Vec<Definition<'a>> {
    let at = |place: Option<Place>| location(view, place);
    let one = |(reference, definition)| {
        let definition: &crate::csd::Definition = definition;
        let attributes = view.attributes(definition).into_iter().map(|(name, value)| {
            let (from, note, location) = (value.origin.word(), value.note.into_owned(), at(value.place));
            (name, Value { value: value.value.map(|v| v.into_owned()), from, location, note })
        });
        let shadows = view.shadows(reference).into_iter().map(|(loser, why)| Shadow {
            kind: loser.kind.name(),
            name: view.text(loser.name),
            group: view.text(loser.group),
            why,
            location: at(view.place(loser)),
        });
        Definition {
            kind: definition.kind.name(),
            name: view.text(definition.name),
            group: view.text(definition.group),
            location: at(view.place(definition)),
            attributes: attributes.collect(),
            shadows: shadows.collect(),
        }
    };
    view.definitions().into_iter().map(one).collect()
}

fn location<'a>(view: &View<'a>, place: Option<Place>) -> Option<Location<'a>> {
    let place = place?;
    Some(Location::of(view.source(place)?, place.span))
}
