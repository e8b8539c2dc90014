//! Regions for the tests of this module.

use super::inferred::Task;
use super::price::{Edit, Pricer};
use super::runs::Runs;
use crate::csd::{DeckText, Decks, TypeId};
use crate::model::workload::{Workload, read};
use crate::region::{Region, RegionInput, Regions, gather};
use crate::rules;
use crate::rules::declared::Kit;
use crate::syntax::Kind;
use crate::text::{FileId, ReadOptions, Source};
use std::sync::Arc;

/// The region that a deck and a SIT make.
pub(super) fn region(deck: &str, sysin: Option<&str>) -> (Decks, Region) {
    let mut decks = Decks::new();
    let mut input = RegionInput::default();
    let texts = [Some((deck, Kind::Csdup)), sysin.map(|text| (text, Kind::Sit))];
    for (number, (text, kind)) in texts.into_iter().flatten().enumerate() {
        let source = Source::from_bytes("deck", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap();
        let text = DeckText::new(FileId(number as u32), Arc::new(source));
        let gathered = gather(&text, kind);
        input.decks.extend(gathered.decks.into_iter().map(|deck| decks.add(deck)));
        input.sit.extend(gathered.sits.into_iter().flatten());
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    (decks, region)
}

/// Asks something of the pricer of a region.
fn with_pricer<T>(
    (deck, sysin): (&str, Option<&str>),
    workload: Option<&Workload>,
    ask: impl FnOnce(&Pricer<'_>) -> T,
) -> T {
    let (decks, region) = region(deck, sysin);
    let kit = Kit::new(region.installed(), rules::all().len());
    ask(&Pricer::new(&kit, (&decks, &region), rules::all(), workload))
}

const SHOP: &str = "DEFINE PROGRAM(PAY01) GROUP(G)\n\
    DEFINE PROGRAM(WEB01) GROUP(G)\n\
    DEFINE PROGRAM(JAVA01) GROUP(G) JVM(YES) JVMSERVER(J) JVMCLASS(com.example.Pay)\n\
    DEFINE PROGRAM(OTHER) GROUP(G)\n\
    DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY01)\n\
    DEFINE TRANSACTION(PAY2) GROUP(G) PROGRAM(PAY01)\n\
    DEFINE TRANSACTION(WEB1) GROUP(G) PROGRAM(WEB01)\n\
    DEFINE TRANSACTION(JAV1) GROUP(G) PROGRAM(JAVA01)\n\
    DEFINE TRANSACTION(OTH1) GROUP(G) PROGRAM(OTHER)\n\
    DEFINE DB2CONN(C) GROUP(G)\n\
    DEFINE DB2ENTRY(E) GROUP(G) PLAN(P) TRANSID(PA*)\n\
    DEFINE URIMAP(U) GROUP(G) USAGE(SERVER) HOST(*) PATH(/a) PROGRAM(WEB01)\n\
    DEFINE FILE(BROWSED) GROUP(G) BROWSE(YES) LSRPOOLNUM(NONE)\n\
    DEFINE FILE(READ) GROUP(G) READ(YES) LSRPOOLNUM(2)\n\
    DEFINE FILE(FAR) GROUP(G) REMOTESYSTEM(SYSB)\n\
    DEFINE LSRPOOL(POOL) GROUP(G) LSRPOOLNUM(2) DATA4K(100)\n\
    DEFINE TCPIPSERVICE(PLAIN) GROUP(G) PORTNUMBER(80) PROTOCOL(HTTP)\n\
    DEFINE TCPIPSERVICE(TLS) GROUP(G) PORTNUMBER(443) PROTOCOL(HTTP) SSL(YES)\n\
    DEFINE TRANCLASS(K) GROUP(G) MAXACTIVE(5)\n";

#[test]
fn a_task_is_known_by_who_starts_its_program() {
    let (decks, region) = region(SHOP, None);
    let runs = Runs::of(&decks, &region);
    assert_eq!(runs.starting("PAY01"), Some(("PAY1", 2)));
    assert_eq!(runs.starting("NOBODY"), None);
    assert!(runs.any_db2() && runs.any_web());
    for (program, java, task) in [
        ("PAY01", false, Task::Db2),
        ("WEB01", false, Task::Web),
        ("JAVA01", true, Task::Java),
        ("OTHER", false, Task::Dsw),
        ("NOBODY", false, Task::Dsw),
    ] {
        let transaction = runs.starting(program).map(|(first, _)| first);
        assert_eq!(runs.task_of(transaction, program, java), task, "{program}");
    }
}

#[test]
fn each_definition_has_a_task_that_stands_for_its_users() {
    with_pricer((SHOP, None), None, |pricer| {
        for (kind, name, attribute, task, called) in [
            ("PROGRAM", "PAY01", "CONCURRENCY", Task::Db2, "PROGRAM"),
            ("PROGRAM", "WEB01", "CONCURRENCY", Task::Web, "PROGRAM"),
            ("PROGRAM", "JAVA01", "CONCURRENCY", Task::Java, "PROGRAM"),
            ("FILE", "BROWSED", "DATABUFFERS", Task::Browse, "FILE"),
            // A pool is for direct reads, whatever else the file allows.
            ("FILE", "BROWSED", "LSRPOOLNUM", Task::Direct, "FILE"),
            ("FILE", "READ", "STRINGS", Task::Direct, "FILE"),
            ("FILE", "FAR", "REMOTESYSTEM", Task::Remote, "FILE"),
            ("TCPIPSERVICE", "PLAIN", "SOCKETCLOSE", Task::Web, "SERVICE"),
            ("TCPIPSERVICE", "TLS", "SOCKETCLOSE", Task::Handshake, "SERVICE"),
            ("DB2ENTRY", "E", "THREADLIMIT", Task::Db2, "ENTRY"),
            ("DB2CONN", "C", "TCBLIMIT", Task::Db2, ""),
        ] {
            let definition = definition_of(pricer, kind, name);
            let edits = [Edit { kind, name, attribute, value: "2" }];
            let stand =
                pricer.stand(Some(definition), &edits).unwrap_or_else(|why| panic!("{kind} {name}: {why}"));
            assert_eq!((stand.task, stand.name), (task, called), "{kind} {name} {attribute}");
        }
        let class = definition_of(pricer, "TRANCLASS", "K");
        let why = pricer.stand(Some(class), &[]).err().unwrap_or_default();
        assert_eq!(why, "the definitions do not say which tasks use TRANCLASS K; a workload does");
    });
}

fn definition_of<'v>(pricer: &Pricer<'v>, kind: &str, name: &str) -> &'v crate::csd::Definition {
    let kind = TypeId::of(kind).unwrap();
    let name = pricer.decks().names().get(name).unwrap();
    let mut all = pricer.region().installed().definitions();
    all.find(|definition| definition.kind == kind && definition.name == name).unwrap()
}

#[test]
fn a_pool_stands_beside_its_file() {
    with_pricer((SHOP, None), None, |pricer| {
        let pools = |file: &str, value: &str| {
            let edits = [Edit { kind: "FILE", name: file, attribute: "LSRPOOLNUM", value }];
            let stand = pricer.stand(Some(definition_of(pricer, "FILE", file)), &edits).unwrap();
            stand.definitions.iter().map(|(_, name)| *name).collect::<Vec<_>>()
        };
        assert_eq!(pools("BROWSED", "2"), ["POOL1", "FILE"]);
        assert_eq!(pools("READ", "2"), ["POOL1", "FILE"]);
        assert_eq!(pools("READ", "7"), ["POOL1", "FILE"]);
    });
}

#[test]
fn parameters_of_the_sit_are_felt_by_tasks_of_their_kind() {
    with_pricer((SHOP, None), None, |pricer| {
        for (attribute, task) in [
            ("MAXSSLTCBS", Task::Handshake),
            ("SSLDELAY", Task::Returning),
            ("MROLRM", Task::Remote),
            ("FCQRONLY", Task::Direct),
            ("FORCEQR", Task::Db2),
            // What all tasks feel, those with SQL feel most.
            ("MXT", Task::Db2),
        ] {
            let edits = [Edit { kind: "SIT", name: "", attribute, value: "1" }];
            assert_eq!(pricer.stand(None, &edits).map(|stand| stand.task), Ok(task), "{attribute}");
        }
    });
    let plain = "DEFINE PROGRAM(P) GROUP(G)\n";
    with_pricer((plain, None), None, |pricer| {
        assert_eq!(pricer.stand(None, &[]).map(|stand| stand.task), Ok(Task::Dsw));
    });
}

#[test]
fn masks_of_a_workload_stand_for_the_first_that_has_no_entry() {
    let (decks, region) = region(SHOP, None);
    let runs = Runs::of(&decks, &region);
    let workload = read(
        "[[transaction]]\nid = 'PAY1'\nrate_per_s = 1.0\n[[transaction]]\nid = 'PA*'\nrate_per_s = 2.0\n\
         [[transaction]]\nid = '+AV1'\nrate_per_s = 3.0\n[[transaction]]\nid = 'XYZ*'\nrate_per_s = 4.0\n\
         [[transaction]]\nid = '*'\nrate_per_s = 5.0\n",
    )
    .unwrap();
    let (matched, notes) = super::workload::matched(&workload, &runs, (&decks, &region));
    let ids: Vec<&str> = matched.transaction.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(ids[..4], ["PAY1", "PAY2", "JAV1", "XYZ*"]);
    assert_eq!(notes[0], "PA* of the workload stands for PAY2");
    assert_eq!(notes[1], "+AV1 of the workload stands for JAV1");
    assert_eq!(notes[2], "XYZ* of the workload takes no transaction of the region");
    assert!(
        notes[3].starts_with("* of the workload stands for ") && notes[3].ends_with(" more"),
        "{}",
        notes[3]
    );
}

#[test]
fn a_workload_that_cannot_be_used_says_why() {
    let workload =
        read("[machine]\nmodel = 'z99'\n[[transaction]]\nid = 'PAY1'\nrate_per_s = 1.0\n").unwrap();
    let notes = with_pricer((SHOP, None), Some(&workload), |pricer| pricer.notes());
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].starts_with("the workload cannot be used, so that prices are assumed: machine z99"),
        "{notes:?}"
    );
}
