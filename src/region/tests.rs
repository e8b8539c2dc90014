//! Regions from small decks and SIT sources.

use super::*;
use crate::csd::{Deck, DeckText, Decks};
use crate::syntax::{SitForm, csdup, sit as sit_syntax};
use crate::text::{FileId, ReadOptions, Source, Span};
use std::sync::Arc;

/// Decks and SIT sources by kind (`csd`, `macro`, `parm`, `sysin`, `console`), in order.
fn make(inputs: &[(&str, &str)]) -> (Decks, RegionInput) {
    let mut decks = Decks::new();
    let mut input = RegionInput { name: "TEST".to_owned(), ..RegionInput::default() };
    for (number, (kind, text)) in inputs.iter().enumerate() {
        let file = FileId(number as u32);
        let bytes = text.as_bytes().to_vec();
        let source = Arc::new(Source::from_bytes(*kind, bytes, &ReadOptions::default()).unwrap());
        let text = source.text();
        let whole = Span::of(0..text.len());
        let settings = match *kind {
            "macro" => sit_syntax::parse_macro(text, whole),
            "parm" => sit_syntax::parse_parm(text, whole, &[whole]),
            "sysin" => sit_syntax::parse_sysin(text, whole),
            "console" => sit_syntax::parse_console(text, whole),
            _ => {
                let commands = csdup::parse(text, whole, csdup::Options::default());
                let deck = Deck::new(DeckText::new(file, Arc::clone(&source)), &[commands]);
                input.decks.push(decks.add(deck));
                continue;
            }
        };
        input.sit.push(SitInput { file, source, settings: Arc::new(settings), symbols: Arc::default() });
    }
    (decks, input)
}

fn region(inputs: &[(&str, &str)]) -> (Decks, Region) {
    let (decks, input) = make(inputs);
    let region = Regions::new(&decks, std::slice::from_ref(&input)).resolve(&input);
    (decks, region)
}

/// The lists, the groups and the notes of a region.
fn outline(decks: &Decks, region: &Region) -> (String, String) {
    let lists = region.lists().iter().map(|list| {
        let names: Vec<_> = list.lists.iter().map(|name| decks.text(*name)).collect();
        format!("{}={}{}", list.written, names.join("+"), if list.missing { "!" } else { "" })
    });
    let groups = region.installed().groups().iter().map(|group| decks.text(group.name));
    let groups: Vec<_> = groups.filter(|group| !group.starts_with("DFH")).collect();
    (lists.collect::<Vec<_>>().join(" "), groups.join(" "))
}

#[test]
fn the_last_sit_source_wins() {
    let (_, region) = region(&[
        ("console", "MXT=90,.END\n"),
        ("sysin", "MXT=80,ICVR=3000,\nGRPLIST=(A,B),CN\n"),
        ("parm", "SI,MXT=70,WRKAREA=600"),
        (
            "macro",
            "         DFHSIT TYPE=CSECT,                                            *\n               MXT=60,SUFFIX=1,AKPFREQ=5000\n",
        ),
    ]);
    for (name, value, from) in [
        ("MXT", "90", "console"),
        ("ICVR", "3000", "sysin"),
        ("WRKAREA", "600", "parm"),
        ("AKPFREQ", "5000", "sit-macro"),
        ("MAXOPENTCBS", "212", "derived"),
        ("MAXXPTCBS", "90", "derived"),
        ("RUWAPOOL", "NO", "default"),
    ] {
        let found = region.parameter(name);
        assert_eq!((found.value.as_deref(), found.origin.word()), (Some(value), from), "{name}");
    }
    assert_eq!(region.sit().given("MXT").len(), 4);
}

#[test]
fn a_source_that_nothing_names_is_not_read() {
    let (_, region) = region(&[("parm", "MXT=70"), ("sysin", "MXT=80\n")]);
    assert_eq!(region.parameter("MXT").value.as_deref(), Some("70"));
    assert!(region.notes().iter().any(|note| note.text.contains("SYSIN or SI")), "{:?}", region.notes());
}

#[test]
fn a_table_that_is_not_at_hand_may_say_anything() {
    let (_, region) = region(&[("sysin", "SIT=6$,MXT=80\n")]);
    let icvr = region.parameter("ICVR");
    assert_eq!((icvr.value.as_deref(), icvr.origin), (Some("2000"), SitOrigin::Assumed));
    assert!(icvr.note.contains("DFHSIT6$"), "{}", icvr.note);
    assert!(region.takes_every_group());
}

#[test]
fn values_of_initparm_are_put_together() {
    let (_, region) = region(&[
        ("macro", "         DFHSIT TYPE=CSECT,INITPARM=(DFHDBCON='01',PGMA='X')\n"),
        ("sysin", "INITPARM=(PGMA='Y',PGMB='Z')\n"),
    ]);
    let merged = region.parameter("INITPARM");
    assert_eq!(merged.value.as_deref(), Some("(DFHDBCON='01',PGMA='Y',PGMB='Z')"));
    assert_eq!(
        (merged.origin, merged.place.map(|place| place.file)),
        (SitOrigin::Given(SitForm::Sysin), Some(FileId(1)))
    );
}

#[test]
fn group_lists_are_expanded() {
    const DECK: &str = "DEFINE PROGRAM(P) GROUP(GA)\nDEFINE PROGRAM(Q) GROUP(GB)\nDEFINE PROGRAM(R) GROUP(GC)
ADD GROUP(GA) LIST(LA1)\nADD GROUP(GB) LIST(LA2)\nADD GROUP(GC) LIST(LB)\nADD GROUP(GA) LIST(LB)\n";
    for (grplist, lists, groups) in [
        ("GRPLIST=LA1", "LA1=LA1", "GA"),
        ("GRPLIST=(LB,LA1)", "LB=LB LA1=LA1", "GC GA GA"),
        ("GRPLIST=(LA*)", "LA*=LA1+LA2", "GA GB"),
        ("GRPLIST=(L*)", "L*=LA1+LA2+LB", "GA GB GC GA"),
        ("GRPLIST=(LA+,DFHLIST)", "LA+=LA1+LA2 DFHLIST=DFHLIST", "GA GB"),
        ("GRPLIST=(NONE)", "NONE=", ""),
        ("GRPLIST=(la1)", "LA1=LA1", "GA"),
        ("GRPLIST=(LA1,LA2,LB,LA1,LA2)", "LA1=LA1 LA2=LA2 LB=LB LA1=LA1", "GA GB GC GA GA"),
        ("MXT=100", "DFHLIST=DFHLIST", ""),
        ("SIT=XX", "", "GA GB GC"),
    ] {
        let (decks, region) = region(&[("csd", DECK), ("sysin", &format!("{grplist}\n"))]);
        assert_eq!(outline(&decks, &region), (lists.to_owned(), groups.to_owned()), "{grplist}");
    }
}

#[test]
fn the_lists_of_the_configuration_count_instead_of_grplist() {
    let (decks, mut input) = make(&[("csd", "ADD GROUP(G) LIST(L)\n"), ("sysin", "GRPLIST=M\n")]);
    input.lists = Lists::Named(vec!["L".to_owned()]);
    let region = Regions::new(&decks, &[]).resolve(&input);
    assert_eq!(outline(&decks, &region), ("L=L".to_owned(), "G".to_owned()));
}

#[test]
fn without_sit_every_group_is_installed() {
    let (decks, region) = region(&[("csd", "DEFINE PROGRAM(P) GROUP(GA)\nDEFINE PROGRAM(Q) GROUP(GB)\n")]);
    assert!(region.takes_every_group() && region.sit().is_empty());
    assert_eq!(outline(&decks, &region).1, "GA GB");
    assert!(region.get(&decks, "PROGRAM", "Q").is_some());
    assert!(region.get(&decks, "TRANSACTION", "CEMT").is_some());
}

#[test]
fn which_of_two_definitions_counts() {
    // type, name and attributes in the first group, in the second, the group that counts, why
    for (first, second, group, why) in [
        ("PROGRAM(X)", "PROGRAM(X)", "B", Why::LaterWins),
        ("TRANSACTION(X) PROGRAM(P)", "TRANSACTION(X) PROGRAM(Q)", "B", Why::LaterWins),
        ("PROGRAM(X)", "MAPSET(X)", "B", Why::SharedNames),
        ("PARTITIONSET(X)", "PROGRAM(X)", "B", Why::SharedNames),
        ("FILE(X)", "FILE(X)", "A", Why::FirstInUse),
        ("FILE(X) STATUS(DISABLED)", "FILE(X)", "B", Why::LaterWins),
        ("FILE(X) REMOTESYSTEM(SYSB)", "FILE(X)", "B", Why::LaterWins),
        ("TDQUEUE(X) TYPE(INTRA)", "TDQUEUE(X) TYPE(EXTRA)", "A", Why::FirstWins),
        ("DB2ENTRY(X)", "DB2ENTRY(X)", "A", Why::FirstInUse),
        ("ATOMSERVICE(X)", "ATOMSERVICE(X)", "A", Why::FirstInUse),
        ("ATOMSERVICE(X) STATUS(DISABLED)", "ATOMSERVICE(X)", "B", Why::LaterWins),
        ("LSRPOOL(X) LSRPOOLNUM(3)", "LSRPOOL(Y) LSRPOOLNUM(3)", "B", Why::SameNumber),
        ("LSRPOOL(X)", "LSRPOOL(Y) LSRPOOLNUM(1)", "B", Why::SameNumber),
        ("DB2CONN(X)", "DB2CONN(Y)", "B", Why::OnlyOne),
    ] {
        let with = |operands: &str, group: &str| {
            let (resource, rest) = operands.split_once(' ').unwrap_or((operands, ""));
            format!("DEFINE {resource} GROUP({group}) {rest}\n")
        };
        let deck = with(first, "A") + &with(second, "B") + "ADD GROUP(A) LIST(L)\nADD GROUP(B) LIST(L)\n";
        let (decks, region) = region(&[("csd", &deck), ("sysin", "GRPLIST=L\n")]);
        let installed = region.installed();
        let [shadow] = installed.shadows() else { panic!("{deck}: {:?}", installed.shadows()) };
        let winner = installed.winner(shadow).unwrap();
        assert_eq!((decks.text(winner.group), shadow.why), (group, why), "{deck}");
        assert_eq!(installed.definitions().count(), 1, "{deck}");
    }
}

#[test]
fn one_name_of_two_types_is_two_resources() {
    let deck =
        "DEFINE FILE(X) GROUP(A)\nDEFINE PROGRAM(X) GROUP(A)\nDEFINE LSRPOOL(X) GROUP(A) LSRPOOLNUM(7)\n";
    let (_, region) = region(&[("csd", deck)]);
    assert!(region.installed().shadows().is_empty());
    assert!(region.installed().lsrpool(7).is_some() && region.installed().lsrpool(1).is_none());
}

/// The value of an attribute and where it comes from.
fn attribute(decks: &Decks, region: &Region, kind: &str, name: &str, attribute: &str) -> String {
    let definition = region.get(decks, kind, name).unwrap();
    let id = definition.kind.attribute(attribute).unwrap();
    let value = region.attribute(decks, definition, id);
    format!("{} {}", value.value.as_deref().unwrap_or("-"), value.origin.word())
}

#[test]
fn values_and_where_they_come_from() {
    const DECK: &str = "\
DEFINE PROGRAM(USER) GROUP(USERDEF) LANGUAGE(COBOL) RESIDENT(YES)
USERDEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(threadsafe)
ALTER PROGRAM(P1) GROUP(G) RELOAD(YES) RESIDENT()
DEFINE PROGRAM(P2) GROUP(G) REMOTESYSTEM(SYSB)
DEFINE FILE(F1) GROUP(G) NSRGROUP(N) TABLE(CF)
DEFINE FILE(F2) GROUP(G)
DEFINE FILE(F3) GROUP(G) LSRPOOLID(3) DSNAME(@HLQ@.F3)
DEFINE LSRPOOL(POOL) GROUP(G) LSRPOOLNUM(3)
DEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)
DEFINE TCPIPSERVICE(S1) GROUP(G) PORTNUMBER(8000) PROTOCOL(IPIC)
DEFINE URIMAP(U1) GROUP(G) USAGE(PIPELINE) PATH(/x) HOST(*) PIPELINE(PL)
DEFINE DB2TRAN(ABCDE) GROUP(G) ENTRY(E)
";
    let (decks, region) = region(&[("csd", DECK), ("sysin", "ICVR=5000,MXT=100\nSIT=XX")]);
    for (kind, name, attribute_name, expected) in [
        ("PROGRAM", "P1", "LANGUAGE", "COBOL user-default"),
        ("PROGRAM", "P1", "CONCURRENCY", "THREADSAFE explicit"),
        ("PROGRAM", "P1", "RELOAD", "YES altered"),
        ("PROGRAM", "P1", "RESIDENT", "NO default"),
        ("PROGRAM", "P1", "REMOTENAME", "- default"),
        ("PROGRAM", "P2", "REMOTENAME", "P2 derived"),
        ("PROGRAM", "P2", "TRANSID", "CSMI derived"),
        ("PROGRAM", "P2", "LANGUAGE", "- unknown"),
        ("FILE", "F1", "LSRPOOLNUM", "NONE derived"),
        ("FILE", "F1", "TABLENAME", "F1 derived"),
        ("FILE", "F2", "LSRPOOLNUM", "1 default"),
        ("FILE", "F2", "TABLENAME", "- default"),
        ("FILE", "F2", "DSNAME", "- unknown"),
        ("FILE", "F3", "LSRPOOLNUM", "3 derived"),
        ("FILE", "F3", "DSNAME", "- unknown"),
        ("TRANSACTION", "T1", "PROGRAM", "P1 explicit"),
        ("TRANSACTION", "T1", "PROFILE", "DFHCICST default"),
        ("TCPIPSERVICE", "S1", "TRANSACTION", "CISS derived"),
        ("TCPIPSERVICE", "S1", "URM", "DFHISAIP derived"),
        ("URIMAP", "U1", "TRANSACTION", "CPIH derived"),
        ("DB2TRAN", "ABCDE", "TRANSID", "ABCD derived"),
        ("TRANSACTION", "CSPG", "TWASIZE", "1124 ibm-supplied"),
    ] {
        let found = attribute(&decks, &region, kind, name, attribute_name);
        assert_eq!(found, expected, "{kind}({name}) {attribute_name}");
    }
    let pool = region.installed().lsrpool(3).unwrap();
    let strings = region.attribute(&decks, pool, pool.kind.attribute("STRINGS").unwrap());
    assert_eq!((strings.value, strings.origin), (None, Origin::Unknown));
    let transaction = region.get(&decks, "TRANSACTION", "T1").unwrap();
    let runaway = region.attribute(&decks, transaction, transaction.kind.attribute("RUNAWAY").unwrap());
    assert_eq!((runaway.value.as_deref(), &*runaway.note), (Some("SYSTEM"), "ICVR=5000 (sysin)"));
}

#[test]
fn a_warm_start_is_told() {
    for (start, told) in
        [("START=AUTO\n", true), ("START=COLD\n", false), ("START=(INITIAL,ALL)\n", false), ("MXT=9\n", true)]
    {
        let (_, region) = region(&[("sysin", start)]);
        let found = region.notes().iter().any(|note| note.text.contains("warm"));
        assert_eq!(found, told, "{start}");
    }
}

#[test]
fn what_regions_share_is_made_once() {
    let (decks, input) =
        make(&[("csd", "DEFINE PROGRAM(P) GROUP(G)\n"), ("csd", "DEFINE PROGRAM(Q) GROUP(H)\n")]);
    let own = RegionInput { decks: input.decks[..1].to_vec(), ..input.clone() };
    let inputs = [input.clone(), input, own];
    let regions = Regions::new(&decks, &inputs);
    let resolved: Vec<_> = inputs.iter().map(|input| regions.resolve(input)).collect();
    assert!(Arc::ptr_eq(resolved[0].installed(), resolved[1].installed()));
    assert_eq!(resolved[2].csd().definition_count(), 1);
    let group =
        |region: &Region| std::ptr::from_ref(region.csd().group(decks.names().get("G").unwrap()).unwrap());
    assert_eq!(group(&resolved[0]), group(&resolved[2]));
}

#[test]
fn of_some_types_the_first_definition_counts() {
    let deck = "\
DEFINE URIMAP(U) GROUP(A) PATH(/a) USAGE(SERVER)
DEFINE URIMAP(U) GROUP(B) PATH(/b) USAGE(SERVER)
DEFINE PROGRAM(P) GROUP(A)
DEFINE PROGRAM(P) GROUP(B)
ADD GROUP(A) LIST(L)
ADD GROUP(B) LIST(L)
";
    let (decks, region) = region(&[("csd", deck), ("sysin", "GRPLIST=L\n")]);
    let group = |kind, name| region.get(&decks, kind, name).map(|found| decks.text(found.group));
    assert_eq!((group("URIMAP", "U"), group("PROGRAM", "P")), (Some("A"), Some("B")));
}

#[test]
fn a_group_that_is_installed_twice_shadows_nothing_of_itself() {
    let deck = "\
DEFINE PROGRAM(P) GROUP(A)
DEFINE DB2CONN(D1) GROUP(A)
DEFINE PROGRAM(P) GROUP(B)
DEFINE DB2CONN(D2) GROUP(B)
ADD GROUP(A) LIST(L1)
ADD GROUP(B) LIST(L2)
ADD GROUP(A) LIST(L2)
";
    let (decks, region) = region(&[("csd", deck), ("sysin", "GRPLIST=(L1,L2)\n")]);
    let program = region.get(&decks, "PROGRAM", "P").unwrap();
    assert_eq!(decks.text(program.group), "A");
    let losers: Vec<_> = region
        .installed()
        .shadows()
        .iter()
        .map(|shadow| decks.text(region.installed().definition(shadow.loser).unwrap().group))
        .collect();
    assert_eq!(losers, ["B", "B"]);
}

#[test]
fn the_sit_table_is_the_one_that_is_named() {
    let xx = "         DFHSIT TYPE=CSECT,SUFFIX=XX,MXT=111\n";
    let zz = "         DFHSIT TYPE=CSECT,SUFFIX=ZZ,MXT=222\n";
    let mxt = |parm: &str| {
        let (_, region) = region(&[("macro", xx), ("macro", zz), ("parm", parm)]);
        let value = region.parameter("MXT");
        (value.value.map(|value| value.into_owned()), value.origin)
    };
    assert_eq!(mxt("SIT=XX"), (Some("111".to_owned()), SitOrigin::Given(SitForm::Macro)));
    assert_eq!(mxt("SIT=ZZ"), (Some("222".to_owned()), SitOrigin::Given(SitForm::Macro)));
    assert_eq!(mxt("SIT=YY"), (Some("250".to_owned()), SitOrigin::Assumed));
}

#[test]
fn without_a_list_userdef_is_not_installed() {
    let (decks, region) =
        region(&[("csd", "DEFINE PROGRAM(USER) GROUP(USERDEF)\nDEFINE PROGRAM(P) GROUP(A)\n")]);
    assert!(region.get(&decks, "PROGRAM", "P").is_some());
    assert!(region.get(&decks, "PROGRAM", "USER").is_none());
}
