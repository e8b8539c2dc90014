//! The splitter and the statements of a DFHCSDUP deck, and their checks.
#![no_main]

use cicslint::text::Span;
use cicslint_fuzz::{check_deck, findings_fit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    findings_fit(text, |sink| {
        check_deck(text, Span::of(0..text.len()), sink);
    });
});
