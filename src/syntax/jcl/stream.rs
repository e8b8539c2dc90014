//! In-stream data: where the records after `DD *` and `DD DATA` end.
//!
//! `DD *` ends at `/*` or at `//`, `DD DATA` at `/*`; with `DLM=` at that delimiter and nothing else. The end of the
//! file ends them all.

use super::statement::{Reader, looks_like_statement};
use crate::syntax::lines::is_template_line;
use crate::syntax::tree::{Problem, ProblemKind};
use crate::text::Span;
use memchr::memmem;
use std::borrow::Cow;

/// What ends the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending<'t> {
    /// `DD *`
    Star,
    /// `DD DATA`
    Data,
    /// `DLM=`
    Delimiter(Cow<'t, str>),
}

impl<'t> Ending<'t> {
    /// The ending that `DLM=value` asks for: apostrophes around it fall, and are doubled inside.
    pub(super) fn delimiter(value: &'t str) -> Option<Self> {
        let inner = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        let delimiter = match inner {
            Some(inner) if inner.contains("''") || inner.contains("&&") => {
                Cow::Owned(inner.replace("''", "'").replace("&&", "&"))
            }
            Some(inner) => Cow::Borrowed(inner),
            None => Cow::Borrowed(value),
        };
        (!delimiter.is_empty()).then_some(Self::Delimiter(delimiter))
    }

    fn ends(&self, line: &str) -> bool {
        match self {
            Self::Star => line.starts_with("/*") || line.starts_with("//"),
            Self::Data => line.starts_with("/*"),
            Self::Delimiter(delimiter) => line.starts_with(delimiter.as_ref()),
        }
    }
}

/// How many searches for a delimiter may go through the text in vain. Beyond that, data whose delimiter is not found
/// before JCL is taken to be unended: so much is wrong then that time matters more.
const VAIN_SEARCHES: u32 = 32;

/// Reads the data after the statement `dd` and gives its range, line ends included.
///
/// Where nothing ends `DD DATA` and JCL follows in it, the data is cut before that JCL, and the fault is noted:
/// what follows is read as the JCL that it was meant to be.
pub(super) fn read(reader: &mut Reader<'_>, ending: &Ending<'_>, dd: Span) -> Span {
    let text = reader.text;
    let start = reader.lines.offset();
    let in_vain = is_in_vain(reader, ending, start);
    let mut lines = reader.lines.clone();
    let mut jcl = None;
    loop {
        let before = lines.clone();
        let Some(line) = lines.next() else { break };
        let content = line.of_text(text);
        if ending.ends(content) {
            // A `//` record is a statement and is read again; `/*` and the delimiter are used up.
            reader.lines = if content.starts_with("//") && *ending == Ending::Star { before } else { lines };
            return Span::new(start, line.start);
        }
        if jcl.is_none() && looks_like_statement(content) {
            jcl = Some((before, line));
            if in_vain {
                break;
            }
        }
    }
    let Some((before, line)) = jcl else {
        let end = lines.offset();
        reader.lines = lines;
        return Span::new(start, end);
    };
    reader.vain_searches += u32::from(!in_vain);
    let range = Span::new(start, before.offset());
    reader.lines = before;
    reader.problems.push(Problem { kind: ProblemKind::UnendedInstream, span: dd, related: Some(line) });
    range
}

/// Whether no delimiter can follow `start`, or it is not worth the search.
fn is_in_vain(reader: &mut Reader<'_>, ending: &Ending<'_>, start: u32) -> bool {
    match ending {
        Ending::Star => false,
        Ending::Data => {
            let bytes = reader.text.as_bytes();
            let last = *reader.last_delimiter.get_or_insert_with(|| memmem::rfind(bytes, b"\n/*"));
            last.is_none_or(|last| last + 1 < start as usize)
        }
        Ending::Delimiter(_) => reader.vain_searches >= VAIN_SEARCHES,
    }
}

/// Whether a template engine makes all of the data: there is nothing in it to read.
pub(super) fn is_made_by_template(data: &str) -> bool {
    let mut lines = data.lines().filter(|line| !line.trim_ascii().is_empty()).peekable();
    memmem::find(data.as_bytes(), b"{").is_some() && lines.peek().is_some() && lines.all(is_template_line)
}
