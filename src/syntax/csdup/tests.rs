//! Small decks and what they read as.

use super::{Options, parse, value_text};
use crate::syntax::{Commands, Verb};
use crate::text::Span;

/// The commands of `text` a line each, then the problems with the text under each.
pub(super) fn shown(text: &str) -> String {
    let commands = parse(text, Span::of(0..text.len()), Options::default());
    show(text, &commands)
}

fn show(text: &str, commands: &Commands) -> String {
    let mut out = String::new();
    for command in &commands.commands {
        let word = command.word.of_text(text);
        match command.verb {
            Verb::Unknown | Verb::Ceda => out += &format!("{:?}:{word}", command.verb),
            _ => out += word,
        }
        for operand in commands.operands(command) {
            out += " ";
            out += operand.key.of_text(text);
            if let Some(value) = operand.value() {
                out += &format!("[{}]", value_text(text, value));
            }
        }
        out += "\n";
    }
    for problem in &commands.problems {
        out += &format!("! {:?} {:?}\n", problem.kind, problem.span.of_text(text));
    }
    out
}

macro_rules! reads {
    ($($name:ident: $deck:expr => $expected:expr;)+) => {
        $(#[test]
        fn $name() {
            let expected: &[&str] = &$expected;
            let shown = shown(&$deck);
            assert_eq!(shown.lines().collect::<Vec<_>>(), expected, "deck:\n{}", $deck);
        })+
    };
}

reads! {
    one_command: "DEFINE PROGRAM(P1) GROUP(G)" => ["DEFINE PROGRAM[P1] GROUP[G]"];
    over_records: "DEFINE FILE(F) GROUP(G)\n  DSNAME(A.B)\n\n  ADD(YES) DELETE(NO)\nDEFINE FILE(G) GROUP(G)\n" =>
        ["DEFINE FILE[F] GROUP[G] DSNAME[A.B] ADD[YES] DELETE[NO]", "DEFINE FILE[G] GROUP[G]"];
    attribute_in_column_one: "DEFINE PROGRAM(P) GROUP(G)\nDESCRIPTION(text)\n  LANGUAGE(COBOL)" =>
        ["DEFINE PROGRAM[P] GROUP[G] DESCRIPTION[text] LANGUAGE[COBOL]"];
    crlf: "ADD GROUP(G) LIST(L)\r\nLIST ALL\r\n" => ["ADD GROUP[G] LIST[L]", "LIST ALL"];
    abbreviated: "AL FI(F1) GR(G)\nDEL GROUP(G) ALL\n def tran(T)\n" =>
        ["AL FI[F1] GR[G]", "DEL GROUP[G] ALL", "def tran[T]"];
    verbs_alone: "INITIALIZE\nVERIFY\nUPGRADE\n  USING(DFHCURDM)\nLIST\nLIST ALL OBJECTS" =>
        ["INITIALIZE", "VERIFY", "UPGRADE USING[DFHCURDM]", "LIST", "LIST ALL OBJECTS"];
    blanks_everywhere: "COPY  GROUP ( A ) TO (B  )\n  FROMCSD\n (DD)\n  MERGE" =>
        ["COPY GROUP[A] TO[B] FROMCSD[DD] MERGE"];
    verb_alone_in_its_record: "DEFINE\n PROGRAM(P)\n GROUP\n (G)" => ["DEFINE PROGRAM[P] GROUP[G]"];
    empty_values: "DEFINE URIMAP(U) HOST() PORT( )" => ["DEFINE URIMAP[U] HOST[] PORT[]"];
    nested: "DEFINE PROGRAM(P) DESCRIPTION(a (b (c)) d)" => ["DEFINE PROGRAM[P] DESCRIPTION[a (b (c)) d]"];
    nested_deeply: "DEFINE PROGRAM(P) D(((((((x))))))) E(1)" => ["DEFINE PROGRAM[P] D[((((((x))))))] E[1]"];
    quotes_are_text: "DEFINE PROGRAM(P) DESCRIPTION('it''s \"x)" => ["DEFINE PROGRAM[P] DESCRIPTION['it''s \"x]"];
    generics: "DEFINE TSMODEL(T) PREFIX(GENA++++) TRANSID(HC*)" => ["DEFINE TSMODEL[T] PREFIX[GENA++++] TRANSID[HC*]"];
    placeholders: "DEFINE FILE(FA@id@FILE) REMOTESYSTEM(<REMOTE SYSID>) DSNAME(&HLQ..X)\n P({{ v }}) Q(${X}) _GRP(G) @k@(1)" =>
        ["DEFINE FILE[FA@id@FILE] REMOTESYSTEM[<REMOTE SYSID>] DSNAME[&HLQ..X] P[{{ v }}] Q[${X}] _GRP[G] @k@[1]"];
    comments: "* one\nDEFINE PROGRAM(P)\n* two\n  GROUP(G\n* three\n)\n* four\nVERIFY" =>
        ["DEFINE PROGRAM[P] GROUP[G]", "VERIFY"];
    parenthesis_in_the_first_comment: "* (a\nLIST ALL\n* (b\nVERIFY" => ["LIST ALL", "VERIFY"];
    signature: "DEFINE FILE(F) DEFINETIME(17/02/23\n 17:46:50) CHANGEAGREL(0690)" =>
        ["DEFINE FILE[F] DEFINETIME[17/02/23 17:46:50] CHANGEAGREL[0690]"];

    unknown_word: "DEFNE PROGRAM(P)\nhello world\n" => ["Unknown:DEFNE PROGRAM[P]", "Unknown:hello world"];
    ceda: "INSTALL GROUP(G)\nCEDA DEF GROUP(G)\nCEDA VIEW" =>
        ["Ceda:INSTALL GROUP[G]", "Ceda:CEDA", "DEF GROUP[G]", "Ceda:CEDA", "Ceda:VIEW"];
    remove_as_operand: "DELETE PROGRAM(P) GROUP(G)\n REMOVE\nDELETE PROGRAM(P)\n REMOVE GROUP(G)\n" =>
        ["DELETE PROGRAM[P] GROUP[G] REMOVE", "DELETE PROGRAM[P] REMOVE GROUP[G]"];
    remove_as_command: "DELETE GROUP(G)\nREMOVE GROUP(G) LIST(L)\nDELETE LIST(L)\nREMOVE GROUP(G) LIST(M)" =>
        ["DELETE GROUP[G]", "REMOVE GROUP[G] LIST[L]", "DELETE LIST[L]", "REMOVE GROUP[G] LIST[M]"];
    list_as_operand: "ADD GROUP(G)\n LIST(L)\nLIST GROUP(G)\n OBJECTS" =>
        ["ADD GROUP[G] LIST[L]", "LIST GROUP[G] OBJECTS"];

    unclosed: "DEFINE PROGRAM(P1 GROUP(G) LANGUAGE(COBOL)\nVERIFY X(1)\n" =>
        ["DEFINE PROGRAM[P1] GROUP[G] LANGUAGE[COBOL]", "VERIFY X[1]", "! UnclosedParenthesis \"(\""];
    unclosed_at_the_end: "DEFINE PROGRAM(P1) GROUP(G" => ["DEFINE PROGRAM[P1] GROUP[G]", "! UnclosedParenthesis \"(\""];
    unclosed_before_a_record: "DEFINE PROGRAM(P1\n GROUP(G)\n LANGUAGE(C)" =>
        ["DEFINE PROGRAM[P1] GROUP[G] LANGUAGE[C]", "! UnclosedParenthesis \"(\""];
    stray_close: "DEFINE PROGRAM(P1)) GROUP(G) )" =>
        ["DEFINE PROGRAM[P1] GROUP[G]", "! StrayParenthesis \")\"", "! StrayParenthesis \")\""];
    stray_text: "DEFINE PROGRAM(P1), GROUP(G);\n LANGUAGE=COBOL A(1) 'some text' B(2) * remark X(1)\n . C(3)" =>
        ["DEFINE PROGRAM[P1] GROUP[G] LANGUAGE A[1] B[2] C[3]", "! StrayText \",\"", "! StrayText \";\"",
         "! StrayText \"=COBOL\"", "! StrayText \"'some text'\"", "! StrayText \"* remark X(1)\"", "! StrayText \".\""];
    value_without_keyword: "DEFINE PROGRAM(P1) (x(y)) GROUP(G)" =>
        ["DEFINE PROGRAM[P1] GROUP[G]", "! ValueWithoutKeyword \"(x(y))\""];
    foreign_continuation: "DEFINE PROGRAM(P1) -\n GROUP(G)+\n LANGUAGE(C)" =>
        ["DEFINE PROGRAM[P1] GROUP[G] LANGUAGE[C]", "! ForeignContinuation \"-\"", "! ForeignContinuation \"+\""];
    no_command: " PROGRAM(P) GROUP(G)\n LANGUAGE(C)\nVERIFY" =>
        ["VERIFY", "! OperandWithoutCommand \"PROGRAM(P) GROUP(G)\\n LANGUAGE(C)\""];
    inside_record: "DEFINE PROGRAM(A) GROUP(G) DEFINE PROGRAM(B) GROUP(G)" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "DEFINE PROGRAM[B] GROUP[G]", "! CommandInsideRecord \"DEFINE\""];
    remove_inside_record: "DELETE GROUP(A) REMOVE LIST(L)" => ["DELETE GROUP[A] REMOVE LIST[L]"];
    indented_comment: "DEFINE PROGRAM(A)\n  * note\n  GROUP(G)" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "! IndentedComment \"* note\""];
    jcl_in_a_deck: "DEFINE PROGRAM(A)\n//* DEFINE X(Y)\n GROUP(G)\n/*\n" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "! StrayText \"//* DEFINE X(Y)\"", "! StrayText \"/*\""];
    swallowed_commands: "DEFINE PROGRAM(A GROUP(G)\nVERIFY\nDEFNE FILE(F)\n  ADD(YES)\nREMOVE GROUP(G)" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "VERIFY", "Unknown:DEFNE FILE[F] ADD[YES]", "REMOVE GROUP[G]", "! UnclosedParenthesis \"(\""];
    verbs_that_are_attributes: "DEFINE FILE(F) ADD DELETE(YES) ADD GROUP(G) LIST(L)" =>
        ["DEFINE FILE[F] ADD DELETE[YES]", "ADD GROUP[G] LIST[L]", "! CommandInsideRecord \"ADD\""];
    ceda_with_group_first: "CEDA DEF GROUP(G) PROGRAM(P)\nCEDA INS\n GROUP(G)" =>
        ["Ceda:CEDA", "DEF GROUP[G] PROGRAM[P]", "Ceda:CEDA", "Ceda:INS GROUP[G]"];
    placeholder_for_attributes: "DEFINE PROGRAM(P)\n @attributes@\n {{ more }}\n {{ key }}(1) {{ LANGUAGE(C)" =>
        ["DEFINE PROGRAM[P] @attributes@ {{ more }} {{ key }}[1] LANGUAGE[C]", "! StrayText \"{{\""];
    template_directives: "{% for x in y(1) -%}\nDEFINE PROGRAM(A)\n  {# note\n GROUP(G)\n{% endfor %}\n" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "! StrayText \"{% for x in y(1) -%}\"", "! StrayText \"{# note\"", "! StrayText \"{% endfor %}\""];
    control_characters: "DEFINE\tPROGRAM(A)\tGROUP(G)\0\0\u{1a}" =>
        ["DEFINE PROGRAM[A] GROUP[G]", "! Tab \"\\t\"", "! ControlCharacter \"\\0\\0\"", "! ControlCharacter \"\\u{1a}\""];
}

/// `text`, then blanks up to column 71, then `tail`.
fn to_72(text: &str, tail: &str) -> String {
    format!("{text:<71}{tail}\n")
}

reads! {
    continued: format!("{}BC)\n", to_72(&format!("DEFINE URIMAP(U) PATH({}", "a".repeat(49)), "*")) =>
        [&*format!("DEFINE URIMAP[U] PATH[{}BC]", "a".repeat(49))];
    continued_after_blank: format!("{} BC)\n", to_72(&format!("DEFINE URIMAP(U) PATH({}", "a".repeat(49)), "*00010000")) =>
        [&*format!("DEFINE URIMAP[U] PATH[{} BC]", "a".repeat(49)), "! ContinuedAfterBlank \" \""];
    continued_into_a_verb: format!("{}LIST OF(X))\n", to_72(&format!("DEFINE URIMAP(U) PATH({}", "a".repeat(49)), "*")) =>
        [&*format!("DEFINE URIMAP[U] PATH[{}LIST OF(X)]", "a".repeat(49))];
    continuation_of_nothing: format!("{}LIST ALL", to_72("DEFINE PROGRAM(A)", "*")) =>
        ["DEFINE PROGRAM[A]", "LIST ALL", "! ContinuationOfNothing \"*\""];
    sequence_numbers: format!("{}{}{}", to_72("DEFINE PROGRAM(A)", " 00000100"), to_72("", " 00000200"), to_72("  GROUP(G)", " 00000300")) =>
        ["DEFINE PROGRAM[A] GROUP[G]"];
    change_mark: format!("{}{}", to_72("DEFINE PROGRAM(A)", "  @P1A"), to_72("  GROUP(G)", " NEW")) =>
        ["DEFINE PROGRAM[A] GROUP[G]"];
    sequence_number_in_an_open_value: format!("{} rest)", to_72("DEFINE PROGRAM(A) DESCRIPTION(some", " 00000100")) =>
        ["DEFINE PROGRAM[A] DESCRIPTION[some rest]"];
    asterisk_alone_in_column_72: format!("{}{} GROUP(G)", to_72("DEFINE PROGRAM(A) D(x", ""), to_72("", "*")) =>
        ["DEFINE PROGRAM[A] D[x] GROUP[G]", "! UnclosedParenthesis \"(\""];
    parenthesis_in_column_72: format!("{} GROUP(G)", to_72(&format!("DEFINE PROGRAM(A) D({}", "x".repeat(51)), ")")) =>
        [&*format!("DEFINE PROGRAM[A] D[{}] GROUP[G]", "x".repeat(51)), "! Column72 \")\""];
    mark_in_column_72: format!("{} GROUP(G)", to_72("DEFINE PROGRAM(A)", "X")) =>
        ["DEFINE PROGRAM[A] GROUP[G]", "! Column72 \"X\""];
    long_record: to_72("DEFINE PROGRAM(A)", "   GROUP(G) LANGUAGE(COBOL)") =>
        ["DEFINE PROGRAM[A] GROUP[G] LANGUAGE[COBOL]", "! TextBeyondColumn71 \"GROUP(G) LANGUAGE(COBOL)\""];
    word_across_column_72: format!("{}  GROUP(G)", to_72(&format!("DEFINE PROGRAM(A) D({})", "x".repeat(46)), "LAN(C)")) =>
        [&*format!("DEFINE PROGRAM[A] D[{}] LAN[C] GROUP[G]", "x".repeat(46)), "! TextBeyondColumn71 \"LAN(C)\""];
}
