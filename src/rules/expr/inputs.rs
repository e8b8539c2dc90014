//! What formulas of costs may read beside the definitions: the workload, and the constants of the model by name.

use super::ast::Word;
use super::error::ExprError;
use crate::catalog;
use std::sync::LazyLock;

/// What a workload says.
pub(super) const WORKLOAD: [&str; 5] = ["rate_per_s", "response_s", "calls", "sql_calls", "file_requests"];

/// The names of the constants, in the order of their file.
static CONSTANTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let text = include_str!("../../../rules/model/constants.toml");
    let name = |line: &'static str| line.strip_prefix("id = \"")?.split('"').next();
    text.lines().filter_map(name).collect()
});

/// Whether the model has a constant of this name.
pub(super) fn constant(name: &Word<'_>) -> Result<(), ExprError> {
    if CONSTANTS.contains(&name.text) {
        return Ok(());
    }
    let problem = format!("the model has no constant {}", name.text);
    let near = CONSTANTS
        .iter()
        .map(|known| (strsim::osa_distance(known, name.text), *known))
        .min()
        .filter(|(distance, known)| *distance <= known.len() / 3);
    let upper = name.text.to_ascii_uppercase();
    let near = near.map(|(_, known)| known).or_else(|| catalog::nearest(&upper, CONSTANTS.iter().copied()));
    Err(ExprError::new(name.span.clone(), problem).suggest(near))
}
