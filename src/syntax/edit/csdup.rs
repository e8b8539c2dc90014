//! Commands of DFHCSDUP: columns 1 to 71; a command goes on in the next record without a mark.

use super::record::{Record, SEVERAL_RECORDS, TOO_LONG};
use super::{Edits, Refused};
use crate::syntax::csdup;
use crate::syntax::{Commands, Operand, symbols};
use crate::text::{Edit, Span};

/// The columns that are read.
const COLUMNS: usize = 71;
/// So many columns further in than its command an operand stands, where nothing else says.
const INDENT: usize = 7;
/// So many bytes before and behind a command are looked at for how others go on.
const AROUND: usize = 2000;

/// The longest command that is edited, in bytes: it is read again for each edit.
const LONGEST: usize = 4096;

const LONG_COMMAND: Refused = Refused("the command is very long");
const NO_COMMAND: Refused = Refused("the command cannot be read");
const FOLLOWED: Refused = Refused("other text follows the command in its record");
const PLACEHOLDER: Refused = Refused("a placeholder stands there");

/// Puts `by` in place of `span`, which lies in the command at `command`. Where the record has no room for it, the
/// command is cut between two operands.
///
/// # Errors
/// Where it runs over records, holds a placeholder, or no cut makes room.
pub fn replace_in_command(text: &str, command: Span, span: Span, by: &str) -> Edits {
    if symbols::find(span.of_text(text)).is_some() {
        return Err(PLACEHOLDER);
    }
    let record = Record::at(text, span.start, COLUMNS)?;
    match record.replace(span, by) {
        Err(TOO_LONG) => Layout::of(text, command)?.cut(&record, span, by),
        done => done,
    }
}

/// Puts `by` in place of `span`, in one record of a deck.
///
/// # Errors
/// Where it runs over records, or the record has no room.
pub fn replace_in_record(text: &str, span: Span, by: &str) -> Edits {
    Record::at(text, span.start, COLUMNS)?.replace(span, by)
}

/// Adds `keyword(value)` behind the last operand of the command at `command`: in a record of its own where the last
/// operand has one, or where the record has no room. `keeps_case` says whether the case of the value counts.
///
/// # Errors
/// Where something follows the command in its last record, or the operand is too long for a record.
pub fn insert_operand(text: &str, command: Span, keyword: &str, value: &str, keeps_case: bool) -> Edits {
    let layout = Layout::of(text, command)?;
    let last = layout.operands().last().ok_or(NO_COMMAND)?;
    let end = layout.end_of(last).ok_or(NO_COMMAND)?;
    let record = Record::at(text, end, COLUMNS)?;
    if end > record.field_end || !Span::new(end, record.field().end.max(end)).is_empty() {
        return Err(FOLLOWED);
    }
    let operand = match (layout.is_lower_case(), keeps_case) {
        (true, false) => format!("{keyword}({value})").to_ascii_lowercase(),
        (true, true) => format!("{}({value})", keyword.to_ascii_lowercase()),
        (false, _) => format!("{keyword}({value})"),
    };
    if !layout.is_alone(last, &record) {
        match record.replace(Span::new(end, end), &format!(" {operand}")) {
            Err(TOO_LONG) => {}
            done => return done,
        }
    }
    let line = format!("{}{operand}", layout.indent(Some(last)));
    if !record.fits(&line) {
        return Err(TOO_LONG);
    }
    let at = Span::new(record.line.end, record.line.end);
    Ok(vec![Edit { span: at, text: format!("{}{line}", record.line_end()) }])
}

/// Takes out the operand whose keyword, or in whose value, `at` stands, with the blanks before it; its records where
/// it has them alone.
///
/// # Errors
/// Where it is the first operand, or stands over records with others.
pub fn remove_operand(text: &str, command: Span, at: u32) -> Edits {
    let layout = Layout::of(text, command)?;
    let number = layout.operands().iter().rposition(|operand| operand.key.start <= at).ok_or(NO_COMMAND)?;
    let operand = layout.operands().get(number).filter(|_| number > 0).ok_or(NO_COMMAND)?;
    let span = Span::new(operand.key.start, layout.end_of(operand).ok_or(NO_COMMAND)?);
    let (first, last) = (Record::at(text, span.start, COLUMNS)?, Record::at(text, span.end, COLUMNS)?);
    let before = Span::new(first.line.start, span.start).of_text(text);
    let behind = Span::new(span.end, last.field().end.max(span.end)).of_text(text);
    if before.trim().is_empty() && behind.is_empty() {
        let whole = Span::new(first.whole().start, last.whole().end);
        return Ok(vec![Edit { span: whole, text: String::new() }]);
    }
    if first.line != last.line {
        return Err(SEVERAL_RECORDS);
    }
    let blanks = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let span = match before.trim().is_empty() {
        true => Span::new(span.start, span.end + blanks(behind) as u32),
        false => Span::new(first.line.start + before.trim_end_matches(' ').len() as u32, span.end),
    };
    first.replace(span, "")
}

/// A command and how it is laid out.
struct Layout<'t> {
    text: &'t str,
    span: Span,
    /// Its first record.
    first: Record<'t>,
    commands: Commands,
}

impl<'t> Layout<'t> {
    fn of(text: &'t str, span: Span) -> Result<Self, Refused> {
        // Columns count from the start of the record.
        if span.len() > LONGEST {
            return Err(LONG_COMMAND);
        }
        let first = Record::at(text, span.start, COLUMNS)?;
        let start = first.line.start;
        if !Span::new(start, span.start).of_text(text).trim().is_empty() {
            return Err(NO_COMMAND);
        }
        let commands = csdup::parse(text, Span::new(start, span.end), csdup::Options::default());
        match commands.commands.as_slice() {
            [one] if one.count > 0 => Ok(Self { text, span, first, commands }),
            _ => Err(NO_COMMAND),
        }
    }

    fn operands(&self) -> &[Operand] {
        self.commands.commands.first().map_or(&[], |command| self.commands.operands(command))
    }

    /// Where an operand ends, behind its closing parenthesis.
    fn end_of(&self, operand: &Operand) -> Option<u32> {
        let Some(value) = operand.value() else { return Some(operand.key.end) };
        let rest = Span::new(value.end, self.span.end).of_text(self.text);
        let close = rest.find(')')? as u32;
        // Between the value and its parenthesis stand blanks, record ends and sequence numbers only.
        let before = rest.get(..close as usize)?;
        let blank = before.contains('\n') || before.trim().is_empty();
        blank.then_some(value.end + close + 1)
    }

    /// Whether its keywords are in small letters.
    fn is_lower_case(&self) -> bool {
        let word = self.commands.commands.first().map_or(Span::default(), |command| command.word);
        let keys = self.operands().iter().map(|operand| operand.key).chain([word]);
        keys.into_iter().all(|key| !key.of_text(self.text).bytes().any(|byte| byte.is_ascii_uppercase()))
    }

    /// Whether `operand`, the last one, has `record` for itself, which is not the first of the command.
    fn is_alone(&self, operand: &Operand, record: &Record<'_>) -> bool {
        self.begins_record(operand).is_some() && operand.key.start <= record.line.end
    }

    /// The blanks before an operand with which a record begins that is not the first of the command.
    fn begins_record(&self, operand: &Operand) -> Option<&'t str> {
        let record = Record::at(self.text, operand.key.start, COLUMNS).ok()?;
        let before = Span::new(record.line.start, operand.key.start).of_text(self.text);
        (record.line.start > self.first.line.start && before.trim().is_empty()).then_some(before)
    }

    /// How far in the records of the command begin that follow its first. `like` is the operand to follow.
    fn indent(&self, like: Option<&Operand>) -> String {
        let mut operands = like.into_iter().chain(self.operands().iter().rev());
        let own = operands.find_map(|operand| self.begins_record(operand)).map(str::to_owned);
        own.or_else(|| self.indent_around())
            .unwrap_or_else(|| format!("{}{}", self.first.indent(), " ".repeat(INDENT)))
    }

    /// How far in the records begin with which the commands around this one go on.
    fn indent_around(&self) -> Option<String> {
        let base = self.first.indent().len();
        let goes_on = |line: &str| {
            let rest = line.trim_start_matches(' ');
            let indent = line.len() - rest.len();
            let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            let opens = rest.get(word.len()..).is_some_and(|rest| rest.trim_start().starts_with('('));
            (indent > base && !word.is_empty() && opens && indent < COLUMNS / 2).then(|| " ".repeat(indent))
        };
        let near = |from: u32, to: usize| self.text.get(from as usize..to).unwrap_or("");
        let start = self.first.line.start as usize;
        let before = (start.saturating_sub(AROUND)..=start).find_map(|from| self.text.get(from..start));
        let end = (self.span.end as usize + AROUND).min(self.text.len());
        let after =
            (end.saturating_sub(4)..=end).rev().map(|end| near(self.span.end, end)).find(|t| !t.is_empty());
        let before = before.unwrap_or("").lines().rev();
        before.clone().find_map(goes_on).or_else(|| after.unwrap_or("").lines().skip(1).find_map(goes_on))
    }

    /// Cuts the command in `record`, between two operands, so that there is room for `by` in place of `span`.
    fn cut(&self, record: &Record<'_>, span: Span, by: &str) -> Edits {
        let operands = self.operands();
        let mut found = None;
        for pair in operands.windows(2) {
            let [before, next] = pair else { continue };
            let (Some(end), start) = (self.end_of(before), next.key.start) else { continue };
            let inside = end > record.line.start && end <= start && start < record.field_end;
            let apart = span.end <= end || span.start >= start;
            // A word without a value might be taken for a command at the start of a record.
            if !inside || !apart || next.value().is_none() {
                continue;
            }
            if let Some(edit) = record.cut(end, start, &self.indent(None), span, by) {
                found = Some(edit);
            }
        }
        found.map(|edit| vec![edit]).ok_or(TOO_LONG)
    }
}
