//! Findings that are suppressed: by a comment in the file, by the configuration, by the baseline, in this order.
//!
//! What suppresses a finding hides it from the reports for people and keeps it from failing the run; JSON and SARIF
//! have it still, marked.

mod comments;
mod entries;

pub(crate) use comments::{Comments, Unit};

use super::outcome::LintedFile;
use super::plan::Plan;
use super::run::FileResult;
use crate::config::Config;
use crate::rules::{Check, Finding, RuleId, rule};
use entries::Entries;

/// Marks what comments and configurations suppress, and adds what is wrong with them. What is wrong with entries of
/// configurations comes back as files of its own, each with the number of its configuration.
pub(super) fn apply(plan: &Plan, results: &mut [FileResult]) -> Vec<(LintedFile, usize)> {
    let mut entries = Entries::new();
    let in_region = plan.seen_in_region();
    for (number, result) in results.iter_mut().enumerate() {
        let FileResult::Linted(linted) = result else { continue };
        let Some(config) = plan.config_of(number).filter(|_| plan.reports(number)) else { continue };
        let found = &mut linted.findings;
        of_file(&mut found.comments, config, in_region.contains(&number), &mut found.findings);
        entries.suppress(config, linted.source.name(), &mut found.findings);
    }
    entries.faults(plan)
}

/// Marks what the comments of one file suppress, and adds what is wrong with them. `regions` says whether the file was
/// seen in its region: only then is a suppression of a rule that looks at the region known to be needless.
pub(super) fn of_file(comments: &mut Comments, config: &Config, regions: bool, findings: &mut Vec<Finding>) {
    if comments.is_empty() {
        return;
    }
    comments.suppress(findings);
    let asked = |id: RuleId| {
        let about = rule(id);
        config.rules.wants(id) && (regions || about.check == Check::Native && !about.is_of_a_region())
    };
    let mut unused = comments.unused(asked);
    unused.retain(|finding| config.rules.wants_finding(finding));
    if !unused.is_empty() {
        config.severities.apply(&mut unused);
        findings.extend(unused);
        findings.sort_by(|a, b| {
            let key = |f: &Finding| (f.span.start, f.span.end, f.rule);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::growth::assert_growth;
    use crate::lint::lint_source;
    use crate::rules::Selection;
    use crate::syntax::Kind;
    use crate::text::{ReadOptions, Source};

    /// Suppressions in every number and place: time grows with the text.
    #[test]
    fn time_grows_with_the_suppressions() {
        const BAD: &str = "DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(P) PRIORITY(999)\n";
        let each = |n: usize| format!("* cicslint: ignore[RDO107] reason='x'\n{BAD}").repeat(n);
        let before_one = |n: usize| "* cicslint: ignore[RDO107, RDO109]\n".repeat(n) + BAD;
        let of_file = |n: usize| "* cicslint: ignore-file[RDO107]\n".repeat(n) + &BAD.repeat(n);
        let one_line = |n: usize| format!("* cicslint: {}\n{BAD}", "cicslint:".repeat(n));
        let one_list = |n: usize| format!("* cicslint: ignore[{}RDO107]\n{BAD}", "RDO109,".repeat(n));
        let of_jcl = |n: usize| "//* cicslint: ignore[JCL601]\n".repeat(n);
        let unknown = |n: usize| format!("* cicslint: ignore[RDO170]\n{BAD}").repeat(n);
        type Make<'a> = &'a dyn Fn(usize) -> String;
        let cases: [(&str, Make<'_>, usize, Kind); 7] = [
            ("each", &each, 500, Kind::Csdup),
            ("before_one", &before_one, 2_000, Kind::Csdup),
            ("of_file", &of_file, 500, Kind::Csdup),
            ("one_line", &one_line, 20_000, Kind::Csdup),
            ("one_list", &one_list, 2_000, Kind::Csdup),
            ("of_jcl", &of_jcl, 2_000, Kind::Jcl),
            ("unknown", &unknown, 200, Kind::Csdup),
        ];
        let config = Config { rules: Selection::everything(), ..Config::default() };
        for (name, make, n, kind) in cases {
            let read = |n| Source::from_bytes("t", make(n).into_bytes(), &ReadOptions::default()).unwrap();
            let (small, large) = (read(n), read(2 * n));
            let lint = |source: &Source| _ = std::hint::black_box(lint_source(source, kind, &config));
            assert_growth(name, 2.6, || lint(&small), || lint(&large));
        }
    }
}
