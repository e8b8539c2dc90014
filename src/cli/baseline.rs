//! The baselines of `cicslint check`.

use super::args::CheckArgs;
use super::exit::Failure;
use super::output;
use crate::lint::{Baseline, BaselinePlan, BaselineUse};
use std::path::Path;

/// So many entries that are gone are named.
const MOST_NAMED: usize = 3;

/// The baselines that the command line names, read.
pub(super) fn plan(arguments: &CheckArgs) -> Result<BaselinePlan, Failure> {
    let read =
        arguments.baseline.as_ref().map(|path| Ok::<_, Failure>((path.clone(), Baseline::read(path)?)));
    let write = arguments.write_baseline.clone();
    let old = write.as_deref().filter(|path| path.exists()).map(Baseline::read).transpose()?;
    let mut plan = BaselinePlan { read: read.transpose()?, write, old, add: arguments.baseline_add };
    // One file under both options: what it becomes is what counts.
    if plan.write.is_some() && plan.read.as_ref().map(|(path, _)| path) == plan.write.as_ref() {
        plan.read = None;
    }
    Ok(plan)
}

/// Writes the new baseline, and says what has changed.
pub(super) fn finish(
    arguments: &CheckArgs,
    plan: &BaselinePlan,
    result: &BaselineUse,
) -> Result<(), Failure> {
    let quiet = arguments.quiet;
    if let (Some(path), Some(new)) = (&plan.write, &result.new) {
        std::fs::write(path, new.to_json()).map_err(|error| unwritable(path, &error))?;
        let what = output::count(new.len() as usize, "finding");
        let verb = if plan.old.is_some() { "holds" } else { "written with" };
        say(quiet, &format!("{}: {verb} {what}", path.display()));
        if !result.gone.is_empty() && plan.old.is_some() {
            say(quiet, &format!("{}: {} taken out", path.display(), entries(result.gone.len())));
        }
        if plan.old.is_some() && result.not_looked_for > 0 {
            let what = entries(result.not_looked_for);
            say(quiet, &format!("{}: {what} kept that this run did not look for", path.display()));
        }
        if result.not_added > 0 {
            let what = output::count(result.not_added as usize, "new finding");
            say(quiet, &format!("{}: {what} not added; --baseline-add does", path.display()));
        }
    } else if let Some((path, _)) = plan.read.as_ref().filter(|_| !result.gone.is_empty()) {
        let named = result.gone.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join("; ");
        let more = if result.gone.len() > MOST_NAMED { "; ..." } else { "" };
        let verb = if result.gone.len() == 1 { "matches" } else { "match" };
        let what = entries(result.gone.len());
        say(
            quiet,
            &format!("{}: {what} {verb} nothing, or less than before ({named}{more})", path.display()),
        );
        say(quiet, &format!("--write-baseline {} takes out what is gone", path.display()));
    }
    Ok(())
}

fn say(quiet: bool, text: &str) {
    if !quiet {
        output::note(&format!("note: {text}"));
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(
        format!("{}: the baseline cannot be written: {error}", path.display()),
        "name another --write-baseline",
    )
}
