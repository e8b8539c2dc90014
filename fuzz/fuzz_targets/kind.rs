//! The kind of a text, by its content. The first line is the name of the file.
#![no_main]

use cicslint::syntax::kind;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (name, content) = text.split_once('\n').unwrap_or(("", text));
    let found = kind::recognise(name, content);
    if kind::holds_nothing(content) {
        assert_eq!(found, None);
    }
});
