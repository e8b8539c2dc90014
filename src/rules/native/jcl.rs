//! Checks of JCL: what its own text is guilty of, and the PARM of DFHCSDUP.

use crate::rules::{Confidence, Finding, Severity, Sink, ids};
use crate::syntax::jcl::{CsdupParm, CsdupParmKind, CsdupStep, Jcl, Part, Program, SitStep};
use crate::syntax::{Commands, Problem, ProblemKind, SitForm, Verb, symbols};
use crate::text::Span;

/// What the PARM of DFHCSDUP may hold.
const PARMS: &str = "CSD(READWRITE|READONLY), PAGESIZE(4 to 9999), NOCOMPAT or COMPAT, UPPERCASE";

/// Checks the JCL of `text`, but not the input of its steps.
pub fn check_jcl(text: &str, jcl: &Jcl, sink: &mut Sink<'_>) {
    for problem in &jcl.problems {
        if let Some(finding) = problem_finding(text, jcl, problem) {
            sink.report(finding);
        }
    }
    for part in &jcl.parts {
        match part {
            Part::Csdup(step) => check_parms(text, step, sink),
            Part::Sit(step) => check_console(text, step, sink),
        }
    }
}

fn problem_finding(text: &str, jcl: &Jcl, problem: &Problem) -> Option<Finding> {
    let finding = match problem.kind {
        ProblemKind::InputElsewhere => {
            let program = program(text, jcl, problem.related);
            let message =
                format!("the input of this {program} step is not in this file, so it was not checked");
            Finding::new(ids::INPUT_ELSEWHERE, problem.span, message)
                .help("check the member that it names as well")
        }
        ProblemKind::UnendedInstream => Finding::new(
            ids::UNENDED_INSTREAM,
            problem.span,
            "nothing ends these in-stream data, so the JCL below is read as data",
        )
        .help("end them with /*, or with the delimiter that DLM names"),
        ProblemKind::BadJcl => {
            Finding::new(ids::BAD_JCL, problem.span, "this is no JCL statement that can be read")
                .help("look at its apostrophes, its parentheses and its continuation")
        }
        _ => return None,
    };
    Some(match problem.related {
        Some(related) if problem.kind != ProblemKind::InputElsewhere => {
            finding.related(related, "it begins here")
        }
        _ => finding,
    })
}

/// The name of the program of the step whose EXEC statement is `statement`.
fn program<'t>(text: &'t str, jcl: &Jcl, statement: Option<Span>) -> &'t str {
    let at = |statement: Span| jcl.steps.binary_search_by_key(&statement.start, |step| step.span.start).ok();
    let step = statement.and_then(at).and_then(|index| jcl.steps.get(index));
    match step.map(|step| step.program) {
        Some(Program::Named(name) | Program::Symbolic(name) | Program::Procedure(name)) => name.of_text(text),
        Some(Program::Missing) | None => "",
    }
}

/// The PARM of DFHCSDUP.
fn check_parms(text: &str, step: &CsdupStep, sink: &mut Sink<'_>) {
    let mut before: Vec<&CsdupParm> = Vec::new();
    for parm in &step.parms {
        let word = parm.word.of_text(text);
        if is_unknown(word) || parm.value.is_some_and(|value| is_unknown(value.of_text(text))) {
            continue;
        }
        if let Some((span, message)) = parm_fault(text, parm) {
            sink.report(Finding::new(ids::CSDUP_PARM, span, message).help(format!("PARM takes {PARMS}")));
            continue;
        }
        if let Some(earlier) = before.iter().find(|earlier| same_subject(earlier.kind, parm.kind)) {
            let message = format!("{} goes against what PARM says before", word.to_ascii_uppercase());
            sink.report(
                Finding::new(ids::CSDUP_PARM, parm.word, message)
                    .severity(Severity::Warning)
                    .help("keep one of them")
                    .related(earlier.word, "given here first"),
            );
        }
        before.push(parm);
    }
}

/// Whether a symbol or another placeholder stands in `text`. In JCL every ampersand begins a symbol.
fn is_unknown(text: &str) -> bool {
    text.contains('&') || symbols::find(text).is_some()
}

/// What is wrong with one parameter, and where.
fn parm_fault(text: &str, parm: &CsdupParm) -> Option<(Span, String)> {
    let word = parm.word.of_text(text).to_ascii_uppercase();
    let value = parm.value.map(|value| (value, value.of_text(text).trim()));
    let misses = |form: &str| Some((parm.word, format!("{word} is written {form}")));
    match (parm.kind, value) {
        (CsdupParmKind::Unknown, _) => Some((parm.word, format!("{word} is no parameter of DFHCSDUP"))),
        (CsdupParmKind::Csd, None) => misses("CSD(READWRITE) or CSD(READONLY)"),
        (CsdupParmKind::Csd, Some((span, value))) => {
            let known = ["READWRITE", "READONLY"].iter().any(|known| known.eq_ignore_ascii_case(value));
            (!known).then(|| (span, format!("CSD takes READWRITE or READONLY, not {value}")))
        }
        (CsdupParmKind::PageSize, None) => misses("PAGESIZE(lines)"),
        (CsdupParmKind::PageSize, Some((span, value))) => {
            let digits = value.bytes().all(|byte| byte.is_ascii_digit());
            let lines = value.parse().ok().filter(|_| digits);
            let fits = lines.is_some_and(|lines: u32| (4..=9999).contains(&lines));
            (!fits).then(|| (span, "PAGESIZE takes a number from 4 to 9999".to_owned()))
        }
        (CsdupParmKind::Compat | CsdupParmKind::NoCompat | CsdupParmKind::UpperCase, Some((span, _))) => {
            Some((span, format!("{word} takes no value")))
        }
        (CsdupParmKind::Compat | CsdupParmKind::NoCompat | CsdupParmKind::UpperCase, None) => None,
    }
}

fn same_subject(left: CsdupParmKind, right: CsdupParmKind) -> bool {
    let subject = |kind| if kind == CsdupParmKind::NoCompat { CsdupParmKind::Compat } else { kind };
    subject(left) == subject(right)
}

/// Commands that change a CSD which the step opens read-only. That they fail is recalled, so it is a warning.
pub fn check_readonly(step: &CsdupStep, text: &str, commands: &Commands, sink: &mut Sink<'_>) {
    if step.readonly != Some(true) {
        return;
    }
    let changing = commands.commands.iter().filter(|command| {
        !matches!(command.verb, Verb::List | Verb::Extract | Verb::Scan | Verb::Ceda | Verb::Unknown)
    });
    // One fault is one finding: the first command stands for all.
    let mut changing = changing.peekable();
    let Some(first) = changing.next() else { return };
    let verb = first.word.of_text(text).to_ascii_uppercase();
    let more = changing.count();
    let others = if more == 0 { String::new() } else { format!(", and {more} more commands do") };
    let message = format!("{verb} changes a CSD that PARM opens read-only{others}: it fails (recalled)");
    let mut finding = Finding::new(ids::CSDUP_PARM, first.word, message)
        .severity(Severity::Warning)
        .confidence(Confidence::Medium)
        .help("write CSD(READWRITE), or leave CSD out");
    if let Some(parm) = step.parms.iter().find(|parm| parm.kind == CsdupParmKind::Csd) {
        finding = finding.related(parm.value.unwrap_or(parm.word), "opened read-only here");
    }
    sink.report(finding);
}

/// CONSOLE in PARM and in SYSIN: it may stand in one of them.
fn check_console(text: &str, step: &SitStep, sink: &mut Sink<'_>) {
    let place = |form: SitForm| {
        let sources = step.sources.iter().filter(move |source| source.form == form);
        sources.flat_map(|source| &source.settings).map(|setting| setting.name).find(|name| {
            let word = name.of_text(text);
            ["CONSOLE", "CN"].iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
        })
    };
    if let (Some(parm), Some(sysin)) = (place(SitForm::Parm), place(SitForm::Sysin)) {
        let word = sysin.of_text(text).to_ascii_uppercase();
        sink.report(
            Finding::new(ids::MISPLACED_CONTROL_KEYWORD, sysin, format!("{word} stands in PARM as well"))
                .severity(Severity::Warning)
                .help("keep it in one of them")
                .related(parm, "given here first"),
        );
    }
}
