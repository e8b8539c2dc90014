use super::{holds_macro, operands, parse_console, parse_macro, parse_parm, parse_sysin, value_text};
use crate::syntax::tree::{ProblemKind, SitForm, SitSource};
use crate::text::Span;
use proptest::prelude::*;

/// A text, its settings joined by a bar, its problems.
type Case<'t> = (&'t str, &'t str, &'t [(ProblemKind, &'t str)]);

fn whole(text: &str) -> Span {
    Span::of(0..text.len())
}

/// The settings as `NAME=joined value`, or `NAME`.
fn settings(text: &str, source: &SitSource) -> Vec<String> {
    source
        .settings
        .iter()
        .map(|setting| match setting.value {
            Some(value) => format!("{}={}", setting.name.of_text(text), value_text(text, source.form, value)),
            None => setting.name.of_text(text).to_owned(),
        })
        .collect()
}

fn problems<'t>(text: &'t str, source: &SitSource) -> Vec<(ProblemKind, &'t str)> {
    source.problems.iter().map(|problem| (problem.kind, problem.span.of_text(text))).collect()
}

/// Checks one text: its settings, joined by a bar, and its problems.
fn check(text: &str, source: &SitSource, expected: &str, faults: &[(ProblemKind, &str)]) {
    assert_eq!(settings(text, source).join("|"), expected, "{text}");
    assert_eq!(problems(text, source), faults, "{text}");
}

#[test]
fn sysin_as_it_should_be() {
    let numbered = format!("MXT=1\n{:72}00010000\n.END\n{:72}00020000\n", "", "");
    let table = [
        ("", ""),
        ("* only a comment\n\n", ""),
        ("MXT=250\n", "MXT=250"),
        ("MXT=250,\r\nSEC=YES\r\n", "MXT=250|SEC=YES"),
        ("  MXT=250   remark\nSEC=YES,    another, with commas\n", "MXT=250|SEC=YES"),
        ("MXT=250,SEC=YES,XTRAN=NO\n", "MXT=250|SEC=YES|XTRAN=NO"),
        ("APPLID=(CICS1,CICS1)       APPLID CICS1 IS DEFAULT    00020000\n", "APPLID=(CICS1,CICS1)"),
        (
            "TRTABSZ=12288,                                                          00010000\n",
            "TRTABSZ=12288",
        ),
        ("GRPLIST=(A,\n         B,   remark\n* comment\n   C),\nSIT=6$\n", "GRPLIST=(A,B,C)|SIT=6$"),
        ("GRPLIST=(A, B)\n", "GRPLIST=(A, B)"),
        ("GMTEXT='WELCOME TO ''X'', A=1'   remark\n", "GMTEXT='WELCOME TO ''X'', A=1'"),
        ("INITPARM=(P1='a,b',\n  P2='c''d)')\nSEC=NO\n", "INITPARM=(P1='a,b',P2='c''d)')|SEC=NO"),
        ("JVMPROFILEDIR=/var/cics/JVMProfiles/\n", "JVMPROFILEDIR=/var/cics/JVMProfiles/"),
        ("MXT=1,MXT=2\nMXT=3\n", "MXT=1|MXT=2|MXT=3"),
        ("MXT=\nSEC=YES\n", "MXT=|SEC=YES"),
        (&numbered, "MXT=1|.END"),
        ("CN\nMXT=1\n.END\n", "CN|MXT=1|.END"),
        ("MXT=1\n.END      00310000\n* comment\n\n", "MXT=1|.END"),
        (
            "#if($x)\nMXT={{ max tasks }}  remark\n#end\nSYSIDNT=<REMOTE SYSID>\n",
            "MXT={{ max tasks }}|SYSIDNT=<REMOTE SYSID>",
        ),
        ("CPSMCONN=NO                                                             00061003\n", "CPSMCONN=NO"),
    ];
    for (text, expected) in table {
        check(text, &parse_sysin(text, whole(text)), expected, &[]);
    }
}

#[test]
fn greeting_over_two_records() {
    let text = format!("{:<75}VERY\n  LONG'\nSEC=YES\n", "GMTEXT='WELCOME");
    let source = parse_sysin(&text, whole(&text));
    let greeting = format!("GMTEXT='WELCOME{}VERY   LONG'", " ".repeat(60));
    check(&text, &source, &format!("{greeting}|SEC=YES"), &[]);
    let starred = format!("{:<80}\n*STARS*'\n", "GMTEXT='WELCOME");
    let source = parse_sysin(&starred, whole(&starred));
    assert_eq!(settings(&starred, &source), [format!("GMTEXT='WELCOME{}*STARS*'", " ".repeat(65))]);
}

#[test]
fn sysin_with_faults() {
    use ProblemKind::{
        ControlCharacter, MissingComma, NotASetting, SplitOperand, StrayParenthesis, Tab, TextAfterEnd,
        UnclosedParenthesis, UnclosedQuote,
    };
    let table: &[Case<'_>] = &[
        ("MXT=250 SEC=YES\n", "MXT=250", &[(MissingComma, "SEC")]),
        ("MXT=250, SEC=YES\n", "MXT=250", &[(MissingComma, "SEC")]),
        ("MXT=250 see a=b\n", "MXT=250", &[]),
        ("MXT 250\n", "", &[(NotASetting, "MXT 250")]),
        ("=250\nSEC=NO\n", "SEC=NO", &[(NotASetting, "=250")]),
        ("HELLO\nSEC=NO\n", "SEC=NO", &[(NotASetting, "HELLO")]),
        ("MXT=1,,SEC=NO\n", "MXT=1|SEC=NO", &[(NotASetting, ",")]),
        ("(A)\nSEC=NO\n", "SEC=NO", &[(NotASetting, "(A)")]),
        ("MXT=5)\n", "MXT=5)", &[(StrayParenthesis, ")")]),
        ("GRPLIST=(A,B\nSEC=NO\n", "GRPLIST=(A,B|SEC=NO", &[(UnclosedParenthesis, "(")]),
        ("GRPLIST=(A,B,\nSEC=NO\n", "GRPLIST=(A,B,|SEC=NO", &[(UnclosedParenthesis, "(")]),
        ("GRPLIST=(A,B,\n.END\n", "GRPLIST=(A,B,|.END", &[(UnclosedParenthesis, "(")]),
        ("GRPLIST=(A,B,", "GRPLIST=(A,B,", &[(UnclosedParenthesis, "(")]),
        ("GRPLIST=(A,B\n  ,C)\nSEC=NO\n", "GRPLIST=(A,B,C)|SEC=NO", &[(SplitOperand, ",C)")]),
        ("GRPLIST=(AB\nCD),SEC=NO\n", "GRPLIST=(ABCD)|SEC=NO", &[(SplitOperand, "CD),SEC=NO")]),
        (
            "INITPARM=(P='a\n b')\nSEC=NO\n",
            "INITPARM=(P='a                                                                   b')|SEC=NO",
            &[(SplitOperand, "b')")],
        ),
        ("GMTEXT='HELLO\nSEC=NO\n", "GMTEXT='HELLO|SEC=NO", &[(UnclosedQuote, "'")]),
        ("INITPARM=(P='a',Q='b\nSEC=NO\n", "INITPARM=(P='a',Q='b|SEC=NO", &[(UnclosedQuote, "'")]),
        ("GMTEXT='HELLO", "GMTEXT='HELLO", &[(UnclosedQuote, "'")]),
        (
            "JVMPROFILEDIR=/mnt/\nAPPL/JVMProfiles\nSEC=NO\n",
            "JVMPROFILEDIR=/mnt/|SEC=NO",
            &[(SplitOperand, "APPL/JVMProfiles")],
        ),
        ("MXT=5\nAPPL\n", "MXT=5", &[(NotASetting, "APPL")]),
        ("MXT=5\n.END\n\nSEC=NO\nXX  \n", "MXT=5|.END", &[(TextAfterEnd, "SEC=NO\nXX")]),
        (".END,MXT=5\n", ".END", &[(TextAfterEnd, "MXT=5")]),
        ("MXT=5\tremark\n", "MXT=5", &[(Tab, "\t")]),
        ("MXT=5\0\n", "MXT=5\0", &[(ControlCharacter, "\0")]),
        ("//SYSIN DD *\nMXT=5\n", "MXT=5", &[(NotASetting, "//SYSIN DD *")]),
    ];
    for &(text, expected, faults) in table {
        check(text, &parse_sysin(text, whole(text)), expected, faults);
    }
}

#[test]
fn a_record_that_cannot_be_one() {
    let text = format!("MXT=1\nGRPLIST=(A,\n{}\nSEC=NO\n", "(".repeat(100_000));
    let source = parse_sysin(&text, whole(&text));
    let kinds: Vec<_> = source.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::UnclosedParenthesis, ProblemKind::NotASetting]);
    assert_eq!(settings(&text, &source), ["MXT=1", "GRPLIST=(A,", "SEC=NO"]);
}

#[test]
fn console_input() {
    let text = "SIT=6$,START=COLD , MXT=5\nSEC=NO XTRAN=NO\n.END\n";
    let faults = [(ProblemKind::NotASetting, ","), (ProblemKind::MissingComma, "XTRAN")];
    check(text, &parse_console(text, whole(text)), "SIT=6$|START=COLD|MXT=5|SEC=NO|XTRAN=NO|.END", &faults);
}

#[test]
fn parm_forms() {
    use ProblemKind::{NotASetting, ParmTooLong, TextAfterEnd, UnclosedParenthesis};
    let long = format!("GMTEXT={}", "A".repeat(94));
    let symbols = format!("GMTEXT=&SYMBOL.{}", "A".repeat(93));
    let table: &[Case<'_>] = &[
        ("START=INITIAL,SYSIN", "START=INITIAL|SYSIN", &[]),
        ("SI", "SI", &[]),
        ("START=(COLD,ALL),GRPLIST=(A,B),CN,.END", "START=(COLD,ALL)|GRPLIST=(A,B)|CN|.END", &[]),
        ("SIT=6$,.END,MXT=4", "SIT=6$|.END", &[(TextAfterEnd, "MXT=4")]),
        ("GRPLIST=(A,B,SYSIN", "GRPLIST=(A,B,SYSIN", &[(UnclosedParenthesis, "(")]),
        ("START=&START,FOO", "START=&START", &[(NotASetting, "FOO")]),
        (&long, &long, &[(ParmTooLong, &long)]),
        (&symbols, &symbols, &[]),
    ];
    for &(text, expected, faults) in table {
        check(text, &parse_parm(text, whole(text), &[whole(text)]), expected, faults);
    }
}

/// A macro record: the text, padded to column 71, and a mark in column 72.
fn continued(record: &str) -> String {
    format!("{record:<71}X\n")
}

#[test]
fn macro_source() {
    let text = [
        "* SIT of test\n".to_owned(),
        "         PRINT NOGEN\n".to_owned(),
        continued("SIT      DFHSIT TYPE=CSECT,           the first operand"),
        continued("               GRPLIST=(A,               a list"),
        continued("               B),GMTEXT='IT''S, ALL',"),
        continued(&format!("               JVMPROFILEDIR={}", "/abcdefgh".repeat(4))),
        "               SUFFIX=T1                 the last,00000010\n".to_owned(),
        ".* another comment\n".to_owned(),
        "         END   DFHSITBA\n".to_owned(),
        "MXT=5\n".to_owned(),
    ]
    .concat();
    let source = parse_macro(&text, whole(&text));
    let expected = "TYPE=CSECT|GRPLIST=(A,B)|GMTEXT='IT''S, ALL'";
    assert_eq!(settings(&text, &source)[..3].join("|"), expected);
    assert!(source.comments.iter().any(|comment| comment.of_text(&text) == "the first operand"));
    // The path ends before column 71 with no comma, so the record after it is remark.
    assert_eq!(
        problems(&text, &source),
        [(ProblemKind::MissingComma, "SUFFIX=T1                 the last,00000010")]
    );
}

#[test]
fn macro_operands_up_to_column_71() {
    let text = [
        continued("         DFHSIT TYPE=CSECT,"),
        format!("               GMTEXT='{}X\n", "A".repeat(48)),
        format!("               BB',JVMPROFILEDIR=/{}X\n", "c".repeat(37)),
        "               /d,MXT=5  remark\n".to_owned(),
    ]
    .concat();
    let source = parse_macro(&text, whole(&text));
    let greeting = format!("GMTEXT='{}BB'", "A".repeat(48));
    let path = format!("JVMPROFILEDIR=/{}/d", "c".repeat(37));
    check(&text, &source, &format!("TYPE=CSECT|{greeting}|{path}|MXT=5"), &[]);
}

#[test]
fn macro_faults() {
    use ProblemKind::{MacroContinuationColumn, NotASetting, UnclosedParenthesis, UnclosedQuote};
    let first = continued("         DFHSIT TYPE=CSECT,");
    let table: &[Case<'_>] = &[
        ("               MXT=5\n", "TYPE=CSECT|MXT=5", &[]),
        ("              MXT=5\n", "TYPE=CSECT|MXT=5", &[(MacroContinuationColumn, "MXT=5")]),
        ("                MXT=5\n", "TYPE=CSECT|MXT=5", &[(MacroContinuationColumn, "MXT=5")]),
        (
            "               MXT=5,\n               SEC=YES\n",
            "TYPE=CSECT|MXT=5|SEC=YES",
            &[(NotASetting, "SEC=YES")],
        ),
        ("               MXT=5,\n         END\n", "TYPE=CSECT|MXT=5", &[]),
        ("               GRPLIST=(A\n", "TYPE=CSECT|GRPLIST=(A", &[(UnclosedParenthesis, "(")]),
        ("               GMTEXT='A\n", "TYPE=CSECT|GMTEXT='A", &[(UnclosedQuote, "'")]),
        ("               MXT=5,,NONSENSE\n", "TYPE=CSECT|MXT=5", &[(NotASetting, "NONSENSE")]),
    ];
    for &(rest, expected, faults) in table {
        let text = format!("{first}{rest}");
        check(&text, &parse_macro(&text, whole(&text)), expected, faults);
    }
}

#[test]
fn macro_is_recognised() {
    let yes = ["X  DFHSIT TYPE=CSECT", " DFHSIT\n", "* c\n         DFHSIT TYPE=CSECT,    X\n"];
    let no =
        ["", "DFHSIT", "* X DFHSIT TYPE", "//S DD DSN=DFHSIT", " MVC A,DFHSIT", " DFHSITBA", "//* DFHSIT"];
    assert!(yes.iter().all(|text| holds_macro(text)));
    for text in no {
        assert!(!holds_macro(text), "{text}");
    }
}

#[test]
fn operands_of_a_value() {
    let table: [(&str, &[&str]); 11] = [
        ("A", &["A"]),
        ("", &[]),
        ("()", &[]),
        ("(A)", &["A"]),
        ("(A,B , C)", &["A", "B", "C"]),
        ("(A,,B)", &["A", "", "B"]),
        ("(A,)", &["A", ""]),
        ("(A,(B,C),D)", &["A", "(B,C)", "D"]),
        ("(P1='a,b',P2='c'')')", &["P1='a,b'", "P2='c'')'"]),
        ("'A,B'", &["'A,B'"]),
        ("(A,\n* c\n  B,   remark\nC)", &["A", "B", "C"]),
    ];
    for (value, expected) in table {
        let found: Vec<&str> =
            operands(value, SitForm::Sysin, whole(value)).map(|span| span.of_text(value)).collect();
        assert_eq!(found, expected, "{value}");
    }
    let text = format!("{:<71}X\n               B)", "(A,  remark");
    let found: Vec<&str> =
        operands(&text, SitForm::Macro, whole(&text)).map(|span| span.of_text(&text)).collect();
    assert_eq!(found, ["A", "B"]);
}

fn record() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("GRPLIST=(A,".to_owned()),
        Just("  B),SEC=YES remark".to_owned()),
        Just("GMTEXT='HELLO".to_owned()),
        Just("WORLD'".to_owned()),
        Just(".END".to_owned()),
        Just("* comment".to_owned()),
        Just(" DFHSIT TYPE=CSECT,".to_owned()),
        "[A-Z]{0,3}[ '(),=*.é{}A-Z]{0,90}",
        "[ ]{0,16}[A-C=,'(). ]{30,90}X",
    ]
}

fn check_spans(text: &str, source: &SitSource) {
    let settings = source.settings.iter().flat_map(|setting| [Some(setting.name), setting.value]);
    let problems = source.problems.iter().flat_map(|problem| [Some(problem.span), problem.related]);
    let comments = source.comments.iter().map(|comment| Some(*comment));
    for span in settings.chain(problems).chain(comments).flatten() {
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    }
    for value in source.settings.iter().filter_map(|setting| setting.value) {
        value_text(text, source.form, value);
        for operand in operands(text, source.form, value) {
            assert!(text.get(operand.range()).is_some(), "{operand:?} in {text:?}");
        }
    }
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,200}") {
        check_all(&text);
    }

    #[test]
    fn no_records_are_too_odd(records in prop::collection::vec(record(), 0..10)) {
        check_all(&records.join("\n"));
    }
}

fn check_all(text: &str) {
    check_spans(text, &parse_sysin(text, whole(text)));
    check_spans(text, &parse_console(text, whole(text)));
    check_spans(text, &parse_macro(text, whole(text)));
    let pieces: Vec<Span> = text.char_indices().map(|(at, c)| Span::of(at..at + c.len_utf8())).collect();
    check_spans(text, &parse_parm(text, whole(text), &pieces));
}
