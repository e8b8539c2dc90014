//! What is to be linted: the inputs, the configurations that hold for them, and the regions that they make.

use super::baseline::BaselinePlan;
use super::regions::{self, RegionPlan};
use super::walk::{self, Input};
use crate::config::{Config, ConfigError};
use crate::score::Workload;
use crate::syntax::Kind;
use crate::text::ReadOptions;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// What is to be linted, and how.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files to read, each once. The place of a file here is its `FileId` during the run; standard input comes last.
    pub(super) inputs: Vec<PlannedInput>,
    pub(super) configs: Vec<Config>,
    pub(super) faults: Vec<walk::WalkFault>,
    pub(super) passed_over: Vec<PathBuf>,
    pub(super) regions: Vec<RegionPlan>,
    seen: std::collections::HashSet<PathBuf>,
    /// What stands in place of the bytes of a file.
    pub(super) instead: HashMap<PathBuf, Vec<u8>>,
    /// Configurations all of whose folder is linted.
    pub(super) covered: std::collections::HashSet<PathBuf>,
    /// What is done with baselines.
    pub baseline: BaselinePlan,
    /// The bytes of standard input, where it is linted.
    pub standard_input: Option<StandardInput>,
    /// The kind of every input, where the user says it.
    pub kind: Option<Kind>,
    /// How inputs are read.
    pub read: ReadOptions,
    /// Threads to use; 0 is one for each processor.
    pub threads: usize,
    /// The one region that is asked for, where it is.
    pub region: Option<String>,
    /// What runs in every region, in place of what the configuration says.
    pub workload: Option<Arc<Workload>>,
    /// Findings are not priced.
    pub unpriced: bool,
}

/// A file to read.
#[derive(Debug)]
pub(super) struct PlannedInput {
    pub(super) input: Input,
    /// The index of its configuration.
    pub(super) config: usize,
    /// It is read only because a region is made of it: nobody asked for its findings.
    pub(super) context: bool,
}

/// Standard input, read.
#[derive(Debug)]
pub struct StandardInput {
    /// Its name in messages.
    pub name: String,
    /// Its bytes, or why they could not be read.
    pub bytes: std::io::Result<Vec<u8>>,
    /// The configuration that holds for it.
    pub config: Config,
}

impl Plan {
    /// Adds a file, or the files below a folder, to be linted by `config`.
    pub fn add(&mut self, path: &Path, config: Config) {
        let index = self.configs.len();
        if let Some(of_config) = config.path.as_ref().filter(|_| covers(path, config.root())) {
            self.covered.insert(of_config.clone());
        }
        let walk::Walked { found, faults, passed_over } = walk::inputs(path, &config);
        for input in found {
            self.add_input(input, index, false);
        }
        self.faults.extend(faults);
        self.passed_over.extend(passed_over);
        self.configs.push(config);
    }

    pub(super) fn add_input(&mut self, input: Input, config: usize, context: bool) {
        if self.seen.insert(plain(&input.path)) {
            self.inputs.push(PlannedInput { input, config, context });
        }
    }

    /// Looks up the files of the regions of all configurations, once every input is added. Files that regions
    /// are made of are read too, though nobody named them.
    ///
    /// # Errors
    /// When a region names a file that does not exist, or a glob matches none.
    pub fn find_regions(&mut self) -> Result<(), ConfigError> {
        regions::find(self)
    }

    /// The names of the regions that the configurations describe.
    pub fn region_names(&self) -> Vec<&str> {
        let of_input = self.standard_input.iter().map(|input| &input.config);
        let mut names: Vec<&str> = self
            .configs
            .iter()
            .chain(of_input)
            .flat_map(|config| &config.regions)
            .map(|region| region.name.as_str())
            .collect();
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }

    /// Whether the file at `path` is one of the inputs, under whatever name.
    pub fn reads(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        self.inputs.iter().any(|planned| {
            let input = &planned.input.path;
            input.file_name() == path.file_name() && input.canonicalize().is_ok_and(|it| it == path)
        })
    }

    /// The files that are read, by their names in the outcome, each with how many regions are made of it.
    pub fn files(&self) -> impl Iterator<Item = (String, &Path, u32)> {
        let mut uses: HashMap<usize, u32> = HashMap::new();
        for region in &self.regions {
            let files: std::collections::HashSet<usize> =
                region.csd(self.inputs.len()).chain(region.sit(self.inputs.len())).collect();
            files.into_iter().for_each(|file| *uses.entry(file).or_default() += 1);
        }
        self.inputs.iter().enumerate().map(move |(number, planned)| {
            let path = planned.input.path.as_path();
            (path.to_string_lossy().into_owned(), path, uses.get(&number).copied().unwrap_or(0))
        })
    }

    /// Lints `bytes` in place of what stands in the file at `path`.
    pub fn put(&mut self, path: &Path, bytes: Vec<u8>) {
        self.instead.insert(path.to_path_buf(), bytes);
    }

    /// Lints all files as they are.
    pub fn put_nothing(&mut self) {
        self.instead.clear();
    }

    /// The configuration that holds for the input of this number.
    pub(super) fn config_of(&self, input: usize) -> Option<&Config> {
        match self.inputs.get(input) {
            Some(planned) => self.configs.get(planned.config),
            None => self.standard_input.as_ref().map(|input| &input.config),
        }
    }

    /// The inputs that are seen in their regions: those that a region of the configuration names, and those that were
    /// found in a folder. A file that is linted alone may belong to decks and a SIT that were not read.
    pub(super) fn seen_in_region(&self) -> std::collections::HashSet<usize> {
        let standard = self.inputs.len();
        let configured =
            self.regions.iter().flat_map(|region| region.csd(standard).chain(region.sit(standard)));
        let found = self.inputs.iter().enumerate().filter(|(_, planned)| !planned.input.named);
        configured.chain(found.map(|(number, _)| number)).collect()
    }

    /// Whether findings in the input of this number are asked for.
    pub(super) fn reports(&self, input: usize) -> bool {
        self.inputs.get(input).is_none_or(|planned| !planned.context)
    }
}

/// Whether `path` is the folder `root`, or one around it.
fn covers(path: &Path, root: &Path) -> bool {
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    path.canonicalize().is_ok_and(|path| root.canonicalize().is_ok_and(|root| root.starts_with(path)))
}

/// The path without steps that lead nowhere (`./a` and `a` are one file).
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}
