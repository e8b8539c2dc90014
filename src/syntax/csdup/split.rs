//! Where each statement begins and ends.
//!
//! DFHCSDUP has no terminator: a command goes on until the next command word. A command word is the first word
//! of a record:
//!
//! * `VERB WORD (` is always a command, even inside a parenthesis that is open (which nothing will close then);
//! * outside parentheses, a word that neither `(` nor `=` follows is a command too, unless it is an operand without value
//!   (ALL, MERGE, ...). If it is no command of DFHCSDUP, it is read as an unknown one.
//!
//! The splitter also takes out what DFHCSDUP does not read (comment records, what stands beyond column 71) and the
//! directives of templates.
//! These *holes* are handed on with each statement.
//!
//! Invariant: each byte is looked at a bounded number of times. How deep in parentheses a record stands is only
//! asked where it matters, and is counted on from the last place where it was.

use super::bytes::{is_blank, skip_blanks, skip_word};
use super::depth::Depth;
use super::records::{READ_COLUMNS, Records, is_comment, is_directive, tail, trim_end};
use super::verbs::{self, Spelling};
use crate::syntax::{Problem, ProblemKind, Verb};
use crate::text::Span;
use std::ops::Range;

/// One statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement<'h> {
    /// From the command word to the last character that is read.
    pub(super) span: Span,
    /// The command; `None` for what stands before the first command.
    pub(super) verb: Option<Verb>,
    /// The parts of the span that are not read.
    pub(super) holes: &'h [Span],
}

/// What the splitter reports beside the statements.
pub(super) trait Sink {
    /// A statement is complete.
    fn statement(&mut self, statement: Statement<'_>);
    /// A comment record.
    fn comment(&mut self, span: Span);
    /// A fault of a record.
    fn problem(&mut self, problem: Problem);
}

/// Finds the statements of `text[range]`.
pub(super) fn split(text: &str, range: Range<usize>, sink: &mut impl Sink) {
    let mut splitter = Splitter {
        text,
        limit: range.end,
        sink,
        current: None,
        end: range.start,
        holes: Vec::new(),
        depth: Depth::at(range.start),
        continued: None,
    };
    for record in Records::new(text, range) {
        splitter.record(record);
    }
    splitter.finish();
}

struct Splitter<'t, 's, S> {
    text: &'t str,
    limit: usize,
    sink: &'s mut S,
    /// Where the current statement began, and its command.
    current: Option<(usize, Option<Verb>)>,
    /// Where what is read of the current statement ends.
    end: usize,
    holes: Vec<Span>,
    depth: Depth,
    /// The `*` in column 72 that the next record follows.
    continued: Option<Span>,
}

impl<S: Sink> Splitter<'_, '_, S> {
    fn record(&mut self, record: Range<usize>) {
        let line = &self.text[record.clone()];
        let bytes = line.as_bytes();
        let first = skip_blanks(bytes, 0);
        if first == bytes.len() {
            return;
        }
        if first >= READ_COLUMNS && self.beyond_only(record.start, line) {
            return;
        }
        let continued = self.continued.is_some();
        if is_comment(line, first, continued) {
            return self.comment(record.start, line, first);
        }
        if is_directive(line, first, continued) {
            return self.directive(record.start, line, first);
        }
        match self.continued.take() {
            Some(_) if first > 0 => {
                let blanks = Span::of(record.start..record.start + first);
                self.problem(ProblemKind::ContinuedAfterBlank, blanks);
            }
            Some(_) => {}
            None => self.begin_if_command(&record, line, first),
        }
        if self.current.is_none() {
            self.begin(record.start + first, None);
        }
        self.end = record.start + self.read_columns(record.start, line);
    }

    /// Takes note of a comment record.
    fn comment(&mut self, start: usize, line: &str, first: usize) {
        let span = Span::of(start..start + trim_end(line).len());
        if first > 0 {
            self.problem(ProblemKind::IndentedComment, Span::of(start + first..span.end as usize));
        }
        self.sink.comment(span);
        self.hole(span);
    }

    /// Passes over a directive of a template, which is no text of the deck yet.
    fn directive(&mut self, start: usize, line: &str, first: usize) {
        let span = Span::of(start + first..start + trim_end(line).len());
        self.problem(ProblemKind::StrayText, span);
        self.hole(span);
    }

    /// Adds a part that is not read, joined to the one before where only a line end is between.
    fn hole(&mut self, span: Span) {
        if self.current.is_none() || span.is_empty() {
            return;
        }
        if let Some(last) = self.holes.last_mut() {
            let between = &self.text[last.end as usize..span.start as usize];
            if between.len() <= 2 && between.bytes().all(|byte| matches!(byte, b'\r' | b'\n')) {
                last.end = span.end;
                return;
            }
        }
        self.holes.push(span);
    }

    /// A record whose columns 1 to 71 are blank is a blank record, if the text beyond is not meant.
    fn beyond_only(&mut self, start: usize, line: &str) -> bool {
        let open = self.level(start) > 0;
        let tail = tail(line, |_| open);
        let blank = line.bytes().take(tail.kept).all(is_blank);
        if blank {
            if let Some((kind, at)) = tail.fault {
                self.problem(kind, Span::of(start + at.start..start + at.end));
            }
            self.hole(Span::of(start + tail.kept..start + line.len()));
        }
        blank
    }

    /// Looks at the columns beyond 71, and says how many bytes of the record are read.
    fn read_columns(&mut self, start: usize, line: &str) -> usize {
        if line.len() <= READ_COLUMNS {
            return line.len();
        }
        let (text, holes, depth) = (self.text, &self.holes, &mut self.depth);
        let tail = tail(line, |column| depth.advance(text, holes, start + column) > 0);
        if let Some((kind, at)) = tail.fault {
            self.problem(kind, Span::of(start + at.start..start + at.end));
        }
        if tail.continued {
            let mark = start + tail.kept;
            self.continued = Some(Span::of(mark..mark + 1));
        }
        self.hole(Span::of(start + tail.kept..start + line.len()));
        tail.kept
    }

    /// How many parentheses of the current statement are open at `to`.
    fn level(&mut self, to: usize) -> u32 {
        match self.current {
            Some(_) => self.depth.advance(self.text, &self.holes, to),
            None => 0,
        }
    }

    /// Begins a statement if the record begins one.
    fn begin_if_command(&mut self, record: &Range<usize>, line: &str, first: usize) {
        let Some(words) = FirstWords::of(line, first) else { return };
        let word = words.word(line);
        let (verb, spelling) = verbs::lookup(word);
        let sure =
            words.opens && is_sure(word, verb, spelling) && !self.is_operand_remove(verb, record.start);
        if !sure && !self.begins_outside(record, word, verb, words.next.start == line.len()) {
            return;
        }
        self.begin(record.start + first, Some(verb));
    }

    /// Whether REMOVE, followed by WORD(, is an operand of the DELETE before it.
    fn is_operand_remove(&mut self, verb: Verb, start: usize) -> bool {
        let in_delete = matches!(self.current, Some((_, Some(Verb::Delete))));
        if verb != Verb::Remove || !in_delete {
            return false;
        }
        self.level(start);
        !self.depth.complete
    }

    /// Whether a first word that no `WORD(` follows begins a statement.
    fn begins_outside(&mut self, record: &Range<usize>, word: &str, verb: Verb, last: bool) -> bool {
        let current = self.current.map(|(_, current)| current.unwrap_or(Verb::Unknown));
        may_begin(current, word, verb)
            && self.level(record.start) == 0
            && !(last && self.parenthesis_follows(record.end))
    }

    /// Whether the next thing that is read after `from`, in later records, is `(`.
    fn parenthesis_follows(&self, from: usize) -> bool {
        let next_line = match memchr::memchr(b'\n', &self.text.as_bytes()[from..self.limit]) {
            Some(at) => from + at + 1,
            None => return false,
        };
        for record in Records::new(self.text, next_line..self.limit) {
            let bytes = &self.text.as_bytes()[record];
            let first = skip_blanks(bytes, 0);
            match bytes.get(first) {
                None | Some(b'*') => {}
                Some(byte) => return *byte == b'(',
            }
        }
        false
    }

    /// Begins a statement at `start`; the current one ends.
    fn begin(&mut self, start: usize, verb: Option<Verb>) {
        self.flush();
        self.current = Some((start, verb));
        self.depth = Depth::at(start);
    }

    /// Hands over the current statement.
    fn flush(&mut self) {
        if let Some((start, verb)) = self.current.take() {
            let end = start + trim_end(&self.text[start..self.end.max(start)]).len();
            let inside = self.holes.partition_point(|hole| (hole.start as usize) < end);
            let holes = &self.holes[..inside];
            self.sink.statement(Statement { span: Span::of(start..end), verb, holes });
        }
        self.holes.clear();
    }

    fn finish(mut self) {
        self.flush();
        if let Some(mark) = self.continued {
            self.problem(ProblemKind::ContinuationOfNothing, mark);
        }
    }

    fn problem(&mut self, kind: ProblemKind, span: Span) {
        self.sink.problem(Problem { kind, span, related: None });
    }
}

/// The first two words of a record, the first of which is no `WORD(`.
struct FirstWords {
    word: Range<usize>,
    next: Range<usize>,
    /// Whether `(` follows the second.
    opens: bool,
}

impl FirstWords {
    /// The words of `line` from `first` on; `None` where they cannot begin a command.
    #[inline]
    fn of(line: &str, first: usize) -> Option<Self> {
        let bytes = line.as_bytes();
        let word_end = skip_word(bytes, first);
        let next = skip_blanks(bytes, word_end);
        if word_end == first || matches!(bytes.get(next), Some(b'(' | b'=')) {
            return None;
        }
        let next_end = skip_word(bytes, next);
        let opens = next_end > next && bytes.get(skip_blanks(bytes, next_end)) == Some(&b'(');
        Some(Self { word: first..word_end, next: next..next_end, opens })
    }

    fn word<'l>(&self, line: &'l str) -> &'l str {
        &line[self.word.clone()]
    }
}

/// Whether `line` begins a command whatever stands before it, a continued value apart.
pub(super) fn begins_anywhere(line: &str) -> bool {
    let first = skip_blanks(line.as_bytes(), 0);
    let Some(words) = FirstWords::of(line, first) else { return false };
    let word = words.word(line);
    let (verb, spelling) = verbs::lookup(word);
    words.opens
        && first < READ_COLUMNS
        && is_sure(word, verb, spelling)
        && !matches!(verb, Verb::Remove | Verb::Ceda)
}

/// Whether `VERB WORD (` with this word begins a command even where a parenthesis is open.
fn is_sure(word: &str, verb: Verb, spelling: Spelling) -> bool {
    verb != Verb::Unknown && word.len() > 1 && matches!(spelling, Spelling::Full | Spelling::Abbreviated)
}

/// Whether `word`, the first of a record and outside parentheses, can be a command word after a command that is
/// `current`.
pub(super) fn may_begin(current: Option<Verb>, word: &str, verb: Verb) -> bool {
    let operand = current.is_some_and(|current| {
        verbs::is_valueless_of(current, word) || (verb == Verb::Unknown && verbs::is_valueless(word))
    });
    has_letter(word) && !is_placeholder(word) && !operand
}

/// Whether `word` holds a letter or digit; a word that does not is stray text.
pub(super) fn has_letter(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
}

/// Whether `word` begins like a placeholder (`@attributes@`, `&VAR`, `{{`, `${X}`, `<X>`, `%X%`, `#x`, `++X++`), which
/// stands for operands and not for a command.
fn is_placeholder(word: &str) -> bool {
    word.starts_with(['@', '&', '{', '$', '<', '%', '#', '+'])
}
