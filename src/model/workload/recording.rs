//! What trace and monitoring add to the CPU of everything.

use super::file::{Refused, Workload};
use super::settings::Settings;
use crate::model::data::{Basis, Interval, constants};
use crate::model::kernel::overheads::periodic;
use crate::model::solve::parameters::CpuPart;

/// A share of the CPU that recording adds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    /// Which recording.
    pub name: &'static str,
    /// What it adds, as a fraction.
    pub share: Interval,
    /// How far that can be trusted.
    pub basis: Basis,
    /// The evidence rows.
    pub evidence: &'static [String],
}

/// What the settings switch on.
pub(super) fn recording(settings: &Settings<'_>) -> Vec<Recorded> {
    let on = |parameter| settings.is_on("SIT", "", parameter);
    let mut all = Vec::new();
    let mut add = |name, id| {
        if let Some(constant) = constants::get(id) {
            let (share, basis) = (constant.interval(), constant.basis);
            all.push(Recorded { name, share, basis, evidence: &constant.rows });
        }
    };
    if traces(settings) {
        add("trace", "recording.trace");
    }
    let monitors = on("MN");
    if monitors && on("MNPER") {
        add("monitoring", "recording.monitoring");
    }
    if monitors && on("MNRES") {
        add("resource monitoring", "recording.resource-monitoring");
    }
    all
}

/// Whether standard trace is on. Nothing is assumed where no SIT is at hand.
fn traces(settings: &Settings<'_>) -> bool {
    let say = |parameter| settings.get("SIT", "", parameter);
    let (system, standard) = (say("SYSTR"), say("STNTR"));
    let said = system.is_some() || standard.is_some();
    // Trace points cost next to nothing where the entries go nowhere.
    let nowhere = say("INTTR") == Some("OFF")
        && !settings.is_on("SIT", "", "AUXTR")
        && !settings.is_on("SIT", "", "GTFTR");
    said && system != Some("OFF") && standard != Some("OFF") && !nowhere
}

/// CPU seconds per second that the region takes whatever runs in it: interval statistics and the Health Checker.
pub(super) fn idle_cpu(workload: &Workload, settings: &Settings<'_>) -> Result<Vec<CpuPart>, Refused> {
    let mut parts = Vec::new();
    let mut add = |name, id: &str, every_s: f64| {
        let Some(constant) = constants::get(id) else { return };
        let each = constant.interval().times(1e-6);
        let seconds = Interval {
            low: periodic(every_s, each.low),
            mid: periodic(every_s, each.mid),
            high: periodic(every_s, each.high),
        };
        parts.push(CpuPart { name, seconds, basis: constant.basis, evidence: constant.rows.clone() });
    };
    if settings.is_on("SIT", "", "STATRCD") {
        let value = settings.get_or("SIT", "", "STATINT", "010000");
        let every = seconds(value)
            .ok_or_else(|| Refused::Setting(format!("SIT.STATINT={value}: not of the form hhmmss")))?;
        add("interval statistics", "statistics.interval", every);
    }
    if let Some(minutes) = workload.machine.health_check_every_min {
        add("health checker", "health-checker.wake", minutes * 60.0);
    }
    Ok(parts)
}

/// Seconds of a time written as hhmmss, leading zeros perhaps left out; more than nothing.
fn seconds(value: &str) -> Option<f64> {
    let all = value.parse::<u32>().ok().filter(|_| value.len() <= 6)?;
    let (hours, minutes, seconds) = (all / 10_000, all / 100 % 100, all % 100);
    let sum = f64::from(hours * 3_600 + minutes * 60 + seconds);
    (minutes < 60 && seconds < 60 && sum > 0.0).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_hours_minutes_and_seconds() {
        assert_eq!(seconds("010000"), Some(3_600.0));
        assert_eq!(seconds("1500"), Some(900.0));
        for wrong in ["", "0", "006000", "1234567", "1H"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
