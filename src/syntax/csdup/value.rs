//! Values as DFHCSDUP joins them over records.

use super::bytes::{is_blank, skip_blanks};
use super::records::{Records, is_comment, is_directive, tail, trim_end};
use crate::text::Span;
use std::borrow::Cow;

/// The value under `value`, as DFHCSDUP sees it.
///
/// A value in one record is its text. Over records, comment records and what stands beyond column 71 are left
/// out; where `*` in column 72 continues the value it goes on in column 1 of the next record, nothing inserted
/// or stripped; where the record simply ends, one blank stands for the blanks between.
pub fn value_text(text: &str, value: Span) -> Cow<'_, str> {
    let raw = value.of_text(text);
    if memchr::memchr(b'\n', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let (from, to) = (value.start as usize, value.end as usize);
    let start = memchr::memrchr(b'\n', &text.as_bytes()[..from]).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', &text.as_bytes()[to..]).map_or(text.len(), |at| to + at);
    let mut joined = String::with_capacity(raw.len());
    let mut continued = true;
    for (number, record) in Records::new(text, start..end).enumerate() {
        let line = &text[record.clone()];
        let first = skip_blanks(line.as_bytes(), 0);
        let comment = is_comment(line, first, continued) || is_directive(line, first, continued);
        let tail = tail(line, |_| true);
        if number > 0 && (comment || first >= tail.kept) {
            continue;
        }
        let begin = if number == 0 { from - start } else { 0 };
        let stop = tail.kept.min(to.saturating_sub(record.start));
        let part = line.get(begin..stop).unwrap_or("");
        push(&mut joined, part, continued);
        continued = tail.continued;
    }
    Cow::Owned(joined)
}

fn push(joined: &mut String, part: &str, continued: bool) {
    if continued {
        return joined.push_str(part);
    }
    let part = &part[skip_blanks(part.as_bytes(), 0)..];
    let length = trim_end(joined).len();
    joined.truncate(length);
    if !joined.is_empty() && !part.is_empty() && !is_blank(part.as_bytes()[0]) {
        joined.push(' ');
    }
    joined.push_str(part);
}
