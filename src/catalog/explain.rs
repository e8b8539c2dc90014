//! Entries of the catalogue for people: `cicslint explain TRANSACTION.RUNAWAY`.

use super::lookup::{command, resource_type, sit_parameter};
use super::types::{
    Attribute, Basis, CommandSyntax, Doc, Lookup, ResourceOperand, ResourceType, SitParameter, ValueType,
};
use super::words::any_of;
use std::fmt::{self, Display, Formatter};

/// What is known of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What it is: `TRANSACTION.RUNAWAY, an attribute`.
    pub title: String,
    /// A label and a text each, in the order to print them.
    pub facts: Vec<(&'static str, String)>,
}

/// What the catalogue knows under a name: `TRANSACTION`, `TRANSACTION.RUNAWAY`, `MXT`, `COPY`. Several answers
/// where it is the name of several things (DB2CONN is a resource type and a SIT parameter). Abbreviations serve;
/// SIT parameters come first. Otherwise the error names what was probably meant, which can be explained.
/// `SIT.MXT` is the SIT parameter, as what-if edits call it.
pub fn explain(thing: &str) -> Result<Vec<Explanation>, Option<String>> {
    if let Some((kind, word)) = thing.split_once('.').filter(|(kind, _)| kind.eq_ignore_ascii_case("SIT")) {
        let found = sit_parameter(word);
        return found.found().map(|entry| vec![sit(entry)]).ok_or_else(|| {
            guess(&found, |entry| entry.name).map(|near| format!("{}.{near}", kind.to_uppercase()))
        });
    }
    if let Some((kind, word)) = thing.split_once('.').filter(|(kind, _)| !kind.is_empty()) {
        let kinds = match resource_type(kind) {
            Lookup::Ambiguous(kinds) => kinds,
            Lookup::Unknown(near) => near.into_iter().collect(),
            found => match found.found().map(|kind| (kind, kind.attribute(word).found())) {
                Some((kind, Some(entry))) => return Ok(vec![attribute(kind, entry)]),
                found => found.into_iter().map(|(kind, _)| kind).collect(),
            },
        };
        return Err(attribute_near(&kinds, word));
    }
    let (parameter, kind, verb) = (sit_parameter(thing), resource_type(thing), command(thing));
    // a full name first: LIST is a command, not the beginning of something
    let full = [parameter.full().map(sit), kind.full().map(kind_of), verb.full().map(command_of)];
    let mut answers: Vec<_> = full.into_iter().flatten().collect();
    if answers.is_empty() {
        let short = [parameter.found().map(sit), kind.found().map(kind_of), verb.found().map(command_of)];
        answers = short.into_iter().flatten().collect();
    }
    if !answers.is_empty() {
        return Ok(answers);
    }
    let kinds = guess(&kind, |it| it.name).or_else(|| guess(&verb, |it| it.name));
    Err(guess(&parameter, |it| it.name).or(kinds).map(str::to_owned))
}

/// The attribute that was probably meant by `word`, of one of the types that were probably meant; the first of these
/// where none has it.
fn attribute_near(kinds: &[&'static ResourceType], word: &str) -> Option<String> {
    let path = |kind: &ResourceType, attribute: &str| format!("{}.{attribute}", kind.name);
    let found = |kind: &&'static ResourceType| Some(path(kind, kind.attribute(word).found()?.name));
    let near = |kind: &&'static ResourceType| Some(path(kind, guess(&kind.attribute(word), |it| it.name)?));
    let first = || kinds.first().map(|kind| kind.name.to_owned());
    kinds.iter().find_map(found).or_else(|| kinds.iter().find_map(near)).or_else(first)
}

impl<T: 'static> Lookup<T> {
    fn full(&self) -> Option<&'static T> {
        if let Lookup::Full(entry) = self { Some(entry) } else { None }
    }
}

fn guess<T>(found: &Lookup<T>, name: fn(&'static T) -> &'static str) -> Option<&'static str> {
    match found {
        Lookup::Unknown(near) => near.map(name),
        Lookup::Ambiguous(entries) => entries.first().copied().map(name),
        _ => None,
    }
}

/// Facts that are gathered one by one; an empty text is no fact.
struct Facts(Vec<(&'static str, String)>);

impl Facts {
    fn put(&mut self, label: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push((label, text));
        }
    }

    fn default(&mut self, default: Option<&str>, doc: &Doc) {
        let sure = if doc.default_confidence.is_empty() {
            String::new()
        } else {
            format!(" [{}]", doc.default_confidence)
        };
        match default {
            Some(default) => self.put("default", format!("{default}{sure}")),
            None => self.put("default", doc.default_note),
        }
    }

    /// What comes last for every entry: changes, notes, and where it was read.
    fn doc(&mut self, doc: &Doc, basis: Basis, limits: Basis) {
        for note in doc.notes {
            self.put("note", *note);
        }
        for (release, what) in doc.changed {
            self.put("changed", format!("{release}: {what}"));
        }
        self.put("resolved", doc.resolved);
        let limits_differ = !doc.limits_confidence.is_empty() && doc.limits_confidence != doc.confidence;
        let about_limits =
            if limits_differ { format!("; limits: {}", doc.limits_confidence) } else { String::new() };
        let schema = match doc.schema_agrees {
            Some(true) => "; IBM's published schema of 6.3 has the same domain",
            Some(false) => "; IBM's published schema of 6.3 has another domain",
            None => "",
        };
        self.put("confidence", format!("{}{about_limits}{schema}", doc.confidence));
        if !basis.is_firm() || !limits.is_firm() {
            self.put(
                "so",
                "what breaks it is reported as a warning at most: it was recalled, or read second-hand",
            );
        }
        self.put("source", doc.source);
    }
}

/// An attribute of a type.
pub fn attribute(kind: &ResourceType, entry: &Attribute) -> Explanation {
    let mut facts = Facts(Vec::new());
    facts.put("value", entry.domain.to_string());
    if entry.required {
        facts.put("required", "DEFINE is refused without it");
    }
    facts.default(entry.default, &entry.doc);
    if !entry.doc.depends.is_empty() {
        let sure = if entry.doc.depends_confidence.is_empty() {
            String::new()
        } else {
            format!(" [{}]", entry.doc.depends_confidence)
        };
        facts.put("meaning", format!("{}{sure}", entry.doc.depends));
    }
    if let Some(short) = entry.min_abbreviation {
        facts.put("abbreviation", format!("{short} or longer"));
    }
    if entry.obsolete {
        facts
            .put("obsolete", format!("DFHCSDUP takes it with PARM COMPAT only. {}", entry.doc.obsolete_note));
    }
    if let Some(release) = entry.added_after {
        facts.put("release", format!("added after {release}: 5.4 does not have it"));
    }
    words_of_other_releases(&mut facts, entry.domain.obsolete_values, entry.domain.later_values);
    facts.put("in a LIST report", entry.doc.list_section);
    facts.doc(&entry.doc, entry.basis, entry.domain.basis);
    Explanation { title: format!("{}.{}, an attribute", kind.name, entry.name), facts: facts.0 }
}

/// A SIT parameter.
pub fn sit(entry: &SitParameter) -> Explanation {
    let mut facts = Facts(Vec::new());
    facts.put("syntax", entry.syntax);
    let unit = match (entry.unit, entry.domain.value_type) {
        ("" | "characters" | "hex digits" | "hhmmss" | "hhmm" | "bytes", _) | (_, ValueType::Enum) => {
            String::new()
        }
        (unit, _) => format!(" ({unit})"),
    };
    facts.put("value", format!("{}{unit}", entry.domain));
    facts.default(entry.default, &entry.doc);
    facts.put("meaning", entry.doc.depends);
    if !entry.suffixes.is_empty() {
        let stem = entry.name.trim_end_matches('x');
        facts.put("names", format!("{stem} and one of {}", entry.suffixes.join(" ")));
    }
    facts.put("other names", entry.abbreviations.join(", "));
    let sources = [
        (entry.sources.in_macro, "the DFHSIT macro"),
        (entry.sources.parm, "PARM"),
        (entry.sources.sysin, "SYSIN"),
        (entry.sources.console, "the console"),
    ];
    let sources: Vec<_> = sources.iter().filter(|(may, _)| *may).map(|(_, source)| *source).collect();
    facts.put("may be coded in", any_of(&sources));
    if entry.obsolete {
        facts.put("obsolete", format!("removed: {}", entry.removed_in.unwrap_or("it is not known when")));
    }
    if let Some(release) = entry.added_in {
        facts.put("release", format!("new in {release}: 5.4 does not have it"));
    }
    words_of_other_releases(&mut facts, entry.domain.obsolete_values, entry.domain.later_values);
    facts.put("area", entry.area);
    facts.doc(&entry.doc, entry.basis, entry.domain.basis);
    Explanation { title: format!("{}, a system initialization parameter", entry.name), facts: facts.0 }
}

fn words_of_other_releases(facts: &mut Facts, obsolete: &[&str], later: &[(&str, &str)]) {
    facts.put("obsolete values", obsolete.join(", "));
    let later: Vec<_> = later.iter().map(|(word, release)| format!("{word} ({release})")).collect();
    facts.put("values of later releases", later.join(", "));
}

/// A resource type.
pub fn kind_of(kind: &ResourceType) -> Explanation {
    let mut facts = Facts(Vec::new());
    if !kind.in_release {
        facts.put("release", format!("new in {}: 5.4 does not have it", kind.since));
    } else {
        facts.put("since", kind.since);
    }
    facts.put("until", kind.until);
    facts.put("name", kind.name_domain.to_string());
    facts.put("abbreviation", format!("{} or longer", kind.min_abbreviation));
    facts.put("note", kind.note);
    facts.put("resolved", kind.resolved);
    let names = |select: fn(&Attribute) -> bool| {
        let chosen = kind.attributes.iter().filter(|entry| select(entry));
        chosen.map(|entry| entry.name).collect::<Vec<_>>().join(" ")
    };
    let set_by_cics = |entry: &Attribute| entry.domain.value_type == ValueType::ReadOnly;
    facts.put("required attributes", names(|entry| entry.required));
    facts.put(
        "attributes",
        names(|entry| {
            let aside = entry.obsolete || entry.added_after.is_some() || entry.required;
            !aside && entry.domain.value_type != ValueType::ReadOnly
        }),
    );
    facts.put("obsolete attributes", names(|entry| entry.obsolete));
    facts.put("attributes of later releases", names(|entry| entry.added_after.is_some()));
    facts.put("set by CICS", names(set_by_cics));
    Explanation { title: format!("{}, a resource type", kind.name), facts: facts.0 }
}

/// A command of DFHCSDUP.
pub fn command_of(entry: &CommandSyntax) -> Explanation {
    let mut facts = Facts(Vec::new());
    facts.put("does", entry.summary);
    facts.put("syntax", syntax(entry));
    facts.put("abbreviation", format!("{} or longer", entry.min_abbreviation));
    for set in entry.exclusive {
        let names: Vec<_> =
            set.iter().map(|name| if *name == "RESOURCE" { "type(name)" } else { name }).collect();
        facts.put("at most one of", names.join(", "));
    }
    for rule in entry.rules {
        facts.put("rule", *rule);
    }
    facts.put("confidence", entry.confidence);
    facts.put("source", entry.source);
    Explanation { title: format!("{}, a command of DFHCSDUP", entry.name), facts: facts.0 }
}

/// `DELETE [type(name)] [ALL] {GROUP(..) | LIST(..)} [REMOVE]`.
fn syntax(entry: &CommandSyntax) -> String {
    let shown = |name: &str| match entry.operands.iter().find(|operand| operand.name == name) {
        Some(operand) if operand.value.is_some() => format!("{name}(..)"),
        _ => name.to_owned(),
    };
    let mut text = entry.name.to_owned();
    match entry.resource {
        ResourceOperand::No => {}
        ResourceOperand::Optional => text.push_str(" [type(name)]"),
        ResourceOperand::Required | ResourceOperand::First => text.push_str(" type(name)"),
    }
    for operand in entry.operands {
        let set = entry.required.iter().find(|set| set.contains(&operand.name));
        match set {
            None => text.push_str(&format!(" [{}]", shown(operand.name))),
            Some([_]) => text.push_str(&format!(" {}", shown(operand.name))),
            Some(set) if set.first() == Some(&operand.name) => {
                let choices: Vec<_> = set.iter().map(|name| shown(name)).collect();
                text.push_str(&format!(" {{{}}}", choices.join(" | ")));
            }
            Some(_) => {}
        }
    }
    if entry.attributes {
        text.push_str(" attributes");
    }
    text
}

impl Display for Explanation {
    /// The title, then each fact with its label, wrapped at 100 columns.
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        const WIDTH: usize = 100;
        writeln!(out, "{}", self.title)?;
        for (label, text) in &self.facts {
            write!(out, "  {label}:")?;
            let mut column = label.chars().count() + 3;
            for word in text.split(' ') {
                let length = word.chars().count();
                if column + 1 + length > WIDTH && column > 4 {
                    write!(out, "\n   ")?;
                    column = 3;
                }
                write!(out, " {word}")?;
                column += 1 + length;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
