//! Names of resources that the region does not install.

use super::Checker;
use super::references::{self, Resolved, When};
use crate::csd::{Definition, Map, Place, Sym, TypeId, is_generic};
use crate::region::SitOrigin;
use crate::rules::{Finding, PlacedSink, Related, RuleId, Severity, ids};
use crate::text::Span;
use std::cell::OnceCell;

/// A finding shows at most this many other definitions that name the same thing.
const MOST_RELATED: usize = 3;

/// A resource that is named and not installed.
struct Missing<'a> {
    rule: RuleId,
    targets: &'static [TypeId],
    name: String,
    target: Sym,
    uses: Vec<Use<'a>>,
}

/// One place that names it.
struct Use<'a> {
    definition: &'a Definition,
    attribute: &'static str,
    place: Place,
}

/// Reports each missing resource once, at the first place that names it.
pub(super) fn check(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    pools(checker, sink);
    let program_autoinstall = ProgramAutoinstall::of(checker);
    let missing = collect(checker);
    if missing.is_empty() {
        return;
    }
    let elsewhere = Elsewhere::default();
    for mut missing in missing {
        missing.uses.sort_by_key(|one| one.place);
        let found = missing.targets.iter().find_map(|kind| elsewhere.get(checker, *kind, missing.target));
        report(checker, program_autoinstall, &missing, found, sink);
    }
}

/// Goes through the references of everything that is installed.
fn collect<'a>(checker: &'a Checker<'_>) -> Vec<Missing<'a>> {
    let mut found: Vec<Missing<'a>> = Vec::new();
    let mut known: Map<(u16, u64), usize> = Map::default();
    for definition in checker.installed.definitions() {
        for resolved in references::of(definition.kind) {
            let Some((target, name, place)) = missing_target(checker, definition, resolved) else { continue };
            let rule = resolved.reference.rule;
            // A name that no deck has otherwise is told apart by its text.
            let key = if target.is_none() { text_key(&name) } else { target.index() as u64 };
            let next = found.len();
            let at = *known.entry((rule.index(), key)).or_insert(next);
            if at == next {
                let (targets, uses) = (resolved.targets.as_slice(), Vec::new());
                found.push(Missing { rule, targets, name, target, uses });
            }
            let attribute = resolved.reference.attribute;
            found[at].uses.push(Use { definition, attribute, place });
        }
    }
    found
}

fn text_key(name: &str) -> u64 {
    use std::hash::Hasher;
    let mut hasher = crate::csd::NameHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish() | (1 << 63)
}

/// The target of a reference, where it is given and not there.
fn missing_target(
    checker: &Checker<'_>,
    definition: &Definition,
    resolved: &Resolved,
) -> Option<(Sym, String, Place)> {
    let (decks, reference) = (checker.decks, resolved.reference);
    let explicit = definition.explicit(decks, resolved.id).filter(|explicit| !explicit.given.null)?;
    let given = explicit.given;
    if !given.name.is_none() && is_there(checker, resolved, given.name) {
        return None;
    }
    let value = crate::region::given(decks, definition, resolved.id)?;
    let place = value.place?;
    let text = value.value?;
    if reference.free.contains(&&*text) || is_generic(&text) || !counts(checker, definition, reference.when) {
        return None;
    }
    // A REMOTESYSTEM of the region's own name is the region itself.
    if reference.rule == ids::MISSING_SYSTEM && checker.region.parameter("SYSIDNT").is(&text) {
        return None;
    }
    // An attribute that folds its value may name a resource whose name keeps its case.
    let written = decks.deck(explicit.at.deck)?.value_text(given.span);
    let other = decks.names().get(&written).or_else(|| decks.names().get(&text));
    if other.is_some_and(|name| is_there(checker, resolved, name)) {
        return None;
    }
    let target = if given.name.is_none() { other.unwrap_or(Sym::NONE) } else { given.name };
    Some((target, text.into_owned(), place))
}

fn is_there(checker: &Checker<'_>, resolved: &Resolved, name: Sym) -> bool {
    let targets = || resolved.targets.iter();
    targets().any(|kind| checker.installed.get(*kind, name).is_some())
        || targets().any(|kind| checker.is_supplied(*kind, name))
}

/// Whether a reference counts in this definition.
fn counts(checker: &Checker<'_>, definition: &Definition, when: When) -> bool {
    let is = |attribute, expected: &str| {
        checker.value(definition, attribute).is_some_and(|value| value.is(expected))
    };
    match when {
        When::Always => true,
        When::Is(attribute, expected) => is(attribute, expected),
        When::Local => {
            let own = checker.region.parameter("SYSIDNT");
            let remote = checker.value(definition, "REMOTESYSTEM").is_some_and(|value| {
                !value.is_absent()
                    && (value.value.is_none() || value.value.as_deref() != own.value.as_deref())
            });
            !remote && !is("DYNAMIC", "YES")
        }
    }
}

/// Whether CICS defines a program by itself when it is first used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgramAutoinstall {
    On,
    Off,
    Unknown,
}

impl ProgramAutoinstall {
    fn of(checker: &Checker<'_>) -> Self {
        let value = checker.region.parameter("PGAIPGM");
        match (value.value.as_deref(), value.origin) {
            (Some("ACTIVE"), _) => Self::On,
            (Some(_), SitOrigin::Given(_) | SitOrigin::Default) => Self::Off,
            _ => Self::Unknown,
        }
    }
}

/// The definitions of a CSD by type and name, whether they are installed or not.
///
/// Where no deck copies resources the decks themselves say in which groups to look, once for all regions; else the
/// CSD at hand is gone through, once.
#[derive(Default)]
struct Elsewhere<'a> {
    by_name: OnceCell<Map<(TypeId, Sym), &'a Definition>>,
}

impl<'a> Elsewhere<'a> {
    fn get(&self, checker: &Checker<'a>, kind: TypeId, name: Sym) -> Option<&'a Definition> {
        if checker.region.takes_every_group() || name.is_none() {
            return None;
        }
        let csd = checker.installed.csd();
        if let Some(groups) = checker.decks.groups_defining(kind, name) {
            return groups.iter().find_map(|group| csd.group(*group)?.get(kind, name));
        }
        let all = self.by_name.get_or_init(|| {
            let mut by_name = Map::default();
            let mut groups: Vec<Sym> = csd.group_names().collect();
            groups.sort_by_key(|group| checker.decks.text(*group));
            let members =
                groups.iter().filter_map(|group| csd.group(*group)).flat_map(|group| group.members());
            for definition in members {
                by_name.entry((definition.kind, definition.name)).or_insert(definition);
            }
            by_name
        });
        all.get(&(kind, name)).copied()
    }
}

fn report(
    checker: &Checker<'_>,
    autoinstall: ProgramAutoinstall,
    missing: &Missing<'_>,
    elsewhere: Option<&Definition>,
    sink: &mut PlacedSink<'_>,
) {
    let Some(first) = missing.uses.first() else { return };
    let is_program = missing.rule == ids::MISSING_PROGRAM;
    if is_program && autoinstall == ProgramAutoinstall::On {
        return;
    }
    let what = missing.targets.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
    let name = &missing.name;
    let (message, help, mut severity) = match elsewhere {
        Some(found) => (
            format!("{what} {name} is not installed: no list of this region holds its group"),
            format!("add group {} to a list of GRPLIST", checker.decks.text(found.group)),
            Severity::Warning,
        ),
        None => (
            format!("{what} {name} is not defined"),
            help(checker, missing.rule, autoinstall),
            checker.severity(),
        ),
    };
    if is_program && autoinstall == ProgramAutoinstall::Unknown && elsewhere.is_none() {
        severity = Severity::Advice;
    }
    let mut finding = Finding::new(missing.rule, Span::default(), message)
        .help(help)
        .attribute(first.attribute)
        .resource(Some(checker.resource(first.definition)));
    finding.severity = finding.severity.min(severity);
    finding.related.extend(related(checker, missing, elsewhere));
    sink.report(first.place, finding);
}

/// Why it may be right after all.
fn help(checker: &Checker<'_>, rule: RuleId, autoinstall: ProgramAutoinstall) -> String {
    let partly = match checker.installed.is_complete() {
        true => "define it, or correct the name",
        false => "define it, or correct the name, unless the CSD holds it where these decks do not show it",
    };
    match (rule == ids::MISSING_PROGRAM, autoinstall) {
        (true, ProgramAutoinstall::Off) => {
            format!("{partly}: PGAIPGM is INACTIVE, so CICS does not define it by itself")
        }
        (true, _) => format!("{partly}, or CICS defines it by itself (PGAIPGM=ACTIVE)"),
        (false, _) => partly.to_owned(),
    }
}

fn related(checker: &Checker<'_>, missing: &Missing<'_>, elsewhere: Option<&Definition>) -> Vec<Related> {
    let mut related = Vec::new();
    if let Some(place) = elsewhere.and_then(|found| checker.place(found)) {
        related.push(Related {
            message: "it is defined here".to_owned(),
            file: Some(place.file),
            span: place.span,
        });
    }
    let others = missing.uses.len() - 1;
    for (number, one) in missing.uses.iter().skip(1).take(MOST_RELATED).enumerate() {
        let mut message = format!("{} names it too", checker.named(one.definition));
        if number + 1 == MOST_RELATED && others > MOST_RELATED {
            message.push_str(&format!(", and {} more", others - MOST_RELATED));
        }
        related.push(Related { message, file: Some(one.place.file), span: one.place.span });
    }
    related
}

/// LSRPOOLNUM of files: CICS builds a pool that nobody defines, by rules of its own.
fn pools(checker: &Checker<'_>, sink: &mut PlacedSink<'_>) {
    let Some(kind) = TypeId::of("FILE").filter(|_| sink.wants(ids::MISSING_LSRPOOL)) else { return };
    let mut pools: std::collections::BTreeMap<u32, Vec<(Place, &Definition)>> =
        std::collections::BTreeMap::new();
    for file in checker.installed.definitions().filter(|definition| definition.kind == kind) {
        let value = |name| checker.value(file, name);
        let in_rls = value("RLSACCESS").is_some_and(|rls| rls.is("YES"));
        let remote = value("REMOTESYSTEM").is_some_and(|system| !system.is_absent());
        let Some(pool) = value("LSRPOOLNUM").filter(|pool| pool.is_given() && !in_rls && !remote) else {
            continue;
        };
        let number = pool.value.as_deref().and_then(|number| number.parse().ok());
        if let (Some(number), Some(place)) = (number, pool.place)
            && checker.installed.lsrpool(number).is_none()
        {
            pools.entry(number).or_default().push((place, file));
        }
    }
    for (number, mut files) in pools {
        files.sort_by_key(|(place, _)| *place);
        let Some((place, file)) = files.first() else { continue };
        let count = match files.len() {
            1 => "1 file is".to_owned(),
            count => format!("{count} files are"),
        };
        let message = format!("no LSRPOOL has the number {number}; {count} in it");
        let help = "define the pool: CICS builds it from the files that it knows when the first one is opened, and a file \
                    with longer keys or larger control intervals cannot be opened later";
        let finding = Finding::new(ids::MISSING_LSRPOOL, Span::default(), message)
            .help(help)
            .attribute("LSRPOOLNUM")
            .resource(Some(checker.resource(file)));
        sink.report(*place, finding);
    }
}
