//! A text put together from pieces of the source, and the way back.
//!
//! A PARM runs over records and elements in apostrophes; the program sees one string. It is parsed as that string,
//! and the spans found are brought back to where their characters stand.

use crate::text::Span;

/// Pieces of a source as one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    pub(super) text: String,
    /// For each piece: its offset in `text`, and its offset in the source.
    starts: Vec<(u32, u32)>,
}

impl Joined {
    /// Joins `pieces` of `source`, in their order.
    pub(super) fn new(source: &str, pieces: &[Span]) -> Self {
        let mut joined = Self::default();
        for piece in pieces {
            joined.starts.push((joined.text.len() as u32, piece.start));
            joined.text.push_str(piece.of_text(source));
        }
        joined
    }

    /// The span of the source from the first to the last character of `span`.
    pub(super) fn to_source(&self, span: Span) -> Span {
        let start = self.offset(span.start);
        let end = if span.is_empty() { start } else { self.offset(span.end - 1) + 1 };
        Span::new(start, end.max(start))
    }

    fn offset(&self, offset: u32) -> u32 {
        let piece = self.starts.partition_point(|(joined, _)| *joined <= offset);
        let (joined, source) = piece.checked_sub(1).map_or((0, 0), |index| self.starts[index]);
        source + (offset - joined)
    }
}
