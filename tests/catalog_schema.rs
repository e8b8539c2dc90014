//! The schema of `rules/catalog`: a malformed entry stops the build with the file and the entry named.

#![allow(clippy::expect_used, reason = "a test may stop")]

#[allow(dead_code, unreachable_pub, reason = "the build script's own module, of which this needs a part")]
#[path = "../build/catalog/mod.rs"]
mod catalog;

use catalog::{generate, read_sit, read_type};
use std::path::Path;

const HEAD: &str = r#"
resource = "THING"
in_5_4 = true
min_abbreviation = "TH"
name_max_length = 8
name_chars = "A-Z0-9$@#"
name_mixed_case = false
name_confidence = "page-5.4"
name_length_confidence = "page-5.4"
since = "1.6"
"#;

/// What the schema says to an attribute with these lines.
fn attribute(lines: &str) -> Result<(), String> {
    let stated =
        if lines.contains("confidence = ") { "" } else { "confidence = \"page-5.4\"\nsource = \"a page\"" };
    let text = format!("{HEAD}\n[[attribute]]\nname = \"SIZE\"\n{lines}\n{stated}");
    read_type("thing.toml", &text).map(|_| ())
}

fn parameter(lines: &str) -> Result<(), String> {
    let text = format!(
        "[[parameter]]\nname = \"SIZE\"\narea = \"x\"\nsource = \"a page\"\nconfidence = \"page-5.4\"\n{lines}"
    );
    read_sit("sit.toml", &text).map(|_| ())
}

#[test]
fn the_catalogue_is_good() {
    let rules = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"));
    let text = generate(rules).expect("the catalogue");
    assert!(text.contains("name: \"TRANSACTION\""));
}

#[test]
fn a_good_entry_passes() {
    for good in [
        "type = \"integer\"\nmin = 1\nmax = 9",
        "type = \"enum\"\nvalues = [\"A\", \"B\"]",
        "type = \"yesno\"\nvalues = [\"NO\", \"YES\"]",
        "type = \"name\"\nmax_length = 8\nchars = \"A-Z0-9$@#\"",
        "type = \"time\"\nformat = \"mmss\"",
        "type = \"list\"\nchars = \"^[0-9]{1,2},[0-9]{1,2}$\"\nparts = [\"minutes: 0-59\", \"seconds: 0-59\"]",
        "type = \"readonly\"",
    ] {
        assert_eq!(attribute(good), Ok(()), "{good}");
    }
    assert_eq!(parameter("type = \"integer\"\nmin = 1\nsources = [\"parm\"]"), Ok(()));
}

#[test]
fn a_bad_entry_is_named() {
    for (bad, message) in [
        ("type = \"enum\"", "an enum needs values"),
        ("type = \"yesno\"\nvalues = [\"YES\", \"MAYBE\"]", "YES and NO only"),
        ("type = \"yesno\"\nvalues = [\"YES\"]", "needs both values"),
        ("type = \"integer\"\nmin = 1", "needs min and max"),
        ("type = \"integer\"\nmin = 9\nmax = 1", "min is above max"),
        ("type = \"integer\"\nmin = 1\nmax = 9\nmultiple_of = 0", "multiple_of"),
        ("type = \"name\"", "max_length is missing"),
        ("type = \"name\"\nmax_length = 8\nchars = \"^(.*)$\"", "cannot be read"),
        ("type = \"list\"", "a list needs parts"),
        ("type = \"list\"\nparts = [\"minutes 0-59\"]", "has no `name: `"),
        ("type = \"list\"\nparts = [\"minutes: 59-0\"]", "ends before it begins"),
        (
            "type = \"list\"\nchars = \"^[0-9]{1,2},[0-9]{1,2}$\"\nparts = [\"minutes: 0-59\"]",
            "count of numbers",
        ),
        ("type = \"time\"", "the format of a time"),
        ("type = \"readonly\"\ndefault = \"X\"", "no domain"),
        ("type = \"string\"\nmax_lenght = 8", "unknown field `max_lenght`"),
        ("type = \"number\"", "unknown variant `number`"),
        ("type = \"storage\"", "for SIT parameters only"),
        ("type = \"string\"\nobsolete_note = \"x\"", "obsolete_note without obsolete"),
        ("type = \"string\"\nobsolete = true", "obsolete and obsolete_confidence go together"),
        ("type = \"string\"\nmin_abbreviation = \"SI\"", "go together"),
        (
            "type = \"enum\"\nvalues = [\"A\"]\nlater_values = [{ value = \"A\", release = \"6.1\" }]",
            "in values and in later_values",
        ),
        ("type = \"string\"\nconfidence = \"sure\"\nsource = \"x\"", "none of the known wordings"),
        ("type = \"string\"\nconfidence = \"\"\nsource = \"x\"", "must say something"),
        ("type = \"string\"\nconfidence = \"page-5.4\"", "missing field `source`"),
    ] {
        let error = attribute(bad).expect_err(bad);
        assert!(error.starts_with("thing.toml: SIZE"), "{bad}: {error}");
        assert!(error.contains(message), "{bad}: {error}");
    }
    for (bad, message) in [
        ("type = \"integer\"\nsources = [\"parm\"]", "needs min or max"),
        ("type = \"integer\"\nmin = 1\nsources = []", "sources are missing"),
        ("type = \"integer\"\nmin = 1\nsources = [\"jcl\"]", "macro, parm, sysin and console"),
        ("type = \"composite\"\nsources = [\"parm\"]", "a composite needs parts"),
        ("type = \"time\"\nsources = [\"parm\"]", "the unit of a time"),
        ("type = \"string\"\nsources = [\"parm\"]\nobsolete = true", "obsolete without removed_in"),
    ] {
        let error = parameter(bad).expect_err(bad);
        assert!(error.starts_with("sit.toml: SIZE: "), "{bad}: {error}");
        assert!(error.contains(message), "{bad}: {error}");
    }
}

#[test]
fn an_entry_stands_there_once() {
    let entry = "[[attribute]]\nname = \"A\"\ntype = \"string\"\nconfidence = \"page-5.4\"\nsource = \"x\"\n";
    let error = read_type("thing.toml", &format!("{HEAD}{entry}{entry}")).expect_err("twice");
    assert_eq!(error, "thing.toml: A stands there twice");
}

mod wording {
    use super::catalog::basis::{Basis, of_keyword, of_limits, with_schema};

    /// Every wording of `confidence` in the data: the step of the keyword, and of the limits.
    const WORDINGS: &[(&str, Basis, Basis)] = {
        use Basis::{Bracketed as B, Memory as M, OtherRelease as O, Page as P, Secondary as S};
        &[
            ("not-stated", M, M),
            ("from-memory", M, M),
            ("from-memory (of this parameter)", M, M),
            ("from-memory (the minimum)", M, M),
            ("secondary", S, S),
            ("secondary (name only); values from-memory", S, M),
            ("schema-6.3", O, O),
            ("schema-6.3 (by its form; not stated in the facts)", O, O),
            ("page-other-release", O, O),
            ("page-other-release (5.2)", O, O),
            ("page-other-release (5.3)", O, O),
            ("page-other-release (5.5)", O, O),
            ("page-other-release (5.6)", O, O),
            ("page-other-release (6.2)", O, O),
            ("page-other-release (6.x)", O, O),
            ("page-other-release (6.1/6.2)", O, O),
            ("page-other-release (6.x CREATE)", O, O),
            ("page-other-release (5.5, 6.x agrees)", O, O),
            ("page-other-release (5.6, 6.x agrees)", O, O),
            ("page-other-release (5.5, 5.6 and 6.x agree)", O, O),
            ("page-other-release (5.3; 5.6 differs)", O, O),
            ("page-other-release (5.2; 5.4 STNTR page agrees)", O, O),
            ("page-other-release (5.6 diagram, 6.x text)", O, O),
            ("page-other-release (5.6 CREATE, 6.x diagram agree)", O, O),
            ("page-other-release (6.x CREATE); 1-255 upper bound page-5.4", O, O),
            ("page-other-release (6.1 CREATE; 5.2 attributes text for the first few)", O, O),
            ("page-other-release (5.2); range from-memory", O, M),
            ("page-other-release (5.2+5.6 diagrams, 5.5 CREATE; bracket 5.4)", B, B),
            ("page-other-release (5.3 CREATE and 5.6 diagram agree; bracket 5.4)", B, B),
            ("bracketed 5.4 (5.2 and 5.6 agree)", B, B),
            ("bracketed 5.4 (5.3 and 5.5 agree)", B, B),
            ("bracketed 5.4 (5.3 and 5.6 agree)", B, B),
            ("bracketed 5.4 (5.3 and 6.x agree)", B, B),
            ("page-5.4", P, P),
            ("page-5.4 (partial)", P, O),
            ("page-5.4 + page-other-release (5.6)", P, O),
            ("page-5.4; length page-other-release (5.5)", P, O),
            ("page-5.4 (keyword/default); range page-other-release (5.3)", P, O),
            ("page-5.4 (keyword/default); range from page-other-release (5.6 CREATE)", P, O),
            ("page-5.4 (range, SET TRANCLASS) + page-other-release (5.6: required)", P, P),
        ]
    };

    #[test]
    fn each_wording_has_its_step() {
        for (text, keyword, limits) in WORDINGS {
            assert_eq!(of_keyword(text), Ok(*keyword), "{text}");
            assert_eq!(of_limits(text), Ok(*limits), "{text}");
        }
        assert!(of_keyword("I think").is_err());
    }

    #[test]
    fn no_other_wording_is_in_the_data() {
        let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/catalog");
        for file in std::fs::read_dir(catalog).expect("the catalogue").flatten() {
            if file.file_name() == "commands.toml" || file.path().is_dir() {
                continue;
            }
            let text = std::fs::read_to_string(file.path()).expect("a file");
            let said = text.lines().filter_map(|line| {
                let (key, value) = line.split_once(" = \"")?;
                ["confidence", "limits_confidence", "name_confidence", "name_length_confidence"]
                    .contains(&key)
                    .then_some(value)
            });
            for value in said {
                let value = value.trim_end_matches('"');
                let known = WORDINGS.iter().any(|(text, ..)| *text == value);
                assert!(known, "{}: {value}", file.path().display());
            }
        }
    }

    #[test]
    fn the_published_schema_firms_a_recalled_fact() {
        assert_eq!(with_schema(Basis::Memory, Some(true)), Basis::OtherRelease);
        assert_eq!(with_schema(Basis::Memory, Some(false)), Basis::Memory);
        assert_eq!(with_schema(Basis::Secondary, None), Basis::Secondary);
        assert_eq!(with_schema(Basis::Page, Some(true)), Basis::Page);
    }
}

mod characters {
    use super::catalog::chars::parse;

    fn has(chars: &str, character: char) -> bool {
        let (ascii, beyond) = parse(chars).expect(chars).set.expect("a set");
        if character.is_ascii() {
            ascii & (1 << u32::from(character)) != 0
        } else {
            beyond.contains(character)
        }
    }

    #[test]
    fn a_hyphen_is_a_range_between_letters_or_digits_only() {
        let paths = "A-Za-z0-9$@#./-_%&?!:|\"=¬,;<>";
        for character in "AZaz09$@#./-_%&?!:|\"=¬,;<>".chars() {
            assert!(has(paths, character), "{character}");
        }
        for character in "()'+*[]\\ ~".chars() {
            assert!(!has(paths, character), "{character}");
        }
        assert!(has("A-Z0-9$@#.-", '-') && !has("A-Z0-9$@#.-", '/'));
    }

    #[test]
    fn blanks_separate_where_they_stand_everywhere() {
        assert!(!has("A-Z 0-9 $ @ #", ' '));
        assert!(has("A-Za-z0-9$@#+*'() ", ' '));
    }

    #[test]
    fn expressions_are_read() {
        let generic = parse("^([A-Z0-9$@#+%]+[*]?|[*])$").expect("generic");
        assert!(generic.generic && generic.words.is_empty());
        assert_eq!(parse("^([A-Z0-9$@#]+|[*])$").expect("star").words, ["*"]);
        assert_eq!(parse("^([A-Z0-9$@#]+|\\*EVERY|\\*FIRST)$").expect("words").words, ["*EVERY", "*FIRST"]);
        assert_eq!(parse("^[0-9]{1,2},[0-9]{1,2},[0-9]{1,2}$").expect("numbers").numbers, 3);
        assert_eq!(parse("any; parentheses must balance").expect("any").set, None);
    }
}
