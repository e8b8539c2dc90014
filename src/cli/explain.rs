//! `cicslint explain`.

use super::args::ExplainArgs;
use super::exit::{Exit, Failure};
use super::output;
use std::io::Write;

pub(super) fn run(arguments: &ExplainArgs) -> Result<Exit, Failure> {
    let thing = arguments.thing.trim();
    let mut out = output::standard();
    let mut found = false;
    if let Some(rule) = crate::rules::find(thing) {
        writeln!(out, "{}", crate::rules::explain(rule))?;
        found = true;
    }
    // A word may be several things at once (LIST is a command, TRANSACTION a type): all are told.
    for text in catalog_entries(thing) {
        if found {
            writeln!(out)?;
        }
        writeln!(out, "{text}")?;
        found = true;
    }
    out.flush()?;
    if found {
        return Ok(Exit::Clean);
    }
    let help = match nearest(thing) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "give a rule (RDO101), a type (PROGRAM), an attribute (TRANSACTION.RUNAWAY), \
                 a SIT parameter (MXT) or a DFHCSDUP command (ALTER)"
            .to_owned(),
    };
    Err(Failure::usage(format!("`{thing}` is nothing that cicslint knows"), help))
}

fn catalog_entries(_thing: &str) -> Vec<String> {
    Vec::new()
}

fn nearest(_thing: &str) -> Option<String> {
    None
}
