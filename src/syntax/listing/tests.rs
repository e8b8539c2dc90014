use super::{Listing, parse, value_text};
use crate::text::Span;
use proptest::prelude::*;
use std::fmt::Write;

fn read(text: &str) -> Listing {
    parse(text, Span::of(0..text.len()))
}

/// A definition in one line: group of the heading, `Y` where it is protected, operands, section headings with `:`.
fn describe(text: &str, listing: &Listing) -> Vec<String> {
    let definitions = &listing.definitions;
    let lines = definitions.commands.iter().zip(&listing.headed_by).map(|(command, heading)| {
        let group = heading.map(|heading| listing.groups[heading]);
        let mut line = match group {
            Some(group) => format!("{}{}", group.name.of_text(text), if group.protected { "!" } else { "" }),
            None => "?".to_owned(),
        };
        for index in command.first as usize..(command.first + command.count) as usize {
            for section in listing.sections.iter().filter(|section| section.operand == index) {
                write!(line, " {}:", section.heading.of_text(text)).unwrap();
            }
            let operand = definitions.operands[index];
            let value = operand.value().map(|value| value_text(text, value)).unwrap();
            write!(line, " {}={value}", operand.key.of_text(text)).unwrap();
        }
        line
    });
    lines.collect()
}

fn problems<'t>(text: &'t str, listing: &Listing) -> Vec<&'t str> {
    listing.problems.iter().map(|problem| problem.span.of_text(text)).collect()
}

const WHOLE: &str = "\
1**************************************************************************
 *            CICS RDO OFF-LINE UTILITY PROGRAM       RELEASE:0710 PTF:   *
 **************************************************************************
0LIST ALL OBJECTS
 DFH5120 I PRIMARY CSD OPENED; DDNAME: DFHCSD
0LIST NAME: MYLIST
 ---------

                        GRPA
                        GRPB

 ************************************************************************************************************************
-GROUP NAME: GRPA        (IBM PROTECTED)
 ----------

 MAPSET(M1)             GROUP(GRPA)     DESCRIPTION()          RESIDENT(NO)           USAGE(NORMAL)
                                        USELPACOPY(NO)         STATUS(ENABLED)
1    CICS RDO OFF-LINE UTILITY PROGRAM      RELEASE:0710      99.296 11:17          PAGE    2

                        DEFINITION-SIGNATURE

                                        DEFINETIME(16/06/23 11:44:42)
1PAGE 3
                                        CHANGETIME(16/06/23 11:44:42)

 MAPSET(M2)             GROUP(OTHER)
                                          DESCRIPTION(Second (menu (panel)) set)
                                          RESIDENT(NO)    USAGE(NORMAL)
                        DEFINITION-SIGNATURE
                                        DEFINETIME()           CHANGETIME()
 ************************************************************************************************************************

0GROUP NAME: GRPB
 ----------
 WEBSERVICE(a-very-long-name-of-a-web-service)
                                        GROUP(GRPB)            DESCRIPTION()
                                        WSBIND(/u/region/wsdir/a/very/long/path/that/does/not/fit/a/line/and/so/it/is/bro
                                        ken/somewhere.wsbind)
                                        STATUS(ENABLED)
 ************************************************************************************************************************
 DFH5101 I LIST COMMAND EXECUTED SUCCESSFULLY.
 DEFINE PROGRAM(P) GROUP(G)
 DESCRIPTION(an echoed command)
        LANGUAGE(COBOL)
 DFH5107 I COMMANDS EXECUTED SUCCESSFULLY: 2
";

#[test]
fn a_whole_sysprint() {
    let listing = read(WHOLE);
    assert_eq!(
        describe(WHOLE, &listing),
        [
            "GRPA! MAPSET=M1 GROUP=GRPA DESCRIPTION= RESIDENT=NO USAGE=NORMAL USELPACOPY=NO STATUS=ENABLED \
            DEFINITION-SIGNATURE: DEFINETIME=16/06/23 11:44:42 CHANGETIME=16/06/23 11:44:42",
            "GRPA! MAPSET=M2 GROUP=OTHER DESCRIPTION=Second (menu (panel)) set RESIDENT=NO USAGE=NORMAL \
            DEFINITION-SIGNATURE: DEFINETIME= CHANGETIME=",
            "GRPB WEBSERVICE=a-very-long-name-of-a-web-service GROUP=GRPB DESCRIPTION= \
            WSBIND=/u/region/wsdir/a/very/long/path/that/does/not/fit/a/line/and/so/it/is/broken/somewhere.wsbind \
            STATUS=ENABLED",
        ]
    );
    assert_eq!(problems(WHOLE, &listing), [""; 0]);
    let [list] = &listing.lists[..] else { panic!() };
    let groups: Vec<&str> = list.groups.iter().map(|group| group.of_text(WHOLE)).collect();
    assert_eq!((list.name.of_text(WHOLE), groups), ("MYLIST", vec!["GRPA", "GRPB"]));
}

#[test]
fn a_report_without_its_first_column() {
    let text: String = WHOLE.lines().map(|line| line.get(1..).unwrap_or("").to_owned() + "\r\n").collect();
    let listing = read(&text);
    assert_eq!(describe(&text, &listing), describe(WHOLE, &read(WHOLE)));
    assert_eq!(problems(&text, &listing), [""; 0]);
}

#[test]
fn a_report_torn_from_its_headings() {
    let text = "                                        STATUS(ENABLED)\n\n PROGRAM(P)             GROUP(G)\n\
        \x20                                       STATUS(ENABLED)\n";
    let listing = read(text);
    assert_eq!(describe(text, &listing), ["? PROGRAM=P GROUP=G STATUS=ENABLED"]);
    assert_eq!(problems(text, &listing), [""; 0]);
}

#[test]
fn lines_that_cannot_be_read() {
    let head = " GROUP NAME: G\n FILE(F)                GROUP(G)\n";
    let table: [(&str, &str, &[&str]); 9] = [
        ("odd text\n      ADD(YES)\n", "ADD=YES", &["odd text"]),
        ("      ADD(YES) rubbish\n", "ADD=YES", &["ADD(YES) rubbish"]),
        ("      ADD(YES))\n", "ADD=YES", &["ADD(YES))"]),
        ("      two words\n      ADD(YES)\n", "ADD=YES", &["two words"]),
        ("      lower\n      ADD(YES)\n", "ADD=YES", &["lower"]),
        ("      DSNAME(A.B\n      ADD(YES)\n", "DSNAME=A.B ADD=YES", &["DSNAME(A.B"]),
        ("      DSNAME(A.B", "DSNAME=A.B", &["DSNAME(A.B"]),
        ("      DSNAME(A.B\n GROUP NAME: H\n", "DSNAME=A.B", &["DSNAME(A.B"]),
        ("      DESCRIPTION((((a)\n      b))) ADD(YES)\n", "DESCRIPTION=(((a)b)) ADD=YES", &[]),
    ];
    for (rest, expected, faults) in table {
        let text = format!("{head}{rest}");
        let listing = read(&text);
        assert_eq!(describe(&text, &listing), [format!("G FILE=F GROUP=G {expected}")], "{rest}");
        assert_eq!(problems(&text, &listing), faults, "{rest}");
    }
    let text = " GROUP NAME: G\n      ADD(YES)\n";
    assert_eq!(problems(text, &read(text)), ["ADD(YES)"]);
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(" GROUP NAME: G     (IBM PROTECTED)".to_owned()),
        Just(" LIST NAME: L".to_owned()),
        Just(" FILE(F)                GROUP(G)  DESCRIPTION(a (b)".to_owned()),
        Just(format!("{:40}ADD(YES)   READ(NO)", "")),
        Just(format!("{:24}OPERATIONS", "")),
        Just(format!(" {}", "*".repeat(120))),
        "[ 01]{1,30}[A-Z() *é-]{0,40}",
    ]
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,300}") {
        check_spans(&text);
    }

    #[test]
    fn no_lines_are_too_odd(lines in prop::collection::vec(line(), 0..15)) {
        check_spans(&lines.join("\n"));
    }
}

fn check_spans(text: &str) {
    let listing = read(text);
    assert_eq!(listing.headed_by.len(), listing.definitions.commands.len());
    let operands =
        listing.definitions.operands.iter().flat_map(|operand| [Some(operand.key), operand.value()]);
    let commands = listing.definitions.commands.iter().map(|command| Some(command.span));
    let others = listing
        .problems
        .iter()
        .map(|problem| problem.span)
        .chain(listing.sections.iter().map(|section| section.heading))
        .chain(listing.groups.iter().map(|group| group.name));
    for span in operands.chain(commands).flatten().chain(others) {
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    }
    for value in listing.definitions.operands.iter().filter_map(|operand| operand.value()) {
        value_text(text, value);
    }
}
