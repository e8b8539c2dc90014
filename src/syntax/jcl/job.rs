//! Statements to steps, and steps to parts.

use super::parm;
use super::statement::{Card, Reader, Statement, card};
use super::stream::{self, Ending};
use super::{CsdupParm, CsdupParmKind, CsdupStep, Input, Jcl, Part, Program, SitStep, Step, Symbol};
use crate::syntax::operands::Item;
use crate::syntax::sit;
use crate::syntax::tree::{Problem, ProblemKind};
use crate::text::Span;
use std::collections::{BTreeMap, HashMap};

/// Reads all of a text.
pub(super) fn read(text: &str) -> Jcl {
    let mut reader = Reader::new(text);
    let mut job = Job { text, ..Job::default() };
    while let Some(line) = reader.lines.next() {
        match card(line.of_text(text)) {
            Card::Ignored => {}
            Card::Null => job.ended = true,
            Card::Statement => {
                let statement = reader.statement(line);
                job.ended = false;
                job.take(&mut reader, &statement);
            }
            Card::Data => job.take_data(&mut reader, line),
        }
    }
    job.end_step();
    job.report_inputs(&mut reader.problems);
    reader.problems.sort_by_key(|problem| problem.span);
    job.jcl.problems = reader.problems;
    job.jcl
}

#[derive(Default)]
struct Job<'t> {
    text: &'t str,
    jcl: Jcl,
    step: Option<OpenStep<'t>>,
    /// The name of the in-stream procedure that is being read.
    procedure: Option<&'t str>,
    procedures: HashMap<&'t str, Procedure<'t>>,
    /// For each part, whether a call of its procedure replaces it.
    replaced: Vec<bool>,
    /// A null statement has ended the job.
    ended: bool,
}

/// A PARM: the value, and the string that the program sees.
#[derive(Clone)]
struct Parm {
    value: Span,
    pieces: Vec<Span>,
}

struct OpenStep<'t> {
    index: usize,
    program: Program,
    parm: Option<Parm>,
    /// `PARM.step=` of a call.
    overrides: Vec<(&'t str, Parm)>,
    dds: Vec<Dd<'t>>,
    has_sysin: bool,
}

struct Dd<'t> {
    step: Option<&'t str>,
    name: &'t str,
    /// It has no name: it goes on with the DD before it.
    concatenated: bool,
    place: Place<'t>,
}

#[derive(Clone, Copy)]
enum Place<'t> {
    Input(Input),
    /// `DDNAME=`: where another DD says.
    Forward(&'t str, Span),
}

/// An in-stream procedure.
#[derive(Default)]
struct Procedure<'t> {
    first: &'t str,
    /// Its steps that are ours, by name.
    steps: HashMap<&'t str, ProcStep<'t>>,
}

/// A step of an in-stream procedure that is ours.
#[derive(Clone)]
struct ProcStep<'t> {
    program: Program,
    parm: Option<Parm>,
    sysin: Vec<Input>,
    /// The DD that SYSIN refers to, where it is not SYSIN itself.
    forward: Option<&'t str>,
    part: usize,
}

impl<'t> Job<'t> {
    fn take(&mut self, reader: &mut Reader<'t>, statement: &Statement) {
        let operation = statement.operation.map_or("", |span| span.of_text(self.text));
        let name = statement.name.map_or("", |span| span.of_text(self.text));
        match operation.to_ascii_uppercase().as_str() {
            "JOB" => {
                self.end_step();
                self.procedure = None;
            }
            "EXEC" => {
                self.end_step();
                self.open_step(reader, statement);
            }
            "DD" => self.take_dd(reader, statement, name),
            "XMIT" => {
                let ending = delimiter(self.text, reader.items()).unwrap_or(Ending::Data);
                stream::read(reader, &ending, statement.span);
            }
            "PROC" => {
                self.end_step();
                self.procedure = Some(name);
                self.procedures.insert(name, Procedure::default());
                self.take_symbols(reader);
            }
            "PEND" => {
                self.end_step();
                self.procedure = None;
            }
            "SET" => self.take_symbols(reader),
            _ => {}
        }
    }

    fn take_symbols(&mut self, reader: &Reader<'t>) {
        let symbols = reader.items().iter();
        self.jcl.symbols.extend(symbols.filter_map(|item| {
            let value = item.value?;
            Some(Symbol { name: item.head, value })
        }));
    }

    fn open_step(&mut self, reader: &Reader<'t>, statement: &Statement) {
        let text = self.text;
        let mut program = Program::Missing;
        let mut parm = None;
        let mut overrides = Vec::new();
        for (position, item) in reader.items().iter().enumerate() {
            let key = item.head.of_text(text);
            let Some(value) = item.value else {
                if position == 0 && !item.head.is_empty() {
                    program = Program::Procedure(item.head);
                }
                continue;
            };
            let given = || Parm { value, pieces: parm::pieces(text, reader.value_lexemes(item)) };
            if key.eq_ignore_ascii_case("PGM") {
                let known = !value.of_text(text).contains(['&', '*', '{', '(']);
                program = if known { Program::Named(value) } else { Program::Symbolic(value) };
            } else if key.eq_ignore_ascii_case("PROC") {
                program = Program::Procedure(value);
            } else if key.eq_ignore_ascii_case("PARM") {
                parm = Some(given());
            } else if let Some(step) = key.strip_prefix("PARM.") {
                overrides.push((step, given()));
            }
        }
        let index = self.jcl.steps.len();
        self.jcl.steps.push(Step {
            name: statement.name,
            program,
            span: statement.span,
            in_procedure: self.procedure.is_some(),
        });
        self.step = Some(OpenStep { index, program, parm, overrides, dds: Vec::new(), has_sysin: false });
    }

    fn take_dd(&mut self, reader: &mut Reader<'t>, statement: &Statement, name: &'t str) {
        let place = place(self.text, reader, statement);
        let Some(step) = &mut self.step else { return };
        let dd = match (name, step.dds.last()) {
            ("", Some(last)) => Dd { step: last.step, name: last.name, concatenated: true, place },
            _ => {
                let (qualifier, name) = match name.rsplit_once('.') {
                    Some((qualifier, name)) => (Some(qualifier), name),
                    None => (None, name),
                };
                Dd { step: qualifier, name, concatenated: false, place }
            }
        };
        step.has_sysin |= dd.name == "SYSIN";
        step.dds.push(dd);
    }

    /// Data with no DD statement before it: JES supplies `//SYSIN DD *`.
    fn take_data(&mut self, reader: &mut Reader<'t>, line: Span) {
        let Some(step) = &mut self.step else { return };
        if self.ended {
            return;
        }
        let supplied = stream::read(reader, &Ending::Star, line);
        let data = Span::new(line.start, supplied.end);
        if !step.has_sysin {
            step.has_sysin = true;
            let place = Place::Input(Input::Instream(data));
            step.dds.push(Dd { step: None, name: "SYSIN", concatenated: false, place });
        } else if is_ours(self.text, step.program) {
            // The step has its SYSIN, so nobody reads this.
            reader.problem(ProblemKind::BadJcl, line, None);
        }
    }

    fn end_step(&mut self) {
        let Some(step) = self.step.take() else { return };
        let name = self.jcl.steps[step.index].name.map_or("", |span| span.of_text(self.text));
        let ours = is_ours(self.text, step.program);
        if let Some(procedure) = self.procedure.and_then(|name| self.procedures.get_mut(name)) {
            if procedure.first.is_empty() {
                procedure.first = name;
            }
        } else if let Program::Procedure(called) = step.program {
            self.call(called.of_text(self.text), &step);
        }
        if !ours {
            self.add_macros(&step);
            return;
        }
        let sysin = inputs(&step.dds);
        let part = self.add_part(step.index, step.program, step.parm.as_ref(), sysin.clone());
        if let Some(procedure) = self.procedure.and_then(|name| self.procedures.get_mut(name)) {
            let forward = step.dds.iter().find(|dd| dd.name == "SYSIN").and_then(|dd| match dd.place {
                Place::Forward(name, _) => Some(name),
                Place::Input(_) => None,
            });
            let OpenStep { program, parm, .. } = step;
            procedure.steps.insert(name, ProcStep { program, parm, sysin, forward, part });
        }
    }

    /// A call of an in-stream procedure that gives steps of ours another SYSIN or PARM.
    fn call(&mut self, procedure: &str, call: &OpenStep<'t>) {
        let Some(procedure) = self.procedures.get(procedure) else { return };
        // A DD without a step name is for the step named last, or for the first one.
        let mut qualifier = procedure.first;
        let mut given: BTreeMap<&'t str, (Vec<Dd<'t>>, Option<&Parm>)> = BTreeMap::new();
        for dd in &call.dds {
            qualifier = dd.step.unwrap_or(qualifier);
            let Some(step) = procedure.steps.get(qualifier) else { continue };
            if dd.name == "SYSIN" || Some(dd.name) == step.forward {
                given.entry(qualifier).or_default().0.push(Dd { name: "SYSIN", ..*dd });
            }
        }
        let parms = call.parm.iter().map(|parm| (procedure.first, parm));
        for (step, parm) in parms.chain(call.overrides.iter().map(|(step, parm)| (*step, parm))) {
            if procedure.steps.contains_key(step) {
                given.entry(step).or_default().1 = Some(parm);
            }
        }
        let calls: Vec<_> = given
            .into_iter()
            .filter_map(|(name, (dds, parm))| Some((procedure.steps.get(name)?.clone(), inputs(&dds), parm)))
            .collect();
        for (step, sysin, parm) in calls {
            let sysin = if sysin.is_empty() { step.sysin } else { sysin };
            self.add_part(call.index, step.program, parm.or(step.parm.as_ref()), sysin);
            self.replaced[step.part] = true;
        }
    }

    fn add_part(&mut self, step: usize, program: Program, parm: Option<&Parm>, sysin: Vec<Input>) -> usize {
        let part = if program_is(self.text, program, "DFHCSDUP") {
            Part::Csdup(csdup(self.text, step, parm, sysin))
        } else {
            let parm = parm.map(|parm| sit::parse_parm(self.text, parm.value, &parm.pieces));
            let instream = sysin.iter().filter_map(|input| match input {
                Input::Instream(range) if !range.is_empty() => Some(sit::parse_sysin(self.text, *range)),
                _ => None,
            });
            Part::Sit(SitStep { step, sources: parm.into_iter().chain(instream).collect(), sysin })
        };
        self.jcl.parts.push(part);
        self.replaced.push(false);
        self.jcl.parts.len() - 1
    }

    /// DFHSIT macro source in the data of a step.
    fn add_macros(&mut self, step: &OpenStep<'t>) {
        for dd in &step.dds {
            let Place::Input(Input::Instream(range)) = dd.place else { continue };
            if !sit::holds_macro(range.of_text(self.text)) {
                continue;
            }
            let source = sit::parse_macro(self.text, range);
            let part = SitStep { step: step.index, sources: vec![source], sysin: Vec::new() };
            self.jcl.parts.push(Part::Sit(part));
            self.replaced.push(false);
        }
    }

    /// Notes the inputs that are not in this text, and drops the parts that calls of their procedure replace.
    fn report_inputs(&mut self, problems: &mut Vec<Problem>) {
        let mut replaced = std::mem::take(&mut self.replaced).into_iter();
        // Data that stands in the procedure itself is read all the same.
        self.jcl.parts.retain(|part| {
            let replaced = replaced.next().unwrap_or(false);
            !replaced
                || part
                    .sysin()
                    .iter()
                    .any(|input| matches!(input, Input::Instream(range) if !range.is_empty()))
        });
        let steps = &self.jcl.steps;
        for part in &self.jcl.parts {
            let step = steps.get(part.step()).map(|step| step.span);
            let elsewhere = part.sysin().iter().filter_map(|input| match input {
                Input::Elsewhere(dd) => Some(*dd),
                Input::Instream(_) => None,
            });
            // DFHSIP can do without SYSIN.
            let missing = step.filter(|_| matches!(part, Part::Csdup(_)) && part.sysin().is_empty());
            problems.extend(elsewhere.chain(missing).map(|span| Problem {
                kind: ProblemKind::InputElsewhere,
                span,
                related: step,
            }));
        }
    }
}

fn is_ours(text: &str, program: Program) -> bool {
    program_is(text, program, "DFHCSDUP") || program_is(text, program, "DFHSIP")
}

fn program_is(text: &str, program: Program, name: &str) -> bool {
    matches!(program, Program::Named(span) if span.of_text(text).eq_ignore_ascii_case(name))
}

fn csdup(text: &str, step: usize, parm: Option<&Parm>, sysin: Vec<Input>) -> CsdupStep {
    let parms: Vec<CsdupParm> = parm.map(|parm| parm::csdup(text, &parm.pieces)).unwrap_or_default();
    let hidden = parm.is_some_and(|parm| parm.value.of_text(text).contains(['&', '{', '@', '<', '$']));
    let has = |kind| parms.iter().any(|parm| parm.kind == kind);
    let csd = parms.iter().rev().find(|parm| parm.kind == CsdupParmKind::Csd).and_then(|parm| parm.value);
    let compat = match (has(CsdupParmKind::Compat), has(CsdupParmKind::NoCompat)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => (!hidden).then_some(false),
    };
    let readonly = match csd.map(|value| value.of_text(text).trim().to_ascii_uppercase()) {
        Some(value) if value == "READONLY" => Some(true),
        Some(value) if value == "READWRITE" => Some(false),
        Some(_) => None,
        None => (!hidden).then_some(false),
    };
    CsdupStep { step, parm: parm.map(|parm| parm.value), parms, compat, readonly, sysin }
}

fn delimiter<'t>(text: &'t str, items: &[Item]) -> Option<Ending<'t>> {
    let item = items.iter().find(|item| item.head.of_text(text).eq_ignore_ascii_case("DLM"))?;
    Ending::delimiter(item.value?.of_text(text))
}

/// Where the data of a DD statement is. In-stream data is read.
fn place<'t>(text: &'t str, reader: &mut Reader<'t>, statement: &Statement) -> Place<'t> {
    let first = reader.items().first().map_or("", |item| item.head.of_text(text));
    if first == "*" || first.eq_ignore_ascii_case("DATA") {
        let plain = if first == "*" { Ending::Star } else { Ending::Data };
        let ending = delimiter(text, reader.items()).unwrap_or(plain);
        let range = stream::read(reader, &ending, statement.span);
        return Place::Input(if stream::is_made_by_template(range.of_text(text)) {
            Input::Elsewhere(statement.span)
        } else {
            Input::Instream(range)
        });
    }
    let value = |key: &str| {
        let item = reader.items().iter().find(|item| item.head.of_text(text).eq_ignore_ascii_case(key))?;
        item.value
    };
    if let Some(name) = value("DDNAME") {
        return Place::Forward(name.of_text(text), statement.span);
    }
    let data_set = value("DSN").or_else(|| value("DSNAME")).map_or("", |name| name.of_text(text));
    if first.eq_ignore_ascii_case("DUMMY") || data_set.eq_ignore_ascii_case("NULLFILE") {
        return Place::Input(Input::Instream(Span::new(statement.span.end, statement.span.end)));
    }
    Place::Input(Input::Elsewhere(statement.span))
}

/// The data sets of SYSIN: the first DD of that name and those concatenated to it.
fn inputs(dds: &[Dd<'_>]) -> Vec<Input> {
    let Some(first) = dds.iter().position(|dd| dd.name == "SYSIN") else { return Vec::new() };
    let rest = dds[first + 1..].iter().take_while(|dd| dd.concatenated);
    let mut found = Vec::new();
    for dd in std::iter::once(&dds[first]).chain(rest) {
        found.push(match dd.place {
            Place::Input(input) => input,
            // Only the first of a concatenation may refer to another DD.
            Place::Forward(target, span) if !dd.concatenated => {
                let target = dds.iter().find(|other| other.name == target).map(|dd| dd.place);
                match target {
                    Some(Place::Input(input)) => input,
                    _ => Input::Elsewhere(span),
                }
            }
            Place::Forward(_, span) => Input::Elsewhere(span),
        });
    }
    found
}
