//! `[[region]]`: which decks and SIT sources make which region.
//!
//! Patterns are relative to the folder of the configuration. What they match is looked up when the inputs are read
//! (`lint::RegionFiles`); here only what can be said without the file system is checked.

use super::ConfigError;
use super::file::Place;
use super::globs;
use globset::GlobMatcher;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// The most lists that GRPLIST takes.
const MOST_LISTS: usize = 4;

/// One region, as the configuration describes it.
#[derive(Clone, Debug)]
pub struct RegionConfig {
    /// Its name.
    pub name: String,
    /// Its SIT sources, in order.
    pub sit: Vec<PathPattern>,
    /// Its decks, in the order in which DFHCSDUP runs them.
    pub csd: Vec<PathPattern>,
    /// Its lists, in place of GRPLIST.
    pub lists: Option<Vec<String>>,
    /// Its CSD held nothing but what IBM supplies before the first of these decks.
    pub complete: bool,
    /// The release of the CSD, where it is a higher one than that of the region.
    pub csd_release: Option<String>,
    /// The workload file that it is priced under.
    pub workload: Option<PathPattern>,
    /// The machine that it runs on.
    pub machine: Option<(String, Range<usize>)>,
}

/// A path or glob of the configuration.
#[derive(Clone, Debug)]
pub struct PathPattern {
    /// As it is written.
    pub text: String,
    /// Where it stands in the configuration.
    pub span: Range<usize>,
    /// What it matches, relative to the folder of the configuration; `None` for the plain path of a file or folder.
    pub glob: Option<GlobMatcher>,
}

/// A region as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Wire {
    name: Spanned<String>,
    #[serde(default)]
    sit: Vec<Spanned<String>>,
    #[serde(default)]
    csd: Vec<Spanned<String>>,
    lists: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    complete: bool,
    workload: Option<Spanned<String>>,
    machine: Option<Spanned<String>>,
    release: Option<Spanned<String>>,
    csd_release: Option<Spanned<String>>,
}

/// Releases whose CSD a region of 5.4 can use.
const CSD_RELEASES: [&str; 6] = ["5.4", "5.5", "5.6", "6.1", "6.2", "6.3"];

type Simple<'a> = dyn Fn(Range<usize>, String) -> ConfigError + 'a;

/// Checks the regions of a configuration.
pub(super) fn read(
    wire: &[Wire],
    simple: &Simple<'_>,
    place: &Place<'_>,
) -> Result<Vec<RegionConfig>, ConfigError> {
    let mut regions: Vec<RegionConfig> = Vec::with_capacity(wire.len());
    let mut names = std::collections::HashSet::new();
    for region in wire {
        let name = region.name.get_ref().trim();
        let refuse = |span, message: String, help: &str| place(Some(span), message, Some(help.to_owned()));
        if name.chars().any(char::is_control) {
            let help = "name it as its APPLID or its jobs are named";
            return Err(refuse(region.name.span(), "a region name with control characters".to_owned(), help));
        }
        if name.is_empty() {
            let help = "name it as its APPLID or its jobs are named";
            return Err(refuse(region.name.span(), "a region without a name".to_owned(), help));
        }
        if !names.insert(name.to_ascii_uppercase()) {
            let message = format!("there are two regions {name}");
            return Err(refuse(region.name.span(), message, "give each region a name of its own"));
        }
        if region.sit.is_empty() && region.csd.is_empty() {
            let message = format!("region {name} has neither sit nor csd");
            return Err(refuse(region.name.span(), message, "name its decks in csd, its SIT sources in sit"));
        }
        if let Some(release) = &region.release
            && release.get_ref() != crate::catalog::RELEASE
        {
            let help = format!("cicslint knows CICS TS {}", crate::catalog::RELEASE);
            return Err(refuse(release.span(), format!("release {} is not known", release.get_ref()), &help));
        }
        if let Some(release) = &region.csd_release
            && !CSD_RELEASES.contains(&release.get_ref().as_str())
        {
            let help = format!("a region of 5.4 can use a CSD of {}", CSD_RELEASES.join(", "));
            return Err(refuse(
                release.span(),
                format!("a CSD of release {} is not known, or too old", release.get_ref()),
                &help,
            ));
        }
        let patterns = |paths: &[Spanned<String>]| {
            paths.iter().map(|path| pattern(path, simple)).collect::<Result<Vec<_>, _>>()
        };
        regions.push(RegionConfig {
            name: name.to_owned(),
            sit: patterns(&region.sit)?,
            csd: patterns(&region.csd)?,
            lists: region.lists.as_ref().map(|lists| read_lists(lists, place)).transpose()?,
            complete: region.complete,
            csd_release: region.csd_release.as_ref().map(|release| release.get_ref().clone()),
            workload: region.workload.as_ref().map(|path| plain(path, simple)).transpose()?,
            machine: region.machine.as_ref().map(|machine| (machine.get_ref().clone(), machine.span())),
        });
    }
    Ok(regions)
}

/// The names of lists, in capitals.
fn read_lists(lists: &Spanned<Vec<Spanned<String>>>, place: &Place<'_>) -> Result<Vec<String>, ConfigError> {
    let refuse = |span, message: String, help: &str| Err(place(Some(span), message, Some(help.to_owned())));
    if let Some(fifth) = lists.get_ref().get(MOST_LISTS) {
        let message = format!("{} lists, and GRPLIST takes at most four", lists.get_ref().len());
        return refuse(fifth.span(), message, "APPEND lists to one another, or use a generic name");
    }
    if lists.get_ref().is_empty() {
        let help = "name the lists, or leave `lists` out: then GRPLIST says which they are";
        return refuse(lists.span(), "no list is named".to_owned(), help);
    }
    let mut names = Vec::with_capacity(lists.get_ref().len());
    for list in lists.get_ref() {
        let name = list.get_ref().trim().to_ascii_uppercase();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "$@#+*".contains(c);
        if name.is_empty() || name.len() > 8 || !name.chars().all(allowed) {
            let message = format!("{:?} is no name of a list", list.get_ref());
            return refuse(list.span(), message, "up to 8 characters A-Z 0-9 $ @ #, or a mask with + and *");
        }
        names.push(name);
    }
    Ok(names)
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

fn pattern(path: &Spanned<String>, simple: &Simple<'_>) -> Result<PathPattern, ConfigError> {
    if !is_glob(path.get_ref()) {
        return plain(path, simple);
    }
    let glob = globs::glob(path).map_err(|(span, message)| simple(span, message))?;
    Ok(PathPattern { text: path.get_ref().clone(), span: path.span(), glob: Some(glob.compile_matcher()) })
}

fn plain(path: &Spanned<String>, simple: &Simple<'_>) -> Result<PathPattern, ConfigError> {
    if path.get_ref().trim().is_empty() {
        return Err(simple(path.span(), "an empty path".to_owned()));
    }
    Ok(PathPattern { text: path.get_ref().clone(), span: path.span(), glob: None })
}
