//! `cicslint check --fix` and `--diff`.

use super::exit::Failure;
use super::output;
use crate::fix::{self, Mended, Options};
use crate::lint::{self, Plan, Run};
use clap::Args;
use std::io::Write;

/// So many findings that could not be fixed are named.
const MOST_NAMED: usize = 20;

#[derive(Debug, Args)]
pub(super) struct FixArgs {
    /// Edit the files: make the fixes that are safe, then show what is left
    #[arg(long)]
    fix: bool,
    /// Show as a diff what --fix would change, and change nothing
    #[arg(long, conflicts_with_all = ["fix", "format", "output", "statistics", "write_baseline"])]
    diff: bool,
    /// Make the fixes too that a person has to review
    #[arg(long)]
    unsafe_fixes: bool,
}

/// What the fixes leave to do for the report.
pub(super) struct Told {
    /// A report goes to the screen.
    pub(super) report: bool,
    /// It goes to standard error: standard output has the fixed text.
    pub(super) to_error: bool,
    /// There are fixes to make, and they were not made.
    pub(super) differs: bool,
    /// Why files could not be written; the report is of what stands in them.
    pub(super) unwritten: Vec<miette::Report>,
}

/// Lints, and mends what is to be mended.
pub(super) fn run(arguments: &FixArgs, quiet: bool, plan: &mut Plan) -> Result<(Run, Told), Failure> {
    let told = Told { report: true, to_error: false, differs: false, unwritten: Vec::new() };
    if !arguments.fix && !arguments.diff {
        if arguments.unsafe_fixes {
            let help = "add --fix to make them, or --diff to look at them";
            return Err(Failure::usage("--unsafe-fixes says which fixes are made, and none are", help));
        }
        return Ok((lint::run(plan), told));
    }
    let mut mended = fix::mend(plan, Options { review: arguments.unsafe_fixes });
    if arguments.diff {
        let mut out = output::standard();
        for file in &mended.files {
            out.write_all(file.diff().as_bytes())?;
        }
        out.flush()?;
        tell(&mended, true, quiet);
        let differs = !mended.files.is_empty();
        return Ok((mended.run, Told { report: false, differs, ..told }));
    }
    let mut to_error = false;
    if let Some(input) = &plan.standard_input
        && let Ok(bytes) = &input.bytes
    {
        let mut out = output::standard();
        out.write_all(bytes)?;
        out.flush()?;
        to_error = true;
    }
    let unwritten = write(&mut mended);
    tell(&mended, false, quiet);
    if !unwritten.is_empty() {
        plan.put_nothing();
        mended.run = lint::run(plan);
    }
    Ok((mended.run, Told { to_error, unwritten, ..told }))
}

/// Writes the files; one that cannot be written does not keep the others from it, and no longer counts as mended.
fn write(mended: &mut Mended) -> Vec<miette::Report> {
    let mut faults = Vec::new();
    mended.files.retain(|file| {
        let Err(fault) = file.write() else { return true };
        let diagnostic = miette::MietteDiagnostic::new(format!("{}: not fixed: {fault}", file.name()));
        faults.push(miette::Report::new(diagnostic));
        mended.count = mended.count.saturating_sub(file.count);
        false
    });
    faults
}

/// Says what was done, and what could not be.
fn tell(mended: &Mended, would: bool, quiet: bool) {
    if quiet {
        return;
    }
    for left in mended.left.iter().take(MOST_NAMED) {
        let fix::Left { file, line, column, rule, why } = left;
        output::note(&format!("not fixed: {file}:{line}:{column}: {rule}: {why}"));
    }
    if mended.left.len() > MOST_NAMED {
        output::note(&format!("not fixed: {} more", mended.left.len() - MOST_NAMED));
    }
    let verb = if would { "would be fixed" } else { "fixed" };
    let mut parts = vec![format!("{} {verb}", output::count(mended.count, "finding"))];
    if !mended.files.is_empty() {
        parts[0].push_str(&format!(" in {}", output::count(mended.files.len(), "file")));
    }
    if !mended.left.is_empty() {
        parts.push(format!("{} not fixed", mended.left.len()));
    }
    if mended.to_review > 0 {
        parts.push(format!("{} more with --unsafe-fixes", mended.to_review));
    }
    output::note(&parts.join(", "));
}
