//! Fixes on the whole corpus, in memory, with every rule: the result re-parses, has none of the findings that were
//! mended and no error that was not there, and differs from the original in the edits alone. Decks are tried as they
//! are, with CRLF, and as EBCDIC records of 80 bytes with sequence numbers.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

mod common;

use cicslint::config::Config;
use cicslint::fix::{Mended, MendedFile, Options, mend};
use cicslint::lint::{self, Outcome, Plan, StandardInput};
use cicslint::rules::{self, Safety, Selection, Severity};
use cicslint::syntax::Kind;
use cicslint::syntax::kind::recognise;
use cicslint::text::{Encoding, ReadOptions, Source};
use common::shared;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

fn everything() -> Config {
    Config { rules: Selection::everything(), ..Config::default() }
}

/// Errors, each with how often it stands in its file.
fn errors(outcome: &Outcome) -> BTreeMap<(String, &'static str, String), usize> {
    let mut all = BTreeMap::new();
    for file in &outcome.files {
        for finding in file.open().filter(|finding| finding.severity == Severity::Error) {
            let code = rules::all()[usize::from(finding.rule)].code;
            *all.entry((file.source.name().to_owned(), code, finding.message.clone())).or_default() += 1;
        }
    }
    all
}

/// The text of the file before, with the edits of all rounds in it.
fn rebuilt(file: &MendedFile) -> String {
    let mut text = file.before.text().to_owned();
    for edits in &file.rounds {
        let mut out = String::new();
        let mut at = 0;
        for edit in edits {
            out.push_str(&text[at..edit.span.start as usize]);
            out.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        out.push_str(&text[at..]);
        text = out;
    }
    text
}

fn read(name: &str, bytes: &[u8], encoding: Option<Encoding>) -> Source {
    Source::from_bytes(name, bytes.to_vec(), &ReadOptions { encoding }).unwrap()
}

/// What holds for every run.
fn check(before: &Outcome, after: &Mended, options: Options) {
    let old = errors(before);
    for (error, count) in errors(&after.run.outcome) {
        assert!(old.get(&error).is_some_and(|old| *old >= count), "a new error: {error:?}");
    }
    let allowed = |safety| safety == Safety::Safe || options.review;
    for file in &after.run.outcome.files {
        for finding in
            file.open().filter(|finding| finding.fix.as_ref().is_some_and(|fix| allowed(fix.safety)))
        {
            let left = after.left.iter().any(|left| left.file == file.source.name());
            assert!(left, "{}: not mended: {}", file.source.name(), finding.message);
        }
    }
    // Nothing is swallowed or cut: commands, definitions and parameters are counted again.
    let (was, is) = (&before.statistics, &after.run.outcome.statistics);
    assert_eq!((&was.definitions, &was.commands), (&is.definitions, &is.commands));
    for file in &after.files {
        let name = file.name();
        let again = read(name, &file.after, Some(file.before.encoding()));
        let same = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(same(again.text()), same(&rebuilt(file)), "{name}");
        if file.before.text().len() == file.before.original().len() {
            assert_eq!(again.text(), rebuilt(file), "{name}: byte for byte");
        }
        assert_eq!(again.records(), file.before.records(), "{name}");
    }
}

fn mended_twice(plan: impl Fn() -> Plan, options: Options) -> Mended {
    let before = lint::run(&plan()).outcome;
    let mended = mend(&mut plan(), options);
    check(&before, &mended, options);
    let mut second = plan();
    for file in &mended.files {
        match &file.path {
            Some(path) => second.put(path, file.after.clone()),
            None => second.standard_input.as_mut().unwrap().bytes = Ok(file.after.clone()),
        }
    }
    let again = lint::run(&second).outcome;
    assert_eq!(errors(&again), errors(&mended.run.outcome));
    mended
}

#[test]
fn the_corpus_as_it_is() {
    let Some(corpus) = shared("corpus") else { return };
    for review in [false, true] {
        let plan = || {
            let mut plan = Plan::default();
            plan.add(&corpus, everything());
            plan
        };
        let mended = mended_twice(plan, Options { review });
        println!("review {review}: {} mended in {} files", mended.count, mended.files.len());
        if review {
            assert!(mended.count > 10, "{}", mended.count);
        }
    }
}

fn of_bytes(name: &str, bytes: &[u8], kind: Kind) -> Plan {
    let input = StandardInput { name: name.to_owned(), bytes: Ok(bytes.to_vec()), config: everything() };
    let mut plan = Plan::default();
    plan.standard_input = Some(input);
    plan.kind = Some(kind);
    plan
}

/// A text as EBCDIC records of 80 bytes, columns 73 to 80 numbered.
fn records(text: &str, numbered: bool) -> Option<Vec<u8>> {
    const INVARIANT: &[u8] =
        b" ()*,-./:;<=>?%&'+_\"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut bytes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.len() > 71 || !line.bytes().all(|byte| INVARIANT.contains(&byte)) {
            return None;
        }
        let sequence = if numbered { format!("{:08}", number * 100) } else { String::new() };
        let record = format!("{line:<72}{sequence:<8}");
        bytes.extend(record.chars().map(ebcdic));
    }
    Some(bytes)
}

/// The EBCDIC byte of a character that is the same in all code pages.
fn ebcdic(character: char) -> u8 {
    static PAGE: LazyLock<Vec<char>> = LazyLock::new(|| {
        let character = |byte| read("x", &[0x40, byte], Some(Encoding::Ibm1047)).text().chars().nth(1);
        (0x40..=255u8).map(|byte| character(byte).unwrap_or(' ')).collect()
    });
    0x40 + PAGE.iter().position(|known| *known == character).unwrap() as u8
}

#[test]
fn decks_in_other_shapes_are_mended_alike() {
    let Some(corpus) = shared("corpus") else { return };
    let (mut tried, mut count) = (0, 0);
    for entry in walkdir::WalkDir::new(&corpus).into_iter().filter_map(Result::ok) {
        if !entry.file_type().is_file() {
            continue;
        }
        tried += usize::from(one_deck(entry.path(), &mut count));
    }
    println!("{tried} decks, {count} findings mended");
    assert!(tried > 5, "{tried}");
}

/// Whether the file is a deck that has other shapes.
fn one_deck(path: &Path, count: &mut usize) -> bool {
    let Ok(source) = Source::read(path, &ReadOptions::default()) else { return false };
    let name = path.to_string_lossy();
    if recognise(&name, source.text()) != Some(Kind::Csdup) || source.encoding() != Encoding::Utf8 {
        return false;
    }
    let text: String = source.text().lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    let options = Options { review: true };
    let after = |bytes: &[u8]| {
        let mended = mended_twice(|| of_bytes("DECK", bytes, Kind::Csdup), options);
        let text = mended.files.first().map(|file| read("DECK", &file.after, None));
        (mended, text)
    };
    let (plain, fixed) = after(text.as_bytes());
    *count += plain.count;
    let fixed = fixed.map_or(text.clone(), |source| source.text().to_owned());
    let (crlf, with_crlf) = after(text.replace('\n', "\r\n").as_bytes());
    assert_eq!(crlf.count, plain.count, "{name}");
    if let Some(source) = with_crlf {
        assert_eq!(source.text(), fixed.replace('\n', "\r\n"), "{name}");
    }
    for numbered in [false, true] {
        let Some(bytes) = records(&text, numbered) else { return false };
        if bytes.len() <= 80 {
            continue;
        }
        let (mended, again) = after(&bytes);
        assert_eq!(mended.count, plain.count, "{name}");
        let Some(again) = again else { continue };
        assert_eq!(again.original().len() % 80, 0);
        let cut: Vec<String> = again
            .text()
            .lines()
            .map(|line| line.chars().take(72).collect::<String>().trim_end().to_owned())
            .collect();
        assert_eq!(cut, fixed.lines().map(str::to_owned).collect::<Vec<_>>(), "{name}");
        let numbers =
            again.text().lines().filter_map(|line| line.get(72..)).filter(|number| !number.is_empty());
        assert!(numbers.clone().all(|number| number.len() == 8), "{name}: numbers stay in their columns");
        assert!(numbers.count() <= text.lines().count());
    }
    true
}
