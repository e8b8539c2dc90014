//! One file: its parts, what is found in each, what is counted.

use super::outcome::Statistics;
use crate::config::Config;
use crate::rules::native::{self, CheckOptions};
use crate::rules::{Finding, Sink};
use crate::syntax::csdup::{self, verbs};
use crate::syntax::jcl::{self, CsdupStep, Input, Part};
use crate::syntax::symbols::Symbols;
use crate::syntax::{Commands, Kind, SitForm, SitSource, Verb, listing, sit};
use crate::text::{Source, Span};
use rayon::prelude::*;

/// What one file gives.
#[derive(Debug, Default)]
pub struct FileFindings {
    /// Its findings, by place.
    pub findings: Vec<Finding>,
    /// Its counts (files and bytes left out).
    pub statistics: Statistics,
}

/// A deck is cut into parts of about this size, so that threads can share it.
const PART: usize = 1 << 20;

/// Parses `source` as `kind` and checks it by `config`.
pub fn lint_source(source: &Source, kind: Kind, config: &Config) -> FileFindings {
    let text = source.text();
    let mut file = File {
        text,
        symbols: &config.symbols,
        sink: Sink::new(&config.rules),
        statistics: Statistics::default(),
    };
    native::check_text(source, &mut file.sink);
    let whole = Span::of(0..text.len());
    match kind {
        Kind::Csdup => {
            let parts = parse(text, whole);
            file.commands(&parts, &CheckOptions { symbols: &config.symbols, ..CheckOptions::default() });
        }
        Kind::Jcl => file.job(),
        Kind::Sit => file.sit(&sit::parse_sysin(text, whole)),
        Kind::SitConsole => file.sit(&sit::parse_console(text, whole)),
        Kind::SitMacro => file.sit(&sit::parse_macro(text, whole)),
        Kind::Listing => {
            let report = listing::parse(text, whole);
            native::check_listing(&report.problems, &mut file.sink);
            let options = CheckOptions { report: true, symbols: &config.symbols, ..CheckOptions::default() };
            file.commands(&[report.definitions], &options);
        }
    }
    let mut findings = file.sink.into_findings();
    config.severities.apply(&mut findings);
    FileFindings { findings, statistics: file.statistics }
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
    symbols: &'a Symbols,
    sink: Sink<'a>,
    statistics: Statistics,
}

impl File<'_> {
    fn commands(&mut self, parts: &[Commands], options: &CheckOptions<'_>) {
        native::check_commands(self.text, parts, options, &mut self.sink);
        parts.iter().for_each(|part| self.count(part));
    }

    fn job(&mut self) {
        let job = jcl::parse(self.text);
        native::check_jcl(self.text, &job, &mut self.sink);
        for part in &job.parts {
            match part {
                Part::Csdup(step) => self.csdup_step(step),
                Part::Sit(step) => step.sources.iter().for_each(|source| self.sit(source)),
            }
        }
    }

    fn csdup_step(&mut self, step: &CsdupStep) {
        let options = CheckOptions { compat: step.compat, symbols: self.symbols, ..CheckOptions::default() };
        for input in &step.sysin {
            if let Input::Instream(range) = input {
                let parts = parse(self.text, *range);
                for part in &parts {
                    native::check_readonly(step, self.text, part, &mut self.sink);
                }
                self.commands(&parts, &options);
            }
        }
    }

    fn sit(&mut self, source: &SitSource) {
        native::check_sit(self.text, source, self.symbols, &mut self.sink);
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
