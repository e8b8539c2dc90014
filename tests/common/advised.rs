//! A small region, and the plan that `cicslint advise` makes for it.

#![allow(dead_code, clippy::unwrap_used, reason = "shared by tests, of which each uses a part")]

use crate::common::{Ran, cicslint, folder, run};
use serde_json::Value;

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

    pub(crate) fn text(&self) -> String {
        self.advise(&[]).out
    }

    pub(crate) fn plan(&self) -> Value {
        serde_json::from_str(&self.advise(&["--format", "json"]).out).unwrap()
    }
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
