//! Cutting a big deck into parts that can be parsed side by side.

use super::bytes::skip_blanks;
use super::records::{READ_COLUMNS, Records};
use super::split::begins_anywhere;
use crate::syntax::{Commands, ProblemKind};
use crate::text::Span;

/// Cuts `range` of `text` into parts of about `target` bytes, each of which but the first begins with a command.
/// Parsing the parts one by one and [joining](join) what comes out gives what parsing the whole gives.
pub fn chunks(text: &str, range: Span, target: usize) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = range.start as usize;
    let end = range.end as usize;
    if text.get(range.range()).is_none() {
        return parts;
    }
    while end - start > target.max(1) {
        let Some(next) = next_start(text, start + target.max(1), end) else { break };
        parts.push(Span::of(start..next));
        start = next;
    }
    if start < end {
        parts.push(Span::of(start..end));
    }
    parts
}

/// The first record after `from` that begins a command whatever stands before it.
fn next_start(text: &str, from: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = from + memchr::memchr(b'\n', &bytes[from..end])? + 1;
    // The record that `from` stands in, as it may continue a value.
    let before = memchr::memrchr(b'\n', &bytes[..from]).map_or(0, |at| at + 1);
    let mut unmarked = is_unmarked(text[before..first].trim_end_matches(['\r', '\n']));
    for record in Records::new(text, first..end) {
        let line = &text[record.clone()];
        if unmarked && begins_anywhere(line) {
            return Some(record.start);
        }
        unmarked = is_unmarked(line);
    }
    None
}

/// Whether the record certainly has no continuation mark, nor lies between a marked one and what follows it.
fn is_unmarked(line: &str) -> bool {
    let first = skip_blanks(line.as_bytes(), 0);
    line.len() <= READ_COLUMNS && line.as_bytes().get(first).is_some_and(|byte| *byte != b'*')
}

/// Joins what was read of the parts of one text, in their order.
pub fn join(parts: impl IntoIterator<Item = Commands>) -> Commands {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    let mut tab = has_tab(&all);
    for mut part in parts {
        let first = all.operands.len() as u32;
        all.commands.extend(part.commands.drain(..).map(|mut command| {
            command.first += first;
            command
        }));
        all.operands.append(&mut part.operands);
        all.comments.append(&mut part.comments);
        if tab {
            part.problems.retain(|problem| problem.kind != ProblemKind::Tab);
        }
        tab = tab || has_tab(&part);
        all.problems.append(&mut part.problems);
    }
    all
}

/// Whether a tab is reported, which is done once for a text.
fn has_tab(part: &Commands) -> bool {
    part.problems.iter().any(|problem| problem.kind == ProblemKind::Tab)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, target: usize) -> Vec<&str> {
        chunks(text, Span::of(0..text.len()), target).into_iter().map(|part| part.of_text(text)).collect()
    }

    #[test]
    fn cut_where_commands_begin() {
        let text = "DEFINE PROGRAM(A)\n GROUP(G)\nDEFINE PROGRAM(B)\n* note\nDEFINE PROGRAM(C)\n";
        // The record before the last is a comment: what it stands in is not looked for.
        assert_eq!(
            parts(text, 1),
            ["DEFINE PROGRAM(A)\n GROUP(G)\n", "DEFINE PROGRAM(B)\n* note\nDEFINE PROGRAM(C)\n"]
        );
        assert_eq!(parts(text, 1000), [text]);
        assert_eq!(parts("", 10), [""; 0]);
    }

    #[test]
    fn not_cut_in_a_continued_value() {
        let text = format!("DEFINE X(A) P({:<57}*\nLIST ALL(B))\nREMOVE GROUP(G)\n", "v");
        assert_eq!(parts(&text, 1), [text.as_str()]);
    }

    #[test]
    fn parts_are_about_as_big_as_asked_for() {
        let text = "DEFINE PROGRAM(A)\n GROUP(G)\n".repeat(1000);
        let parts = parts(&text, 2000);
        assert!(parts.iter().all(|part| part.len() < 2100), "{parts:?}");
        assert_eq!(parts.concat(), text);
    }
}
