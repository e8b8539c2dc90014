//! Edits: a source with pieces of its text replaced, as bytes in its own encoding and records.
//!
//! Bytes outside the edits stay what they are, whatever they decode to. In fixed records whole records are written
//! again, filled up with blanks; the blanks are what they were before.

use super::records::RecordFormat;
use super::source::Source;
use super::{Encoding, Span, ebcdic};

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what. A line end is `\n`, or what the text around it has.
    pub text: String,
}

/// Why a source cannot be written with these edits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two of them touch the same text, or one lies outside it.
    #[error("the edits do not fit the text")]
    Misplaced,
    /// The encoding has no such character.
    #[error("{encoding} has no character {character:?}")]
    NoSuchCharacter {
        /// The encoding of the file.
        encoding: Encoding,
        /// The character.
        character: char,
    },
    /// A fixed record would be too long.
    #[error("line {line} would be longer than a record of 80 bytes")]
    RecordTooLong {
        /// The line, from 1.
        line: u32,
    },
}

/// The length of a fixed record.
const RECORD: usize = 80;

impl Source {
    /// The bytes of the source after `edits`, which stand in the order of the text and do not overlap. Several may
    /// insert at one place: their texts follow one another.
    ///
    /// # Errors
    /// When the edits do not fit the text, or their text does not fit the encoding or the records.
    pub fn edited(&self, edits: &[Edit]) -> Result<Vec<u8>, EditError> {
        let text = self.text();
        let mut at = 0;
        for Edit { span, .. } in edits {
            let fits = span.start >= at && span.end >= span.start && text.get(span.range()).is_some();
            if !fits {
                return Err(EditError::Misplaced);
            }
            at = span.end;
        }
        match self.records() {
            RecordFormat::Lines => self.edited_lines(edits),
            RecordFormat::Fixed80 => self.edited_records(edits),
        }
    }

    fn edited_lines(&self, edits: &[Edit]) -> Result<Vec<u8>, EditError> {
        let original = self.original();
        let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let mut out = Vec::with_capacity(original.len() + added);
        let mut at = 0;
        for Edit { span, text } in edits {
            let start = self.offset_in_original(span.start);
            out.extend_from_slice(original.get(at..start).unwrap_or_default());
            for (number, line) in text.split('\n').enumerate() {
                if number > 0 {
                    out.extend_from_slice(self.line_end_near(span.start));
                }
                let line = line.strip_suffix('\r').unwrap_or(line);
                self.encode(line, &mut out)?;
            }
            at = self.offset_in_original(span.end);
        }
        out.extend_from_slice(original.get(at..).unwrap_or_default());
        Ok(out)
    }

    /// Whole records, each filled up to its length.
    fn edited_records(&self, edits: &[Edit]) -> Result<Vec<u8>, EditError> {
        let text = self.text();
        let original = self.original();
        let mut out = Vec::with_capacity(original.len() + RECORD * edits.len());
        let mut copied = 0; // So many bytes of the text are dealt with.
        let mut rest = edits;
        while let Some((first, _)) = rest.split_first() {
            let start = line_start(text, first.span.start);
            let mut end = line_after(text, first.span.end);
            let mut count = 1;
            while let Some(next) = rest.get(count).filter(|next| next.span.start < end) {
                end = end.max(line_after(text, next.span.end));
                count += 1;
            }
            let (here, later) = rest.split_at(count);
            rest = later;
            let from = self.offset_in_original(copied);
            out.extend_from_slice(original.get(from..self.offset_in_original(start)).unwrap_or_default());
            let records = replaced(text, Span::new(start, end), here);
            for (number, record) in records.strip_suffix('\n').unwrap_or(&records).split('\n').enumerate() {
                if records.is_empty() {
                    break;
                }
                let before = out.len();
                self.encode(record.trim_end_matches(['\r', ' ']), &mut out)?;
                if out.len() - before > RECORD {
                    return Err(EditError::RecordTooLong { line: self.line_at(start) + number as u32 });
                }
                out.resize(before + RECORD, if self.encoding().is_ebcdic() { ebcdic::BLANK } else { b' ' });
            }
            copied = end;
        }
        out.extend_from_slice(original.get(self.offset_in_original(copied)..).unwrap_or_default());
        Ok(out)
    }

    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<(), EditError> {
        let encoding = self.encoding();
        let unknown = |character| EditError::NoSuchCharacter { encoding, character };
        match (encoding, ebcdic::page(encoding)) {
            (Encoding::Utf8, _) => out.extend_from_slice(text.as_bytes()),
            (_, None) => {
                for character in text.chars() {
                    out.push(u8::try_from(u32::from(character)).map_err(|_| unknown(character))?);
                }
            }
            (_, Some(page)) => {
                for character in text.chars() {
                    let byte = page.iter().position(|known| *known == character);
                    out.push(byte.map(|byte| byte as u8).ok_or_else(|| unknown(character))?);
                }
            }
        }
        Ok(())
    }

    /// The bytes that end the line at `offset`, or the line before it, or the first one.
    fn line_end_near(&self, offset: u32) -> &[u8] {
        let line = self.line_at(offset);
        let candidates = [line, line.saturating_sub(1).max(1), 1];
        candidates.into_iter().find_map(|line| self.line_end(line)).unwrap_or_else(|| {
            if self.encoding().is_ebcdic() { std::slice::from_ref(&ebcdic::NEL) } else { b"\n" }
        })
    }

    fn line_end(&self, line: u32) -> Option<&[u8]> {
        let content = self.line_span(line);
        let next = line_after(self.text(), content.end);
        if next == content.end {
            return None;
        }
        let (from, to) = (self.offset_in_original(content.end), self.offset_in_original(next));
        self.original().get(from..to).filter(|end| !end.is_empty())
    }
}

/// The text of `span` after `edits`, which lie in it.
fn replaced(text: &str, span: Span, edits: &[Edit]) -> String {
    let mut out = String::new();
    let mut at = span.start;
    for edit in edits {
        out.push_str(Span::new(at, edit.span.start).of_text(text));
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(Span::new(at, span.end.max(at)).of_text(text));
    out
}

fn line_start(text: &str, at: u32) -> u32 {
    let before = text.as_bytes().get(..at as usize).unwrap_or_default();
    memchr::memrchr(b'\n', before).map_or(0, |end| end as u32 + 1)
}

/// Where the line begins that follows the one of the byte at `at`; the end of the text where none does.
fn line_after(text: &str, at: u32) -> u32 {
    let after = text.as_bytes().get(at as usize..).unwrap_or_default();
    memchr::memchr(b'\n', after).map_or(text.len() as u32, |end| at + end as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::{Edit, EditError};
    use crate::text::{Encoding, ReadOptions, RecordFormat, Source, Span};

    fn source(bytes: &[u8], encoding: Option<Encoding>) -> Source {
        Source::from_bytes("t", bytes.to_vec(), &ReadOptions { encoding }).unwrap()
    }

    fn edit(source: &Source, old: &str, new: &str) -> Edit {
        let at = source.text().find(old).unwrap();
        Edit { span: Span::of(at..at + old.len()), text: new.to_owned() }
    }

    #[test]
    fn line_ends_and_marks_stay() {
        let crlf = source(b"\xEF\xBB\xBFone\r\ntwo\r\n", None);
        let edits = [edit(&crlf, "ne", "n"), edit(&crlf, "wo", "w\no\r\n")];
        assert_eq!(crlf.edited(&edits).unwrap(), b"\xEF\xBB\xBFon\r\ntw\r\no\r\n\r\n");
        let latin = source(b"\xE9t\xE9\r\nb", Some(Encoding::Latin1));
        let edits = [edit(&latin, "b", "b\nc\u{fc}")];
        assert_eq!(latin.edited(&edits).unwrap(), b"\xE9t\xE9\r\nb\r\nc\xFC");
        let wrong = [edit(&latin, "b", "\u{20ac}")];
        assert!(matches!(
            latin.edited(&wrong),
            Err(EditError::NoSuchCharacter { character: '\u{20ac}', .. })
        ));
    }

    #[test]
    fn records_keep_their_length() {
        let mut bytes = Vec::new();
        for record in ["DEFINE PROGRAM(A)", "       GROUP(B)", ""] {
            bytes.extend(format!("{record:<72}{:>8}", "00010000").bytes().map(to_ebcdic));
        }
        let fixed = source(&bytes, Some(Encoding::Ibm1047));
        assert_eq!(fixed.records(), RecordFormat::Fixed80);
        assert_eq!(fixed.edited(&[]).unwrap(), bytes);
        let end = fixed.line_span(2);
        let whole = Edit { span: Span::new(end.start, end.end + 1), text: String::new() };
        assert_eq!(fixed.edited(&[whole]).unwrap(), [&bytes[..80], &bytes[160..]].concat());
        let line = Edit { span: Span::new(end.end, end.end), text: "\n  X(Y)".to_owned() };
        let longer = fixed.edited(&[line]).unwrap();
        assert_eq!(longer.len(), 320);
        let again = source(&longer, Some(Encoding::Ibm1047));
        assert_eq!(again.line_span(3).of_text(again.text()), "  X(Y)");
        let long = Edit { span: Span::new(0, 0), text: " ".to_owned() };
        assert_eq!(fixed.edited(&[long]), Err(EditError::RecordTooLong { line: 1 }));
    }

    #[test]
    fn edits_outside_the_text_or_each_other_are_refused() {
        let plain = source(b"abc\n", None);
        for spans in [vec![(0, 9)], vec![(2, 3), (0, 1)], vec![(0, 2), (1, 3)]] {
            let edits: Vec<Edit> =
                spans.iter().map(|(a, b)| Edit { span: Span::new(*a, *b), text: String::new() }).collect();
            assert_eq!(plain.edited(&edits), Err(EditError::Misplaced), "{spans:?}");
        }
    }

    fn to_ebcdic(byte: u8) -> u8 {
        let page = crate::text::ebcdic::page(Encoding::Ibm1047).unwrap();
        page.iter().position(|c| *c == char::from(byte)).unwrap() as u8
    }
}
