//! LIST reports and their checks.
#![no_main]

use cicslint::rules::native::{CheckOptions, check_commands, check_listing};
use cicslint::syntax::listing;
use cicslint::text::Span;
use cicslint_fuzz::{commands_fit, findings_fit, fits, problems_fit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let report = listing::parse(text, Span::of(0..text.len()));
    problems_fit(text, &report.problems);
    commands_fit(text, &report.definitions);
    report.groups.iter().for_each(|group| fits(text, group.name));
    report.lists.iter().flat_map(|list| &list.groups).for_each(|group| fits(text, *group));
    report.sections.iter().for_each(|section| fits(text, section.heading));
    let definitions = [report.definitions];
    let options = CheckOptions { report: true, ..CheckOptions::default() };
    findings_fit(text, |sink| {
        check_listing(&report.problems, sink);
        check_commands(text, &definitions, &options, sink);
    });
});
