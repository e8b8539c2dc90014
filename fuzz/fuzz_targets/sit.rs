//! SIT sources in every form, and their checks. PARM stands in the EXEC statement of a job.
#![no_main]

use cicslint::rules::native::check_sit;
use cicslint::syntax::symbols::Symbols;
use cicslint::syntax::{jcl, sit};
use cicslint::text::Span;
use cicslint_fuzz::{check_job, findings_fit, source_fits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let all = Span::of(0..text.len());
    for source in [sit::parse_sysin(text, all), sit::parse_console(text, all), sit::parse_macro(text, all)] {
        source_fits(text, &source);
        for setting in &source.settings {
            if let Some(value) = setting.value {
                let _ = sit::value_text(text, source.form, value);
                sit::operands(text, source.form, value)
                    .for_each(|operand| cicslint_fuzz::fits(text, operand));
            }
        }
        findings_fit(text, |sink| check_sit(text, &source, Symbols::NONE, sink));
    }
    let job = format!("//CICS EXEC PGM=DFHSIP,PARM={text}\n");
    findings_fit(&job, |sink| check_job(&job, &jcl::parse(&job), sink));
});
