//! `cicslint explain`.

use super::args::ExplainArgs;
use super::exit::{Exit, Failure};
use super::output;
use std::io::Write;

pub(super) fn run(arguments: &ExplainArgs) -> Result<Exit, Failure> {
    let thing = arguments.thing.trim();
    let mut out = output::standard();
    super::rules::of_site(&arguments.rules_dir)?;
    let rule = crate::rules::find(thing);
    if let Some(rule) = rule {
        if let Some(old) = rule.renamed.iter().find(|old| old.eq_ignore_ascii_case(thing)) {
            output::note(&format!("note: {old} is now {} {}", rule.code, rule.name));
        }
        writeln!(out, "{}", crate::rules::explain(rule))?;
    }
    match crate::catalog::explain::explain(thing) {
        Ok(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                if index > 0 || rule.is_some() {
                    writeln!(out)?;
                }
                writeln!(out, "{}", entry.to_string().trim_end())?;
            }
        }
        Err(_) if rule.is_some() => {}
        Err(nearest) => return Err(unknown(thing, nearest)),
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn unknown(thing: &str, nearest: Option<String>) -> Failure {
    let help = match nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None => "give a rule (RDO101), a type (PROGRAM), an attribute (TRANSACTION.RUNAWAY), \
                 a SIT parameter (MXT) or a DFHCSDUP command (ALTER)"
            .to_owned(),
    };
    Failure::usage(format!("`{thing}` is nothing that cicslint knows"), help)
}
