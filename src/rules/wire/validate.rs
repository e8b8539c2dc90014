//! What the types of the fields cannot say.

use super::Problem;
use super::types::{CostFile, FixFile, RuleFile, TestFile};
use std::ops::Range;
use toml::Spanned;

/// The headings of `explain`, in order; the last one is for declared rules.
const HEADINGS: [&str; 5] = ["## What it checks", "## Why", "## Example", "## Instead", "## Cost"];

/// Everything that is wrong with the form of `file`, whose name is `stem`.
pub(crate) fn problems(file: &RuleFile, stem: &str) -> Vec<Problem> {
    let mut check = Check { file, problems: Vec::new() };
    check.identity(stem);
    check.words();
    check.explain();
    check.declaration();
    check.tests();
    check.problems
}

struct Check<'a> {
    file: &'a RuleFile,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn ensure(&mut self, holds: bool, span: Range<usize>, message: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(Problem::at(span, message()));
        }
    }

    fn filled(&mut self, field: &str, text: &Spanned<String>) {
        self.ensure(!text.get_ref().trim().is_empty(), text.span(), || format!("{field} is empty"));
    }

    fn identity(&mut self, stem: &str) {
        let file = self.file;
        let (code, name) = (file.code.get_ref(), file.name.get_ref());
        self.ensure(is_code(code), file.code.span(), || {
            format!("code {code:?} is not three capitals and three digits")
        });
        self.ensure(is_name(name), file.name.span(), || format!("name {name:?} is not kebab-case"));
        self.ensure(name == stem, file.name.span(), || {
            format!("name {name:?} is not the name of the file, {stem}.toml")
        });
        for old in &file.renamed {
            let word = old.get_ref();
            self.ensure((is_code(word) || is_name(word)) && word != code && word != name, old.span(), || {
                format!("renamed: {word:?} is no code or name that the rule can have had before")
            });
        }
    }

    fn words(&mut self) {
        let file = self.file;
        let (title, releases) = (&file.title, &file.releases);
        self.filled("title", title);
        self.ensure(!title.get_ref().trim_end().ends_with('.'), title.span(), || {
            "title ends in a full stop".to_owned()
        });
        self.ensure(releases.get_ref().split(',').all(is_comparison), releases.span(), || {
            format!(
                "releases {:?} is no list of comparisons (>=, <=, >, <, =) such as \">=4.1\"",
                releases.get_ref()
            )
        });
        for (field, text) in [
            ("message", &file.message),
            ("help", &file.help),
            ("applies_to", &file.applies_to),
            ("check", &file.check),
        ] {
            self.filled(field, text);
        }
        for (field, text) in [("since", &file.since), ("deprecated", &file.deprecated), ("when", &file.when)]
        {
            if let Some(text) = text {
                self.filled(field, text);
            }
        }
        let refs = &file.refs;
        self.ensure(
            !refs.get_ref().is_empty() && refs.get_ref().iter().all(|one| !one.trim().is_empty()),
            refs.span(),
            || "refs is empty: say where it was learnt".to_owned(),
        );
    }

    /// The headings stand in their order, each with words below it.
    fn explain(&mut self) {
        let file = self.file;
        let wanted = if file.is_native() { &HEADINGS[..4] } else { &HEADINGS[..] };
        let mut rest = file.explain.get_ref().as_str();
        for (n, heading) in wanted.iter().enumerate() {
            let Some((_, after)) = rest.split_once(heading) else {
                let message = format!("explain lacks {heading:?} (or it is out of order)");
                return self.problems.push(Problem::at(file.explain.span(), message));
            };
            let body = wanted.get(n + 1).and_then(|next| after.split(next).next()).unwrap_or(after);
            self.ensure(!body.trim().is_empty(), file.explain.span(), || {
                format!("explain says nothing under {heading:?}")
            });
            rest = after;
        }
    }

    /// The fields that declared rules have, and native ones have not.
    fn declaration(&mut self) {
        let file = self.file;
        if file.is_native() {
            let given: [(&str, Option<Range<usize>>); 5] = [
                ("unknown", file.unknown.as_ref().map(Spanned::span)),
                ("when", file.when.as_ref().map(Spanned::span)),
                ("at", file.at.as_ref().map(Spanned::span)),
                ("related", file.related.first().map(|related| related.at.span())),
                ("cost", file.cost.as_ref().map(Spanned::span)),
            ];
            for (field, span) in given {
                if let Some(span) = span {
                    self.problems.push(Problem::at(span, format!("a native rule has no {field}")));
                }
            }
            if let Some(fix) = &file.fix {
                let FixFile { set, remove, .. } = fix.get_ref();
                self.ensure(set.is_empty() && remove.is_empty(), fix.span(), || {
                    "the fix of a native rule is in Rust: give its safety only".to_owned()
                });
            }
            return;
        }
        let code = file.code.span();
        match &file.at {
            None => self.problems.push(
                Problem::at(code.clone(), "at is missing: what the finding underlines")
                    .help("give a place such as at = \"name\" or at = \"attr.program\""),
            ),
            Some(at) => {
                let places = &at.get_ref().0;
                self.ensure(
                    !places.is_empty() && places.iter().all(|place| !place.get_ref().trim().is_empty()),
                    at.span(),
                    || "at is empty".to_owned(),
                );
            }
        }
        for related in &file.related {
            self.filled("related.at", &related.at);
            self.filled("related.message", &related.message);
        }
        if let Some(fix) = &file.fix {
            self.fix(fix);
        }
        match &file.cost {
            None => self.problems.push(
                Problem::at(code, "cost is missing: what a finding costs")
                    .help("add a [cost] table; none = \"why\" where no number fits"),
            ),
            Some(cost) => self.cost(cost),
        }
    }

    fn fix(&mut self, fix: &Spanned<FixFile>) {
        let FixFile { set, remove, .. } = fix.get_ref();
        self.ensure(!set.is_empty() || !remove.is_empty(), fix.span(), || {
            "fix changes nothing: give set or remove".to_owned()
        });
        for name in remove {
            self.ensure(!set.keys().any(|key| key.get_ref() == name.get_ref()), name.span(), || {
                format!("{} is both set and removed", name.get_ref())
            });
        }
    }

    fn cost(&mut self, cost: &Spanned<CostFile>) {
        let span = cost.span();
        let form = cost.get_ref();
        let forms = [
            ("what_if", form.what_if.is_some()),
            ("consequence", form.consequence.is_some()),
            ("per", form.per.is_some()),
            ("none", form.none.is_some()),
        ];
        let given: Vec<&str> = forms.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
        self.ensure(given.len() == 1, span.clone(), || {
            format!(
                "cost needs exactly one of what_if, consequence, per and none; {} given",
                if given.is_empty() {
                    "none of them is".to_owned()
                } else {
                    format!("{} are", given.join(" and "))
                }
            )
        });
        self.ensure(form.what_if.is_none() || self.file.fix.is_some(), span.clone(), || {
            "what_if = \"fix\" needs a [fix]".to_owned()
        });
        self.ensure(form.cure.is_none() || form.consequence.is_some(), span.clone(), || {
            "cure belongs to a consequence".to_owned()
        });
        if let Some(why) = &form.none {
            self.filled("none", why);
        }
        let parts = form.cpu_us.is_some() || form.latency_us.is_some();
        let rest = form.range.is_some() || form.evidence.is_some();
        if form.per.is_none() {
            return self.ensure(!parts && !rest, span, || {
                "cpu_us, latency_us, range and evidence belong to a formula (per = ...)".to_owned()
            });
        }
        self.ensure(parts, span.clone(), || "a formula needs cpu_us or latency_us".to_owned());
        match &form.range {
            None => self.problems.push(Problem::at(span.clone(), "a formula needs range = [low, high]")),
            Some(range) => {
                let (low, high) = *range.get_ref();
                self.ensure(
                    (0.0..=1.0).contains(&low) && high >= 1.0 && high.is_finite(),
                    range.span(),
                    || "range is [low, high]: factors with low at most 1 and high at least 1".to_owned(),
                );
            }
        }
        let cited = form.evidence.as_ref().is_some_and(|rows| !rows.get_ref().is_empty());
        self.ensure(cited, span, || "a formula needs evidence: the rows that it rests on".to_owned());
    }

    fn tests(&mut self) {
        let file = self.file;
        for test in &file.test {
            self.test(test);
        }
        let firing = file.test.iter().filter(|test| !test.get_ref().expect.0.is_empty()).count();
        self.ensure(firing > 0, file.code.span(), || "no test in which it fires".to_owned());
        self.ensure(file.test.len() > firing, file.code.span(), || {
            "no test in which it is silent".to_owned()
        });
    }

    fn test(&mut self, test: &Spanned<TestFile>) {
        let native = self.file.is_native();
        let form = test.get_ref();
        let inputs = form.inputs().len();
        let region = inputs == 2 && form.deck.is_some() && form.sit.is_some();
        self.ensure(inputs == 1 || region, test.span(), || {
            "a test needs one of deck, jcl, sit, sit_macro and listing, or deck and sit".to_owned()
        });
        self.ensure(!form.whole || form.deck.is_some(), test.span(), || "whole is about a deck".to_owned());
        if native {
            return;
        }
        let other = form.jcl.is_some() || form.sit_macro.is_some() || form.listing.is_some();
        self.ensure(!other && form.encoding.is_none(), test.span(), || {
            "a test of a declared rule has a deck, a sit, or both, in utf-8".to_owned()
        });
        let blank = form.inputs().iter().all(|(_, text)| text.trim().is_empty());
        self.ensure(!blank, test.span(), || "the input of a test is empty: it shows nothing".to_owned());
        let silent = form.expect.0.iter().any(|one| one.says.as_ref().is_some_and(|s| s.trim().is_empty()));
        self.ensure(!silent, test.span(), || "says is empty: leave it out".to_owned());
        for code in &form.also {
            self.ensure(false, code.span(), || {
                "also is for native rules: beside a declared rule no other is looked at".to_owned()
            });
        }
    }
}

/// Three capitals and three digits.
pub(crate) fn is_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 6
        && bytes[..3].iter().all(u8::is_ascii_uppercase)
        && bytes[3..].iter().all(u8::is_ascii_digit)
}

/// Kebab-case.
pub(crate) fn is_name(word: &str) -> bool {
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !word.is_empty() && word.chars().all(kebab) && !word.starts_with('-') && !word.ends_with('-')
}

/// A release with a comparison before it.
fn is_comparison(part: &str) -> bool {
    let part = part.trim();
    let number = part.trim_start_matches(['>', '<', '=']);
    if !matches!(&part[..part.len() - number.len()], ">=" | "<=" | ">" | "<" | "=") {
        return false;
    }
    let number = number.trim();
    number.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok())
}

impl RuleFile {
    /// Whether its check is written in Rust.
    pub(crate) fn is_native(&self) -> bool {
        self.check.get_ref().trim() == "native"
    }
}

impl TestFile {
    /// Kind and text of each input.
    pub(crate) fn inputs(&self) -> Vec<(&'static str, &str)> {
        [
            ("csdup", &self.deck),
            ("jcl", &self.jcl),
            ("sit", &self.sit),
            ("sit-macro", &self.sit_macro),
            ("listing", &self.listing),
        ]
        .into_iter()
        .filter_map(|(kind, text)| text.as_deref().map(|text| (kind, text)))
        .collect()
    }
}
