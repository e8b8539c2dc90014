//! The checks that are written in Rust. Their words, severities and tests stand under `rules/checks/`.

/// What the checks have to know beside the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// Whether DFHCSDUP runs with PARM COMPAT, or `None` where the job is not known.
    pub compat: Option<bool>,
}
