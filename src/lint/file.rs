//! One file: its parts, what is found in each, what is counted.

use super::outcome::Statistics;
use crate::config::Config;
use crate::csd::{Deck, DeckText};
use crate::region::{self, Gathered};
use crate::rules::native::{self, CheckOptions};
use crate::rules::{Finding, Severity, Sink};
use crate::syntax::csdup::{self, verbs};
use crate::syntax::jcl::{self, CsdupStep, Input, Jcl, Part};
use crate::syntax::listing::Listing;
use crate::syntax::symbols::Symbols;
use crate::syntax::{Commands, Kind, SitForm, SitSource, Verb, listing, sit};
use crate::text::{Source, Span};
use rayon::prelude::*;
use std::sync::Arc;

/// What one file gives.
#[derive(Debug, Default)]
pub struct FileFindings {
    /// Its findings, by place.
    pub findings: Vec<Finding>,
    /// Its counts (files and bytes left out).
    pub statistics: Statistics,
    /// Nothing of the kind was found in it.
    pub is_nothing: bool,
    /// What it gives to a region; empty where that was not asked for.
    pub gathered: Gathered,
}

/// A deck is cut into parts of about this size, so that threads can share it.
const PART: usize = 1 << 20;

/// Parses `source` as `kind` and checks it by itself, by `config`.
pub fn lint_source(source: &Source, kind: Kind, config: &Config) -> FileFindings {
    lint(source, None, kind, config)
}

/// Parses the file as `kind`, checks it by itself, by `config`, and makes its decks and SIT sources ready for a
/// region. The symbols of `deck` are those of `config`.
pub(super) fn lint_file(deck: &DeckText, kind: Kind, config: &Config) -> FileFindings {
    lint(&deck.source, Some(deck), kind, config)
}

fn lint(source: &Source, deck: Option<&DeckText>, kind: Kind, config: &Config) -> FileFindings {
    let text = source.text();
    let mut file = File {
        text,
        deck,
        symbols: &config.symbols,
        sink: Sink::new(&config.rules),
        statistics: Statistics::default(),
        anything: false,
        gathered: Gathered::default(),
    };
    native::check_text(source, &mut file.sink);
    let whole = Span::of(0..text.len());
    match kind {
        Kind::Csdup => {
            let parts = parse(text, whole);
            file.commands(&parts, &CheckOptions { symbols: &config.symbols, ..CheckOptions::default() });
            file.gathered.decks.extend(deck.map(|deck| Deck::new(deck.clone(), parts)));
        }
        Kind::Jcl => file.job(),
        Kind::Sit => file.sit(sit::parse_sysin(text, whole)),
        Kind::SitConsole => file.sit(sit::parse_console(text, whole)),
        Kind::SitMacro => file.sit(sit::parse_macro(text, whole)),
        Kind::Listing => {
            let report = listing::parse(text, whole);
            file.anything |= !report.groups.is_empty() || !report.lists.is_empty();
            native::check_listing(&report, &mut file.sink);
            file.listing(&report);
        }
    }
    let mut findings = file.sink.into_findings();
    let mut gathered = file.gathered;
    let errors = || findings.iter().filter(|finding| finding.severity == Severity::Error);
    if errors().next().is_some() {
        for deck in &mut gathered.decks {
            deck.mark_refused(errors().map(|finding| finding.span));
        }
    }
    config.severities.apply(&mut findings);
    FileFindings { findings, statistics: file.statistics, is_nothing: !file.anything, gathered }
}

/// Reads the commands of `range`; a large one by several threads.
fn parse(text: &str, range: Span) -> Vec<Commands> {
    let options = csdup::Options::default();
    if range.len() <= PART {
        return vec![csdup::parse(text, range, options)];
    }
    csdup::chunks(text, range, PART).par_iter().map(|part| csdup::parse(text, *part, options)).collect()
}

/// A file under way.
struct File<'a> {
    text: &'a str,
    /// The text as a region takes it, where one is made.
    deck: Option<&'a DeckText>,
    symbols: &'a Symbols,
    sink: Sink<'a>,
    statistics: Statistics,
    /// Whether something of the kind was found.
    anything: bool,
    gathered: Gathered,
}

impl File<'_> {
    fn commands(&mut self, parts: &[Commands], options: &CheckOptions<'_>) {
        self.anything |= parts.iter().any(|part| !part.commands.is_empty() || !part.problems.is_empty());
        native::check_commands(self.text, parts, options, &mut self.sink);
        parts.iter().for_each(|part| self.count(part));
    }

    fn listing(&mut self, report: &Listing) {
        let options = CheckOptions { report: true, symbols: self.symbols, ..CheckOptions::default() };
        self.commands(std::slice::from_ref(&report.definitions), &options);
        let deck = self.deck.map(|deck| Deck::of_report(deck.clone(), report, false));
        self.gathered.decks.extend(deck);
    }

    fn job(&mut self) {
        let job = jcl::parse(self.text);
        self.anything |= !job.steps.is_empty();
        native::check_jcl(self.text, &job, &mut self.sink);
        for part in &job.parts {
            match part {
                Part::Csdup(step) => self.csdup_step(&job, step),
                Part::Sit(step) => {
                    let mut sit = Vec::new();
                    for source in &step.sources {
                        let symbols = self.symbols.with_job(job.symbols_in(self.text, source.span));
                        self.sit_with(source, &symbols);
                        sit.extend(self.deck_text(&symbols).map(|text| region::sit_input(&text, source.clone())));
                    }
                    self.gathered.sits.extend((!sit.is_empty()).then_some(sit));
                }
            }
        }
    }

    /// The text of the file with the symbols of a step.
    fn deck_text(&self, symbols: &Symbols) -> Option<DeckText> {
        Some(DeckText { symbols: Arc::new(symbols.clone()), ..self.deck?.clone() })
    }

    /// One step is one run of DFHCSDUP, though its SYSIN may come in pieces.
    fn csdup_step(&mut self, job: &Jcl, step: &CsdupStep) {
        let mut run = Vec::new();
        let mut run_symbols = None;
        for input in &step.sysin {
            if let Input::Instream(range) = input {
                let parts = parse(self.text, *range);
                let symbols = self.symbols.with_job(job.symbols_in(self.text, *range));
                let options =
                    CheckOptions { compat: step.compat, symbols: &symbols, ..CheckOptions::default() };
                for part in &parts {
                    native::check_readonly(step, self.text, part, &mut self.sink);
                }
                self.commands(&parts, &options);
                if self.deck.is_some() {
                    run.extend(parts);
                    run_symbols.get_or_insert(symbols);
                }
            }
        }
        let text = run_symbols.and_then(|symbols| self.deck_text(&symbols));
        self.gathered.decks.extend(text.map(|text| Deck::new(text, run)));
    }

    fn sit(&mut self, source: SitSource) {
        self.sit_with(&source, self.symbols);
        let input = self.deck.map(|deck| vec![region::sit_input(deck, source)]);
        self.gathered.sits.extend(input);
    }

    fn sit_with(&mut self, source: &SitSource, symbols: &Symbols) {
        self.anything |= !source.settings.is_empty() || !source.problems.is_empty();
        native::check_sit(self.text, source, symbols, &mut self.sink);
        let form = match source.form {
            SitForm::Macro => "DFHSIT macro",
            SitForm::Parm => "PARM",
            SitForm::Sysin => "SYSIN",
            SitForm::Console => "console",
        };
        let given = source.settings.iter().filter(|setting| setting.value.is_some()).count() as u64;
        if given > 0 {
            *self.statistics.sit_parameters.entry(form.to_owned()).or_default() += given;
        }
    }

    /// Counts definitions by type, other commands by name.
    fn count(&mut self, commands: &Commands) {
        let mut types = vec![0u64; crate::catalog::types().len()];
        for command in &commands.commands {
            match command.verb {
                Verb::Define | Verb::Userdefine => {
                    let word = commands.operands(command).first().map_or("", |it| it.key.of_text(self.text));
                    match crate::catalog::resource_type(word).found().and_then(index_of) {
                        Some(index) => types[index] += 1,
                        None => *self.statistics.definitions.entry("?".to_owned()).or_default() += 1,
                    }
                }
                verb => *self.statistics.commands.entry(verbs::name(verb).to_owned()).or_default() += 1,
            }
        }
        for (entry, count) in crate::catalog::types().iter().zip(types).filter(|(_, count)| *count > 0) {
            *self.statistics.definitions.entry(entry.name.to_owned()).or_default() += count;
        }
    }
}

/// The place of a resource type in the catalogue.
fn index_of(entry: &crate::catalog::ResourceType) -> Option<usize> {
    crate::catalog::types().iter().position(|other| std::ptr::eq(other, entry))
}
