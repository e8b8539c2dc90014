//! The arguments.

use crate::config::FailOn;
use crate::report::Format;
use crate::syntax::Kind;
use crate::syntax::directive::Date;
use crate::text::Encoding;
use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A linter and advisor for the definitions of CICS Transaction Server regions.
#[derive(Debug, Parser)]
#[command(name = "cicslint", version, about, long_about = None, arg_required_else_help = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Lint decks, JCL, SIT members and LIST reports
    Check(Box<CheckArgs>),
    /// Make a tuning plan: what to change in which order, each step solved on the performance model
    Advise(Box<super::advise::AdviseArgs>),
    /// Show the effective region: every value and where it comes from
    Region(Box<super::region::RegionArgs>),
    /// Say what a rule, a resource type, TYPE.ATTRIBUTE, a SIT parameter or a DFHCSDUP command means
    Explain(ExplainArgs),
    /// List, check, test and begin rules
    Rules(super::rules::RulesArgs),
    /// Ask the performance model: solve, what-if, sweep, validate, simulate
    Model(super::model::ModelArgs),
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Files and folders; `-` is standard input
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
    /// How results are shown; may be repeated, each with its own --output
    #[arg(long, value_enum, default_value = "text")]
    format: Vec<FormatName>,
    /// Write the report of the --format before it to a file
    #[arg(long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Use this configuration file instead of the nearest cicslint.toml
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Look at this region of the configuration only
    #[arg(long, value_name = "NAME")]
    pub(super) region: Option<String>,
    /// Release of CICS TS that the definitions are for
    #[arg(long, default_value = crate::catalog::RELEASE, value_parser = [crate::catalog::RELEASE])]
    pub(super) release: String,
    /// Take every input to be of this kind
    #[arg(long, value_enum)]
    kind: Option<KindName>,
    /// Read every input in this encoding
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// Read the rules of this folder too; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) rules_dir: Vec<PathBuf>,
    /// The rules that run where nothing else is said: recommended, strict, security, migration or performance
    #[arg(long, value_name = "PROFILE")]
    pub(super) profile: Option<String>,
    /// Run these rules too (codes, names, categories, code prefixes, profiles, `all`)
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(super) select: Vec<String>,
    /// Do not run these rules
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(super) ignore: Vec<String>,
    /// Run these rules and no others
    #[arg(long, value_delimiter = ',', value_name = "RULES", conflicts_with_all = ["select", "ignore"])]
    pub(super) only: Vec<String>,
    /// Findings of this baseline fail no run
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write the findings to a baseline; one that exists only loses entries
    #[arg(long, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
    /// Let --write-baseline add findings to a baseline that exists
    #[arg(long, requires = "write_baseline")]
    pub(super) baseline_add: bool,
    /// The day that suppressions are held against, in place of today
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(super) today: Option<Date>,
    /// Least severity that makes the exit code 1
    #[arg(long, value_enum, value_name = "SEVERITY")]
    fail_on: Option<FailOnName>,
    /// What runs in the regions: findings are priced under it (docs/model.md says what such a file holds)
    #[arg(long, value_name = "FILE")]
    pub(super) workload: Option<PathBuf>,
    /// Do not ask what findings cost
    #[arg(long, conflicts_with_all = ["workload", "fail_over", "sort"])]
    pub(super) no_prices: bool,
    /// The exit code is 1 where a finding costs more CPU a transaction than this, in microseconds
    #[arg(long, value_name = "US_PER_TRAN")]
    pub(super) fail_over: Option<f64>,
    /// The order of findings in text, concise, json, jsonl and sarif: by place, or by price, the dearest first
    #[arg(long, value_enum, default_value = "place")]
    pub(super) sort: SortName,
    #[command(flatten)]
    pub(super) fixes: super::fix::FixArgs,
    /// Count definitions, commands, parameters and findings, and add up prices
    #[arg(long)]
    pub(super) statistics: bool,
    /// Say on standard error how long each part took
    #[arg(long)]
    pub(super) timings: bool,
    /// Threads to use, at most one for each processor; 0 is all of them
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) threads: usize,
    /// Say nothing on standard error but faults, and print no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Colour the text
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) color: Color,
    /// The name that standard input has in messages, and by which its kind is guessed
    #[arg(long, value_name = "NAME")]
    pub(super) stdin_filename: Option<String>,
    /// Files of no known kind are errors, also in folders
    #[arg(long)]
    pub(super) strict: bool,
}

impl CheckArgs {
    pub(super) fn kind(&self) -> Option<Kind> {
        self.kind.map(KindName::kind)
    }

    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.encoding.map(EncodingName::encoding)
    }

    pub(super) fn fail_on(&self) -> Option<FailOn> {
        self.fail_on.map(|name| match name {
            FailOnName::Advice => FailOn::Advice,
            FailOnName::Warning => FailOn::Warning,
            FailOnName::Error => FailOn::Error,
            FailOnName::Never => FailOn::Never,
        })
    }
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// A rule (code or name), TYPE, TYPE.ATTRIBUTE, a SIT parameter, a DFHCSDUP command; or a finding, by FILE:LINE,
    /// FILE:LINE:COLUMN or its fingerprint: then how its price comes about
    pub(super) thing: String,
    /// The files and folders in which a finding is looked for; else the folder of its file, or the current one
    pub(super) paths: Vec<PathBuf>,
    /// What runs in the region of a finding
    #[arg(long, value_name = "FILE")]
    pub(super) workload: Option<PathBuf>,
    /// The region in which a finding is priced
    #[arg(long, value_name = "NAME")]
    pub(super) region: Option<String>,
    /// Use this configuration file instead of the nearest cicslint.toml
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Read the rules of this folder too, in place of those of the configuration; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) rules_dir: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

/// The order of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SortName {
    Place,
    Impact,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FailOnName {
    Error,
    Warning,
    Advice,
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    Text,
    Concise,
    Json,
    Jsonl,
    Sarif,
    Github,
    Gitlab,
    Junit,
    Checkstyle,
}

impl FormatName {
    fn format(self) -> Format {
        match self {
            Self::Text => Format::Text,
            Self::Concise => Format::Concise,
            Self::Json => Format::Json,
            Self::Jsonl => Format::Jsonl,
            Self::Sarif => Format::Sarif,
            Self::Github => Format::Github,
            Self::Gitlab => Format::Gitlab,
            Self::Junit => Format::Junit,
            Self::Checkstyle => Format::Checkstyle,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum KindName {
    Csdup,
    Jcl,
    Sit,
    SitConsole,
    SitMacro,
    Listing,
}

impl KindName {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Csdup => Kind::Csdup,
            Self::Jcl => Kind::Jcl,
            Self::Sit => Kind::Sit,
            Self::SitConsole => Kind::SitConsole,
            Self::SitMacro => Kind::SitMacro,
            Self::Listing => Kind::Listing,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum EncodingName {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "latin-1")]
    Latin1,
    #[value(name = "ibm-037")]
    Ibm037,
    #[value(name = "ibm-1047")]
    Ibm1047,
    #[value(name = "ibm-500")]
    Ibm500,
    #[value(name = "ibm-273")]
    Ibm273,
    #[value(name = "ibm-1140")]
    Ibm1140,
}

impl EncodingName {
    pub(super) fn encoding(self) -> Encoding {
        match self {
            Self::Utf8 => Encoding::Utf8,
            Self::Latin1 => Encoding::Latin1,
            Self::Ibm037 => Encoding::Ibm037,
            Self::Ibm1047 => Encoding::Ibm1047,
            Self::Ibm500 => Encoding::Ibm500,
            Self::Ibm273 => Encoding::Ibm273,
            Self::Ibm1140 => Encoding::Ibm1140,
        }
    }
}

/// A report: its format, and its file where it is not standard output.
pub(super) type ReportTarget = (Format, Option<PathBuf>);

/// Pairs each `--format` with the `--output` that follows it before the next `--format`.
pub(super) fn report_targets(matches: &ArgMatches) -> Vec<ReportTarget> {
    let formats = matches.get_many::<FormatName>("format").into_iter().flatten().copied();
    let format_places = matches.indices_of("format").into_iter().flatten();
    let given = matches.value_source("format") == Some(clap::parser::ValueSource::CommandLine);
    let mut targets: Vec<(usize, ReportTarget)> = formats
        .zip(format_places)
        .map(|(format, place)| (if given { place } else { 0 }, (format.format(), None)))
        .collect();
    targets.sort_by_key(|(place, _)| *place);
    let outputs = matches.get_many::<PathBuf>("output").into_iter().flatten();
    for (path, place) in outputs.zip(matches.indices_of("output").into_iter().flatten()) {
        let owner = targets.iter().rposition(|(at, _)| *at < place);
        match owner.and_then(|index| targets.get_mut(index)) {
            Some((_, (_, output))) if output.is_none() => *output = Some(path.clone()),
            Some((_, (format, _))) => {
                let format = *format;
                targets.push((place, (format, Some(path.clone()))));
            }
            // `--output` before any `--format`: it belongs to the first one.
            None => {
                if let Some((_, (_, output))) = targets.first_mut() {
                    *output = Some(path.clone());
                }
            }
        }
    }
    targets.into_iter().map(|(_, target)| target).collect()
}
