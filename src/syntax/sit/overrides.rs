//! SYSIN and console: overrides in records.

use super::reading::{Blanks, Next, Reading, begins_setting};
use crate::syntax::lines::{LONGEST_RECORD, Lines, is_blank, is_template_line, trim, trim_end};
use crate::syntax::operands::{self, Record};
use crate::syntax::tree::{ProblemKind, SitForm, SitSource};
use crate::text::Span;

/// Reads the SYSIN data set of DFHSIP, which is `range` of `text`.
pub fn parse_sysin(text: &str, range: Span) -> SitSource {
    parse(text, range, SitForm::Sysin)
}

/// Reads what an operator types, `range` of `text`: as SYSIN, but blanks only separate.
pub fn parse_console(text: &str, range: Span) -> SitSource {
    parse(text, range, SitForm::Console)
}

fn parse(text: &str, range: Span, form: SitForm) -> SitSource {
    let blanks = if form == SitForm::Sysin { Blanks::Remark } else { Blanks::Separate };
    let mut reading = Reading::new(text, blanks);
    let mut lines = Lines::new(text, range);
    let mut lexemes = Vec::new();
    while let Some(line) = lines.next() {
        if reading.ended.is_some() && !reading.in_value() {
            after_end(&mut reading, line, &lines);
            break;
        }
        let content = line.of_text(text);
        if content.len() > LONGEST_RECORD {
            reading.close();
            reading.problem(ProblemKind::NotASetting, line, None);
            continue;
        }
        note_controls(&mut reading, line);
        let in_string = reading.in_string();
        if !in_string && (content.starts_with('*') || is_template_line(content) || is_number_alone(content)) {
            reading.comments.push(trim_end(text, line));
            continue;
        }
        lexemes.clear();
        let record = if in_string { Record::SitResumed } else { Record::Sit };
        operands::cut(text, trim_end(text, line), record, &mut lexemes);
        reading.take(&lexemes);
        if reading.in_value() {
            let next = peek(&reading, &lines);
            reading.end_record(next);
        }
    }
    reading.close();
    let Reading { settings, comments, problems, .. } = reading;
    SitSource { form, span: range, settings, comments, problems }
}

/// The record after the one that was read; comments do not count, unless a string takes them.
fn peek(reading: &Reading<'_>, lines: &Lines<'_>) -> Next {
    let text = reading.text;
    let in_string = reading.in_string();
    let mut rest = lines.clone();
    match rest.find(|line| in_string || !line.of_text(text).starts_with('*')) {
        None => Next::Nothing,
        Some(line) if begins_setting(line.of_text(text)) => Next::Setting(trim(text, line)),
        Some(line) => Next::Other(trim(text, line)),
    }
}

/// Text after the record of `.END`, from `line` on: one fault for all of it. Comments do no harm.
fn after_end(reading: &mut Reading<'_>, line: Span, lines: &Lines<'_>) {
    let text = reading.text;
    let is_text = |line: &Span| {
        let line = line.of_text(text);
        !(line.starts_with('*') || line.bytes().all(is_blank) || is_number_alone(line))
    };
    let found = std::iter::once(line).chain(lines.clone()).filter(is_text).map(|line| trim(text, line));
    if let Some(span) = found.reduce(Span::to) {
        reading.problem(ProblemKind::TextAfterEnd, span, reading.ended);
    }
}

/// Whether a record is blank but for a sequence number in columns 73 to 80.
fn is_number_alone(line: &str) -> bool {
    let (Some(blanks), Some(number)) = (line.get(..72), line.get(72..)) else { return false };
    number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_digit()) && blanks.bytes().all(is_blank)
}

/// Notes a tab and a control character, one of each a record.
fn note_controls(reading: &mut Reading<'_>, line: Span) {
    let bytes = line.of_text(reading.text).as_bytes();
    let at = |found: usize| Span::new(line.start + found as u32, line.start + found as u32 + 1);
    if let Some(found) = memchr::memchr(b'\t', bytes) {
        reading.problem(ProblemKind::Tab, at(found), None);
    }
    if let Some(found) = bytes.iter().position(|byte| byte.is_ascii_control() && *byte != b'\t') {
        reading.problem(ProblemKind::ControlCharacter, at(found), None);
    }
}
