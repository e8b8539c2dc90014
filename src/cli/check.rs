//! `cicslint check`.

use super::args::{CheckArgs, Color, ReportTarget, SortName};
use super::exit::{Exit, Failure};
use super::{choice, output};
use crate::config::Config;
use crate::lint::{self, Outcome, Plan, Run, SkipReason, StandardInput};
use crate::report::{self, Context};
use crate::text::ReadOptions;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub(super) fn run(arguments: &CheckArgs, targets: &[ReportTarget]) -> Result<Exit, Failure> {
    let (on_screen, in_files): (Vec<_>, Vec<_>) = targets.iter().partition(|(_, output)| output.is_none());
    if on_screen.len() > 1 {
        return Err(Failure::usage(
            "only one report can go to standard output",
            "give each further --format an --output of its own",
        ));
    }
    let started = Instant::now();
    let mut plan = plan(arguments)?;
    if let Some(path) = in_files.iter().filter_map(|(_, path)| path.as_deref()).find(|path| plan.reads(path))
    {
        return Err(Failure::usage(
            format!("{}: this file is linted, and the report would overwrite it", path.display()),
            "name another --output",
        ));
    }
    let (run, mended) = super::fix::run(&arguments.fixes, arguments.quiet, &mut plan)?;
    let Run { outcome, failing, timings, baseline } = run;
    let linted = started.elapsed();

    let context = context(arguments);
    for (format, path) in in_files {
        let Some(path) = path else { continue };
        let mut file = output::file(path).map_err(|error| unwritable(path, &error))?;
        report::write(*format, &outcome, &context, &mut file)
            .and_then(|()| file.flush())
            .map_err(|error| unwritable(path, &error))?;
    }
    if let Some((format, _)) = on_screen.first().filter(|_| mended.report) {
        let mut out = output::screen(mended.to_error);
        report::write(*format, &outcome, &context, &mut out)?;
        if arguments.statistics {
            report::write_statistics(&outcome, &context, &mut out)?;
        }
        out.flush()?;
    }
    if arguments.timings {
        output::note(&format!(
            "read {:.1} ms and linted {:.1} ms (both summed over threads), regions {:.1} ms, {:.1} ms in all; reports \
             {:.1} ms",
            millis(timings.reading),
            millis(timings.linting),
            millis(timings.regions),
            millis(linted),
            millis(started.elapsed().saturating_sub(linted)),
        ));
    }
    if !arguments.quiet {
        outcome.notes.iter().for_each(|text| output::note(&format!("note: {text}")));
    }
    super::baseline::finish(arguments, &plan.baseline, &baseline)?;
    tell_skipped(arguments.strict, arguments.quiet, &outcome);
    if !mended.unwritten.is_empty() {
        return Err(Failure::AllRefused(Exit::Unreadable, mended.unwritten));
    }
    let dear = arguments.fail_over.is_some_and(|limit| costs_over(&outcome, limit));
    Ok(exit_of(arguments.strict, &outcome, failing || dear || mended.differs))
}

/// Whether a finding costs more CPU a transaction than this, in microseconds: its best value.
fn costs_over(outcome: &Outcome, limit: f64) -> bool {
    let open = outcome.files.iter().flat_map(lint::LintedFile::open);
    open.filter_map(|finding| finding.impact.as_deref()?.cpu_us()).any(|cpu| cpu > limit)
}

fn millis(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(
        format!("{}: the report cannot be written: {error}", path.display()),
        "name another --output",
    )
}

/// What is to be linted, by which configuration.
fn plan(arguments: &CheckArgs) -> Result<Plan, Failure> {
    let mut plan = Plan::default();
    plan.kind = arguments.kind();
    plan.read = ReadOptions { encoding: arguments.encoding() };
    plan.threads = arguments.threads;
    plan.region = arguments.region.clone();
    plan.unpriced = arguments.no_prices;
    plan.workload = arguments.workload.as_deref().map(super::workload::read).transpose()?.map(Arc::new);
    let site = choice::site_rules(&arguments.rules_dir)?;
    let mut remarks = choice::Remarks::new(arguments.quiet);
    let fixed = arguments.config.as_deref().map(Config::read).transpose()?;
    for path in &arguments.paths {
        let from_standard_input = path.as_os_str() == "-";
        let mut config = match &fixed {
            Some(config) => config.clone(),
            None if from_standard_input => {
                Config::discover(Path::new(arguments.stdin_filename.as_deref().unwrap_or("")))?
            }
            None => Config::discover(path)?,
        };
        choice::choose_rules(arguments, &site, &mut config, &mut remarks)?;
        if from_standard_input {
            if plan.standard_input.is_some() {
                return Err(Failure::usage("standard input is named twice", "give `-` once"));
            }
            let mut bytes = Vec::new();
            let name = arguments.stdin_filename.clone().unwrap_or_else(|| "<stdin>".to_owned());
            let bytes = std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes);
            plan.standard_input = Some(StandardInput { name, bytes, config });
        } else {
            plan.add(path, config);
        }
    }
    // Now the rules of the site are known, which it may name.
    plan.baseline = super::baseline::plan(arguments)?;
    find_regions(&mut plan)?;
    Ok(plan)
}

/// Looks up the files of the regions, and the region that is asked for.
pub(super) fn find_regions(plan: &mut Plan) -> Result<(), Failure> {
    plan.find_regions()?;
    match &plan.region {
        Some(name) if !plan.region_names().iter().any(|known| known.eq_ignore_ascii_case(name)) => {
            Err(unknown_region(name, &plan.region_names()))
        }
        _ => Ok(()),
    }
}

fn unknown_region(name: &str, known: &[&str]) -> Failure {
    let help = match known {
        [] => "describe it in a [[region]] of cicslint.toml".to_owned(),
        [one] => format!("the configuration has one region, {one}"),
        many => format!("the configuration has {}", many.join(", ")),
    };
    Failure::usage(format!("there is no region {name}"), help)
}

fn context(arguments: &CheckArgs) -> Context<'_> {
    let terminal = std::io::stdout().is_terminal();
    let color = match arguments.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    Context {
        color,
        summary: !arguments.quiet,
        release: &arguments.release,
        by_price: arguments.sort == SortName::Impact,
        ..Context::plain(crate::rules::all())
    }
}

/// Says on standard error what was not linted.
pub(super) fn tell_skipped(strict: bool, quiet: bool, outcome: &Outcome) {
    let (mut unknown, mut binary, mut empty, mut special) = (0u64, 0u64, 0u64, 0u64);
    for skipped in &outcome.skipped {
        match (&skipped.reason, skipped.named || strict) {
            (SkipReason::UnknownKind, false) => unknown += 1,
            (SkipReason::Binary(_), false) => binary += 1,
            (SkipReason::Empty, false) => empty += 1,
            (SkipReason::NoFile, _) => special += 1,
            (reason, _) => output::note(&format!("error: {}: {reason}", skipped.path)),
        }
    }
    let sum = unknown + binary + empty + special;
    if sum > 0 && !quiet {
        let kinds = [
            (unknown, "of no kind that is linted"),
            (binary, "not text"),
            (empty, "empty"),
            (special, "pipes or devices"),
        ];
        let parts: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let files = if sum == 1 { "file" } else { "files" };
        output::note(&format!("{sum} {files} skipped: {}", parts.join(", ")));
    }
    if outcome.statistics.files == 0 && outcome.skipped.iter().all(|skipped| !skipped.named) {
        output::note("nothing to lint was found");
    }
}

pub(super) fn exit_of(strict: bool, outcome: &Outcome, failing: bool) -> Exit {
    let is_fault = |skipped: &lint::Skipped| match skipped.reason {
        SkipReason::Unreadable(_) | SkipReason::NothingOfKind => true,
        SkipReason::Empty | SkipReason::NoFile => false,
        SkipReason::UnknownKind | SkipReason::Binary(_) => skipped.named || strict,
    };
    if outcome.skipped.iter().any(is_fault) {
        Exit::Unreadable
    } else if outcome.statistics.files == 0 {
        Exit::Nothing
    } else if failing {
        Exit::Findings
    } else {
        Exit::Clean
    }
}
