//! Runs of the command, as a user would make them, and what they say of prices.

use crate::common::{cicslint, run};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The files of a case: decks, SIT sources and the workload beside them.
pub(crate) struct Case {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) workload: Option<PathBuf>,
}

impl Case {
    /// A folder of `tests/prices`, with one of its workloads.
    pub(crate) fn of(folder: &str, workload: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prices").join(folder);
        let files = ["deck.csd", "region.sit"].map(|name| folder.join(name));
        let files = files.into_iter().filter(|file| file.exists()).collect();
        Self { files, workload: Some(folder.join(workload)) }
    }

    fn answer(&self, arguments: &[&str]) -> Value {
        let mut command = cicslint();
        command.args(arguments).args(&self.files);
        if let Some(workload) = &self.workload {
            command.arg("--workload").arg(workload);
        }
        let ran = run(command.arg("--format").arg("json"));
        serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{:?}: {}{}", self.files, ran.out, ran.err))
    }

    /// The impact of the only finding of a rule.
    pub(crate) fn impact(&self, code: &str) -> Value {
        let report = self.answer(&["check", "--select", code]);
        let findings = report["findings"].as_array().unwrap();
        let of_rule: Vec<&Value> = findings.iter().filter(|finding| finding["code"] == code).collect();
        assert_eq!(of_rule.len(), 1, "{code}: {findings:#?}");
        of_rule[0]["impact"].clone()
    }

    /// The region, solved.
    pub(crate) fn solved(&self) -> Value {
        self.answer(&["model", "solve"])
    }

    /// The region with and without edits.
    pub(crate) fn what_if(&self, edits: &[&str]) -> Value {
        let mut arguments = vec!["model", "whatif"];
        arguments.extend(edits);
        self.answer(&arguments)
    }
}

/// A number by its path.
pub(crate) fn number(value: &Value, path: &[&str]) -> f64 {
    let found = path.iter().fold(value, |value, key| match key.parse::<usize>() {
        Ok(place) => &value[place],
        Err(_) => &value[*key],
    });
    found.as_f64().unwrap_or_else(|| panic!("no number at {path:?} of {value:#}"))
}
