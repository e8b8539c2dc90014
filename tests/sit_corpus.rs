//! SIT sources that IBM and others ship: nothing that CICS accepts may be called an error.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::rules::native::check_sit;
use cicslint::rules::{self, Selection, Sink};
use cicslint::syntax::sit;
use cicslint::syntax::symbols::Symbols;
use cicslint::text::{ReadOptions, Source, Span};

/// `line: CODE text`, for each finding.
fn findings(name: &str, bytes: Vec<u8>) -> Vec<String> {
    let source = Source::from_bytes(name, bytes, &ReadOptions::default()).unwrap();
    let text = source.text();
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    let sysin = sit::parse_sysin(text, Span::of(0..text.len()));
    check_sit(text, &sysin, Symbols::NONE, &mut sink);
    let shown = sink.into_findings().into_iter().map(|finding| {
        let code = rules::all()[usize::from(finding.rule)].code;
        format!("{}: {code} {}", source.locate(finding.span).line, finding.span.of_text(text))
    });
    shown.collect()
}

/// The SYSIN member of a sample region that IBM publishes. All that it holds is known to 5.4: FCT, TCT and SRT are old,
/// but no page calls them obsolete, and the same name twice in APPLID is what the sample ships.
#[test]
fn the_sample_of_ibm_has_no_findings() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/corpus/cicsdev__cics-banking-sample-application-cbsa/etc/install/base/installjcl/DFH$SIP1.jcl"
    );
    match std::fs::read(path) {
        Ok(bytes) => assert_eq!(findings("DFH$SIP1", bytes), [""; 0]),
        Err(error) => println!("skipped: {path}: {error}"),
    }
}

/// A member in the style of a sample that repeats a parameter and leaves values to be filled in.
#[test]
fn a_template_that_repeats_a_parameter() {
    let member = "\
GRPLIST=(DFHLIST)
APPLID=<WUIAPPL>
CPSMCONN=WUI
INITPARM=(EYU9VKEC='ENU',EYU9VWAN='ENU1')
CHKSTSK=CURRENT
USSHOME=NONE
EDSALIM=500M,
GMTRAN=CESN,
STATINT=003000
EDSALIM=900M,
MAXOPENTCBS=400
BMS=FULL
";
    assert_eq!(findings("template", member.into()), ["2: SYM401 <WUIAPPL>", "10: SIT508 EDSALIM=900M"]);
}
