//! Which files of a folder are linted, and as what.

use super::ConfigError;
use crate::syntax::Kind;
use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use toml::Spanned;

/// The include and exclude globs of a configuration, relative to its folder.
#[derive(Clone, Debug, Default)]
pub struct FileChoice {
    root: PathBuf,
    include: Option<GlobSet>,
    exclude: Option<GlobSet>,
}

/// Files that match the glob are of the kind.
#[derive(Clone, Debug)]
pub struct KindGlob {
    matcher: globset::GlobMatcher,
    kind: Kind,
}

impl FileChoice {
    pub(super) fn new(root: &Path, include: Option<GlobSet>, exclude: Option<GlobSet>) -> Self {
        Self { root: root.to_path_buf(), include, exclude }
    }

    /// Whether a file found in a folder is to be read. (Files named on the command line always are.)
    pub fn takes(&self, path: &Path) -> bool {
        if self.include.is_none() && self.exclude.is_none() {
            return true;
        }
        let relative = relative_to(&self.root, path);
        self.include.as_ref().is_none_or(|set| set.is_match(&*relative))
            && !self.exclude.as_ref().is_some_and(|set| set.is_match(&*relative))
    }
}

impl KindGlob {
    pub(super) fn new(glob: Glob, kind: Kind) -> Self {
        Self { matcher: glob.compile_matcher(), kind }
    }

    /// The glob as it is written.
    pub fn pattern(&self) -> &str {
        self.matcher.glob().glob()
    }

    /// The kind that the first matching glob gives to `path`.
    pub fn kind_of(globs: &[Self], root: &Path, path: &Path) -> Option<Kind> {
        if globs.is_empty() {
            return None;
        }
        let relative = relative_to(root, path);
        globs.iter().find(|glob| glob.matcher.is_match(&*relative)).map(|glob| glob.kind)
    }
}

/// `path` as seen from `root`, where it is below it. The root is absolute where the configuration was found in a folder
/// above the input.
fn relative_to<'a>(root: &Path, path: &'a Path) -> Cow<'a, Path> {
    if let Ok(below) = path.strip_prefix(root) {
        return Cow::Borrowed(below);
    }
    if root.is_absolute()
        && path.is_relative()
        && let Ok(absolute) = std::path::absolute(path)
        && let Ok(below) = without_steps_up(&absolute).strip_prefix(root)
    {
        return Cow::Owned(below.to_path_buf());
    }
    Cow::Borrowed(path.strip_prefix("./").unwrap_or(path))
}

/// The path without `..`, each of which takes back the step before.
fn without_steps_up(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for step in path.components() {
        if step == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(step);
        }
    }
    plain
}

pub(super) fn glob(source: &Spanned<String>) -> Result<Glob, (std::ops::Range<usize>, String)> {
    GlobBuilder::new(source.get_ref())
        .literal_separator(true)
        .build()
        .map_err(|error| (source.span(), format!("this glob cannot be used: {}", error.kind())))
}

pub(super) fn set(
    globs: &[Spanned<String>],
    place: &dyn Fn(std::ops::Range<usize>, String) -> ConfigError,
) -> Result<Option<GlobSet>, ConfigError> {
    if globs.is_empty() {
        return Ok(None);
    }
    let mut builder = GlobSetBuilder::new();
    for source in globs {
        builder.add(glob(source).map_err(|(span, message)| place(span, message))?);
        // The name of a folder stands for what is in it.
        let inside = format!("{}/**", source.get_ref().trim_end_matches('/'));
        let inside = Spanned::new(source.span(), inside);
        builder.add(glob(&inside).map_err(|(span, message)| place(span, message))?);
    }
    let last = globs.last().map_or(0..0, Spanned::span);
    builder.build().map(Some).map_err(|error| place(last, error.to_string()))
}
