//! What is wrong with the fields of a rule.

use super::super::compile;
use super::file::rule_of;
use crate::rules::Check;

const GOOD: &str = r#"
code = "PGM001"
title = "t"
applies_to = "FILE"
when = 'given(attr.strings)'
check = 'attr.strings > 5'
at = ["attr.strings", "name"]
message = "FILE {name} has {attr.strings} strings"
help = "use {attr.strings - 1}"
related = [ { at = "ref(attr.remotesystem)", message = "{name}" } ]
[fix]
safety = "review"
set = { STRINGS = "{attr.strings - 1}", ADD = "YES" }
remove = ["DSNAME"]
[cost]
per = "transaction"
cpu_us = "workload.calls * 0.5"
"#;

#[test]
fn every_field_is_looked_at() {
    let problems = |from: &str, to: &str| {
        assert!(from.is_empty() || GOOD.contains(from), "{from}");
        let rule = rule_of(&GOOD.replacen(from, to, usize::from(!from.is_empty())));
        let Check::Declared(declaration) = rule.check else { panic!() };
        match compile(rule.applies_to, rule.message, rule.help, declaration) {
            Ok(_) => String::new(),
            Err(problems) => problems.iter().map(|problem| format!("{problem}\n\n")).collect(),
        }
    };
    assert_eq!(problems("", ""), "");
    let said: String = [
        ("\"FILE\"", "\"FIEL\""),
        ("given(attr.strings)", "given(attr.string)"),
        ("attr.strings > 5", "attr.strings > 5x"),
        ("\"attr.strings\", \"name\"", "\"attr.strigs\", \"nam\""),
        ("\"attr.strings\", \"name\"", "\"attr.strings + 1\""),
        ("\"attr.strings\", \"name\"", "\"first(FILE where attr.add == 'NEIN')\""),
        ("{name} has", "{nme} has"),
        ("{name} has", "{name has"),
        ("{name} has", "name} has"),
        ("attr.strings - 1}\"\n", "attr.strngs - 1}\"\n"),
        ("ref(attr.remotesystem)", "ref(attr.dsname)"),
        ("message = \"{name}\" }", "message = \"{nom}\" }"),
        ("STRINGS =", "STRING ="),
        ("ADD = \"YES\"", "ADD = \"JA\""),
        ("ADD = \"YES\"", "LSRPOOLNUM = \"999\""),
        ("ADD = \"YES\"", "DSNAME = \"1A\""),
        ("[\"DSNAME\"]", "[\"DSNAM\"]"),
        ("[\"DSNAME\"]", "[\"GROUP\"]"),
        ("workload.calls", "workload.call"),
        ("workload.calls * 0.5", "name"),
    ]
    .iter()
    .map(|(from, to)| problems(from, to))
    .collect();
    insta::assert_snapshot!(said);
}
