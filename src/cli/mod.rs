//! (see the crate documentation)

/// Runs the command line.
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
