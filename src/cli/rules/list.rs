//! `cicslint rules list`.

use super::Form;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::rules::{self, Rule};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// How they are shown
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// List the rules of this folder too, in place of those of the configuration; may be repeated
    #[arg(long, value_name = "DIR")]
    rules_dir: Vec<PathBuf>,
}

pub(super) fn run(arguments: &ListArgs) -> Result<Exit, Failure> {
    super::of_site(&arguments.rules_dir)?;
    let mut out = output::standard();
    match arguments.format {
        Form::Text => {
            for rule in rules::all() {
                writeln!(
                    out,
                    "{:<8} {:<32} {:<8} {:<12} {}{}",
                    rule.code,
                    rule.name,
                    rule.severity.name(),
                    rule.category,
                    rule.title,
                    remarks(rule)
                )?;
            }
        }
        Form::Json => {
            serde_json::to_writer_pretty(&mut out, &rules::listing()).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// What is unusual about a rule, in parentheses.
fn remarks(rule: &Rule) -> String {
    let mut remarks = Vec::new();
    if rule.is_of_a_region() {
        remarks.push("of a region");
    }
    if rule.persona != "regular" {
        remarks.push(rule.persona);
    }
    if rule.preview {
        remarks.push("preview");
    }
    if !rule.deprecated.is_empty() {
        remarks.push("deprecated");
    }
    remarks.extend(rule.origin);
    if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) }
}
