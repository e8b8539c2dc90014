//! Reading `cicslint.toml`.

use super::globs::{self, FileChoice, KindGlob};
use super::regions::{self, RegionConfig};
use super::suppress::{self, SuppressEntry};
use super::{ConfigError, Unusable};
use crate::rules::{Choice, Profile, RuleId, Selection, Selector, Severities, Severity, site};
use crate::syntax::Kind;
use crate::syntax::directive::Date;
use crate::syntax::symbols::Symbols;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The name of the file.
const FILE_NAME: &str = "cicslint.toml";

/// A configuration, checked and ready for use.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where it was read, or `None` for the built-in one.
    pub path: Option<PathBuf>,
    /// Which files of a folder are read.
    pub files: FileChoice,
    /// Kinds by glob; the longest glob that matches counts, so the vector is sorted by length.
    pub kinds: Vec<KindGlob>,
    /// What it says of the rules that run.
    pub choice: Choice,
    /// Rules that run: those of `choice`.
    pub rules: Selection,
    /// Folders of the site's own rules.
    pub rule_dirs: Vec<PathBuf>,
    /// Findings that the site has agreed to live with.
    pub suppress: Vec<SuppressEntry>,
    /// The day that suppressions are held against; `None` is today.
    pub today: Option<Date>,
    /// What its author should know of the rules that it names: they have other names now, or go away.
    pub remarks: Vec<String>,
    /// Severities in place of the rules' own.
    pub severities: Severities,
    /// The least severity that makes the exit code 1; `None` is the default of the command line.
    pub fail_on: Option<FailOn>,
    /// Values of placeholders, as they stand in the decks (`@HLQ@`).
    pub symbols: Symbols,
    /// The regions that the decks are for, in the order of the file.
    pub regions: Vec<RegionConfig>,
}

/// From which severity on a finding fails the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// Any finding.
    Advice,
    /// Warnings and errors.
    Warning,
    /// Errors.
    Error,
    /// None.
    Never,
}

impl FailOn {
    /// Whether a finding of that severity fails the run.
    pub fn fails(self, severity: Severity) -> bool {
        match self {
            Self::Advice => true,
            Self::Warning => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
            Self::Never => false,
        }
    }
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Wire {
    release: Option<Spanned<String>>,
    #[serde(default)]
    include: Vec<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    rule_dirs: Vec<Spanned<String>>,
    profile: Option<Spanned<String>>,
    #[serde(default)]
    select: Vec<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    fail_on: Option<FailOn>,
    #[serde(default)]
    kinds: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    severity: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    symbols: BTreeMap<String, String>,
    #[serde(default)]
    suppress: Vec<Spanned<suppress::Wire>>,
    #[serde(default)]
    region: Vec<regions::Wire>,
}

impl Config {
    /// The folder that the globs are relative to.
    pub fn root(&self) -> &Path {
        self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// The day that suppressions are held against.
    pub fn today(&self) -> Date {
        self.today.unwrap_or_else(Date::today)
    }

    /// Reads the configuration that holds for `input`: the nearest `cicslint.toml` in its folder or above it.
    ///
    /// # Errors
    /// When there is one and it cannot be read or used.
    pub fn discover(input: &Path) -> Result<Self, Unusable> {
        let start = if input.is_dir() { input } else { input.parent().unwrap_or(Path::new("")) };
        let start = if start.as_os_str().is_empty() { Path::new(".") } else { start };
        let Ok(absolute) = start.canonicalize() else { return Ok(Self::default()) };
        for (depth, folder) in absolute.ancestors().enumerate() {
            if folder.join(FILE_NAME).is_file() {
                // Kept relative where the input is, so that messages and globs speak in the user's own terms.
                let shown = if depth == 0 { start.join(FILE_NAME) } else { folder.join(FILE_NAME) };
                return Self::read(&shown);
            }
        }
        Ok(Self::default())
    }

    /// Reads the configuration at `path`.
    ///
    /// # Errors
    /// When it cannot be read or used.
    pub fn read(path: &Path) -> Result<Self, Unusable> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError {
            path: name.clone(),
            text: String::new(),
            span: None,
            message: format!("the configuration cannot be read: {error}"),
            help: None,
        })?;
        Self::parse(path, &text)
    }

    /// Reads the configuration `text`, which stands at `path`.
    ///
    /// # Errors
    /// When it cannot be used.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Unusable> {
        let place = |span: Option<Range<usize>>, message: String, help: Option<String>| ConfigError {
            path: path.display().to_string(),
            text: text.to_owned(),
            span,
            message,
            help,
        };
        let wire: Wire = toml::from_str(text)
            .map_err(|error| place(error.span(), error.message().trim().replace('\n', " "), None))?;
        if let Some(release) = &wire.release
            && release.get_ref() != crate::catalog::RELEASE
        {
            let message = format!("release {} is not known", release.get_ref());
            let help = format!("cicslint knows CICS TS {}", crate::catalog::RELEASE);
            return Err(place(Some(release.span()), message, Some(help)).into());
        }
        if wire.symbols.contains_key("") {
            let help = "write the placeholder as it stands in the decks, such as \"@HLQ@\"";
            return Err(
                place(None, "an empty placeholder has a value".to_owned(), Some(help.to_owned())).into()
            );
        }
        let simple = |span: Range<usize>, message: String| place(Some(span), message, None);
        let root = path.parent().unwrap_or(Path::new(""));
        let files =
            FileChoice::new(root, globs::set(&wire.include, &simple)?, globs::set(&wire.exclude, &simple)?);
        let mut kinds = Vec::with_capacity(wire.kinds.len());
        for (pattern, kind) in &wire.kinds {
            let glob = globs::glob(pattern).map_err(|(span, message)| simple(span, message))?;
            let parsed = kind_named(kind.get_ref()).ok_or_else(|| {
                let message = format!("{} is no kind of input", kind.get_ref());
                place(
                    Some(kind.span()),
                    message,
                    Some(format!("kinds are {}", KINDS.map(|(name, _)| name).join(", "))),
                )
            })?;
            kinds.push(KindGlob::new(glob, parsed));
        }
        kinds.sort_by_key(|glob: &KindGlob| std::cmp::Reverse(glob.pattern().len()));
        let (rule_dirs, site) = site_rules(&wire.rule_dirs, root, &place)?;
        let mut remarks = Vec::new();
        let choice = Choice {
            profile: profile(wire.profile.as_ref(), &place)?,
            only: Vec::new(),
            select: selectors(&wire.select, &place, &mut remarks)?,
            ignore: selectors(&wire.ignore, &place, &mut remarks)?,
            site,
        };
        let severities = Severities::new(&severities(&wire, &place, &mut remarks)?);
        let suppress = suppress::read(&wire.suppress, root, &place, &mut remarks)?;
        let regions = regions::read(&wire.region, &simple, &place)?;
        Ok(Self {
            path: Some(path.to_path_buf()),
            files,
            kinds,
            rules: Selection::new(&choice),
            choice,
            rule_dirs,
            suppress,
            today: None,
            remarks,
            severities,
            fail_on: wire.fail_on,
            symbols: Symbols::new(wire.symbols),
            regions,
        })
    }
}

/// The names of the kinds of input, as on the command line.
const KINDS: [(&str, Kind); 6] = [
    ("csdup", Kind::Csdup),
    ("jcl", Kind::Jcl),
    ("sit", Kind::Sit),
    ("sit-console", Kind::SitConsole),
    ("sit-macro", Kind::SitMacro),
    ("listing", Kind::Listing),
];

fn kind_named(name: &str) -> Option<Kind> {
    KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

pub(super) type Place<'a> = dyn Fn(Option<Range<usize>>, String, Option<String>) -> ConfigError + 'a;

/// The folders of `rule-dirs` with their rules, which are read here, so that what follows may name them.
fn site_rules(
    folders: &[Spanned<String>],
    root: &Path,
    place: &Place<'_>,
) -> Result<(Vec<PathBuf>, Vec<RuleId>), Unusable> {
    let mut rules = Vec::new();
    let mut found = Vec::with_capacity(folders.len());
    for folder in folders {
        let path = root.join(folder.get_ref());
        if !path.is_dir() {
            let message = format!("there is no folder {}", path.display());
            return Err(place(Some(folder.span()), message, None).into());
        }
        rules.extend(site::load(&path).map_err(Unusable::Rules)?);
        found.push(path);
    }
    Ok((found, rules))
}

fn profile(word: Option<&Spanned<String>>, place: &Place<'_>) -> Result<Profile, ConfigError> {
    let Some(word) = word else { return Ok(Profile::default()) };
    Profile::parse(word.get_ref()).ok_or_else(|| {
        let message = format!("{} is no profile", word.get_ref());
        place(Some(word.span()), message, Some(format!("profiles are {}", Profile::NAMES.join(", "))))
    })
}

pub(super) fn selector(
    word: &Spanned<String>,
    place: &Place<'_>,
    remarks: &mut Vec<String>,
) -> Result<Selector, ConfigError> {
    let selector = Selector::parse(word.get_ref()).map_err(|error| {
        let help = "`cicslint rules list` shows all rules, their codes, names and categories";
        place(Some(word.span()), error.to_string(), Some(help.to_owned()))
    })?;
    remarks.extend(selector.remark(word.get_ref()));
    Ok(selector)
}

fn selectors(
    words: &[Spanned<String>],
    place: &Place<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<Selector>, ConfigError> {
    words.iter().map(|word| selector(word, place, remarks)).collect()
}

fn severities(
    wire: &Wire,
    place: &Place<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<(Selector, Severity)>, ConfigError> {
    let mut choices = Vec::with_capacity(wire.severity.len());
    for (word, severity) in &wire.severity {
        let value = match severity.get_ref().as_str() {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            "advice" => Severity::Advice,
            other => {
                let message = format!("`{other}` is no severity");
                let help =
                    "severities are error, warning and advice; to switch a rule off, name it in `ignore`";
                return Err(place(Some(severity.span()), message, Some(help.to_owned())));
            }
        };
        choices.push((selector(word, place, remarks)?, value));
    }
    Ok(choices)
}
