//! Rounds of linting and editing, until nothing is left to do.

use super::Options;
use super::choose::Chosen;
use super::mended::MendedFile;
use crate::lint::{self, LintedFile, Plan, Run};
use crate::rules::{Finding, ResourceId, RuleId, Safety, rule};
use crate::text::{Edit, EditError, ReadOptions, Source};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// So many rounds at most, each of which has to remove findings.
const MOST_ROUNDS: usize = 32;
/// So many times more than it was found first a finding may be edited.
const MOST_AGAIN: usize = 3;
/// So many times all is begun again without the edits that did not help.
const MOST_STARTS: usize = 16;

const IN_SOME_REGIONS: &str = "it is a fault only in some of the regions that read the file";
const UNSETTLED: &str = "its edit does not remove it";
const RUNS_OVER: &str = "its record has text beyond column 71, which is to be moved first";
const OTHER_ENCODING: &str = "the file, written again, would be read in another way";

/// What came of it.
#[derive(Debug)]
pub struct Mended {
    /// What is found in the files as they are now.
    pub run: Run,
    /// The files that are changed, by name.
    pub files: Vec<MendedFile>,
    /// How many findings were mended.
    pub count: usize,
    /// Findings that could not be mended, though their rules have edits of the kind that was asked for.
    pub left: Vec<Left>,
    /// How many findings are left that come with an edit to be reviewed.
    pub to_review: usize,
}

/// A finding that could not be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The rule.
    pub rule: &'static str,
    /// Why.
    pub why: String,
}

/// A finding, wherever it stands in its file.
type Key = (String, u16, Option<ResourceId>, Option<Box<str>>, String);

fn key(file: &LintedFile, finding: &Finding) -> Key {
    (
        file.source.name().to_owned(),
        finding.rule,
        finding.resource.clone(),
        finding.attribute.clone(),
        finding.message.clone(),
    )
}

/// Makes the edits that `options` allow to the files of `plan`, in memory.
pub fn mend(plan: &mut Plan, options: Options) -> Mended {
    let standard = plan.standard_input.as_ref().and_then(|input| input.bytes.as_ref().ok().cloned());
    let mut refused = Refusals::default();
    let mut starts = 0;
    // Every start but the last refuses something more.
    loop {
        starts += 1;
        plan.put_nothing();
        put_standard(plan, standard.clone());
        refused.rules_too = starts >= MOST_STARTS;
        let mut work = Work::new(plan, options);
        if let Some(run) = work.settle(plan, &mut refused) {
            return work.finish(run);
        }
    }
}

fn put_standard(plan: &mut Plan, bytes: Option<Vec<u8>>) {
    if let Some((input, bytes)) = plan.standard_input.as_mut().zip(bytes) {
        input.bytes = Ok(bytes);
    }
}

/// What is not edited, and why.
#[derive(Default)]
struct Refusals {
    findings: HashMap<Key, String>,
    rules: HashSet<u16>,
    files: HashSet<String>,
    /// Rules are refused in place of single findings.
    rules_too: bool,
}

impl Refusals {
    fn why(&self, file: &LintedFile, finding: &Finding) -> Option<String> {
        if self.rules.contains(&finding.rule) {
            return Some(UNSETTLED.to_owned());
        }
        if self.files.contains(file.source.name()) {
            return Some(OTHER_ENCODING.to_owned());
        }
        if self.findings.is_empty() {
            return None;
        }
        self.findings.get(&key(file, finding)).cloned()
    }

    fn add(&mut self, key: Key, why: &str) {
        if self.rules_too {
            self.rules.insert(key.1);
        }
        self.findings.insert(key, why.to_owned());
    }
}

/// A file as it was and as it is.
struct State {
    before: Arc<Source>,
    bytes: Vec<u8>,
    count: usize,
    rounds: Vec<Vec<Edit>>,
}

/// What one round makes of a file.
struct Changed {
    name: String,
    before: Arc<Source>,
    bytes: Vec<u8>,
    edits: Vec<Edit>,
    count: usize,
}

struct Work {
    options: Options,
    read: ReadOptions,
    /// The paths of the files by their names, with how many regions read each; none where a name is not unique.
    paths: HashMap<String, Option<(PathBuf, u32)>>,
    standard: Option<String>,
    states: BTreeMap<String, State>,
    left: Vec<Left>,
    to_review: usize,
}

/// One round: what was edited.
#[derive(Default)]
struct Round {
    changed: Vec<Changed>,
    /// The findings that were edited, how often each.
    edited: HashMap<Key, usize>,
    /// How often each of these was found.
    found: HashMap<Key, usize>,
}

impl Work {
    fn new(plan: &Plan, options: Options) -> Self {
        let mut paths: HashMap<String, Option<(PathBuf, u32)>> = HashMap::new();
        for (name, path, regions) in plan.files() {
            paths
                .entry(name)
                .and_modify(|known| *known = None)
                .or_insert(Some((path.to_path_buf(), regions)));
        }
        let standard = plan.standard_input.as_ref().map(|input| input.name.clone());
        let (states, left) = (BTreeMap::new(), Vec::new());
        Self { options, read: plan.read, paths, standard, states, left, to_review: 0 }
    }

    /// Lints and edits until nothing is left. `None` where some edit did not help, which is then refused.
    fn settle(&mut self, plan: &mut Plan, refused: &mut Refusals) -> Option<Run> {
        let mut all = Round::default();
        for number in 1.. {
            let run = lint::run(plan);
            let mut round = self.round(&run, refused);
            if round.changed.is_empty() {
                return Some(run);
            }
            for (key, found) in round.found.drain() {
                all.found.entry(key).or_insert(found);
            }
            let mut any = false;
            for (key, edited) in round.edited.drain() {
                let sum = all.edited.entry(key.clone()).or_default();
                *sum += edited;
                if *sum > all.found.get(&key).copied().unwrap_or(0) + MOST_AGAIN {
                    refused.add(key, UNSETTLED);
                    any = true;
                } else if number == MOST_ROUNDS {
                    refused.rules.insert(key.1);
                    any = true;
                }
            }
            if any {
                break;
            }
            for Changed { name, before, bytes, edits, count } in round.changed.drain(..) {
                match self.paths.get(&name) {
                    Some(Some((path, _))) => plan.put(path, bytes.clone()),
                    _ => put_standard(plan, Some(bytes.clone())),
                }
                let new = || State { before, bytes: Vec::new(), count: 0, rounds: Vec::new() };
                let state = self.states.entry(name).or_insert_with(new);
                state.bytes = bytes;
                state.count += count;
                state.rounds.push(edits);
            }
        }
        None
    }

    /// Chooses edits in every file and makes them.
    fn round(&mut self, run: &Run, refused: &mut Refusals) -> Round {
        self.left.clear();
        self.to_review = 0;
        let mut round = Round::default();
        for file in &run.outcome.files {
            let name = file.source.name();
            let regions = match (self.paths.get(name), &self.standard) {
                (Some(Some((_, regions))), None) => *regions,
                (Some(Some((_, regions))), Some(standard)) if standard != name => *regions,
                (None, Some(standard)) if standard == name => 0,
                _ => continue,
            };
            self.edit(file, regions, refused, &mut round);
        }
        round
    }

    fn edit(&mut self, file: &LintedFile, regions: u32, refused: &mut Refusals, round: &mut Round) {
        let mut wanted: Vec<&Finding> = Vec::new();
        for finding in file.open() {
            let safety = finding.fix.as_ref().map(|fix| fix.safety).or(rule(RuleId::of(finding)).fix);
            if finding.fix.is_none() && finding.unfixed.is_none() {
                continue;
            }
            if safety == Some(Safety::Review) && !self.options.review {
                self.to_review += usize::from(finding.fix.is_some());
                continue;
            }
            let in_some = finding.regions.as_ref().is_some_and(|holders| holders.count < regions);
            let why = match &finding.fix {
                None => finding.unfixed.map(str::to_owned),
                Some(_) if in_some => Some(IN_SOME_REGIONS.to_owned()),
                Some(fix) if fix.edits.iter().any(|edit| runs_over(file.source.text(), edit)) => {
                    Some(RUNS_OVER.to_owned())
                }
                Some(_) => refused.why(file, finding),
            };
            match why {
                Some(why) => self.left.push(left(file, finding, why)),
                None => wanted.push(finding),
            }
        }
        let Some(Edited { taken, edits, bytes }) = self.edited(file, wanted) else { return };
        if !self.reads_alike(&file.source, &bytes) {
            refused.files.insert(file.source.name().to_owned());
            self.left.extend(taken.iter().map(|finding| left(file, finding, OTHER_ENCODING.to_owned())));
            return;
        }
        for finding in &taken {
            *round.edited.entry(key(file, finding)).or_default() += 1;
        }
        for finding in file.open() {
            let key = key(file, finding);
            if round.edited.contains_key(&key) {
                *round.found.entry(key).or_default() += 1;
            }
        }
        let before = Arc::clone(&file.source);
        let name = file.source.name().to_owned();
        round.changed.push(Changed { name, before, bytes, edits, count: taken.len() });
    }

    /// The file with the edits of those of the findings that go together; `None` where there are none.
    fn edited<'f>(&mut self, file: &LintedFile, mut wanted: Vec<&'f Finding>) -> Option<Edited<'f>> {
        let edited = Edited::of(file, &wanted).or_else(|_| {
            // What cannot be written by itself must not spoil the rest.
            wanted.retain(|finding| {
                let edits = finding.fix.as_ref().map_or(&[][..], |fix| &fix.edits);
                let fault = file.source.edited(edits).err();
                self.left.extend(fault.as_ref().map(|error| left(file, finding, error.to_string())));
                fault.is_none()
            });
            Edited::of(file, &wanted)
        });
        edited.ok().filter(|edited| !edited.taken.is_empty())
    }

    /// Whether these bytes are read as `source` was.
    fn reads_alike(&self, source: &Source, bytes: &[u8]) -> bool {
        let read = Source::from_bytes(source.name(), bytes.to_vec(), &self.read);
        read.is_ok_and(|read| (read.encoding(), read.records()) == (source.encoding(), source.records()))
    }

    fn finish(self, run: Run) -> Mended {
        let Self { states, paths, left, to_review, read, .. } = self;
        let count = states.values().map(|state| state.count).sum();
        let files = states.into_iter().filter(|(_, state)| state.before.original() != state.bytes).map(
            |(name, state)| {
                let path = paths.get(&name).cloned().flatten().map(|(path, _)| path);
                let State { before, bytes: after, count, rounds } = state;
                MendedFile { path, before, after, count, rounds, read }
            },
        );
        Mended { run, files: files.collect(), count, left, to_review }
    }
}

/// A file with edits in it.
struct Edited<'f> {
    /// The findings whose edits these are.
    taken: Vec<&'f Finding>,
    edits: Vec<Edit>,
    bytes: Vec<u8>,
}

impl<'f> Edited<'f> {
    /// The file with the edits of those of the findings that go together.
    fn of(file: &LintedFile, wanted: &[&'f Finding]) -> Result<Self, EditError> {
        let mut chosen = Chosen::new(&file.source);
        let takes =
            |finding: &&&'f Finding| finding.fix.as_ref().is_some_and(|fix| chosen.take(finding, fix));
        let taken = wanted.iter().filter(takes).copied().collect();
        let edits = chosen.into_edits();
        let bytes = file.source.edited(&edits)?;
        Ok(Self { taken, edits, bytes })
    }
}

/// Whether a line of the edit has text that runs over column 71, where nobody can say what is meant to be read. A mark
/// in column 72 alone, or numbers from column 73 on, are no such text.
fn runs_over(text: &str, edit: &Edit) -> bool {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else { return false };
    let first = before.rfind('\n').map_or(0, |at| at + 1);
    let last = after.find('\n').map_or(text.len(), |at| end + at);
    let is_text = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    text.get(first..last).unwrap_or("").lines().any(|line| {
        let mut from_71 = line.chars().skip(70);
        let (at_71, at_72) = (from_71.next(), from_71.next());
        is_text(at_72) && (is_text(at_71) || !matches!(at_72, Some('*' | '-' | '+' | 'X' | 'x')))
    })
}

fn left(file: &LintedFile, finding: &Finding, why: String) -> Left {
    let at = file.source.locate(finding.span);
    let name = file.source.name().to_owned();
    Left { file: name, line: at.line, column: at.column, rule: rule(RuleId::of(finding)).code, why }
}
