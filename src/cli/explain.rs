//! `cicslint explain`.

use super::args::ExplainArgs;
use super::exit::{Exit, Failure};
use super::output;
use std::io::Write;

pub(super) fn run(arguments: &ExplainArgs) -> Result<Exit, Failure> {
    let thing = arguments.thing.trim();
    let mut out = output::standard();
    let rule = crate::rules::find(thing);
    if let Some(rule) = rule {
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

fn unknown(thing: &str, nearest: Option<&str>) -> Failure {
    let help = match nearest {
        Some(near) => match thing.split_once('.') {
            // What is near may be the type or the attribute of TYPE.ATTRIBUTE.
            Some((kind, _)) if crate::catalog::resource_type(kind).found().is_some() => {
                format!("did you mean `{}.{near}`?", kind.to_ascii_uppercase())
            }
            Some((_, attribute)) => format!("did you mean `{near}.{}`?", attribute.to_ascii_uppercase()),
            None => format!("did you mean `{near}`?"),
        },
        None => "give a rule (RDO101), a type (PROGRAM), an attribute (TRANSACTION.RUNAWAY), \
                 a SIT parameter (MXT) or a DFHCSDUP command (ALTER)"
            .to_owned(),
    };
    Failure::usage(format!("`{thing}` is nothing that cicslint knows"), help)
}
