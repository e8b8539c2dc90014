//! The SIT parameters of a region: which source wins, what is taken where none gives a value.
//!
//! CICS reads the SIT (a DFHSIT macro), then PARM, then SYSIN, then the console; of a parameter that is given more
//! than once the last one counts. INITPARM is different: values for different programs are put together.

use crate::catalog::{self, SitParameter};
use crate::csd::{Place, is_symbolic};
use crate::syntax::symbols::Symbols;
use crate::syntax::{Setting, SitForm, SitSource, sit};
use crate::text::{FileId, Source, Span};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One source of SIT parameters.
#[derive(Clone, Debug)]
pub struct SitInput {
    /// The file that it stands in.
    pub file: FileId,
    /// The text of the file.
    pub source: Arc<Source>,
    /// The parameters.
    pub settings: Arc<SitSource>,
    /// Values of placeholders.
    pub symbols: Arc<Symbols>,
}

/// Where the value of a SIT parameter comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SitOrigin {
    /// It is given in a source of this form.
    Given(SitForm),
    /// The default of 5.4.
    Default,
    /// The default of 5.4, unless the SIT table says something else: SIT= names one that is not at hand.
    Assumed,
    /// A default that depends on another parameter; the note says on which.
    Derived,
    /// Nobody can say without the running region; the note says why.
    Unknown,
}

impl SitOrigin {
    /// The word for it in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Given(SitForm::Macro) => "sit-macro",
            Self::Given(SitForm::Parm) => "parm",
            Self::Given(SitForm::Sysin) => "sysin",
            Self::Given(SitForm::Console) => "console",
            Self::Default => "default",
            Self::Assumed => "assumed-default",
            Self::Derived => "derived",
            Self::Unknown => "unknown",
        }
    }
}

/// The effective value of a SIT parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitValue<'a> {
    /// The value as it is written, in capitals unless its case is kept; `None` where it is not known or none.
    pub value: Option<Cow<'a, str>>,
    /// Where it comes from.
    pub origin: SitOrigin,
    /// Where it is given.
    pub place: Option<Place>,
    /// What it depends on, or why it is not known.
    pub note: Cow<'static, str>,
}

impl<'a> SitValue<'a> {
    fn of(origin: SitOrigin, value: Option<Cow<'a, str>>, note: impl Into<Cow<'static, str>>) -> Self {
        Self { value, origin, place: None, note: note.into() }
    }

    /// Whether it is known to be this.
    pub fn is(&self, value: &str) -> bool {
        self.value.as_deref() == Some(value)
    }

    /// The value as a number: digits, with an ending K, M or G where sizes are meant.
    pub fn number(&self) -> Option<i64> {
        let text = self.value.as_deref()?;
        let (digits, unit) = match text.as_bytes().last()? {
            b'K' => (&text[..text.len() - 1], 1 << 10),
            b'M' => (&text[..text.len() - 1], 1 << 20),
            b'G' => (&text[..text.len() - 1], 1 << 30),
            _ => (text, 1),
        };
        digits.parse::<i64>().ok()?.checked_mul(unit)
    }
}

/// One place where a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SitGiven {
    /// The source, as an index into [`Sit::inputs`].
    pub input: usize,
    /// The setting.
    pub setting: Setting,
}

/// The SIT parameters of a region.
#[derive(Clone, Debug, Default)]
pub struct Sit {
    inputs: Vec<SitInput>,
    /// By full name; of each the places, the last of which counts.
    given: BTreeMap<String, Vec<SitGiven>>,
    unread: Vec<SitInput>,
}

impl SitInput {
    /// The last value of a parameter in this source, in capitals.
    fn setting(&self, name: &str) -> Option<String> {
        let text = self.source.text();
        let named = |setting: &&Setting| setting.name.of_text(text).eq_ignore_ascii_case(name);
        let value = self.settings.settings.iter().rev().find(named)?.value?;
        Some(self.symbols.resolve(sit::value_text(text, self.settings.form, value)).to_ascii_uppercase())
    }

    /// Whether one of these control keywords stands in it.
    fn says(&self, keywords: [&str; 2]) -> bool {
        let text = self.source.text();
        let settings = self.settings.settings.iter();
        settings
            .map(|setting| setting.name.of_text(text))
            .any(|name| keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(name)))
    }
}

impl Sit {
    /// Puts sources together, in the order in which CICS reads them; sources of one form in the order given.
    ///
    /// CICS reads SYSIN only where a PARM says so, and the console only where a PARM or SYSIN says so; where none
    /// of these is at hand it is taken to be so.
    pub fn new(mut inputs: Vec<SitInput>) -> Self {
        inputs.sort_by_key(|input| order(input.settings.form));
        let mut unread = Vec::new();
        for (form, says, keywords) in [
            (SitForm::Sysin, &[SitForm::Parm][..], ["SYSIN", "SI"]),
            (SitForm::Console, &[SitForm::Parm, SitForm::Sysin][..], ["CONSOLE", "CN"]),
        ] {
            let speaking = || inputs.iter().filter(|input| says.contains(&input.settings.form));
            if speaking().next().is_some() && !speaking().any(|input| input.says(keywords)) {
                unread.extend(inputs.extract_if(.., |input| input.settings.form == form));
            }
        }
        if let Some(table) = inputs.iter().rev().find_map(|input| input.setting("SIT"))
            && !is_symbolic(&table)
        {
            // A table of another suffix is not the one that SIT= names.
            unread.extend(inputs.extract_if(.., |input| {
                input.settings.form == SitForm::Macro
                    && input.setting("SUFFIX").is_some_and(|suffix| suffix != table)
            }));
        }
        let mut given: BTreeMap<String, Vec<SitGiven>> = BTreeMap::new();
        for (number, input) in inputs.iter().enumerate() {
            for setting in input.settings.settings.iter().filter(|setting| setting.value.is_some()) {
                let name = full_name(setting.name.of_text(input.source.text()));
                given.entry(name).or_default().push(SitGiven { input: number, setting: *setting });
            }
        }
        Self { inputs, given, unread }
    }

    /// The sources, in the order in which CICS reads them.
    pub fn inputs(&self) -> &[SitInput] {
        &self.inputs
    }

    /// The sources that CICS does not read: nothing tells it to, or SIT= names another table.
    pub fn unread(&self) -> &[SitInput] {
        &self.unread
    }

    /// The suffix of the SIT table, where SIT= names one that is not at hand.
    pub fn missing_table(&self) -> Option<SitValue<'_>> {
        if self.inputs.iter().any(|input| input.settings.form == SitForm::Macro) {
            return None;
        }
        let last = self.given("SIT").last()?;
        Some(self.given_value(*last, None))
    }

    /// Whether there is no source at all, so that nothing is known of the region's SIT.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The names of the parameters that are given.
    pub fn given_names(&self) -> impl Iterator<Item = &str> {
        self.given.keys().map(String::as_str)
    }

    /// The places where a parameter is given, the last of which counts.
    pub fn given(&self, name: &str) -> &[SitGiven] {
        self.given.get(name).map_or(&[], Vec::as_slice)
    }

    /// The effective value of a parameter, by its full name.
    pub fn value(&self, name: &str) -> SitValue<'_> {
        let entry = catalog::sit_parameter(name).found();
        if let Some(last) = self.given(name).last() {
            let value = self.given_value(*last, entry);
            let several = name == "INITPARM" && self.given(name).len() > 1 && value.value.is_some();
            return if several { self.merged_initparm(value) } else { value };
        }
        if self.is_empty() {
            return SitValue::of(SitOrigin::Unknown, None, "no SIT source is given");
        }
        let derived = self.derived(name);
        derived.unwrap_or_else(|| {
            let default = entry.and_then(|entry| entry.default).map(Cow::Borrowed);
            match self.missing_table() {
                Some(table) => {
                    let suffix = table.value.as_deref().unwrap_or("");
                    let note =
                        format!("unless the table DFHSIT{suffix}, which is not at hand, says something else");
                    SitValue { place: table.place, ..SitValue::of(SitOrigin::Assumed, default, note) }
                }
                None => SitValue::of(SitOrigin::Default, default, ""),
            }
        })
    }

    /// The place of a value.
    pub fn place(&self, given: SitGiven) -> Option<Place> {
        let input = self.inputs.get(given.input)?;
        Some(Place { file: input.file, span: given.setting.value.unwrap_or(given.setting.name) })
    }

    /// The place of the name of a parameter where it counts.
    pub fn name_place(&self, name: &str) -> Option<Place> {
        let last = self.given(name).last()?;
        Some(Place { file: self.inputs.get(last.input)?.file, span: last.setting.name })
    }

    fn given_value(&self, given: SitGiven, entry: Option<&SitParameter>) -> SitValue<'_> {
        let (Some(input), Some(span)) = (self.inputs.get(given.input), given.setting.value) else {
            return SitValue::of(SitOrigin::Unknown, None, "");
        };
        let form = input.settings.form;
        let text = input.symbols.resolve(sit::value_text(input.source.text(), form, span));
        let place = self.place(given);
        if is_symbolic(&text) {
            let note = format!("{text} is a symbol that an install job replaces");
            return SitValue { place, ..SitValue::of(SitOrigin::Unknown, None, note) };
        }
        let keeps_case = entry.is_some_and(|entry| entry.domain.mixed_case);
        let lower = text.bytes().any(|b| b.is_ascii_lowercase());
        let value = if lower && !keeps_case { Cow::Owned(text.to_ascii_uppercase()) } else { text };
        SitValue { place, ..SitValue::of(SitOrigin::Given(form), Some(value), "") }
    }

    /// What CICS takes for a parameter that is not given, where that depends on another.
    fn derived(&self, name: &str) -> Option<SitValue<'static>> {
        let (of, note, compute): (_, _, fn(i64) -> i64) = match name {
            "MAXOPENTCBS" => ("MXT", "2 * MXT + 32", |mxt| 2 * mxt + 32),
            "MAXXPTCBS" => ("MXT", "MXT (recalled)", |mxt| mxt),
            "CSDBUFND" => ("CSDSTRNO", "CSDSTRNO + 1", |strings| strings + 1),
            "CSDBUFNI" => ("CSDSTRNO", "CSDSTRNO", |strings| strings),
            "CSDDSN" | "CSDDISP" => {
                let note = "the DD statement DFHCSD of the start-up job says it";
                return Some(SitValue::of(SitOrigin::Unknown, None, note));
            }
            _ => return None,
        };
        let other = self.value(of);
        let number = other.number().filter(|number| (0..=1_000_000).contains(number));
        Some(match number {
            Some(number) => {
                let value = compute(number).to_string();
                SitValue { place: other.place, ..SitValue::of(SitOrigin::Derived, Some(value.into()), note) }
            }
            None => SitValue::of(SitOrigin::Unknown, None, format!("{note}, and {of} is not known")),
        })
    }

    /// The operands of the value that counts, in capitals, each with its place: those between the commas of
    /// `(A,B)`, or the value itself.
    pub fn operands(&self, name: &str) -> Vec<(String, Place)> {
        let last = self.given(name).last().map_or(Vec::new(), |last| self.operands_of(*last));
        last.into_iter().map(|(operand, place)| (operand.to_ascii_uppercase(), place)).collect()
    }

    fn operands_of(&self, given: SitGiven) -> Vec<(String, Place)> {
        let (Some(input), Some(value)) = (self.inputs.get(given.input), given.setting.value) else {
            return Vec::new();
        };
        let (text, form) = (input.source.text(), input.settings.form);
        let operand = |span: Span| {
            let value = input.symbols.resolve(sit::value_text(text, form, span)).into_owned();
            (value, Place { file: input.file, span })
        };
        sit::operands(text, form, value).map(operand).filter(|(value, _)| !value.is_empty()).collect()
    }

    /// INITPARM as it is after all sources: the operand of each program, those of later sources over earlier ones.
    fn merged_initparm<'a>(&self, last: SitValue<'a>) -> SitValue<'a> {
        let mut programs: BTreeMap<String, String> = BTreeMap::new();
        for (operand, _) in self.given("INITPARM").iter().flat_map(|given| self.operands_of(*given)) {
            let program = operand.split_once('=').map_or(operand.as_str(), |(program, _)| program);
            programs.insert(program.trim().to_ascii_uppercase(), operand);
        }
        let merged = format!("({})", programs.into_values().collect::<Vec<_>>().join(","));
        let note = "CICS puts the operands of all sources together";
        SitValue { value: Some(merged.into()), note: note.into(), ..last }
    }
}

/// The place of a form in the order in which CICS reads.
const fn order(form: SitForm) -> u8 {
    match form {
        SitForm::Macro => 0,
        SitForm::Parm => 1,
        SitForm::Sysin => 2,
        SitForm::Console => 3,
    }
}

/// The name in capitals, short forms (SI, CN) in full.
fn full_name(word: &str) -> String {
    let upper = word.to_ascii_uppercase();
    match catalog::sit_parameter(&upper) {
        catalog::Lookup::Abbreviation(entry) => entry.name.to_owned(),
        _ => upper,
    }
}
