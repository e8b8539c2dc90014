//! Where results and notes go.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a line to standard error. It is lost where that is closed.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
}

/// Standard output, buffered.
pub(super) fn standard() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// A file for a report, buffered.
pub(super) fn file(path: &Path) -> io::Result<BufWriter<File>> {
    File::create(path).map(|file| BufWriter::with_capacity(1 << 16, file))
}
