//! A rule file to begin with.

use crate::rules::registry;

/// A free code for a rule of the area: X, its first two letters and a number. No built-in code begins with X.
pub fn free_code(area: &str) -> String {
    let mut letters: String =
        area.chars().filter(char::is_ascii_alphabetic).take(2).collect::<String>().to_ascii_uppercase();
    while letters.len() < 2 {
        letters.push('X');
    }
    (1..1000)
        .map(|number| format!("X{letters}{number:03}"))
        .find(|code| registry::by_word(code).is_none())
        .unwrap_or_else(|| format!("X{letters}999"))
}

/// A rule of this code and name, which loads and passes its tests.
pub fn template(code: &str, name: &str) -> String {
    TEMPLATE.replace("{{code}}", code).replace("{{name}}", name)
}

const TEMPLATE: &str = r#"code = "{{code}}"
name = "{{name}}"
title = "A program name that does not begin with PAY"
category = "style"        # syntax correctness reference performance storage recovery security migration style
severity = "warning"      # error: CICS refuses it or tasks abend; warning: accepted, but harmful; advice
confidence = "high"       # high, medium or low: how sure that it is a fault
releases = ">=4.1"
applies_to = "PROGRAM"    # a resource type, SIT or REGION
check = '!matches(name, "PAY*")'    # true is a finding
at = "name"               # what is underlined
message = "PROGRAM {name} does not begin with PAY"
help = "choose a name that begins with PAY"
refs = ["the naming standard of the site"]
explain = """
## What it checks
The name of each PROGRAM begins with PAY.

## Why
Say why the site wants it.

## Example
    DEFINE PROGRAM(ORD01) GROUP(PAY)

## Instead
    DEFINE PROGRAM(PAY01) GROUP(PAY)

## Cost
None: a name costs nothing when tasks run.
"""

[cost]
none = "a name costs nothing when tasks run"

# The rule fires here ...
[[test]]
deck = "DEFINE PROGRAM(ORD01) GROUP(PAY)\n"
expect = { at = "ORD01", severity = "warning", says = "begins with PAY" }

# ... and is silent here.
[[test]]
deck = "DEFINE PROGRAM(PAY01) GROUP(PAY)\n"
expect = "pass"
"#;
