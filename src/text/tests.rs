//! The same deck in every physical form, and properties of the map back to the bytes.

use super::*;
use crate::growth::assert_growth;
use proptest::prelude::*;

const DECK: &[&str] = &[
    "* orders",
    " DEFINE FILE(ORDERS) GROUP(SHOP)",
    "        DSNAME(A.B.C)",
    "",
    " ADD GROUP(SHOP) LIST(L)",
];

fn read(bytes: &[u8]) -> Source {
    read_as(bytes, None)
}

fn read_as(bytes: &[u8], encoding: Option<Encoding>) -> Source {
    Source::from_bytes("deck", bytes.to_vec(), &ReadOptions { encoding }).unwrap()
}

fn error(bytes: &[u8]) -> String {
    Source::from_bytes("deck", bytes.to_vec(), &ReadOptions::default()).unwrap_err().to_string()
}

fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let Some(page) = ebcdic::page(encoding) else {
        return match encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            _ => text.chars().map(|c| u8::try_from(c).unwrap()).collect(),
        };
    };
    text.chars().map(|c| page.iter().position(|&p| p == c).unwrap() as u8).collect()
}

fn fixed(lines: &[&str], encoding: Encoding) -> Vec<u8> {
    lines.iter().flat_map(|line| encode(&format!("{line:<80}"), encoding)).collect()
}

/// Line, column and the bytes of the original under the first `needle`.
fn find(source: &Source, needle: &str) -> (u32, u32, Vec<u8>) {
    let at = source.text().find(needle).unwrap();
    let place = source.locate(Span::of(at..at + needle.len()));
    let bytes = &source.original()[place.offset as usize..(place.offset + place.length) as usize];
    (place.line, place.column, bytes.to_vec())
}

#[test]
fn one_deck_in_every_form() {
    use Encoding::*;
    use RecordFormat::*;
    let lines = |end: &str, encoding| encode(&DECK.join(end), encoding);
    let table: &[(&str, Vec<u8>, Encoding, RecordFormat)] = &[
        ("LF", lines("\n", Utf8), Utf8, Lines),
        ("CRLF", lines("\r\n", Utf8), Utf8, Lines),
        ("CR", lines("\r", Utf8), Utf8, Lines),
        ("NEL", lines("\u{85}", Utf8), Utf8, Lines),
        ("mark", [b"\xEF\xBB\xBF".to_vec(), lines("\n", Utf8)].concat(), Utf8, Lines),
        ("mark and CR", [b"\xEF\xBB\xBF".to_vec(), lines("\r", Utf8)].concat(), Utf8, Lines),
        ("EBCDIC NEL", lines("\u{85}", Ibm037), Ibm037, Lines),
        ("EBCDIC LF", lines("\n", Ibm037), Ibm037, Lines),
        ("EBCDIC CRLF", lines("\r\n", Ibm037), Ibm037, Lines),
        ("EBCDIC CR NEL", lines("\r\u{85}", Ibm037), Ibm037, Lines),
        ("EBCDIC fixed", fixed(DECK, Ibm037), Ibm037, Fixed80),
        ("EBCDIC fixed, last record short", fixed(DECK, Ibm037)[..350].to_vec(), Ibm037, Fixed80),
        ("ASCII fixed", fixed(DECK, Utf8), Utf8, Fixed80),
        ("ASCII fixed, last record short", fixed(DECK, Utf8)[..350].to_vec(), Utf8, Fixed80),
    ];
    for (form, bytes, encoding, records) in table {
        let source = read(bytes);
        assert_eq!((source.encoding(), source.records()), (*encoding, *records), "{form}");
        assert_eq!(source.original(), bytes, "{form}");
        assert_eq!(source.line_count(), 5, "{form}");
        let text: Vec<&str> = (1..=5).map(|line| source.line_span(line).of_text(source.text())).collect();
        assert_eq!(text, DECK, "{form}");
        assert_eq!(source.notes(), [], "{form}");
        for (needle, line, column) in [("*", 1, 1), ("FILE(", 2, 9), ("A.B.C", 3, 16), ("LIST(L)", 5, 18)] {
            assert_eq!(find(&source, needle), (line, column, encode(needle, *encoding)), "{form}: {needle}");
        }
    }
}

#[test]
fn other_code_pages_are_recognised() {
    let table = [
        (Encoding::Ibm037, "* a[1] {x}"),
        (Encoding::Ibm037, "* GO! | X@Y | Z"),
        (Encoding::Ibm1047, "* a[1] b[2] {x}"),
        (Encoding::Ibm500, "* [a] GO! HALT! [b]"),
        (Encoding::Ibm273, "* Aufträge für die Größe, täglich"),
        (Encoding::Ibm273, "* ÜBERTRÄGE DSNAME(@HLQ@.X)"),
        (Encoding::Ibm1140, "* 5 €"),
        (Encoding::Ibm037, "* Übergröße für Männer"),
    ];
    for (encoding, comment) in table {
        let text = format!("{comment}\u{85} DEFINE PROGRAM(P1) GROUP(G1)\u{85}");
        let source = read(&encode(&text, encoding));
        assert_eq!((source.encoding(), source.text()), (encoding, text.replace('\u{85}', "\n").as_str()));
        assert_eq!(source.notes(), [], "{comment}");
    }
}

#[test]
fn what_fits_several_pages_is_told() {
    let source = read(&encode("* {\u{85} DEFINE PROGRAM(P1) GROUP(G1)\u{85}", Encoding::Ibm273));
    assert!(source.encoding().is_ebcdic());
    let source = read(&encode("* a ¬ b\u{85} DEFINE PROGRAM(P1) GROUP(G1)\u{85}", Encoding::Ibm037));
    assert_eq!(source.notes(), [Note::CodePageUncertain(Encoding::Ibm037)]);
    let source = read(&encode(" DEFINE PROGRAM(P1) GROUP(G1)\u{85}", Encoding::Ibm1047));
    assert_eq!((source.encoding(), source.notes()), (Encoding::Ibm037, [].as_slice()));
}

#[test]
fn an_encoding_can_be_forced() {
    let bytes = encode("* a[1]\u{85}", Encoding::Ibm500);
    assert_eq!(read_as(&bytes, Some(Encoding::Ibm500)).text(), "* a[1]\n");
    assert_eq!(read_as(&bytes, Some(Encoding::Ibm1047)).text(), "* a¢1!\n");
    let options = ReadOptions { encoding: Some(Encoding::Utf8) };
    let error = Source::from_bytes("deck", b"ab\xFFc".to_vec(), &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is not UTF-8 as asked for: the byte at offset 2 is not part of a character"
    );
    for (name, encoding) in [
        ("IBM-1047", Some(Encoding::Ibm1047)),
        ("cp037", Some(Encoding::Ibm037)),
        ("500", Some(Encoding::Ibm500)),
        ("Latin-1", Some(Encoding::Latin1)),
        ("ISO8859-1", Some(Encoding::Latin1)),
        ("UTF-8", Some(Encoding::Utf8)),
        ("1141", None),
        ("", None),
    ] {
        assert_eq!(name.parse().ok(), encoding, "{name}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_latin_1() {
    let source = read(b"* one\r\n* caf\xE9 \x85\r\n DEFINE FILE(F)\r\n");
    assert_eq!(
        (source.encoding(), source.text()),
        (Encoding::Latin1, "* one\n* caf\u{e9} \u{85}\n DEFINE FILE(F)\n")
    );
    let [Note::NotUtf8 { first }] = source.notes() else { panic!("{:?}", source.notes()) };
    assert_eq!(first.of_text(source.text()), "\u{e9}");
    assert_eq!(find(&source, "FILE"), (3, 9, b"FILE".to_vec()));
    assert_eq!(find(&source, "\u{85}"), (2, 8, vec![0x85]));
    let converted = read(b"* caf\xE9\x85 DEFINE FILE(F)\x85");
    assert_eq!(converted.text(), "* caf\u{e9}\n DEFINE FILE(F)\n");
}

#[test]
fn line_ends_of_all_kinds_in_one_text() {
    let source = read(b"a\r\nb\nc\rd\r\r\ne\xC2\x85\xC2\xA3f");
    assert_eq!(source.text(), "a\nb\nc\nd\n\ne\n\u{a3}f");
    assert_eq!(find(&source, "f"), (7, 2, b"f".to_vec()));
    assert_eq!(source.locate(Span::new(1, 2)).length, 2);
}

#[test]
fn ends_of_texts() {
    for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("\n\n", 2), ("a\r\n", 1)] {
        let source = read(text.as_bytes());
        assert_eq!(source.line_count(), lines, "{text:?}");
        assert_eq!(source.line_span(99), Span::of(text.len()..text.len()), "{text:?}");
    }
    let source = read(b"ab\ncd\n");
    assert_eq!((source.line_at(0), source.line_at(2), source.line_at(3), source.line_at(6)), (1, 1, 2, 3));
    let beyond = source.locate(Span::new(4, u32::MAX));
    assert_eq!((beyond.line, beyond.column, beyond.end_line, beyond.end_column), (2, 2, 3, 1));
    assert_eq!((beyond.offset, beyond.length), (4, 2));
    let turned = source.locate(Span { start: 4, end: 1 });
    assert_eq!((turned.line, turned.length), (2, 0));
}

#[test]
fn one_long_line_is_no_row_of_records() {
    let line = format!(" DEFINE FILE(F) GROUP(G) DSNAME({})", "A".repeat(400));
    for length in [81, 100, 160, 240, line.len()] {
        assert_eq!(read(&line.as_bytes()[..length]).records(), RecordFormat::Lines, "{length}");
    }
    let wide = "é".repeat(120);
    assert_eq!(read(wide.as_bytes()).records(), RecordFormat::Lines);
    let numbered: String = (0..3).map(|n| format!("{:<72}{n:08}", " ADD GROUP(G) LIST(L)")).collect();
    assert_eq!(read(numbered.as_bytes()).records(), RecordFormat::Fixed80);
}

#[test]
fn what_is_no_text_is_refused() {
    let utf16: Vec<u8> = " DEFINE FILE(F)".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf32: Vec<u8> = " DEFINE FILE(F)".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let xmi = [b"\x50\xE0".to_vec(), encode("INMR01", Encoding::Ibm037)].concat();
    let table: &[(&[u8], &str)] = &[
        (b"\x7FELF\x02", "it is not text: an ELF program"),
        (b"PK\x03\x04", "it is not text: a ZIP archive"),
        (&xmi, "it is not text: a TSO TRANSMIT (XMI) file"),
        (&utf16, "it is UTF-16 text, which is not read here: convert it to UTF-8"),
        (&utf32, "it is UTF-32 text, which is not read here: convert it to UTF-8"),
        (b"\xFF\xFE ", "it is UTF-16 text, which is not read here: convert it to UTF-8"),
        (&[1; 20], "it is not text: more than one in ten of its first characters is a control character"),
    ];
    for (bytes, message) in table {
        assert_eq!(error(bytes), *message);
    }
    let source = read(b" DEFINE\0FILE(F)\x1A");
    assert_eq!(source.text(), " DEFINE\0FILE(F)\x1A");
}

#[cfg(unix)]
#[test]
fn files_are_read() {
    let options = ReadOptions::default();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let source = Source::read(&path, &options).unwrap();
    assert_eq!(source.original(), std::fs::read(&path).unwrap());
    assert!(source.name().ends_with("Cargo.toml"));
    // What has no length beforehand, as a pipe has none.
    assert!(!Source::read(std::path::Path::new("/proc/self/status"), &options).unwrap().text().is_empty());
    assert!(matches!(Source::read(std::path::Path::new("/no/such/file"), &options), Err(ReadError::Io(_))));
    assert!(matches!(Source::read(std::path::Path::new("/"), &options), Err(ReadError::Io(_))));
}

fn long_line(filler: char, length: usize) -> Source {
    let text: String = std::iter::repeat_n(filler, length / filler.len_utf8()).collect();
    read(text.as_bytes())
}

/// Looks up 2,000 places spread over the text.
fn look_up(source: &Source) {
    let step = source.text().len() / 2000;
    for at in (0..2000).map(|n| (n * step) as u32) {
        std::hint::black_box(source.locate(Span::new(at, at + 8)));
    }
}

#[test]
fn look_ups_in_a_long_line_do_not_grow_with_it() {
    for filler in ['a', 'é'] {
        let (short, long) = (long_line(filler, 1_000_000), long_line(filler, 10_000_000));
        assert_growth(&format!("a line of {filler}"), 3.0, || look_up(&short), || look_up(&long));
    }
}

/// Characters that every encoding has, line ends among them.
fn any_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            6 => prop_oneof![Just('A'), Just('z'), Just('('), Just(' '), Just('9'), Just('ü'), Just('['), Just('!')],
            1 => Just('\n'),
            1 => (0xA1u8..=0xFF).prop_filter("not the euro's", |b| *b != 0xA4).prop_map(char::from),
        ],
        0..300,
    )
    .prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn every_character_is_found_in_the_original(
        text in any_text(),
        encoding in proptest::sample::select(&Encoding::ALL),
        end in proptest::sample::select(&["\n", "\r\n", "\r", "\u{85}"]),
    ) {
        let end = if encoding == Encoding::Latin1 && *end == *"\u{85}" { "\n" } else { end };
        let bytes = encode(&text.replace('\n', end), encoding);
        let source = read_as(&bytes, Some(encoding));
        if source.records() == RecordFormat::Fixed80 { return Ok(()); }
        prop_assert_eq!(source.text().replace("\r\n", "\n"), text);
        let (mut line, mut column, mut before) = (1, 1, 0);
        for (at, character) in source.text().char_indices() {
            let place = source.locate(Span::of(at..at + character.len_utf8()));
            prop_assert_eq!((place.line, place.column, place.offset), (line, column, before));
            let original = &bytes[place.offset as usize..(place.offset + place.length) as usize];
            if character != '\n' {
                prop_assert_eq!(original, encode(&character.to_string(), encoding));
            }
            before += place.length;
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        prop_assert_eq!(before, bytes.len() as u64);
    }

    #[test]
    fn records_of_80_are_found_in_the_original(
        lines in proptest::collection::vec("[A-Zü ]{0,60}", 2..20),
        encoding in proptest::sample::select(&Encoding::ALL),
    ) {
        if encoding == Encoding::Utf8 { return Ok(()); }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        let bytes = fixed(&lines, encoding);
        let source = read_as(&bytes, Some(encoding));
        prop_assert_eq!(source.text(), lines.join("\n") + "\n");
        for (at, character) in source.text().char_indices().filter(|(_, c)| *c != '\n') {
            let place = source.locate(Span::of(at..at + character.len_utf8()));
            prop_assert_eq!(place.offset, u64::from(place.line - 1) * 80 + u64::from(place.column - 1));
            let byte = bytes[place.offset as usize];
            prop_assert_eq!(vec![byte], encode(&character.to_string(), encoding));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        encoding in proptest::option::of(proptest::sample::select(&Encoding::ALL)),
        spans in proptest::collection::vec(any::<(u16, u16)>(), 8),
    ) {
        let Ok(source) = Source::from_bytes("x", bytes, &ReadOptions { encoding }) else { return Ok(()) };
        let clean = source.text().replace("\r\n", "\n");
        prop_assert!(!clean.contains('\r'));
        for (start, end) in spans {
            let span = Span { start: u32::from(start) % 600, end: u32::from(end) % 600 };
            let place = source.locate(span);
            prop_assert!(place.offset + place.length <= source.original().len() as u64);
            prop_assert!((place.line, place.column) <= (place.end_line, place.end_column));
            source.line_span(source.line_at(span.start));
        }
    }
}
