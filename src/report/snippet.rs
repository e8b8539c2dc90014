//! The lines around the places of a report, as miette reads them.
//!
//! miette's own source types walk from the first byte of a text to the span, for every report. A [`Snippet`]
//! copies the few lines that are shown, found through the line index, and serves those. While copying it
//! replaces control characters, and cuts lines that are too long to show around the places in them.
//!
//! A snippet is made of blocks of consecutive lines. Line numbers and columns are always those of the original.

use super::visible::visible;
use crate::text::{Source, Span};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

/// Lines shown before and after a place.
pub(super) const CONTEXT: u32 = 1;
/// A place over more lines than this is underlined on its first line only.
const MOST_LINES: u32 = 6;
/// Bytes of a line that is shown whole.
const MOST_BYTES: u32 = 240;
/// Bytes shown before a place in a line that is cut.
const BEFORE: u32 = 40;
/// Bytes shown from the start of a place on, in a line that is cut.
const AFTER: u32 = 120;
/// Stands for what was cut off.
const CUT: &str = "…";

/// One place to underline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) span: Span,
    pub(super) label: Option<&'a str>,
    pub(super) primary: bool,
}

/// The lines around some places of one source.
#[derive(Debug)]
pub(super) struct Snippet<'a> {
    name: Cow<'a, str>,
    text: String,
    lines: Vec<Line>,
    labels: Vec<Label>,
    /// What the reader must be told of lines that were cut.
    pub(super) notes: Vec<String>,
}

#[derive(Debug)]
struct Line {
    /// Where it starts in the text of the snippet.
    start: usize,
    /// Its number in the source, from 1.
    number: u32,
    block: usize,
}

#[derive(Debug)]
struct Label {
    text: Option<String>,
    range: Range<usize>,
    primary: bool,
    /// Line and column of its start in the original, from 1.
    line: u32,
    column: u32,
}

impl<'a> Snippet<'a> {
    /// The lines of `source` around `places`, shown under the name `name`.
    pub(super) fn new(source: &Source, name: Cow<'a, str>, places: &[Place<'_>]) -> Self {
        let mut snippet =
            Self { name, text: String::new(), lines: Vec::new(), labels: Vec::new(), notes: Vec::new() };
        let mut spots: Vec<Spot<'_>> = places.iter().map(|place| Spot::new(source, place)).collect();
        spots.sort_by_key(|spot| (spot.span.start, spot.span.end));
        let mut rest = spots.as_slice();
        while !rest.is_empty() {
            let (block, after) = Block::first(source, rest);
            let (spots, later) = rest.split_at(after);
            snippet.append(source, &block, spots);
            rest = later;
        }
        snippet
    }

    /// The labels, in the order of the text.
    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> + '_ {
        self.labels.iter().map(|label| {
            let span = (label.range.start, label.range.len());
            if label.primary {
                LabeledSpan::new_primary_with_span(label.text.clone(), span)
            } else {
                LabeledSpan::new_with_span(label.text.clone(), span)
            }
        })
    }

    fn append(&mut self, source: &Source, block: &Block, spots: &[Spot<'_>]) {
        let number = self.lines.last().map_or(0, |line| line.block + 1);
        let first_label = self.labels.len();
        self.labels.extend(spots.iter().map(Label::new));
        for line in block.lines.clone() {
            let whole = source.line_span(line);
            let window = window(source, whole, spots, line);
            let start = self.text.len();
            self.lines.push(Line { start, number: line, block: number });
            if window.start > whole.start {
                self.text.push_str(CUT);
            }
            let base = self.text.len();
            let shown = window.of_text(source.text());
            self.text.push_str(&visible(shown));
            for (label, spot) in self.labels[first_label..].iter_mut().zip(spots) {
                let at = |offset: u32| {
                    base + visible_length(shown, offset.clamp(window.start, window.end) - window.start)
                };
                if spot.first == line {
                    label.range = at(spot.span.start)..at(spot.span.end);
                }
                if spot.last == line {
                    label.range.end = at(spot.span.end).max(label.range.start);
                }
            }
            if window.end < whole.end {
                self.text.push_str(CUT);
            }
            if window != whole {
                self.note_cut(source, line, window);
            }
            self.text.push('\n');
        }
    }

    fn note_cut(&mut self, source: &Source, line: u32, window: Span) {
        let (shown, whole) = (source.locate(window), source.locate(source.line_span(line)));
        self.notes.push(format!(
            "line {line} is cut: columns {} to {} of {} are shown",
            shown.column,
            shown.end_column - 1,
            whole.end_column - 1
        ));
    }

    /// The index of the line that holds `offset`.
    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }

    /// The offset after line `index`.
    fn end_of(&self, index: usize) -> usize {
        self.lines.get(index + 1).map_or(self.text.len(), |line| line.start)
    }
}

impl SourceCode for Snippet<'_> {
    fn read_span<'s>(
        &'s self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'s> + 's>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let first = self.line_of(start);
        let last = self.line_of(end.saturating_sub(1).max(start));
        let (Some(top), Some(bottom)) = (self.lines.get(first), self.lines.get(last)) else {
            return Err(MietteError::OutOfBounds);
        };
        if top.block != bottom.block || end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        if before == 0 && after == 0 {
            // Asked for the position of a label.
            let label = self.labels.iter().find(|label| label.range == (start..end));
            let (line, column) = label.map_or((top.number, 1), |label| (label.line, label.column));
            let data = self.text.as_bytes().get(start..end).unwrap_or_default();
            return Ok(self.contents(data, start, line, column as usize - 1, 1));
        }
        let is_here = |index: &usize| self.lines.get(*index).is_some_and(|line| line.block == top.block);
        let from = (first.saturating_sub(before)..first).find(is_here).unwrap_or(first);
        let to = (last..=last + after).take_while(|index| is_here(index)).last().unwrap_or(last);
        let (start, end) = (self.lines[from].start, self.end_of(to));
        let data = self.text.as_bytes().get(start..end).unwrap_or_default();
        Ok(self.contents(data, start, self.lines[from].number, 0, to - from + 1))
    }
}

impl Snippet<'_> {
    fn contents<'s>(
        &self,
        data: &'s [u8],
        start: usize,
        line: u32,
        column: usize,
        count: usize,
    ) -> Box<dyn SpanContents<'s> + 's> {
        let span = SourceSpan::from((start, data.len()));
        let line = line as usize - 1;
        Box::new(MietteSpanContents::new_named(self.name.to_string(), data, span, line, column, count))
    }
}

impl Label {
    fn new(spot: &Spot<'_>) -> Self {
        let label = spot.label.map(|label| visible(label).into_owned());
        let text = match spot.continues {
            None => label,
            Some(line) => {
                Some(format!("{} (to line {line})", label.unwrap_or_else(|| "from here".to_owned())))
            }
        };
        Self { text, range: 0..0, primary: spot.primary, line: spot.first, column: spot.column }
    }
}

/// A place with its lines, its span no longer than what can be shown.
struct Spot<'p> {
    span: Span,
    label: Option<&'p str>,
    primary: bool,
    first: u32,
    last: u32,
    column: u32,
    /// The line on which the place really ends, when that is not shown.
    continues: Option<u32>,
}

impl<'p> Spot<'p> {
    fn new(source: &Source, place: &Place<'p>) -> Self {
        let Place { mut span, label, primary } = *place;
        let length = source.text().len() as u32;
        span.start = span.start.min(length);
        span.end = span.end.clamp(span.start, length);
        let location = source.locate(span);
        // The line end belongs to the line before it.
        let ends_line = location.end_column == 1 && location.end_line > location.line;
        let end_line = location.end_line - u32::from(ends_line);
        let (mut last, mut continues) = (end_line, None);
        if last - location.line >= MOST_LINES {
            continues = Some(last);
            last = location.line;
        }
        if last < location.end_line {
            span.end = source.line_span(last).end.max(span.start);
        }
        Self { span, label, primary, first: location.line, last, column: location.column, continues }
    }
}

impl Spot<'_> {
    fn touches(&self, line: u32) -> bool {
        self.first <= line && line <= self.last
    }
}

/// Consecutive lines that are shown together.
struct Block {
    lines: RangeInclusive<u32>,
}

impl Block {
    /// The block that begins with the first of `spots`, and how many of them it shows.
    fn first(source: &Source, spots: &[Spot<'_>]) -> (Self, usize) {
        let above = |spot: &Spot<'_>| spot.first.saturating_sub(CONTEXT).max(1);
        let below = |spot: &Spot<'_>| (spot.last + CONTEXT).min(source.line_count()).max(spot.last);
        let mut end = below(&spots[0]);
        let mut count = 1;
        for spot in &spots[1..] {
            let line = source.line_span(spot.first);
            let is_cut_off = is_long(line)
                && spots[..count].iter().any(|other| other.touches(spot.first))
                && spot.span.start >= window(source, line, &spots[..count], spot.first).end;
            if above(spot) > end + 1 || is_cut_off {
                break;
            }
            end = end.max(below(spot));
            count += 1;
        }
        (Self { lines: above(&spots[0])..=end }, count)
    }
}

/// The part of line `line`, which spans `whole`, that is shown: all of it, or what surrounds the first of `spots`.
fn window(source: &Source, whole: Span, spots: &[Spot<'_>], line: u32) -> Span {
    if !is_long(whole) {
        return whole;
    }
    let from = match spots.iter().find(|spot| spot.touches(line)) {
        Some(spot) if spot.first == line => spot.span.start.saturating_sub(BEFORE).max(whole.start),
        _ => whole.start,
    };
    let until = from.saturating_add(BEFORE + AFTER).min(whole.end);
    let text = source.text();
    Span::new(boundary(text, from), boundary(text, until))
}

fn is_long(line: Span) -> bool {
    line.len() > MOST_BYTES as usize
}

/// The nearest character boundary at or before `offset`.
fn boundary(text: &str, offset: u32) -> u32 {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset as u32
}

/// Bytes that the first `offset` bytes of `text` take when they are made visible.
fn visible_length(text: &str, offset: u32) -> usize {
    let end = boundary(text, offset) as usize;
    visible(&text[..end]).len()
}
