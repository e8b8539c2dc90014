//! One JCL statement over its records.
//!
//! A statement goes on in the next record when its operand field ends with a comma, when a string is open at the
//! end of the record (it goes on in column 16), or, for its remark only, when column 72 is not blank. Comment
//! records may stand between.

use crate::syntax::lines::{
    Lines, beyond_column_71, column_offset, controls, is_marked, is_template_line, through_column, trim_end,
};
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
    /// The operands of the record that was read last run over column 71.
    runs_over: bool,
    lower_case_seen: bool,
    /// Which of tabs and control characters have been noted.
    controls_seen: Vec<ProblemKind>,
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
            runs_over: false,
            lower_case_seen: false,
            controls_seen: Vec::new(),
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
        let [tab, control] = controls(self.text, line);
        for (kind, at) in [(ProblemKind::Tab, tab), (ProblemKind::ControlCharacter, control)] {
            // Once a file is enough.
            if let Some(at) = at.filter(|_| !self.controls_seen.contains(&kind)) {
                self.controls_seen.push(kind);
                self.problem(kind, at, None);
            }
        }
        let columns = through_column(self.text, line, 71);
        let mut field = trim_end(self.text, Span::new(from.min(columns.end), columns.end));
        self.record.clear();
        operands::cut(self.text, field, record, &mut self.record);
        self.templated |= symbols::is_templated(line.of_text(self.text));
        let beyond = self.beyond(line);
        self.runs_over = beyond.is_some();
        if let Some(beyond) = beyond {
            // What is meant is read; the fault is one of columns alone.
            field.end = beyond.end;
            self.record.clear();
            operands::cut(self.text, field, record, &mut self.record);
            self.problem(ProblemKind::TextBeyondColumn71, beyond, None);
        }
        for lexeme in &self.record {
            if !matches!(lexeme.token, Token::Name | Token::Operation | Token::Remark) {
                self.list.push(*lexeme);
                self.operands.push(*lexeme);
            }
        }
        field
    }

    /// The operands of `line`, whose columns up to 71 have been cut, that stand beyond them.
    fn beyond(&self, line: Span) -> Option<Span> {
        let last = self.record.last()?;
        if matches!(last.token, Token::Name | Token::Operation | Token::Remark) {
            return None;
        }
        let beyond = beyond_column_71(self.text, line);
        if beyond.is_some() {
            return beyond;
        }
        let rest = trim_end(self.text, Span::new(column_offset(self.text, line, 72), line.end));
        let content = rest.of_text(self.text);
        let open = matches!(last.token, Token::QuoteOpen | Token::QuoteRest);
        let closes = matches!(content, "'" | ")") || (open && content.contains('\''));
        let touches = open || last.span.end == rest.start;
        let meant = content == "," || (closes && self.clone_continuation().is_none());
        (touches && meant).then_some(rest)
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
        if !self.runs_over {
            self.skip_continued_remark(line);
        }
    }

    /// The record that goes on with the statement, if the next one does.
    fn continuation(&mut self) -> Option<Span> {
        let (next, lines) = self.clone_continuation()?;
        self.lines = lines;
        Some(next)
    }

    /// The same, and the lines after it; none is read.
    fn clone_continuation(&self) -> Option<(Span, Lines<'t>)> {
        let mut lines = self.lines.clone();
        let next = lines.by_ref().find(|line| {
            let content = line.of_text(self.text);
            !(content.starts_with("//*") || is_template_line(content))
        })?;
        let rest = next.of_text(self.text).strip_prefix("//")?;
        if !rest.starts_with([' ', '\t']) || rest.trim_ascii().is_empty() {
            return None;
        }
        Some((next, lines))
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
            // Its apostrophe, or the first character where it goes on in this record.
            Some(string) => string.first_character(self.text),
            None => statement.last_character(self.text),
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
            return;
        }
        if word.eq_ignore_ascii_case("JOB") {
            self.lower_case_seen = false;
        }
        // JCL takes capitals only. Once a job is enough: it is the whole job that is so.
        let keywords = self.list.items.iter().filter(|item| item.value.is_some()).map(|item| item.head);
        let mut words = [statement.name, statement.operation].into_iter().flatten().chain(keywords);
        let small = words.find(|word| word.of_text(text).bytes().any(|byte| byte.is_ascii_lowercase()));
        if let Some(small) = small.filter(|_| !self.lower_case_seen && !self.templated) {
            self.lower_case_seen = true;
            self.problem(ProblemKind::LowerCaseJcl, small, None);
        }
    }

    /// Notes a fault, unless a template engine has still to make the statement.
    pub(super) fn problem(&mut self, kind: ProblemKind, span: Span, related: Option<Span>) {
        let by_engine =
            matches!(kind, ProblemKind::BadJcl | ProblemKind::LowerCaseJcl | ProblemKind::TextBeyondColumn71);
        if !by_engine || !self.templated {
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
