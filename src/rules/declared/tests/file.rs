//! Rules from the text of rule files. What is read here is what these tests need; the form of rule files is the
//! matter of others.

use crate::rules::{Check, Confidence, Cost, Declaration, FixTemplate, Rule, Safety, Severity, Unknown, all};
use toml::{Table, Value};

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

/// The rule of a file.
pub(super) fn rule(table: &Table) -> Rule {
    let severity = match string(table, "severity") {
        "advice" => Severity::Advice,
        "warning" => Severity::Warning,
        _ => Severity::Error,
    };
    Rule {
        code: string(table, "code"),
        name: string(table, "name"),
        title: string(table, "title"),
        severity,
        confidence: Confidence::High,
        applies_to: string(table, "applies_to"),
        check: Check::Declared(Box::leak(Box::new(declaration(table)))),
        message: string(table, "message"),
        help: string(table, "help"),
        ..all()[0]
    }
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
    Declaration {
        unknown: if string(table, "unknown") == "report" { Unknown::Report } else { Unknown::Skip },
        when: string(table, "when"),
        check: string(table, "check"),
        at: strings(table.get("at")),
        related: related.leak(),
        fix,
        cost,
    }
}

/// The rule of the text of a file.
pub(super) fn rule_of(text: &str) -> Rule {
    rule(&toml::from_str(text).unwrap())
}
