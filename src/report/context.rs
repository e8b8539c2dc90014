//! What the reports need to know beside the findings.

use crate::lint::{LintedFile, Outcome, SkipReason};
use crate::rules::{Finding, Related, Rule, Severity};
use std::path::Path;

/// What the reports need to know beside the findings.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The registry that the findings number their rules by.
    pub rules: &'a [Rule],
    /// Whether escape sequences for colours may be written.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// The release of CICS that was linted for.
    pub release: &'a str,
    /// The lowest severity that makes the run fail; `None` when nothing does.
    pub fail_on: Option<Severity>,
    /// The root of the repository: paths below it are shown relative to it in the formats that CI systems read.
    pub base: Option<&'a Path>,
    /// Whether the formats for people end with the summary line.
    pub summary: bool,
    /// The dearest findings come first, in the formats for people, JSON and SARIF.
    pub by_price: bool,
}

impl<'a> Context<'a> {
    /// A context without colour, for the registry `rules`.
    pub fn plain(rules: &'a [Rule]) -> Self {
        Self {
            rules,
            color: false,
            width: 100,
            release: "5.4",
            fail_on: Some(Severity::Warning),
            base: None,
            summary: true,
            by_price: false,
        }
    }

    /// The rule of `finding`.
    pub(super) fn rule(&self, finding: &Finding) -> &'a Rule {
        Rule::of(finding, self.rules)
    }
}

/// The name of the program in the reports.
pub(super) const TOOL: &str = "cicslint";
/// Its version.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes gathered before they are written: serde_json writes every quote by itself.
pub(super) const BUFFER: usize = 1 << 16;

/// Lower-case name of a severity.
pub const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    }
}

/// Why an input was not linted, in words.
pub(super) fn reason_text(reason: &SkipReason) -> &str {
    match reason {
        SkipReason::UnknownKind => "no kind of file that cicslint reads",
        SkipReason::Binary(_) => "binary data",
        SkipReason::Empty => "empty",
        SkipReason::NothingOfKind => "nothing of the kind that it is to be read as",
        SkipReason::NoFile => "no file",
        SkipReason::Unreadable(why) => why,
    }
}

/// The file that `related`, a place of a finding in `file`, stands in.
pub(super) fn file_of<'a>(
    related: &Related,
    file: &'a LintedFile,
    outcome: &'a Outcome,
) -> Option<&'a LintedFile> {
    match related.file {
        None => Some(file),
        Some(id) => outcome.files.get(id.0 as usize),
    }
}

/// Findings by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub errors: u64,
    /// Warnings.
    pub warnings: u64,
    /// Pieces of advice.
    pub advice: u64,
    /// Files that have findings.
    pub files: u64,
    /// Findings that are suppressed, and counted nowhere else.
    pub suppressed: u64,
}

impl Counts {
    /// Counts the findings of `outcome`.
    pub fn of(outcome: &Outcome) -> Self {
        let mut counts = Self::default();
        for file in &outcome.files {
            counts.files += u64::from(file.open().next().is_some());
            counts.suppressed += (file.findings.len() - file.open().count()) as u64;
            for finding in file.open() {
                match finding.severity {
                    Severity::Error => counts.errors += 1,
                    Severity::Warning => counts.warnings += 1,
                    Severity::Advice => counts.advice += 1,
                }
            }
        }
        counts
    }

    /// All findings.
    pub const fn total(&self) -> u64 {
        self.errors + self.warnings + self.advice
    }
}
