//! One file: its parts, what is found in each, what is counted.

use super::outcome::Statistics;
use crate::config::Config;
use crate::rules::native::{self, CheckOptions};
use crate::rules::{Finding, Sink};
use crate::syntax::csdup::{self, verbs};
use crate::syntax::{Commands, Kind, Verb};
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
    let mut sink = Sink::new(&config.rules);
    let mut statistics = Statistics::default();
    let text = source.text();
    match kind {
        Kind::Csdup => {
            deck(text, Span::of(0..text.len()), &CheckOptions::default(), &mut sink, &mut statistics)
        }
        Kind::Jcl | Kind::Sit | Kind::SitMacro | Kind::Listing => {}
    }
    let mut findings = sink.into_findings();
    config.severities.apply(&mut findings);
    FileFindings { findings, statistics }
}

/// Lints the commands that stand in `range`.
fn deck(text: &str, range: Span, options: &CheckOptions, sink: &mut Sink<'_>, statistics: &mut Statistics) {
    let commands = if range.len() <= PART {
        csdup::parse(text, range, csdup::Options::default())
    } else {
        let parts = csdup::chunks(text, range, PART);
        let parsed: Vec<Commands> =
            parts.par_iter().map(|part| csdup::parse(text, *part, csdup::Options::default())).collect();
        csdup::join(parsed)
    };
    native::check_commands(text, &commands, options, sink);
    count(text, &commands, statistics);
}

/// Counts definitions by type, other commands by name.
fn count(text: &str, commands: &Commands, statistics: &mut Statistics) {
    for command in &commands.commands {
        match command.verb {
            Verb::Define | Verb::Userdefine => {
                let resource = commands.operands(command).first();
                let entry = resource
                    .and_then(|operand| crate::catalog::resource_type(operand.key.of_text(text)).found());
                *statistics
                    .definitions
                    .entry(entry.map_or("?", |entry| entry.name).to_owned())
                    .or_default() += 1;
            }
            verb => *statistics.commands.entry(verbs::name(verb).to_owned()).or_default() += 1,
        }
    }
}
