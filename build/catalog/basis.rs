//! The words of `confidence` to the five steps of `Basis`.

/// How sure a fact is: the `Basis` of `src/catalog/types.rs`, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Basis {
    Memory,
    Secondary,
    OtherRelease,
    Bracketed,
    Page,
}

/// Where the keyword itself was read.
pub(crate) fn of_keyword(confidence: &str) -> Result<Basis, String> {
    Ok(match confidence {
        "not-stated" => Basis::Memory,
        text if text.starts_with("page-5.4") => Basis::Page,
        text if text.starts_with("bracketed 5.4") || text.ends_with("bracket 5.4)") => Basis::Bracketed,
        text if text.starts_with("page-other-release") || text.starts_with("schema-6.3") => {
            Basis::OtherRelease
        }
        text if text.starts_with("secondary") => Basis::Secondary,
        text if text.starts_with("from-memory") => Basis::Memory,
        _ => return Err(format!("confidence {confidence:?} is none of the known wordings")),
    })
}

/// Where type, values, range and length were read. Where a wording names two sources, the weaker one counts,
/// for it is the limits that the later part speaks of.
pub(crate) fn of_limits(confidence: &str) -> Result<Basis, String> {
    let keyword = of_keyword(confidence)?;
    Ok(match confidence {
        text if text.contains("range from-memory") || text.contains("values from-memory") => Basis::Memory,
        text if text.starts_with("page-5.4 (range") => Basis::Page,
        text if keyword == Basis::Page
            && (text.contains("page-other-release") || text.contains("(partial)")) =>
        {
            Basis::OtherRelease
        }
        _ => keyword,
    })
}

/// IBM's published schema of 6.3 with the same content is a page of another release by itself, so a recalled
/// fact that it agrees with is no longer a recalled one.
pub(crate) fn with_schema(basis: Basis, schema_agrees: Option<bool>) -> Basis {
    if schema_agrees == Some(true) { basis.max(Basis::OtherRelease) } else { basis }
}
