//! What is wrong with an expression.

use std::ops::Range;

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", help.as_ref().map_or(String::new(), |help| format!(" ({help})")))]
pub struct ExprError {
    /// Where in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl ExprError {
    /// Something wrong at this place.
    pub(in crate::rules) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// With what to write instead.
    pub(in crate::rules) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With `did you mean`, where there is a suggestion.
    pub(in crate::rules) fn suggest(self, suggestion: Option<impl Into<String>>) -> Self {
        match suggestion {
            Some(suggestion) => self.help(format!("did you mean {}?", suggestion.into())),
            None => self,
        }
    }

    /// The same, in a text that begins so many bytes earlier.
    pub(in crate::rules) fn moved(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }

    /// The line of `text` that it stands in, with carets below, the message and the help.
    pub fn show(&self, text: &str) -> String {
        let start = self.span.start.min(text.len());
        let before = text.get(..start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = text.get(line_start..).unwrap_or("").lines().next().unwrap_or("");
        let column = before.get(line_start..).unwrap_or("").chars().count();
        let marked = text.get(start..self.span.end.min(line_start + line.len()).max(start)).unwrap_or("");
        let carets = "^".repeat(marked.chars().count().max(1));
        let help = self.help.as_ref().map_or(String::new(), |help| format!("\n  help: {help}"));
        format!("{}\n  | {line}\n  | {:column$}{carets}{help}", self.message, "")
    }
}
