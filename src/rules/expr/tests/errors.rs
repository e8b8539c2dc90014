//! What is refused, with its place and a suggestion.

use super::super::*;
use std::fmt::Write as _;

/// What is said of each of `cases`: what the rule is about, and the expression.
fn refused(cases: &[(&str, &str)]) -> String {
    cases.iter().fold(String::new(), |mut out, (about, text)| {
        let scope = Scope::of(Subject::of(about).unwrap());
        let said = match compile(text, &scope, Some(Base::Bool)) {
            Ok(_) => panic!("not refused: {text}"),
            Err(error) => error.show(text),
        };
        let _ = writeln!(out, "{said}\n");
        out
    })
}

#[test]
fn names() {
    let said = refused(&[
        ("FILE", "attr.databufers < attr.strings + 1"),
        ("FILE", "attr.STRINGS > 1"),
        ("FILE", "attr.lsrpool == 1"),
        ("FILE", "attr.group == \"X\""),
        ("FILE", "atr.strings == 1"),
        ("FILE", "strings == 1"),
        ("FILE", "FILE.strings == 1"),
        ("FILE", "nam == \"X\""),
        ("FILE", "a.b.c == 1"),
        ("SIT", "attr.strings > 1"),
        ("SIT", "name == \"X\""),
        ("SIT", "sit.mtx > 100"),
        ("SIT", "sit.MXT > 100"),
        ("SIT", "sit.spctrxx == \"OFF\""),
        ("SIT", "region.complet"),
        ("FILE", "this.strings == 1"),
        ("SIT", "count(FILE where attr.strings == this.strings) > 1"),
        ("FILE", "workload.calls > 1"),
        ("FILE", "model.rtw.cpu > 1"),
        ("FILE", "count(FIEL) > 1"),
        ("FILE", "count(file) > 1"),
        ("FILE", "lenght(name) > 1"),
        ("FILE", "ref(PROGRAMM, name).execkey == \"USER\""),
        ("TRANSACTION", "ref(attr.program).exekey == \"USER\""),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn words() {
    let said = refused(&[
        ("FILE", "attr.recovery == \"BACKOUT\""),
        ("FILE", "attr.recovery in [\"ALL\", \"NONEE\"]"),
        ("FILE", "\"YEP\" != attr.add"),
        ("PROGRAM", "attr.concurrency == \"threadsafe\""),
        ("TRANSACTION", "attr.runaway == \"SYSTEMS\""),
        ("TRANSACTION", "attr.dtimout == \"0130\""),
        ("FILE", "attr.strings == \"5\""),
        ("FILE", "attr.strings == \"NONE\""),
        ("TRANSACTION", "attr.program == \"TOOLONGNAME\""),
        ("TRANSACTION", "attr.program == \"PAY*\""),
        ("TRANSACTION", "matches(attr.program, \"pay*\")"),
        ("SIT", "sit.sec == \"MAYBE\""),
        ("TRANSACTION", "ref(attr.program).execkey == \"USR\""),
        ("SIT", "exists(FILE where attr.recovery == \"SOME\")"),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn types() {
    let said = refused(&[
        ("FILE", "attr.recovery < 1"),
        ("FILE", "attr.recovery == 1"),
        ("FILE", "attr.strings"),
        ("FILE", "attr.add && true"),
        ("FILE", "!attr.strings"),
        ("FILE", "-name == 1"),
        ("FILE", "attr.strings > 30s"),
        ("TRANSACTION", "attr.dtimout > 30"),
        ("TRANSACTION", "attr.dtimout * attr.dtimout > 30"),
        ("TRANSACTION", "3 / attr.dtimout > 30"),
        ("TRANSACTION", "attr.dtimout + 1 > 30s"),
        ("TRANSACTION", "(true ? 1 : \"A\") == 1"),
        ("TRANSACTION", "(1 ? 1 : 2) == 1"),
        ("TRANSACTION", "name + \"A\" == name"),
        ("TRANSACTION", "length(attr.priority) > 1"),
        ("TRANSACTION", "attr.priority == 0.5"),
        ("FILE", "sum(FILE.recovery) > 1"),
        ("FILE", "count(FILE.strings) > 1"),
        ("FILE", "sum(FILE) > 1"),
        ("FILE", "count(FILE where attr.strings) > 1"),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn forms() {
    let said = refused(&[
        ("FILE", ""),
        ("FILE", "attr.strings = 1"),
        ("FILE", "attr.strings =< 1"),
        ("FILE", "attr.strings <> 1"),
        ("FILE", "attr.strings > 1 and true"),
        ("FILE", "attr.strings > 1 & true"),
        ("FILE", "not given(attr.strings)"),
        ("FILE", "1 < attr.strings < 5"),
        ("FILE", "attr.strings == 1 == true"),
        ("FILE", "(attr.strings > 1"),
        ("FILE", "attr.strings > 1)"),
        ("FILE", "attr.strings in [1, 2"),
        ("FILE", "attr.strings in (1]"),
        ("FILE", "attr.strings in 1"),
        ("FILE", "attr.strings in []"),
        ("FILE", "[1] == 1"),
        ("FILE", "name == \"F1"),
        ("FILE", "attr.strings >"),
        ("FILE", "attr.strings > 1 2"),
        ("FILE", "attr.strings > 5KB"),
        ("FILE", "attr.strings > 1.5K"),
        ("FILE", "attr.strings > 99999999999999999999"),
        ("FILE", "attr. > 1"),
        ("FILE", "true where false"),
        ("FILE", "count(FILE where count(FILE) > 1) > 1"),
        ("FILE", "given(name)"),
        ("FILE", "length(name where true) > 1"),
        ("FILE", "prefix(name) == \"X\""),
        ("FILE", "found(attr.dsname)"),
        ("FILE", "ref(attr.dsname).add == \"YES\""),
        ("FILE", "ref(attr.remotesystem).netname == \"X\""),
        ("FILE", "first(FILE where true) == 1"),
        ("FILE", "ref(PROGRAM).execkey == \"USER\""),
        ("FILE", "true ? false"),
        ("FILE", "attr.strings > 1 ; true"),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let scope = Scope::of(Subject::Sit);
    let deep = |open: &str, middle: &str, close: &str, n: usize| {
        compile(&[&open.repeat(n), middle, &close.repeat(n)].concat(), &scope, None).map(|_| ())
    };
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("!", "true", ""),
        ("-", "1", ""),
        ("true ? 1 : ", "1", ""),
        ("true ? ", "1", " : 1"),
        ("has(", "1", ")"),
        ("1 + ", "1", ""),
        ("true && ", "true", ""),
        ("1 in [", "1", "]"),
    ] {
        for n in [200, 1_500, 10_000] {
            let error = deep(open, middle, close, n).unwrap_err();
            let told = ["stand in each other", "depend on each other", "is longer than"];
            assert!(told.iter().any(|words| error.message.contains(words)), "{open}: {error:?}");
        }
    }
    assert_eq!(deep("(", "1", ")", 48), Ok(()));
    assert_eq!(deep("1 + ", "1", "", 150), Ok(()));
}

#[test]
fn formulas_may_read_the_workload_and_the_model() {
    let scope = Scope::cost(Subject::of("FILE").unwrap());
    for (text, good) in [
        ("workload.calls * 0.057 + model.rtw.cpu / attr.strings", true),
        ("workload.call * 2", false),
        ("model.rtw.cpux", false),
    ] {
        let compiled = compile(text, &scope, Some(Base::Number));
        assert_eq!(compiled.is_ok(), good, "{text}: {compiled:?}");
    }
    let program = compile("workload.calls / 2 + 7 / 2", &scope, Some(Base::Number)).unwrap();
    let inputs = |name: &str| (name == "workload.calls").then_some(3.0);
    assert_eq!(program.run(Env::EMPTY.inputs(&inputs)), Value::Real(5.0));
    let none = |_: &str| None;
    assert_eq!(program.run(Env::EMPTY.inputs(&none)), Value::Unknown);
}
