//! What several tests share: the command under test, folders that go away, the corpus.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "shared by tests, of which each uses a part"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The command, in a clean environment.
pub(crate) fn cicslint() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cicslint"));
    command.env_remove("NO_COLOR").env_remove("RAYON_NUM_THREADS").stdin(Stdio::null());
    command
}

/// What a run printed, and how it ended.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `command` to its end.
pub(crate) fn run(command: &mut Command) -> Ran {
    ran(command.output().unwrap())
}

/// What `output` says.
pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A folder of the test `name`, empty at the start.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The shared folder beside the checkout, or `None` (said aloud) where there is none: the test is skipped then.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(part);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}
