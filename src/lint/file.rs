//! One file: its parts, what is found in each, what is counted.

use super::outcome::Statistics;
use super::suppress::{self, Comments, Unit};
use crate::config::Config;
use crate::csd::{Deck, DeckText};
use crate::region::{self, Gathered};
use crate::rules::native::{self, CheckOptions, CheckedPart};
use crate::rules::{Finding, Severity, Sink};
use crate::syntax::csdup::{self, verbs};
use crate::syntax::directive::{self, Directives};
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
    /// The suppressions in its comments.
    pub(super) comments: Comments,
}

/// A deck is cut into parts of about this size, so that threads can share it.
const PART: usize = 1 << 20;

/// So many parts for each thread are read before they are put together.
const BATCH: usize = 4;

/// Parses `source` as `kind` and checks it by itself, by `config`. What its comments suppress is marked.
pub fn lint_source(source: &Source, kind: Kind, config: &Config) -> FileFindings {
    let mut found = lint(source, None, kind, config);
    suppress::of_file(&mut found.comments, config, false, &mut found.findings);
    found
}

/// Parses the file as `kind`, checks it by itself, by `config`, and makes its decks and SIT sources ready for a
/// region. The symbols of `deck` are those of `config`.
pub(super) fn lint_file(deck: &DeckText, kind: Kind, config: &Config) -> FileFindings {
    lint(&deck.source, Some(deck), kind, config)
}

fn lint(source: &Source, deck: Option<&DeckText>, kind: Kind, config: &Config) -> FileFindings {
    let text = source.text();
    let directives = match kind {
        // A report has no comments.
        Kind::Listing => Directives::default(),
        kind => directive::find(text, kind == Kind::Jcl),
    };
    let mut file = File {
        text,
        deck,
        symbols: &config.symbols,
        sink: Sink::new(&config.rules),
        statistics: Statistics::default(),
        anything: false,
        gathered: Gathered::default(),
        units: (!directives.is_empty()).then(Vec::new),
    };
    native::check_text(source, &mut file.sink);
    let whole = Span::of(0..text.len());
    match kind {
        Kind::Csdup => {
            let options = CheckOptions { symbols: &config.symbols, ..CheckOptions::default() };
            let made = file.commands(whole, &options, deck, None);
            file.gathered.decks.extend(made);
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
    let comments = match file.units {
        None => Comments::default(),
        Some(units) => {
            let today = config.today();
            native::suppression::check_directives(text, &directives, today, &mut file.sink);
            Comments::bind(text, directives, units, today, &mut file.sink)
        }
    };
    let mut findings = file.sink.into_findings();
    if kind == Kind::Listing {
        // A report is printed by CICS: nobody changes it.
        findings.iter_mut().for_each(|finding| finding.fix = None);
    }
    let mut gathered = file.gathered;
    let errors = || findings.iter().filter(|finding| finding.severity == Severity::Error);
    if errors().next().is_some() {
        for deck in &mut gathered.decks {
            deck.mark_refused(errors().map(|finding| finding.span));
        }
    }
    config.severities.apply(&mut findings);
    FileFindings { findings, statistics: file.statistics, is_nothing: !file.anything, gathered, comments }
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
    /// Commands and SIT parameters, each up to where the next one begins, where comments are bound to them.
    units: Option<Vec<Unit>>,
}

impl File<'_> {
    /// Reads and checks the commands of `range`, and makes the deck that they are where `deck` asks for it.
    ///
    /// A large deck is cut into parts that threads share. Each part is parsed, checked and made ready before the
    /// next one of its thread, so that the trees of all parts never stand in memory together.
    fn commands(
        &mut self,
        range: Span,
        options: &CheckOptions<'_>,
        deck: Option<&DeckText>,
        step: Option<&CsdupStep>,
    ) -> Option<Deck> {
        let text = self.text;
        let one = |part: Span| {
            let commands = csdup::parse(text, part, csdup::Options::default());
            let mut sink = self.sink.fork();
            if let Some(step) = step {
                native::check_readonly(step, text, &commands, &mut sink);
            }
            let mut statistics = Statistics::default();
            count(&mut statistics, text, &commands);
            let bodies = commands.commands.iter().map(|command| command.span);
            ReadPart {
                units: if self.units.is_some() { units(bodies, part.end) } else { Vec::new() },
                anything: !commands.commands.is_empty() || !commands.problems.is_empty(),
                checked: native::check_part(text, &commands, options, sink),
                deck: deck.map(|deck| Deck::new(deck.clone(), [&commands])),
                statistics,
            }
        };
        let mut joined = Joined { parts: range.len().div_ceil(PART), ..Joined::default() };
        if range.len() <= PART {
            joined.take(one(range));
        } else {
            let parts = csdup::chunks(text, range, PART);
            // Some at a time, so that the parts never all stand beside the whole.
            for some in parts.chunks(BATCH * rayon::current_num_threads()) {
                let read: Vec<ReadPart<'_, '_>> = some.par_iter().map(|part| one(*part)).collect();
                read.into_iter().for_each(|part| joined.take(part));
            }
        }
        self.anything |= joined.anything;
        if let Some(units) = &mut self.units {
            units.append(&mut joined.units);
        }
        self.statistics.add(&joined.statistics);
        native::finish_parts(joined.checked, &mut self.sink);
        joined.deck
    }

    fn listing(&mut self, report: &Listing) {
        let options = CheckOptions { report: true, symbols: self.symbols, ..CheckOptions::default() };
        let definitions = &report.definitions;
        self.anything |= !definitions.commands.is_empty() || !definitions.problems.is_empty();
        native::check_commands(self.text, std::slice::from_ref(definitions), &options, &mut self.sink);
        count(&mut self.statistics, self.text, definitions);
        let deck = self.deck.map(|deck| Deck::of_report(deck.clone(), report, report.whole));
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
                        sit.extend(
                            self.deck_text(&symbols).map(|text| region::sit_input(&text, source.clone())),
                        );
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
        let mut run: Option<Deck> = None;
        for input in &step.sysin {
            if let Input::Instream(range) = input {
                let symbols = self.symbols.with_job(job.symbols_in(self.text, *range));
                let options =
                    CheckOptions { compat: step.compat, symbols: &symbols, ..CheckOptions::default() };
                let text = self.deck_text(&symbols);
                match (&mut run, self.commands(*range, &options, text.as_ref(), Some(step))) {
                    (Some(run), Some(next)) => run.append(next),
                    (run, next) => *run = run.take().or(next),
                }
            }
        }
        self.gathered.decks.extend(run);
    }

    fn sit(&mut self, source: SitSource) {
        self.sit_with(&source, self.symbols);
        let input = self.deck.map(|deck| vec![region::sit_input(deck, source)]);
        self.gathered.sits.extend(input);
    }

    fn sit_with(&mut self, source: &SitSource, symbols: &Symbols) {
        self.anything |= !source.settings.is_empty() || !source.problems.is_empty();
        native::check_sit(self.text, source, symbols, &mut self.sink);
        if let Some(all) = &mut self.units {
            let names = source.settings.iter().map(|setting| setting.name);
            all.append(&mut units(names, source.span.end));
        }
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
}

/// One part of a deck, read.
struct ReadPart<'a, 's> {
    anything: bool,
    units: Vec<Unit>,
    checked: CheckedPart<'a, 's>,
    deck: Option<Deck>,
    statistics: Statistics,
}

/// The parts of a deck, put together.
#[derive(Default)]
struct Joined<'a, 's> {
    /// How many parts there are.
    parts: usize,
    anything: bool,
    units: Vec<Unit>,
    checked: Vec<CheckedPart<'a, 's>>,
    deck: Option<Deck>,
    statistics: Statistics,
}

impl<'a, 's> Joined<'a, 's> {
    fn take(&mut self, mut part: ReadPart<'a, 's>) {
        self.anything |= part.anything;
        self.units.append(&mut part.units);
        self.statistics.add(&part.statistics);
        self.checked.push(part.checked);
        match (&mut self.deck, part.deck) {
            (Some(whole), Some(next)) => whole.append(next),
            (None, Some(mut first)) => {
                // The parts of a large deck are alike, so the first one tells how much room all of them need.
                first.reserve_for(self.parts);
                self.deck = Some(first);
            }
            (_, None) => {}
        }
    }
}

/// What stands at `bodies`, each up to the next, the last one up to `end`.
fn units(bodies: impl Iterator<Item = Span>, end: u32) -> Vec<Unit> {
    let unit = |body: Span| Unit { span: Span::new(body.start, end.max(body.start)), body_end: body.end };
    let mut units: Vec<Unit> = bodies.map(unit).collect();
    for at in 1..units.len() {
        units[at - 1].span.end = units[at].span.start.max(units[at - 1].span.start);
    }
    units
}

/// Counts definitions by type, other commands by name.
fn count(statistics: &mut Statistics, text: &str, commands: &Commands) {
    let mut types = vec![0u64; crate::catalog::types().len()];
    for command in &commands.commands {
        match command.verb {
            Verb::Define | Verb::Userdefine => {
                let word = commands.operands(command).first().map_or("", |it| it.key.of_text(text));
                match crate::catalog::resource_type(word).found().and_then(index_of) {
                    Some(index) => types[index] += 1,
                    None => *statistics.definitions.entry("?".to_owned()).or_default() += 1,
                }
            }
            verb => *statistics.commands.entry(verbs::name(verb).to_owned()).or_default() += 1,
        }
    }
    for (entry, count) in crate::catalog::types().iter().zip(types).filter(|(_, count)| *count > 0) {
        *statistics.definitions.entry(entry.name.to_owned()).or_default() += count;
    }
}

/// The place of a resource type in the catalogue.
fn index_of(entry: &crate::catalog::ResourceType) -> Option<usize> {
    crate::catalog::types().iter().position(|other| std::ptr::eq(other, entry))
}
