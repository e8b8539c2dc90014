//! The tuning plan: for people, as JSON, as Markdown.

mod json;
mod markdown;
mod text;
mod words;

pub use json::write as write_json;
pub use markdown::write as write_markdown;
pub use text::write as write_text;

use crate::csd::Place;
use crate::text::Source;
use std::sync::Arc;

/// The files of a run, by the numbers that places have.
pub type Sources = [Option<Arc<Source>>];

/// The path and line of a place.
fn path_and_line(place: Option<Place>, sources: &Sources) -> Option<(&str, u32)> {
    let place = place?;
    let source = sources.get(place.file.0 as usize)?.as_deref()?;
    Some((source.name(), source.locate(place.span).line))
}
