//! The effective region for people.

use super::view::View;
use crate::csd::Place;
use crate::report::visible::visible;
use std::io::{self, Write};

/// Width of the column of names.
const NAME: usize = 16;
/// Width of the column of values.
const VALUE: usize = 24;

/// Writes the region.
pub fn write(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    head(view, out)?;
    let parameters = view.parameters();
    if !parameters.is_empty() {
        writeln!(out, "\nSIT parameters")?;
        for (name, value) in parameters {
            let shown = value.value.as_deref();
            row(view, out, name, shown, value.origin.word(), value.place, &value.note)?;
        }
    }
    for (reference, definition) in view.definitions() {
        let (name, group) = (view.text(definition.name), view.text(definition.group));
        let place = place(view, view.place(definition));
        writeln!(out, "\n{} {} of group {}{place}", definition.kind.name(), visible(name), visible(group))?;
        for (attribute, value) in view.attributes(definition) {
            row(view, out, attribute, value.value.as_deref(), value.origin.word(), value.place, &value.note)?;
        }
        for (loser, why) in view.shadows(reference) {
            let group = visible(view.text(loser.group));
            let at = self::place(view, view.place(loser));
            let kind = loser.kind.name();
            writeln!(
                out,
                "  instead of {kind} {} of group {group}{at}: {why}",
                visible(view.text(loser.name))
            )?;
        }
    }
    Ok(())
}

/// Name, lists, groups, counts and notes.
fn head(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (region, installed) = (view.region, view.installed());
    match region.name() {
        "" => writeln!(out, "Region (CICS TS {})", crate::catalog::RELEASE)?,
        name => writeln!(out, "Region {} (CICS TS {})", visible(name), crate::catalog::RELEASE)?,
    }
    for list in region.lists() {
        let names: Vec<&str> = list.lists.iter().map(|name| view.text(*name)).collect();
        let stands_for = match names.as_slice() {
            [one] if *one == list.written => String::new(),
            [] => ": no deck makes it".to_owned(),
            many => format!(": {}", many.join(", ")),
        };
        writeln!(out, "  list {}{stands_for}{}", visible(&list.written), place(view, list.place))?;
    }
    if region.takes_every_group() {
        writeln!(out, "  every group of the decks is taken as installed")?;
    }
    let (counts, supplied) = view.counts();
    let is_own =
        |name: &str| installed.csd().group_names().any(|group| view.text(group) == name) || !is_ibm(name);
    let all: Vec<&str> = installed.groups().iter().map(|group| view.text(group.name)).collect();
    let own: std::collections::HashSet<&str> = all.iter().copied().filter(|name| is_own(name)).collect();
    let more = all.iter().filter(|name| !own.contains(*name)).count();
    let mut shown: Vec<&str> = all.into_iter().filter(|name| own.contains(name)).collect();
    shown.dedup();
    const MOST: usize = 12;
    let rest = shown.len().saturating_sub(MOST);
    shown.truncate(MOST);
    let dots = if rest > 0 { format!(", and {rest} more") } else { String::new() };
    writeln!(out, "  groups {}{dots}; {more} of IBM's", visible(&shown.join(", ")))?;
    let total: usize = counts.values().sum();
    let by_type: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let by_type = if by_type.is_empty() { String::new() } else { format!(" ({})", by_type.join(", ")) };
    writeln!(
        out,
        "  {total} definitions{by_type}, {supplied} of IBM's, {} shadowed",
        installed.shadows().len()
    )?;
    if !installed.is_complete() {
        writeln!(out, "  the CSD may hold more than these decks show")?;
    }
    for note in region.notes() {
        writeln!(out, "  note: {}{}", visible(&note.text), place(view, note.place))?;
    }
    Ok(())
}

/// Whether the name is one of those that IBM keeps for itself.
fn is_ibm(name: &str) -> bool {
    ["DFH", "EYU", "CEE"].iter().any(|start| name.starts_with(start))
}

/// `  NAME  value  origin  place  (note)`
fn row(
    view: &View<'_>,
    out: &mut dyn Write,
    name: &str,
    value: Option<&str>,
    origin: &str,
    at: Option<Place>,
    note: &str,
) -> io::Result<()> {
    let value = visible(value.unwrap_or("-"));
    let note = if note.is_empty() { String::new() } else { format!("  ({})", visible(note)) };
    let line = format!("  {name:NAME$} {value:VALUE$} {origin}{}{note}", place(view, at));
    writeln!(out, "{}", line.trim_end())
}

/// ` path:line:column`, or nothing.
fn place(view: &View<'_>, place: Option<Place>) -> String {
    let Some((place, source)) = place.and_then(|place| Some((place, view.source(place)?))) else {
        return String::new();
    };
    let at = source.locate(place.span);
    format!("  {}:{}:{}", visible(source.name()), at.line, at.column)
}
