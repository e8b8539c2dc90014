//! The report for people: each finding with the lines at fault, drawn by miette.

use super::Context;
use super::context::{file_of, severity_name};
use super::order::{self, Placed};
use super::price;
use super::snippet::{Place, Snippet};
use super::visible::{visible, visible_lines};
use crate::lint::{LintedFile, Outcome};
use crate::rules::{Finding, Fix, Related, Safety, Severity};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::borrow::Cow;
use std::fmt;
use std::io;

/// Other places that are shown for one finding.
const MOST_RELATED: usize = 8;
/// Edits that are spelt out.
const MOST_EDITS: usize = 3;
/// Characters of an edit that are shown.
const MOST_OF_EDIT: usize = 60;
/// Columns that miette puts before the text of a message or a help, at most.
const INDENT: usize = 12;
/// A text is not squeezed into fewer columns than this.
const NARROWEST: usize = 40;

/// Writes each finding with its snippet.
pub(super) fn write(outcome: &Outcome, context: &Context<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let theme = if context.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(context.width)
        .with_wrap_lines(false)
        .with_links(false)
        .with_show_related_as_nested(true)
        .without_syntax_highlighting();
    let mut text = String::new();
    let open = order::findings(outcome, context).filter(|placed| placed.finding.suppressed.is_none());
    for Placed { file, finding, .. } in open {
        text.clear();
        let name = visible(file.source.name());
        let report = Report::of(finding, file, &name, outcome, context);
        handler.render_report(&mut text, &report).map_err(io::Error::other)?;
        text.push('\n');
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// One finding, or one place of it in another file, as miette takes it.
#[derive(Debug)]
struct Report<'a> {
    code: Option<String>,
    severity: Severity,
    message: String,
    help: Option<String>,
    snippet: Snippet<'a>,
    elsewhere: Vec<Report<'a>>,
}

impl<'a> Report<'a> {
    fn of(
        finding: &'a Finding,
        file: &'a LintedFile,
        name: &'a str,
        outcome: &'a Outcome,
        context: &Context<'a>,
    ) -> Self {
        let rule = context.rule(finding);
        let shown = &finding.related[..finding.related.len().min(MOST_RELATED)];
        let mut places = Vec::with_capacity(1 + shown.len());
        places.push(Place { span: finding.span, label: None, primary: true });
        let mut elsewhere = Vec::new();
        for related in shown {
            match related.file {
                None => {
                    places.push(Place { span: related.span, label: Some(&related.message), primary: false })
                }
                Some(_) => elsewhere.extend(
                    file_of(related, file, outcome).map(|other| Self::of_related(related, other, context)),
                ),
            }
        }
        let snippet = Snippet::new(&file.source, Cow::Borrowed(name), &places);
        Self {
            code: Some(format!("{}[{}] {}", severity_name(finding.severity), rule.code, rule.name)),
            severity: finding.severity,
            message: wrapped(&visible_lines(&finding.message), context.width),
            help: help(finding, file, &snippet).map(|help| wrapped(&help, context.width)),
            snippet,
            elsewhere,
        }
    }

    fn of_related(related: &'a Related, file: &'a LintedFile, context: &Context<'_>) -> Self {
        let place = Place { span: related.span, label: None, primary: true };
        Self {
            code: None,
            severity: Severity::Advice,
            message: wrapped(&visible_lines(&related.message), context.width),
            help: None,
            snippet: Snippet::new(&file.source, visible(file.source.name()), &[place]),
            elsewhere: Vec::new(),
        }
    }
}

/// What to do, the edits that do it, and what the snippet does not show: a line each.
fn help(finding: &Finding, file: &LintedFile, snippet: &Snippet<'_>) -> Option<String> {
    let mut lines: Vec<String> = finding.help.iter().map(|help| visible_lines(help).into_owned()).collect();
    lines.extend(finding.impact.as_deref().and_then(price::line));
    if let Some(fix) = &finding.fix {
        lines.push(fix_text(fix, file.source.text()));
    }
    if finding.related.len() > MOST_RELATED {
        lines.push(format!("{} more places are not shown", finding.related.len() - MOST_RELATED));
    }
    lines.extend(snippet.notes.iter().cloned());
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn fix_text(fix: &Fix, text: &str) -> String {
    let safety = match fix.safety {
        Safety::Safe => "fix",
        Safety::Review => "fix, to be reviewed",
    };
    if fix.edits.len() > MOST_EDITS {
        return format!("{safety}: {} edits", fix.edits.len());
    }
    let edits = fix.edits.iter().map(|edit| match (edit.span.of_text(text), edit.text.as_str()) {
        ("", new) => format!("insert `{}`", shortened(new)),
        (old, "") => format!("remove `{}`", shortened(old)),
        (old, new) => format!("replace `{}` by `{}`", shortened(old), shortened(new)),
    });
    format!("{safety}: {}", edits.collect::<Vec<_>>().join(", "))
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MOST_OF_EDIT).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    visible(&short).into_owned()
}

/// `text` broken at blanks, so that it fits a terminal of `width` columns.
///
/// miette would do it more carefully and take as long for it as for all else.
fn wrapped(text: &str, width: usize) -> String {
    let width = width.saturating_sub(INDENT).max(NARROWEST);
    if text.split('\n').all(|line| line.len() <= width) {
        return text.to_owned();
    }
    let mut broken = String::with_capacity(text.len() + 8);
    let mut column = 0;
    for (at, word) in text.split_inclusive([' ', '\n']).enumerate() {
        let length = word.trim_end().chars().count();
        if at > 0 && column > 0 && column + length > width {
            broken.truncate(broken.trim_end_matches(' ').len());
            broken.push('\n');
            column = 0;
        }
        broken.push_str(word);
        column = if word.ends_with('\n') { 0 } else { column + word.chars().count() };
    }
    broken
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn code<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.snippet)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.snippet.labels()))
    }

    fn related<'s>(&'s self) -> Option<Box<dyn Iterator<Item = &'s dyn Diagnostic> + 's>> {
        if self.elsewhere.is_empty() {
            return None;
        }
        Some(Box::new(self.elsewhere.iter().map(|report| report as &dyn Diagnostic)))
    }
}
