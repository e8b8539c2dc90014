//! `cicslint rules`.

use super::args::{ListFormat, RulesArgs, RulesCommand};
use super::exit::{Exit, Failure};
use super::output;
use std::io::Write;

pub(super) fn run(arguments: &RulesArgs) -> Result<Exit, Failure> {
    let mut out = output::standard();
    match arguments.command {
        RulesCommand::List { format: ListFormat::Text } => {
            for rule in crate::rules::all() {
                let severity = crate::report::severity_name(rule.severity);
                writeln!(
                    out,
                    "{:<8} {:<32} {:<8} {:<12} {}{}",
                    rule.code,
                    rule.name,
                    severity,
                    rule.category,
                    rule.title,
                    if rule.is_of_a_region() { " (of a region)" } else { "" }
                )?;
            }
        }
        RulesCommand::List { format: ListFormat::Json } => {
            serde_json::to_writer_pretty(&mut out, &crate::rules::listing()).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Clean)
}
