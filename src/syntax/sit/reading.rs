//! The state of a source of overrides between its lexemes: which setting is open, and how it ends.
//!
//! The rules are those of the SIT reader of CICS: a comma between parameters of one record, a remark after a blank,
//! lists that go on in the next record straight after a comma, strings in apostrophes. Where a parenthesis or an
//! apostrophe is never closed, CICS takes all that follows into the value; here reading begins again at the next
//! record that looks like a parameter, and the fault is noted.

use super::CONTROL_KEYWORDS;
use crate::syntax::operands::{Lexeme, OperandList, Token};
use crate::syntax::tree::{Problem, ProblemKind, Setting};
use crate::text::Span;

/// What follows the record that has just been read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// No record.
    Nothing,
    /// One that begins as a parameter does; the span is its text.
    Setting(Span),
    /// Any other.
    Other(Span),
}

/// Whether `line` begins with `NAME=` or is `.END`.
pub(in crate::syntax) fn begins_setting(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let name = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"@#$".contains(byte)).count();
    let named = (1..=16).contains(&name) && line.as_bytes().get(name) == Some(&b'=');
    named || line.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(".END"))
}

/// How blanks between lexemes are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// A remark begins after them.
    Remark,
    /// They only separate (PARM and console have no remarks).
    Separate,
}

/// What has been read of one source.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    pub(super) settings: Vec<Setting>,
    pub(super) comments: Vec<Span>,
    pub(super) problems: Vec<Problem>,
    /// `.END`, once it is there.
    pub(super) ended: Option<Span>,
    blanks: Blanks,
    list: OperandList,
    last: Option<Token>,
    /// The apostrophe that opened the string that is open.
    quote: u32,
    /// The setting at the end of the record before this one, if its value ran to the end of the record.
    at_record_end: Option<Setting>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(text: &'t str, blanks: Blanks) -> Self {
        Self {
            text,
            settings: Vec::new(),
            comments: Vec::new(),
            problems: Vec::new(),
            ended: None,
            blanks,
            list: OperandList::default(),
            last: None,
            quote: 0,
            at_record_end: None,
        }
    }

    /// Whether the next record begins inside a string.
    pub(super) fn in_string(&self) -> bool {
        self.list.in_item() && matches!(self.last, Some(Token::QuoteOpen | Token::QuoteRest))
    }

    /// Whether the next record begins inside a value.
    pub(super) fn in_value(&self) -> bool {
        self.list.in_item()
    }

    pub(super) fn problem(&mut self, kind: ProblemKind, span: Span, related: Option<Span>) {
        self.problems.push(Problem { kind, span, related });
    }

    /// Takes the lexemes of one record.
    pub(super) fn take(&mut self, lexemes: &[Lexeme]) {
        let Some(end) = lexemes.last().map(|lexeme| lexeme.span.end) else { return };
        let before = self.at_record_end.take();
        let mut closing = None;
        let mut first = true;
        let mut at = 0;
        while let Some(&lexeme) = lexemes.get(at) {
            let in_item = self.list.in_item();
            if self.ended.is_some() && self.list.depth() == 0 && !in_item {
                if !self.take_after_end(&lexemes[at..], end) {
                    return;
                }
            } else if lexeme.token == Token::Blanks {
                if !self.take_blanks(lexemes, at, &mut closing, end, before) {
                    return;
                }
            } else if lexeme.token == Token::Comma && self.list.depth() == 0 {
                if in_item {
                    self.finish(None, before.filter(|_| first));
                } else {
                    self.problem(ProblemKind::NotASetting, lexeme.span, None);
                }
                first = false;
            } else {
                if lexeme.token == Token::QuoteOpen {
                    self.quote = lexeme.span.start;
                }
                self.list.push(lexeme);
            }
            self.last = Some(lexeme.token);
            at += 1;
        }
        if self.list.in_item() && self.list.depth() == 0 && !self.in_string() {
            self.finish(None, before.filter(|_| first));
            self.at_record_end = self
                .settings
                .last()
                .copied()
                .filter(|setting| setting.value.is_some_and(|value| value.end == end));
        }
    }

    /// Takes the blanks at `at`. False: the rest of the record is dealt with.
    fn take_blanks(
        &mut self,
        lexemes: &[Lexeme],
        at: usize,
        closing: &mut Option<usize>,
        end: u32,
        before: Option<Setting>,
    ) -> bool {
        let blanks = lexemes[at];
        let rest = Span::new(blanks.span.end, end);
        if self.list.depth() > 0 {
            if at == 0 {
                return true;
            }
            if closing.is_none_or(|closing| closing <= at) {
                *closing = closes_at(&lexemes[at..], self.list.depth()).map(|found| at + found);
            }
            if closing.is_some() {
                self.list.push(blanks);
                return true;
            }
            // What is open goes on in the next record, if it may. A remark may stand after the comma.
            self.comments.push(rest);
            return false;
        }
        let next = lexemes.get(at + 1..).unwrap_or(&[]);
        if self.list.in_item() {
            let words = if self.blanks == Blanks::Remark { Some(rest) } else { None };
            self.finish(words, before.filter(|_| at < 2));
            if self.blanks == Blanks::Separate && next.first().is_some_and(|next| next.token == Token::Word) {
                self.missing_comma(next);
            }
        } else if self.last != Some(Token::Comma) || at == 0 {
            return true;
        }
        if self.blanks == Blanks::Separate || self.ended.is_some() || next.is_empty() {
            return true;
        }
        if is_assignment(self.text, next) {
            self.missing_comma(next);
        }
        self.comments.push(rest);
        false
    }

    fn missing_comma(&mut self, next: &[Lexeme]) {
        let related = self.settings.last().map(|setting| setting.name);
        if let Some(word) = next.first() {
            self.problem(ProblemKind::MissingComma, word.span, related);
        }
    }

    /// Text after `.END` in the same record. In SYSIN it is a remark.
    fn take_after_end(&mut self, rest: &[Lexeme], end: u32) -> bool {
        let Some(text) = rest.iter().find(|lexeme| !matches!(lexeme.token, Token::Blanks | Token::Comma))
        else {
            return false;
        };
        let span = Span::new(text.span.start, end);
        if self.blanks == Blanks::Remark && self.last != Some(Token::Comma) {
            self.comments.push(span);
        } else {
            self.problem(ProblemKind::TextAfterEnd, span, self.ended);
        }
        false
    }

    /// Ends the open operand, and makes a setting of it.
    ///
    /// `words` is the rest of the record, for an operand that is no setting: all of it is reported at once.
    /// `before` is the setting whose value may have been broken over the record end.
    fn finish(&mut self, words: Option<Span>, before: Option<Setting>) {
        self.list.finish();
        let stray = self.list.strays.first().copied();
        let Some(item) = self.list.items.first().copied() else { return };
        self.list.clear();
        if let Some(stray) = stray {
            self.problem(ProblemKind::StrayParenthesis, stray, None);
        }
        let word = item.head.of_text(self.text);
        match item.value {
            Some(value) if !item.head.is_empty() => {
                self.settings.push(Setting { name: item.head, value: Some(value) });
            }
            Some(value) => self.problem(ProblemKind::NotASetting, item.head.to(value), None),
            None if CONTROL_KEYWORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) => {
                if word.starts_with('.') {
                    self.ended = Some(item.head);
                }
                self.settings.push(Setting { name: item.head, value: None });
            }
            None => match before.filter(|before| self.may_go_on(before)) {
                Some(before) => self.problem(ProblemKind::SplitOperand, item.head, Some(before.name)),
                None => {
                    let span = words.map_or(item.head, |words| item.head.to(words));
                    self.problem(ProblemKind::NotASetting, span, None);
                }
            },
        }
    }

    /// Whether the value of `setting`, at the end of a record, looks as if it went on in the next.
    fn may_go_on(&self, setting: &Setting) -> bool {
        let Some(value) = setting.value else { return false };
        let line =
            self.text.get(..value.end as usize).and_then(|text| memchr::memrchr(b'\n', text.as_bytes()));
        let column = value.end as usize - line.map_or(0, |end| end + 1);
        column >= 71 || value.of_text(self.text).ends_with(['/', '.', '-', '_', '('])
    }

    /// Decides what becomes of a value that is open at the end of a record.
    pub(super) fn end_record(&mut self, next: Next) {
        if !self.list.in_item() {
            return;
        }
        let name = self.list.current_head().unwrap_or_default();
        let goes_on =
            if self.in_string() { self.string_goes_on(name, next) } else { self.list_goes_on(name, next) };
        if !goes_on {
            self.close();
        }
    }

    /// GMTEXT goes on in column 1. Any other string may not, but where the next record closes it, it was meant to.
    fn string_goes_on(&mut self, name: Span, next: Next) -> bool {
        let Next::Other(line) = next else { return false };
        let content = line.of_text(self.text);
        if name.of_text(self.text).eq_ignore_ascii_case("GMTEXT") {
            return true;
        }
        let closes = memchr::memchr(b'\'', content.as_bytes()).is_some();
        if closes {
            self.problem(ProblemKind::SplitOperand, line, Some(name));
        }
        closes
    }

    /// A list goes on straight after a comma.
    fn list_goes_on(&mut self, name: Span, next: Next) -> bool {
        let after_comma = self.list.after_comma();
        match next {
            Next::Nothing => false,
            Next::Other(_) if after_comma => true,
            Next::Other(line) => {
                let closes = memchr::memchr(b')', line.of_text(self.text).as_bytes()).is_some();
                if closes {
                    self.problem(ProblemKind::SplitOperand, line, Some(name));
                }
                closes
            }
            // The operands of INITPARM have the form of a parameter: PROGRAM='text'.
            Next::Setting(line) => {
                after_comma
                    && name.of_text(self.text).eq_ignore_ascii_case("INITPARM")
                    && line.of_text(self.text).contains("='")
            }
        }
    }

    /// Ends a value that is never closed.
    pub(super) fn close(&mut self) {
        if !self.list.in_item() {
            return;
        }
        let open_string = self.in_string();
        let opened = self.list.opened();
        let settings = self.settings.len();
        self.finish(None, None);
        let value = self.settings.get(settings).and_then(|setting| setting.value).unwrap_or_default();
        let end = Some(Span::new(value.end, value.end)).filter(|end| end.end > 0);
        if open_string {
            self.problem(ProblemKind::UnclosedQuote, Span::new(self.quote, self.quote + 1), end);
        } else if let Some(parenthesis) = opened {
            self.problem(ProblemKind::UnclosedParenthesis, parenthesis, end);
        }
        self.last = None;
    }
}

/// The index in `lexemes` at which `depth` open parentheses are closed.
fn closes_at(lexemes: &[Lexeme], mut depth: u32) -> Option<usize> {
    lexemes.iter().position(|lexeme| {
        match lexeme.token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Whether a remark begins with `NAME=value`, the name in capitals.
fn is_assignment(text: &str, lexemes: &[Lexeme]) -> bool {
    let [name, equals, value, ..] = lexemes else { return false };
    let word = name.span.of_text(text);
    name.token == Token::Word
        && equals.token == Token::Equals
        && value.token != Token::Blanks
        && (2..=12).contains(&word.len())
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
