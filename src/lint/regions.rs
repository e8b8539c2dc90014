//! From `[[region]]` of a configuration to the files that a region is made of.

use super::plan::{Plan, PlannedInput};
use super::walk::{self, Input};
use crate::config::{Config, ConfigError, PathPattern, RegionConfig};
use crate::score::{Workload, read_workload};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A region and its files, as numbers of inputs.
#[derive(Clone, Debug)]
pub(super) struct RegionPlan {
    pub(super) name: String,
    /// Files with its decks, in order.
    pub(super) csd: Vec<usize>,
    /// Files with its SIT sources, in order.
    pub(super) sit: Vec<usize>,
    /// Its lists, in place of GRPLIST.
    pub(super) lists: Option<Vec<String>>,
    /// Its CSD held nothing but what IBM supplies before its decks.
    pub(super) complete: bool,
    /// The release of its CSD, where that is a higher one.
    pub(super) csd_release: Option<String>,
    /// What runs in it.
    pub(super) workload: Option<Arc<Workload>>,
}

/// Looks up the files of every region of the configurations in `plan`.
pub(super) fn find(plan: &mut Plan) -> Result<(), ConfigError> {
    let configs: Vec<Config> = distinct(plan);
    if configs.is_empty() {
        return Ok(());
    }
    let mut numbers = Numbers::new(plan);
    for config in configs {
        let index = plan.configs.len();
        let mut folder = Folder { config: &config, walked: None };
        let wanted = |region: &&RegionConfig| {
            plan.region.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(&region.name))
        };
        let regions: Vec<&RegionConfig> = config.regions.iter().filter(wanted).collect();
        let mut found = Vec::with_capacity(regions.len());
        for region in regions {
            let csd = folder.files_of(&region.csd)?;
            let sit = folder.files_of(&region.sit)?;
            let workload = folder.workload_of(region)?;
            found.push((region, csd, sit, workload));
        }
        for (region, csd, sit, workload) in found {
            let is_asked_for = |path: &PathBuf| numbers.get(path).is_some_and(|number| plan.reports(number));
            // A region of which no file was named is not looked at.
            if plan.region.is_none() && !csd.iter().chain(&sit).any(is_asked_for) {
                continue;
            }
            let mut number = |paths: Vec<PathBuf>| -> Vec<usize> {
                paths.into_iter().map(|path| numbers.number(plan, path, index)).collect()
            };
            let (csd, sit) = (number(csd), number(sit));
            plan.regions.push(RegionPlan {
                name: region.name.clone(),
                csd,
                sit,
                lists: region.lists.clone(),
                complete: region.complete,
                csd_release: region.csd_release.clone(),
                workload,
            });
        }
        plan.configs.push(config);
    }
    if plan.region.is_some() {
        only_of_regions(plan);
    }
    Ok(())
}

/// Where one region is asked for, findings in files of which it is not made are not.
fn only_of_regions(plan: &mut Plan) {
    let regions = plan.regions.iter();
    let wanted: std::collections::HashSet<usize> =
        regions.flat_map(|region| region.csd.iter().chain(&region.sit)).copied().collect();
    for (number, planned) in plan.inputs.iter_mut().enumerate() {
        planned.context |= !wanted.contains(&number);
    }
}

/// The configurations with regions, each once.
fn distinct(plan: &Plan) -> Vec<Config> {
    let mut seen = std::collections::HashSet::new();
    let of_input = plan.standard_input.iter().map(|input| &input.config);
    plan.configs
        .iter()
        .chain(of_input)
        .filter(|config| !config.regions.is_empty())
        .filter(|config| {
            let path = config.path.as_deref().unwrap_or(Path::new(""));
            seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_path_buf()))
        })
        .cloned()
        .collect()
}

/// The numbers of the inputs, by their real paths.
struct Numbers {
    by_path: HashMap<PathBuf, usize>,
    /// The real path of the file that standard input stands for.
    standard: Option<PathBuf>,
}

/// Stands for standard input until the number of inputs is known.
const STANDARD: usize = usize::MAX;

impl Numbers {
    fn new(plan: &Plan) -> Self {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let by_path =
            plan.inputs.iter().enumerate().map(|(number, planned)| (real(&planned.input.path), number));
        let standard = plan.standard_input.as_ref().map(|input| real(Path::new(&input.name)));
        Self { by_path: by_path.collect(), standard }
    }

    fn get(&self, path: &Path) -> Option<usize> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.standard.as_ref() == Some(&path) {
            return Some(STANDARD);
        }
        self.by_path.get(&path).copied()
    }

    /// The number of the input at `path`, which becomes one where it is none.
    fn number(&mut self, plan: &mut Plan, path: PathBuf, config: usize) -> usize {
        if let Some(number) = self.get(&path) {
            return number;
        }
        let number = plan.inputs.len();
        self.by_path.insert(path.canonicalize().unwrap_or_else(|_| path.clone()), number);
        plan.inputs.push(PlannedInput { input: Input { path, named: true }, config, context: true });
        number
    }
}

impl RegionPlan {
    /// The numbers of its files with decks, standard input under its number.
    pub(super) fn csd(&self, standard: usize) -> impl Iterator<Item = usize> {
        self.csd.iter().map(move |number| if *number == STANDARD { standard } else { *number })
    }

    /// The numbers of its files with SIT sources, standard input under its number.
    pub(super) fn sit(&self, standard: usize) -> impl Iterator<Item = usize> {
        self.sit.iter().map(move |number| if *number == STANDARD { standard } else { *number })
    }
}

/// The files below the folder of a configuration.
struct Folder<'a> {
    config: &'a Config,
    /// All of them, by path; looked up when the first glob asks.
    walked: Option<Vec<PathBuf>>,
}

impl Folder<'_> {
    /// The files of these patterns: in their order, those of one pattern by path, each once.
    fn files_of(&mut self, patterns: &[PathPattern]) -> Result<Vec<PathBuf>, ConfigError> {
        let mut files: Vec<PathBuf> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for pattern in patterns {
            let found = match &pattern.glob {
                Some(_) => self.matching(pattern)?,
                None => self.plain(pattern)?,
            };
            files.extend(found.into_iter().filter(|path| seen.insert(path.clone())));
        }
        Ok(files)
    }

    /// The file of this path, or the files below this folder.
    fn plain(&self, pattern: &PathPattern) -> Result<Vec<PathBuf>, ConfigError> {
        let path = self.config.root().join(&pattern.text);
        if path.is_dir() {
            let found: Vec<PathBuf> =
                walk::inputs(&path, self.config).found.into_iter().map(|input| input.path).collect();
            return match found.is_empty() {
                true => Err(self.refuse(pattern, format!("there is no file in {}", pattern.text))),
                false => Ok(found),
            };
        }
        match path.exists() {
            true => Ok(vec![path]),
            false => Err(self.refuse(pattern, format!("there is no file {}", pattern.text))),
        }
    }

    /// The workload of a region, read.
    fn workload_of(&self, region: &RegionConfig) -> Result<Option<Arc<Workload>>, ConfigError> {
        let Some(pattern) = &region.workload else { return Ok(None) };
        self.plain(pattern)?;
        let text = std::fs::read_to_string(self.config.root().join(&pattern.text))
            .map_err(|error| self.refuse(pattern, format!("{}: {error}", pattern.text)))?;
        let mut workload =
            read_workload(&text).map_err(|why| self.refuse(pattern, format!("{}: {why}", pattern.text)))?;
        if let (None, Some((machine, _))) = (&workload.machine.model, &region.machine) {
            workload.machine.model = Some(machine.clone());
        }
        Ok(Some(Arc::new(workload)))
    }

    /// The files that match a glob.
    fn matching(&mut self, pattern: &PathPattern) -> Result<Vec<PathBuf>, ConfigError> {
        let (root, config) = (self.config.root(), self.config);
        let start = if root.as_os_str().is_empty() { Path::new(".") } else { root };
        let walked = self.walked.get_or_insert_with(|| {
            walk::inputs(start, config).found.into_iter().map(|input| input.path).collect()
        });
        let relative =
            |path: &PathBuf| path.strip_prefix(start).map_or_else(|_| path.clone(), Path::to_path_buf);
        let matches =
            |path: &&PathBuf| pattern.glob.as_ref().is_some_and(|glob| glob.is_match(relative(path)));
        let found: Vec<PathBuf> = walked.iter().filter(matches).cloned().collect();
        match found.is_empty() {
            true => Err(self.refuse(pattern, format!("{} matches no file", pattern.text))),
            false => Ok(found),
        }
    }

    fn refuse(&self, pattern: &PathPattern, message: String) -> ConfigError {
        let path = self.config.path.as_deref().unwrap_or(Path::new(""));
        ConfigError {
            path: path.display().to_string(),
            text: std::fs::read_to_string(path).unwrap_or_default(),
            span: Some(pattern.span.clone()),
            message,
            help: Some("paths are relative to the folder of this file".to_owned()),
        }
    }
}
