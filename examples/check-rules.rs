//! Compiles the expressions of every rule file below a folder and says what is wrong with them.
//!
//! `cargo run --example check-rules -- DIR`

use cicslint::rules::declared;
use cicslint::rules::{Cost, Declaration, FixTemplate, Safety, Unknown};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use toml::{Table, Value};

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "rules/checks".to_owned());
    let (mut rules, mut wrong) = (0, 0);
    let mut out = std::io::stdout().lock();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        for problem in check(entry.path(), &mut rules) {
            wrong += 1;
            let _ = writeln!(out, "{}: {problem}\n", entry.path().display());
        }
    }
    let _ = writeln!(out, "{rules} rules with expressions, {wrong} problems");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

fn check(path: &Path, rules: &mut usize) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let table: Table = match toml::from_str(&text) {
        Ok(table) => table,
        Err(error) => return vec![error.to_string()],
    };
    if string(&table, "check") == "native" {
        return Vec::new();
    }
    *rules += 1;
    let declaration = declaration(&table);
    let (applies_to, message, help) =
        (string(&table, "applies_to"), string(&table, "message"), string(&table, "help"));
    match declared::compile(applies_to, message, help, &declaration) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

fn string(table: &Table, key: &str) -> &'static str {
    table.get(key).and_then(Value::as_str).map_or("", |text| text.trim().to_owned().leak())
}

fn strings(value: Option<&Value>) -> &'static [&'static str] {
    let strings: Vec<&'static str> = match value {
        Some(Value::String(text)) => vec![text.clone().leak()],
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).map(|text| &*text.to_owned().leak()).collect()
        }
        _ => Vec::new(),
    };
    strings.leak()
}

fn declaration(table: &Table) -> Declaration {
    let empty = Table::new();
    let part = |name: &str| table.get(name).and_then(Value::as_table);
    let related = table.get("related").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let related: Vec<_> = related.iter().filter_map(Value::as_table).collect();
    let related: Vec<_> = related.iter().map(|one| (string(one, "at"), string(one, "message"))).collect();
    let fix = part("fix").map(|fix| {
        let set = fix.get("set").and_then(Value::as_table).unwrap_or(&empty);
        let set: Vec<(&str, &str)> = set.keys().map(|key| (&*key.clone().leak(), string(set, key))).collect();
        let safety = if string(fix, "safety") == "safe" { Safety::Safe } else { Safety::Review };
        FixTemplate { safety, set: set.leak(), remove: strings(fix.get("remove")) }
    });
    let cost = part("cost").unwrap_or(&empty);
    let cost = match string(cost, "per") {
        "" => Cost::None("not read here"),
        per => Cost::Formula {
            per,
            cpu_us: string(cost, "cpu_us"),
            latency_us: string(cost, "latency_us"),
            range: (1.0, 1.0),
            evidence: strings(cost.get("evidence")),
        },
    };
    let unknown = if string(table, "unknown") == "report" { Unknown::Report } else { Unknown::Skip };
    Declaration {
        unknown,
        when: string(table, "when"),
        check: string(table, "check"),
        at: strings(table.get("at")),
        related: related.leak(),
        fix,
        cost,
    }
}
