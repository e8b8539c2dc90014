//! What-if edits (`TYPE.NAME.ATTRIBUTE=VALUE`, `SIT.PARAMETER=VALUE`), checked against the catalogue.

use crate::catalog::{self, Domain, Lookup, ValueType, Violation};

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct EditFault {
    /// What is wrong.
    pub what: String,
    /// What to write instead, or where to look.
    pub help: String,
}

fn fault(what: String, help: String) -> EditFault {
    EditFault { what, help }
}

const FORM: &str =
    "write TYPE.NAME.ATTRIBUTE=VALUE, as PROGRAM.PAY1.CONCURRENCY=THREADSAFE, or SIT.PARAMETER=VALUE";

/// Checks an edit and writes its keywords out in full. An edit without a value takes the attribute away.
pub fn edit(text: &str) -> Result<String, EditFault> {
    let Some((key, value)) = text.split_once('=') else {
        return Err(fault(format!("{text}: no value is given"), FORM.to_owned()));
    };
    let (key, domain) = resolve(key.trim())?;
    let value = value.trim().to_uppercase();
    if value.is_empty() {
        return Ok(format!("{key}="));
    }
    // MAXIMUM=(10,5) is what stands in a definition as MAXIMUM(10,5).
    let of_several = matches!(domain.value_type, ValueType::List | ValueType::Composite) && !domain.quoted;
    let bare = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')).filter(|_| of_several);
    let value = bare.unwrap_or(&value);
    match domain.check(value) {
        // CICS rounds a number that is no multiple.
        Ok(()) | Err(Violation::NotAMultiple { .. }) => Ok(format!("{key}={value}")),
        Err(violation) if violation.is_short() => Ok(format!("{key}={value}")),
        Err(Violation::Abbreviated(full)) => Ok(format!("{key}={full}")),
        Err(violation) => {
            let help = format!("`cicslint explain {}` shows what it takes", subject(&key));
            Err(fault(format!("{key}={value}: {}", why(violation, domain)), help))
        }
    }
}

/// What is wrong with a value, in words.
fn why(violation: Violation, domain: &Domain) -> String {
    let sizes = domain.value_type == ValueType::Storage;
    match violation {
        Violation::OutOfRange { min: Some(min), max: Some(max), .. } if sizes => {
            let (min, max) = (size(min), size(max));
            format!(
                "the size is not between {min} and {max}; plain numbers are bytes, as 100 is, unlike 100M"
            )
        }
        Violation::OutOfRange { min: Some(min), max: Some(max), .. } => {
            format!("the number is not between {min} and {max}")
        }
        Violation::NotANumber { .. } if domain.value_type == ValueType::Integer => {
            match (domain.min, domain.max) {
                (Some(min), Some(max)) => format!("not a whole number between {min} and {max}"),
                _ => "not a whole number".to_owned(),
            }
        }
        Violation::OutOfRange { .. } => "the number is out of range".to_owned(),
        Violation::NotANumber { .. } => "not a number".to_owned(),
        Violation::OnlyInLaterRelease { release, .. } => format!("a value of release {release}"),
        Violation::TooLong { max, .. } => format!("longer than {max} characters"),
        _ => "not a value that CICS takes".to_owned(),
    }
}

/// A size in the greatest unit of which it is a whole number.
fn size(bytes: i64) -> String {
    for (unit, ending) in [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")] {
        if bytes > 0 && bytes % unit == 0 {
            return format!("{}{ending}", bytes / unit);
        }
    }
    bytes.to_string()
}

/// Whether plain numbers of a setting (`SIT.EDSALIM`) are bytes.
pub fn is_size(key: &str) -> bool {
    resolve(key.trim()).is_ok_and(|(_, domain)| domain.value_type == ValueType::Storage)
}

/// Checks what stands before the `=` of an edit and writes its keywords out in full.
pub fn edit_key(key: &str) -> Result<String, EditFault> {
    resolve(key.trim()).map(|(key, _)| key)
}

/// What `explain` calls it: TYPE.ATTRIBUTE or the SIT parameter.
fn subject(key: &str) -> String {
    let (kind, rest) = key.split_once('.').unwrap_or((key, ""));
    let last = rest.rsplit('.').next().unwrap_or(rest);
    if kind == "SIT" { last.to_owned() } else { format!("{kind}.{last}") }
}

fn resolve(key: &str) -> Result<(String, &'static Domain), EditFault> {
    let Some((kind, rest)) = key.split_once('.') else {
        return Err(fault(format!("{key}: not of the form TYPE.NAME.ATTRIBUTE"), FORM.to_owned()));
    };
    if kind.eq_ignore_ascii_case("SIT") {
        let entry = match catalog::sit_parameter(rest) {
            Lookup::Unknown(near) => {
                return Err(unknown(key, "SIT parameter", rest, near.map(|entry| entry.name)));
            }
            other => other.found(),
        };
        let entry = entry.ok_or_else(|| unknown(key, "SIT parameter", rest, None))?;
        return Ok((format!("SIT.{}", entry.name), &entry.domain));
    }
    let kind_entry = match catalog::resource_type(kind) {
        Lookup::Unknown(near) => return Err(unknown(key, "resource type", kind, near.map(|e| e.name))),
        other => other.found().ok_or_else(|| unknown(key, "resource type", kind, None))?,
    };
    // There is one DB2CONN in a region: its name may be left out.
    let (name, attribute) = match rest.rsplit_once('.') {
        Some((name, attribute)) if !name.is_empty() => (name, attribute),
        None if kind_entry.name == "DB2CONN" => ("", rest),
        _ => return Err(fault(format!("{key}: no name is given"), FORM.to_owned())),
    };
    let entry = match kind_entry.attribute(attribute) {
        Lookup::Unknown(near) => {
            let what = format!("attribute of {}", kind_entry.name);
            return Err(unknown(key, &what, attribute, near.map(|e| e.name)));
        }
        other => other
            .found()
            .ok_or_else(|| unknown(key, &format!("attribute of {}", kind_entry.name), attribute, None))?,
    };
    let dot = if name.is_empty() { "" } else { "." };
    let key = format!("{}{dot}{}.{}", kind_entry.name, name.to_uppercase(), entry.name);
    Ok((key, &entry.domain))
}

fn unknown(key: &str, what: &str, word: &str, near: Option<&str>) -> EditFault {
    let help = near.map_or_else(|| FORM.to_owned(), |near| format!("did you mean `{near}`?"));
    fault(format!("{key}: there is no {what} {word}"), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_written_out_and_values_folded() {
        for (text, wanted) in [
            ("PROGRAM.pay1.CONC=threadsafe", "PROGRAM.PAY1.CONCURRENCY=THREADSAFE"),
            ("sit.mxt=120", "SIT.MXT=120"),
            ("TRANCLASS.A.MAXA=7", "TRANCLASS.A.MAXACTIVE=7"),
            ("DB2CONN.TCBLIMIT=60", "DB2CONN.TCBLIMIT=60"),
            ("PROGRAM.FRAUD.REMOTES= ", "PROGRAM.FRAUD.REMOTESYSTEM="),
            ("SESSIONS.S.MAXIMUM=(10,5)", "SESSIONS.S.MAXIMUM=10,5"),
            ("SESSIONS.S.MAXIMUM=10,5", "SESSIONS.S.MAXIMUM=10,5"),
            ("SESSIONS.S.MAXIMUM=10", "SESSIONS.S.MAXIMUM=10"),
        ] {
            assert_eq!(edit(text).unwrap(), wanted);
        }
    }

    #[test]
    fn what_the_catalogue_does_not_know_is_refused_with_what_is_near() {
        for (text, help) in [
            ("PROGRAM.P.CONCURENCY=THREADSAFE", "did you mean `CONCURRENCY`?"),
            ("PROGRAMM.P.CONCURRENCY=THREADSAFE", "did you mean `PROGRAM`?"),
            ("SIT.MTX=5", "did you mean `MXT`?"),
            (
                "PROGRAM.P.CONCURRENCY=THREADSAVE",
                "`cicslint explain PROGRAM.CONCURRENCY` shows what it takes",
            ),
            ("SIT.MXT=9", "`cicslint explain MXT` shows what it takes"),
            ("PROGRAM.CONCURRENCY=THREADSAFE", FORM),
            ("SIT.MXT", FORM),
        ] {
            assert_eq!(edit(text).unwrap_err().help, help, "{text}");
        }
    }
}
