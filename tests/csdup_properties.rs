//! What holds for every text that is parsed as a deck, whatever it is.

#[path = "../benches/deck.rs"]
mod deck;

use cicslint::syntax::csdup::{self, Options};
use cicslint::syntax::{Command, Commands};
use cicslint::text::Span;
use deck::Wanted;
use proptest::prelude::*;

fn parse(text: &str, options: Options) -> Commands {
    csdup::parse(text, Span::of(0..text.len()), options)
}

/// A command without its spans: verb, word, and operands with their joined values.
fn plain(text: &str, commands: &Commands, command: &Command) -> String {
    let mut out = format!("{:?} {}", command.verb, command.word.of_text(text));
    for operand in commands.operands(command) {
        out += &format!(" {:?}", operand.key.of_text(text));
        if let Some(value) = operand.value() {
            out += &format!("={:?}", csdup::value_text(text, value));
        }
    }
    out
}

fn is_balanced(value: &str) -> bool {
    let mut level = 0_i32;
    for byte in value.bytes() {
        match byte {
            b'(' => level += 1,
            b')' => level -= 1,
            _ => {}
        }
        if level < 0 {
            return false;
        }
    }
    level == 0
}

/// Everything that must hold for `text`.
fn check(text: &str) -> Result<(), TestCaseError> {
    let commands = parse(text, Options::default());
    spans_fit(text, &commands)?;
    let by_grammar = parse(text, Options::GRAMMAR_ONLY);
    prop_assert_eq!(&commands, &by_grammar, "the plain reader and the grammar differ");
    for target in [1, 60, 400] {
        let parts = csdup::chunks(text, Span::of(0..text.len()), target);
        prop_assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        let joined = csdup::join(parts.iter().map(|part| csdup::parse(text, *part, Options::default())));
        prop_assert_eq!(&commands, &joined, "parts of {} bytes", target);
    }
    for command in &commands.commands {
        prints_back(text, &commands, command)?;
    }
    Ok(())
}

/// Spans lie in the text, at characters, in order.
fn spans_fit(text: &str, commands: &Commands) -> Result<(), TestCaseError> {
    let fits = |span: Span| text.get(span.range()).is_some();
    let mut first = 0;
    let mut at = 0;
    for command in &commands.commands {
        prop_assert_eq!(command.first, first);
        first += command.count;
        prop_assert!(fits(command.word) && fits(command.span) && !command.word.is_empty());
        prop_assert!(at <= command.span.start && command.span.start == command.word.start);
        at = command.word.end;
        for operand in commands.operands(command) {
            prop_assert!(fits(operand.key) && !operand.key.is_empty() && at <= operand.key.start);
            at = operand.key.end;
            if let Some(value) = operand.value() {
                prop_assert!(fits(value) && at < value.start, "{:?}", value);
                at = value.end;
            }
        }
        prop_assert!(at <= command.span.end);
        at = command.span.end;
    }
    prop_assert_eq!(first as usize, commands.operands.len());
    prop_assert!(commands.problems.iter().all(|problem| fits(problem.span)));
    prop_assert!(commands.problems.iter().all(|problem| problem.related.is_none_or(fits)));
    prop_assert!(commands.problems.is_sorted_by_key(|problem| problem.span.start));
    prop_assert!(commands.comments.is_sorted_by_key(|comment| comment.start));
    Ok(())
}

/// What is printed for a command reads back as that command.
fn prints_back(text: &str, commands: &Commands, command: &Command) -> Result<(), TestCaseError> {
    let mut values = commands.operands(command).iter().filter_map(|operand| operand.value());
    if !values.all(|value| is_balanced(&csdup::value_text(text, value))) {
        return Ok(());
    }
    let printed = csdup::print(text, commands, command);
    let again = parse(&printed, Options::default());
    let found: Vec<String> = again.commands.iter().map(|command| plain(&printed, &again, command)).collect();
    prop_assert_eq!(found, [plain(text, commands, command)], "printed as:\n{}", printed);
    Ok(())
}

/// Bits that decks, good and bad, are made of.
fn bit() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "DEFINE", "DEFINE PROGRAM(P)", "define tran(T)", "DEL", "DELETE GROUP(G)", "REMOVE", "REMOVE GROUP(G) LIST(L)",
            "LIST", "LIST ALL", "ADD GROUP(G)", "ADD", "COPY", "MERGE", "VERIFY", "CEDA", "INSTALL GROUP(G)", "UPGRADE",
        ]).prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            "GROUP(G)", "GROUP (G )", "DESCRIPTION(a (b) c)", "ADD(YES)", "PATH(/a/b", "HOST()", "X(1", "K(", "_GRP(G)",
            "R(&A..B)", "<A B>", "@x@", "S((((((x))))))", "word", "ALL", "REPLACE", "{{", "}}", "{{ v }}", "\u{e9}t\u{e9}(\u{fc})", "A",
        ]).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["(", ")", ",", "'", "\"", ";", "=", "*", "-", "+", ".", "\t", "\0", "/"])
            .prop_map(str::to_owned),
        6 => prop::sample::select(vec!["\n", "\r\n", "\n* comment\n", "\n  ", "\n\n", "\n*", "\n ", "\n{% ("])
            .prop_map(str::to_owned),
        6 => (0_usize..5).prop_map(|count| " ".repeat(count)),
        2 => (1_usize..90).prop_map(|count| "x".repeat(count)),
        1 => (1_usize..90).prop_map(|count| " ".repeat(count)),
        1 => any::<char>().prop_map(String::from),
    ]
}

/// A record filled up to column 71, and something beyond.
fn wide_record() -> impl Strategy<Value = String> {
    let beyond = prop::sample::select(vec![
        "*",
        " 00000100",
        "*00000100",
        "X",
        ")",
        "text)",
        "  NEW",
        "* (",
        "  more words on",
    ]);
    (prop::collection::vec(bit(), 1..8), beyond).prop_map(|(bits, beyond)| {
        let text = bits.concat().replace(['\n', '\r'], " ");
        let text: String = text.chars().chain(std::iter::repeat(' ')).take(71).collect();
        format!("{text}{beyond}\n")
    })
}

fn fuzzed_deck() -> impl Strategy<Value = String> {
    let part = prop_oneof![4 => bit(), 1 => wide_record()];
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

/// A generated deck with some characters changed, dropped or put in.
fn mutated_deck() -> impl Strategy<Value = String> {
    let change = (0_usize..4000, 0..3, bit());
    (0_usize..1000, prop::collection::vec(change, 0..6)).prop_map(|(from, changes)| {
        let wanted = Wanted { count: 0, mixed: true, faulty: 20 };
        let mut text: Vec<char> =
            (from..from + 12).flat_map(|n| deck::command(&wanted, n).chars().collect::<Vec<_>>()).collect();
        for (place, kind, bit) in changes {
            let place = place % text.len();
            match kind {
                0 => drop(text.remove(place)),
                1 => drop(text.splice(place..place, bit.chars())),
                _ => drop(text.splice(place..(place + 40).min(text.len()), bit.chars())),
            }
        }
        text.into_iter().collect()
    })
}

/// At least a thousand cases; more where PROPTEST_CASES says so.
fn config() -> ProptestConfig {
    let given = ProptestConfig::default();
    ProptestConfig { cases: given.cases.max(1000), failure_persistence: None, ..given }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn decks_of_bits(text in fuzzed_deck()) {
        check(&text)?;
    }

    #[test]
    fn mutated_decks(text in mutated_deck()) {
        check(&text)?;
    }
}
