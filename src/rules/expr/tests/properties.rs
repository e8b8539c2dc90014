//! What holds for every expression.

use super::super::*;
use super::site;
use crate::csd::TypeId;
use bumpalo::Bump;
use proptest::prelude::*;

const DECK: &str = "\
DEFINE FILE(F1) GROUP(G) DSNAME(A.B) STRINGS(5) LSRPOOLNUM(NONE)
DEFINE FILE(F2) GROUP(G) STRINGS(BAD) DATABUFFERS(3)
DEFINE LSRPOOL(L1) GROUP(G)
";

/// Conditions, with values that are known, absent and not known.
fn condition() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("1 / 0 == 1".to_owned()),
        Just("attr.recovery == \"NONE\"".to_owned()),
        Just("attr.dsname != \"A.B\"".to_owned()),
        Just("given(attr.strings)".to_owned()),
        Just("sit.mxt > 3".to_owned()),
        Just("exists(FILE where attr.strings == this.strings)".to_owned()),
        Just("found(ref(LSRPOOL, attr.lsrpoolnum))".to_owned()),
        Just("matches(attr.remotesystem, \"*\")".to_owned()),
        (number(), number(), "<|<=|>|>=|==|!=").prop_map(|(a, b, how)| format!("{a} {how} {b}")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), "&&|\\|\\|").prop_map(|(a, b, how)| format!("({a} {how} {b})")),
            inner.clone().prop_map(|a| format!("!({a})")),
            inner.clone().prop_map(|a| format!("unknown({a})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
        ]
    })
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3_i64..70_000).prop_map(|n| n.to_string()),
        Just("9223372036854775807".to_owned()),
        Just("attr.strings".to_owned()),
        Just("attr.lsrpoolnum".to_owned()),
        Just("sit.mxt".to_owned()),
        Just("count(FILE)".to_owned()),
        Just("sum(FILE.databuffers where attr.strings == this.strings)".to_owned()),
        Just("ref(LSRPOOL, attr.lsrpoolnum).strings".to_owned()),
        Just("length(attr.dsname)".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), "[-+*/%]").prop_map(|(a, b, how)| format!("({a} {how} {b})")),
            (inner.clone(), inner.clone(), "min2|max2|ceil_div")
                .prop_map(|(a, b, f)| format!("{f}({a}, {b})")),
            inner.prop_map(|a| format!("-({a})")),
        ]
    })
}

/// The values of conditions for each of the files.
fn run(texts: &[String]) -> Vec<Vec<Option<bool>>> {
    let site = site(&[DECK], "", false);
    let kind = TypeId::of("FILE").unwrap();
    let scope = Scope::of(Subject::Type(kind));
    let programs: Vec<Program> =
        texts.iter().map(|text| compile(text, &scope, Some(Base::Bool)).unwrap()).collect();
    let arena = Bump::new();
    let shared = Shared::new(site.region.installed());
    let world = World::new(&site.decks, &site.region, &shared, &arena);
    let frame = Frame::new(&site.decks, &arena, kind);
    let mut rows = Vec::new();
    for definition in world.members(kind) {
        frame.set(definition);
        let values = programs.iter().map(|program| match program.run(Env::of(Some(&frame), Some(&world))) {
            Value::Bool(value) => Some(value),
            Value::Unknown => None,
            other => panic!("a condition is {other:?}"),
        });
        rows.push(values.collect());
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn conditions_obey_kleene(a in condition(), b in condition()) {
        let texts = [
            a.clone(), b.clone(), format!("({a}) && ({b})"), format!("({a}) || ({b})"), format!("!({a})"),
            format!("!(!({a}) || !({b}))"), format!("({b}) && ({a})"), format!("({a}) ? ({b}) : ({b})"),
            format!("({a}) && (({a}) || ({b}))"),
        ];
        for values in run(&texts) {
            let [a, b, and, or, not, de_morgan, turned, choice, absorbed] = values[..] else { panic!() };
            let expected_and = match (a, b) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            let expected_or = match (a, b) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
            prop_assert_eq!(and, expected_and);
            prop_assert_eq!(or, expected_or);
            prop_assert_eq!(not, a.map(|a| !a));
            prop_assert_eq!(de_morgan, and);
            prop_assert_eq!(turned, and);
            prop_assert_eq!(choice, b);
            prop_assert_eq!(absorbed, a);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[ a-z.()\\[\\]\"'0-9KMGsh=<>!&|+*/%?:,-]{0,60}") {
        let _ = compile(&text, &Scope::of(Subject::of("FILE").unwrap()), None);
        let _ = compile_place(&text, &Scope::of(Subject::of("FILE").unwrap()));
    }

    #[test]
    fn no_change_of_an_expression_makes_it_panic(text in condition(), at in 0_usize..200, put in ".{0,3}") {
        let mut text: Vec<char> = text.chars().collect();
        let at = at % (text.len() + 1);
        text.splice(at..(at + 1).min(text.len()), put.chars());
        let text: String = text.into_iter().collect();
        if let Err(error) = compile(&text, &Scope::of(Subject::of("FILE").unwrap()), None) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
            prop_assert!(!error.show(&text).is_empty());
        }
    }
}
