//! What the text of a deck itself is guilty of: the parser's problems, put into words.

use super::deck::Deck;
use super::sightings::Sightings;
use crate::rules::{Confidence, Edit, Finding, Fix, RuleId, Safety, Severity, Sink, ids};
use crate::syntax::edit;
use crate::syntax::{Problem, ProblemKind};
use crate::text::Span;

impl Deck<'_, '_, '_> {
    /// Reports every problem of the text.
    pub(super) fn text_problems(&mut self) {
        for problem in &self.commands.problems {
            let Some(id) = rule_of(problem.kind).filter(|id| self.sink.wants(*id)) else { continue };
            // A value of a report that its margin cuts off: told once for the report.
            let cut = self.options.report && problem.kind == ProblemKind::UnclosedParenthesis;
            if cut || self.columns_unknown(problem) {
                continue;
            }
            let at = problem.span.of_text(self.text);
            if problem.kind == ProblemKind::Column72 && matches!(at, "(" | ")") {
                self.once.parentheses.add(problem.span, at);
                continue;
            }
            if problem.kind == ProblemKind::Tab {
                self.once.tabs.add(problem.span, at);
                continue;
            }
            let finding = self.text_problem(id, problem);
            self.sink.report(finding);
        }
    }

    fn text_problem(&self, id: RuleId, problem: &Problem) -> Finding {
        let at = problem.span.of_text(self.text);
        let (message, help) = match problem.kind {
            ProblemKind::UnclosedParenthesis => {
                (self.unclosed(problem.span), "close it where the value ends")
            }
            ProblemKind::StrayParenthesis => {
                ("this parenthesis closes nothing".into(), "remove it, or add the opening one")
            }
            ProblemKind::StrayText => (format!("{} is no part of a command", excerpt(at)), stray_help(at)),
            ProblemKind::ValueWithoutKeyword => {
                (format!("{} has no keyword before it", excerpt(at)), "write its keyword straight before it")
            }
            ProblemKind::OperandWithoutCommand => {
                let message = format!("{} belongs to no command", excerpt(at));
                (message, "begin the statement with a command, such as DEFINE")
            }
            ProblemKind::CommandInsideRecord => {
                let message = format!("{} begins in the middle of a record", at.to_ascii_uppercase());
                (
                    message,
                    "begin it on a line of its own; no manual says that DFHCSDUP reads it as a command here",
                )
            }
            ProblemKind::ForeignContinuation => {
                let message = format!("{at} at the end of the record is no continuation mark of DFHCSDUP");
                (message, "remove it: a command goes on over records without a mark")
            }
            ProblemKind::TextBeyondColumn71 => {
                let message =
                    format!("{} stands beyond column 71, where DFHCSDUP does not read", excerpt(at));
                (message, "move it to the next record")
            }
            ProblemKind::Column72 => (
                format!("column 72 holds {}", excerpt(at)),
                "leave column 72 blank, or put * there when a value goes on in the next record",
            ),
            ProblemKind::ContinuedAfterBlank if at.starts_with('*') => (
                "this comment record joins the value, which * in column 72 continues".into(),
                "move the comment before the command",
            ),
            ProblemKind::ContinuedAfterBlank => (
                "the blanks at the start of this record join the value".into(),
                "begin the rest of the value in column 1",
            ),
            ProblemKind::ContinuationOfNothing if self.cuts_keyword(problem.span) => (
                "the * in column 72 cuts a keyword; only values may be continued".into(),
                "write the keyword in one record",
            ),
            ProblemKind::ContinuationOfNothing => {
                ("the * in column 72 continues nothing".into(), "remove it")
            }
            ProblemKind::IndentedComment => {
                ("a comment has its * in column 1".into(), "move the * to column 1")
            }
            ProblemKind::ControlCharacter => {
                let code = at.chars().next().map_or(0, u32::from);
                (format!("control character X'{code:02X}'"), "remove it")
            }
            // What is left is said once a deck, or is a problem of another language.
            _ => ("this cannot be read".into(), "rewrite it"),
        };
        let mut finding = Finding::new(id, problem.span, message).help(help);
        if let Some((message, help, fix)) = self.equals_sign(problem) {
            return Finding::new(id, problem.span, message).help(help).fix(fix);
        }
        if let Some(related) = problem.related.filter(|span| !span.is_empty()) {
            finding = finding.related(related, related_words(problem.kind));
        }
        match self.mend(problem) {
            Some(fix) => finding.fix(fix),
            None => finding,
        }
    }

    /// `KEYWORD=value`: what is said of it, and the edit that writes it as `KEYWORD(value)`.
    fn equals_sign(&self, problem: &Problem) -> Option<(String, String, Fix)> {
        let value = problem.span.of_text(self.text).strip_prefix('=')?.trim();
        let value = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(value);
        if problem.kind != ProblemKind::StrayText || value.is_empty() {
            return None;
        }
        let before = self.text.get(..problem.span.start as usize)?.trim_end_matches(' ');
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        let keyword = before.get(start..).filter(|keyword| !keyword.is_empty())?;
        let shown = excerpt(value);
        let message = format!("{keyword}={shown} is written with =");
        let span = Span::new(start as u32, problem.span.end);
        let edits = edit::replace_in_record(self.text, span, &format!("{keyword}({value})")).ok()?;
        let fix = Fix { safety: Safety::Review, edits };
        Some((message, format!("DFHCSDUP wants {keyword}({shown})"), fix))
    }

    /// Whether the `*` cuts a keyword, which has no continuation.
    fn cuts_keyword(&self, mark: Span) -> bool {
        let after = self.text.get(mark.end as usize..).unwrap_or("");
        let next = after.find('\n').and_then(|at| after.as_bytes().get(at + 1));
        let before = (mark.start as usize).checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        [before, next].into_iter().all(|byte| byte.is_some_and(u8::is_ascii_alphanumeric))
    }

    /// Whether the problem is one of columns in a record with a placeholder, whose length nobody knows.
    fn columns_unknown(&self, problem: &Problem) -> bool {
        if !matches!(problem.kind, ProblemKind::TextBeyondColumn71 | ProblemKind::Column72) {
            return false;
        }
        let before = self.text.get(..problem.span.start as usize).unwrap_or("");
        let record = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        self.has_placeholder(record)
    }

    fn unclosed(&self, parenthesis: Span) -> String {
        let before = self.text.get(..parenthesis.start as usize).unwrap_or("").trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        match before.get(start..) {
            Some(keyword) if !keyword.is_empty() => {
                format!("the parenthesis after {} is never closed", keyword.to_ascii_uppercase())
            }
            _ => "the parenthesis is never closed".into(),
        }
    }

    /// The edit that mends a problem, where there is only one way to do it.
    fn mend(&self, problem: &Problem) -> Option<Fix> {
        let line_start = || {
            let before = self.text.get(..problem.span.start as usize)?;
            Some(before.rfind('\n').map_or(0, |at| at + 1) as u32)
        };
        let (span, by) = match problem.kind {
            ProblemKind::IndentedComment => (Span::new(line_start()?, problem.span.start), ""),
            ProblemKind::ContinuationOfNothing if self.cuts_keyword(problem.span) => return None,
            // Column 72 is beyond what is read, so that nothing moves.
            ProblemKind::ContinuationOfNothing => {
                let edit = Edit { span: problem.span, text: " ".into() };
                return Some(Fix { safety: Safety::Safe, edits: vec![edit] });
            }
            ProblemKind::ForeignContinuation => {
                let before = self.text.get(..problem.span.start as usize)?.trim_end_matches(' ');
                (Span::new(before.len() as u32, problem.span.end), "")
            }
            ProblemKind::ContinuedAfterBlank if !problem.span.of_text(self.text).starts_with('*') => {
                (problem.span, "")
            }
            ProblemKind::StrayText if matches!(problem.span.of_text(self.text), "," | ";") => {
                let after = self.text.as_bytes().get(problem.span.end as usize);
                (problem.span, if after.is_none_or(u8::is_ascii_whitespace) { "" } else { " " })
            }
            _ => return None,
        };
        let safety = match problem.kind {
            ProblemKind::ContinuedAfterBlank | ProblemKind::StrayText | ProblemKind::IndentedComment => {
                Safety::Review
            }
            _ => Safety::Safe,
        };
        Some(Fix { safety, edits: edit::replace_in_record(self.text, span, by).ok()? })
    }
}

/// A tab or a control character in a text that `reader` reads.
pub(super) fn control(text: &str, problem: &Problem, reader: &str) -> Finding {
    if problem.kind == ProblemKind::Tab {
        let message = format!("a tab is one character, and no blank, for {reader}");
        return Finding::new(ids::TAB, problem.span, message).help("put blanks in its place");
    }
    let code = problem.span.of_text(text).chars().next().map_or(0, u32::from);
    Finding::new(ids::CONTROL_CHARACTER, problem.span, format!("control character X'{code:02X}'"))
        .help("remove it")
}

/// The rule that a problem of a deck falls under; `None` for those of other inputs.
fn rule_of(kind: ProblemKind) -> Option<RuleId> {
    Some(match kind {
        ProblemKind::UnclosedParenthesis => ids::UNCLOSED_PARENTHESIS,
        ProblemKind::StrayParenthesis => ids::STRAY_PARENTHESIS,
        ProblemKind::StrayText | ProblemKind::ValueWithoutKeyword => ids::STRAY_TEXT,
        ProblemKind::OperandWithoutCommand => ids::OPERAND_WITHOUT_COMMAND,
        ProblemKind::CommandInsideRecord => ids::COMMAND_INSIDE_RECORD,
        ProblemKind::TextBeyondColumn71 => ids::TEXT_BEYOND_COLUMN_71,
        ProblemKind::Column72 => ids::COLUMN_72,
        ProblemKind::ContinuedAfterBlank => ids::CONTINUED_AFTER_BLANK,
        ProblemKind::ContinuationOfNothing => ids::CONTINUATION_OF_NOTHING,
        ProblemKind::ForeignContinuation => ids::FOREIGN_CONTINUATION,
        ProblemKind::IndentedComment => ids::INDENTED_COMMENT,
        ProblemKind::ControlCharacter => ids::CONTROL_CHARACTER,
        ProblemKind::Tab => ids::TAB,
        _ => return None,
    })
}

fn stray_help(text: &str) -> &'static str {
    match text.chars().next() {
        Some(',') => "operands are parted by blanks, not by commas",
        Some(';') => "a command has no end mark; it ends where the next one begins",
        Some('\'' | '"') => "values stand in parentheses, without quotation marks",
        Some('=') => "a value stands in parentheses straight after its keyword",
        _ => "remove it, or make it a keyword with its value in parentheses",
    }
}

/// What is said once a deck of parentheses in column 72.
fn column_72(text: &str, count: usize) -> String {
    match count {
        1 => format!("column 72 holds {text}"),
        2 => format!("column 72 holds {text}, here and in another record"),
        _ => format!("column 72 holds {text}, here and in {} other records", count - 1),
    }
}

const PARENTHESIS_HELP: &str = "move it to columns 1 to 71, which is all that the manual says is read (decks in use \
    have it in column 72)";

/// Reports what is said once a deck: parentheses in column 72, tabs.
pub(super) fn report_once(parentheses: &Sightings<'_>, tabs: &Sightings<'_>, sink: &mut Sink<'_>) {
    let words = |text: &str, count| (column_72(text, count), PARENTHESIS_HELP.into());
    if let Some(finding) = parentheses.finding(ids::COLUMN_72, words) {
        // Decks that their owners use have it, so it may well be read.
        sink.report(finding.severity(Severity::Advice).confidence(Confidence::Low));
    }
    tabs.report(sink, ids::TAB, |_, _| {
        ("a tab is one character, and no blank, for DFHCSDUP".into(), "put blanks in its place".into())
    });
}

fn related_words(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::UnclosedParenthesis => "the value was read up to here",
        _ => "see here",
    }
}

/// A piece of text as it can stand in a message: short, and on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}...", &line[..cut]),
        None => line,
    }
}
