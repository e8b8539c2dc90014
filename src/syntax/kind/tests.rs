use super::{Kind, holds_nothing, recognise};
use proptest::prelude::*;

#[test]
fn decks() {
    let table = [
        ("DEFINE PROGRAM(P) GROUP(G)\n", "x.txt"),
        ("* comment\n\n  Define Db2Conn(D1) Group(G)\n", ""),
        ("AL FI(F1) GR(G) ADD(Y)\n ALTER FI(F1) GROUP(G)\n", ""),
        ("ADD GROUP(G) LIST(L)\n", "-"),
        ("LIST ALL OBJECTS\n", ""),
        ("VERIFY\n", ""),
        ("DELETE GROUP(G)", ""),
        ("COPY GROUP(A) TO (A  ) FROM(INCSD) MERGE\n", ""),
        ("EXTRACT GROUP(G) OBJECTS USERPROGRAM(DFH0CBDC)", ""),
        ("CEDA DEFINE BUNDLE(B) GROUP(G)\n", ""),
        ("INSTALL GROUP(G)\n", ""),
        ("DEFNE PROGRAM(P) GROUP(G)\n", "x.txt"),
        ("DEFINE PROGRM(P) GROUP(G)\n", "x.txt"),
        ("DEFINE _STARTUPLIST(L)\n  _GRP(G1)\n", "x.csd"),
        ("PROGRAM(P) GROUP(G)\nDEFINE FILE(F) GROUP(G)\n", ""),
        ("{% if x %}\nDEFINE FILE(F) GROUP(G)\n{% endif %}\n", ""),
        ("DEFINE TCPIPSERVICE(S)\n  GROUP(G)\n", ""),
    ];
    for (text, name) in table {
        assert_eq!(recognise(name, text), Some(Kind::Csdup), "{text}");
    }
}

#[test]
fn jcl() {
    let table = [
        "//J JOB 1\n//S EXEC PGM=X\n",
        "//*\n//* comment\n//P PROC A=1,\n//  B=2\n",
        "//CSDTOOL  JOB CLASS=A\n//STEPLIB  DD DSN={{ environment.cics_sdfhload }}\n",
        "{% if x %}\n//S EXEC PGM=IDCAMS\n//SYSIN DD *\n DEFINE CLUSTER(NAME(X))\n",
        "/*PRIORITY 5\n//J JOB 1\n",
        "// SET HLQ=A\n// INCLUDE MEMBER=X\n",
        ")SEL &X EQ 1\n//S EXEC PGM=DFHCSDUP\n//SYSIN DD *\nDEFINE FILE(F) GROUP(G)\n)ENDSEL\n",
        "//S EXEC ASMHCL\n//SYSIN DD *\n         DFHSIT TYPE=CSECT\n",
        "//s exec pgm=dfhcsdup\n",
    ];
    for text in table {
        assert_eq!(recognise("x.txt", text), Some(Kind::Jcl), "{text}");
    }
    assert_eq!(recognise("x.jcl", "How to run this:\n//S EXEC PGM=X\n"), Some(Kind::Jcl));
}

#[test]
fn sit() {
    let table = [
        ("MXT=250\n", ""),
        ("*\n*\nTRTABSZ=12288,      00010000\nSIT=6$\n.END\n", ""),
        ("START=COLD\nGRPLIST=(A,\n  B)\n", ""),
        ("#if($x)\nGRPLIST=A\n#end\n", ""),
        ("SPCTRSO=(1,2)\n", ""),
        ("START=COLD\n", "region.sit"),
        ("CN\nAPPLID=X\n", ""),
    ];
    for (text, name) in table {
        assert_eq!(recognise(name, text), Some(Kind::Sit), "{text}");
    }
    let text = "* my SIT\n         PRINT NOGEN\n         DFHSIT TYPE=CSECT,        X\n               MXT=5\n";
    assert_eq!(recognise("DFHSITT1.asm", text), Some(Kind::SitMacro));
}

#[test]
fn listings() {
    let heading = format!("1{}\n *    CICS RDO OFF-LINE UTILITY PROGRAM    RELEASE:0710 *\n", "*".repeat(80));
    let echoed =
        format!("{heading} DEFINE PROGRAM(P) GROUP(G)\n DFH5101 I DEFINE COMMAND EXECUTED SUCCESSFULLY.\n");
    let group = " \n GROUP NAME: APPGRP1     (IBM PROTECTED)\n ----------\n";
    let torn = format!(" MAPSET(M)              GROUP(G)  DESCRIPTION()\n{:24}DEFINITION-SIGNATURE\n", "");
    for text in [&echoed, group, &torn, "0GROUP NAME: X\n"] {
        assert_eq!(recognise("x.txt", text), Some(Kind::Listing), "{text}");
    }
}

#[test]
fn other_texts() {
    let table = [
        "",
        "\n\n",
        "* comment\n* another\n",
        "//* comment\n//*\n",
        "# Title\n\n```\nDEFINE PROGRAM(P) GROUP(G)\nDEFINE PROGRAM(Q) GROUP(G)\n```\nMore text.\nAnd more.\n",
        "---\n- hosts: all\n  tasks:\n  - name: x\n    csd:\n      input: |\n        DEFINE PROGRAM(P) GROUP(G)\n",
        "<?xml version=\"1.0\"?>\n<program name=\"P\"/>\n",
        "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. P.\n           ADD 1 TO X.\n           COPY DFHAID.\n",
        "  DEFINE CLUSTER (NAME(A.B) -\n    VOLUMES(V))\n",
        "  DEFINE CLUSTER(NAME(A.B) -\n    VOLUMES(V))\n",
        "  DELETE A.B CLUSTER\n  SET MAXCC=0\n",
        "DEFINE QLOCAL(Q) DESCR('x')\nDEFINE PROCESS(P) APPLTYPE(CICS)\n",
        "/* REXX */\nsay 'hello'\n",
        "// Java\n// do something\npublic class X {}\n",
        "PATH=/usr/bin\nHOME=/u/x\nSTART=1\n",
        "CC=gcc\nall: x\n",
        "{\"name\": \"x\"}\n",
        "         PRINT NOGEN\nX        CSECT\n         DFHEIENT\n",
        "SELECT * FROM T;\nDELETE FROM T;\nALTER TABLE T (X);\n",
        "SET CICSPLEX(P);\nDEPLOY BUNDLE(B) SCOPE(S);\n",
        "LIST\nof things\n",
        "VERIFY the results\n",
    ];
    for text in table {
        assert_eq!(recognise("x.txt", text), None, "{text}");
    }
}

#[test]
fn nothing() {
    for text in ["", "\n", "* a\n  \n*b", "//*\n//\n/*\n"] {
        assert!(holds_nothing(text), "{text}");
    }
    assert!(!holds_nothing("x"));
    assert!(!holds_nothing(" * no comment"));
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,300}", name in "\\PC{0,20}") {
        recognise(&name, &text);
    }

    #[test]
    fn no_record_is_too_odd(text in "[/ *A-Z().=é-]{0,500}\n[A-Z(= ]{0,30}") {
        recognise("", &text);
    }
}
