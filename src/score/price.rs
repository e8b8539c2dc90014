//! The price of a finding: the model of the region as it is, less the model with the fix; or the rule's own formula.
//!
//! With a workload the whole region is solved once as it is, and once more for each edit that its transactions feel.
//! Where no workload says who uses what is found, a task is taken for granted by what the definitions say
//! ([`super::inferred`]), and solved alone; findings that are alike share the answer.

use super::configuration::{configuration_of, fill_as, sit_configuration};
use super::explain::{self, Explanation, Table};
use super::gained::{assumptions, not_predicted, scored};
use super::load;
use super::numbers::{made, range, widest};
use super::runs::Runs;
use super::stand::Stand;
use super::workload::matched;
use crate::csd::{Decks, Definition, Place, TypeId};
use crate::model::compare::{Gain, Solved, gain};
use crate::model::workload::{Configuration, MAPPED, Provenance, Workload};
use crate::region::Region;
use crate::rules::declared::{Asker, Kit};
use crate::rules::{Check, Cost, Finding, Impact, PriceBasis, Range, ResourceId, Rule};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

/// Prices the findings of one region.
#[derive(Debug)]
pub struct Pricer<'v> {
    decks: &'v Decks,
    region: &'v Region,
    rules: &'static [Rule],
    asker: Asker<'v>,
    workload: Option<&'v Workload>,
    runs: OnceCell<Runs>,
    sit: OnceCell<Configuration>,
    base: OnceCell<Result<Base, String>>,
    /// Prices that rest on nothing but what findings have in common.
    known: RefCell<HashMap<String, Arc<Impact>>>,
    /// The arithmetic of the price at hand, where it is asked for.
    tables: RefCell<Option<Vec<Table>>>,
}

/// The region as it is, under its workload.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) workload: Workload,
    pub(super) configuration: Configuration,
    pub(super) solved: Solved,
    pub(super) notes: Vec<String>,
}

/// One change: type, name, attribute, value.
pub(super) struct Edit<'a> {
    pub(super) kind: &'a str,
    pub(super) name: &'a str,
    pub(super) attribute: &'a str,
    pub(super) value: &'a str,
}

impl Edit<'_> {
    fn is_mapped(&self) -> bool {
        MAPPED.iter().any(|(kind, attributes)| *kind == self.kind && attributes.contains(&self.attribute))
    }

    /// As `model whatif` takes it.
    pub(super) fn text(&self) -> String {
        match self.name {
            "" => format!("{}.{}={}", self.kind, self.attribute, self.value),
            name => format!("{}.{name}.{}={}", self.kind, self.attribute, self.value),
        }
    }

    fn apply(&self, configuration: &mut Configuration) {
        configuration.put(self.kind, self.name, self.attribute, self.value, Provenance::Edit);
    }
}

impl<'v> Pricer<'v> {
    /// For a region, which `kit` belongs to; without a workload tasks are inferred.
    pub fn new(
        kit: &'v Kit,
        (decks, region): (&'v Decks, &'v Region),
        rules: &'static [Rule],
        workload: Option<&'v Workload>,
    ) -> Self {
        Self {
            decks,
            region,
            rules,
            asker: Asker::new(kit, decks, region),
            workload,
            runs: OnceCell::new(),
            sit: OnceCell::new(),
            base: OnceCell::new(),
            known: RefCell::default(),
            tables: RefCell::default(),
        }
    }

    /// Whether findings of this rule have a price of their own.
    pub fn prices(rule: &Rule) -> bool {
        matches!(rule.check, Check::Declared(d) if matches!(d.cost, Cost::WhatIf | Cost::Formula { .. }))
    }

    /// The price of a finding; none where its rule says all there is to say.
    pub fn impact(&self, finding: &Finding) -> Option<Arc<Impact>> {
        let rule = Rule::of(finding, self.rules);
        let Check::Declared(declaration) = rule.check else { return None };
        if !Self::prices(rule) {
            return None;
        }
        // What a finding on the SIT or the region points at is an example of what it is about.
        let resource = finding.resource.as_ref().filter(|_| !matches!(rule.applies_to, "SIT" | "REGION"));
        let definition = match resource.map(|id| self.installed(id)) {
            Some(None) => {
                let why = "the region does not install this definition, so that it costs nothing there";
                return Some(Arc::new(Impact::none(why)));
            }
            Some(found) => found,
            None => None,
        };
        match declaration.cost {
            Cost::WhatIf => Some(self.what_if(finding.rule, rule, definition)),
            cost @ Cost::Formula { .. } => Some(made(self.formula(finding.rule, rule, definition, cost))),
            _ => None,
        }
    }

    /// The price of a finding with its arithmetic; none where its rule says all there is to say. A pricer that has
    /// priced before may know the price of a finding like it, and then not how it came about.
    pub fn explain(&self, finding: &Finding) -> Option<Explanation> {
        *self.tables.borrow_mut() = Some(Vec::new());
        let impact = self.impact(finding);
        let tables = self.tables.borrow_mut().take().unwrap_or_default();
        impact.map(|impact| Explanation { impact, tables })
    }

    /// Keeps the arithmetic of a price, where it is asked for.
    pub(super) fn detail(&self, tables: impl FnOnce() -> Vec<Table>) {
        if let Some(kept) = self.tables.borrow_mut().as_mut() {
            kept.extend(tables());
        }
    }

    /// What the user should know of the workload; why it could not be used, if so.
    pub fn notes(&self) -> Vec<String> {
        match self.base() {
            None => Vec::new(),
            Some(Ok(base)) => base.notes.clone(),
            Some(Err(why)) => vec![format!("the workload cannot be used, so that prices are assumed: {why}")],
        }
    }

    /// Whether the region installs this definition.
    pub fn installs(&self, id: &ResourceId) -> bool {
        self.installed(id).is_some()
    }

    pub(super) fn installed(&self, id: &ResourceId) -> Option<&'v Definition> {
        let kind = TypeId::of(&id.kind)?;
        let installed = self.region.installed();
        let name = self.decks.names().get(&id.name)?;
        let found = installed.get(kind, name).or_else(|| installed.only(kind)).or_else(|| {
            installed.definitions().find(|definition| definition.kind == kind && definition.name == name)
        })?;
        let same = id.group.as_deref().is_none_or(|group| group == self.decks.text(found.group));
        (found.name == name && same).then_some(found)
    }

    pub(super) fn decks(&self) -> &'v Decks {
        self.decks
    }

    pub(super) fn region(&self) -> &'v Region {
        self.region
    }

    pub(super) fn rules(&self) -> &'static [Rule] {
        self.rules
    }

    /// The installed definition of this type and name.
    pub(super) fn definition(&self, kind: &str, name: &str) -> Option<&'v Definition> {
        let kind = TypeId::of(kind)?;
        let installed = self.region.installed();
        match name {
            "" => installed.only(kind),
            name => {
                let name = self.decks.names().get(name)?;
                let found = installed.get(kind, name);
                found.or_else(|| installed.definitions().find(|d| d.kind == kind && d.name == name))
            }
        }
    }

    /// Where an attribute or parameter is given, or else its definition.
    pub(super) fn place_of(
        &self,
        kind: &str,
        name: &str,
        attribute: &str,
        definition: Option<&Definition>,
    ) -> Option<Place> {
        if kind == "SIT" {
            return self.region.parameter(attribute).place;
        }
        let definition = definition.or_else(|| self.definition(kind, name))?;
        let given = definition
            .kind
            .attribute(attribute)
            .and_then(|id| self.region.attribute(self.decks, definition, id).place);
        given.or_else(|| definition.made_by().map(|step| self.decks.place_of(step)))
    }

    pub(super) fn asker(&self) -> &Asker<'v> {
        &self.asker
    }

    pub(super) fn runs(&self) -> &Runs {
        self.runs.get_or_init(|| Runs::of(self.decks, self.region))
    }

    /// The region under its workload, if it has one.
    pub(super) fn base(&self) -> Option<Result<&Base, &str>> {
        let workload = self.workload?;
        let base = self.base.get_or_init(|| {
            if workload.transaction.is_empty() {
                return Err("the workload has no transaction".to_owned());
            }
            let (workload, mut notes) = matched(workload, self.runs(), (self.decks, self.region));
            let configuration = self.configuration_for(&workload);
            let solved =
                Solved::new(self.region.name(), &workload, &configuration).map_err(|why| why.to_string())?;
            let built = solved.built();
            notes.extend(built.notes.iter().map(|note| format!("taken for granted: {note}")));
            notes.extend(built.not_predicted.iter().map(|(id, why)| format!("{id}: {why}")));
            Ok(Base { workload, configuration, solved, notes })
        });
        Some(base.as_ref().map_err(String::as_str))
    }

    /// The settings of a region that a workload may ask for.
    fn configuration_for(&self, workload: &Workload) -> Configuration {
        let ids: Vec<String> = workload.transaction.iter().map(|t| t.id.to_uppercase()).collect();
        let mut programs: Vec<String> = Vec::new();
        for transaction in &workload.transaction {
            let links = transaction.link.iter().map(|link| link.program.to_uppercase());
            programs.extend(links.chain(transaction.program.as_ref().map(|p| p.to_uppercase())));
            programs.extend(self.program_of(&transaction.id.to_uppercase()));
        }
        let files: Vec<String> =
            workload.transaction.iter().flat_map(|t| &t.file).map(|f| f.name.to_uppercase()).collect();
        let has = |all: &[String], name: &str| all.iter().any(|known| known == name);
        configuration_of(self.decks, self.region, |kind, name| match kind {
            "TRANSACTION" => has(&ids, name),
            "PROGRAM" => has(&programs, name) || has(&ids, name),
            "FILE" => has(&files, name),
            _ => true,
        })
    }

    fn program_of(&self, transaction: &str) -> Option<String> {
        let kind = TypeId::of("TRANSACTION")?;
        let definition = self.region.installed().get(kind, self.decks.names().get(transaction)?)?;
        let value = self.region.attribute(self.decks, definition, kind.attribute("PROGRAM")?).value?;
        Some(value.into_owned())
    }

    fn what_if(&self, place: u16, rule: &Rule, definition: Option<&'v Definition>) -> Arc<Impact> {
        let Some(changes) = self.asker.changes(place, rule, definition) else {
            return Arc::new(Impact::none("the value that the fix would set is not known here"));
        };
        let (kind, name) = match definition {
            Some(definition) => (definition.kind.name(), self.decks.text(definition.name)),
            None => ("SIT", ""),
        };
        let set = changes.set.iter().map(|(attribute, value)| (&**attribute, value.as_str()));
        let removed = changes.remove.iter().map(|attribute| (&**attribute, ""));
        let edits: Vec<Edit<'_>> = set
            .chain(removed)
            .map(|(attribute, value)| Edit { kind, name, attribute, value })
            .filter(Edit::is_mapped)
            .collect();
        if edits.is_empty() {
            let names: Vec<&str> = changes.set.iter().map(|(attribute, _)| &**attribute).collect();
            let names = names.join(" and ");
            return Arc::new(Impact::none(format!(
                "the model does not know what {kind} {names} does to a task"
            )));
        }
        if let Some(Ok(base)) = self.base()
            && reaches(base, kind, name)
        {
            return made(self.in_workload(base, &edits));
        }
        self.inferred((place, rule), definition, &edits)
    }

    /// The price of edits that the transactions of the workload feel.
    fn in_workload(&self, base: &Base, edits: &[Edit<'_>]) -> Impact {
        let mut configuration = base.configuration.clone();
        edits.iter().for_each(|edit| edit.apply(&mut configuration));
        let texts: Vec<String> = edits.iter().map(Edit::text).collect();
        match Solved::new(self.region.name(), &base.workload, &configuration) {
            Err(why) => Impact::none(format!("the model cannot solve {}: {why}", texts.join(", "))),
            Ok(after) => {
                let gain = gain(&base.solved, &after);
                self.detail(|| explain::what_if((&base.solved, &after), &base.workload, &gain.touched));
                let mut impact = scored(&gain, &base.solved, &after, &texts.join(", "));
                let felt = !gain.touched.is_empty();
                impact.rate_per_s = felt.then_some(gain.rate);
                impact.transactions = gain.touched;
                impact.assumptions = assumptions(&base.workload, &impact.transactions);
                impact.assumptions.extend(not_predicted([&base.solved, &after], &impact.transactions));
                impact.edits = texts;
                impact
            }
        }
    }

    /// The price of edits for a task that the definitions let one expect.
    fn inferred(
        &self,
        (place, rule): (u16, &Rule),
        definition: Option<&'v Definition>,
        edits: &[Edit<'_>],
    ) -> Arc<Impact> {
        let stand = match self.stand(definition, edits) {
            Ok(stand) => stand,
            Err(why) => return Arc::new(Impact::none(why)),
        };
        let mut key = format!("{place} {:?}", stand.task);
        for edit in edits {
            let _ = write!(key, " {}={}", edit.attribute, edit.value);
        }
        for (definition, _) in &stand.definitions {
            self.write_key(definition, &mut key);
        }
        if let Some(known) = self.known.borrow().get(&key) {
            return Arc::clone(known);
        }
        let impact = self
            .solved_alone(&stand, edits)
            .unwrap_or_else(|why| Impact::none(format!("the model cannot price {}: {why}", rule.name)));
        let impact = made(impact);
        self.known.borrow_mut().insert(key, Arc::clone(&impact));
        impact
    }

    fn write_key(&self, definition: &Definition, key: &mut String) {
        let of = MAPPED.iter().find(|(kind, _)| *kind == definition.kind.name());
        for attribute in of.map_or(&[][..], |(_, attributes)| attributes) {
            let Some(id) = definition.kind.attribute(attribute) else { continue };
            let value = self.region.attribute(self.decks, definition, id).value;
            let _ = write!(key, "|{}", value.as_deref().unwrap_or("?"));
        }
    }

    fn solved_alone(&self, stand: &Stand<'_>, edits: &[Edit<'_>]) -> Result<Impact, String> {
        let mut before = self.sit.get_or_init(|| sit_configuration(self.region)).clone();
        for (definition, name) in &stand.definitions {
            fill_as(self.decks, self.region, definition, name, &mut before);
        }
        for (key, value) in &stand.settings {
            before.set(key, value, Provenance::Assumed).map_err(|why| why.to_string())?;
        }
        let mut after = before.clone();
        for edit in edits {
            Edit { name: stand.name, ..*edit }.apply(&mut after);
        }
        let mut workloads = stand.task.workloads(&stand.own()).map_err(|why| why.to_string())?;
        load::set(&mut workloads, &before).map_err(|why| why.to_string())?;
        let solve = |workload: &Workload| -> Result<(Gain, Solved, Solved), String> {
            let at = |configuration| {
                Solved::new(self.region.name(), workload, configuration).map_err(|why| why.to_string())
            };
            let (before, after) = (at(&before)?, at(&after)?);
            Ok((gain(&before, &after), before, after))
        };
        let [low, mid, high] = &workloads;
        let ((low, ..), (mid, before, after), (high, ..)) = (solve(low)?, solve(mid)?, solve(high)?);
        self.detail(|| explain::what_if((&before, &after), &workloads[1], &[]));
        let texts: Vec<String> =
            edits.iter().map(|edit| format!("{}={}", edit.attribute, edit.value)).collect();
        let mut impact = scored(&mid, &before, &after, &texts.join(", "));
        // The widest of all: few calls are not always what costs least.
        let gains = [&low, &mid, &high];
        if impact.cpu_us_per_tran.is_some() {
            let all = gains.map(|gain| Range::from(gain.cpu_us));
            impact.cpu_us_per_tran = Some(widest(mid.cpu_us.mid, all));
        }
        if let (Some(cost), Some(p50), Some(p95)) = (&mut impact.response_ms, mid.p50_ms.mid, mid.p95_ms.mid)
        {
            cost.p50 = widest(p50, gains.map(|gain| range(gain.p50_ms)));
            cost.p95 = widest(p95, gains.map(|gain| range(gain.p95_ms)));
        }
        // What the region itself spends does not depend on the work.
        let idle = |solved: &Solved| solved.parameters().idle_cpu.iter().map(|p| p.seconds.mid).sum::<f64>();
        if idle(&before) == idle(&after) {
            impact.cpu_percent_of_engine = None;
        } else {
            impact.cpu_us_per_tran = None;
            impact.response_ms = None;
        }
        impact.basis = PriceBasis::Assumed;
        impact.assumptions = vec![Cow::Borrowed(stand.task.says()), Cow::Borrowed(load::SAYS)];
        if let Some(archetype) = stand.task.archetype() {
            impact.why = format!("{}; archetype {archetype}", impact.why).into();
        }
        Ok(impact)
    }
}

/// Whether a transaction of the workload asks for anything of a definition.
fn reaches(base: &Base, kind: &str, name: &str) -> bool {
    if kind == "SIT" {
        return true;
    }
    let start = if kind == "DB2CONN" { "DB2CONN.".to_owned() } else { format!("{kind}.{name}.") };
    base.solved.settings().iter().any(|setting| setting.key.starts_with(&start))
}
