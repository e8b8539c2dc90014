//! What expressions are worth.

use super::{Site, site, value};

const DECK: &str = "\
DEFINE PROGRAM(USER) GROUP(USERDEF) EXECKEY(CICS)
DEFINE PROGRAM(P1) GROUP(G1) CONCURRENCY(threadsafe) API(OPENAPI)
USERDEFINE PROGRAM(P2) GROUP(G1) RELOAD(YES)
ALTER PROGRAM(P2) GROUP(G1) RELOAD()
DEFINE PROGRAM(P3) GROUP(G1) CONCURRENCY(@CONC@) DESCRIPTION(Pay & go)
DEFINE PROGRAM(P4) GROUP(G1) CONCURRENCY(THREAD)
DEFINE TRANSACTION(T1) GROUP(G1) PROGRAM(P1) DTIMOUT(0130) RUNAWAY(5000) PRIORITY(7)
DEFINE TRANSACTION(T2) GROUP(G1) PROGRAM(P2)
DEFINE TRANSACTION(T3) GROUP(G1) PROGRAM(P1) REMOTESYSTEM(SYSB) PRIORITY(X)
DEFINE FILE(F1) GROUP(G2) DSNAME(prod.master) STRINGS(5) DATABUFFERS(6) RECOVERY(ALL)
DEFINE FILE(F2) GROUP(G2) LSRPOOLNUM(NONE)
DEFINE SESSIONS(S1) GROUP(G2) CONNECTION(C1) MAXIMUM(10,5) PROTOCOL(APPC)
";

const SIT: &str = "MXT=120,EDSALIM=500M,GRPLIST=(LIST1,LIST2),APPLID=(GEN,SPEC),ICVR=(3000),XTRAN=NO,
GMTEXT='Hello, you',SPCTRAP=2\n";

fn check(site: &Site, cases: &[(&str, &str, &str)]) {
    for (on, text, expected) in cases {
        assert_eq!(value(site, on, text), *expected, "{on}: {text}");
    }
}

#[test]
fn attributes() {
    check(
        &site(&[DECK], "", false),
        &[
            ("PROGRAM P1", "attr.concurrency", "'THREADSAFE'"),
            ("PROGRAM P1", "attr.execkey", "'USER'"),
            ("PROGRAM P1", "attr.remotesystem", "absent"),
            ("PROGRAM P1", "attr.language", "unknown"),
            ("PROGRAM P2", "attr.execkey", "'CICS'"),
            ("PROGRAM P2", "attr.reload", "'NO'"),
            ("PROGRAM P2", "given(attr.reload)", "false"),
            ("PROGRAM P2", "given(attr.execkey)", "true"),
            ("PROGRAM P3", "attr.concurrency", "unknown"),
            ("PROGRAM P3", "given(attr.concurrency)", "true"),
            ("PROGRAM P3", "attr.description", "'Pay & go'"),
            // A word that is shortened is the word it begins.
            ("PROGRAM P4", "attr.concurrency", "'THREADSAFE'"),
            ("PROGRAM P4", "attr.concurrency == \"THREADSAFE\"", "true"),
            ("PROGRAM P1", "name", "'P1'"),
            ("PROGRAM P1", "group", "'G1'"),
            ("PROGRAM P1", "type", "'PROGRAM'"),
        ],
    );
}

#[test]
fn numbers_times_and_words() {
    check(
        &site(&[DECK], "", false),
        &[
            ("TRANSACTION T1", "attr.dtimout", "90000"),
            ("TRANSACTION T1", "attr.dtimout == 1m + 30s", "true"),
            ("TRANSACTION T1", "attr.dtimout / 2 == 45s", "true"),
            ("TRANSACTION T1", "attr.dtimout / 30s", "3"),
            ("TRANSACTION T2", "attr.dtimout", "'NO'"),
            ("TRANSACTION T2", "attr.dtimout == \"NO\"", "true"),
            ("TRANSACTION T2", "attr.dtimout != \"NO\"", "false"),
            ("TRANSACTION T2", "attr.dtimout < 30s", "unknown"),
            ("TRANSACTION T2", "attr.dtimout == 30s", "false"),
            ("TRANSACTION T2", "attr.dtimout in [\"NO\", 30s]", "true"),
            ("TRANSACTION T1", "attr.runaway", "5000"),
            ("TRANSACTION T2", "attr.runaway", "'SYSTEM'"),
            ("TRANSACTION T1", "attr.runaway in [\"SYSTEM\", 5000]", "true"),
            ("TRANSACTION T3", "attr.priority", "unknown"),
            ("TRANSACTION T3", "attr.remotename", "'T3'"),
            ("TRANSACTION T1", "attr.remotename", "absent"),
            ("FILE F1", "attr.dsname", "'PROD.MASTER'"),
            ("FILE F2", "attr.dsname", "unknown"),
            ("FILE F1", "attr.lsrpoolnum", "1"),
            ("FILE F2", "attr.lsrpoolnum", "'NONE'"),
            ("FILE F1", "attr.databuffers < attr.strings + 1", "false"),
            ("FILE F1", "attr.databuffers <= attr.strings + 1", "true"),
            ("FILE F2", "attr.databuffers < attr.strings + 1", "false"),
            ("SESSIONS S1", "attr.maximum", "'10,5'"),
            ("SESSIONS S1", "number(operand(attr.maximum, 2))", "5"),
            ("SESSIONS S1", "operands(attr.maximum)", "2"),
        ],
    );
}

#[test]
fn what_is_absent() {
    check(
        &site(&[DECK], "", false),
        &[
            ("PROGRAM P1", "attr.remotesystem == \"SYSB\"", "false"),
            ("PROGRAM P1", "attr.remotesystem != \"SYSB\"", "true"),
            ("PROGRAM P1", "attr.remotesystem in [\"SYSB\"]", "false"),
            ("PROGRAM P1", "has(attr.remotesystem)", "false"),
            ("PROGRAM P1", "unknown(attr.remotesystem)", "false"),
            ("PROGRAM P1", "unknown(attr.language)", "true"),
            ("PROGRAM P1", "has(attr.language)", "unknown"),
            ("PROGRAM P1", "matches(attr.remotesystem, \"*\")", "false"),
            ("PROGRAM P1", "length(attr.remotesystem)", "unknown"),
            ("PROGRAM P1", "prefix(attr.remotesystem, 2)", "absent"),
            ("PROGRAM P1", "number(attr.remotesystem) < 3", "unknown"),
            ("PROGRAM P1", "attr.remotesystem == attr.jvmserver", "false"),
        ],
    );
}

#[test]
fn sit_parameters() {
    check(
        &site(&[DECK], SIT, false),
        &[
            ("", "sit.mxt", "120"),
            ("", "sit.mxt >= 100 && sit.mxt < 1K", "true"),
            ("", "sit.edsalim == 500M", "true"),
            ("", "sit.edsalim / 1M", "500"),
            ("", "sit.icvr", "3000"),
            ("", "sit.xtran == \"NO\"", "true"),
            ("", "sit.grplist", "'LIST1,LIST2'"),
            ("", "operand(sit.grplist, 2)", "'LIST2'"),
            ("", "operand(sit.grplist, 3)", "absent"),
            ("", "operands(sit.grplist)", "2"),
            ("", "operand(sit.applid, 2) == \"SPEC\"", "true"),
            ("", "sit.gmtext", "'Hello, you'"),
            ("", "sit.maxopentcbs", "272"),
            ("", "given(sit.mxt)", "true"),
            ("", "given(sit.maxopentcbs)", "false"),
            ("", "given(sit.spctrap)", "true"),
            ("", "given(sit.spctric)", "false"),
            ("", "region.has_sit", "true"),
            ("", "region.name", "'TEST'"),
        ],
    );
    check(
        &site(&[DECK], "", false),
        &[
            ("", "sit.mxt", "unknown"),
            ("", "given(sit.mxt)", "unknown"),
            ("", "region.has_sit", "false"),
            ("", "region.has_sit && sit.mxt > 3", "false"),
        ],
    );
    // Of a table that is not at hand nothing is known but what is said beside it.
    check(
        &site(&[DECK], "SIT=6$,MXT=50\n", false),
        &[("", "sit.mxt", "50"), ("", "sit.icvr", "unknown"), ("", "given(sit.icvr)", "unknown")],
    );
}

#[test]
fn operators() {
    let cases = [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("7 / 2", "3"),
        ("-7 / 2", "-4"),
        ("-7 % 2", "1"),
        ("7 / 0", "unknown"),
        ("7 % 0", "unknown"),
        ("9223372036854775807 + 1", "unknown"),
        ("-9223372036854775807 - 2", "unknown"),
        ("ceil_div(7, 2)", "4"),
        ("ceil_div(8, 2)", "4"),
        ("min2(3, 5) + max2(3, 5)", "8"),
        ("2 - 1 - 1", "0"),
        ("8 / 4 / 2", "1"),
        ("1 < 2 && 2 < 3 || false", "true"),
        ("true || 1 / 0 == 1", "true"),
        ("false && 1 / 0 == 1", "false"),
        ("1 / 0 == 1 && false", "false"),
        ("1 / 0 == 1 || true", "true"),
        ("1 / 0 == 1 && true", "unknown"),
        ("!(1 / 0 == 1)", "unknown"),
        ("!true", "false"),
        ("!!true", "true"),
        ("- - 3", "3"),
        ("true ? 1 : 2", "1"),
        ("false ? 1 : true ? 2 : 3", "2"),
        ("1 / 0 == 1 ? 1 : 2", "unknown"),
        ("1 / 0 == 1 ? 2 : 2", "2"),
        ("\"A\" == 'A'", "true"),
        ("\"A\" in [\"B\", \"A\"]", "true"),
        ("1 in [2, 1 / 0]", "unknown"),
        ("1 in [1, 1 / 0]", "true"),
        ("64K == 65536 && 1M == 1024K && 2G == 2048M", "true"),
        ("1h == 60m && 1m == 60s && 1s == 1000ms", "true"),
        ("matches(\"PAY01\", \"PAY*\") && !matches(\"PAY01\", \"PAY+\")", "true"),
        ("length(\"ABC\")", "3"),
        ("prefix(\"ABC\", 2)", "'AB'"),
        ("prefix(\"ABC\", 9)", "'ABC'"),
        ("suffix(\"ABC\", 2)", "'BC'"),
        ("suffix(\"ABC\", 0)", "''"),
        ("prefix(\"ABC\", -1)", "unknown"),
        ("number(\"0042\")", "42"),
        ("number(\"4X\")", "unknown"),
        ("upper(\"abc\")", "'ABC'"),
        ("has(1)", "true"),
        ("unknown(1 / 0)", "true"),
    ];
    let site = site(&[], "", false);
    for (text, expected) in cases {
        assert_eq!(value(&site, "", text), expected, "{text}");
    }
}
