//! A whole file: bytes, kind, parts, findings, and their places in the bytes.
#![no_main]

use cicslint::config::Config;
use cicslint::lint::lint_source;
use cicslint::syntax::kind;
use cicslint::text::{ReadOptions, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = Source::from_bytes("input", bytes.to_vec(), &ReadOptions::default()) else { return };
    let Some(kind) = kind::recognise("input", source.text()) else { return };
    let found = lint_source(&source, kind, &Config::default());
    for finding in &found.findings {
        cicslint_fuzz::fits(source.text(), finding.span);
        let place = source.locate(finding.span);
        assert!(place.offset + place.length <= bytes.len() as u64);
    }
});
