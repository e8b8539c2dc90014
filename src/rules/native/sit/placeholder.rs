//! Placeholders that nothing has replaced, reported once a source.

use crate::rules::native::sightings::Sightings;
use crate::rules::{Sink, ids};
use crate::syntax::{ProblemKind, SitForm, SitSource, symbols};
use crate::text::Span;

/// Reports the placeholders of one source.
pub(super) fn check(text: &str, source: &SitSource, sink: &mut Sink<'_>) {
    let mut sightings = Sightings::default();
    let settings = source.settings.iter().flat_map(|setting| [Some(setting.name), setting.value]).flatten();
    let unread = source.problems.iter().filter(|problem| problem.kind == ProblemKind::NotASetting);
    let mut places: Vec<Span> = settings.chain(unread.map(|problem| problem.span)).collect();
    places.sort_unstable();
    for span in places {
        let value = span.of_text(text);
        let Some(found) = symbols::find(value) else { continue };
        let placeholder = &value[found.clone()];
        // A symbol in JCL is no placeholder: the converter replaces it.
        if source.form != SitForm::Parm || !placeholder.starts_with('&') {
            let start = span.start + found.start as u32;
            sightings.add(Span::new(start, start + placeholder.len() as u32), placeholder);
        }
    }
    let names = sightings.list();
    sightings.report(sink, ids::PLACEHOLDER_LEFT_OVER, |_, count| {
        let message = match count {
            1 => format!("a placeholder is left: {names}"),
            _ => format!("{count} placeholders are left: {names}"),
        };
        (message, "replace them before CICS starts; what stands in their places was not checked".to_owned())
    });
}
