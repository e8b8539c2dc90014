//! A small region, and the plan that `cicslint advise` makes for it.

#![allow(dead_code, clippy::unwrap_used, reason = "shared by tests, of which each uses a part")]

use crate::common::{Ran, cicslint, folder, run};
use serde_json::Value;
use std::path::Path;

pub(crate) const TWO: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G) CONCURRENCY(THREADSAFE)
DEFINE PROGRAM(INQ1) GROUP(G) CONCURRENCY(THREADSAFE)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE TRANSACTION(INQ1) GROUP(G) PROGRAM(INQ1)
DEFINE DB2CONN(CONN) GROUP(G) DB2ID(DB2A) TCBLIMIT(25) THREADLIMIT(10)
DEFINE DB2ENTRY(ENT) GROUP(G) PLAN(P) THREADLIMIT(12) THREADWAIT(YES)
DEFINE DB2TRAN(PAY1) GROUP(G) ENTRY(ENT) TRANSID(PAY1)
";

pub(crate) const TWO_WORK: &str = "\
[[transaction]]
id = \"PAY1\"
rate_per_s = 300
cpu_us = 800
sql_calls = 10
sql_elapsed_ms = 4
[[transaction]]
id = \"INQ1\"
rate_per_s = 50
cpu_us = 800
sql_calls = 1
sql_elapsed_ms = 4
";

pub(crate) const POOL: &str = "\
DEFINE PROGRAM(PAY1) GROUP(G) CONCURRENCY(THREADSAFE)
DEFINE TRANSACTION(PAY1) GROUP(G) PROGRAM(PAY1)
DEFINE DB2CONN(CONN) GROUP(G) DB2ID(DB2A) TCBLIMIT(25) THREADLIMIT(20)
";

pub(crate) const POOL_WORK: &str = "\
[region]
\"SIT.MXT\" = 20
[[transaction]]
id = \"PAY1\"
rate_per_s = 300
cpu_us = 1500
sql_calls = 12
sql_elapsed_ms = 5
";

/// A region of a deck, a SIT source and a workload.
pub(crate) struct Region<'a> {
    pub(crate) name: &'a str,
    pub(crate) deck: &'a str,
    pub(crate) sit: &'a str,
    pub(crate) work: &'a str,
}

impl Region<'_> {
    pub(crate) fn advise(&self, arguments: &[&str]) -> Ran {
        let folder = folder(&format!("advise_steps_{}", self.name));
        let configuration = "[[region]]\nname = \"R\"\ncsd = [\"d.csd\"]\nsit = [\"s.sit\"]\n";
        let deck = format!("{}ADD GROUP(G) LIST(L)\n", self.deck);
        let sit = format!("START=INITIAL,\nGRPLIST=L,\n{}.END\n", self.sit);
        for (path, text) in
            [("cicslint.toml", configuration), ("d.csd", &deck), ("s.sit", &sit), ("work.toml", self.work)]
        {
            std::fs::write(folder.join(path), text).unwrap();
        }
        let first = ["advise", ".", "--workload", "work.toml", "--quiet"];
        let ran = run(cicslint().current_dir(&folder).args(first).args(arguments));
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        ran
    }

    /// What `check` finds, as code and name.
    fn found(&self) -> Vec<String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("advise_steps_{}", self.name));
        let arguments = ["check", ".", "--format", "json", "--fail-on", "never", "--workload", "work.toml"];
        let ran = run(cicslint().current_dir(&folder).args(arguments));
        let all: Value = serde_json::from_str(&ran.out).unwrap();
        let findings = all["findings"].as_array().unwrap().iter().filter(|f| f["suppressed"].is_null());
        findings.map(|f| format!("{} {}", f["code"], f["resource"]["name"])).collect()
    }

    /// What `check` finds after the plan has been applied, and did not before.
    pub(crate) fn new_after_the_plan(&self) -> Vec<String> {
        let diff = self.advise(&["--apply", "--unsafe-fixes"]).out;
        let before = self.found();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("advise_steps_{}", self.name));
        assert!(diff.contains("+++ "), "{}: nothing to apply", self.name);
        for part in diff.split("--- ").skip(1) {
            let (path, hunks) = part.split_once('\n').unwrap();
            let text = std::fs::read_to_string(folder.join(path)).unwrap();
            std::fs::write(folder.join(path), patched(&text, hunks)).unwrap();
        }
        self.found().into_iter().filter(|found| !before.contains(found)).collect()
    }

    pub(crate) fn text(&self) -> String {
        self.advise(&[]).out
    }

    pub(crate) fn plan(&self) -> Value {
        serde_json::from_str(&self.advise(&["--format", "json"]).out).unwrap()
    }
}

/// A text with the hunks of a unified diff.
fn patched(text: &str, hunks: &str) -> String {
    let mut old = text.split_inclusive('\n');
    let mut new = String::new();
    let mut at = 1;
    for line in hunks.split_inclusive('\n').filter(|line| !line.starts_with("+++ ")) {
        if let Some(start) = line.strip_prefix("@@ -") {
            let start: usize = start.split([',', ' ']).next().unwrap().parse().unwrap();
            new.extend(old.by_ref().take(start - at));
            at = start;
            continue;
        }
        let (sign, rest) = line.split_at(1);
        if sign != "+" {
            assert_eq!(old.next(), Some(rest));
            at += 1;
        }
        if sign != "-" {
            new.push_str(rest);
        }
    }
    new.extend(old);
    new
}

pub(crate) fn steps(plan: &Value) -> Vec<Vec<String>> {
    let word = |change: &Value, field: &str| change[field].as_str().unwrap_or("").to_owned();
    let edit = |c: &Value| {
        format!("{}.{}.{}={}", word(c, "type"), word(c, "name"), word(c, "attribute"), word(c, "to"))
    };
    let edits = |step: &Value| step["changes"].as_array().unwrap().iter().map(edit).collect();
    plan["steps"].as_array().unwrap().iter().map(edits).collect()
}

pub(crate) fn list(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}
