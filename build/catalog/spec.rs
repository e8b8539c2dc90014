//! Entries to domains: what a value must look like, in the terms of `src/catalog/types.rs`.

use super::basis::{self, Basis};
use super::chars::{self, CharsSpec};
use super::parts::{self, PartSpec};
use super::schema::{AttributeEntry, Kind, LaterValue, SitEntry, TypeFile};

/// A domain, before it is written as Rust.
#[derive(Clone, Debug)]
pub(crate) struct DomainSpec {
    pub(crate) kind: Kind,
    pub(crate) values: Vec<String>,
    pub(crate) special: Vec<String>,
    pub(crate) obsolete_values: Vec<String>,
    pub(crate) later_values: Vec<LaterValue>,
    pub(crate) open_values: bool,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) multiple_of: Option<i64>,
    pub(crate) excluded: Vec<i64>,
    pub(crate) max_length: Option<u32>,
    pub(crate) chars: CharsSpec,
    pub(crate) shape: String,
    pub(crate) parts: Vec<PartSpec>,
    pub(crate) mixed_case: bool,
    pub(crate) quoted: bool,
    pub(crate) basis: Basis,
    pub(crate) chars_basis: Basis,
}

/// A name of up to `length` characters of `chars`.
pub(crate) fn name(length: u32, chars: CharsSpec, mixed_case: bool, basis: Basis) -> DomainSpec {
    DomainSpec {
        kind: Kind::Name,
        values: Vec::new(),
        special: chars.words.clone(),
        obsolete_values: Vec::new(),
        later_values: Vec::new(),
        open_values: false,
        min: None,
        max: None,
        multiple_of: None,
        excluded: Vec::new(),
        max_length: Some(length),
        shape: if chars.generic { "Shape::Generic" } else { "Shape::Plain" }.to_owned(),
        chars,
        parts: Vec::new(),
        mixed_case,
        quoted: false,
        basis,
        chars_basis: basis,
    }
}

/// The domain of the names of a type.
pub(crate) fn of_name(head: &TypeFile) -> Result<DomainSpec, String> {
    let basis = basis::of_limits(&head.name_length_confidence)?;
    let chars_basis = basis::of_limits(&head.name_confidence)?;
    let chars = chars::parse(&head.name_chars)?;
    Ok(DomainSpec { chars_basis, ..name(head.name_max_length, chars, head.name_mixed_case, basis) })
}

/// The domain of an attribute.
pub(crate) fn of_attribute(entry: &AttributeEntry) -> Result<DomainSpec, String> {
    let limits = entry.limits_confidence.as_ref().unwrap_or(&entry.confidence);
    // of a list the schema says how many digits there are, but not which numbers they may make
    let schema = entry.schema_agrees.filter(|_| entry.parts.is_empty());
    let limits_basis = basis::with_schema(basis::of_limits(limits)?, schema);
    let chars_basis = match &entry.chars_confidence {
        Some(confidence) => basis::of_limits(confidence)?,
        None => limits_basis,
    };
    let chars = chars::parse(entry.chars.as_deref().unwrap_or_default())?;
    let closed = matches!(entry.kind, Kind::Enum | Kind::YesNo);
    let mut special = entry.special.clone();
    let beside = if closed { &[] } else { entry.values.as_slice() };
    for word in beside.iter().chain(&chars.words) {
        if !special.contains(word) {
            special.push(word.clone());
        }
    }
    let shape = match (entry.kind, entry.format.as_deref()) {
        (Kind::DsName, _) => "Shape::DsName",
        (_, Some("mmss")) => "Shape::Mmss",
        (_, Some("hhmmss")) => "Shape::Hhmmss",
        (_, Some("hhmm")) => "Shape::Hhmm",
        _ if !entry.parts.is_empty() => "Shape::Parts",
        _ if chars.generic => "Shape::Generic",
        _ => "Shape::Plain",
    };
    Ok(DomainSpec {
        kind: entry.kind,
        values: if closed { entry.values.clone() } else { Vec::new() },
        special,
        obsolete_values: entry.obsolete_values.clone(),
        later_values: entry.later_values.clone(),
        open_values: entry.open_values,
        min: entry.min,
        max: entry.max,
        multiple_of: entry.multiple_of,
        excluded: entry.excluded.clone(),
        max_length: entry.max_length,
        chars,
        shape: shape.to_owned(),
        parts: read_parts(&entry.parts)?,
        mixed_case: entry.mixed_case,
        quoted: false,
        basis: limits_basis,
        chars_basis,
    })
}

/// The domain of a SIT parameter.
pub(crate) fn of_sit(entry: &SitEntry) -> Result<DomainSpec, String> {
    let closed = matches!(entry.kind, Kind::Enum | Kind::YesNo);
    let basis = basis::of_limits(entry.limits_confidence.as_ref().unwrap_or(&entry.confidence))?;
    let shape = match (entry.unit.as_str(), entry.format.as_deref(), entry.repeat) {
        ("hhmmss", ..) => "Shape::Hhmmss".to_owned(),
        ("hhmm", ..) => "Shape::Hhmm".to_owned(),
        (_, Some("pairs"), Some(most)) => format!("Shape::Pairs({most})"),
        (_, None, Some(most)) => format!("Shape::Repeated({most})"),
        (_, None, None) if entry.kind == Kind::DsName => "Shape::DsName".to_owned(),
        (_, None, None) if !entry.parts.is_empty() => "Shape::Parts".to_owned(),
        (_, None, None) => "Shape::Plain".to_owned(),
        _ => return Err("format is pairs, with repeat".to_owned()),
    };
    Ok(DomainSpec {
        kind: entry.kind,
        values: if closed { entry.values.clone() } else { Vec::new() },
        special: if closed { Vec::new() } else { entry.values.clone() },
        obsolete_values: Vec::new(),
        later_values: entry.later_values.clone(),
        open_values: false,
        min: entry.min,
        max: entry.max,
        multiple_of: entry.multiple_of,
        excluded: Vec::new(),
        max_length: entry.max_length.or((entry.kind == Kind::Suffix).then_some(2)),
        chars: chars::parse(entry.chars.as_deref().unwrap_or_default())?,
        shape,
        parts: read_parts(&entry.parts)?,
        mixed_case: entry.mixed_case,
        quoted: true,
        basis,
        chars_basis: basis,
    })
}

fn read_parts(parts: &[String]) -> Result<Vec<PartSpec>, String> {
    parts.iter().map(|part| parts::parse(part)).collect()
}
