//! What holds of the checks whatever the deck: no panic, and every place is one of the text.

use cicslint::rules::native::{CheckOptions, check_commands};
use cicslint::rules::{Finding, Selection, Sink};
use cicslint::syntax::csdup;
use cicslint::text::Span;
use proptest::prelude::*;

fn findings(text: &str, options: &CheckOptions<'_>) -> Vec<Finding> {
    let commands = csdup::parse(text, Span::of(0..text.len()), csdup::Options::default());
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    check_commands(text, &[commands], options, &mut sink);
    sink.into_findings()
}

/// Pieces of decks, sound and not.
fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "DEFINE ",
        "define\n",
        "ALTER ",
        "ADD ",
        "COPY ",
        "DELETE ",
        "LIST ",
        "EXTRACT ",
        "INSTALL ",
        "DEFNE ",
        "\n",
        "PROGRAM(P1) ",
        "TRANSACTION(c1) ",
        "FILE(F",
        ") ",
        "GROUP(DFHX) ",
        "GROUP(G) ",
        "LIST(L*) ",
        "TO(T) ",
        "(",
        "LANGUAGE(COBOL) ",
        "LANGAUGE(X)",
        "RUNAWAY(5100) ",
        "DSNAME(A B) ",
        "PASSWORD(X) ",
        "_X(Y) ",
        "@x@ ",
        ",",
        "DEFINETIME(1) ",
        "ADD(Y) ",
        "MAXACTIVE() ",
        "DESCRIPTION(é ¬ (x)) ",
        " *\n",
        "\t",
        "-\n",
        "GROUP ",
        "\u{1}",
    ]);
    prop_oneof![8 => words.prop_map(str::to_owned), 1 => "[A-Z(]{1,6}", 1 => "\\PC{0,5}", 1 => " {20,80}"]
}

proptest! {
    #[test]
    fn every_place_is_one_of_the_text(
        pieces in prop::collection::vec(piece(), 0..40),
        compat in prop::option::of(any::<bool>()),
        report in any::<bool>(),
    ) {
        let text = pieces.concat();
        for finding in findings(&text, &CheckOptions { compat, report, ..CheckOptions::default() }) {
            let related = finding.related.iter().map(|related| related.span);
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            for span in related.chain(edits).chain([finding.span]) {
                prop_assert!(text.get(span.range()).is_some(), "{finding:?} in {text:?}");
            }
            prop_assert!(!finding.message.is_empty() && !finding.message.contains('\n'), "{finding:?}");
        }
    }
}
