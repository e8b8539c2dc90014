//! Placeholders that nothing has replaced, reported once a source.

use crate::rules::Sink;
use crate::rules::native::placeholder::Placeholders;
use crate::syntax::symbols::{self, Symbols};
use crate::syntax::{ProblemKind, SitForm, SitSource};
use crate::text::Span;

/// Reports the placeholders of one source.
pub(super) fn check(text: &str, source: &SitSource, symbols: &Symbols, sink: &mut Sink<'_>) {
    let mut placeholders = Placeholders::default();
    let settings = source.settings.iter().flat_map(|setting| [Some(setting.name), setting.value]).flatten();
    let unread = source.problems.iter().filter(|problem| problem.kind == ProblemKind::NotASetting);
    let mut places: Vec<Span> = settings.chain(unread.map(|problem| problem.span)).collect();
    places.sort_unstable();
    for span in places {
        let value = span.of_text(text);
        let Some(found) = symbols::find(value) else { continue };
        let placeholder = &value[found.clone()];
        // A symbol in JCL is no placeholder: the converter replaces it.
        let replaced_by_jcl = source.form == SitForm::Parm && placeholder.starts_with('&');
        if !replaced_by_jcl && symbols.get(placeholder).is_none() {
            let start = span.start + found.start as u32;
            placeholders.add(Span::new(start, start + placeholder.len() as u32), placeholder);
        }
    }
    placeholders.report(sink, "CICS starts");
}

/// Whether what `text` will be is not known: a placeholder stands in it. In PARM every ampersand begins a JCL symbol.
pub(super) fn is_unknown(form: SitForm, text: &str) -> bool {
    (form == SitForm::Parm && text.contains('&')) || symbols::find(text).is_some()
}
