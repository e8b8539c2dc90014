//! `cicslint rules new`.

use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::config::Config;
use crate::rules::{self, site};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// Folder and name of the rule, such as naming/payroll-programs
    #[arg(value_name = "AREA/NAME")]
    rule: String,
    /// Where the folder stands; without it, in the first rule-dirs of the configuration, or in `rules`
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The code of the rule; without it, X, two letters of the area and the next free number
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

pub(super) fn run(arguments: &NewArgs) -> Result<Exit, Failure> {
    let Some((area, name)) =
        arguments.rule.split_once('/').filter(|(area, name)| site::is_name(area) && site::is_name(name))
    else {
        return Err(Failure::usage(
            format!("{} is no AREA/NAME in kebab-case", arguments.rule),
            "write, for example, naming/payroll-programs",
        ));
    };
    let config = Config::discover(Path::new("."))?;
    let folder = match (&arguments.dir, config.rule_dirs.first()) {
        (Some(folder), _) | (None, Some(folder)) => folder.clone(),
        (None, None) => PathBuf::from("rules"),
    };
    if folder.is_dir() {
        site::load(&folder).map_err(crate::config::Unusable::Rules)?;
    }
    let code = match &arguments.code {
        Some(code) if site::is_code(code) => code.clone(),
        Some(code) => {
            let help = "a code is three capitals and three digits, such as XPY001";
            return Err(Failure::usage(format!("{code} is no code"), help));
        }
        None => site::free_code(area),
    };
    for word in [code.as_str(), name] {
        if let Some(other) = rules::by_word(word).map(rules::rule) {
            let message = format!("{word} is already the code or name of {} {}", other.code, other.name);
            return Err(Failure::usage(message, "choose another one"));
        }
    }
    let path = folder.join(area).join(format!("{name}.toml"));
    write(&path, &site::template(&code, name)).map_err(|error| {
        Failure::usage(
            format!("{}: the rule cannot be written: {error}", path.display()),
            "choose another --dir",
        )
    })?;
    let mut out = output::standard();
    writeln!(out, "{}: write the rule, then: cicslint rules test {}", path.display(), folder.display())?;
    if !config.rule_dirs.contains(&folder) {
        writeln!(
            out,
            "cicslint.toml has to name the folder: rule-dirs = [{:?}]",
            folder.display().to_string()
        )?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::File::create_new(path)?.write_all(text.as_bytes())
}
