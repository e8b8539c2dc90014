//! `cicslint explain`.

use super::args::ExplainArgs;
use super::exit::{Exit, Failure};
use super::{check, choice, output, workload};
use crate::config::Config;
use crate::lint::{self, Plan, Wanted};
use crate::report::write_explanation;
use crate::rules::{Fingerprint, Selection};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) fn run(arguments: &ExplainArgs) -> Result<Exit, Failure> {
    let thing = arguments.thing.trim();
    if let Some(wanted) = finding(thing) {
        return explain_finding(arguments, &wanted);
    }
    if let Some(path) = place_in(thing) {
        return Err(Failure::usage(
            format!("{path}: there is no such file"),
            "a finding is named by FILE:LINE as reports show it, or by its fingerprint",
        ));
    }
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

/// The finding that is asked about, where it is one: `FILE:LINE`, `FILE:LINE:COLUMN`, or a fingerprint.
fn finding(thing: &str) -> Option<Wanted> {
    let is_print = thing.len() == 16 && thing.bytes().all(|b| b.is_ascii_hexdigit());
    if is_print && let Ok(print) = u64::from_str_radix(thing, 16) {
        return Some(Wanted::Fingerprint(Fingerprint(print)));
    }
    let (rest, last) = thing.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = rest.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?)));
    match with_column {
        Some((path, line)) if Path::new(path).is_file() => {
            Some(Wanted::Place(PathBuf::from(path), line, Some(last)))
        }
        _ => Path::new(rest).is_file().then(|| Wanted::Place(PathBuf::from(rest), last, None)),
    }
}

/// The path of what looks like `FILE:LINE` or `FILE:LINE:COLUMN`.
fn place_in(thing: &str) -> Option<&str> {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (rest, last) = thing.rsplit_once(':')?;
    let path = match rest.rsplit_once(':') {
        Some((path, line)) if number(line) => path,
        _ => rest,
    };
    (number(last) && !path.is_empty()).then_some(path)
}

fn explain_finding(arguments: &ExplainArgs, wanted: &Wanted) -> Result<Exit, Failure> {
    let mut plan = Plan::default();
    plan.region = arguments.region.clone();
    plan.workload = arguments.workload.as_deref().map(workload::read).transpose()?.map(Arc::new);
    plan.unpriced = true;
    let site = choice::site_rules(&arguments.rules_dir)?;
    let paths = match (arguments.paths.as_slice(), wanted) {
        ([], Wanted::Place(path, ..)) => vec![path.clone()],
        ([], Wanted::Fingerprint(_)) => vec![PathBuf::from(".")],
        (paths, _) => paths.to_vec(),
    };
    let fixed = arguments.config.as_deref().map(Config::read).transpose()?;
    for path in &paths {
        let mut config = match &fixed {
            Some(config) => config.clone(),
            None => Config::discover(path)?,
        };
        // A finding is explained whether or not its rule is one that runs here.
        config.choice.site.extend(&site);
        config.rules = Selection::everything();
        plan.add(path, config);
    }
    check::find_regions(&mut plan)?;
    let (run, found) = lint::explained(&plan, wanted);
    check::tell_skipped(false, true, &run.outcome);
    if found.is_empty() {
        return Err(Failure::usage(
            format!("{}: there is no finding here", arguments.thing),
            "`cicslint check --format json` shows the place and the fingerprint of each; name the files of its region too",
        ));
    }
    let mut out = output::standard();
    for (number, explained) in found.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        write_explanation(explained, crate::rules::all(), &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn unknown(thing: &str, nearest: Option<String>) -> Failure {
    let help = match nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None => "give a rule (RDO101), a type (PROGRAM), an attribute (TRANSACTION.RUNAWAY), \
                 a SIT parameter (MXT), a DFHCSDUP command (ALTER), or a finding (FILE:LINE, or its fingerprint)"
            .to_owned(),
    };
    Failure::usage(format!("`{thing}` is nothing that cicslint knows"), help)
}
