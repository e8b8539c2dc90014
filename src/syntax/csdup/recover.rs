//! Reading a statement that the grammar refuses.
//!
//! An iterative tokenizer goes through the statement operand by operand: every operand that can be read is
//! read, every fault is reported. Its time is linear in the length of the statement, whatever the nesting.

use super::bytes::{is_blank, is_parenthesis, is_word, skip_blanks, skip_word, trim};
use super::split::{has_letter, may_begin};
use super::verbs::{self, Spelling};
use crate::syntax::{Command, Commands, Operand, Problem, ProblemKind, Verb};
use crate::text::Span;

/// The parentheses of one statement. Kept between statements for its memory.
#[derive(Debug, Default)]
pub(super) struct Parentheses {
    /// Each `(` in order, with its `)`.
    pairs: Vec<(u32, Option<u32>)>,
    stack: Vec<u32>,
    next: usize,
}

impl Parentheses {
    fn scan(&mut self, bytes: &[u8]) {
        self.pairs.clear();
        self.stack.clear();
        self.next = 0;
        for at in memchr::memchr2_iter(b'(', b')', bytes) {
            if bytes[at] == b'(' {
                self.stack.push(self.pairs.len() as u32);
                self.pairs.push((at as u32, None));
            } else if let Some(open) = self.stack.pop() {
                self.pairs[open as usize].1 = Some(at as u32);
            }
        }
    }

    /// The `)` of the `(` at `open`. Asked in ascending order.
    fn close_of(&mut self, open: usize) -> Option<usize> {
        while self.pairs.get(self.next).is_some_and(|pair| (pair.0 as usize) < open) {
            self.next += 1;
        }
        self.pairs.get(self.next).filter(|pair| pair.0 as usize == open)?.1.map(|close| close as usize)
    }
}

/// Reads `statement`, which stands at `base` of the text. `verb` is its command; without one, all operands are
/// reported as belonging to no command.
pub(super) fn read(
    statement: &str,
    base: usize,
    verb: Option<Verb>,
    parentheses: &mut Parentheses,
    out: &mut Commands,
) {
    parentheses.scan(statement.as_bytes());
    let mut reader = Reader {
        text: statement,
        bytes: statement.as_bytes(),
        base,
        at: 0,
        parentheses,
        out,
        command: None,
        orphan: None,
        pending: None,
        unclosed: false,
        record_end: 0,
        no_quote: [0; 2],
        no_braces: 0,
    };
    if let Some(verb) = verb {
        let word_end = skip_word(reader.bytes, 0);
        reader.begin(verb, 0, word_end);
        reader.at = word_end;
    }
    reader.run();
}

struct Reader<'s> {
    text: &'s str,
    bytes: &'s [u8],
    base: usize,
    at: usize,
    parentheses: &'s mut Parentheses,
    out: &'s mut Commands,
    command: Option<Command>,
    /// The extent of operands that belong to no command.
    orphan: Option<(usize, usize)>,
    /// A word without value that has not been taken as an operand yet: it may be a command.
    pending: Option<(usize, usize)>,
    /// Whether a value was not closed.
    unclosed: bool,
    /// The end of the record that was last asked for.
    record_end: usize,
    /// Up to where there is no apostrophe, no quotation mark.
    no_quote: [usize; 2],
    /// Up to where there is no `}}`.
    no_braces: usize,
}

impl Reader<'_> {
    fn run(&mut self) {
        loop {
            self.at = skip_blanks(self.bytes, self.at);
            let Some(&byte) = self.bytes.get(self.at) else { break };
            match byte {
                b')' => self.stray_parentheses(),
                b'(' => self.value_without_keyword(),
                _ if is_word(byte) => self.word(),
                _ => self.stray(byte),
            }
        }
        self.end();
    }

    fn begin(&mut self, verb: Verb, start: usize, word_end: usize) {
        self.end();
        let word = self.span(start, word_end);
        let first = self.out.operands.len() as u32;
        self.command = Some(Command { verb, word, span: word, first, count: 0 });
    }

    /// Ends the command, or what belongs to none.
    fn end(&mut self) {
        self.take_pending();
        if let Some(command) = self.command.take() {
            self.out.commands.push(command);
        }
        if let Some((start, end)) = self.orphan.take() {
            self.problem(ProblemKind::OperandWithoutCommand, start, end, None);
        }
    }

    /// Takes a word that no value followed as an operand; the word after CEDA is its command.
    fn take_pending(&mut self) {
        let Some((start, end)) = self.pending.take() else { return };
        let word = &self.text[start..end];
        match verbs::lookup(word) {
            (verb, Spelling::Full | Spelling::Abbreviated) if self.after_ceda() && word.len() > 1 => {
                self.begin(verb, start, end);
            }
            _ => self.operand((start, end), None, end),
        }
    }

    /// Whether nothing but the word CEDA has been read of the command.
    fn after_ceda(&self) -> bool {
        self.command.is_some_and(|command| {
            let start = command.word.start as usize - self.base;
            command.count == 0 && is_ceda(&self.text[start..start + command.word.len()])
        })
    }

    /// A keyword with its value. The word before it may have been a command.
    fn keyword(&mut self, key: (usize, usize), value: (usize, usize), end: usize) {
        if let Some((start, word_end)) = self.pending.filter(|_| !self.after_ceda()) {
            let current = self.command.map(|command| command.verb);
            let (word, key) = (&self.text[start..word_end], &self.text[key.0..key.1]);
            if let Some(verb) = verb_inside(current, word, key) {
                self.pending = None;
                self.problem(ProblemKind::CommandInsideRecord, start, word_end, None);
                self.begin(verb, start, word_end);
            }
        }
        self.take_pending();
        self.operand(key, Some(value), end);
    }

    fn operand(&mut self, key: (usize, usize), value: Option<(usize, usize)>, end: usize) {
        let key_span = self.span(key.0, key.1);
        let value = value.map(|(from, to)| self.span(from, to));
        let end_offset = (self.base + end) as u32;
        match &mut self.command {
            Some(command) => {
                self.out.operands.push(Operand::new(key_span, value));
                command.count += 1;
                command.span.end = end_offset;
            }
            None => self.orphan = Some((self.orphan.map_or(key.0, |orphan| orphan.0), end)),
        }
    }

    /// One or more `)` that close nothing.
    fn stray_parentheses(&mut self) {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|&&byte| byte == b')').count();
        self.problem(ProblemKind::StrayParenthesis, start, self.at, None);
    }

    /// `(` with no keyword before it.
    fn value_without_keyword(&mut self) {
        let start = self.at;
        if let Some(close) = self.parentheses.close_of(start) {
            self.at = close + 1;
            return self.problem(ProblemKind::ValueWithoutKeyword, start, self.at, None);
        }
        while self.bytes.get(self.at) == Some(&b'(') && self.parentheses.close_of(self.at).is_none() {
            self.at += 1;
        }
        self.problem(ProblemKind::UnclosedParenthesis, start, self.at, None);
    }

    /// A keyword with its value, a word without, or stray text.
    fn word(&mut self) {
        let start = self.at;
        let mut end = self.word_end(start);
        let next = skip_blanks(self.bytes, end);
        if self.bytes.get(next) == Some(&b'(') {
            return self.value((start, end), next);
        }
        self.at = end;
        let last = next == self.bytes.len() || self.bytes[end..next].contains(&b'\n');
        let signed = last && matches!(self.bytes[end - 1], b'-' | b'+');
        if signed && (end - start == 1 || next < self.bytes.len()) {
            end -= 1;
            self.problem(ProblemKind::ForeignContinuation, end, end + 1, None);
            if end == start {
                return;
            }
        }
        let word = &self.text[start..end];
        let verb = verbs::lookup(word).0;
        if !has_letter(word) {
            // The asterisk of a remark, or of a JCL comment, takes the rest of the record with it.
            if self.bytes.get(end) == Some(&b'*') {
                end = trim(self.bytes, end, self.record_end(end)).1;
                self.at = end;
            }
            self.problem(ProblemKind::StrayText, start, end, None);
        } else if self.unclosed
            && self.begins_record(start)
            && may_begin(self.command.map(|command| command.verb), word, verb)
        {
            self.begin(verb, start, end);
        } else {
            self.take_pending();
            self.pending = Some((start, end));
        }
    }

    /// The end of the word at `start`. `{{ name }}` is one.
    fn word_end(&mut self, start: usize) -> usize {
        let end = skip_word(self.bytes, start);
        let open = &self.bytes[start..end] == b"{{" && self.no_braces <= start;
        if !open {
            return end;
        }
        let stop = self.until(end, |byte| byte != b' ' && !is_word(byte));
        match memchr::memmem::find(&self.bytes[end..stop], b"}}") {
            Some(length) => end + length + 2,
            None => {
                self.no_braces = stop;
                end
            }
        }
    }

    /// The value that opens at `open`.
    fn value(&mut self, key: (usize, usize), open: usize) {
        if let Some(close) = self.parentheses.close_of(open) {
            self.at = close + 1;
            return self.keyword(key, trim(self.bytes, open + 1, close), close + 1);
        }
        self.unclosed = true;
        let stop = self.end_of_unclosed(open);
        let value = trim(self.bytes, open + 1, stop);
        self.problem(ProblemKind::UnclosedParenthesis, open, open + 1, Some((value.1, value.1)));
        self.keyword(key, value, value.1);
        self.at = stop;
    }

    /// Where a value that is never closed ends: before the next `KEYWORD(`, or at the end of the record.
    fn end_of_unclosed(&mut self, open: usize) -> usize {
        let from = open + 1;
        let limit = self.record_end(from);
        let mut at = from;
        while let Some(paren) = memchr::memchr(b'(', &self.bytes[at..limit]).map(|found| at + found) {
            let mut word = paren;
            while word > at && is_word(self.bytes[word - 1]) {
                word -= 1;
            }
            if word < paren && (word == from || is_blank(self.bytes[word - 1])) {
                return word;
            }
            at = self.parentheses.close_of(paren).map_or(paren + 1, |close| close + 1);
            if at > limit {
                return at;
            }
        }
        limit
    }

    /// Punctuation, quotes, a remark.
    fn stray(&mut self, byte: u8) {
        let start = self.at;
        let record_end = self.record_end(start);
        self.at = match byte {
            b'*' => trim(self.bytes, start, record_end).1,
            b'\'' | b'"' => self.quoted(byte, record_end),
            b'=' => self.until(start + 1, |byte| is_blank(byte) || is_parenthesis(byte)),
            _ => self.until(start + 1, |other| other != byte),
        };
        self.problem(ProblemKind::StrayText, start, self.at, None);
    }

    /// Where the record that `from` stands in ends. Asked in ascending order.
    fn record_end(&mut self, from: usize) -> usize {
        if self.record_end < from || self.record_end == 0 {
            self.record_end =
                memchr::memchr(b'\n', &self.bytes[from..]).map_or(self.bytes.len(), |at| from + at);
        }
        self.record_end
    }

    /// Whether only blanks stand before `at` in its record.
    fn begins_record(&self, at: usize) -> bool {
        let before = self.bytes[..at].iter().rev().find(|byte| !is_blank(**byte) || **byte == b'\n');
        before == Some(&b'\n')
    }

    fn until(&self, from: usize, stop: impl Fn(u8) -> bool) -> usize {
        self.bytes[from..].iter().position(|&byte| stop(byte)).map_or(self.bytes.len(), |at| from + at)
    }

    /// The end of a quoted text, or of the quote where it is not closed in this record or holds parentheses.
    fn quoted(&mut self, quote: u8, record_end: usize) -> usize {
        let start = self.at;
        let known = &mut self.no_quote[usize::from(quote == b'"')];
        if *known <= start {
            match memchr::memchr(quote, &self.bytes[start + 1..record_end]) {
                None => *known = record_end,
                Some(length) => {
                    let inside = start + 1..start + 1 + length;
                    if !self.bytes[inside.clone()].iter().any(|&byte| is_parenthesis(byte)) {
                        return inside.end + 1;
                    }
                }
            }
        }
        start + 1
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::of(self.base + from..self.base + to)
    }

    fn problem(&mut self, kind: ProblemKind, from: usize, to: usize, related: Option<(usize, usize)>) {
        let related = related.map(|(from, to)| self.span(from, to));
        let span = self.span(from, to);
        self.out.problems.push(Problem { kind, span, related });
    }
}

/// Whether `word` is CEDA, whose command follows it.
pub(super) fn is_ceda(word: &str) -> bool {
    word.eq_ignore_ascii_case("CEDA")
}

/// The command that `word`, an operand without value, begins in the middle of a record, where the operand `key`
/// with a value follows: a command word that cannot be an operand of `current`.
pub(super) fn verb_inside(current: Option<Verb>, word: &str, key: &str) -> Option<Verb> {
    let (verb, spelling) = verbs::lookup(word);
    let sure = match spelling {
        Spelling::Full => true,
        Spelling::Abbreviated => word.len() > 2,
        _ => false,
    };
    if !sure || verb == Verb::Unknown || current.is_some_and(|verb| verbs::is_valueless_of(verb, word)) {
        return None;
    }
    // ADD and DELETE are attributes of a FILE too: there, they are commands only with what no attribute has.
    let attribute = matches!(verb, Verb::Add | Verb::Delete)
        && matches!(current, Some(Verb::Define | Verb::Alter | Verb::Userdefine));
    let clear = !attribute || ["GROUP", "LIST"].iter().any(|name| name.eq_ignore_ascii_case(key));
    clear.then_some(verb)
}
