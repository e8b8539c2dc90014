//! Requests that leave the region, and programs that are linked to.

use super::{PathBuilder, US};
use crate::model::data::{Basis, Interval};
use crate::model::kernel::overheads::batching;
use crate::model::kernel::switches::Concurrency;
use crate::model::solve::parameters::{Act, Block, Cause};
use crate::model::workload::build::{CPU_SPREAD, concurrency};
use crate::model::workload::file::{Link, Refused, Workload};
use crate::model::workload::path::files::requests;
use crate::model::workload::settings::Settings;

/// What joins two regions: the constants of its CPU and time, and its sessions where they are counted.
struct Line {
    cpu: &'static str,
    /// What a request more costs in this region where its mirror does not stay.
    again: Option<&'static str>,
    latency: &'static str,
    /// Whether a mirror that is made for a request adds to its time: that of LU6.2 was measured with it.
    mirror_adds: bool,
    /// Whether MROLRM is for it.
    is_mro: bool,
    sessions: Option<u32>,
    /// The setting that says how many sessions there are.
    limit: (&'static str, String, &'static str),
}

impl PathBuilder<'_, '_, '_> {
    /// How another region is reached: by the IPCONN or the CONNECTION of its name.
    fn line(&self, system: &str) -> Result<Line, Refused> {
        let settings = self.context.settings;
        if let Some(sessions) = settings.count("IPCONN", system, "SENDCOUNT")? {
            let limit = ("IPCONN", system.to_owned(), "SENDCOUNT");
            let sessions = Some(sessions);
            return Ok(Line {
                cpu: "hop-cpu.ipic",
                again: None,
                latency: "hop.ipic",
                mirror_adds: true,
                is_mro: false,
                sessions,
                limit,
            });
        }
        let group = settings.by("SESSIONS", "CONNECTION", system);
        let line = |cpu, latency, sessions, attribute| {
            let limit = ("SESSIONS", group.unwrap_or(system).to_owned(), attribute);
            let is_mro = matches!(cpu, "hop-cpu.mro" | "hop-cpu.xcf");
            let again = match cpu {
                "hop-cpu.lu62" => Some("hop-cpu.lu62-again"),
                "hop-cpu.xcf" => Some("hop-cpu.xcf-again"),
                _ => None,
            };
            Line { cpu, again, latency, mirror_adds: cpu != "hop-cpu.lu62", is_mro, sessions, limit }
        };
        let sessions = |attribute| group.map_or(Ok(None), |name| settings.count("SESSIONS", name, attribute));
        Ok(match settings.get_or("CONNECTION", system, "ACCESSMETHOD", "IRC") {
            // MRO takes XCF by itself where the partner is on another z/OS image.
            "IRC" | "XM" if self.context.other_image.contains(&system.to_uppercase()) => {
                line("hop-cpu.xcf", "hop.xcf", sessions("SENDCOUNT")?, "SENDCOUNT")
            }
            "IRC" | "XM" => line("hop-cpu.mro", "hop.mro", sessions("SENDCOUNT")?, "SENDCOUNT"),
            "VTAM" => line("hop-cpu.lu62", "hop.lu62", sessions("MAXIMUM")?, "MAXIMUM"),
            other => {
                return Err(Refused::Setting(format!(
                    "CONNECTION.{system}.ACCESSMETHOD={other} is not IRC, XM or VTAM; MRO takes XCF where the workload says \
                     that the partner's system_image is \"other\", and IPIC has an IPCONN"
                )));
            }
        })
    }

    /// `requests` to another region, over the connection of its name. The mirror is made there; so is its MROLRM, which
    /// is taken to be NO.
    pub(super) fn hop(
        &mut self,
        system: &str,
        requests: f64,
        mirror_stays: bool,
        wait_s: f64,
    ) -> Result<(), Refused> {
        self.hop_and_work(system, (requests, mirror_stays), (wait_s, 0.0))
    }

    /// The same, of requests that do some work there: `way_s` is what the way takes besides the path, `there_s` the work.
    fn hop_and_work(
        &mut self,
        system: &str,
        (requests, mirror_stays): (f64, bool),
        (way_s, there_s): (f64, f64),
    ) -> Result<(), Refused> {
        let line = self.line(system)?;
        let mirrors = if mirror_stays { 1.0_f64.min(requests) } else { requests };
        // What the mirror costs is part of what the transaction costs, and spent in the other region.
        let made = self.constant_part("mirror", "hop-cpu.mirror", mirrors);
        let mirror = if line.mirror_adds { made / requests.max(1e-9) } else { 0.0 };
        self.over(&line, system, (requests, mirrors), (way_s + mirror, there_s))
    }

    /// `requests` that tasks of another region send here. Its own SENDCOUNT limits them, which is not known here.
    pub(super) fn shipped(&mut self, system: &str, requests: f64, mirror_stays: bool) -> Result<(), Refused> {
        let line = Line { sessions: None, ..self.line(system)? };
        let stays = mirror_stays || line.is_mro && self.context.settings.is_on("SIT", "", "MROLRM");
        let mirrors = if stays { 1.0_f64.min(requests) } else { requests };
        let made = self.constant_part("mirror", "hop-cpu.mirror", mirrors);
        self.spend(!is_ipic(self.context.settings, system), made);
        self.over(&line, system, (requests, mirrors), (0.0, 0.0))
    }

    /// `wait_s` is what the way takes besides the path, `there_s` what the program does in the other region.
    fn over(
        &mut self,
        line: &Line,
        system: &str,
        (requests, mirrors): (f64, f64),
        (wait_s, there_s): (f64, f64),
    ) -> Result<(), Refused> {
        let settings = self.context.settings;
        let Line { cpu, again, latency, mirror_adds, sessions, limit: (kind, ref owner, attribute), .. } =
            *line;
        let share = mirrors / requests.max(1e-9);
        let hop = self.constant_part("hop", cpu, requests);
        let more = again.map_or(0.0, |again| self.constant_part("hop", again, mirrors));
        self.spend(!is_ipic(settings, system), hop + more);
        // The times were measured with the CPU in them, which is counted above.
        let beside = |time: &str, cpu: &str| {
            let again = again.filter(|_| time == latency).map_or(0.0, |again| self.constant(again) * share);
            (self.constant(time) - self.constant(cpu) - again).max(0.0)
        };
        let made = if mirror_adds { beside("hop.mirror", "hop-cpu.mirror") * share } else { 0.0 };
        let time = beside(latency, cpu) + made;
        let batch = settings.count_or("SIT", "", "MROBTCH", 1)?;
        let idle = f64::from(settings.count_or("SIT", "", "ICV", 1_000)?) * 1e-3;
        // Events of other kinds fill a batch too, and what is dispatched for another reason takes it along, so that this
        // is the most that it can be.
        let delay = batching(batch, self.context.hops_per_s, idle).delay_s;
        let seconds = time * US + wait_s + delay;
        // What runs there takes its own time, during which the session is held; it is not that of the way.
        let mut acts = vec![Act::Delay { cause: Cause::Hop, seconds }];
        if there_s > 0.0 {
            acts.push(Act::Delay { cause: Cause::Remote, seconds: there_s });
        }
        match sessions {
            None => self.middle.push(Block { times: requests, acts }),
            Some(limit) => {
                let pool = self.context.limited(
                    &format!("SESSIONS {system}"),
                    Cause::Session,
                    limit,
                    (kind, owner, attribute),
                );
                acts.insert(0, Act::Take { pool });
                acts.push(Act::Give { pool });
                self.middle.push(Block { times: requests, acts });
            }
        }
        Ok(())
    }

    pub(super) fn link(&mut self, link: &Link) -> Result<(), Refused> {
        let program = link.program.to_uppercase();
        let system = self.context.settings.get("PROGRAM", &program, "REMOTESYSTEM").map(str::to_owned);
        match system {
            Some(system) => {
                // Its CPU is spent in the other region, but it is part of what the transaction costs.
                let us = link.cpu_us * link.calls;
                self.part("linked programs", Interval::around(us * 0.9, us, us * 1.1), Basis::Assumed, &[]);
                let there = self.scaled(link.cpu_us) + link.wait_ms * 1e-3;
                let queueing = link.remote_wait_ms.unwrap_or(0.0) * 1e-3;
                self.hop_and_work(&system, (link.calls, true), (queueing, there))
            }
            None => {
                let us = link.cpu_us * link.calls;
                self.part("linked programs", Interval::around(us * 0.9, us, us * 1.1), Basis::Assumed, &[]);
                let cpu = self.scaled(us * self.context.bound.spread(CPU_SPREAD));
                let on_qr = concurrency(self.context.settings, &program)? == Concurrency::Quasirent;
                if on_qr && self.concurrency != Concurrency::Quasirent {
                    if link.calls > 0.0 {
                        let acts = vec![Act::Qr { seconds: cpu / link.calls }];
                        self.middle.push(Block { times: link.calls, acts });
                    }
                } else {
                    self.extra += cpu;
                }
                self.delay(link.calls, Cause::Other, link.wait_ms * 1e-3);
                Ok(())
            }
        }
    }
}

/// Whether requests to this system go by IPIC, over which file requests and LINK are threadsafe. They are not over MRO
/// and LU6.2. (CICS TS 5.4: threadsafe function shipping and DPL.)
pub(super) fn is_ipic(settings: &Settings<'_>, system: &str) -> bool {
    settings.get("IPCONN", system, "SENDCOUNT").is_some()
}

/// Requests per second to and from other regions, by all transactions.
pub(in crate::model::workload) fn hops_per_s(workload: &Workload, settings: &Settings<'_>) -> f64 {
    let all = workload.transaction.iter().map(|t| {
        let files = t.file.iter().filter(|file| {
            file.shipped_from.is_some()
                || settings.get("FILE", &file.name.to_uppercase(), "REMOTESYSTEM").is_some()
        });
        let links = t
            .link
            .iter()
            .filter(|link| settings.get("PROGRAM", &link.program.to_uppercase(), "REMOTESYSTEM").is_some());
        t.rate_per_s * (files.map(requests).sum::<f64>() + links.map(|link| link.calls).sum::<f64>())
    });
    all.sum()
}

/// How many of these calls take a task to the QR TCB: those to a quasi-reentrant program, and those that leave the region
/// by MRO or LU6.2.
pub(super) fn on_qr(settings: &Settings<'_>, link: &Link) -> Result<f64, Refused> {
    let program = link.program.to_uppercase();
    let held_up = match settings.get("PROGRAM", &program, "REMOTESYSTEM") {
        Some(system) => !is_ipic(settings, system),
        None => concurrency(settings, &program)? == Concurrency::Quasirent,
    };
    Ok(if held_up { link.calls } else { 0.0 })
}
