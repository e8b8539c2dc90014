//! From the paths of the command line to the files that are read.

use crate::config::Config;
use std::path::{Path, PathBuf};

/// Folders that hold no decks.
const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// One file to read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// Whether the user named it, rather than a folder that holds it.
    pub named: bool,
}

/// A path that could not be walked.
#[derive(Debug)]
pub struct WalkFault {
    /// The path.
    pub path: String,
    /// Why.
    pub why: String,
}

/// `path` itself, or the files below it, sorted within each folder.
///
/// The folders of version control systems are passed over, and so is what the configuration excludes. Links to
/// folders are not followed, links to files are.
pub(super) fn inputs(path: &Path, config: &Config) -> Walked {
    let mut walked = Walked::default();
    if path.is_dir() {
        walked.folder(path, config);
    } else {
        walked.found.push(Input { path: path.to_path_buf(), named: true });
    }
    walked
}

/// Whether it is one of the site's own rules.
fn is_rule_file(path: &Path, config: &Config) -> bool {
    path.extension().is_some_and(|extension| extension == "toml")
        && config.rule_dirs.iter().any(|folder| path.starts_with(folder))
}

/// Whether it is the workload of a region, which is read as such.
fn is_workload(path: &Path, config: &Config) -> bool {
    let same = |known: &Path| matches!((path.canonicalize(), known.canonicalize()), (Ok(path), Ok(known)) if path == known);
    let mut workloads = config.regions.iter().filter_map(|region| region.workload.as_ref());
    workloads.any(|workload| {
        let known = config.root().join(&workload.text);
        known.file_name() == path.file_name() && same(&known)
    })
}

/// What a walk gives.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) found: Vec<Input>,
    pub(super) faults: Vec<WalkFault>,
    /// Pipes, sockets and devices: reading them may never end.
    pub(super) passed_over: Vec<PathBuf>,
}

impl Walked {
    fn folder(&mut self, folder: &Path, config: &Config) {
        let walker = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| {
            !(entry.depth() > 0
                && entry.file_type().is_dir()
                && VERSION_CONTROL.iter().any(|name| entry.file_name() == *name))
        });
        for entry in walker {
            match entry {
                Ok(entry) => {
                    let path = entry.path();
                    if entry.file_type().is_dir()
                        || entry.file_name() == "cicslint.toml"
                        || is_rule_file(path, config)
                        || is_workload(path, config)
                        || !config.files.takes(path)
                    {
                        continue;
                    }
                    // A link that leads nowhere is taken, so that it is told that it cannot be read.
                    let is_link = entry.path_is_symlink();
                    if entry.file_type().is_file() || (is_link && (path.is_file() || !path.exists())) {
                        self.found.push(Input { path: path.to_path_buf(), named: false });
                    } else if !path.is_dir() {
                        self.passed_over.push(path.to_path_buf());
                    }
                }
                Err(error) => self.faults.push(WalkFault {
                    path: error.path().unwrap_or(folder).display().to_string(),
                    why: error.io_error().map_or_else(|| error.to_string(), ToString::to_string),
                }),
            }
        }
    }
}
