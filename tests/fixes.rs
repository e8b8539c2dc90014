//! `check --fix` and `--diff` as a person sees them: the files before, the command, the files after.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{cicslint, folder, ran, run};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

/// Runs `cicslint check` with `arguments` in a folder with `files`; shows the files before and after, and what the
/// command says of fixes. Run again, it changes nothing.
fn shown(name: &str, files: &[(&str, &str)], arguments: &[&str]) -> String {
    let folder = folder(&format!("fixes_{name}"));
    let mut out = String::new();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
        writeln!(out, "{file}:\n{text}").unwrap();
    }
    let check = || {
        run(cicslint()
            .current_dir(&folder)
            .arg("check")
            .args(arguments)
            .args(["--format", "concise", "--color", "never"]))
    };
    let first = check();
    writeln!(
        out,
        "$ cicslint check {}\n{}{}exit {}\n",
        arguments.join(" "),
        first.out,
        first.err,
        first.code
    )
    .unwrap();
    let now = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    for (file, text) in files {
        let after = now(file);
        if after != *text {
            writeln!(out, "{file}:\n{after}").unwrap();
        }
    }
    let before: Vec<String> = files.iter().map(|(file, _)| now(file)).collect();
    let second = check();
    assert!(second.err.contains("0 findings fixed"), "a second run has something to do: {}", second.err);
    assert_eq!(second.code, first.code);
    assert!(files.iter().map(|(file, _)| now(file)).eq(before), "a second run changes something");
    out
}

#[test]
fn safe_fixes() {
    let deck = "\
* Payroll
DEFINE PROGRAM(PAY01) GROUP(PAY) -
       LANGUAGE(COBOL) STATUS(ENABLED)
  * the main file
DEFINE FILE(PAYFILE) GROUP(PAY) ADD(YES) BROWSE(YES) ADD(YES)
DEFINE TRANSACTION(PAY1) GROUP(PAY)
       PROGRAM(PAY01)
       PRIORITY(999)
";
    insta::assert_snapshot!(shown("safe", &[("pay.csd", deck)], &["pay.csd", "--fix"]));
}

#[test]
fn without_unsafe_fixes_what_is_to_be_reviewed_is_only_counted() {
    let deck = "define program(pay01) group(pay) concurency(threadsafe)\n";
    insta::assert_snapshot!(shown("counted", &[("pay.csd", deck)], &["pay.csd", "--fix"]));
    insta::assert_snapshot!(shown("reviewed", &[("pay.csd", deck)], &["pay.csd", "--fix", "--unsafe-fixes"]));
}

#[test]
fn attributes_that_are_not_given_are_added() {
    let deck = "\
DEFINE DB2CONN(DB2A) GROUP(PAY)
DEFINE DB2ENTRY(PAYE) GROUP(PAY) PLAN(PAYPLAN) TRANSID(PAY1)
       THREADLIMIT(25)
DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(PAY01)
DEFINE PROGRAM(PAY01) GROUP(PAY)
       LANGUAGE(COBOL)
       DESCRIPTION(PAYROLL)
DEFINE FILE(PAYFILE) GROUP(PAY) DSNAME(PAY.FILE) LSRPOOLNUM(NONE)
";
    let arguments = ["pay.csd", "--fix", "--unsafe-fixes"];
    insta::assert_snapshot!(shown("added", &[("pay.csd", deck)], &arguments));
}

#[test]
fn parameters_are_set_added_and_taken_out() {
    let sit = "\
APPLID=PAYCICS,  NAME
TRTABSZ=4096,    TRACE TABLE
SEC=NO,          NO SECURITY
MXT=200,
MXT=200,
STATINT=001500,
MN=ON
.END
";
    let arguments = ["dfhsip.sysin", "--fix", "--unsafe-fixes", "--select", "MIG010,SEC001,SIP028,SIP029"];
    insta::assert_snapshot!(shown("sit", &[("dfhsip.sysin", sit)], &arguments));
}

#[test]
fn what_cannot_be_fixed_is_named() {
    let deck = "\
DEFINE PROGRAM(PAY*) GROUP(PAY) CONCURRENCY(THREADSAFE) API(OPENAPI)
DEFINE PROGRAM(PAY01) GROUP(PAY) CONCURRENCY(THREADSAFE)
ALTER PROGRAM(PAY*) GROUP(PAY) API(OPENAPI) CONCURRENCY(THREADSAFE)
DEFINE PROGRAM(PAY02) GROUP(PAY) API(OPENAPI) CONCURRENCY(&CONC)
* cicslint: ignore[PGM011] reason=\"as agreed\"
DEFINE PROGRAM(PAY03) GROUP(PAY) API(OPENAPI) CONCURRENCY(THREADSAFE)
";
    let arguments = ["pay.csd", "--fix", "--only", "PGM011"];
    insta::assert_snapshot!(shown("left", &[("pay.csd", deck)], &arguments));
}

#[test]
fn a_fault_of_some_regions_only_is_left() {
    let config = "\
[[region]]
name = \"TEST\"
csd = [\"pay.csd\"]
sit = [\"test.sit\"]
[[region]]
name = \"PROD\"
csd = [\"pay.csd\"]
sit = [\"prod.sit\"]
";
    let deck = "\
DEFINE LSRPOOL(PAYPOOL) GROUP(PAY) LSRPOOLNUM(2)
       MAXKEYLENGTH(16)
ADD GROUP(PAY) LIST(PAYLIST)
";
    let sit = |pool: &str| format!("GRPLIST=PAYLIST\nCSDLSRNO={pool}\n");
    let (test, prod) = (sit("2"), sit("3"));
    let files = [
        ("cicslint.toml", config),
        ("pay.csd", deck),
        ("test.sit", test.as_str()),
        ("prod.sit", prod.as_str()),
    ];
    let arguments = [".", "--fix", "--unsafe-fixes", "--only", "SIP039"];
    insta::assert_snapshot!(shown("regions", &files, &arguments));
}

const FAULTY: &str = "DEFINE PROGRAM(PAY01) GROUP(PAY) STATUS(ENABLED) STATUS(ENABLED)\n";
const GOOD: &str = "DEFINE PROGRAM(PAY01) GROUP(PAY) STATUS(ENABLED)\n";

#[test]
fn a_diff_writes_nothing() {
    let folder = folder("fixes_diff");
    let file = folder.join("pay.csd");
    std::fs::write(&file, FAULTY).unwrap();
    let diff = || run(cicslint().current_dir(&folder).args(["check", "pay.csd", "--diff"]));
    let first = diff();
    insta::assert_snapshot!(format!("{}\n{}exit {}", first.out, first.err, first.code));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), FAULTY);
    std::fs::write(&file, GOOD).unwrap();
    let second = diff();
    assert_eq!((second.code, second.out.as_str()), (0, ""));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let mut child = cicslint()
        .args(["check", "-", "--fix", "--format", "concise"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("{FAULTY}DEFINE PROGRAM(PAY02) GROUP(PAY) STATUS(ENABELD)\n");
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let ran = ran(child.wait_with_output().unwrap());
    assert_eq!(ran.out, text.replace(FAULTY, GOOD));
    assert!(ran.err.contains("RDO106") && ran.err.contains("1 finding fixed"), "{}", ran.err);
    assert_eq!(ran.code, 1);
}

#[test]
fn usage() {
    for arguments in [&["--unsafe-fixes"][..], &["--fix", "--diff"], &["--diff", "--format", "json"]] {
        let ran = run(cicslint().args(["check", "."]).args(arguments));
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn modes_and_links_stay_and_what_is_read_only_is_left() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("fixes_modes");
    let mode = |file: &Path| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    let set = |file: &Path, mode| {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let (file, link, locked) = (folder.join("pay.csd"), folder.join("link.csd"), folder.join("locked.csd"));
    std::fs::write(&file, FAULTY).unwrap();
    set(&file, 0o640);
    symlink("pay.csd", &link).unwrap();
    let fixed = run(cicslint().arg("check").arg(&link).arg("--fix"));
    assert_eq!(fixed.code, 0, "{}", fixed.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), GOOD);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode(&file), 0o640);

    std::fs::write(&locked, FAULTY).unwrap();
    set(&locked, 0o444);
    let left = run(cicslint().arg("check").arg(&locked).arg("--fix"));
    assert_eq!(left.code, 3, "{}", left.err);
    assert!(left.err.contains("read-only") && left.err.contains("0 findings fixed"), "{}", left.err);
    // The report is of what stands there.
    let untouched = run(cicslint().arg("check").arg(&locked).args(["--fail-on", "never"]));
    assert_eq!(left.out, untouched.out);
    assert_eq!(std::fs::read_to_string(&locked).unwrap(), FAULTY);
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "nothing is left behind: {names:?}");
}

/// What is meant to be read of such a record nobody can say, and rewrapping it makes it worse.
#[test]
fn records_that_run_over_column_71_are_left_alone() {
    let decks = [
        "DEFINE PROGRAM(AAAAAAAA) GROUP(PAY) RELOAD(NO) RELOAD(NO) LANGUAGE(COBOL) STATUS(ENABLED)\n",
        "define file(acct) group(pay) dsname(p.acct) lsrpoolnum(none)\n       \
         strings(2) databuffers(2)    indexbuffers(2) read(yes) browse(yes) add(no)\n",
    ];
    for (number, deck) in decks.into_iter().enumerate() {
        let folder = folder(&format!("fixes_over_{number}"));
        std::fs::write(folder.join("d.csd"), deck).unwrap();
        let ran = run(cicslint().current_dir(&folder).args(["check", "d.csd", "--fix", "--unsafe-fixes"]));
        assert_eq!(std::fs::read_to_string(folder.join("d.csd")).unwrap(), deck, "{}", ran.err);
        assert!(ran.err.contains("text beyond column 71"), "{}", ran.err);
    }
}
