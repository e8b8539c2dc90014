use super::{CsdupParmKind, Input, Jcl, Part, Program, parse};
use crate::syntax::sit::value_text;
use crate::syntax::tree::{ProblemKind, SitForm};
use proptest::prelude::*;

/// The parts of `text` in one line each: step, program, PARM facts, inputs.
fn parts(text: &str) -> Vec<String> {
    let jcl = parse(text);
    jcl.parts.iter().map(|part| describe(text, &jcl, part)).collect()
}

fn describe(text: &str, jcl: &Jcl, part: &Part) -> String {
    let step = jcl.steps[part.step()].name.map_or("", |name| name.of_text(text));
    let inputs: Vec<String> = part
        .sysin()
        .iter()
        .map(|input| match input {
            Input::Instream(range) => format!("{:?}", range.of_text(text)),
            Input::Elsewhere(dd) => format!("<{}>", dd.of_text(text)),
        })
        .collect();
    let inputs = inputs.join(" ");
    match part {
        Part::Csdup(_) => format!("{step} csdup {inputs}"),
        Part::Sit(part) => {
            let forms: Vec<String> = part.sources.iter().map(|source| format!("{:?}", source.form)).collect();
            format!("{step} sit [{}] {inputs}", forms.join(" "))
        }
    }
}

fn problems(text: &str) -> Vec<(ProblemKind, &str)> {
    parse(text).problems.iter().map(|problem| (problem.kind, problem.span.of_text(text))).collect()
}

#[test]
fn one_step_with_instream_commands() {
    let text = "//J JOB (1),'A B',\n//  NOTIFY=&SYSUID,\n//* comment\n//  CLASS=A\n//S1 EXEC PGM=DFHCSDUP,REGION=0M\n\
        //STEPLIB DD DSN=X.Y,DISP=SHR\n//SYSIN DD *\n DEFINE FILE(F) GROUP(G)\n*comment\n/*\n//\n";
    assert_eq!(parts(text), ["S1 csdup \" DEFINE FILE(F) GROUP(G)\\n*comment\\n\""]);
    assert_eq!(problems(text), []);
}

#[test]
fn what_ends_instream_data() {
    let table = [
        ("//SYSIN DD *\nA\n/*\nB\n", "\"A\\n\""),
        ("//SYSIN DD *\nA\n//* a comment ends it\nB\n", "\"A\\n\""),
        ("//SYSIN DD *\nA\n//X DD DUMMY\n", "\"A\\n\""),
        ("//SYSIN DD *\nA\nB", "\"A\\nB\""),
        ("//SYSIN DD *", "\"\""),
        ("//SYSIN DD DATA\nA\n//* data\n//X DD *\n/*\nB\n", "\"A\\n//* data\\n//X DD *\\n\""),
        ("//SYSIN DD DATA\nA\n", "\"A\\n\""),
        ("//SYSIN DD *,DLM=@@\nA\n/*\n//X\n@@\nB\n", "\"A\\n/*\\n//X\\n\""),
        ("//SYSIN DD DATA,DLM='$''' remark\nA\n/*\n$'\nB\n", "\"A\\n/*\\n\""),
        ("//SYSIN DD *,SYMBOLS=JCLONLY\r\nA\r\n/*\r\n", "\"A\\r\\n\""),
        ("//SYSIN DD *,\n//  SYMBOLS=JCLONLY\nA\n/*\n", "\"A\\n\""),
        ("//SYSIN DD *\nA\n//  DD *\nB\n/*\n", "\"A\\n\" \"B\\n\""),
        ("//SYSIN DD *\nA\n//  DD DSN=X,DISP=SHR\n", "\"A\\n\" <//  DD DSN=X,DISP=SHR>"),
        ("//SYSIN DD DUMMY\n", "\"\""),
        ("//SYSIN DD DSN=NULLFILE\n", "\"\""),
        ("//SYSIN DD DDNAME=CMDS\n//CMDS DD *\nA\n/*\n", "\"A\\n\""),
        ("A\nB\n/*\n", "\"A\\nB\\n\""),
        ("//SYSIN DD *\n{% for x in y %}\n\n{{ x }}\n{% endfor %}\n/*\n", "<//SYSIN DD *>"),
        ("//SYSIN DD *\n{% if x %}\nA\n{% endif %}\n", "\"{% if x %}\\nA\\n{% endif %}\\n\""),
        ("//SYSIN DD DISP=SHR,DSN=@lib@(CSD)\n", "<//SYSIN DD DISP=SHR,DSN=@lib@(CSD)>"),
        ("//SYSIN DD DISP=SHR,\n// DSN=&&CSDCMDS\n", "<//SYSIN DD DISP=SHR,\n// DSN=&&CSDCMDS>"),
        ("//SYSPRINT DD *\nA\n/*\n", ""),
    ];
    for (dd, expected) in table {
        let text = format!("//S EXEC PGM=DFHCSDUP\n{dd}");
        assert_eq!(parts(&text), [format!("S csdup {expected}")], "{dd}");
    }
}

#[test]
fn data_of_other_steps_is_not_ours() {
    let text = "//A EXEC PGM=IDCAMS\n//SYSIN DD *\n DEFINE CLUSTER(NAME(X))\n/*\n//B EXEC PGM=&PGM\n//SYSIN DD *\n\
        DEFINE FILE(F) GROUP(G)\n//C EXEC PROC=P\n//D EXEC P\n//SYSIN DD *\nDEFINE\n";
    let jcl = parse(text);
    assert_eq!(jcl.parts, []);
    let programs: Vec<_> = jcl.steps.iter().map(|step| step.program).collect();
    let [Program::Named(a), Program::Symbolic(b), Program::Procedure(c), Program::Procedure(d)] =
        programs[..]
    else {
        panic!("{programs:?}")
    };
    assert_eq!([a, b, c, d].map(|span| span.of_text(text)), ["IDCAMS", "&PGM", "P", "P"]);
}

#[test]
fn parm_of_dfhcsdup() {
    let cases = [
        ("", "", Some(false), Some(false)),
        (
            ",PARM='CSD(READWRITE),PAGESIZE(60),NOCOMPAT'",
            "Csd:READWRITE PageSize:60 NoCompat:",
            Some(false),
            Some(false),
        ),
        (",REGION=0M,\n//  PARM='CSD(READONLY),COMPAT'", "Csd:READONLY Compat:", Some(true), Some(true)),
        (
            ",PARM=('CSD(READONLY)',COMPAT,\n// 'PAGESIZE(4)')",
            "Csd:READONLY Compat: PageSize:4",
            Some(true),
            Some(true),
        ),
        (",PARM=COMPAT", "Compat:", Some(true), Some(false)),
        (",PARM='&P'", "Unknown:", None, None),
        (",PARM='CSD(&RW),UPPERCASE,FOO(BAR'", "Csd:&RW UpperCase: Unknown:BAR", None, None),
        (",PARM='csd(readonly), compat'", "Csd:readonly Compat:", Some(true), Some(true)),
    ];
    for (operands, expected, compat, readonly) in cases {
        let text = format!("//S EXEC PGM=DFHCSDUP{operands}\n//SYSIN DD *\n");
        let jcl = parse(&text);
        let [Part::Csdup(part)] = &jcl.parts[..] else { panic!("{operands}") };
        let parms: Vec<String> = part
            .parms
            .iter()
            .map(|parm| format!("{:?}:{}", parm.kind, parm.value.map_or("", |value| value.of_text(&text))))
            .collect();
        assert_eq!(parms.join(" "), expected, "{operands}");
        assert_eq!((part.compat, part.readonly), (compat, readonly), "{operands}");
        assert!(part.parms.iter().all(|parm| parm.kind != CsdupParmKind::Csd || parm.word.len() == 3));
        assert_eq!(jcl.problems, [], "{operands}");
    }
}

#[test]
fn a_string_goes_on_in_column_16() {
    let text = format!(
        "{:<61}UPPERCASE,\n//             NOCOMPAT'\n//SYSIN DD *\n",
        "//S EXEC PGM=DFHCSDUP,PARM='CSD(READWRITE),PAGESIZE(60),"
    );
    let jcl = parse(&text);
    let [Part::Csdup(part)] = &jcl.parts[..] else { panic!() };
    let kinds: Vec<_> = part.parms.iter().map(|parm| parm.kind).collect();
    assert_eq!(
        kinds,
        [CsdupParmKind::Csd, CsdupParmKind::PageSize, CsdupParmKind::UpperCase, CsdupParmKind::NoCompat]
    );
    assert_eq!(part.sysin.len(), 1);
}

#[test]
fn parm_and_sysin_of_dfhsip() {
    let text = "//CICS EXEC PGM=DFHSIP,TIME=1440,\n//  PARM=('START=INITIAL',SYSIN,'APPLID=A',\n//  'SYSIDNT=S')\n\
        //SYSIN DD *\nMXT=100\n.END\n/*\n";
    assert_eq!(parts(text), ["CICS sit [Parm Sysin] \"MXT=100\\n.END\\n\""]);
    let jcl = parse(text);
    let [Part::Sit(part)] = &jcl.parts[..] else { panic!() };
    let settings: Vec<_> = part
        .sources
        .iter()
        .flat_map(|source| &source.settings)
        .map(|setting| (setting.name.of_text(text), setting.value.map(|value| value.of_text(text))))
        .collect();
    assert_eq!(
        settings,
        [
            ("START", Some("INITIAL")),
            ("SYSIN", None),
            ("APPLID", Some("A")),
            ("SYSIDNT", Some("S")),
            ("MXT", Some("100")),
            (".END", None),
        ]
    );
    assert_eq!(jcl.problems, []);
}

#[test]
fn parm_in_pieces() {
    let text = "//S EXEC PGM=DFHSIP,PARM=('GRPLIST=(A',\n//  'B)',  remark\n//  'GMTEXT=''IT''''S''')\n";
    let jcl = parse(text);
    let [Part::Sit(part)] = &jcl.parts[..] else { panic!() };
    let source = &part.sources[0];
    let values: Vec<_> = source
        .settings
        .iter()
        .filter_map(|setting| setting.value.map(|value| value_text(text, source.form, value)))
        .collect();
    assert_eq!(values, ["(A,B)", "'IT''S'"]);
    assert_eq!(source.problems, []);
}

#[test]
fn dfhsit_source_in_an_assembler_step() {
    let text =
        "//A EXEC DFHAUPLE\n//ASSEM.SYSUT1 DD *\n         DFHSIT TYPE=CSECT\n         END DFHSITBA\n/*\n";
    assert_eq!(parts(text), ["A sit [Macro] "]);
}

#[test]
fn procedures_and_their_calls() {
    let procedure = "//P PROC HLQ='A.B'\n//CSD EXEC PGM=DFHCSDUP\n//SYSIN DD DISP=SHR,DSN=&HLQ..X\n// PEND\n";
    let call = format!("{procedure}//S EXEC P,HLQ=Z\n//CSD.SYSIN DD *\nA\n/*\n");
    assert_eq!(parts(&call), ["S csdup \"A\\n\""]);
    assert_eq!(problems(&call), []);
    let unqualified = format!("{procedure}//S EXEC PROC=P\n//SYSIN DD *\nA\n/*\n");
    assert_eq!(parts(&unqualified), ["S csdup \"A\\n\""]);
    let plain = format!("{procedure}//S EXEC P\n");
    assert_eq!(parts(&plain), ["CSD csdup <//SYSIN DD DISP=SHR,DSN=&HLQ..X>"]);
    assert_eq!(problems(&plain), [(ProblemKind::InputElsewhere, "//SYSIN DD DISP=SHR,DSN=&HLQ..X")]);
    let forward = "//P PROC\n//A EXEC PGM=IEFBR14\n//CSD EXEC PGM=DFHCSDUP\n//SYSIN DD DDNAME=CMDS\n// PEND\n\
        //S EXEC P,PARM.CSD=COMPAT\n//CSD.CMDS DD *\nA\n//S2 EXEC P\n//SYSIN DD *\nnot ours\n";
    assert_eq!(parts(forward), ["S csdup \"A\\n\""]);
    let jcl = parse(forward);
    let [Part::Csdup(part)] = &jcl.parts[..] else { panic!() };
    assert_eq!(part.compat, Some(true));
    let symbols: Vec<_> = parse(procedure)
        .symbols
        .iter()
        .map(|s| (s.name.of_text(procedure), s.value.of_text(procedure)))
        .collect();
    assert_eq!(symbols, [("HLQ", "'A.B'")]);
}

#[test]
fn faults_of_the_jcl() {
    use ProblemKind::{BadJcl, InputElsewhere, UnendedInstream};
    let step = "//S EXEC PGM=DFHCSDUP\n";
    let table: [(&str, &[(ProblemKind, &str)]); 16] = [
        ("//SYSIN DD *\n////* a slip\n", &[(BadJcl, "//*")]),
        ("//SYSIN DD *\n//TOOLONGNAME DD *\n", &[(BadJcl, "TOOLONGNAME")]),
        ("//SYSIN DD *\n//X EXCE PGM=A\n", &[(BadJcl, "EXCE")]),
        ("//SYSIN DD *\n//X\n", &[(BadJcl, "//X")]),
        ("//SYSIN DD *\n//X dd DUMMY\n//Y dd DUMMY\n", &[(BadJcl, "dd")]),
        ("//SYSIN DD *\n//X DD DISP=SHR,\n", &[(BadJcl, ",")]),
        ("//SYSIN DD *\n//X DD DISP=SHR,\n//Y DD DUMMY\n", &[(BadJcl, ",")]),
        ("//SYSIN DD *\n//X DD DSN='A\n//Y DD DUMMY\n", &[(BadJcl, "'")]),
        ("//SYSIN DD *\n//X DD SPACE=(1,(2)\n", &[(BadJcl, "(")]),
        ("//SYSIN DD *\n//X DD SPACE=(1,2))\n", &[(BadJcl, ")")]),
        ("//SYSIN DD *\n//X DD DSN={{ a,\n", &[]),
        ("//SYSIN DD *\n/*\nleft over\nmore\n", &[(BadJcl, "left over")]),
        ("//SYSIN DD *\n/*\n//\nleft over\n", &[]),
        ("//SYSIN DD DATA\nA\n//T EXEC PGM=B\n", &[(UnendedInstream, "//SYSIN DD DATA")]),
        ("", &[(InputElsewhere, "//S EXEC PGM=DFHCSDUP")]),
        ("//SYSIN DD DSN=A\n", &[(InputElsewhere, "//SYSIN DD DSN=A")]),
    ];
    for (rest, expected) in table {
        let text = format!("{step}{rest}");
        assert_eq!(problems(&text), expected, "{rest}");
    }
}

#[test]
fn data_that_is_not_ended_is_cut_before_the_jcl() {
    let text = "//S EXEC PGM=DFHCSDUP\n//SYSIN DD DATA\nA\n//T EXEC PGM=DFHCSDUP\n//SYSIN DD *\nB\n";
    assert_eq!(parts(text), ["S csdup \"A\\n\"", "T csdup \"B\\n\""]);
    let one = "//S EXEC PGM=DFHCSDUP\n//SYSIN DD DATA,DLM=@@\nA\n";
    let many = one.repeat(100);
    assert_eq!(parts(&many).len(), 100);
    let unended =
        |text: &str| problems(text).iter().filter(|(kind, _)| *kind == ProblemKind::UnendedInstream).count();
    assert_eq!(unended(&many), 99);
    assert_eq!(unended(&many.replace(",DLM=@@", "")), 99);
}

#[test]
fn statements_of_no_interest() {
    let text = format!(
        "/*JOBPARM S=ANY\n//J JOB ,,CLASS=A remark, with a comma,\n//JOBLIB DD DSN=X,DISP=SHR\n// IF (A.RC = 0 &\n\
        //  B.RC > 4) THEN\n{:<71}X\n//  all of this is remark\n//SYSIN DD *\nA\n/*\n// ELSE\n\
        // ENDIF ends here,\n// INCLUDE MEMBER=X\n//O OUTPUT DEST=Y\n// JCLLIB ORDER=(A,\n//  B)  remark\n\
        // EXPORT SYMLIST=*\n#if(1)\n)SEL &X\n//\n",
        "//S EXEC PGM=DFHCSDUP  a remark"
    );
    assert_eq!(parts(&text), ["S csdup \"A\\n\""]);
    assert_eq!(problems(&text), []);
}

#[test]
fn forms_of_settings_keep_their_source() {
    let text = "//S EXEC PGM=DFHSIP,PARM='SIT=6$,SYSIN'\n//SYSIN DD DSN=A.B(C),DISP=SHR\n";
    let jcl = parse(text);
    let [Part::Sit(part)] = &jcl.parts[..] else { panic!() };
    assert_eq!(part.sources[0].form, SitForm::Parm);
    assert_eq!(problems(text), [(ProblemKind::InputElsewhere, "//SYSIN DD DSN=A.B(C),DISP=SHR")]);
}

/// Lines that JCL is made of, and some that it is not.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("//S EXEC PGM=DFHCSDUP,".to_owned()),
        Just("//S EXEC PGM=DFHSIP,PARM=('A=1',".to_owned()),
        Just("//  PARM='CSD(READ".to_owned()),
        Just("//             ONLY)'".to_owned()),
        Just("//SYSIN DD *,DLM='@@'".to_owned()),
        Just("//SYSIN DD DATA".to_owned()),
        Just("//P PROC".to_owned()),
        Just("// PEND".to_owned()),
        Just("/*".to_owned()),
        Just("//* £".to_owned()),
        "(//)?[A-Z ]{0,3}[ '(),=*/&é{}A-Z]{0,80}",
    ]
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,200}") {
        check_spans(&text);
    }

    #[test]
    fn no_jcl_is_too_odd(lines in prop::collection::vec(line(), 0..12)) {
        check_spans(&lines.join("\n"));
    }
}

/// Every span lies in the text, on borders of characters.
fn check_spans(text: &str) {
    let jcl = parse(text);
    let mut spans: Vec<_> =
        jcl.problems.iter().flat_map(|problem| [Some(problem.span), problem.related]).collect();
    spans.extend(jcl.steps.iter().map(|step| Some(step.span)));
    for part in &jcl.parts {
        spans.extend(part.sysin().iter().map(|input| match input {
            Input::Instream(span) | Input::Elsewhere(span) => Some(*span),
        }));
        match part {
            Part::Csdup(part) => {
                spans.push(part.parm);
                spans.extend(part.parms.iter().flat_map(|parm| [Some(parm.word), parm.value]));
            }
            Part::Sit(part) => {
                for source in &part.sources {
                    spans.push(Some(source.span));
                    spans.extend(
                        source.settings.iter().flat_map(|setting| [Some(setting.name), setting.value]),
                    );
                    spans.extend(
                        source.problems.iter().flat_map(|problem| [Some(problem.span), problem.related]),
                    );
                }
            }
        }
    }
    for span in spans.into_iter().flatten() {
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    }
}
