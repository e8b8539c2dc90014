//! SIT parameters: SYSIN and console in columns 1 to 80, PARM and the DFHSIT macro in columns 1 to 71.

use super::record::{Record, SEVERAL_RECORDS, TOO_LONG};
use super::{Edits, Refused};
use crate::syntax::lines::column_offset;
use crate::syntax::{Setting, SitForm, SitSource, sit, symbols};
use crate::text::{Edit, Span};

/// The longest PARM.
const LONGEST_PARM: usize = 100;
/// So many bytes a PARM has at most in the source, with JCL around its records.
const LONGEST_SOURCE: usize = 1024;
/// Where a record of the macro goes on.
const MACRO_INDENT: &str = "               ";
/// The last column that is read of a record with a mark behind it.
const MARKED: usize = 71;

const PLACEHOLDER: Refused = Refused("a placeholder stands there");
const PARM: Refused = Refused("PARM has little room: a parameter is better added to SYSIN");
const LONG_PARM: Refused = Refused("PARM would be longer than 100 characters");
const QUOTED: Refused = Refused("apostrophes of JCL stand there");
const NO_PLACE: Refused = Refused("there is no parameter behind which it could stand");
const FOLLOWED: Refused = Refused("other text follows in the record");

/// The columns of a record that are read.
const fn columns(form: SitForm) -> usize {
    match form {
        SitForm::Sysin | SitForm::Console => 80,
        SitForm::Macro | SitForm::Parm => MARKED,
    }
}

/// Puts `by` in place of the value at `value`.
///
/// # Errors
/// Where the value runs over records, holds a placeholder, or there is no room.
pub fn replace_parameter(text: &str, source: &SitSource, value: Span, by: &str) -> Edits {
    let old = value.of_text(text);
    if symbols::find(old).is_some() {
        return Err(PLACEHOLDER);
    }
    let record = Record::at(text, value.start, columns(source.form))?;
    if source.form == SitForm::Parm {
        let plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"$@#,-".contains(&b));
        if !plain(old) || !plain(by) {
            return Err(QUOTED);
        }
        if source.span.len() > LONGEST_SOURCE {
            return Err(LONG_PARM);
        }
        let length = sit::value_text(text, source.form, source.span).chars().count();
        if length + by.len() > LONGEST_PARM + old.len() {
            return Err(LONG_PARM);
        }
    }
    record.replace_before(value, by, remark(&record, value.end, source.form))
}

/// The blanks between a parameter and its remark, where there are several.
fn remark(record: &Record<'_>, from: u32, form: SitForm) -> Option<Span> {
    if !matches!(form, SitForm::Sysin | SitForm::Macro) {
        return None;
    }
    let rest = Span::new(from, record.field().end.max(from)).of_text(record.text);
    let start = rest.find(' ')?;
    let blanks = rest[start..].len() - rest[start..].trim_start_matches(' ').len();
    // Apostrophes may hold the blanks.
    let safe = blanks > 1 && !rest[..start].contains('\'');
    safe.then(|| Span::new(from + start as u32, from + (start + blanks) as u32))
}

/// Adds `name=value` behind the last parameter: in a record of its own where that has one.
///
/// # Errors
/// In a PARM; where there is no parameter yet, or no room.
pub fn insert_parameter(text: &str, source: &SitSource, name: &str, value: &str) -> Edits {
    let last = source.settings.iter().rev().find_map(|setting| setting.value.map(|value| (setting, value)));
    let (last, end) = last.map(|(setting, value)| (setting, value.end)).ok_or(NO_PLACE)?;
    let record = Record::at(text, end, columns(source.form))?;
    let name = match last.name.of_text(text).bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => format!("{name}={value}"),
        false => format!("{}={value}", name.to_ascii_lowercase()),
    };
    match source.form {
        SitForm::Parm => Err(PARM),
        SitForm::Macro => insert_in_macro(source, &record, end, &name),
        SitForm::Sysin | SitForm::Console => insert_in_records(source, &record, end, &name),
    }
}

fn insert_in_records(source: &SitSource, record: &Record<'_>, end: u32, added: &str) -> Edits {
    let text = record.text;
    let here =
        |setting: &&Setting| setting.name.start >= record.line.start && setting.name.start < record.line.end;
    let count = source.settings.iter().filter(here).count();
    if count > 1 {
        // Several stand in the record, .END perhaps among them.
        let behind = source.settings.iter().any(|setting| setting.name.start >= end && here(&setting));
        match record.replace(Span::new(end, end), &format!(",{added}")) {
            Err(TOO_LONG) if !behind => {}
            done => return done,
        }
    }
    let comma = |at: u32| text.as_bytes().get(at as usize) == Some(&b',');
    let line = format!("{}{added}", record.indent());
    let at = Span::new(record.line.end, record.line.end);
    let new = |line: String| match record.fits(&line) {
        true => Ok(Edit { span: at, text: format!("{}{line}", record.line_end()) }),
        false => Err(TOO_LONG),
    };
    if comma(end) {
        return Ok(vec![new(format!("{line},"))?]);
    }
    let given: Vec<u32> = source.settings.iter().filter_map(|setting| Some(setting.value?.end)).collect();
    let by_commas = given.len() > 1 && given.iter().all(|other| *other == end || comma(*other));
    if !by_commas {
        return Ok(vec![new(line)?]);
    }
    let mut edits = record.replace_before(Span::new(end, end), ",", remark(record, end, source.form))?;
    edits.push(new(line)?);
    Ok(joined(edits))
}

/// Edits that touch as one.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut() {
            Some(last) if last.span.end == edit.span.start => {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// The last record gets a comma and a mark, and a new one follows.
fn insert_in_macro(source: &SitSource, record: &Record<'_>, end: u32, added: &str) -> Edits {
    let text = record.text;
    let behind = Span::new(end, record.field().end.max(end)).of_text(text);
    let beyond = Span::new(record.field_end, record.line.end).of_text(text);
    let marked = beyond.chars().next().is_some_and(|mark| mark != ' ');
    if marked || !(behind.is_empty() || behind.starts_with(' ')) {
        return Err(FOLLOWED);
    }
    let first = format!("{},{behind}", Span::new(record.line.start, end).of_text(text));
    let line = format!("{MACRO_INDENT}{added}");
    if !record.fits(&first) || !record.fits(&line) {
        return Err(TOO_LONG);
    }
    let fill = " ".repeat(MARKED - first.chars().count());
    let mark = mark_of(text, source);
    let rest: String = beyond.chars().skip(1).collect();
    let text = format!(",{behind}{fill}{mark}{}{}{line}", rest.trim_end(), record.line_end());
    Ok(vec![Edit { span: Span::new(end, record.line.end), text }])
}

/// The mark that the records of the macro have in column 72.
fn mark_of(text: &str, source: &SitSource) -> char {
    let mut marks = source.settings.iter().rev().filter_map(|setting| {
        let record = Record::at(text, setting.name.start, MARKED).ok()?;
        let mark = Span::new(record.field_end, record.line.end).of_text(text).chars().next();
        mark.filter(|mark| *mark != ' ' && *mark != '\t')
    });
    marks.next().unwrap_or('*')
}

/// Takes out the parameter whose name, or in whose value, `at` stands: with its record where it has one for itself,
/// with one comma where it has not.
///
/// # Errors
/// Where it stands over records with others.
pub fn remove_parameter(text: &str, source: &SitSource, at: u32) -> Edits {
    let after = source.settings.partition_point(|setting| setting.name.start <= at);
    let number = after.checked_sub(1).ok_or(NO_PLACE)?;
    let setting = source.settings[number];
    let span = setting.value.map_or(setting.name, |value| setting.name.to(value));
    let of = |at: u32| Record::at(text, at, columns(source.form));
    let (first, last) = (of(span.start)?, of(span.end)?);
    let within = Span::new(first.line.start, last.line.end);
    let shares = |other: Option<&Setting>| {
        let span = other.map(|other| other.value.map_or(other.name, |value| other.name.to(value)));
        span.is_some_and(|span| span.end > within.start && span.start < within.end)
    };
    let others = shares(number.checked_sub(1).and_then(|before| source.settings.get(before)))
        || shares(source.settings.get(number + 1));
    let before = Span::new(first.line.start, span.start).of_text(text);
    if before.trim().is_empty() && !others {
        let is_last = !source.settings[number + 1..].iter().any(|next| next.value.is_some());
        if source.form == SitForm::Macro && is_last {
            return end_macro_before(text, source, number, &last);
        }
        let whole = Span::new(first.whole().start, last.whole().end);
        return Ok(vec![Edit { span: whole, text: String::new() }]);
    }
    if first.line != last.line {
        return Err(SEVERAL_RECORDS);
    }
    let span = if text.as_bytes().get(span.end as usize) == Some(&b',') {
        Span::new(span.start, span.end + 1)
    } else if before.trim_end().ends_with(',') {
        Span::new(first.line.start + before.trim_end().len() as u32 - 1, span.end)
    } else {
        return Err(FOLLOWED);
    };
    first.replace(span, "")
}

/// Takes out the last parameter of a macro: the one before it becomes the last, without comma and mark.
fn end_macro_before(text: &str, source: &SitSource, number: usize, last: &Record<'_>) -> Edits {
    let before = source.settings[..number].iter().rev().find_map(|setting| setting.value).ok_or(NO_PLACE)?;
    let record = Record::at(text, before.end, MARKED)?;
    let next = record.whole().end;
    let removed = Record::at(text, source.settings[number].name.start, MARKED)?;
    let comma = text.as_bytes().get(before.end as usize) == Some(&b',');
    if next != removed.line.start || !comma {
        return Err(FOLLOWED);
    }
    let behind = Span::new(before.end + 1, record.field().end.max(before.end + 1)).of_text(text).trim_end();
    let from = column_offset(text, record.line, MARKED + 2);
    let sequence = Span::new(from, record.line.end.max(from)).of_text(text).trim_end();
    let mut kept = behind.to_owned();
    if !sequence.is_empty() {
        let width =
            Span::new(record.line.start, before.end).of_text(text).chars().count() + behind.chars().count();
        kept.push_str(&" ".repeat((MARKED + 1).saturating_sub(width)));
        kept.push_str(sequence);
    }
    let after = Span::new(last.line.end, last.whole().end.max(last.line.end)).of_text(text);
    let end = last.line.end + after.len() as u32;
    Ok(vec![Edit { span: Span::new(before.end, end), text: format!("{kept}{after}") }])
}
