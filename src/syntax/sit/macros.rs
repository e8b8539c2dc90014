//! DFHSIT macro source: assembler statements with a continuation mark in column 72.
//!
//! The operands go on in column 16 of the next record. Other statements are left alone; `END` ends the source.

use crate::syntax::lines::{Lines, column_offset, is_blank, is_marked, through_column, trim, trim_end};
use crate::syntax::operands::{self, Lexeme, OperandList, Record, Token};
use crate::syntax::tree::{Problem, ProblemKind, Setting, SitForm, SitSource};
use crate::text::Span;
use memchr::memmem;

/// Whether `text` holds a DFHSIT statement.
pub fn holds_macro(text: &str) -> bool {
    let bytes = text.as_bytes();
    memmem::find_iter(bytes, b"DFHSIT").any(|at| {
        // The name field and the blanks after it leave no room for more.
        let window = &bytes[at.saturating_sub(72)..at];
        let before = match memchr::memrchr(b'\n', window) {
            Some(end) => &window[end + 1..],
            None if at <= 72 => window,
            None => return false,
        };
        let name = before.iter().take_while(|byte| !is_blank(**byte)).count();
        name < before.len()
            && before[name..].iter().all(|byte| is_blank(*byte))
            && !matches!(before[0], b'*' | b'.' | b'/')
            && bytes.get(at + 6).is_none_or(|byte| byte.is_ascii_whitespace())
    })
}

/// Reads the DFHSIT statements of `range` of `text`.
pub fn parse_macro(text: &str, range: Span) -> SitSource {
    let source = SitSource {
        form: SitForm::Macro,
        span: range,
        settings: Vec::new(),
        comments: Vec::new(),
        problems: Vec::new(),
    };
    let lines = Lines::new(text, range);
    let mut reader = Reader {
        text,
        lines,
        source,
        list: OperandList::default(),
        record: Vec::new(),
        operation: Span::default(),
    };
    while let Some(line) = reader.lines.next() {
        let content = line.of_text(text);
        if content.starts_with('*') || content.starts_with(".*") {
            reader.source.comments.push(trim_end(text, line));
            continue;
        }
        reader.take(line, line.start, Record::Macro);
        let operation = reader.operation.of_text(text).to_ascii_uppercase();
        match operation.as_str() {
            "DFHSIT" => reader.statement(line),
            "END" => break,
            _ => reader.skip(line),
        }
    }
    reader.source
}

struct Reader<'t> {
    text: &'t str,
    lines: Lines<'t>,
    source: SitSource,
    list: OperandList,
    record: Vec<Lexeme>,
    operation: Span,
}

impl Reader<'_> {
    /// Cuts columns `from` to 71 of `line`. Gives the last operand lexeme.
    fn take(&mut self, line: Span, from: u32, record: Record) -> Option<Lexeme> {
        let field = through_column(self.text, line, 71);
        let field = trim_end(self.text, Span::new(from.min(field.end), field.end));
        if record == Record::Macro {
            self.list.clear();
            self.operation = Span::default();
        }
        self.record.clear();
        operands::cut(self.text, field, record, &mut self.record);
        let mut last = None;
        for lexeme in &self.record {
            match lexeme.token {
                Token::Name => {}
                Token::Operation => self.operation = lexeme.span,
                Token::Remark => {
                    let remark = lexeme.span;
                    let blanks = remark.of_text(self.text).bytes().take_while(|byte| is_blank(*byte)).count();
                    self.source.comments.push(Span::new(remark.start + blanks as u32, remark.end));
                }
                _ => {
                    self.list.push(*lexeme);
                    last = Some(*lexeme);
                }
            }
        }
        last
    }

    /// Reads the further records of the DFHSIT statement whose first record is `line`.
    fn statement(&mut self, mut line: Span) {
        let mut last = self.record.iter().rev().find(|lexeme| lexeme.token != Token::Remark).copied();
        loop {
            let ended = self.operands_ended(line, last);
            if !is_marked(self.text, line) && (ended || !self.goes_on_without_mark(line)) {
                break;
            }
            let Some(next) = self.lines.next() else { break };
            let before = line;
            line = next;
            if ended {
                self.remark_record(line, before);
                continue;
            }
            let open = last.filter(|last| matches!(last.token, Token::QuoteOpen | Token::QuoteRest));
            let from = self.continue_column(line, open.is_some());
            let record = if open.is_some() { Record::MacroResumed } else { Record::MacroContinued };
            last = self.take(line, from, record).or(last);
        }
        self.end_statement(last);
    }

    /// Whether the operand field of `line` is at its end: it ends before column 71, and not with a comma.
    fn operands_ended(&self, line: Span, last: Option<Lexeme>) -> bool {
        let Some(last) = last else { return false };
        match last.token {
            Token::Comma | Token::Name | Token::Operation => false,
            Token::QuoteOpen | Token::QuoteRest => false,
            _ => last.span.end < column_offset(self.text, line, 72),
        }
    }

    /// A record that ends with a comma but has no mark in column 72: the assembler ends the statement there. Where
    /// the next record goes on as if there were one, it is read, and the fault noted.
    fn goes_on_without_mark(&mut self, line: Span) -> bool {
        if !self.list.after_comma() {
            return false;
        }
        let Some(next) = self.lines.clone().next() else { return false };
        let content = next.of_text(self.text);
        let goes_on = content.starts_with([' ', '\t']) && super::begins_setting(content);
        if goes_on {
            let text = trim(self.text, through_column(self.text, next, 71));
            self.problem(ProblemKind::NotASetting, text, Some(trim_end(self.text, line)));
        }
        goes_on
    }

    /// A record after the end of the operands holds a remark. A parameter in it is not read.
    fn remark_record(&mut self, line: Span, before: Span) {
        let text = trim(self.text, through_column(self.text, line, 71));
        if super::begins_setting(text.of_text(self.text)) {
            self.problem(ProblemKind::MissingComma, text, Some(trim_end(self.text, before)));
        }
        if !text.is_empty() {
            self.source.comments.push(text);
        }
    }

    /// Where `line` goes on. It ought to be column 16; a string goes on there whatever that column holds.
    fn continue_column(&mut self, line: Span, in_string: bool) -> u32 {
        let column_16 = column_offset(self.text, line, 16);
        let content = line.of_text(self.text);
        let blanks = content.bytes().take_while(|byte| is_blank(*byte)).count();
        let begins = line.start + blanks as u32;
        if begins == column_16 || (in_string && begins > column_16) || begins >= line.end {
            return column_16.min(line.end);
        }
        let end = content[blanks..].find([' ', '\t', ',']).map_or(line.end, |end| begins + end as u32);
        self.problem(ProblemKind::MacroContinuationColumn, Span::new(begins, end.max(begins)), None);
        begins
    }

    fn end_statement(&mut self, last: Option<Lexeme>) {
        let open = self.list.opened();
        let strays: Vec<Span> = self.list.strays.drain(..).collect();
        self.list.finish();
        for item in self.list.items.drain(..) {
            match item.value {
                Some(value) if !item.head.is_empty() => {
                    self.source.settings.push(Setting { name: item.head, value: Some(value) });
                }
                None if item.head.is_empty() => {}
                value => {
                    let span = value.map_or(item.head, |value| item.head.to(value));
                    self.source.problems.push(Problem {
                        kind: ProblemKind::NotASetting,
                        span,
                        related: None,
                    });
                }
            }
        }
        for stray in strays {
            self.problem(ProblemKind::StrayParenthesis, stray, None);
        }
        if let Some(open) = open {
            self.problem(ProblemKind::UnclosedParenthesis, open, last.map(|last| last.span));
        } else if let Some(last) = last.filter(|last| last.token == Token::QuoteOpen) {
            self.problem(
                ProblemKind::UnclosedQuote,
                Span::new(last.span.start, last.span.start + 1),
                Some(last.span),
            );
        }
    }

    /// Passes over the further records of a statement of no interest.
    fn skip(&mut self, mut line: Span) {
        while is_marked(self.text, line) {
            match self.lines.next() {
                Some(next) => line = next,
                None => return,
            }
        }
    }

    fn problem(&mut self, kind: ProblemKind, span: Span, related: Option<Span>) {
        self.source.problems.push(Problem { kind, span, related });
    }
}
