//! One JCL statement over its records.
//!
//! A statement goes on in the next record when its operand field ends with a comma, when a string is open at the
//! end of the record (it goes on in column 16), or, for its remark only, when column 72 is not blank. Comment
//! records may stand between.

use crate::syntax::lines::{Lines, column_offset, is_marked, is_template_line, through_column, trim_end};
use crate::syntax::operands::{self, Item, Lexeme, OperandList, Record, Token};
use crate::syntax::symbols;
use crate::syntax::tree::{Problem, ProblemKind};
use crate::text::Span;

/// What a line is in a stream of JCL, outside in-stream data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Card {
    /// `//name operation ...`
    Statement,
    /// `//*` comments, JES control statements, delimiters, blank lines, lines of a template engine.
    Ignored,
    /// `//` alone: the end of a job.
    Null,
    /// Anything else: data with no DD statement before it.
    Data,
}

/// Recognises a line.
pub(super) fn card(line: &str) -> Card {
    match line.strip_prefix("//") {
        Some(rest) if rest.starts_with('*') => Card::Ignored,
        Some(rest) if rest.trim_end_matches([' ', '\t']).is_empty() => Card::Null,
        Some(_) => Card::Statement,
        None if line.starts_with("/*") || line.trim_ascii().is_empty() || is_template_line(line) => {
            Card::Ignored
        }
        None => Card::Data,
    }
}

const OPERATIONS: [&str; 27] = [
    "AFTER",
    "BEFORE",
    "CNTL",
    "COMMAND",
    "CONCURRENT",
    "DD",
    "ELSE",
    "ENDCNTL",
    "ENDGROUP",
    "ENDIF",
    "ENDSET",
    "EXEC",
    "EXPORT",
    "GJOB",
    "IF",
    "INCLUDE",
    "JCLLIB",
    "JOB",
    "JOBGROUP",
    "JOBSET",
    "NOTIFY",
    "OUTPUT",
    "PEND",
    "PROC",
    "SCHEDULE",
    "SET",
    "SJOB",
];

/// Whether `word` is an operation of JCL, in whatever case.
pub(super) fn is_operation(word: &str) -> bool {
    word.eq_ignore_ascii_case("XMIT") || OPERATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Operations whose operand field, if they have one, is no list.
fn has_no_operands(operation: &str) -> bool {
    ["ELSE", "ENDIF", "IF", "PEND"].iter().any(|known| known.eq_ignore_ascii_case(operation))
}

/// Whether `line` looks like a statement of JCL, for certain: `//`, perhaps a name, an operation that exists.
pub(in crate::syntax) fn looks_like_statement(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("//") else { return false };
    let mut words = rest.split([' ', '\t']).filter(|word| !word.is_empty());
    let operation = if rest.starts_with([' ', '\t']) { words.next() } else { words.nth(1) };
    operation.is_some_and(is_operation)
}

/// A statement as its records give it. Its operands stand in the [`Reader`] until the next one is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub(super) name: Option<Span>,
    pub(super) operation: Option<Span>,
    /// From `//` to the last operand.
    pub(super) span: Span,
}

/// Reads lines and statements.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Lines<'t>,
    pub(super) problems: Vec<Problem>,
    /// Where the last `/*` is, once somebody has asked (its line end before it included).
    pub(super) last_delimiter: Option<Option<usize>>,
    /// Searches for the end of in-stream data that found none.
    pub(super) vain_searches: u32,
    list: OperandList,
    operands: Vec<Lexeme>,
    record: Vec<Lexeme>,
    templated: bool,
    lower_case_seen: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            lines: Lines::all(text),
            problems: Vec::new(),
            last_delimiter: None,
            vain_searches: 0,
            list: OperandList::default(),
            operands: Vec::new(),
            record: Vec::new(),
            templated: false,
            lower_case_seen: false,
        }
    }

    /// The operands of the statement that was read last.
    pub(super) fn items(&self) -> &[Item] {
        &self.list.items
    }

    /// The lexemes of the value of one of them.
    pub(super) fn value_lexemes(&self, item: &Item) -> &[Lexeme] {
        self.operands.get(item.value_from..item.value_to).unwrap_or(&[])
    }

    /// The line that comes next, still to be read.
    fn peek(&self) -> Option<Span> {
        self.lines.clone().next()
    }

    /// Reads the statement that begins with the record `first`.
    pub(super) fn statement(&mut self, first: Span) -> Statement {
        self.list.clear();
        self.operands.clear();
        self.templated = false;
        let mut statement = Statement { name: None, operation: None, span: first };
        let field = self.take_record(first, first.start, Record::Jcl);
        statement.span = field;
        for lexeme in &self.record {
            match lexeme.token {
                Token::Name => statement.name = Some(lexeme.span),
                Token::Operation => statement.operation = Some(lexeme.span),
                _ => {}
            }
        }
        let operation = statement.operation.map_or("", |span| span.of_text(self.text));
        if has_no_operands(operation) {
            self.list.clear();
            if operation.eq_ignore_ascii_case("IF") {
                self.skip_condition(field);
            }
        } else {
            self.continue_operands(first, &mut statement);
        }
        self.check_head(&statement, field);
        statement
    }

    /// Cuts one record and pushes its operands. Gives its field: the record through column 71, trimmed.
    fn take_record(&mut self, line: Span, from: u32, record: Record) -> Span {
        let field = through_column(self.text, line, 71);
        let field = trim_end(self.text, Span::new(from.min(field.end), field.end));
        self.record.clear();
        operands::cut(self.text, field, record, &mut self.record);
        self.templated |= symbols::is_templated(field.of_text(self.text));
        for lexeme in &self.record {
            if !matches!(lexeme.token, Token::Name | Token::Operation | Token::Remark) {
                self.list.push(*lexeme);
                self.operands.push(*lexeme);
            }
        }
        field
    }

    fn continue_operands(&mut self, first: Span, statement: &mut Statement) {
        let mut line = first;
        loop {
            let last = self.operands.last().copied();
            if let Some(last) = last {
                statement.span.end = last.span.end;
            }
            let open_string = last
                .filter(|last| matches!(last.token, Token::QuoteOpen | Token::QuoteRest))
                .map(|last| last.span);
            if open_string.is_none() && !self.list.after_comma() {
                break;
            }
            let Some(next) = self.continuation() else {
                self.missing_continuation(open_string, statement.span);
                break;
            };
            line = next;
            if open_string.is_some() {
                let from = self.resume(line);
                self.take_record(line, from, Record::JclResumed);
            } else {
                self.take_record(line, line.start, Record::JclContinued);
            }
        }
        if let Some(open) = self.list.opened() {
            self.problem(ProblemKind::BadJcl, open, Some(statement.span));
        }
        if let Some(stray) = self.list.strays.first().copied() {
            self.problem(ProblemKind::BadJcl, stray, Some(statement.span));
        }
        self.list.finish();
        self.skip_continued_remark(line);
    }

    /// The record that goes on with the statement, if the next one does.
    fn continuation(&mut self) -> Option<Span> {
        let mut lines = self.lines.clone();
        let next = lines.by_ref().find(|line| {
            let content = line.of_text(self.text);
            !(content.starts_with("//*") || is_template_line(content))
        })?;
        let rest = next.of_text(self.text).strip_prefix("//")?;
        if !rest.starts_with([' ', '\t']) || rest.trim_ascii().is_empty() {
            return None;
        }
        self.lines = lines;
        Some(next)
    }

    /// Where a string goes on in `line`: column 16. Text before it is a fault, and is read all the same.
    fn resume(&mut self, line: Span) -> u32 {
        let column_16 = column_offset(self.text, line, 16);
        let before = Span::new((line.start + 2).min(column_16), column_16);
        let blanks = before.of_text(self.text);
        let early = blanks.len() - blanks.trim_start_matches([' ', '\t']).len();
        if early == blanks.len() {
            return column_16;
        }
        let from = before.start + early as u32;
        self.problem(ProblemKind::BadJcl, Span::new(from, column_16), None);
        from
    }

    fn missing_continuation(&mut self, open_string: Option<Span>, statement: Span) {
        let at = match open_string {
            Some(string) => Span::new(string.start, string.start + 1),
            None => Span::new(statement.end.saturating_sub(1), statement.end),
        };
        self.problem(ProblemKind::BadJcl, at, Some(statement));
    }

    /// A remark that is continued by column 72: the next record is remark when it is no statement.
    fn skip_continued_remark(&mut self, mut line: Span) {
        while is_marked(self.text, line) {
            let Some(next) = self.peek() else { return };
            let content = next.of_text(self.text);
            if !content.starts_with("// ") || looks_like_statement(content) || content.trim_ascii() == "//" {
                return;
            }
            self.lines.next();
            line = next;
        }
    }

    /// The condition of an IF statement may take several records; THEN ends it.
    fn skip_condition(&mut self, field: Span) {
        let mut field = field;
        while !field.of_text(self.text).split([' ', '\t', ')']).any(|word| word.eq_ignore_ascii_case("THEN"))
        {
            let Some(next) = self.peek() else { return };
            let content = next.of_text(self.text);
            if !content.starts_with("// ") || looks_like_statement(content) {
                return;
            }
            self.lines.next();
            field = through_column(self.text, next, 71);
        }
    }

    fn check_head(&mut self, statement: &Statement, field: Span) {
        let text = self.text;
        let bad_name = statement.name.filter(|name| !is_name(name.of_text(text)));
        if let Some(name) = bad_name {
            self.problem(ProblemKind::BadJcl, name, Some(field));
            return;
        }
        let Some(operation) = statement.operation else {
            self.problem(ProblemKind::BadJcl, field, None);
            return;
        };
        let word = operation.of_text(text);
        if !is_operation(word) {
            self.problem(ProblemKind::BadJcl, operation, Some(field));
        } else if word.bytes().any(|byte| byte.is_ascii_lowercase()) && !self.lower_case_seen {
            // JCL takes capitals only. Once a file is enough: it is the whole file that is so.
            self.lower_case_seen = true;
            self.problem(ProblemKind::BadJcl, operation, Some(field));
        }
    }

    /// Notes a fault, unless a template engine has still to make the statement.
    pub(super) fn problem(&mut self, kind: ProblemKind, span: Span, related: Option<Span>) {
        if kind != ProblemKind::BadJcl || !self.templated {
            self.problems.push(Problem { kind, span, related });
        }
    }
}

/// Whether `name` can stand in the name field: one or two names (`STEP.DDNAME`), or a symbol.
fn is_name(name: &str) -> bool {
    let part = |part: &str| {
        (1..=8).contains(&part.len())
            && !part.starts_with(|c: char| c.is_ascii_digit())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"$#@".contains(&byte))
    };
    let mut parts = name.split('.');
    let valid = parts.by_ref().take(3).all(part) && parts.next().is_none();
    valid || name.contains('&') || !name.is_ascii()
}
