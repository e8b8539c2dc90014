//! The PARM of DFHSIP.

use super::reading::{Blanks, Next, Reading};
use crate::syntax::joined::Joined;
use crate::syntax::lines::LONGEST_RECORD;
use crate::syntax::operands::{self, Record};
use crate::syntax::symbols;
use crate::syntax::tree::{Problem, ProblemKind, Setting, SitForm, SitSource};
use crate::text::Span;

/// The longest PARM, in characters between its delimiters.
const LONGEST_PARM: usize = 100;

/// Reads the PARM of the EXEC statement of DFHSIP. `span` is its value in `text`, `pieces` the string that CICS
/// sees: what stands between the apostrophes and parentheses, in order.
pub fn parse_parm(text: &str, span: Span, pieces: &[Span]) -> SitSource {
    let joined = Joined::new(text, pieces);
    let mut reading = Reading::new(&joined.text, Blanks::Separate);
    let whole = Span::of(0..joined.text.len());
    if joined.text.len() > LONGEST_RECORD {
        reading.problem(ProblemKind::NotASetting, whole, None);
    } else {
        let mut lexemes = Vec::new();
        operands::cut(&joined.text, whole, Record::Sit, &mut lexemes);
        reading.take(&lexemes);
        reading.end_record(Next::Nothing);
    }
    if least_length(&joined.text) > LONGEST_PARM {
        reading.problem(ProblemKind::ParmTooLong, whole, None);
    }
    let back = |span| joined.to_source(span);
    let Reading { settings, comments, problems, .. } = reading;
    SitSource {
        form: SitForm::Parm,
        span,
        settings: settings
            .iter()
            .map(|setting| Setting { name: back(setting.name), value: setting.value.map(back) })
            .collect(),
        comments: comments.into_iter().map(back).collect(),
        problems: problems
            .into_iter()
            .map(|problem| Problem {
                kind: problem.kind,
                span: if problem.kind == ProblemKind::ParmTooLong { span } else { back(problem.span) },
                related: problem.related.map(back),
            })
            .collect(),
    }
}

/// How many characters the PARM has at the least: a symbol may stand for nothing.
fn least_length(parm: &str) -> usize {
    let mut rest = parm;
    let mut length = 0;
    while let Some(found) = symbols::find(rest) {
        length += rest[..found.start].chars().count();
        rest = &rest[found.end..];
    }
    length + rest.chars().count()
}
