//! Exit codes, and failures that end a run.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing at or above `--fail-on`.
    Clean,
    /// Findings at or above `--fail-on`.
    Findings,
    /// Wrong usage, configuration or rule file.
    Usage,
    /// An input could not be read.
    Unreadable,
    /// Nothing to lint was found.
    Nothing,
    /// A fault of cicslint itself.
    Internal,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Unreadable => 3,
            Exit::Nothing => 4,
            Exit::Internal => 70,
        })
    }
}

/// Why a run ended before its result.
pub(super) enum Failure {
    /// Something that the user has to mend, with how to show it.
    Refused(Exit, miette::Report),
    /// Several of them.
    AllRefused(Exit, Vec<miette::Report>),
    /// The output could not be written.
    Output(std::io::Error),
}

impl Failure {
    /// A refusal in one line, with what to do about it.
    pub(super) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        let diagnostic = miette::MietteDiagnostic::new(message.into()).with_help(help.into());
        Self::Refused(Exit::Usage, miette::Report::new(diagnostic))
    }

    /// Tells the user, and says how to exit.
    pub(super) fn tell(self) -> Exit {
        match self {
            Self::Refused(exit, report) => {
                super::output::report(report.as_ref());
                exit
            }
            Self::AllRefused(exit, reports) => {
                for report in reports {
                    super::output::report(report.as_ref());
                }
                exit
            }
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Clean,
            Self::Output(error) => {
                super::output::note(&format!("the output cannot be written: {error}"));
                Exit::Usage
            }
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<crate::config::ConfigError> for Failure {
    fn from(error: crate::config::ConfigError) -> Self {
        Self::Refused(Exit::Usage, error.into_report())
    }
}

impl From<crate::config::Unusable> for Failure {
    fn from(error: crate::config::Unusable) -> Self {
        Self::AllRefused(Exit::Usage, error.into_reports())
    }
}
