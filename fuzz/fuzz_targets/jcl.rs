//! JCL, what is in it, and the checks of both.
#![no_main]

use cicslint::syntax::jcl;
use cicslint_fuzz::{check_job, findings_fit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let job = jcl::parse(text);
    findings_fit(text, |sink| check_job(text, &job, sink));
});
