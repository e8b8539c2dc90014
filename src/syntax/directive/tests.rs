use super::{Directives, find};

/// The directives in a line of words each.
fn shown(text: &str) -> Vec<String> {
    let Directives { read, malformed } = find(text, true);
    let one = |directive: &super::Directive| {
        let rules: Vec<&str> = directive.rules.iter().map(|rule| rule.of_text(text)).collect();
        let until = directive.until.map_or(String::new(), |(date, _)| format!(" until {date}"));
        let reason = directive.reason.as_ref().map_or(String::new(), |reason| format!(" since {reason:?}"));
        let scope = if directive.whole_file { "file " } else { "" };
        let jcl = if directive.of_jcl { "jcl " } else { "" };
        format!("{jcl}{scope}{}{until}{reason}", rules.join("+"))
    };
    let bad = malformed.iter().map(|(span, problem)| format!("! {:?} {problem}", span.of_text(text)));
    read.iter().map(one).chain(bad).collect()
}

#[test]
fn directives_are_read() {
    let cases: &[(&str, &[&str])] = &[
        ("* cicslint: ignore[RDO107]\n", &["RDO107"]),
        ("*cicslint:ignore[RDO107,not-a-multiple]", &["RDO107+not-a-multiple"]),
        ("* CICSLINT: IGNORE ( RDO107 , RDO109 )\r\n", &["RDO107+RDO109"]),
        ("//* CICSLINT: IGNORE-FILE[JCL602] REASON='why not'\n", &["jcl file JCL602 since \"why not\""]),
        (".* cicslint: ignore[SIT501]\n", &["SIT501"]),
        (
            "* cicslint: ignore[A-b] until=2027-06-30 reason=\"agreed (2026)\"\n",
            &["A-b until 2027-06-30 since \"agreed (2026)\""],
        ),
        (
            "* cicslint: ignore[AAA001]\n* cicslint: reason=\"a long\"\n* cicslint: reason=\"story\" until=2027-01-01\n",
            &["AAA001 until 2027-01-01 since \"a long story\""],
        ),
        // sequence numbers
        (&format!("{:<72}00001000\n", "* cicslint: ignore[RDO107] reason=\"x\""), &["RDO107 since \"x\""]),
        // not comments, or not directives
        ("DEFINE FILE(F) DESCRIPTION(cicslint: ignore[RDO107])\n", &[]),
        ("* see cicslint: ignore[RDO107]\n", &[]),
        ("  * cicslint: ignore[RDO107]\n", &[]),
        ("* cicslint is a linter\n", &[]),
        // slips
        ("* cicslint: ignore RDO107\n", &["! \"RDO107\" `RDO107` cannot stand here"]),
        ("* cicslint: ignroe[RDO107]\n", &["! \"ignroe[RDO107]\" `ignroe[RDO107]` cannot stand here"]),
        ("* cicslint: ignore[]\n", &["! \"]\" `]` cannot stand here"]),
        ("* cicslint: ignore[RDO107\n", &["! \"cicslint: ignore[RDO107\" it ends too early"]),
        ("* cicslint:\n", &["! \"cicslint:\" it ends too early"]),
        ("* cicslint: ignore[R1] until=soon\n", &["! \"soon\" \"soon\" is no day of the form YYYY-MM-DD"]),
        (
            "* cicslint: ignore[R1] until=2027-02-30\n",
            &["! \"2027-02-30\" \"2027-02-30\" is no day of the form YYYY-MM-DD"],
        ),
        (
            "* cicslint: ignore[R1] until=2027-01-01 until=2028-01-01\n",
            &["! \"until=2028-01-01\" until is given twice"],
        ),
        (
            "* cicslint: ignore[R1] because=\"x\"\n",
            &["! \"because=\\\"x\\\"\" `because=\"x\"` cannot stand here"],
        ),
        (
            "* cicslint: reason=\"x\"\n",
            &[
                "! \"cicslint: reason=\\\"x\\\"\" it names no rules, and the record before it is no directive that it could go on",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), *expected, "{text}");
    }
    assert!(find("//* cicslint: ignore[RDO107]\n", false).is_empty());
}
