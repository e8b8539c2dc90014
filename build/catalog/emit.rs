//! Specifications to the text of the static tables.

use super::basis::{self, Basis};
use super::command::{self, CommandEntry, Commands, Resource};
use super::index::{self, IndexSpec, WordSpec};
use super::parts::PartSpec;
use super::schema::{AttributeEntry, Change, Kind, SitEntry, TypeFile};
use super::spec::{self, DomainSpec};
use std::fmt::Write as _;

/// The whole file.
pub(crate) fn tables(
    types: &[(TypeFile, Vec<AttributeEntry>)],
    sit: &[SitEntry],
    commands: &Commands,
) -> Result<String, String> {
    let mut out = String::from("// Made by build/catalog from rules/catalog.\n");
    push(&mut out, format!("pub(super) static TYPES: [ResourceType; {}] = [", types.len()));
    for (head, entries) in types {
        let name = &head.resource;
        let text = resource_type(head, entries).map_err(|error| format!("{name}: {error}"))?;
        push(&mut out, text);
    }
    push(&mut out, "];".to_owned());
    let index =
        index::perfect(types.iter().enumerate().map(|(entry, (head, _))| type_word(entry, head)).collect())?;
    push(&mut out, format!("pub(super) static TYPE_INDEX: KeywordIndex = {};", index_literal(&index)));

    push(&mut out, format!("pub(super) static SIT: [SitParameter; {}] = [", sit.len()));
    for entry in sit {
        let text = sit_parameter(entry).map_err(|error| format!("sit.toml: {}: {error}", entry.name))?;
        push(&mut out, text);
    }
    push(&mut out, "];".to_owned());
    let index =
        index::perfect(sit.iter().enumerate().flat_map(|(entry, it)| sit_words(entry, it)).collect())?;
    push(&mut out, format!("pub(super) static SIT_INDEX: KeywordIndex = {};", index_literal(&index)));

    push(&mut out, format!("pub(super) static COMMANDS: [CommandSyntax; {}] = [", commands.commands.len()));
    for entry in &commands.commands {
        let text =
            command_syntax(entry).map_err(|error| format!("commands.toml: {}: {error}", entry.name))?;
        push(&mut out, text);
    }
    push(&mut out, "];".to_owned());
    push(&mut out, format!("pub(super) static CEDA_ONLY: &[&str] = {};", list(&commands.ceda_only)));
    Ok(out)
}

fn push(out: &mut String, text: String) {
    out.push_str(&text);
    out.push('\n');
}

fn type_word(entry: usize, head: &TypeFile) -> WordSpec {
    WordSpec {
        text: head.resource.clone(),
        entry,
        alias: false,
        min: head.min_abbreviation.len(),
        rank: u8::from(!head.in_5_4),
    }
}

fn attribute_word((entry, attribute): (usize, &AttributeEntry)) -> WordSpec {
    let aside = attribute.obsolete || attribute.added_after.is_some() || attribute.kind == Kind::ReadOnly;
    WordSpec {
        text: attribute.name.clone(),
        entry,
        alias: false,
        min: attribute.min_abbreviation.as_ref().map_or(0, String::len),
        rank: u8::from(aside),
    }
}

fn sit_words(entry: usize, parameter: &SitEntry) -> Vec<WordSpec> {
    let word = |text: &str, alias| WordSpec { text: text.to_owned(), entry, alias, min: 0, rank: 0 };
    // SPCTRxx itself is no keyword, SPCTRAP and the like are
    let stem = parameter.name.trim_end_matches('x');
    let mut words: Vec<_> =
        parameter.suffixes.iter().map(|suffix| word(&format!("{stem}{suffix}"), false)).collect();
    if parameter.suffixes.is_empty() {
        words.push(word(&parameter.name, false));
    }
    // .END is how END is written, not another name
    words.extend(parameter.abbreviations.iter().map(|other| word(other, other != ".END")));
    words
}

fn index_literal(index: &IndexSpec) -> String {
    let mut words = String::new();
    for word in &index.words {
        let WordSpec { text, entry, alias, min, rank } = word;
        let letters = index::letters(text);
        let _ = write!(
            words,
            "Word {{ text: {text:?}, entry: {entry}, alias: {alias}, min: {min}, rank: {rank}, letters: {letters} }}, "
        );
    }
    let IndexSpec { seed, shift, moves, slots, .. } = index;
    format!(
        "KeywordIndex {{ seed: {seed}, shift: {shift}, moves: &{moves:?}, slots: &{slots:?}, words: &[{words}] }}"
    )
}

fn resource_type(head: &TypeFile, entries: &[AttributeEntry]) -> Result<String, String> {
    let mut attributes = String::new();
    for entry in entries {
        attributes.push_str(&attribute(entry).map_err(|error| format!("{}: {error}", entry.name))?);
    }
    let index = index::perfect(entries.iter().enumerate().map(attribute_word).collect())?;
    Ok(format!(
        "ResourceType {{ name: {:?}, min_abbreviation: {:?}, name_domain: {}, in_release: {}, since: {:?}, \
         until: {:?}, note: {:?}, resolved: {:?}, attributes: &[\n{attributes}], index: {} }},",
        head.resource,
        head.min_abbreviation,
        domain(&spec::of_name(head)?),
        head.in_5_4,
        head.since,
        head.until,
        head.note,
        head.resolved,
        index_literal(&index)
    ))
}

fn attribute(entry: &AttributeEntry) -> Result<String, String> {
    let short = entry.min_abbreviation_confidence.as_deref();
    let short_basis = short.map_or(Ok(Basis::Memory), basis::of_keyword)?;
    let required = entry.required_confidence.as_ref().unwrap_or(&entry.confidence);
    let required_basis = basis::of_keyword(required)?;
    let obsolete_basis = entry.obsolete_confidence.as_deref().map_or(Ok(Basis::Memory), basis::of_keyword)?;
    let notes: Vec<_> =
        [&entry.value_notes, &entry.note].into_iter().filter(|note| !note.is_empty()).collect();
    let doc = doc(&DocSpec {
        depends: &entry.depends,
        depends_confidence: &entry.depends_confidence,
        notes: &notes,
        changed: &entry.changed,
        obsolete_note: &entry.obsolete_note,
        default_note: &entry.default_note,
        list_section: &entry.list_section,
        confidence: &entry.confidence,
        limits_confidence: entry.limits_confidence.as_deref().unwrap_or_default(),
        default_confidence: &entry.default_confidence,
        schema_agrees: entry.schema_agrees,
        resolved: &entry.resolved,
        source: &entry.source,
    });
    Ok(format!(
        "Attribute {{ name: {:?}, min_abbreviation: {:?}, min_abbreviation_basis: Basis::{short_basis:?}, \
         domain: {}, required: {}, required_basis: Basis::{required_basis:?}, default: {:?}, obsolete: {}, obsolete_basis: Basis::{obsolete_basis:?}, added_after: {:?}, \
         basis: Basis::{:?}, doc: {doc} }},\n",
        entry.name,
        entry.min_abbreviation,
        domain(&spec::of_attribute(entry)?),
        entry.required,
        entry.default,
        entry.obsolete,
        entry.added_after,
        basis::with_schema(basis::of_keyword(&entry.confidence)?, entry.schema_agrees),
    ))
}

fn sit_parameter(entry: &SitEntry) -> Result<String, String> {
    let notes: Vec<_> = Some(&entry.note).into_iter().filter(|note| !note.is_empty()).collect();
    let doc = doc(&DocSpec {
        depends: &entry.depends,
        depends_confidence: "",
        notes: &notes,
        changed: &entry.changed,
        obsolete_note: "",
        default_note: &entry.default_note,
        list_section: "",
        confidence: &entry.confidence,
        limits_confidence: entry.limits_confidence.as_deref().unwrap_or_default(),
        default_confidence: &entry.default_confidence,
        schema_agrees: None,
        resolved: &entry.resolved,
        source: &entry.source,
    });
    let may = |source: &str| entry.sources.iter().any(|known| known == source);
    Ok(format!(
        "SitParameter {{ name: {:?}, abbreviations: {}, area: {:?}, domain: {}, syntax: {:?}, default: {:?}, \
         unit: {:?}, sources: Sources {{ in_macro: {}, parm: {}, sysin: {}, console: {} }}, obsolete: {}, \
         suffixes: {}, added_in: {:?}, removed_in: {:?}, basis: Basis::{:?}, doc: {doc} }},",
        entry.name,
        list(&entry.abbreviations),
        entry.area,
        domain(&spec::of_sit(entry)?),
        entry.syntax,
        entry.default,
        entry.unit,
        may("macro"),
        may("parm"),
        may("sysin"),
        may("console"),
        entry.obsolete,
        list(&entry.suffixes),
        entry.added_in.as_deref().filter(|release| is_after_5_4(release)),
        entry.removed_in,
        basis::of_keyword(&entry.confidence)?,
    ))
}

/// Whether a release (`5.3 or earlier`, `6.1`) is after 5.4.
fn is_after_5_4(release: &str) -> bool {
    let number: String =
        release.chars().take_while(|digit| digit.is_ascii_digit() || *digit == '.').collect();
    number.parse::<f32>().is_ok_and(|number| number > 5.45)
}

struct DocSpec<'a> {
    depends: &'a str,
    depends_confidence: &'a str,
    notes: &'a [&'a String],
    changed: &'a [Change],
    obsolete_note: &'a str,
    default_note: &'a str,
    list_section: &'a str,
    confidence: &'a str,
    limits_confidence: &'a str,
    default_confidence: &'a str,
    schema_agrees: Option<bool>,
    resolved: &'a str,
    source: &'a str,
}

fn doc(doc: &DocSpec<'_>) -> String {
    let changed: Vec<_> = doc.changed.iter().map(|change| (&change.release, &change.what)).collect();
    format!(
        "Doc {{ depends: {:?}, depends_confidence: {:?}, notes: &{:?}, changed: &{changed:?}, obsolete_note: {:?}, \
         default_note: {:?}, list_section: {:?}, confidence: {:?}, limits_confidence: {:?}, \
         default_confidence: {:?}, schema_agrees: {:?}, resolved: {:?}, source: {:?} }}",
        doc.depends,
        doc.depends_confidence,
        doc.notes,
        doc.obsolete_note,
        doc.default_note,
        doc.list_section,
        doc.confidence,
        doc.limits_confidence,
        doc.default_confidence,
        doc.schema_agrees,
        doc.resolved,
        doc.source,
    )
}

fn domain(domain: &DomainSpec) -> String {
    let later: Vec<_> = domain.later_values.iter().map(|word| (&word.value, &word.release)).collect();
    let chars = match &domain.chars.set {
        None => "Chars::Any".to_owned(),
        Some((ascii, beyond)) => format!("Chars::Set {{ ascii: {ascii:#x}, beyond: {beyond:?} }}"),
    };
    let parts: String = domain.parts.iter().map(part).collect();
    format!(
        "Domain {{ value_type: ValueType::{:?}, values: {}, special: {}, obsolete_values: {}, later_values: &{later:?}, \
         open_values: {}, min: {:?}, max: {:?}, multiple_of: {:?}, excluded: &{:?}, max_length: {:?}, chars: {chars}, \
         shape: {}, parts: &[{parts}], mixed_case: {}, quoted: {}, basis: Basis::{:?}, chars_basis: Basis::{:?} }}",
        domain.kind,
        list(&domain.values),
        list(&domain.special),
        list(&domain.obsolete_values),
        domain.open_values,
        domain.min,
        domain.max,
        domain.multiple_of,
        domain.excluded,
        domain.max_length,
        domain.shape,
        domain.mixed_case,
        domain.quoted,
        domain.basis,
        domain.chars_basis,
    )
}

fn part(part: &PartSpec) -> String {
    format!(
        "Part {{ name: {:?}, optional: {}, words: {}, range: {:?}, name_length: {:?}, generic: {}, text_length: {:?} }}, ",
        part.name,
        part.optional,
        list(&part.words),
        part.range,
        part.name_length,
        part.generic,
        part.text_length
    )
}

fn command_syntax(entry: &CommandEntry) -> Result<String, String> {
    let command_basis = basis::of_keyword(&entry.confidence)?;
    let mut operands = String::new();
    for operand in &entry.operands {
        let confidence = operand.confidence.as_ref().unwrap_or(&entry.confidence);
        let basis = basis::of_keyword(confidence)?;
        let value = match command::domain(operand, basis)? {
            Some(spec) => format!("Some({})", domain(&spec)),
            None => "None".to_owned(),
        };
        let _ = write!(
            operands,
            "OperandSyntax {{ name: {:?}, min_abbreviation: {:?}, value: {value}, generic: {}, basis: Basis::{basis:?}, \
             confidence: {confidence:?} }}, ",
            operand.name, operand.min, operand.generic
        );
    }
    let resource = match entry.resource {
        Resource::No => "No",
        Resource::Optional => "Optional",
        Resource::Required => "Required",
        Resource::First => "First",
    };
    let sets = |sets: &[Vec<String>]| sets.iter().map(|set| format!("{}, ", list(set))).collect::<String>();
    let needs: String =
        entry.needs.iter().map(|(first, others)| format!("({first:?}, {}), ", list(others))).collect();
    Ok(format!(
        "CommandSyntax {{ name: {:?}, min_abbreviation: {:?}, min_abbreviation_basis: Basis::{:?}, summary: {:?}, \
         resource: ResourceOperand::{resource}, attributes: {}, generic_resource: {}, operands: &[{operands}], \
         required: &[{}], exclusive: &[{}], needs: &[{needs}], rules: {}, basis: Basis::{command_basis:?}, \
         confidence: {:?}, source: {:?} }},",
        entry.name,
        entry.min_abbreviation,
        basis::of_keyword(&entry.min_abbreviation_confidence)?,
        entry.summary,
        entry.attributes,
        entry.generic_resource,
        sets(&entry.required),
        sets(&entry.exclusive),
        list(&entry.rules),
        entry.confidence,
        entry.source
    ))
}

fn list(words: &[String]) -> String {
    format!("&{words:?}")
}
