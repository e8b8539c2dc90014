//! Inputs as they come: empty, binary, missing, huge, from a pipe. Each gets a clear message and its exit code.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{cicslint, folder, ran, run};
use std::io::{Read, Write};
use std::process::Stdio;

const GOOD: &str = "DEFINE PROGRAM(PAY01) GROUP(PAY) LANGUAGE(COBOL)\n";
const BAD: &str = "DEFINE PROGRAM(PAY01) GROUP(PAY) LANGUAGE(KOBOL)\n";

/// What an input holds, the exit code, and a part of what standard error says.
type Case = (&'static str, &'static [u8], i32, &'static str);

#[test]
fn a_named_file_gives_its_exit_code_and_a_message() {
    let folder = folder("named_files");
    let cases: &[Case] = &[
        ("good.csd", GOOD.as_bytes(), 0, ""),
        ("bad.csd", BAD.as_bytes(), 1, ""),
        ("empty.csd", b"", 4, "it is empty"),
        ("blank.csd", b"   \n\n", 4, "it is empty"),
        ("program", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", 3, "not text"),
        ("noise.csd", b"\0\x01\x02\x03\0\0\0\x05\x06\0\0\0\0\0\x0e\x0f\0\0\0", 3, "not text"),
        ("utf16.csd", b"\xff\xfeD\0E\0F\0I\0N\0E\0 \0", 3, "UTF-16"),
        ("letter.txt", b"Dear colleague,\nthe decks are ready.\n", 3, "no DFHCSDUP deck"),
    ];
    for (name, bytes, code, message) in cases {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let ran = run(cicslint().arg("check").arg(&path));
        assert_eq!(ran.code, *code, "{name}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "{name} says: {}", ran.err);
    }
}

#[test]
fn what_cannot_be_read_is_told_and_loses_nothing_else() {
    let folder = folder("missing");
    std::fs::write(folder.join("bad.csd"), BAD).unwrap();
    let ran = run(cicslint()
        .args(["check", "--format", "concise"])
        .arg(folder.join("bad.csd"))
        .arg("/no/such.csd"));
    assert_eq!(ran.code, 3);
    assert!(ran.out.contains("KOBOL"), "{}", ran.out);
    assert!(ran.err.contains("/no/such.csd") && ran.err.contains("cannot be read"), "{}", ran.err);
}

#[test]
fn a_folder_is_searched_and_what_is_passed_over_is_counted() {
    let folder = folder("search");
    std::fs::create_dir_all(folder.join("deep/.hidden")).unwrap();
    std::fs::create_dir_all(folder.join(".git")).unwrap();
    std::fs::write(folder.join("deep/.hidden/BAD"), BAD).unwrap();
    std::fs::write(folder.join(".git/bad.csd"), BAD).unwrap();
    std::fs::write(folder.join("README.md"), "# Decks\n").unwrap();
    std::fs::write(folder.join("logo.png"), b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR").unwrap();
    let ran = run(cicslint().args(["check", "--format", "concise"]).arg(&folder));
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.matches("KOBOL").count(), 1, "{}", ran.out);
    assert!(ran.err.contains("2 files skipped: 1 of no kind that is linted, 1 not text"), "{}", ran.err);
    let strict = run(cicslint().args(["check", "--strict"]).arg(&folder));
    assert_eq!(strict.code, 3);
    assert!(strict.err.contains("README.md"), "{}", strict.err);
}

#[test]
fn a_folder_without_decks_is_nothing_to_lint() {
    let folder = folder("no_decks");
    std::fs::write(folder.join("notes.txt"), "nothing here\n").unwrap();
    let ran = run(cicslint().arg("check").arg(&folder));
    assert_eq!(ran.code, 4);
    assert!(ran.err.contains("nothing to lint was found"), "{}", ran.err);
}

#[test]
fn standard_input_is_linted_under_its_name() {
    let mut child = cicslint()
        .args(["check", "--format", "concise", "--stdin-filename", "decks/pay.csd", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(BAD.as_bytes()).unwrap();
    let ran = ran(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("decks/pay.csd:1:"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_to_its_end() {
    let path = folder("pipe").join("deck");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let child =
        cicslint().args(["check", "--format", "concise"]).arg(&path).stdout(Stdio::piped()).spawn().unwrap();
    std::fs::write(&path, BAD).unwrap();
    let ran = ran(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("KOBOL"), "{}", ran.out);
}

#[test]
fn a_closed_pipe_is_success() {
    let path = folder("closed").join("bad.csd");
    std::fs::write(&path, BAD.repeat(20_000)).unwrap();
    let mut child =
        cicslint().args(["check", "--format", "concise"]).arg(&path).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = [0u8; 16];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_line_of_ten_megabytes_is_linted() {
    let path = folder("long_line").join("long.csd");
    let mut deck = GOOD.to_owned();
    deck.push_str("DEFINE PROGRAM(PAY02) GROUP(PAY) DESCRIPTION(");
    deck.push_str(&"x".repeat(10_000_000));
    deck.push_str(")\n");
    deck.push_str(BAD);
    std::fs::write(&path, &deck).unwrap();
    let ran = run(cicslint().args(["check"]).arg(&path));
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("KOBOL"), "what stands after the line is lost");
    assert!(ran.out.len() < 50_000, "{} bytes are shown of the long line", ran.out.len());
}

#[test]
fn a_nul_and_bytes_that_are_not_utf8_are_told_and_passed() {
    let path = folder("odd_bytes").join("odd.csd");
    let mut deck = b"* caf\xe9\nDEFINE PROGRAM(PAY\x0002) GROUP(PAY)\n".to_vec();
    deck.extend_from_slice(GOOD.repeat(20).as_bytes());
    deck.extend_from_slice(BAD.as_bytes());
    std::fs::write(&path, &deck).unwrap();
    let ran = run(cicslint().args(["check", "--format", "concise"]).arg(&path));
    assert_eq!(ran.code, 1);
    for code in ["TXT801", "REC206", "RDO106"] {
        assert!(ran.out.contains(code), "{code} is missing: {}", ran.out);
    }
}

#[test]
fn wrong_usage_is_refused_with_the_cure() {
    let cases: &[(&[&str], &str)] = &[
        (&["check", "--select", "RDO9999"], "RDO9999"),
        (&["check", "--format", "yaml"], "yaml"),
        (&["check", "--release", "6.3"], "6.3"),
        (&["explain", "TRANSACTON.RUNAWAY"], "TRANSACTION.RUNAWAY"),
        (&["check", "--format", "json", "--format", "sarif"], "only one report"),
        (&["check", "--config", "/no/cicslint.toml"], "/no/cicslint.toml"),
        (&["frobnicate"], "frobnicate"),
    ];
    for (arguments, message) in cases {
        let ran = run(cicslint().args(*arguments));
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(message), "{arguments:?} says: {}", ran.err);
    }
}
