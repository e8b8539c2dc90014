//! stand-in
/// Kinds of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// DFHCSDUP commands.
    Csdup,
    /// JCL.
    Jcl,
    /// SIT overrides.
    Sit,
    /// DFHSIT macro source.
    SitMacro,
    /// A LIST report of DFHCSDUP.
    Listing,
}
/// By content.
pub fn recognise(_name: &str, text: &str) -> Option<Kind> {
    text.to_ascii_uppercase().contains("DEFINE ").then_some(Kind::Csdup)
}
