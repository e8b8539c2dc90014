//! Which fields an entry of `rules/catalog/` may have, and what must hold between them.

use super::{basis, chars, parts};
use serde::Deserialize;

/// The head of a file of one resource type; its attributes are read one by one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypeFile {
    pub(crate) resource: String,
    pub(crate) in_5_4: bool,
    pub(crate) min_abbreviation: String,
    pub(crate) name_max_length: u32,
    pub(crate) name_chars: String,
    pub(crate) name_mixed_case: bool,
    pub(crate) name_confidence: String,
    pub(crate) name_length_confidence: String,
    pub(crate) since: String,
    #[serde(default)]
    pub(crate) until: String,
    #[serde(default)]
    pub(crate) note: String,
    #[serde(default)]
    pub(crate) resolved: String,
    pub(crate) attribute: Vec<toml::Table>,
}

/// `rules/catalog/sit.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SitFile {
    pub(crate) parameter: Vec<toml::Table>,
}

/// The `type` of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Enum,
    YesNo,
    Integer,
    Name,
    UserId,
    String,
    DsName,
    Hex,
    List,
    Time,
    Pattern,
    ReadOnly,
    Storage,
    Suffix,
    Composite,
    Keyword,
}

/// A word that a later release allows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaterValue {
    pub(crate) value: String,
    pub(crate) release: String,
}

/// What a release changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) release: String,
    pub(crate) what: String,
}

/// One attribute.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttributeEntry {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    pub(crate) confidence: String,
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) required: bool,
    pub(crate) required_confidence: Option<String>,
    pub(crate) min_abbreviation: Option<String>,
    pub(crate) min_abbreviation_confidence: Option<String>,
    pub(crate) min_abbreviation_source: Option<String>,
    pub(crate) default: Option<String>,
    #[serde(default)]
    pub(crate) default_note: String,
    #[serde(default)]
    pub(crate) default_confidence: String,
    #[serde(default)]
    pub(crate) values: Vec<String>,
    #[serde(default)]
    pub(crate) special: Vec<String>,
    #[serde(default)]
    pub(crate) obsolete_values: Vec<String>,
    #[serde(default)]
    pub(crate) later_values: Vec<LaterValue>,
    #[serde(default)]
    pub(crate) open_values: bool,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) multiple_of: Option<i64>,
    #[serde(default)]
    pub(crate) excluded: Vec<i64>,
    pub(crate) max_length: Option<u32>,
    pub(crate) chars: Option<String>,
    pub(crate) chars_confidence: Option<String>,
    pub(crate) format: Option<String>,
    #[serde(default)]
    pub(crate) parts: Vec<String>,
    #[serde(default)]
    pub(crate) mixed_case: bool,
    #[serde(default)]
    pub(crate) value_notes: String,
    #[serde(default)]
    pub(crate) note: String,
    #[serde(default)]
    pub(crate) depends: String,
    #[serde(default)]
    pub(crate) depends_confidence: String,
    #[serde(default)]
    pub(crate) changed: Vec<Change>,
    pub(crate) added_after: Option<String>,
    #[serde(default)]
    pub(crate) obsolete: bool,
    #[serde(default)]
    pub(crate) obsolete_note: String,
    pub(crate) obsolete_confidence: Option<String>,
    #[serde(default)]
    pub(crate) list_section: String,
    pub(crate) schema_agrees: Option<bool>,
    pub(crate) schema_6_3: Option<toml::Table>,
    pub(crate) limits_confidence: Option<String>,
    #[serde(default)]
    pub(crate) resolved: String,
}

/// One SIT parameter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SitEntry {
    pub(crate) name: String,
    pub(crate) area: String,
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    pub(crate) confidence: String,
    pub(crate) source: String,
    pub(crate) sources: Vec<String>,
    #[serde(default)]
    pub(crate) syntax: String,
    #[serde(default)]
    pub(crate) abbreviations: Vec<String>,
    #[serde(default)]
    pub(crate) suffixes: Vec<String>,
    pub(crate) default: Option<String>,
    #[serde(default)]
    pub(crate) default_confidence: String,
    #[serde(default)]
    pub(crate) default_note: String,
    #[serde(default)]
    pub(crate) unit: String,
    #[serde(default)]
    pub(crate) values: Vec<String>,
    #[serde(default)]
    pub(crate) later_values: Vec<LaterValue>,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) multiple_of: Option<i64>,
    pub(crate) min_length: Option<u32>,
    pub(crate) max_length: Option<u32>,
    pub(crate) chars: Option<String>,
    pub(crate) format: Option<String>,
    #[serde(default)]
    pub(crate) parts: Vec<String>,
    pub(crate) repeat: Option<u16>,
    #[serde(default)]
    pub(crate) mixed_case: bool,
    #[serde(default)]
    pub(crate) depends: String,
    #[serde(default)]
    pub(crate) note: String,
    #[serde(default)]
    pub(crate) changed: Vec<Change>,
    #[serde(default)]
    pub(crate) obsolete: bool,
    pub(crate) added_in: Option<String>,
    pub(crate) removed_in: Option<String>,
    pub(crate) limits_confidence: Option<String>,
    #[serde(default)]
    pub(crate) resolved: String,
}

/// Checks the head of a type.
pub(crate) fn check_type(head: &TypeFile) -> Result<(), String> {
    keyword(&head.resource)?;
    prefix(&head.min_abbreviation, &head.resource)?;
    basis::of_limits(&head.name_confidence)?;
    basis::of_limits(&head.name_length_confidence)?;
    chars::parse(&head.name_chars)?;
    ensure(head.name_max_length > 0, "name_max_length is 0")?;
    ensure(!head.since.is_empty(), "since is empty")?;
    ensure(!head.attribute.is_empty(), "it has no attributes")
}

/// Checks one attribute.
pub(crate) fn check_attribute(entry: &AttributeEntry) -> Result<(), String> {
    keyword(&entry.name)?;
    stated(&entry.confidence, &entry.source)?;
    basis::of_limits(&entry.confidence)?;
    for confidence in [&entry.limits_confidence, &entry.chars_confidence].into_iter().flatten() {
        basis::of_limits(confidence)?;
    }
    entry.required_confidence.as_deref().map(basis::of_keyword).transpose()?;
    ensure(entry.required || entry.required_confidence.is_none(), "required_confidence without required")?;
    match (&entry.min_abbreviation, &entry.min_abbreviation_confidence, &entry.min_abbreviation_source) {
        (None, None, None) => {}
        (Some(short), Some(confidence), Some(_)) => {
            prefix(short, &entry.name)?;
            basis::of_keyword(confidence)?;
        }
        _ => return Err("min_abbreviation, its _confidence and its _source go together".to_owned()),
    }
    common(entry.kind, &entry.values, entry.min, entry.max, entry.multiple_of)?;
    let numbers = entry.chars.as_deref().map(chars::parse).transpose()?.map_or(0, |spec| spec.numbers);
    ensure(numbers == 0 || numbers == entry.parts.len(), "chars and parts differ in the count of numbers")?;
    for part in &entry.parts {
        parts::parse(part)?;
    }
    ensure(entry.obsolete || entry.obsolete_note.is_empty(), "obsolete_note without obsolete")?;
    ensure(
        entry.obsolete == entry.obsolete_confidence.is_some(),
        "obsolete and obsolete_confidence go together",
    )?;
    entry.obsolete_confidence.as_deref().map(basis::of_keyword).transpose()?;
    ensure(
        entry.schema_6_3.is_none() || entry.schema_agrees == Some(false),
        "schema_6_3 where the schema agrees",
    )?;
    later(&entry.later_values, &entry.values)?;
    match entry.kind {
        Kind::Enum | Kind::YesNo => ensure(!entry.open_values, "open_values with a closed list of values"),
        Kind::Integer => ensure(entry.min.is_some() && entry.max.is_some(), "an integer needs min and max"),
        Kind::Name | Kind::UserId | Kind::DsName | Kind::Hex | Kind::Pattern => {
            ensure(entry.max_length.is_some_and(|length| length > 0), "max_length is missing")
        }
        Kind::List => ensure(entry.obsolete || !entry.parts.is_empty(), "a list needs parts"),
        Kind::Time => time_format(entry.format.as_deref(), &entry.parts),
        Kind::ReadOnly => ensure(
            entry.values.is_empty()
                && entry.default.is_none()
                && entry.max_length.is_none()
                && !entry.required,
            "a read-only field has no domain",
        ),
        Kind::String => Ok(()),
        Kind::Storage | Kind::Suffix | Kind::Composite | Kind::Keyword => {
            Err("this type is for SIT parameters only".to_owned())
        }
    }
}

/// Checks one SIT parameter.
pub(crate) fn check_sit(entry: &SitEntry) -> Result<(), String> {
    let known = ["macro", "parm", "sysin", "console"];
    stated(&entry.confidence, &entry.source)?;
    basis::of_limits(&entry.confidence)?;
    if let Some(confidence) = &entry.limits_confidence {
        basis::of_limits(confidence)?;
    }
    keyword(entry.name.trim_end_matches('x'))?;
    ensure(entry.name.ends_with('x') != entry.suffixes.is_empty(), "suffixes go with a name that ends in x")?;
    ensure(!entry.area.is_empty(), "area is empty")?;
    ensure(!entry.sources.is_empty(), "sources are missing")?;
    for source in &entry.sources {
        ensure(known.contains(&source.as_str()), "sources are macro, parm, sysin and console")?;
    }
    ensure(!entry.obsolete || entry.removed_in.is_some(), "obsolete without removed_in")?;
    common(entry.kind, &entry.values, entry.min, entry.max, entry.multiple_of)?;
    later(&entry.later_values, &entry.values)?;
    for part in &entry.parts {
        parts::parse(part)?;
    }
    if let (Some(least), Some(most)) = (entry.min_length, entry.max_length) {
        ensure(least <= most, "min_length is above max_length")?;
    }
    match entry.kind {
        Kind::Integer => ensure(entry.min.is_some() || entry.max.is_some(), "an integer needs min or max"),
        Kind::Name | Kind::DsName => ensure(entry.max_length.is_some(), "max_length is missing"),
        Kind::Time => {
            ensure(["hhmmss", "hhmm"].contains(&entry.unit.as_str()), "the unit of a time is hhmmss or hhmm")
        }
        Kind::Composite => ensure(!entry.parts.is_empty(), "a composite needs parts"),
        Kind::Enum | Kind::YesNo | Kind::String | Kind::Storage | Kind::Suffix | Kind::Keyword => Ok(()),
        _ => Err("this type is for attributes only".to_owned()),
    }
}

fn common(
    kind: Kind,
    values: &[String],
    min: Option<i64>,
    max: Option<i64>,
    multiple_of: Option<i64>,
) -> Result<(), String> {
    match kind {
        Kind::Enum => ensure(!values.is_empty(), "an enum needs values")?,
        Kind::YesNo => {
            ensure(
                values.iter().all(|value| value == "YES" || value == "NO"),
                "a yesno has YES and NO only",
            )?;
            ensure(values.len() == 2, "a yesno needs both values")?;
        }
        _ => {}
    }
    if let (Some(min), Some(max)) = (min, max) {
        ensure(min <= max, "min is above max")?;
    }
    ensure(multiple_of.is_none_or(|step| step > 0), "multiple_of is not above 0")
}

fn later(later: &[LaterValue], values: &[String]) -> Result<(), String> {
    for word in later {
        ensure(!values.contains(&word.value), "a value stands in values and in later_values")?;
        ensure(!word.release.is_empty(), "a later value needs its release")?;
    }
    Ok(())
}

fn time_format(format: Option<&str>, parts: &[String]) -> Result<(), String> {
    match format {
        Some("mmss" | "hhmmss" | "hhmm") => Ok(()),
        Some(format) if format.contains(',') => ensure(!parts.is_empty(), "a time with commas needs parts"),
        _ => Err("the format of a time is mmss, hhmmss, hhmm or dd,hh,mm".to_owned()),
    }
}

fn keyword(name: &str) -> Result<(), String> {
    let good = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    ensure(good && !name.is_empty() && name.len() < 32, "a name is 1 to 31 upper-case letters and digits")
}

fn prefix(short: &str, name: &str) -> Result<(), String> {
    ensure(!short.is_empty() && name.starts_with(short), "min_abbreviation does not begin the name")
}

fn stated(confidence: &str, source: &str) -> Result<(), String> {
    ensure(!confidence.is_empty() && !source.is_empty(), "confidence and source must say something")
}

fn ensure(good: bool, message: &str) -> Result<(), String> {
    if good { Ok(()) } else { Err(message.to_owned()) }
}
