//! Where results and notes go.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

/// Writes a line to standard error. It is lost where that is closed.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
}

/// Shows a refusal on standard error. Words are never broken, so that a name or a path can be searched for.
pub(super) fn report(diagnostic: &dyn miette::Diagnostic) {
    let colored =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme =
        if colored { miette::GraphicalTheme::unicode() } else { miette::GraphicalTheme::unicode_nocolor() };
    let handler = miette::GraphicalReportHandler::new_themed(theme).with_width(100).with_break_words(false);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut text, diagnostic);
    note(&text);
}

/// `1 rule`, `2 rules`.
pub(super) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Standard output, buffered.
pub(super) fn standard() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output, buffered; or standard error, where standard output has the result already.
pub(super) fn screen(error: bool) -> BufWriter<Box<dyn Write>> {
    let out: Box<dyn Write> =
        if error { Box::new(io::stderr().lock()) } else { Box::new(io::stdout().lock()) };
    BufWriter::with_capacity(1 << 16, out)
}

/// A file for a report, buffered.
pub(super) fn file(path: &Path) -> io::Result<BufWriter<File>> {
    File::create(path).map(|file| BufWriter::with_capacity(1 << 16, file))
}
