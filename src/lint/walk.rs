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
pub(super) fn inputs(path: &Path, config: &Config) -> (Vec<Input>, Vec<WalkFault>) {
    let mut found = Vec::new();
    let mut faults = Vec::new();
    if path.is_dir() {
        walk_folder(path, config, &mut found, &mut faults);
    } else {
        found.push(Input { path: path.to_path_buf(), named: true });
    }
    (found, faults)
}

fn walk_folder(folder: &Path, config: &Config, found: &mut Vec<Input>, faults: &mut Vec<WalkFault>) {
    let walker = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| {
        !(entry.depth() > 0
            && entry.file_type().is_dir()
            && VERSION_CONTROL.iter().any(|name| entry.file_name() == *name))
    });
    for entry in walker {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                let is_file = entry.file_type().is_file() || (entry.path_is_symlink() && path.is_file());
                if is_file && entry.file_name() != "cicslint.toml" && config.files.takes(path) {
                    found.push(Input { path: path.to_path_buf(), named: false });
                }
            }
            Err(error) => faults.push(WalkFault {
                path: error.path().unwrap_or(folder).display().to_string(),
                why: error.io_error().map_or_else(|| error.to_string(), ToString::to_string),
            }),
        }
    }
}
