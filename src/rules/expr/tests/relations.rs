//! References and aggregates.

use super::super::*;
use super::{Site, site, value};
use crate::csd::TypeId;
use crate::growth::assert_growth;
use bumpalo::Bump;
use std::fmt::Write as _;

const DECK: &str = "\
DEFINE PROGRAM(P1) GROUP(G1) CONCURRENCY(THREADSAFE) EXECKEY(CICS)
DEFINE PROGRAM(P2) GROUP(G1)
DEFINE TRANSACTION(T1) GROUP(G1) PROGRAM(P1) TRANCLASS(C1)
DEFINE TRANSACTION(T2) GROUP(G1) PROGRAM(P2)
DEFINE TRANSACTION(T3) GROUP(G1) PROGRAM(NOWHERE) PRIORITY(9)
DEFINE TRANSACTION(T4) GROUP(G1) PROGRAM(DFHSIGN) PRIORITY(20)
DEFINE TRANCLASS(C1) GROUP(G1) MAXACTIVE(5)
DEFINE FILE(F1) GROUP(G2) DSNAME(A.B) STRINGS(5) LSRPOOLNUM(2)
DEFINE FILE(F2) GROUP(G2) DSNAME(A.B) STRINGS(7) LSRPOOLNUM(2)
DEFINE FILE(F3) GROUP(G2) DSNAME(A.C) LSRPOOLNUM(NONE)
DEFINE FILE(F4) GROUP(G2) REMOTESYSTEM(SYSB)
DEFINE LSRPOOL(L2) GROUP(G2) LSRPOOLNUM(2) STRINGS(10)
DEFINE CONNECTION(SYSB) GROUP(G2) NETNAME(NB)
DEFINE DB2CONN(D1) GROUP(G2) TCBLIMIT(40)
DEFINE DB2ENTRY(E1) GROUP(G2) TRANSID(T1)
ADD GROUP(G1) LIST(L)
ADD GROUP(G2) LIST(L)
";

fn check(site: &Site, cases: &[(&str, &str, &str)]) {
    for (on, text, expected) in cases {
        assert_eq!(value(site, on, text), *expected, "{on}: {text}");
    }
}

/// The deck is all there is, and all of it is installed.
fn complete() -> Site {
    site(&[DECK], "GRPLIST=L\n", true)
}

#[test]
fn references() {
    let cases = [
        ("TRANSACTION T1", "ref(attr.program).concurrency", "'THREADSAFE'"),
        ("TRANSACTION T2", "ref(attr.program).concurrency", "'QUASIRENT'"),
        ("TRANSACTION T3", "ref(attr.program).concurrency", "unknown"),
        ("TRANSACTION T1", "given(ref(attr.program).concurrency)", "true"),
        ("TRANSACTION T2", "given(ref(attr.program).concurrency)", "false"),
        ("TRANSACTION T1", "ref(PROGRAM, attr.program).execkey", "'CICS'"),
        ("TRANSACTION T1", "ref(PROGRAM, \"P2\").execkey", "'USER'"),
        ("TRANSACTION T1", "ref(attr.tranclass).maxactive", "5"),
        // DFHTCL00 stands for no class.
        ("TRANSACTION T2", "ref(attr.tranclass).maxactive", "absent"),
        ("TRANSACTION T1", "found(ref(attr.program))", "true"),
        ("TRANSACTION T3", "found(ref(attr.program))", "false"),
        ("TRANSACTION T4", "found(ref(attr.program))", "unknown"),
        ("TRANSACTION T1", "found(ref(attr.remotesystem))", "unknown"),
        ("FILE F4", "found(ref(attr.remotesystem))", "true"),
        ("FILE F4", "ref(CONNECTION, attr.remotesystem).netname", "'NB'"),
        ("FILE F1", "ref(attr.lsrpoolnum).strings", "10"),
        ("FILE F1", "ref(LSRPOOL, attr.lsrpoolnum).strings", "10"),
        ("FILE F3", "ref(LSRPOOL, attr.lsrpoolnum).strings", "absent"),
        ("DB2ENTRY E1", "ref(DB2CONN).tcblimit", "40"),
        ("DB2ENTRY E1", "ref(attr.transid).program", "'P1'"),
        ("DB2ENTRY E1", "ref(ref(attr.transid).program).execkey", "'CICS'"),
        ("DB2ENTRY E1", "found(ref(MQCONN))", "false"),
    ];
    check(&complete(), &cases);
    check(
        &site(&[DECK], "", false),
        &[
            ("TRANSACTION T3", "found(ref(attr.program))", "unknown"),
            ("DB2ENTRY E1", "found(ref(MQCONN))", "unknown"),
        ],
    );
}

#[test]
fn aggregates() {
    let cases = [
        ("", "count(FILE)", "4"),
        ("", "count(FILE where attr.dsname == \"A.B\")", "2+"),
        ("", "count(FILE where attr.strings > 4)", "2"),
        ("", "count(FILE where given(attr.dsname) && attr.dsname == \"A.B\")", "2"),
        ("", "exists(FILE where attr.strings == 7)", "true"),
        ("", "exists(FILE where attr.strings == 8)", "false"),
        ("", "exists(DB2CONN)", "true"),
        ("", "exists(MQCONN)", "false"),
        ("", "sum(FILE.strings)", "14"),
        ("", "sum(FILE.strings where attr.lsrpoolnum == 2)", "12"),
        ("", "max(FILE.strings)", "7"),
        ("", "min(FILE.strings)", "1"),
        ("", "max(FILE.strings where name == \"X\")", "absent"),
        ("", "sum(FILE.strings where name == \"X\")", "0"),
        ("", "max(FILE.lsrpoolnum)", "2+"),
        ("FILE F1", "count(FILE where attr.lsrpoolnum == this.lsrpoolnum)", "2"),
        ("FILE F1", "sum(FILE.strings where this.lsrpoolnum == attr.lsrpoolnum)", "12"),
        ("FILE F1", "exists(FILE where attr.dsname == this.dsname && name != this.name)", "true"),
        // The data set of F4 is not known.
        ("FILE F3", "exists(FILE where attr.dsname == this.dsname && name != this.name)", "unknown"),
        ("FILE F4", "count(FILE where attr.dsname == this.dsname)", "0+"),
        ("LSRPOOL L2", "count(FILE where attr.lsrpoolnum == this.lsrpoolnum)", "2"),
        ("PROGRAM P1", "count(TRANSACTION where attr.program == this.name)", "1"),
        ("PROGRAM P2", "exists(TRANSACTION where attr.program == this.name && attr.priority > 5)", "false"),
        ("", "count(TRANSACTION where ref(attr.program).execkey == \"CICS\") >= 1", "true"),
        ("", "region.complete", "true"),
    ];
    check(&complete(), &cases);
}

#[test]
fn where_more_may_be_installed() {
    let cases = [
        ("", "region.complete", "false"),
        ("", "count(FILE)", "4+"),
        ("", "count(FILE) > 3", "true"),
        ("", "count(FILE) > 4", "unknown"),
        ("", "count(FILE) < 4", "false"),
        ("", "count(FILE) == 3", "false"),
        ("", "count(FILE) == 5", "unknown"),
        ("", "count(FILE) * 2 >= 8", "true"),
        ("", "count(FILE) - 1 >= 3", "true"),
        ("", "10 - count(FILE) < 7", "unknown"),
        ("", "exists(FILE)", "true"),
        ("", "exists(MQCONN)", "unknown"),
        ("", "sum(FILE.strings) >= 14", "true"),
        ("", "max(FILE.strings) >= 7", "true"),
        ("", "max(FILE.strings) > 7", "unknown"),
        ("", "min(FILE.strings)", "unknown"),
    ];
    check(&site(&[DECK], "", false), &cases);
}

/// Definitions of files, a third of them without a data set name.
fn files(count: usize, share: usize) -> String {
    (0..count).fold(String::new(), |mut deck, n| {
        let dsname = if n % 3 == 2 { String::new() } else { format!("DSNAME(A.B{}) ", n / share) };
        let _ = writeln!(
            deck,
            "DEFINE FILE(F{n:07}) GROUP(G{}) {dsname}STRINGS({}) KEYLENGTH({})",
            n / 100,
            n % 9 + 1,
            n % 4 + 1
        );
        deck
    })
}

/// The values of an expression for all files.
fn all(site: &Site, program: &Program) -> Vec<String> {
    let arena = Bump::new();
    let shared = Shared::new(site.region.installed());
    let world = World::new(&site.decks, &site.region, &shared, &arena);
    let kind = TypeId::of("FILE").unwrap();
    let frame = Frame::new(&site.decks, &arena, kind);
    let run = |definition| {
        frame.set(definition);
        format!("{:?}", program.run(Env::of(Some(&frame), Some(&world))))
    };
    world.members(kind).iter().copied().map(run).collect()
}

const JOINS: [&str; 7] = [
    "count(FILE where attr.dsname == this.dsname)",
    "exists(FILE where attr.dsname == this.dsname && name != this.name)",
    "sum(FILE.strings where attr.strings > 3 && this.dsname == attr.dsname)",
    "max(FILE.strings where attr.strings == this.strings && attr.keylength == this.keylength)",
    "count(FILE where attr.strings + 1 == this.keylength && attr.dsname != this.dsname)",
    "exists(FILE where group == this.group && attr.strings > this.strings)",
    "min(FILE.keylength where name == this.name)",
];

#[test]
fn an_index_answers_as_a_walk_does() {
    let deck = files(120, 5);
    for whole in [false, true] {
        let site = site(&[&deck, "ADD GROUP(G0) LIST(L)\nADD GROUP(G1) LIST(L)\n"], "GRPLIST=L\n", whole);
        for text in JOINS {
            let indexed = compile(text, &Scope::of(Subject::of("FILE").unwrap()), None).unwrap();
            let mut plain = indexed.clone();
            for aggregate in &mut plain.aggregates {
                assert!(aggregate.index.take().is_some(), "{text}");
            }
            assert_eq!(all(&site, &indexed), all(&site, &plain), "{text}");
        }
    }
}

#[test]
fn joins_grow_no_faster_than_the_region() {
    let scope = Scope::of(Subject::of("FILE").unwrap());
    for (text, share) in [(JOINS[0], 5), (JOINS[1], 5), (JOINS[1], 1_000_000), (JOINS[0], 1_000_000)] {
        let program = compile(text, &scope, None).unwrap();
        let [small, large] = [1_000, 4_000].map(|count| site(&[&files(count, share)], "", true));
        assert_growth(text, 4.0 * 1.6, || drop(all(&small, &program)), || drop(all(&large, &program)));
    }
}
