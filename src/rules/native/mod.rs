//! The checks that are written in Rust. Their words, severities and tests stand under `rules/checks/`.
