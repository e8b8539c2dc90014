//! Expressions over small decks.

mod errors;
mod properties;
mod relations;
mod values;

use super::*;
use crate::csd::{Deck, DeckText, Decks, TypeId};
use crate::region::{Region, RegionInput, Regions, SitInput};
use crate::syntax::{csdup, sit};
use crate::text::{FileId, ReadOptions, Source, Span};
use bumpalo::Bump;
use std::sync::Arc;

/// Decks and a region of them.
pub(in crate::rules) struct Site {
    pub(in crate::rules) decks: Decks,
    pub(in crate::rules) region: Region,
}

/// A region of these decks, each of its own file, and of these SIT overrides, where they are not empty. Where `whole`
/// is true the CSD holds nothing else.
pub(in crate::rules) fn site(texts: &[&str], sit_text: &str, whole: bool) -> Site {
    let read = |text: &str| {
        Arc::new(Source::from_bytes("test", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap())
    };
    let mut decks = Decks::new();
    let mut input = RegionInput { name: "TEST".to_owned(), whole, ..RegionInput::default() };
    for (number, text) in texts.iter().enumerate() {
        let source = read(text);
        let range = Span::of(0..text.len());
        let commands = csdup::parse(source.text(), range, csdup::Options::default());
        let text = DeckText::new(FileId(number as u32), source);
        input.decks.push(decks.add(Deck::new(text, [commands])));
    }
    if !sit_text.is_empty() {
        let source = read(sit_text);
        let settings = Arc::new(sit::parse_sysin(sit_text, Span::of(0..sit_text.len())));
        let file = FileId(texts.len() as u32);
        input.sit.push(SitInput { file, source, settings, symbols: Arc::default() });
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    Site { decks, region }
}

/// The value of `text` for the resource `on` (`PROGRAM P1`, or empty: for the region) as text.
pub(super) fn value(site: &Site, on: &str, text: &str) -> String {
    let (kind, name) = on.split_once(' ').unwrap_or(("", ""));
    let subject = TypeId::of(kind).map_or(Subject::Region, Subject::Type);
    let program = compile(text, &Scope::of(subject), None)
        .unwrap_or_else(|error| panic!("{text}\n{}", error.show(text)));
    let arena = Bump::new();
    let shared = Shared::new(site.region.installed());
    let world = World::new(&site.decks, &site.region, &shared, &arena);
    let frame = TypeId::of(kind).map(|kind| Frame::new(&site.decks, &arena, kind));
    if let Some(frame) = &frame {
        let is_meant =
            |d: &&&crate::csd::Definition| site.decks.text(d.name) == name && d.kind.name() == kind;
        let mut members = world.members(TypeId::of(kind).unwrap()).iter();
        frame.set(members.find(is_meant).unwrap_or_else(|| panic!("no {on}")));
    }
    let show = |value| match value {
        Value::Unknown => "unknown".to_owned(),
        Value::Absent => "absent".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::AtLeast(number) => format!("{number}+"),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => format!("'{text}'"),
    };
    show(program.run(Env::of(frame.as_ref(), Some(&world))))
}

#[test]
fn no_type_has_more_attributes_than_a_mask_has_bits() {
    for kind in crate::catalog::types() {
        assert!(kind.attributes.len() <= 128, "{}", kind.name);
    }
}
