//! The `cicslint` command.

fn main() -> std::process::ExitCode {
    cicslint::cli::run()
}
