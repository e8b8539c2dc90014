//! A file that was mended: how it differs, and how it is written.

use crate::text::{Edit, ReadOptions, Source};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Lines around a change that a diff shows.
const CONTEXT: usize = 3;

/// A file that was mended in memory.
#[derive(Debug)]
pub struct MendedFile {
    /// Where it stands; `None` for standard input.
    pub path: Option<PathBuf>,
    /// As it was read.
    pub before: Arc<Source>,
    /// The bytes that it is to have.
    pub after: Vec<u8>,
    /// How many findings were mended in it.
    pub count: usize,
    /// The edits of each round, each upon the text that the one before left.
    pub rounds: Vec<Vec<Edit>>,
    pub(super) read: ReadOptions,
}

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteFault {
    /// The operating system says no.
    #[error("it cannot be written: {0}")]
    Io(#[from] std::io::Error),
    /// Nobody may write it.
    #[error("it is read-only")]
    ReadOnly,
    /// Somebody else has written it.
    #[error("it was changed while it was linted")]
    Changed,
}

impl MendedFile {
    /// A file with edits in it, which may touch one another: then the later one is left out, and its place in the list
    /// comes back. Nothing says where the file stands, so that it can be looked at and not written.
    ///
    /// # Errors
    /// Where the edits cannot be written in its encoding and records.
    pub fn preview(
        before: Arc<Source>,
        edits: &[Vec<Edit>],
        read: ReadOptions,
    ) -> Result<(Self, Vec<usize>), crate::text::EditError> {
        let (mut all, mut left): (Vec<Edit>, Vec<usize>) = (Vec::new(), Vec::new());
        for (place, group) in edits.iter().enumerate() {
            let touches = |edit: &Edit| {
                all.iter().any(|known| known.span.start < edit.span.end && edit.span.start < known.span.end)
            };
            if group.iter().any(touches) {
                left.push(place);
            } else {
                all.extend(group.iter().cloned());
            }
        }
        all.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let after = before.edited(&all)?;
        let count = edits.len() - left.len();
        Ok((Self { path: None, before, after, count, rounds: vec![all], read }, left))
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        self.before.name()
    }

    /// How the text differs, as a unified diff; of a file that is no UTF-8 the text as it is read.
    pub fn diff(&self) -> String {
        let after = Source::from_bytes(self.name(), self.after.clone(), &self.read);
        let after = after.as_ref().map_or("", Source::text);
        let lines = similar::TextDiff::from_lines(self.before.text(), after);
        lines.unified_diff().context_radius(CONTEXT).header(self.name(), self.name()).to_string()
    }

    /// Writes it: beside the old file first, then in its place, so that it is never there in part. A symbolic link
    /// stays one. Standard input has no place.
    ///
    /// # Errors
    /// Where it is read-only, was changed meanwhile, or cannot be written.
    pub fn write(&self) -> Result<(), WriteFault> {
        let Some(path) = &self.path else { return Ok(()) };
        let path = path.canonicalize()?;
        let permissions = std::fs::metadata(&path)?.permissions();
        if permissions.readonly() {
            return Err(WriteFault::ReadOnly);
        }
        if std::fs::read(&path)? != self.before.original() {
            return Err(WriteFault::Changed);
        }
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix(".cicslint-").tempfile_in(folder)?;
        file.write_all(&self.after)?;
        file.as_file().set_permissions(permissions)?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }
}
