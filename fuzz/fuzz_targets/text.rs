//! Bytes to text, and places back to the bytes. The first byte chooses the encoding.
#![no_main]

use cicslint::text::{Encoding, ReadOptions, Source, Span};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let encoding = Encoding::ALL.get(usize::from(*choice)).copied();
    let Ok(source) = Source::from_bytes("input", bytes.to_vec(), &ReadOptions { encoding }) else { return };
    assert_eq!(source.original(), bytes);
    let text = source.text();
    for line in 1..=source.line_count() {
        let span = source.line_span(line);
        assert!(text.get(span.range()).is_some());
        assert_eq!(source.line_at(span.start), line);
        let place = source.locate(span);
        assert_eq!((place.line, place.column), (line, 1));
    }
    let mut before = 0;
    for (at, c) in text.char_indices() {
        let place = source.locate(Span::of(at..at + c.len_utf8()));
        assert!(place.offset >= before && place.offset + place.length <= bytes.len() as u64);
        assert!(place.line >= 1 && place.column >= 1);
        before = place.offset;
    }
});
