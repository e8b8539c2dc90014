//! Checks of how the bytes of a file became text.

use crate::rules::{Finding, Sink, ids};
use crate::text::{Note, Source};

/// Reports what the user should know of how `source` was read.
pub fn check_text(source: &Source, sink: &mut Sink<'_>) {
    for note in source.notes() {
        if let Note::NotUtf8 { first } = *note {
            let message = "this is no valid UTF-8, so the file was read as Latin-1";
            sink.report(
                Finding::new(ids::NOT_UTF8, first, message)
                    .help("save it as UTF-8, or say how it is encoded with --encoding"),
            );
        }
    }
}
