//! The command line's choice of rules, on top of the configuration's.

use super::args::CheckArgs;
use super::exit::Failure;
use super::output;
use crate::config::{Config, Unusable};
use crate::rules::{Profile, RuleId, Selection, Selector, site};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What the user should know of the rules that are named, each said once.
pub(super) struct Remarks {
    quiet: bool,
    told: BTreeSet<String>,
}

impl Remarks {
    /// Says them, unless `quiet`.
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet, told: BTreeSet::new() }
    }

    fn tell(&mut self, remark: String) {
        if !self.quiet && !self.told.contains(&remark) {
            output::note(&format!("note: {remark}"));
            self.told.insert(remark);
        }
    }
}

/// The rules of the folders that the command line names.
pub(super) fn site_rules(folders: &[PathBuf]) -> Result<Vec<RuleId>, Failure> {
    let mut rules = Vec::new();
    for folder in folders {
        rules.extend(site::load(folder).map_err(Unusable::Rules)?);
    }
    Ok(rules)
}

/// There are no rules of a site where some are needed.
pub(super) fn no_site_rules() -> Failure {
    Failure::usage(
        "no rule files were found",
        "name a folder that holds some; `cicslint rules new AREA/NAME` writes one to begin with",
    )
}

/// Puts what the command line says of the rules on top of what `config` says. `site` are the rules of the folders that
/// the command line names.
pub(super) fn choose_rules(
    arguments: &CheckArgs,
    site: &[RuleId],
    config: &mut Config,
    remarks: &mut Remarks,
) -> Result<(), Failure> {
    if let Some(path) = config.path.as_deref() {
        config.remarks.iter().for_each(|remark| remarks.tell(format!("{}: {remark}", path.display())));
    }
    let choice = &mut config.choice;
    choice.site.extend(site);
    choice.only = selectors(&arguments.only, remarks)?;
    if !choice.only.is_empty() {
        // `--only` means what it says, whatever the configuration selects.
        choice.select.clear();
        choice.ignore.clear();
    }
    if let Some(name) = &arguments.profile {
        choice.profile = Profile::parse(name).ok_or_else(|| {
            let profiles = format!("profiles are {}", Profile::NAMES.join(", "));
            Failure::usage(format!("{name} is no profile"), profiles)
        })?;
    }
    choice.select.extend(selectors(&arguments.select, remarks)?);
    choice.ignore.extend(selectors(&arguments.ignore, remarks)?);
    config.rules = Selection::new(choice);
    config.today = arguments.today;
    if let Some(fail_on) = arguments.fail_on() {
        config.fail_on = Some(fail_on);
    }
    Ok(())
}

fn selectors(words: &[String], remarks: &mut Remarks) -> Result<Vec<Selector>, Failure> {
    words
        .iter()
        .map(|word| {
            let selector = Selector::parse(word).map_err(unknown)?;
            if let Some(remark) = selector.remark(word) {
                remarks.tell(remark);
            }
            Ok(selector)
        })
        .collect()
}

fn unknown(error: crate::rules::UnknownSelector) -> Failure {
    let help = "`cicslint rules list` shows all rules, their codes, names and categories";
    Failure::usage(error.to_string(), help)
}
