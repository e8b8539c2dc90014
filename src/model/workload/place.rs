//! Where the fields of a workload file stand, so that what is wrong with one is told with its line.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A step on the way to a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'s> {
    /// Into the table or field of this name.
    Key(&'s str),
    /// To this element of an array.
    At(usize),
}

/// A workload file, parsed with its places.
pub(super) struct Places<'t> {
    text: &'t str,
    root: Option<Spanned<DeTable<'t>>>,
}

impl<'t> Places<'t> {
    /// Those of a file; none of one that is not TOML.
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, root: DeTable::parse(text).ok() }
    }

    /// The line of a field, or of the innermost thing around it that the file has: a value may come from an archetype.
    pub(super) fn line(&self, path: &[Step<'_>]) -> Option<usize> {
        let (Some(Step::Key(first)), Some(root)) = (path.first(), &self.root) else { return None };
        let mut here = root.get_ref().get(*first)?;
        let mut offset = here.span().start;
        for step in path.iter().skip(1) {
            let next = match (step, here.get_ref()) {
                (Step::Key(key), DeValue::Table(table)) => table.get(*key),
                (Step::At(n), DeValue::Array(array)) => array.get(*n),
                _ => None,
            };
            let Some(next) = next else { break };
            here = next;
            offset = here.span().start;
        }
        Some(self.line_at(offset))
    }

    /// The lines of the settings of `[region]`, by their keys as written.
    pub(super) fn region(&self) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::new();
        if let Some(DeValue::Table(region)) =
            self.root.as_ref().and_then(|root| root.get_ref().get("region")).map(Spanned::get_ref)
        {
            self.gather("", region, &mut found);
        }
        found
    }

    fn gather(&self, before: &str, table: &DeTable<'t>, found: &mut BTreeMap<String, usize>) {
        for (key, value) in table {
            let name = key.get_ref();
            let whole = if before.is_empty() { name.to_string() } else { format!("{before}.{name}") };
            match value.get_ref() {
                DeValue::Table(inner) => self.gather(&whole, inner, found),
                _ => {
                    found.insert(whole, self.line_at(value.span().start));
                }
            }
        }
    }

    fn line_at(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or(self.text.as_bytes());
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }
}

/// The lines of the settings of `[region]` of a workload file, by their keys as written.
pub fn region_lines(text: &str) -> BTreeMap<String, usize> {
    Places::of(text).region()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stands_where_it_is_written_or_in_what_is_around_it() {
        let text = "[machine]\nengines = 2\n[region]\n'SIT.MXT' = 5\nSIT.ICV = 3\n\n[[transaction]]\nid = 'A'\n\
                    [[transaction.file]]\nname = 'F'\n[[transaction]]\nid = 'B'\n";
        let places = Places::of(text);
        let (t, key, at) = (Step::Key("transaction"), Step::Key, Step::At);
        assert_eq!(places.line(&[key("machine"), key("engines")]), Some(2));
        assert_eq!(places.line(&[t, at(0), key("id")]), Some(8));
        assert_eq!(places.line(&[t, at(0), key("file"), at(0), key("name")]), Some(10));
        assert_eq!(places.line(&[t, at(0), key("file"), at(0), key("reads")]), Some(9));
        assert_eq!(places.line(&[t, at(1), key("cpu_us")]), Some(11));
        assert_eq!(places.line(&[key("arrivals"), key("x")]), None);
        let lines: Vec<_> = places.region().into_iter().collect();
        assert_eq!(lines, [("SIT.ICV".to_owned(), 5), ("SIT.MXT".to_owned(), 4)]);
    }
}
