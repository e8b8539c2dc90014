//! What a workload file may not say: numbers out of their range, words that there are not, and fields that contradict
//! each other. All faults are told at once, each with its line, its cause and its cure.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use super::configuration::{Configuration, Provenance};
use super::file::{File, Transaction, Web, Workload, suggestion};
use super::place::{Places, Step};

/// The greatest number that a field takes.
const MOST: f64 = 1e9;

/// Something that is wrong with a workload file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its line in the file.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub cure: String,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.what)?;
        if self.cure.is_empty() { Ok(()) } else { write!(f, "; {}", self.cure) }
    }
}

/// The faults of a workload, in the order of the file.
pub(super) fn faults(workload: &Workload, text: &str) -> Vec<Fault> {
    let mut check = Check { places: Places::of(text), faults: vec![] };
    check.machine(workload);
    check.arrivals(workload);
    check.region(workload);
    check.partners(workload);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (n, t) in workload.transaction.iter().enumerate() {
        check.transaction(n, t);
        let at = [Step::Key("transaction"), Step::At(n), Step::Key("id")];
        if let Some(first) = seen.insert(t.id.to_uppercase(), n) {
            let of = [Step::Key("transaction"), Step::At(first), Step::Key("id")];
            let before =
                check.places.line(&of).map_or(String::new(), |line| format!(", first in line {line}"));
            let what = match t.id.is_empty() {
                true => format!("more than one transaction has no id{before}"),
                false if workload.transaction.get(first).is_some_and(|other| other.id != t.id) => {
                    format!(
                        "transaction {}{before}, is there in another case, which the model does not tell apart",
                        t.id
                    )
                }
                false => format!("transaction {} is there twice{before}", t.id),
            };
            check.fault(&at, what, "give each an id of its own, or add up their rates in one");
        }
    }
    check.faults.sort_by_key(|fault| fault.line);
    check.faults
}

struct Check<'t> {
    places: Places<'t>,
    faults: Vec<Fault>,
}

impl Check<'_> {
    fn fault(&mut self, at: &[Step<'_>], what: String, cure: impl Into<String>) {
        self.faults.push(Fault { line: self.places.line(at), what, cure: cure.into() });
    }

    /// A number that must be in a range.
    fn within(&mut self, at: &[Step<'_>], whose: &str, value: f64, range: RangeInclusive<f64>, cure: &str) {
        let Some(Step::Key(name)) = at.last() else { return };
        if range.contains(&value) {
            return;
        }
        let (least, most) = (range.start(), range.end());
        let wrong = match value {
            v if v.is_nan() => "is not a number".to_owned(),
            v if v < *least => format!("is less than {}", grouped(*least)),
            _ => format!("is more than {}", grouped(*most)),
        };
        self.fault(at, format!("{whose}{name} = {} {wrong}", plain(value)), cure);
    }

    /// A count, a time or an amount: any number from zero.
    fn amount(&mut self, at: &[Step<'_>], whose: &str, value: f64) {
        let cure = format!("give a number from 0 to {}", grouped(MOST));
        self.within(at, whose, value, 0.0..=MOST, &cure);
    }

    fn percent(&mut self, at: &[Step<'_>], whose: &str, value: f64) {
        self.within(at, whose, value, 0.0..=100.0, "give a percentage from 0 to 100");
    }

    fn word(&mut self, at: &[Step<'_>], whose: &str, value: &str, known: &[&str]) {
        let Some(Step::Key(name)) = at.last() else { return };
        if known.iter().any(|word| word.eq_ignore_ascii_case(value)) {
            return;
        }
        let folded = match known.first().is_some_and(|word| word.starts_with(char::is_uppercase)) {
            true => value.to_uppercase(),
            false => value.to_lowercase(),
        };
        let near = suggestion(&folded, known);
        let words = known.join(", ");
        self.fault(at, format!("{whose}{name} = \"{value}\" is none of {words}{near}"), "write one of these");
    }

    fn machine(&mut self, workload: &Workload) {
        let m = &workload.machine;
        let at = |name| [Step::Key("machine"), Step::Key(name)];
        self.percent(&at("busy_by_others_percent"), "machine.", m.busy_by_others_percent);
        if m.busy_by_others_percent > 0.0 && m.engines.is_none() && m.model.is_none() {
            let what =
                "machine.busy_by_others_percent is a share of the engines, and their number is not given";
            self.fault(
                &at("busy_by_others_percent"),
                what.to_owned(),
                "give machine.engines as well, or the model",
            );
        }
        if m.engines == Some(0) {
            let cure = "give at least 1, or leave it out for as many as it takes";
            self.fault(&at("engines"), "machine.engines = 0 leaves nothing to run on".to_owned(), cure);
        }
        if let Some(minutes) = m.health_check_every_min {
            let cure = "give minutes from 1 to 59,999";
            self.within(&at("health_check_every_min"), "machine.", minutes, 1.0..=59_999.0, cure);
        }
    }

    fn arrivals(&mut self, workload: &Workload) {
        let a = &workload.arrivals;
        let at = |name| [Step::Key("arrivals"), Step::Key(name)];
        if let Some(peak) = a.peak_factor {
            let cure = "a burst has more than the mean rate: give 1 or more, 1 for no bursts";
            self.within(&at("peak_factor"), "arrivals.", peak, 1.0..=1_000.0, cure);
        }
        if let Some(quiet) = a.quiet_factor {
            let cure = "between bursts there is less than the mean rate: give 0 to 1";
            self.within(&at("quiet_factor"), "arrivals.", quiet, 0.0..=1.0, cure);
        }
        if let Some(length) = a.burst_length_s {
            let cure = "give seconds, or leave it out for no bursts";
            self.within(&at("burst_length_s"), "arrivals.", length, 1e-6..=86_400.0, cure);
        }
    }

    /// Settings that the model does not know; their values are checked against the catalogue by those who have it.
    fn region(&mut self, workload: &Workload) {
        let lines = self.places.region();
        for (key, value) in workload.settings().unwrap_or_default() {
            if let Err(refused) = Configuration::default().set(&key, &value, Provenance::Workload) {
                let (line, what) = (lines.get(&key).copied(), format!("region: {refused}"));
                self.faults.push(Fault { line, what, cure: String::new() });
            }
        }
    }

    fn partners(&mut self, workload: &Workload) {
        let mut seen: Vec<String> = vec![];
        for (n, partner) in workload.partner.iter().enumerate() {
            let at = |name| [Step::Key("partner"), Step::At(n), Step::Key(name)];
            let whose = format!("partner {}: ", partner.name);
            self.word(&at("system_image"), &whose, &partner.system_image, &["same", "other"]);
            let name = partner.name.to_uppercase();
            if name.is_empty() || seen.contains(&name) {
                let cure = "name the CONNECTION that leads to it, once";
                self.fault(&at("name"), format!("partner \"{name}\" is empty or there twice"), cure);
            }
            seen.push(name);
        }
    }

    fn transaction(&mut self, n: usize, t: &Transaction) {
        let at = |name| [Step::Key("transaction"), Step::At(n), Step::Key(name)];
        let whose = format!("transaction {}: ", t.id);
        for (name, value) in [
            ("rate_per_s", t.rate_per_s),
            ("cpu_us", t.cpu_us),
            ("qr_cpu_us", t.qr_cpu_us.unwrap_or(0.0)),
            ("sql_calls", t.sql_calls),
            ("sql_elapsed_ms", t.sql_elapsed_ms),
            ("sql_cpu_us", t.sql_cpu_us),
            ("non_threadsafe_commands", t.non_threadsafe_commands),
            ("start_commands", t.start_commands),
            ("run_transid_commands", t.run_transid_commands),
            ("memory_31_kb", t.memory_31_kb),
            ("memory_below_kb", t.memory_below_kb),
            ("other_wait_ms", t.other_wait_ms),
        ] {
            self.amount(&at(name), &whose, value);
        }
        for (name, value) in [
            ("cpu_in_db2_percent", t.cpu_in_db2_percent),
            ("ziip_percent", t.ziip_percent),
            ("cpu_within_percent", t.cpu_within_percent.unwrap_or(0.0)),
        ] {
            self.percent(&at(name), &whose, value);
        }
        if let Some(qr) = t.qr_cpu_us.filter(|qr| *qr > t.cpu_us) {
            let what = format!(
                "{whose}qr_cpu_us = {} is more than cpu_us = {}, of which it is a part",
                plain(qr),
                plain(t.cpu_us)
            );
            self.fault(&at("qr_cpu_us"), what, "cpu_us is all CPU, on the QR TCB and elsewhere");
        }
        if !t.terminal.is_empty() {
            self.word(&at("terminal"), &whose, &t.terminal, &["none", "sna", "telnet"]);
        }
        if let Some(measured) = &t.measured_concurrency {
            let known = ["QUASIRENT", "THREADSAFE", "REQUIRED"];
            self.word(&at("measured_concurrency"), &whose, measured, &known);
        }
        for (m, file) in t.file.iter().enumerate() {
            self.file((n, m), &whose, file);
        }
        for (m, link) in t.link.iter().enumerate() {
            let at = |name| {
                [Step::Key("transaction"), Step::At(n), Step::Key("link"), Step::At(m), Step::Key(name)]
            };
            let whose = format!("{whose}link to {}: ", link.program);
            for (name, value) in [
                ("calls", link.calls),
                ("cpu_us", link.cpu_us),
                ("wait_ms", link.wait_ms),
                ("remote_wait_ms", link.remote_wait_ms.unwrap_or(0.0)),
            ] {
                self.amount(&at(name), &whose, value);
            }
        }
        if let Some(web) = &t.web {
            self.web(n, &whose, web);
        }
        if let Some(exci) = &t.exci {
            let at = |name| [Step::Key("transaction"), Step::At(n), Step::Key("exci"), Step::Key(name)];
            let whose = format!("{whose}exci.");
            self.word(&at("by"), &whose, &exci.by, &["commarea", "channel"]);
            self.amount(&at("bytes"), &whose, exci.bytes);
        }
    }

    fn file(&mut self, (n, m): (usize, usize), whose: &str, file: &File) {
        let at =
            |name| [Step::Key("transaction"), Step::At(n), Step::Key("file"), Step::At(m), Step::Key(name)];
        let whose = format!("{whose}file {}: ", file.name);
        for (name, value) in [
            ("reads", file.reads),
            ("browse_records", file.browse_records),
            ("updates", file.updates),
            ("io_us", file.io_us.unwrap_or(0.0)),
            ("direct_io_us", file.direct_io_us.unwrap_or(0.0)),
        ] {
            self.amount(&at(name), &whose, value);
        }
        let cure = "0 reads all keys alike, 1 is usual for keys of business: give 0 to 10";
        self.within(&at("skew"), &whose, file.skew, 0.0..=10.0, cure);
        let cure = "a file has at least 1 control interval";
        self.within(&at("intervals"), &whose, file.intervals as f64, 1.0..=1e12, cure);
        let cure = "give 1 or more: records that span intervals are not modelled";
        self.within(&at("records_per_interval"), &whose, file.records_per_interval, 1.0..=32_768.0, cure);
        let bytes = file.interval_bytes;
        let step = if bytes <= 8_192 { 512 } else { 2_048 };
        if !(512..=32_768).contains(&bytes) || !bytes.is_multiple_of(step) {
            let what = format!("{whose}interval_bytes = {bytes} is no size of a control interval");
            let cure = "VSAM has 512 to 8,192 bytes in steps of 512, and up to 32,768 in steps of 2,048";
            self.fault(&at("interval_bytes"), what, cure);
        }
    }

    fn web(&mut self, n: usize, whose: &str, web: &Web) {
        let at = |name| [Step::Key("transaction"), Step::At(n), Step::Key("web"), Step::Key(name)];
        let whose = format!("{whose}web.");
        let (new, resumed, full) =
            (web.new_connection_percent, web.resumed_percent, web.full_handshake_percent);
        self.percent(&at("new_connection_percent"), &whose, new);
        self.percent(&at("resumed_percent"), &whose, resumed);
        self.percent(&at("full_handshake_percent"), &whose, full);
        if let Some(away) = web.client_returns_s {
            self.amount(&at("client_returns_s"), &whose, away);
        }
        let shakes = resumed + full;
        let sum =
            format!("{whose}resumed_percent and full_handshake_percent are {} % together", plain(shakes));
        let which = if full > 0.0 { "full_handshake_percent" } else { "resumed_percent" };
        match &web.tls {
            Some(tls) => self.word(&at("tls"), &whose, tls, &["none", "cics", "at-tls"]),
            None if web.tcpipservice.is_none() => {
                let cure = "give tls (none, cics or at-tls), or the tcpipservice whose SSL says it";
                self.fault(&at("tls"), format!("{whose}tls is not known"), cure);
            }
            None => {}
        }
        if shakes > 0.0 && web.tls.as_deref().is_some_and(|tls| tls.eq_ignore_ascii_case("none")) {
            let cure = "take the handshakes away, or say who encrypts: cics or at-tls";
            self.fault(&at(which), format!("{sum}, and tls = \"none\" makes no handshakes"), cure);
        } else if shakes > 100.0 {
            self.fault(&at(which), sum, "a request has one handshake at most: give 100 or less in all");
        } else if shakes > new && web.tcpipservice.is_none() {
            let what = format!("{sum}, and only {} % of the requests open a connection", plain(new));
            let cure = "a handshake belongs to a new connection: raise new_connection_percent";
            self.fault(&at(which), what, cure);
        }
    }
}

/// A number as people write it.
fn plain(value: f64) -> String {
    if value.abs() >= 1e7 { format!("{value:e}") } else { format!("{value}") }
}

/// The same with commas.
fn grouped(value: f64) -> String {
    let text = format!("{value}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), ""), |(whole, rest)| (whole, rest));
    let mut out = String::new();
    for (n, c) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n) % 3 == 0 {
            out.push(',');
        }
        out.push(c);
    }
    if rest.is_empty() { out } else { format!("{out}.{rest}") }
}
